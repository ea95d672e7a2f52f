"""Brushes: spray points, erase them, give them another class, hold them out. One stroke is one entry of undo."""

import time
from typing import ClassVar

import numpy as np
from PySide6.QtCore import QPointF, QTimer

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.data import UNLABELLED
from mlexplorer.marks.marks import Mark
from mlexplorer.ui.plane.brush import Brush, circle, places_of
from mlexplorer.ui.plane.desk import Desk
from mlexplorer.ui.plane.tool import Tool, Touch
from mlexplorer.ui.tools.placing import remove_nearest

TICK = 16  # milliseconds between two clouds of the spray
MOST_AT_ONCE = 200  # after a hitch the spray does not catch up by more
SPREAD = 0.4  # standard deviation of the Gaussian spray, as a share of the radius: 95 % lie in the circle


class Stroke(Tool):
    """A brush that does something to every point it passes over."""

    has_brush = True
    _last: QPointF | None = None

    def press(self, touch: Touch) -> None:
        """Begin the stroke where the pointer is."""
        self._last = touch.position
        self.drag(touch)

    def drag(self, touch: Touch) -> None:
        """Go on; what lies between two moves of a fast hand is passed over as well."""
        assert self._last is not None
        rows = self.desk.along(self._last, touch.position, self.desk.brush.size)
        self._last = touch.position
        if len(rows):
            self.apply(rows)

    def overlay(self, touch: Touch) -> tuple[Mark, ...]:
        """Return the circle of the brush."""
        return circle(self.desk.canvas, touch.position, self.desk.brush.size)

    def apply(self, rows: Labels) -> None:
        """Do to the points in rows what the brush is for."""
        raise NotImplementedError


class Erase(Stroke):
    """Removes every point the brush passes over."""

    name, title, key, icon = "erase", "Erase", "E", "erase"
    help = "Drag over points to remove them, right-click to remove the nearest"

    def apply(self, rows: Labels) -> None:
        """Remove points."""
        self.desk.remove(rows, "erase points", "stroke")

    def right(self, touch: Touch) -> bool:
        """Remove the nearest point."""
        remove_nearest(self, touch)
        return True


class Relabel(Stroke):
    """Gives every point the brush passes over the current class."""

    name, title, key, icon = "relabel", "Relabel", "R", "relabel"
    help = "Drag over points to give them the current class"

    def apply(self, rows: Labels) -> None:
        """Give points the current class."""
        raw = self.desk.prepared.raw.relabelled(rows, self.desk.current_class)
        self.desk.edit(raw, "relabel points", "stroke")


class HoldOut(Stroke):
    """Turns points into test points, or back if the stroke begins on one."""

    name, title, key, icon = "hold_out", "Hold out", "T", "hide"
    help = "Click a point or drag over points to hold them out for testing, or test points to learn from them again"
    _held: bool | None = None

    def press(self, touch: Touch) -> None:
        """Turn the nearest point, which decides the direction of the stroke; only a drag takes its neighbours too."""
        self._held, self._last = None, touch.position
        nearest = self.desk.nearest(touch.position, self.desk.brush.size)
        if nearest is not None:
            self.apply(np.array([nearest]))

    def apply(self, rows: Labels) -> None:
        """Hold points out, or no longer; the present split becomes one of single points."""
        held = self.desk.data.held_out.copy()
        if self._held is None:
            self._held = not held[rows].any()
        held[rows] = self._held
        self.desk.hold(held, "hold points out" if self._held else "learn from points again", "stroke")


class Spray(Tool):
    """Sprays points of the current class for as long as it is held."""

    name, title, key, icon = "spray", "Spray", "B", "spray"
    help = "Hold to spray points of the current class"
    has_brush: ClassVar[bool] = True

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._timer = QTimer(desk, interval=TICK)
        self._timer.timeout.connect(self._tick)
        self._position = QPointF()
        self._told = 0.0
        self._owed = 0.0

    @property
    def is_spraying(self) -> bool:
        """Whether points go on coming until the hand lets go."""
        return self._timer.isActive()

    def press(self, touch: Touch) -> None:
        """Spray a first point at once, then more by the clock."""
        self._position, self._owed, self._told = touch.position, 1.0, time.perf_counter()
        self._spray()
        self._timer.start()

    def drag(self, touch: Touch) -> None:
        """Spray where the pointer is."""
        self._position = touch.position

    def release(self, touch: Touch) -> None:
        """Stop."""
        del touch
        self._timer.stop()

    def overlay(self, touch: Touch) -> tuple[Mark, ...]:
        """Return the circle of the spray."""
        return circle(self.desk.canvas, touch.position, self.desk.brush.size)

    def _tick(self) -> None:
        now = time.perf_counter()
        self._owed = min(self._owed + (now - self._told) * self.desk.brush.rate, MOST_AT_ONCE)
        self._told = now
        self._spray()

    def _spray(self) -> None:
        count, self._owed = int(self._owed), self._owed % 1
        if count == 0:
            return
        seed = self.desk.prepared.raw.next_id  # the same stroke on the same points gives the same cloud
        away = cloud(self.desk.brush, count, seed) * self.desk.canvas.unit
        places = places_of(self.desk.canvas, np.array([self._position.x(), self._position.y()]) + away)
        label = self.desk.current_class
        words = "spray unlabelled points" if label == UNLABELLED else "spray points"
        self.desk.add(places, label, words, "stroke")


def cloud(brush: Brush, count: int, seed: int) -> Array:
    """Return random offsets of a spray from its middle, in design pixels."""
    draw = np.random.default_rng(seed)
    if brush.law == "gaussian":
        return draw.normal(0.0, SPREAD * brush.size, (count, 2))
    radius, turn = np.sqrt(draw.random(count)) * brush.size, draw.random(count) * 2 * np.pi
    return np.c_[radius * np.cos(turn), radius * np.sin(turn)]
