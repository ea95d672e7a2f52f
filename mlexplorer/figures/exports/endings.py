"""Everything a snapshot can be written as, by the ending of the file."""

from pathlib import Path

from mlexplorer.figures.exports import fitted_numbers, scripts, sklearn_scripts, tikz
from mlexplorer.figures.figure import Figure
from mlexplorer.figures.files import embedded
from mlexplorer.pipeline.snapshot import Snapshot

TEXTS = (".tex", ".json", ".csv", ".py")
SUFFIXES = (*embedded.SUFFIXES, *TEXTS)
MEANINGS = ".svg .pdf .png are figures, .tex is TikZ, .json .csv are numbers, .py is a script, .mlx.json the session"


def check(path: Path) -> None:
    """Raise a ValueError for a file that a figure cannot be written to, with what every ending stands for."""
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        where = f"as {suffix!r}" if suffix else "to a file without an ending"
        raise ValueError(f"A figure cannot be written {where}: {MEANINGS}.")


def content(snapshot: Snapshot, figure: Figure, suffix: str, sklearn: bool = False) -> bytes:
    """Return the bytes of a file with this ending; sklearn: a script does without this package."""
    match suffix:
        case ".tex":
            drawn = tikz.tikz(figure)
            return (embedded.into_tex(drawn, figure.words.session) if figure.words.session else drawn).encode()
        case ".json":
            return fitted_numbers.as_json(snapshot, figure.page.sheet.views).encode()
        case ".csv":
            return fitted_numbers.as_csv(snapshot, figure.page.sheet.views).encode()
        case ".py":
            if sklearn:
                return sklearn_scripts.sklearn_script(snapshot).encode()
            return scripts.notebook_script(snapshot, sheet=figure.page.sheet).encode()
    return figure.rendered(suffix)
