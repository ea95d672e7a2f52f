"""The tools of the hand: each says what a press, a drag and a release on the plane do."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

import numpy as np
from PySide6.QtCore import QPointF, Qt

from mlexplorer.core.arrays import Array
from mlexplorer.core.data import UNLABELLED
from mlexplorer.session.grasp import gap, handles, held_line, shifted, turned
from mlexplorer.ui.desk import Desk


@dataclass(frozen=True)
class Touch:
    """Where the pointer is, on the plane and in the widget, and which keys are held."""

    x: float
    y: float
    position: QPointF
    shift: bool = False
    ctrl: bool = False

    @property
    def place(self) -> Array:
        """The place on the plane."""
        return np.array([self.x, self.y])


HANDLE_REACH = 9.0  # design pixels
Hold: TypeAlias = Callable[[Touch], None]


class Tool:
    """One way of touching the plane; a gesture runs from press to release."""

    name: ClassVar[str]
    title: ClassVar[str]
    key: ClassVar[str]
    icon: ClassVar[str]
    help: ClassVar[str]
    cursor: ClassVar[Qt.CursorShape] = Qt.CursorShape.CrossCursor

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def takes(self, touch: Touch) -> bool:
        """Return whether a press with Ctrl here belongs to the tool; if not, it pans."""
        return not touch.ctrl

    def press(self, touch: Touch) -> None:
        """Begin a gesture."""

    def drag(self, touch: Touch) -> None:
        """Go on with a gesture."""

    def release(self, touch: Touch) -> None:
        """End a gesture."""

    def right(self, touch: Touch) -> bool:
        """Answer a right click; False leaves it to the menu."""
        del touch
        return False


class _Dragging(Tool):
    """A tool that drags what it has taken hold of: a point, or the boundary by its handles."""

    _hold: Hold | None = None

    def grasp(self, touch: Touch, line_too: bool = False) -> bool:
        """Take hold of a handle of the boundary, else of the point under the pointer, else of the line itself."""
        row = self.desk.nearest(touch.position)
        self._hold = self._grasp_line(touch, on_handle=True)
        if self._hold is None and row is not None:
            self._hold = self.point_hold(row, touch)
        if self._hold is None and line_too:
            self._hold = self._grasp_line(touch, on_handle=False)
        return self._hold is not None

    def point_hold(self, row: int, touch: Touch) -> Hold:
        """Return the hold on a point: it keeps its distance from the pointer."""
        offset = self.desk.data.points[row] - touch.place
        return lambda later: self.desk.move([row], (later.place + offset)[None], "move point", "drag")

    def drag(self, touch: Touch) -> None:
        """Move what was grasped with the pointer."""
        if self._hold is not None:
            self._hold(touch)

    def release(self, touch: Touch) -> None:
        """Let go."""
        del touch
        self._hold = None

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


class Place(_Dragging):
    """Click places a point of the current class; on a point, drag moves it; right-click removes the nearest."""

    name, title, key, icon = "place", "Place", "P", "place"
    help = "Click to place a point, drag to move one, right-click to remove one"

    def press(self, touch: Touch) -> None:
        """Grasp a point, or place a new one and grasp that."""
        if not self.grasp(touch):
            label = self.desk.current_class
            name = "place unlabelled point" if label == UNLABELLED else "place point"
            self.desk.add(np.array([[touch.x, touch.y]]), label, name, "drag")
            self._hold = self.point_hold(len(self.desk.data) - 1, touch)

    def right(self, touch: Touch) -> bool:
        """Remove the nearest point."""
        row = self.desk.nearest(touch.position, reach=40)
        if row is not None:
            self.desk.remove([row], "remove point")
        return True


class Move(_Dragging):
    """Drag moves a point, or a straight boundary."""

    name, title, key, icon = "move", "Move", "V", "move"
    help = "Drag a point, or a straight boundary; everything follows"
    cursor = Qt.CursorShape.ArrowCursor

    def press(self, touch: Touch) -> None:
        """Grasp what is under the pointer."""
        self.grasp(touch, line_too=True)


TOOLS: tuple[type[Tool], ...] = (Place, Move)
