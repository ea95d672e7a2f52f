"""The commands on what was done and on points as a whole: undo, cut, copy, paste, remove, select."""

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from mlexplorer.core.arrays import Labels
from mlexplorer.core.numbers import counted
from mlexplorer.core.table import BadTable
from mlexplorer.pipeline.point_display import HUGE
from mlexplorer.session.history import History
from mlexplorer.ui.actions import command
from mlexplorer.ui.commands.stage_menu import present
from mlexplorer.ui.commands.tables import TOO_MANY, add_points, ask_columns
from mlexplorer.ui.commands.view_menu import only_plane

if TYPE_CHECKING:
    from mlexplorer.ui.window import Window


@command("undo", "Undo", ("Ctrl+Z",), "Edit", "undo")
def undo(window: "Window") -> None:
    """Take the last edit back; one made in another scene is gone to first."""
    ink, before = window.plane.desk.ink, window.store.history
    label = ink.undo_label or before.undo_label
    if not ink.undo():
        window.store.undo()
    _tell_walk(window, before, label, "Undo again takes it back.")


@command("redo", "Redo", ("Ctrl+Shift+Z", "Ctrl+Y"), "Edit", "redo")
def redo(window: "Window") -> None:
    """Make the edit again that was taken back last; one made in another scene is gone to first."""
    ink, before = window.plane.desk.ink, window.store.history
    label = ink.redo_label or before.redo_label
    if not ink.redo():
        window.store.redo()
    _tell_walk(window, before, label, "Redo again makes it again.")


def _tell_walk(window: "Window", before: History, label: str, then: str) -> None:
    """Say why another scene is open now, if nothing else has happened."""
    book = window.store.book
    if window.store.history.index == before.index and book.current != before.book.current:
        window.plane.toast(f"Scene {book.current + 1}: here is where “{label}” was done. {then}")


@command("cut", "Cut points", ("Ctrl+X",), "Edit")
def cut(window: "Window") -> None:
    """Copy the selected points and remove them."""
    rows = window.plane.desk.selected_rows
    if len(rows):
        copy(window)
    if 0 < len(rows) <= HUGE:
        _remove(window, rows, "cut")


@command("copy", "Copy points", ("Ctrl+C",), "Edit", "copy")
def copy(window: "Window") -> None:
    """Copy the selected points, or all."""
    from mlexplorer.ui.commands import clipboard  # start-up time

    desk = window.plane.desk
    raw = desk.prepared.raw
    chosen = raw.part(desk.selected_rows) if desk.selected else raw
    if len(chosen) > HUGE:
        window.plane.hint(TOO_MANY)
    elif len(chosen):
        clipboard.copy_points(chosen)
        window.plane.hint(f"Copied {counted(len(chosen), 'point')}: they can be pasted here or into a spreadsheet.")


@command("paste", "Paste points", ("Ctrl+V",), "Edit", "paste")
def paste(window: "Window") -> None:
    """Paste rows as points, or ask what their columns are for."""
    from mlexplorer.ui.commands import clipboard  # start-up time

    text = clipboard.pasted_text()
    if not text.strip():
        window.plane.hint("There is no text to paste: copy rows with two columns of numbers.")
        return
    _take_text(window, text, "paste", "pasted rows", clipboard.is_ours())


def drop_text(window: "Window", text: str) -> None:
    """Take rows dragged here out of an editor or a spreadsheet, as Paste takes them."""
    _take_text(window, text, "drop", "dropped rows")


@command("delete", "Remove points", ("Delete", "Backspace"), "Edit", "delete")
def delete(window: "Window") -> None:
    """Remove the selected points, or the one under the pointer."""
    rows = window.plane.desk.selected_rows
    if len(rows) == 0:
        row = window.plane.hovered_row()
        rows = rows if row is None else np.array([row])
    _remove(window, rows, "remove")


@command("select_all", "Select all points", ("Ctrl+A",), "Edit")
def select_all(window: "Window") -> None:
    """Select every point."""
    desk = window.plane.desk
    desk.select(desk.data.rows)


@command("drop", "Drop the selection", ("Escape",), "Edit")
def drop(window: "Window") -> None:
    """Close one thing: a list, a drawer and the pen, then the selection, then the plane alone, then the stage."""
    if window.stage.put_down() if window.presenting else window.middle.shut():
        return
    if window.plane.desk.selected:
        window.plane.desk.select(window.plane.desk.data.rows[:0])
    elif window.put_away:
        only_plane(window)
    elif window.presenting:
        present(window)


@command("restart", "Back to what was kept or opened", ("Ctrl+R",), "Edit")
def restart(window: "Window") -> None:
    """Go back to the scene as it was kept, or to the session as it was opened."""
    window.store.restart()
    scene = window.store.book.scene
    window.plane.toast(f"Back to {f'“{scene.title}” as kept' if scene.kept else 'the start'} · Ctrl+Z")


def _remove(window: "Window", rows: Labels, word: str) -> None:
    if len(rows):
        window.plane.desk.remove(rows, f"{word} {'point' if len(rows) == 1 else counted(len(rows), 'point')}")


def _take_text(window: "Window", text: str, word: str, name: str, ours: bool = False) -> None:
    """Add bare numbers as points of the class in use, points that were copied here as they are; ask about the rest."""
    from mlexplorer.ui.commands import clipboard  # start-up time

    try:
        imported = clipboard.plain_points(text, max(window.plane.desk.current_class, 0), ours)
    except BadTable as problem:
        window.plane.hint(f"This cannot be {'pasted' if word == 'paste' else 'dropped here'}. {problem}")
        return
    if imported is None:
        ask_columns(window, text, name)
        return
    if not ours:
        names = window.plane.desk.data.class_names
        imported = replace(imported, data=replace(imported.data, class_names=names))
    add_points(window, imported, f"{word} {counted(len(imported.data), 'point')}")
