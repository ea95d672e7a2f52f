"""Finds the files shipped with the program: fonts, icons, colours, lessons, sample tables."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]
_PLACES = (_PACKAGE / "resources", _PACKAGE.parent / "resources")  # in an installed wheel; in a clone


def resource(name: str) -> Path:
    """Return the path of a shipped file or folder, such as "palette.json" or "icons/move.svg"."""
    for folder in _PLACES:
        if (folder / name).exists():
            return folder / name
    raise FileNotFoundError(f"the program was shipped without its file {name}")


def cells(name: str) -> list[list[str]]:
    """Return a shipped table line by line, the headings first: plain text with commas between the cells."""
    return [line.split(",") for line in resource(name).read_text(encoding="utf-8").splitlines()]
