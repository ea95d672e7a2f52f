"""The axes around a plane: where it lies between them, and the axis of pyqtgraph with our ticks, numbers and look."""

import html
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import Bounds
from mlexplorer.marks.marks import Line
from mlexplorer.marks.palette import Theme, scale
from mlexplorer.marks.ticks import power_words, tick_words, ticks
from mlexplorer.ui.guard import paints
from mlexplorer.ui.plane.plotting import AxisItem, ViewBox

LINE = 12.0  # least distance of two numbers, in design pixels
TICK = 5.0  # length of a tick, in design pixels
GAPS = {"left": 4.0, "bottom": 2.0}  # from a tick to its number
ROOM, SMALL_ROOM = 70.0, 44.0  # for one number along the level axis
MARGINS, SMALL_MARGIN = (4.0, 14.0), 2.0  # left, and top and right of the plane
WIDTH, HEIGHT = (46.0, 60.0), (26.0, 48.0)  # of the axes without and with a name
NAMES = {"left": 50.0, "bottom": 37.0}  # from the plane to the middle of a name
TOP = 7.0  # from the edge of the widget to the middle of the topmost number
SLANTED = ("x₁", "x₂", "x", "y")  # names that are signs, not words
HALF_LINE, HALF_NUMBER = 10.0, 60.0  # as far as numbers may reach over the ends of their axis
BELOW = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextDontClip
BESIDE = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip

Stroke: TypeAlias = tuple[QPen, QPointF, QPointF]  # as pyqtgraph draws a line of an axis
Words: TypeAlias = tuple[QRectF, Any, str]  # and a number


@dataclass(frozen=True)
class Axes:
    """What stands around a plane: names, which axis carries powers of ten, whether anything is shown at all."""

    names: tuple[str, str] = ("", "")
    log: tuple[bool, bool] = (False, False)
    shown: bool = True
    small: bool = False
    counts: bool = True  # the level axis has numbers
    whole: tuple[bool, bool] = (False, False)  # axes whose numbers are whole

    def margin(self, unit: float) -> float:
        """Return the room above and at the right of the plane."""
        return (SMALL_MARGIN if self.small else MARGINS[1]) * unit

    def plane(self, width: float, height: float, unit: float) -> QRectF:
        """Return where the plane lies in a widget of this size."""
        room = self.margin(unit)
        if not self.shown:
            return QRectF(room, room, max(width - 2 * room, 1.0), max(height - 2 * room, 1.0))
        left = (MARGINS[0] + WIDTH[bool(self.names[1])]) * unit
        bottom = (MARGINS[0] + HEIGHT[bool(self.names[0])]) * unit
        return QRectF(left, room, max(width - left - room, 1.0), max(height - bottom - room, 1.0))


