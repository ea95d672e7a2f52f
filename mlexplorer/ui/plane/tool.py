"""What a tool of the hand is: it says what a press, a drag and a release on the plane do."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from PySide6.QtCore import QPointF, Qt

from mlexplorer.core.arrays import Array
from mlexplorer.marks.marks import Mark
from mlexplorer.ui.plane.desk import Desk


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


class Tool:
    """One way of touching the plane; a gesture runs from press to release."""

    name: ClassVar[str]
    title: ClassVar[str]
    key: ClassVar[str]
    icon: ClassVar[str] = ""
    help: ClassVar[str]
    cursor: ClassVar[Qt.CursorShape] = Qt.CursorShape.CrossCursor
    has_brush: ClassVar[bool] = False
    edits: ClassVar[bool] = True  # a gesture may change the document, so that everything is painted in haste

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

    def overlay(self, touch: Touch) -> tuple[Mark, ...]:
        """Return what the tool draws around the pointer."""
        del touch
        return ()

    def leave(self) -> None:
        """Take away what it shows: another tool is used from now on."""
