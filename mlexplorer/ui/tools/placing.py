"""Placing and moving: single points, whole classes, a neighbourhood with fall-off, and straight boundaries."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import numpy as np
from PySide6.QtCore import QPointF, Qt

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import HasSurface
from mlexplorer.core.data import UNLABELLED
from mlexplorer.edits.centres import held_centres, with_centre
from mlexplorer.edits.line_handles import gap, handles, held_line, shifted, turned
from mlexplorer.edits.rules import crosses, with_boundary
from mlexplorer.marks.marks import Mark, Points
from mlexplorer.ui.plane.brush import circle
from mlexplorer.ui.plane.tool import Tool, Touch

HANDLE_REACH = 9.0  # design pixels
CENTRE_REACH = 12.0  # design pixels
REMOVE_REACH = 40.0  # design pixels from which a right click removes a point
JUDGED = ("judge", "roc")  # views beside which the boundary is a handle of the threshold
Hold: TypeAlias = Callable[[Touch], None]


class Dragging(Tool):
    """A tool that drags what it has taken hold of: points, or the boundary by its handles."""

    _hold: Hold | None = None

    def grasp(self, touch: Touch, line_too: bool = False) -> bool:
        """Take hold of a handle of the boundary, else of the point under the pointer, else of the line itself."""
        row = self.desk.nearest(touch.position)
        self._hold = self._grasp_line(touch, on_handle=True) or (self.grasp_centre(touch) if line_too else None)
        if self._hold is None and row is not None:
            self._hold = self.rows_hold(self.rows_of(row), touch)
        if self._hold is None and line_too:
            self._hold = self._grasp_threshold(touch) or self._grasp_line(touch, on_handle=False)
        return self._hold is not None

    def is_on_threshold(self, touch: Touch) -> bool:
        """Return whether the boundary is under the pointer, and moves with the threshold: where that is judged."""
        snapshot, canvas = self.desk.snapshot, self.desk.canvas
        if snapshot is None or self.desk.store.session.view.panel not in JUDGED:
            return False
        turns, reach = np.linspace(0, 2 * np.pi, 13), HANDLE_REACH * canvas.unit
        ring = touch.position.toTuple() + reach * np.c_[np.cos(turns), np.sin(turns)]
        return crosses(snapshot, np.array([canvas.place_of(QPointF(*place)) for place in ring.tolist()]))

    def _grasp_threshold(self, touch: Touch) -> Hold | None:
        return self._set_threshold if self.is_on_threshold(touch) else None

    def _set_threshold(self, touch: Touch) -> None:
        if self.desk.snapshot is not None:
            moved = with_boundary(replace(self.desk.snapshot, session=self.desk.store.session), touch.place)
            if moved is not None:
                self.desk.store.edit(moved, "move the threshold", "drag")

    def rows_of(self, row: int) -> Labels:
        """Return the points that move with one: the selection if it belongs to that."""
        selected = self.desk.selected_rows
        return selected if row in selected else np.array([row])

    def rows_hold(self, rows: Labels, touch: Touch, shares: Array | None = None) -> Hold:
        """Return the hold on points: they keep their distance from the pointer, or follow it by their shares."""
        start, places = touch.place, self.desk.data.points[rows]
        weights = np.ones((len(rows), 1)) if shares is None else shares[:, None]
        words = "move point" if len(rows) == 1 else f"move {len(rows)} points"
        return lambda later: self.desk.move(rows, places + weights * (later.place - start), words, "drag")

    def drag(self, touch: Touch) -> None:
        """Move what was grasped with the pointer."""
        if self._hold is not None:
            self._hold(touch)

    def release(self, touch: Touch) -> None:
        """Let go."""
        del touch
        self._hold = None

    def grasp_centre(self, touch: Touch) -> Hold | None:
        """Select the centre under the pointer, or none, and return the hold on it: its run starts anew from there."""
        found = None if self.desk.snapshot is None else held_centres(self.desk.snapshot)
        if found is None:
            return None
        centres, _ = found
        gaps = [self.desk.pixels_between(centre, touch.place) for centre in centres]
        index = int(np.argmin(gaps))
        near, view = gaps[index] <= CENTRE_REACH, self.desk.store.session.view
        self.desk.store.look(replace(view, centre=index if near else None))
        if not near:
            return None
        return lambda later: self.desk.store.edit(
            with_centre(self.desk.store.session, centres, index, later.place), "move a centre", "drag"
        )

    def _grasp_line(self, touch: Touch, on_handle: bool) -> Hold | None:
        snapshot = self.desk.snapshot
        weights = None if snapshot is None else held_line(snapshot)
        found = None if weights is None else handles(weights, self.desk.canvas.bounds)
        if weights is None or found is None:
            return None
        if on_handle and self.desk.pixels_between(found.arm, touch.place) <= HANDLE_REACH:
            return lambda later: self._set_line(turned(weights, found.middle, later.place), "turn the line")
        start = touch.place
        nearest = found.middle if on_handle else touch.place - gap(weights, touch.place)
        if self.desk.pixels_between(nearest, touch.place) <= HANDLE_REACH:
            return lambda later: self._set_line(shifted(weights, later.place - start), "shift the line")
        return None

    def _set_line(self, weights: Array, name: str) -> None:
        self.desk.store.edit(self.desk.store.session.with_held(weights), name, "drag")


class Place(Dragging):
    """Click places a point of the current class; on a point, drag moves it; right-click removes the nearest."""

    name, title, key, icon = "place", "Add", "P", "place"
    help = "Click to place a point, drag to move one, right-click to remove one"

    def press(self, touch: Touch) -> None:
        """Grasp a point, or place a new one and grasp that; on a function, place the start of the walk."""
        self._hold = self._start_hold()
        if self._hold is not None:
            self._hold(touch)
            return
        if not self.grasp(touch):
            label = self.desk.current_class
            name = "place unlabelled point" if label == UNLABELLED else "place point"
            self.desk.add(touch.place[None], label, name, "drag")
            self._hold = self.rows_hold(np.array([len(self.desk.data) - 1]), touch)

    def _start_hold(self) -> Hold | None:
        step = None if self.desk.snapshot is None else self.desk.snapshot.step
        if not isinstance(step, HasSurface):
            return None
        store, here = self.desk.store, step.place[None]
        return lambda later: store.edit(with_centre(store.session, here, 0, later.place), "place the start", "drag")

    def right(self, touch: Touch) -> bool:
        """Remove the nearest point."""
        remove_nearest(self, touch)
        return True


class Move(Dragging):
    """Drag moves a point, the selection or a straight boundary; Shift all under the brush, Ctrl a whole class."""

    name, title, key, icon = "move", "Move", "V", "move"
    help = "Drag a point or a straight boundary, beside Judge any boundary; with Shift all points near, Ctrl a class"
    cursor = Qt.CursorShape.ArrowCursor

    def takes(self, touch: Touch) -> bool:
        """Return whether there is a point to move a class by; Ctrl on empty ground pans."""
        return not touch.ctrl or self.desk.nearest(touch.position) is not None

    def press(self, touch: Touch) -> None:
        """Grasp what is under the pointer."""
        if touch.shift:
            self._hold = self._soft_hold(touch)
        elif touch.ctrl:
            self._hold = self._class_hold(touch)
        else:
            self.grasp(touch, line_too=True)

    def overlay(self, touch: Touch) -> tuple[Mark, ...]:
        """Return the circle within which points follow, with Shift; on a boundary that is a threshold, a handle."""
        if touch.shift:
            return circle(self.desk.canvas, touch.position, self.desk.brush.size)
        is_handle = self._hold == self._set_threshold or (
            self._hold is None and self.desk.nearest(touch.position) is None and self.is_on_threshold(touch)
        )
        return (Points(touch.place[None], "path", 0, "here"),) if is_handle else ()

    def _soft_hold(self, touch: Touch) -> Hold | None:
        rows = self.desk.within(touch.position, self.desk.brush.size)
        places = np.concatenate([touch.place[None], self.desk.data.points[rows]])
        positions = self.desk.canvas.position_of(places)
        gaps = np.hypot(*(positions[1:] - positions[0]).T) / (self.desk.brush.size * self.desk.canvas.unit)
        return self.rows_hold(rows, touch, fall_off(gaps)) if len(rows) else None

    def _class_hold(self, touch: Touch) -> Hold | None:
        row = self.desk.nearest(touch.position)
        labels = self.desk.data.labels
        return None if row is None else self.rows_hold(np.flatnonzero(labels == labels[row]), touch)


def fall_off(gaps: Array) -> Array:
    """Return how much points follow: all in the middle (gap 0), nothing at the rim (gap 1), smooth between."""
    return np.asarray(np.clip(1 - gaps**2, 0, 1) ** 2)


def remove_nearest(tool: Tool, touch: Touch) -> None:
    """Remove the point nearest to a touch, if one is near."""
    row = tool.desk.nearest(touch.position, reach=REMOVE_REACH)
    if row is not None:
        tool.desk.remove([row], "remove point")
