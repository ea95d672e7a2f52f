"""The bar that says what the colours of regions mean: words inside it and at its ends, on one line."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen

from mlexplorer.marks import palette
from mlexplorer.marks.marks import Legend
from mlexplorer.marks.palette import Theme
from mlexplorer.painting.areas import MOST_BANDS
from mlexplorer.painting.hatches import draw_hatch

if TYPE_CHECKING:
    from mlexplorer.painting.painter import Painter

HEIGHT, GAP, MARGIN = 1.55, 0.8, 1.0  # of the bar, between two words, and to the edge of the plot, in letter sizes
ROOM = 0.72  # of the width of a plot that a bar may take; the rest is for buttons


@dataclass(frozen=True)
class Measure:
    """How large letters are, and how wide words of them."""

    size: float
    width: Callable[[str], float]

    def bar(self, mark: Legend) -> float:
        """Return how long the bar is: no two words in it touch."""
        edge = GAP * self.size / 2  # to either side of a word
        places = np.array([0.0, *(share for share, _ in mark.stops), 1.0])
        halves = np.array([-edge, *(self.width(words) / 2 for _, words in mark.stops), -edge]) + edge
        return float(((halves[:-1] + halves[1:]) / np.maximum(np.diff(places), 1e-6)).max())

    def end(self, words: str) -> float:
        """Return how much room the words at one end take."""
        return self.width(words) + GAP * self.size if words else 0.0

    def whole(self, mark: Legend) -> float:
        """Return how long the bar is with the words at its ends."""
        return self.end(mark.ends[0]) + self.bar(mark) + self.end(mark.ends[1])


def draw_legend(painter: "Painter", mark: Legend) -> None:
    """Draw the bar: in the lower left corner of the plot, or beginning at the origin where there is no plot."""
    shown, start = _put(painter, mark)
    if shown is not None:
        _draw_bar(painter, shown, start)


def legend_words(painter: "Painter", mark: Legend) -> tuple[QRectF, str] | None:
    """Return where the bar stands with its words, and the words; None if it has no room."""
    shown, start = _put(painter, mark)
    if shown is None:
        return None
    height = HEIGHT * painter.measure.size
    box = QRectF(start.x(), start.y() - height / 2, painter.measure.whole(shown), height)
    return box, " ".join((shown.ends[0], *(words for _, words in shown.stops), shown.ends[1]))


def _put(painter: "Painter", mark: Legend) -> tuple[Legend | None, QPointF]:
    """Return the bar as it fits, and the middle of its left end."""
    measure = painter.measure
    if painter.frame is None:
        return mark, QPointF(*painter.to_device(np.zeros((1, 2)))[0])
    x = painter.frame.left() + MARGIN * measure.size
    middle = painter.frame.bottom() - (MARGIN + HEIGHT / 2) * measure.size
    return fitting(mark, measure, ROOM * painter.frame.width()), QPointF(x, middle)


def _draw_bar(painter: "Painter", mark: Legend, start: QPointF) -> None:
    measure, x, middle = painter.measure, start.x(), start.y()
    rect = QRectF(
        x + measure.end(mark.ends[0]), middle - HEIGHT / 2 * measure.size, measure.bar(mark), HEIGHT * measure.size
    )
    painter.draw_bar(mark, rect)
    for share, words in mark.stops:
        painter.write(words, QPointF(rect.left() + share * rect.width(), middle), 0.5)
    gap = GAP * measure.size
    painter.write(mark.ends[0], QPointF(rect.left() - gap, middle), 1.0, halo=True)
    painter.write(mark.ends[1], QPointF(rect.right() + gap, middle), 0.0, halo=True)
    painter.taken.append(QRectF(x, rect.top(), measure.whole(mark), rect.height()))


def fitting(mark: Legend, measure: Measure, room: float) -> Legend | None:
    """Return a bar that fits: as it is, without words at its ends, with every other word inside, or none."""
    of_many = mark.candidates is not None and len(mark.candidates) > 2
    if measure.whole(mark) > room:
        mark = replace(mark, ends=("", ""))
    if measure.bar(mark) > room and len(mark.stops) > 3:
        first = 0 if of_many else len(mark.stops) // 2 % 2  # names, or the word in the middle, stay
        mark = replace(mark, stops=mark.stops[first::2])
    return mark if measure.bar(mark) <= room else None


def draw_bands(painter: "Painter", mark: Legend, rect: QRectF) -> None:
    """Draw the colours as on paper: bands of certainty, with the hatches of their classes."""
    colours = _colours(painter.theme, mark, banded=True)
    painter.qt.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)  # else seams show between the parts
    for start, part in _parts(colours, rect):
        red, green, blue = colours[start].tolist()
        painter.qt.fillRect(part, QColor(red, green, blue))
    painter.qt.setRenderHint(QPainter.RenderHint.Antialiasing)
    for start, part in _parts(mark.labels[:, None], rect):
        path = QPainterPath()
        path.addRect(part)
        draw_hatch(painter.qt, painter.theme.style(int(mark.labels[start])).hatch, path, painter.unit)
    _draw_rim(painter, rect)


def _parts(values: np.ndarray, rect: QRectF) -> list[tuple[int, QRectF]]:
    """Return where each run of equal rows begins, and the part of the bar that it takes."""
    count = len(values)
    starts = [0, *(np.flatnonzero((values[1:] != values[:-1]).any(axis=1)) + 1).tolist(), count]
    return [
        (start, QRectF(rect.left() + rect.width() * start / count, rect.top(), width, rect.height()))
        for start, end in itertools.pairwise(starts)
        if (width := rect.width() * (end - start) / count)
    ]


def draw_strip(painter: "Painter", mark: Legend, rect: QRectF) -> None:
    """Draw the colours as one picture: on the screen this happens in every frame."""
    colours = _colours(painter.theme, mark, mark.banded)
    line = np.full((1, len(colours), 4), 255, np.uint8)
    line[0, :, :3] = colours
    image = QImage(line.data, len(colours), 1, 4 * len(colours), QImage.Format.Format_RGBX8888)
    painter.qt.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, on=False)  # bands have edges
    painter.qt.drawImage(rect, image)
    _draw_rim(painter, rect)


def _draw_rim(painter: "Painter", rect: QRectF) -> None:
    painter.qt.setPen(QPen(painter.colour("axis"), painter.pixel))
    painter.qt.setBrush(Qt.BrushStyle.NoBrush)
    painter.qt.drawRect(rect)


def _colours(theme: Theme, mark: Legend, banded: bool) -> np.ndarray:
    if mark.shares is not None and mark.candidates is not None and not banded:
        return palette.blend_rgba(theme, mark.candidates, mark.shares)[:, :3]
    sure = mark.certainty
    if banded:
        sure = (np.minimum(np.floor(sure * MOST_BANDS), MOST_BANDS - 1) + 0.5) / MOST_BANDS
    return palette.region_rgba(theme, mark.labels, sure)[:, :3]
