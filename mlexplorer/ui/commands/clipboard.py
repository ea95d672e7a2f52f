"""Points on the clipboard: rows parted by tabs, which spreadsheets understand, out and in."""

from PySide6.QtGui import QGuiApplication

from mlexplorer.core.data import Dataset
from mlexplorer.core.table import Table, finished
from mlexplorer.tables.exporting import spreadsheet_rows
from mlexplorer.tables.importing import Imported, brought_in, features, guess, without_numbers
from mlexplorer.tables.opening import paste_table

MOST_AT_ONCE = 200_000  # characters that are read without a worker


def copy(text: str) -> None:
    """Put text on the clipboard."""
    QGuiApplication.clipboard().setText(text)


def copy_points(data: Dataset) -> None:
    """Put points on the clipboard as rows of a spreadsheet."""
    copy(spreadsheet_rows(data))


def pasted_text() -> str:
    """Return the text on the clipboard."""
    return QGuiApplication.clipboard().text()


def plain_points(text: str) -> Imported | None:
    """Return the points that rows mean without a doubt: two columns of numbers and perhaps a class; else None.

    BadTable if the text is no table at all.
    """
    if len(text) > MOST_AT_ONCE:
        return None
    table = finished(paste_table(text))
    if not features(table):
        raise without_numbers(table)
    return brought_in(table, guess(table)) if _is_plain(table) else None


def _is_plain(table: Table) -> bool:
    choice = guess(table)
    used = {choice.x, choice.y, choice.label, choice.held} - {None}
    return choice.y is not None and len(used) == len(table.columns) and set(features(table)) <= used
