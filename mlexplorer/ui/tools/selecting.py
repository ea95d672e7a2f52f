"""Selecting points: drag across for a rectangle, around for a lasso; drag what is selected to move it."""

import numpy as np
from PySide6.QtCore import Qt

from mlexplorer.core.arrays import Array, Mask
from mlexplorer.marks.marks import Fill, Line, Mark
from mlexplorer.ui.plane.brush import places_of
from mlexplorer.ui.plane.tool import Touch
from mlexplorer.ui.tools.placing import Dragging

STRAIGHT = 0.9  # a way this much as straight as its chord is the diagonal of a rectangle
LEAST = 4.0  # design pixels: less is a click


class Select(Dragging):
    """Drag selects, Shift adds; a click selects one point or none; dragging a selected point moves all of them."""

    name, title, key, icon = "select", "Select", "S", "select"
    help = "Drag across or around points to select them, Shift adds; drag selected points to move them"
    cursor = Qt.CursorShape.ArrowCursor

    _way: list[tuple[float, float]] | None = None  # positions in the widget

    def press(self, touch: Touch) -> None:
        """Take hold of the point under the pointer, or begin a lasso."""
        self._hold = self.grasp_centre(touch)
        if self._hold is not None:
            return
        row = self.desk.nearest(touch.position)
        if row is None:
            self._way = [(touch.position.x(), touch.position.y())]
            return
        chosen = frozenset({int(self.desk.data.ids[row])})
        if touch.shift:
            self.desk.select_ids(self.desk.selected ^ chosen)
        elif not chosen <= self.desk.selected:
            self.desk.select_ids(chosen)
        if chosen <= self.desk.selected:
            self._hold = self.rows_hold(self.rows_of(row), touch)

    def drag(self, touch: Touch) -> None:
        """Draw the lasso on, or move what was grasped."""
        if self._way is not None:
            self._way.append((touch.position.x(), touch.position.y()))
        super().drag(touch)

    def release(self, touch: Touch) -> None:
        """Select what lies inside."""
        super().release(touch)
        way, self._way = self._way, None
        if way is None:
            return
        before = self.desk.selected if touch.shift else frozenset()
        corners = outline(np.array(way))
        if np.ptp(corners, axis=0).max() < LEAST * self.desk.canvas.unit:
            self.desk.select_ids(before)
            return
        rows = np.flatnonzero(inside(self.desk.canvas.position_of(self.desk.places), corners))
        self.desk.select_ids(before | frozenset(self.desk.data.ids[rows].tolist()))

    def overlay(self, touch: Touch) -> tuple[Mark, ...]:
        """Return the rectangle or the lasso drawn so far."""
        del touch
        if self._way is None or len(self._way) < 2:
            return ()
        corners = places_of(self.desk.canvas, outline(np.array(self._way)))
        return Fill((corners,), "boundary", 0.06), Line(np.concatenate([corners, corners[:1]]), "lasso")


def outline(way: Array) -> Array:
    """Return the corners a way encloses: of a rectangle if it is straight, else its own."""
    steps = np.hypot(*np.diff(way, axis=0).T) if len(way) > 1 else np.zeros(1)
    chord = float(np.hypot(*(way[-1] - way[0])))
    if chord < STRAIGHT * float(steps.sum()):
        return way
    (left, top), (right, bottom) = way[0], way[-1]
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])


def inside(points: Array, corners: Array) -> Mask:
    """Return which points lie inside a polygon: those from which a ray crosses its rim an odd number of times."""
    found = np.zeros(len(points), bool)
    x, y = points.T
    for one, two in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        crosses = (one[1] > y) != (two[1] > y)
        if crosses.any():
            meets = one[0] + (y - one[1]) / np.where(crosses, two[1] - one[1], 1.0) * (two[0] - one[0])
            found ^= crosses & (x < meets)
    return found
