"""The brush under the hand: its size, how it sprays, and the circle that shows it."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF

from mlexplorer.core.arrays import Array
from mlexplorer.core.params import Recipe, param
from mlexplorer.marks.marks import Line, Mark
from mlexplorer.ui.plane.canvas import Canvas

STEP = 1.2  # one key or notch of the wheel makes the brush larger by this factor
CORNERS = 48


@dataclass(frozen=True)
class Brush(Recipe):
    """The size of all brushes, and how points are sprayed."""

    title = "Brush"

    size: int = param(32, "Size", "Radius of the brush in pixels", low=4, high=250, scale="log")
    law: str = param(
        "gaussian",
        "Spray",
        "Dense in the middle, or the same everywhere in the circle",
        choices=("gaussian", "uniform"),
        titles=("Gaussian", "Uniform"),
    )
    rate: int = param(40, "Points per second", "How fast points are sprayed", low=1, high=1000, scale="log")

    def resized(self, notches: float) -> "Brush":
        """Return the brush made larger, or smaller by negative notches; each changes the size by a pixel at least."""
        size = round(self.size * STEP**notches)
        size = size if size != self.size else self.size + (1 if notches > 0 else -1)
        return self.with_values({"size": min(max(size, 4), 250)})


def circle(canvas: Canvas, position: QPointF, radius: float) -> tuple[Mark, ...]:
    """Return the mark of a circle around a position of the widget; radius in design pixels."""
    turn = np.linspace(0, 2 * np.pi, CORNERS + 1)
    ring = np.c_[np.cos(turn), np.sin(turn)] * radius * canvas.unit + [position.x(), position.y()]
    return (Line(places_of(canvas, ring), "brush"),)


def places_of(canvas: Canvas, positions: Array) -> Array:
    """Return the places of the plane at positions of the widget, as (n, 2) arrays both."""
    corners = canvas.plane_rect()
    start, end = np.array(canvas.place_of(corners.topLeft())), np.array(canvas.place_of(corners.bottomRight()))
    share = (positions - [corners.left(), corners.top()]) / [max(corners.width(), 1), max(corners.height(), 1)]
    return np.asarray(start + share * (end - start))
