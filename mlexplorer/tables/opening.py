"""Opens a table file of any known format, or rows pasted from a spreadsheet."""

from pathlib import Path

from mlexplorer.core import registry
from mlexplorer.core.params import nearest
from mlexplorer.core.table import BadTable, Format, HasSheets, Reading
from mlexplorer.tables.dates import with_days


def format_of(path: Path) -> Format:
    """Return the format that a file's name asks for; a name without an ending is taken for a text table."""
    suffix = path.suffix.lower()
    known = {ending: kind for kind in registry.formats().values() for ending in kind.suffixes}
    if suffix and suffix not in known:
        raise BadTable(f"Files that end in {suffix!r} cannot be opened{nearest(suffix, known)}.")
    return known[suffix or ".csv"]()


def open_table(path: Path, sheet: str | None = None) -> Reading:
    """Return the reading of a file: shares that are done, then its table; of a workbook the sheet that is named."""
    found = format_of(path)
    if sheet is None:
        return with_days(found.read(path))
    if not isinstance(found, HasSheets):
        raise BadTable(f"{path.name} has no sheets: only a spreadsheet has.")
    return with_days(found.read_sheet(path, sheet))


def paste_table(text: str) -> Reading:
    """Return the reading of rows copied from a spreadsheet or any text."""
    return with_days(registry.formats()["csv"]().read(text.encode("utf-8", "replace")))


def file_filters() -> list[str]:
    """Return what a file dialog offers: all tables first, then each format."""
    kinds = list(registry.formats().values())
    every = " ".join(f"*{suffix}" for kind in kinds for suffix in kind.suffixes)
    return [f"Tables ({every})", *(f"{kind.title} ({' '.join(f'*{s}' for s in kind.suffixes)})" for kind in kinds)]
