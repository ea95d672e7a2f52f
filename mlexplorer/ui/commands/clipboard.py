"""Points on the clipboard: rows parted by tabs, which spreadsheets understand, out and in."""

from PySide6.QtGui import QGuiApplication

from mlexplorer.core.data import Dataset
from mlexplorer.core.table import finished
from mlexplorer.tables.exporting import spreadsheet_rows
from mlexplorer.tables.importing import ColumnChoice, Imported, brought_in, features, guess, without_numbers
from mlexplorer.tables.opening import paste_table

COPIED = "copied points"  # the property of the clipboard that remembers them
MOST_AT_ONCE = 200_000  # characters that are read without a worker


def copy(text: str) -> None:
    """Put text on the clipboard."""
    QGuiApplication.clipboard().setText(text)


def copy_points(data: Dataset) -> None:
    """Put points on the clipboard as rows of a spreadsheet; they are known again when they are pasted here."""
    rows = spreadsheet_rows(data)
    copy(rows)
    QGuiApplication.clipboard().setProperty(COPIED, rows)


def pasted_text() -> str:
    """Return the text on the clipboard."""
    return QGuiApplication.clipboard().text()


def is_ours() -> bool:
    """Return whether what is on the clipboard are points that were copied here."""
    copied = QGuiApplication.clipboard().property(COPIED)
    return isinstance(copied, str) and copied.splitlines() == pasted_text().splitlines()


def plain_points(text: str, label: int, ours: bool = False) -> Imported | None:
    """Return the points that rows mean without a doubt, else None: two columns of bare numbers, which are of a class.

    ours: they were copied here, so that their names and classes mean what they meant. BadTable: this is no table.
    """
    if len(text) > MOST_AT_ONCE:
        return None
    table = finished(paste_table(text))
    if not features(table):
        raise without_numbers(table)
    if ours:
        return brought_in(table, guess(table))
    bare = table.names == ("Column 1", "Column 2") and len(features(table)) == 2
    return brought_in(table, ColumnChoice(0, 1, as_class=label)) if bare else None
