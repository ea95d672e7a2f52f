"""Lines and arrows: how wide they are on paper, and how they are stroked."""

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainterPath, QPen

from mlexplorer.core.arrays import Array
from mlexplorer.marks import palette
from mlexplorer.marks.marks import Arrow, Line
from mlexplorer.marks.styles import line_style
from mlexplorer.painting.paths import lengths, polygon, polyline

if TYPE_CHECKING:
    from mlexplorer.painting.painter import Painter

FINE = 1.0  # device units: so thin a line is stroked quickly however long it is
AT_ONCE = 0.25  # of the ink of a line in parts has one that is stroked in one go, which takes long


def paper_line(name: str) -> palette.LineLook:
    """Return a line of the palette in points; solid versions and lines paper has no measure for come from others."""
    if name.endswith("_solid"):
        return palette.LineLook(paper_line(name.removesuffix("_solid")).width)
    try:
        return palette.line(name, "pt")
    except KeyError:
        screen = palette.line(name)
        return palette.LineLook(screen.width * 0.43, screen.casing * 0.43, tuple(part * 0.43 for part in screen.dash))


def draw_line(painter: "Painter", mark: Line) -> None:
    """Draw a line, over its casing if it has one."""
    if len(mark.path) < 2:
        return
    painter.qt.setBrush(Qt.BrushStyle.NoBrush)
    pen = painter.pen(mark.role, mark.opacity)
    pen.setWidthF(pen.widthF() * mark.width)
    places = painter.line_to_device(mark.path)
    whole, opaque = pen.capStyle() != Qt.PenCapStyle.RoundCap, mark.opacity >= 1
    is_much = _ink(places) > painter.most_ink * painter.unit * (AT_ONCE if whole or not opaque else 1.0)
    pen = _eased(pen) if is_much else pen
    paths = painter.line_paths(places, opaque, whole or is_much or pen.widthF() <= FINE)
    cased = painter.is_cased(mark.role) and not is_much
    for stroke in ([painter.pen(mark.role, casing=True)] if cased else []) + [pen]:
        for path in paths:
            painter.qt.strokePath(path, stroke)


def _ink(places: Array) -> float:
    """Return how long a line is."""
    return float(np.nansum(lengths(places)))


def _eased(pen: QPen) -> QPen:
    """Return the pen of a line that covers the screen many times: thin, and without dashes, which none could see."""
    plain = QPen(pen.color(), min(pen.widthF(), 1.0))
    plain.setCapStyle(Qt.PenCapStyle.FlatCap)
    return plain


def draw_arrow(painter: "Painter", mark: Arrow) -> None:
    """Draw a line with a head at its end."""
    ends = painter.line_to_device(np.stack([mark.start, mark.end]))
    if len(ends) < 2 or not (length := float(np.hypot(*(ends[1] - ends[0])))) > 1e-9:
        return
    way = ends[1] - ends[0]
    along, across = way / length, np.array([-way[1], way[0]]) / length
    size = min(11.0 * painter.pixel, length)
    wings = ends[1] - along * size + np.outer([0.45 * size, -0.45 * size], across)
    path = polyline(np.stack([ends[0], ends[1] - along * size * 0.8]))
    if line_style(mark.role)[0].casing:
        painter.qt.strokePath(path, painter.pen(mark.role, casing=True))
    painter.qt.strokePath(path, painter.pen(mark.role))
    head = QPainterPath()
    head.addPolygon(polygon(np.stack([ends[1], wings[0], wings[1]])))
    painter.qt.fillPath(head, painter.colour(line_style(mark.role)[1]))
