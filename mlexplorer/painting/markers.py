"""Markers: what the outline of each class's shape is, and how one is painted in passes."""

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainterPath, QPen, QPolygonF, QTransform

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.marks import palette
from mlexplorer.marks.marks import Pies, Points
from mlexplorer.marks.palette import Theme
from mlexplorer.marks.styles import POINTS, Pass
from mlexplorer.painting.gate import passing_sizes

if TYPE_CHECKING:
    from mlexplorer.painting.painter import Painter

USUAL_MARKER = float(palette.scale("marker")["screen_px"])
HOLLOW_STROKE = float(palette.scale("marker")["hollow_stroke_concave_px"])  # for shapes with inner corners
PIE = 7.2 / USUAL_MARKER  # the radius of a pie in diameters of a marker
PARTS = 16  # of a pie, to which its slices are rounded
ROUND, TOP = 360 * 16, 90 * 16  # in sixteenths of a degree, as Qt has them
HOLLOW = ("hollow", "struck_test")
HOLLOW_GROWTH = float(palette.scale("marker")["hollow_grow_concave"])


def _strokes(*ends: tuple[float, float]) -> QPainterPath:
    """Return strokes from ends to the places opposite of them, for a marker of diameter 1."""
    path = QPainterPath()
    for x, y in ends:
        path.moveTo(QPointF(x, y))
        path.lineTo(QPointF(-x, -y))
    return path


CORNER = 0.5 * 0.5**0.5
FORMS = {"cross": _strokes((-CORNER, -CORNER), (-CORNER, CORNER)), "slash": _strokes((-CORNER, CORNER))}


@lru_cache(maxsize=64)
def symbol(shape: int, theme: Theme) -> QPainterPath:
    """Return the outline of a class's shape for a marker of diameter 1, y pointing down."""
    outline = palette.shape_path(theme.style(shape).shape)
    path = QPainterPath()
    if outline.is_circle:
        path.addEllipse(QPointF(0, 0), outline.factor / 2, outline.factor / 2)
    else:
        path.addPolygon(QPolygonF([QPointF(x, y) for x, y in outline.outline(1.0).tolist()]))
        path.closeSubpath()
    return path


def diameters(mark: Points, step: Pass, marker: float) -> Array:
    """Return the diameter of each marker of one pass, in design units."""
    sizes = np.ones(len(mark.places)) if mark.sizes is None else mark.sizes
    gaps = 2 * mark.gaps if step.gap and mark.gaps is not None else 0.0
    grown = HOLLOW_GROWTH if mark.style in HOLLOW and _is_concave(mark.shape) and step.form == "own" else 1.0
    return passing_sizes(marker * step.size * grown * sizes + (gaps + step.extra) * marker / USUAL_MARKER)


@lru_cache(maxsize=16)
def _is_concave(shape: int) -> bool:
    """Return whether a class's shape has inner corners; shapes are the same in all themes."""
    return palette.shape_path(palette.theme("light").style(shape).shape).is_concave


def draw_points(painter: "Painter", mark: Points) -> None:
    """Draw every marker of a mark, one pass after another."""
    places = painter.to_device(mark.places)
    for step in POINTS[mark.style]:
        sizes = diameters(mark, step, painter.marker) * painter.unit
        room = float(sizes.max(initial=0.0)) / 2
        seen = painter.is_seen(places, room) & np.isfinite(places).all(axis=1)
        for (x, y), size in zip(places[seen].tolist(), sizes[seen].tolist(), strict=True):
            draw_marker(painter, mark, step, QPointF(x, y), size)


def draw_marker(painter: "Painter", mark: Points, step: Pass, place: QPointF, size: float) -> None:
    """Draw one pass of one marker of a mark at a place of the device; size is in units of the device."""
    outline = FORMS.get(step.form) or symbol(0 if step.form == "ring" else mark.shape, painter.theme)
    painter.qt.setPen(point_pen(painter, mark, step))
    painter.qt.setBrush(QBrush(painter.colour(_own(step.fill, mark))) if step.fill else Qt.BrushStyle.NoBrush)
    painter.qt.drawPath(_placed(outline, place.x(), place.y(), size))


def point_pen(painter: "Painter", mark: Points, step: Pass) -> QPen:
    """Return the pen of one pass of a marker."""
    if not step.pen:
        return QPen(Qt.PenStyle.NoPen)
    shrink = painter.marker / USUAL_MARKER
    fine = mark.style in HOLLOW and _is_concave(mark.shape) and step.form == "own"
    width = HOLLOW_STROKE if fine else step.width
    pen = QPen(painter.colour(_own(step.pen, mark)), width * shrink * painter.weight * painter.unit)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    if step.dash:
        pen.setDashPattern(list(step.dash))
    return pen


def draw_pies(painter: "Painter", mark: Pies) -> None:
    """Draw every pie of a mark."""
    places = painter.to_device(mark.places)
    seen = painter.is_seen(places, PIE * painter.marker * painter.unit) & np.isfinite(places).all(axis=1)
    for (x, y), shares in zip(places[seen].tolist(), slices(mark)[seen].tolist(), strict=True):
        draw_pie(painter, tuple(shares), mark.labels, QPointF(x, y))


def slices(mark: Pies, coarsely: bool = False) -> Labels:
    """Return where the slices of each pie end, in parts of its round: so few that many pies look alike."""
    size = 2 if coarsely else 1
    return np.rint(np.cumsum(mark.shares, axis=1) * (PARTS / size)).astype(np.intp) * size


def draw_pie(painter: "Painter", ends: tuple[int, ...], labels: Labels, place: QPointF) -> None:
    """Draw a pie on its casing; its slices begin at the top and go round as a clock does."""
    radius = PIE * painter.marker * painter.unit
    shrink = painter.marker / USUAL_MARKER * painter.weight * painter.unit
    painter.qt.setPen(Qt.PenStyle.NoPen)
    painter.qt.setBrush(painter.colour("casing"))
    painter.qt.drawEllipse(place, radius + 1.4 * shrink, radius + 1.4 * shrink)
    rect = QRectF(place.x() - radius, place.y() - radius, 2 * radius, 2 * radius)
    for start, end, label in zip((0, *ends), ends, labels.tolist(), strict=False):
        if end > start:
            painter.qt.setBrush(painter.colour(f"class {label}"))
            painter.qt.drawPie(rect, round(TOP - start * ROUND / PARTS), -round((end - start) * ROUND / PARTS))


def _placed(path: QPainterPath, x: float, y: float, size: float) -> QPainterPath:
    return QTransform(size, 0, 0, size, x, y).map(path)


def _own(role: str, mark: Points) -> str:
    return mark.role if role == "own" else role
