"""The axes around a plane on the screen: lines, ticks with numbers, and names."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import Bounds
from mlexplorer.marks.marks import Line
from mlexplorer.marks.palette import Theme, scale
from mlexplorer.marks.ticks import tick_words, ticks

LINE = 12.0  # least distance of two numbers, in design pixels
TICK, GAP = 5.0, 4.0  # length of a tick and its distance from the number, in design pixels
ROOM, SMALL_ROOM = 70.0, 44.0  # for one number along the level axis
MARGINS, SMALL_MARGIN = (4.0, 14.0), 2.0  # left, and top and right of the plane
WIDTH, HEIGHT = (46.0, 60.0), (26.0, 48.0)  # of the axes without and with a name
SLANTED = ("x₁", "x₂", "x", "y")  # names that are signs, not words


@dataclass(frozen=True)
class Axes:
    """What stands around a plane: names, which axis carries powers of ten, whether anything is shown at all."""

    names: tuple[str, str] = ("", "")
    log: tuple[bool, bool] = (False, False)
    shown: bool = True
    counts: bool = True  # the level axis has numbers
    small: bool = False

    def plane(self, width: float, height: float, unit: float) -> QRectF:
        """Return where the plane lies in a widget of this size."""
        room = (SMALL_MARGIN if self.small else MARGINS[1]) * unit
        if not self.shown:
            return QRectF(room, room, max(width - 2 * room, 1.0), max(height - 2 * room, 1.0))
        left = (MARGINS[0] + WIDTH[bool(self.names[1])]) * unit
        bottom = (MARGINS[0] + HEIGHT[bool(self.names[0])]) * unit
        return QRectF(left, room, max(width - left - room, 1.0), max(height - bottom - room, 1.0))

    def places(self, bounds: Bounds, rect: QRectF, unit: float) -> tuple[Array, Array]:
        """Return where the ticks of both axes are, in the units of the plane."""
        left, right, bottom, top = bounds
        room = (SMALL_ROOM if self.small else ROOM) * unit
        level = ticks(left, right, max(2, int(rect.width() / room))) if self.counts else np.empty(0)
        upright = ticks(bottom, top, max(2, int(rect.height() / (0.7 * room))))
        return _whole(level, left, right, self.log[0]), _whole(upright, bottom, top, self.log[1])

    def grid(self, bounds: Bounds, rect: QRectF, theme: Theme, unit: float) -> Line:
        """Return faint lines at the ticks."""
        xs, ys = self.places(bounds, rect, unit)
        left, right, bottom, top = bounds
        upright = np.array([[[x, bottom], [x, top], [np.nan, np.nan]] for x in xs]).reshape(-1, 2)
        level = np.array([[[left, y], [right, y], [np.nan, np.nan]] for y in ys]).reshape(-1, 2)
        return Line(np.concatenate([upright, level]), "grid", theme.grid_alpha)


def paint_axes(painter: QPainter, axes: Axes, bounds: Bounds, rect: QRectF, look: tuple[Theme, float, QFont]) -> None:
    """Paint the axes of a plane that lies at a rectangle; look is the theme, the design pixel and the font."""
    theme, unit, font = look
    left, right, bottom, top = bounds
    xs, ys = axes.places(bounds, rect, unit)
    level = rect.left() + (xs - left) / (right - left) * rect.width()
    upright = rect.top() + (top - ys) / (top - bottom) * rect.height()
    lines = [QLineF(rect.bottomLeft(), rect.bottomRight()), QLineF(rect.bottomLeft(), rect.topLeft())]
    lines += [QLineF(x, rect.bottom(), x, rect.bottom() + TICK * unit) for x in level.tolist()]
    lines += [QLineF(rect.left() - TICK * unit, y, rect.left(), y) for y in upright.tolist()]
    painter.setPen(QPen(QColor(theme.colour("axis")), unit))
    painter.drawLines(lines)
    font.setPixelSize(round(scale("type_px")["tick"] * unit))
    painter.setFont(font)
    painter.setPen(QPen(QColor(theme.colour("muted"))))
    away = (TICK + GAP) * unit
    edge, letters = rect.right() + (SMALL_MARGIN if axes.small else MARGINS[1]) * unit, painter.fontMetrics()
    for place, words in zip(level.tolist(), _words(xs, axes.log[0]), strict=True):
        x = min(place, edge - letters.horizontalAdvance(words) / 2)  # a number at the right edge would be cut
        box = QRectF(x - 60 * unit, rect.bottom() + away - 2 * unit, 120 * unit, 20 * unit)
        painter.drawText(box, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, words)
    below = np.inf
    for y, words in zip(upright.tolist(), _words(ys, axes.log[1]), strict=True):
        middle = max(y, 7 * unit)  # a number at the very top of the widget would be cut
        if below - middle < LINE * unit:
            continue  # in a very low chart it would stand on the number below
        below = middle
        box = QRectF(rect.left() - away - 80 * unit, middle - 10 * unit, 80 * unit, 20 * unit)
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, words)
    _paint_names(painter, axes, rect, look)


def _paint_names(painter: QPainter, axes: Axes, rect: QRectF, look: tuple[Theme, float, QFont]) -> None:
    theme, unit, font = look
    font.setPixelSize(round(scale("type_px")["axis_title"] * unit))
    painter.setPen(QPen(QColor(theme.colour("text"))))
    centre = Qt.AlignmentFlag.AlignCenter
    for name, middle, turn in (
        (axes.names[0], QPointF(rect.center().x(), rect.bottom() + 37 * unit), 0),
        (axes.names[1], QPointF(rect.left() - 50 * unit, rect.center().y()), -90),
    ):
        font.setItalic(name in SLANTED)
        painter.setFont(font)
        painter.save()
        painter.translate(middle)
        painter.rotate(turn)
        painter.drawText(QRectF(-400 * unit, -12 * unit, 800 * unit, 24 * unit), centre, name)
        painter.restore()


def _whole(places: Array, low: float, high: float, powers: bool) -> Array:
    """Return ticks at whole powers of ten where an axis carries those and the usual ones lie between them."""
    if powers and len(places) > 1 and places[1] - places[0] < 1:
        return np.arange(np.ceil(low), np.floor(high) + 1)
    return places


def _words(places: Array, powers: bool) -> list[str]:
    return [f"{10.0**place:g}".replace("-", "−") for place in places] if powers else tick_words(places)
