"""Commands of the window on points: remove, copy, paste, nudge, and rearrange the selection."""

from collections.abc import Callable

import numpy as np

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.numbers import counted
from mlexplorer.core.table import BadTable
from mlexplorer.edits.arranging import gathered, jittered, mirrored, rotated, scaled
from mlexplorer.edits.class_edits import renamed, swapped, without_class
from mlexplorer.pipeline.point_display import HUGE, LOCK
from mlexplorer.ui.commands.table_commands import TOO_MANY, TableCommands

NUDGE = 0.01  # of the width of the view
SELECT_FIRST = "Select points first: drag across or around them with the tool Select (S)."


class PointCommands(TableCommands):
    """The part of the window that answers commands on points."""

    def on_delete(self) -> None:
        """Remove the selected points, or the one under the pointer."""
        rows = self.plane.desk.selected_rows
        if len(rows) == 0:
            row = self.plane.hovered_row()
            rows = rows if row is None else np.array([row])
        self._remove(rows, "remove")

    def on_select_all(self) -> None:
        """Select every point."""
        desk = self.plane.desk
        desk.select(desk.data.rows)

    def on_copy(self) -> None:
        """Copy the selected points, or all."""
        from mlexplorer.ui.commands import clipboard  # start-up time

        desk = self.plane.desk
        raw = desk.prepared.raw
        chosen = raw.part(desk.selected_rows) if desk.selected else raw
        if len(chosen) > HUGE:
            self.plane.hint(TOO_MANY)
        elif len(chosen):
            clipboard.copy_points(chosen)
            self.plane.hint(f"Copied {counted(len(chosen), 'point')}: they can be pasted here or into a spreadsheet.")

    def on_cut(self) -> None:
        """Copy the selected points and remove them."""
        rows = self.plane.desk.selected_rows
        if len(rows):
            self.on_copy()
        if 0 < len(rows) <= HUGE:
            self._remove(rows, "cut")

    def on_paste(self) -> None:
        """Paste rows as points, or ask what their columns are for."""
        from mlexplorer.ui.commands import clipboard  # start-up time

        text = clipboard.pasted_text()
        if not text.strip():
            self.plane.hint("There is no text to paste: copy rows with two columns of numbers.")
            return
        self._take_text(text, "paste", "pasted rows")

    def drop_text(self, text: str) -> None:
        """Take rows dragged here out of an editor or a spreadsheet, as Paste takes them."""
        self._take_text(text, "drop", "dropped rows")

    def _take_text(self, text: str, word: str, name: str) -> None:
        """Add rows as points, or ask what their columns are for."""
        from mlexplorer.edits.joining import joined  # start-up time
        from mlexplorer.ui.commands import clipboard  # start-up time

        try:
            imported = clipboard.plain_points(text)
        except BadTable as problem:
            self.plane.hint(f"This cannot be {'pasted' if word == 'paste' else 'dropped here'}. {problem}")
            return
        if imported is None:
            self.ask_columns(text, name)
            return
        desk = self.plane.desk
        before = desk.prepared.raw
        desk.edit(joined(before, imported.data), f"{word} {counted(len(imported.data), 'point')}")
        desk.select(np.arange(len(before), len(desk.data)))

    def on_rotate(self, degrees: str) -> None:
        """Turn the selection."""
        self._rearrange(lambda points: rotated(points, float(degrees)), "rotate")

    def on_scale(self, factor: str) -> None:
        """Make the selection larger or smaller."""
        self._rearrange(lambda points: scaled(points, float(factor)), "scale")

    def on_mirror(self, axis: str) -> None:
        """Mirror the selection."""
        self._rearrange(lambda points: mirrored(points, int(axis)), "mirror")

    def on_jitter(self) -> None:
        """Shake the selection."""
        desk = self.plane.desk
        seed = self.store.history.index  # the same edit of the same history gives the same points
        spread = desk.data.points.std(axis=0) if len(desk.data) else np.ones(2)
        self._rearrange(lambda points: jittered(points, spread, seed), "jitter")

    def on_gather(self) -> None:
        """Pull the selection together."""
        self._rearrange(gathered, "pull together")

    def on_smaller(self) -> None:
        """Make the brush smaller."""
        self.plane.desk.choose_brush(self.plane.desk.brush.resized(-1))

    def on_larger(self) -> None:
        """Make the brush larger."""
        self.plane.desk.choose_brush(self.plane.desk.brush.resized(1))

    def on_lock(self) -> None:
        """Let the hand change x₁ only, or both coordinates again."""
        view = self.store.session.view
        self.store.look(view.switched(LOCK, not view.shows(LOCK)))

    def rename_class(self, label: int, name: str) -> None:
        """Give a class another name."""
        desk = self.plane.desk
        desk.edit(renamed(desk.prepared.raw, label, name), "rename class")

    def remove_class(self, label: int) -> None:
        """Remove a class and its points."""
        desk = self.plane.desk
        if desk.current_class >= label > 0:
            desk.choose_class(desk.current_class - 1)
        desk.edit(without_class(desk.prepared.raw, label), f"remove {desk.data.class_names[label]}")
        desk.choose_class(desk.current_class)

    def swap_classes(self, one: int, two: int) -> None:
        """Exchange two classes."""
        desk = self.plane.desk
        desk.edit(swapped(desk.prepared.raw, one, two), "swap classes")

    def select_class(self, label: int) -> None:
        """Select the points of a class."""
        desk = self.plane.desk
        desk.select(np.flatnonzero(desk.data.labels == label))

    def nudge(self, x: int, y: int) -> bool:
        """Move the selection by a small step; False if there is none."""
        desk = self.plane.desk
        rows = desk.selected_rows
        if len(rows) == 0:
            return False
        left, right, _, _ = self.plane.canvas.bounds
        step = NUDGE * (right - left)
        desk.move(rows, desk.data.points[rows] + [x * step, y * step], "nudge points", "nudge")
        return True

    def _remove(self, rows: Labels, word: str) -> None:
        if len(rows):
            self.plane.desk.remove(rows, f"{word} {'point' if len(rows) == 1 else counted(len(rows), 'point')}")

    def _rearrange(self, change: Callable[[Array], Array], word: str) -> None:
        desk = self.plane.desk
        rows = desk.selected_rows
        if len(rows) == 0:
            self.plane.hint(SELECT_FIRST)
            return
        desk.move(rows, change(desk.data.points[rows]), f"{word} {counted(len(rows), 'point')}")
