"""Which plots of a figure stand side by side, and which carry letters, numbers and names."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from mlexplorer.figures.caption import LETTERS
from mlexplorer.figures.sheet import Sheet
from mlexplorer.marks.plot import Plot

COLUMN = 0.3  # share of the width that a bar of colours in a key at the right may take
LEAST_WIDTH = 110.0  # points a plot should have at least, with its axes
TALLEST = 1.4  # times that width, for plots that are taller than others
DIAGRAM_WIDTH = 220.0  # points a picture with words in it should have at least
MOST_BESIDE = 4  # plots of which the first has the whole height


@dataclass(frozen=True, eq=False)
class Cell:
    """One plot of a board: its letter, and which of its axes carry numbers and names."""

    plot: Plot
    letter: str = ""
    left: bool = True
    bottom: bool = True


def board(plots: Sequence[Plot], sheet: Sheet, shared: bool = False) -> tuple[tuple[Cell, ...], ...]:
    """Return plots in rows, with letters if there are several; shared axes carry numbers only at the outer edges."""
    wide = min(sheet.columns or _columns(plots, _board_width(sheet)), len(plots))
    letters = LETTERS[: len(plots)] if len(plots) > 1 else [""] * len(plots)
    cells = [
        Cell(plot, letter, not shared or index % wide == 0, not shared or index + wide >= len(plots))
        for index, (plot, letter) in enumerate(zip(plots, letters, strict=True))
    ]
    return tuple(tuple(cells[start : start + wide]) for start in range(0, len(cells), wide))


def side_board(plots: Sequence[Plot], sheet: Sheet) -> tuple[tuple[Cell, ...], ...]:
    """Return plots for a page of given height: a plane at the left, and several others over one another beside it."""
    if not 3 <= len(plots) <= MOST_BESIDE or not plots[0].equal or sheet.columns:
        return board(plots, sheet)
    (first, second), *others = board(plots, replace(sheet, columns=2))
    return ((first, second), *((cell,) for row in others for cell in row))


def _board_width(sheet: Sheet) -> float:
    """Return about how wide the board can be beside the key."""
    return sheet.points_wide * (1 - COLUMN if sheet.key == "right" else 1)


def _columns(plots: Sequence[Plot], width: float) -> int:
    wished = len(plots) if len(plots) <= 3 else math.ceil(math.sqrt(len(plots)))
    tallest = min(max(plot.height for plot in plots), TALLEST)  # what likes to be tall needs width as well
    least = LEAST_WIDTH * max(tallest, 1.0) if all(plot.axes for plot in plots) else DIAGRAM_WIDTH
    return min(wished, max(1, int(width / least)))
