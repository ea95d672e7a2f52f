"""The tools of the hand: each says what a press, a drag and a release on the plane do."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from PySide6.QtCore import QPointF, Qt

from mlexplorer.core.data import UNLABELLED
from mlexplorer.ui.desk import Desk


@dataclass(frozen=True)
class Touch:
    """Where the pointer is, on the plane and in the widget, and which keys are held."""

    x: float
    y: float
    position: QPointF
    shift: bool = False
    ctrl: bool = False


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
    """A tool that can drag the point it grasped."""

    _row: int | None = None
    _offset: tuple[float, float] = (0.0, 0.0)

    def grasp(self, touch: Touch) -> bool:
        """Take hold of the point under the pointer, if there is one."""
        self._row = self.desk.nearest(touch.position)
        if self._row is not None:
            x, y = self.desk.data.points[self._row]
            self._offset = (x - touch.x, y - touch.y)
        return self._row is not None

    def drag(self, touch: Touch) -> None:
        """Move the grasped point with the pointer."""
        if self._row is not None:
            place = np.array([[touch.x + self._offset[0], touch.y + self._offset[1]]])
            self.desk.move([self._row], place, "move point", "drag")

    def release(self, touch: Touch) -> None:
        """Let go of the point."""
        del touch
        self._row = None


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
            self._row, self._offset = len(self.desk.data) - 1, (0.0, 0.0)

    def right(self, touch: Touch) -> bool:
        """Remove the nearest point."""
        row = self.desk.nearest(touch.position, reach=40)
        if row is not None:
            self.desk.remove([row], "remove point")
        return True


class Move(_Dragging):
    """Drag moves a point."""

    name, title, key, icon = "move", "Move", "V", "move"
    help = "Drag a point; the boundary follows"
    cursor = Qt.CursorShape.ArrowCursor

    def press(self, touch: Touch) -> None:
        """Grasp the point under the pointer."""
        self.grasp(touch)


TOOLS: tuple[type[Tool], ...] = (Place, Move)
