"""What a lecturer points with: pen, straight line, highlighter, spotlight and laser; none touches a document."""

import time
from collections import deque
from itertools import pairwise
from typing import ClassVar

import numpy as np
from PySide6.QtCore import QPointF, Qt, QTimer

from mlexplorer.marks.marks import Line, Mark, Points
from mlexplorer.session.ink import InkStroke
from mlexplorer.ui.plane.desk import Desk
from mlexplorer.ui.plane.tool import Tool, Touch

NEAR = 1.5  # pixels: a shorter way is none
SPOT = 90.0  # design pixels from the middle of a spot of light to its rim
TAIL = 0.4  # seconds that the tail of the laser is seen
FRAME = 16  # milliseconds between two pictures of the tail


class PenTool(Tool):
    """Draws freely over the plane."""

    name, title, key, icon = "pen", "Pen", "F2", "pen"
    help = "Draw over the plane; Backspace clears it"
    edits = False
    kind: ClassVar[str] = "pen"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._way: list[tuple[float, float]] = []
        self._last = QPointF()

    def press(self, touch: Touch) -> None:
        """Put the pen down."""
        self._way, self._last = [(touch.x, touch.y)], touch.position

    def drag(self, touch: Touch) -> None:
        """Draw on."""
        if self._way and (touch.position - self._last).manhattanLength() >= NEAR:
            self._last = touch.position
            self._way = self._extended(touch)
            self.desk.ink.show(InkStroke(self.kind, tuple(self._way)))

    def release(self, touch: Touch) -> None:
        """Lift the pen; where it was only put down, a dot stays."""
        if len(self._way) == 1:
            beside = self.desk.canvas.place_of(touch.position + QPointF(1.0, 0.0))
            self._way.append(beside)
        if self._way:
            self.desk.ink.add(InkStroke(self.kind, tuple(self._way)))
        self._way = []

    def _extended(self, touch: Touch) -> list[tuple[float, float]]:
        return [*self._way, (touch.x, touch.y)]


class LineTool(PenTool):
    """Draws straight lines; Shift keeps them level or upright."""

    name, title = "line", "Straight line"
    help = "Drag a straight line over the plane, with Shift level or upright; Backspace clears it"
    kind = "line"

    def _extended(self, touch: Touch) -> list[tuple[float, float]]:
        (x, y), (across, up) = self._way[0], (touch.x, touch.y)
        if touch.shift:
            start = self.desk.canvas.position_of(np.array([[x, y]]))[0]
            level = abs(touch.position.x() - start[0]) >= abs(touch.position.y() - start[1])
            across, up = (across, y) if level else (x, up)
        return [(x, y), (across, up)]


class HighlighterTool(PenTool):
    """Draws broad strokes that can be seen through."""

    name, title, kind = "highlighter", "Highlighter", "highlighter"
    help = "Draw broad strokes that can be seen through; Backspace clears them"


class SpotlightTool(Tool):
    """Veils all but a spot: it goes with the pointer, a click leaves it there, a drag makes it larger or smaller."""

    name, title, key, icon = "spotlight", "Spotlight", "F3", "laser"
    help = "Point at a place: all else is veiled. Click to leave the light there, drag to make it larger"
    edits = False

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._middle: Touch | None = None
        self._stays = False

    def press(self, touch: Touch) -> None:
        """Leave the light here."""
        self._middle, self._stays = touch, True
        self.desk.ink.show(self._spot(touch, touch))

    def drag(self, touch: Touch) -> None:
        """Make it reach as far as the pointer."""
        self.desk.ink.show(self._spot(self._middle or touch, touch))

    def release(self, touch: Touch) -> None:
        """Let it stay."""
        self.desk.ink.add(self._spot(self._middle or touch, touch))

    def right(self, touch: Touch) -> bool:
        """Let it follow the pointer again."""
        self._stays = False
        self.desk.ink.show(self._spot(touch, touch))
        return True

    def overlay(self, touch: Touch) -> tuple[Mark, ...]:
        """Take the light along, unless it stays where it was left; nothing is drawn beside it."""
        spots = [stroke for stroke in self.desk.ink.strokes if stroke.kind == "spot"]
        if not self._stays or not spots:
            self._stays = False
            self.desk.ink.show(self._spot(touch, touch))
        return ()

    def leave(self) -> None:
        """Take the light along that was left nowhere."""
        self._stays = False
        self.desk.ink.show(None)

    def _spot(self, middle: Touch, rim: Touch) -> InkStroke:
        """Return a spot that is round on the screen, and reaches to a place if that is not its middle."""
        canvas = self.desk.canvas
        way = rim.position - middle.position
        reach = float(np.hypot(way.x(), way.y()))
        reach = SPOT * canvas.unit if reach < 4 * canvas.unit else reach
        corner = canvas.place_of(middle.position + QPointF(reach, -reach))
        return InkStroke("spot", ((middle.x, middle.y), corner))


class LaserTool(Tool):
    """A red dot under the pointer, with a tail that fades."""

    name, title, key, icon = "laser", "Laser", "F3", "laser"
    help = "Point at places with a red dot"
    cursor = Qt.CursorShape.BlankCursor
    edits = False

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._tail: deque[tuple[float, float, float]] = deque()  # when, x, y
        self._clock = QTimer(desk, interval=FRAME)
        self._clock.timeout.connect(desk.hand_changed)

    def overlay(self, touch: Touch) -> tuple[Mark, ...]:
        """Return the dot, and the way it took lately."""
        now = time.monotonic()
        if not self._tail or self._tail[-1][1:] != (touch.x, touch.y):
            self._tail.append((now, touch.x, touch.y))
        while len(self._tail) > 1 and self._tail[0][0] < now - TAIL:
            self._tail.popleft()
        if len(self._tail) > 1:
            self._clock.start()
        else:
            self._clock.stop()
        dot = Points(np.array([[touch.x, touch.y]]), "laser", -1, "laser")
        return (*self._faded(now), dot)

    def leave(self) -> None:
        """Forget the tail."""
        self._clock.stop()
        self._tail.clear()

    def _faded(self, now: float) -> tuple[Mark, ...]:
        """Return the tail in pieces, the older the paler and thinner."""
        tail = list(self._tail)
        shares = [max(0.0, 1 - (now - when) / TAIL) for when, _, _ in tail[1:]]
        ways = [np.array([one[1:], two[1:]]) for one, two in pairwise(tail)]
        seen = ((way, share) for way, share in zip(ways, shares, strict=True) if share)
        return tuple(Line(way, "laser", 0.6 * share, share) for way, share in seen)


PENS: tuple[type[Tool], ...] = (PenTool, LineTool, HighlighterTool)  # in the order F2 walks them
LIGHTS: tuple[type[Tool], ...] = (LaserTool, SpotlightTool)  # and F3
