"""Hatches for print without colour: dots and lines over a region that end at its edge."""

import math
from collections.abc import Iterator

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from mlexplorer.core.arrays import Array
from mlexplorer.marks import palette

TURNS = {
    "horizontal": (np.eye(2),),
    "grid": (np.eye(2), np.array([[0.0, 1.0], [1.0, 0.0]])),
    "diagonal": (np.array([[1.0, -1.0], [1.0, 1.0]]) / math.sqrt(2),),
}


def draw_hatch(painter: QPainter, kind: str, path: QPainterPath, unit: float) -> None:
    """Cover a region with a hatch of the palette; unit is the length of a point."""
    if kind == "none" or path.isEmpty():
        return
    look = palette.scale("hatch_print")
    ink = QColor(look["ink"])
    ink.setAlphaF(look["alpha"])
    edges = edges_of(path)
    if kind == "dots":
        painter.fillPath(_dots(edges, look["pitch_pt"] * unit, look["dot_pt"] * unit / 2), ink)
        return
    pen = QPen(ink, look["line_pt"] * unit)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.strokePath(_lines(edges, kind, look["pitch_pt"] * unit), pen)


def _lines(edges: Array, kind: str, pitch: float) -> QPainterPath:
    """Return the lines of a hatch; they lie on one lattice, whatever the region."""
    path = QPainterPath()
    for turn in TURNS[kind]:
        for height, left, right in spans_of(edges @ turn.T, pitch):
            for x, y in (np.array([[left, height], [right, height]]) @ np.linalg.inv(turn).T).tolist():
                path.moveTo(x, y) if path.elementCount() % 2 == 0 else path.lineTo(x, y)
    return path


def _dots(edges: Array, pitch: float, radius: float) -> QPainterPath:
    """Return the dots of a hatch, every other row shifted by half."""
    path = QPainterPath()
    for height, left, right in spans_of(edges, pitch):
        shift = pitch / 2 if round(height / pitch) % 2 else 0.0
        first, last = math.ceil((left - shift) / pitch), math.floor((right - shift) / pitch)
        for number in range(first, last + 1):
            path.addEllipse(QPointF(number * pitch + shift, height), radius, radius)
    return path


def spans_of(edges: Array, pitch: float) -> Iterator[tuple[float, float, float]]:
    """Yield height, left and right end of each part of the lattice's level lines that lies inside a region."""
    (x, y), (to_x, to_y) = edges[:, 0].T, edges[:, 1].T
    low, high = min(y.min(), to_y.min()), max(y.max(), to_y.max())
    for number in range(math.ceil(low / pitch), math.floor(high / pitch) + 1):
        height = number * pitch
        crossing = (y <= height) != (to_y <= height)
        share = (height - y[crossing]) / (to_y[crossing] - y[crossing])
        places = np.sort(x[crossing] + share * (to_x[crossing] - x[crossing])).tolist()
        yield from ((height, left, right) for left, right in zip(places[::2], places[1::2], strict=True))


def edges_of(path: QPainterPath) -> Array:
    """Return the edges of all rings of a path, as (n, 2, 2)."""
    rings = [np.array([(point.x(), point.y()) for point in ring.toList()]) for ring in path.toSubpathPolygons()]
    return np.concatenate([np.stack([ring, np.roll(ring, -1, axis=0)], axis=1) for ring in rings])
