"""Formulas as drawings: LaTeX set as real mathematics, broken into rows where it is too wide."""

import re
import warnings
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from mlexplorer.marks.stepwise import Parts, whole

SIZE = 16.0  # of the letters, in design pixels
INK = "#010203"  # a colour no theme has, replaced by that of the text when it is shown
SEPARATOR = r", \quad "
BREAKS = re.compile(r" (?=[+\-] )|(?<=,) \\quad ")


@dataclass(frozen=True)
class FormulaDrawing:
    """One row of a formula: its drawing and its size in design pixels."""

    svg: str
    width: float
    height: float

    def coloured(self, colour: str) -> str:
        """Return the drawing in a colour."""
        return self.svg.replace(INK, colour)


def rows(latex: str, width: float) -> tuple[FormulaDrawing, ...]:
    """Return a formula in as few rows as a width needs; a part that cannot be broken stays whole."""
    return whole(setting(latex, width))


def setting(latex: str, width: float) -> Parts[tuple[FormulaDrawing, ...]]:
    """Return the rows of a formula, with a pause after each that is set."""
    row = _set(latex)
    yield
    parts = latex.split(SEPARATOR)
    if row.width > width and len(parts) == 1 and (cuts := _cuts(latex)):
        cut = min(cuts, key=lambda cut: abs(cut - len(latex) * 0.55))
        parts = [latex[:cut], r"\quad " + latex[cut:].replace(r"\quad", "").strip()]
    if row.width <= width or len(parts) == 1:
        return (row,)
    found: tuple[FormulaDrawing, ...] = ()
    for part in parts:  # each equation, or what is left and right of a sign, on a row of its own
        found += yield from setting(part, width)
    return found


def _cuts(latex: str) -> list[int]:
    """Return the places before a sign or after a comma that lie inside no bracket."""
    depth, found = 0, []
    for place, letter in enumerate(latex):
        depth += (letter in "{(") - (letter in "})")
        if depth == 0 and BREAKS.match(latex, place) and latex[:place].replace(r"\quad", "").strip():
            found.append(place)
    return found


@lru_cache(maxsize=256)
def _set(latex: str) -> FormulaDrawing:
    drawing = _ziamath().Latex(latex, size=SIZE, color=INK).svg()
    found = re.search(r'width="([\d.]+)" height="([\d.]+)"', drawing)
    assert found is not None
    return FormulaDrawing(drawing, float(found[1]), float(found[2]))


@lru_cache(maxsize=1)
def _ziamath() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of the library's own way to find its font
        import ziamath  # start-up time
        from ziamath.config import config  # start-up time

    config.svg2 = False  # Qt draws plain paths only
    return ziamath
