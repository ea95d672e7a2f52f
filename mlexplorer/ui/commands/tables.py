"""Tables of points in and out of the window: asking what columns are for, taking points, handing them out."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from mlexplorer.core.holdout import deal_of
from mlexplorer.core.numbers import counted
from mlexplorer.pipeline.pipeline import prepare
from mlexplorer.pipeline.point_display import HUGE
from mlexplorer.session.session import NONE_HELD, Document, Session

if TYPE_CHECKING:
    from mlexplorer.tables.importing import Imported
    from mlexplorer.ui.sheets.import_sheet import ImportSheet
    from mlexplorer.ui.window import Window

TOO_MANY = f"More than {HUGE:,} points are too many to copy: select some of them, or export them to a file."


def open_table(window: "Window", path: Path) -> None:
    """Ask what the columns of a file are for."""
    from mlexplorer.ui.sheets.import_sheet import file_sheet  # start-up time

    show_sheet(window, file_sheet(window.jobs, path, window, lambda imported: _make_ready(window, imported)))


def ask_columns(window: "Window", text: str, name: str) -> None:
    """Ask what the columns of a pasted or dropped table are for."""
    from mlexplorer.ui.sheets.import_sheet import text_sheet  # start-up time

    show_sheet(window, text_sheet(window.jobs, text, name, window, lambda imported: _make_ready(window, imported)))


def take_points(window: "Window", imported: "Imported", name: str) -> None:
    """Replace the points by imported ones: one entry of undo; their own units stand on the axes."""
    session = window.store.session
    view = replace(session.view, bounds=None, step=None)
    window.plane.desk.select_ids(frozenset())
    document = _with_points(session.document, imported)
    window.store.edit(replace(session, document=document, view=view), f"import {name}")
    window.plane.hint(" ".join([f"{counted(len(imported.data), 'point')} from {name}.", *imported.sentences]))


def exported_points(window: "Window") -> Dataset:
    """Return the points in their own coordinates, with those held out as the plane shows them."""
    prepared = window.plane.desk.prepared
    return prepared.raw.holding(prepared.data.held_out)


def _with_points(document: Document, imported: "Imported") -> Document:
    """Return a document with imported points in place of its own."""
    fresh = Session(document).with_source(registry.source("placed")()).document
    dealt = deal_of(imported.data)
    return replace(fresh, points=imported.data, transforms=(), holdout=NONE_HELD, dealt=dealt)


def _make_ready(window: "Window", imported: "Imported") -> None:
    """Work out what the window asks first of new points; runs in the worker."""
    hash(prepare(_with_points(window.store.session.document, imported)).data)


def show_sheet(window: "Window", sheet: "ImportSheet") -> None:
    """Show a sheet that asks what columns are for, in place of the one before, and take the points it imports."""
    if window.sheet is not None:
        window.sheet.reject()
    window.sheet = sheet
    sheet.imported.connect(lambda imported, name: take_points(window, imported, name))
    sheet.finished.connect(lambda _: _forget_sheet(window))
    sheet.show()


def _forget_sheet(window: "Window") -> None:
    window.sheet = None