class Axis(AxisItem):  # type: ignore[misc] # pyqtgraph has no types
    """An axis of a plane, level or upright; pyqtgraph lays it out and keeps it drawn."""

    def __init__(self, side: str, box: ViewBox) -> None:
        self._axes, self._unit = Axes(), 1.0
        super().__init__(side, linkView=box, maxTickLength=round(TICK))
        self.enableAutoSIPrefix(False)
        self.setStyle(autoExpandTextSpace=False, autoReduceTextSpace=False, maxTickLevel=0, maxTextLevel=0)
        self.label.document().setDocumentMargin(0)
        self._forget_picture()

    def _forget_picture(self) -> None:
        """Paint all of it anew: of a picture of another size Qt keeps the part that was there before."""
        self.setCacheMode(AxisItem.CacheMode.NoCache)
        self.setCacheMode(AxisItem.CacheMode.DeviceCoordinateCache)  # it is still while marks change

    @property
    def _number(self) -> int:
        """Which coordinate it shows."""
        return int(self.orientation == "left")

    def dress(self, axes: Axes, theme: Theme, unit: float, font: QFont) -> None:
        """Put on names, colours and sizes."""
        self.prepareGeometryChange()  # it reaches as far as its unit says
        self._axes, self._unit = axes, unit
        numbers, letters = QFont(font), QFont(font)
        numbers.setPixelSize(round(scale("type_px")["tick"] * unit))
        letters.setPixelSize(round(scale("type_px")["axis_title"] * unit))
        letters.setItalic(axes.names[self._number] in SLANTED)
        self.setPen(QPen(QColor(theme.colour("axis")), unit))
        self.setTickPen(QPen(QColor(theme.colour("axis")), unit))
        self.setTextPen(QPen(QColor(theme.colour("muted"))))
        gap = round(GAPS[self.orientation] * unit)
        self.setStyle(tickLength=round(TICK * unit), tickTextOffset=gap)
        self.setTickFont(numbers)
        self.label.setFont(letters)
        self.label.setDefaultTextColor(QColor(theme.colour("text")))
        self.setLabel(axes.names[self._number])
        self.setVisible(axes.shown)

    def put(self, plane: QRectF) -> None:
        """Lie beside a plane."""
        if self.orientation == "left":
            self.setWidth(plane.left())
            self.setGeometry(QRectF(0.0, plane.top(), plane.left(), plane.height()))
        else:
            height = (MARGINS[0] + HEIGHT[1]) * self._unit
            self.setHeight(height)
            self.setGeometry(QRectF(plane.left(), plane.bottom(), plane.width(), height))

    def tick_places(self, low: float, high: float) -> Array:
        """Return where the ticks are: as many as have room, and whole powers of ten where the axis carries those."""
        upright = self.orientation == "left"
        if not upright and not self._axes.counts:
            return np.empty(0)
        length = self.size().height() / 0.7 if upright else self.size().width()
        places = ticks(low, high, max(2, int(length / ((SMALL_ROOM if self._axes.small else ROOM) * self._unit))))
        is_whole = self._axes.log[self._number] or self._axes.whole[self._number]
        if is_whole and len(places) > 1 and places[1] - places[0] < 1:
            return np.arange(np.ceil(low), np.floor(high) + 1)
        return places

    def tickValues(self, minVal: float, maxVal: float, size: float) -> list[tuple[None, list[float]]]:  # noqa: N803 - of pyqtgraph
        """Return one level of ticks."""
        del size
        return [(None, self.tick_places(minVal, maxVal).tolist())]

    def tickStrings(self, values: list[float], scale: float, spacing: None) -> list[str]:
        """Return the numbers at ticks, with all the digits they need."""
        del scale, spacing
        if self._axes.log[self._number]:
            return [power_words(place) for place in values]
        return tick_words(np.array(values))

    def labelString(self) -> str:
        """Return the name of the axis as rich text; what looks like a tag in it is none."""
        return html.escape(self.labelText)

    def boundingRect(self) -> QRectF:
        """Return where it paints: numbers reach over its ends."""
        across, up = (0.0, HALF_LINE) if self.orientation == "left" else (HALF_NUMBER, 0.0)
        across, up = across * self._unit, up * self._unit
        return QRectF(QPointF(0, 0), self.size()).adjusted(-across, -up, across, up)

    def resizeEvent(self, event: object = None) -> None:
        """Keep the name in the middle."""
        super().resizeEvent(event)
        box, away = self.label.boundingRect(), NAMES[self.orientation] * self._unit
        if self.orientation == "left":
            x, y = self.size().width() - away - box.height() / 2, self.size().height() / 2 + box.width() / 2
        else:
            x, y = self.size().width() / 2 - box.width() / 2, away - box.height() / 2
        self.label.setPos(x, y)
        self._forget_picture()

    @paints
    def paint(self, p: QPainter, opt: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint as pyqtgraph does."""
        super().paint(p, opt, widget)

    def generateDrawSpecs(self, p: QPainter) -> tuple[Stroke, list[Stroke], list[Words]]:
        """Return what pyqtgraph draws: a line at the very edge of the plane, ticks, and numbers that are not cut."""
        del p
        size, tick = self.size(), self.style["tickLength"]
        upright = self.orientation == "left"
        length = size.height() if upright else size.width()
        low, high = self.range
        values = self.tickValues(low, high, length)[0][1]
        shares = (np.array(values) - low) / (high - low)
        places = (length * (1 - shares if upright else shares)).tolist()

        def at(along: float, away: float) -> QPointF:
            return QPointF(size.width() - away, along) if upright else QPointF(along, away)

        lines = [(self.tickPen(), at(place, 0), at(place, tick)) for place in places]
        words = self.tickStrings(values, 1.0, None)
        texts = (self._upright_words if upright else self._level_words)(places, words)
        return (self.pen(), at(0, 0), at(length, 0)), lines, texts

    def _level_words(self, places: list[float], words: list[str]) -> list[Words]:
        """Return the numbers below their ticks; one at the right edge of the widget would be cut and moves inwards."""
        letters, edge = QFontMetricsF(self.style["tickFont"]), self.size().width() + self._axes.margin(self._unit)
        top = self.style["tickLength"] + self.style["tickTextOffset"][1]
        made = []
        for place, number in zip(places, words, strict=True):
            width = letters.horizontalAdvance(number)
            left = min(place, edge - width / 2) - width / 2
            made.append((QRectF(left, top, width, 2 * HALF_LINE * self._unit), BELOW, number))
        return made

    def _upright_words(self, places: list[float], words: list[str]) -> list[Words]:
        """Return the numbers beside their ticks, but for those that would stand on the one below.

        At the very top of the widget they move down a little.
        """
        right = self.size().width() - self.style["tickLength"] - self.style["tickTextOffset"][0]
        half, highest, below = HALF_LINE * self._unit, TOP * self._unit - self.pos().y(), np.inf
        made = []
        for place, number in zip(places, words, strict=True):
            middle = max(place, highest)
            if below - middle >= LINE * self._unit:
                made.append((QRectF(0, middle - half, right, 2 * half), BESIDE, number))
                below = middle
        return made


def grid(level: Axis, upright: Axis, bounds: Bounds, theme: Theme) -> Line:
    """Return faint lines at the ticks of both axes."""
    left, right, bottom, top = bounds
    gap = [np.nan, np.nan]
    rows = [row for x in level.tick_places(left, right).tolist() for row in ([x, bottom], [x, top], gap)]
    rows += [row for y in upright.tick_places(bottom, top).tolist() for row in ([left, y], [right, y], gap)]
    return Line(np.array(rows).reshape(-1, 2), "grid", theme.grid_alpha)
