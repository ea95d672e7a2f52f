"""Tables of points in and out of the window: asking what columns are for, taking points, handing them out."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from mlexplorer.core.holdout import deal_of
from mlexplorer.core.numbers import counted
from mlexplorer.pipeline.pipeline import prepare
from mlexplorer.pipeline.point_display import HUGE
from mlexplorer.session.session import NONE_HELD, Document, Session

if TYPE_CHECKING:
    from mlexplorer.tables.importing import Imported
    from mlexplorer.ui.sheets.import_form import Present
    from mlexplorer.ui.sheets.import_sheet import ImportSheet
    from mlexplorer.ui.window import Window

TOO_MANY = f"More than {HUGE:,} points are too many to copy: select some of them, or export them to a file."


def open_table(window: "Window", path: Path) -> None:
    """Ask what the columns of a file are for."""
    from mlexplorer.ui.sheets.import_sheet import file_sheet  # start-up time

    show_sheet(window, file_sheet(window.jobs, path, window, _present(window, adds=False)))


def ask_columns(window: "Window", text: str, name: str) -> None:
    """Ask what the columns of a pasted or dropped table are for."""
    from mlexplorer.ui.sheets.import_sheet import text_sheet  # start-up time

    show_sheet(window, text_sheet(window.jobs, text, name, window, _present(window, adds=True)))


def take_points(window: "Window", imported: "Imported", name: str, adds: bool = False) -> None:
    """Replace the points by imported ones, or add these: one entry of undo; their own units stand on the axes."""
    session, imported = window.store.session, _named(window.store.session.document, imported)
    if adds:
        add_points(window, imported, f"add {counted(len(imported.data), 'point')} from {name}", f" from {name}")
        return
    view = replace(session.view, bounds=None, step=None)
    window.plane.desk.select_ids(frozenset())
    document = _with_points(session.document, imported)
    window.store.edit(replace(session, document=document, view=view), f"import {name}")
    window.plane.hint(" ".join([f"{counted(len(imported.data), 'point')} from {name}.", *imported.sentences]))


def add_points(window: "Window", imported: "Imported", label: str, where: str = "") -> None:
    """Add points to those on the plane: one entry of undo; they are selected, and it is said how many they are."""
    from mlexplorer.edits.joining import joined  # start-up time

    desk = window.plane.desk
    before = desk.prepared.raw
    desk.edit(joined(before, imported.data), label)
    desk.select(np.arange(len(before), len(desk.data)))
    _come_in_sight(window, len(before))
    count = counted(len(imported.data), "point")
    names = [imported.data.class_names[label] for label in imported.data.classes.tolist()]
    of_class = f" of {names[0]}" if len(names) == 1 else ""
    window.plane.hint(f"Added {count}{of_class}{where}.")


def _come_in_sight(window: "Window", first: int) -> None:
    """Show all points if some from the first new one on lie outside the part of the plane that is shown."""
    x, y = window.plane.desk.data.points[first:].T
    left, right, bottom, top = window.plane.canvas.bounds
    if ((x < left) | (x > right) | (y < bottom) | (y > top)).any():
        window.plane.show_all()


def _present(window: "Window", adds: bool) -> "Present":
    """Return what stands on the plane, for a sheet that brings more."""
    from mlexplorer.ui.sheets.import_form import Present  # start-up time

    raw = window.plane.desk.prepared.raw
    ready = partial(_make_ready, window)
    return Present(len(raw), raw.class_names, window.plane.desk.current_class, adds, ready)


def _named(document: Document, imported: "Imported") -> "Imported":
    """Return points without a column of classes with the classes of the plane: one of them was chosen."""
    if document.points is None or imported.table.label:
        return imported
    return replace(imported, data=replace(imported.data, class_names=document.points.class_names))


def exported_points(window: "Window") -> Dataset:
    """Return the points in their own coordinates, with those held out as the plane shows them."""
    prepared = window.plane.desk.prepared
    return prepared.raw.holding(prepared.data.held_out)


def _with_points(document: Document, imported: "Imported") -> Document:
    """Return a document with imported points in place of its own."""
    fresh = Session(document).with_source(registry.source("placed")()).document
    dealt = deal_of(imported.data)
    return replace(fresh, points=imported.data, transforms=(), holdout=NONE_HELD, dealt=dealt)


def _make_ready(window: "Window", imported: "Imported", adds: bool) -> None:
    """Work out what the window asks first of points that replace others; runs in the worker."""
    document = window.store.session.document
    if not adds:
        imported = _named(document, imported)
        hash(prepare(_with_points(document, imported)).data)
        _ = imported.data.origin  # told in the left panel


def show_sheet(window: "Window", sheet: "ImportSheet") -> None:
    """Show a sheet that asks what columns are for, in place of the one before, and take the points it imports."""
    if window.sheet is not None:
        window.sheet.reject()
    window.sheet = sheet
    sheet.imported.connect(lambda imported, name, adds: take_points(window, imported, name, adds))
    sheet.finished.connect(lambda _: _forget_sheet(window))
    sheet.show()


def _forget_sheet(window: "Window") -> None:
    window.sheet = None
