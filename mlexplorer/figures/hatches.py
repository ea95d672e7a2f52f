"""Hatches for print without colour: dots and lines over a region, cut at its edge."""

import math

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from mlexplorer.marks import palette


def draw_hatch(painter: QPainter, kind: str, path: QPainterPath, unit: float) -> None:
    """Cover a region with a hatch of the palette; unit is the length of a point."""
    if kind == "none" or path.isEmpty():
        return
    look = palette.scale("hatch_print")
    ink = QColor(look["ink"])
    ink.setAlphaF(look["alpha"])
    painter.save()
    painter.setClipPath(path)  # not intersected with the clip of the plot: SVG would round that to whole points
    pitch, box = look["pitch_pt"] * unit, path.boundingRect()
    if kind == "dots":
        _draw_dots(painter, box, pitch, look["dot_pt"] * unit / 2, ink)
    else:
        pen = QPen(ink, look["line_pt"] * unit)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        painter.drawPath(_lines(kind, box, pitch))
    painter.restore()


def _draw_dots(painter: QPainter, box: QRectF, pitch: float, radius: float, ink: QColor) -> None:
    dots = QPainterPath()
    for row in range(math.floor(box.top() / pitch), math.ceil(box.bottom() / pitch) + 1):
        shift = pitch / 2 if row % 2 else 0.0
        for x in _multiples(box.left() - pitch, box.right() + pitch, pitch):
            dots.addEllipse(QPointF(x + shift, row * pitch), radius, radius)
    painter.fillPath(dots, ink)


def _lines(kind: str, box: QRectF, pitch: float) -> QPainterPath:
    """Return the lines of a hatch over a box; they lie on one lattice, whatever the box."""
    found: list[QLineF] = []
    if kind in ("horizontal", "grid"):
        found += [QLineF(box.left(), y, box.right(), y) for y in _multiples(box.top(), box.bottom(), pitch)]
    if kind == "grid":
        found += [QLineF(x, box.top(), x, box.bottom()) for x in _multiples(box.left(), box.right(), pitch)]
    if kind == "diagonal":
        low, high = box.left() + box.top(), box.right() + box.bottom()
        steps = _multiples(low, high, pitch * math.sqrt(2))
        found += [QLineF(total - box.bottom(), box.bottom(), total - box.top(), box.top()) for total in steps]
    path = QPainterPath()
    for line in found:
        path.moveTo(line.p1())
        path.lineTo(line.p2())
    return path


def _multiples(low: float, high: float, pitch: float) -> list[float]:
    return (np.arange(math.ceil(low / pitch), math.floor(high / pitch) + 1) * pitch).tolist()
