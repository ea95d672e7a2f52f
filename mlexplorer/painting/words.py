"""Words on a plot: above all lines, and never on one another where there is room beside."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPen, QTransform

from mlexplorer.core.arrays import Array
from mlexplorer.marks.marks import Layer, Mark, Text

if TYPE_CHECKING:
    from mlexplorer.painting.painter import Painter, ScreenPainter

DISC = 9.5  # design pixels: the radius of a disc under a letter
PLATE = 5.0  # design pixels from words to the edge of their plate
HALO, WIDE = 3.0, 5.5  # design pixels kept free around words, and around words on a line
MOST_PICTURES = 400
_PICTURES: dict[tuple[object, ...], tuple[QImage, QPointF]] = {}  # of words, as the screen showed them


@dataclass(frozen=True, eq=False)
class Standing:
    """Where words stand: their outline, where it begins, and the turn of words that stand along a way."""

    path: QPainterPath
    start: QPointF
    turn: QTransform | None = None

    @property
    def box(self) -> QRectF:
        """What the words cover on the device."""
        moved = self.path.translated(self.start)
        return moved.boundingRect() if self.turn is None else self.turn.map(moved).boundingRect()


def standing(painter: "Painter", mark: Text) -> Standing | None:
    """Return where words stand: along their way, or level, inside the plot, and where others stand already up or down.

    What they take is taken for those that follow; None if they have no place.
    """
    x, y = painter.to_device(mark.place[None])[0] + np.array([mark.offset[0], -mark.offset[1]]) * painter.pixel
    if not math.isfinite(x + y):
        return None
    path = painter.outline(mark.words)
    box = path.boundingRect()
    start = QPointF(-box.x() - box.width() * mark.anchor[0], -box.bottom() + box.height() * mark.anchor[1])
    if mark.way is not None:
        turn = QTransform().translate(x, y).rotate(_turn(painter, mark.place, mark.way))
        turned = Standing(path, start, turn)
        return turned if _takes(painter, turned.box) else None
    start += QPointF(x, y)
    start += QPointF(_inwards(box.translated(start), QPointF(x, y), painter), 0.0)
    grown = max(DISC * painter.pixel - box.height() / 2, 0.0) if mark.disc else 0.0
    room = box.adjusted(-grown, -grown, grown, grown)
    start += QPointF(0.0, _free(room.translated(start), painter))
    return Standing(path, start) if _takes(painter, room.translated(start)) else None


def _takes(painter: "Painter", box: QRectF) -> bool:
    """Take the place of words; where others stand already or the plot ends, a page would rather have none."""
    if painter.leaves_out and not _is_free(box, painter):
        return False
    painter.taken.append(box)
    return True


def _is_free(box: QRectF, painter: "Painter") -> bool:
    """Tell whether words would stand on no others, and on a page neither above nor below the plot, nor wider."""
    plot, edge = painter.frame if painter.leaves_out else None, 2 * painter.pixel
    inside = plot is None or (plot.top() - edge <= box.top() and box.bottom() <= plot.bottom() + edge)
    inside = inside and (plot is None or box.width() <= plot.width())
    return inside and not any(box.intersects(other) for other in painter.taken)


def draw_text(painter: "Painter", mark: Text) -> None:
    """Write words where they stand."""
    place = standing(painter, mark)
    if place is None:
        return
    if place.turn is not None:
        painter.qt.save()
        painter.qt.setTransform(place.turn, combine=True)
        painter.put(place.path.translated(place.start), mark.words, mark.role, WIDE)
        painter.qt.restore()
        return
    box = place.path.boundingRect().translated(place.start)
    if mark.plate:
        _draw_plate(painter, box)
    if mark.disc:
        _draw_disc(painter, box.center(), mark.disc)
    painter.put_words(mark.words, place.start, mark.role, 0.0 if mark.plate or mark.disc else HALO)


def put_picture(painter: "ScreenPainter", words: str, start: QPointF, role: str, halo: float) -> None:
    """Write words that begin at a place from a picture of them, which is kept."""
    ratio, key = painter.qt.device().devicePixelRatio(), _key(painter, words, role, halo)
    if key not in _PICTURES:
        if len(_PICTURES) > MOST_PICTURES:
            _PICTURES.clear()
        _PICTURES[key] = _picture(painter, words, role, halo, ratio)
    picture, corner = _PICTURES[key]
    place = start + corner
    painter.qt.drawImage(QPointF(round(place.x() * ratio) / ratio, round(place.y() * ratio) / ratio), picture)


def is_pictured(painter: "ScreenPainter", words: str, role: str, halo: float) -> bool:
    """Return whether there is a picture of words."""
    return _key(painter, words, role, halo) in _PICTURES


def _key(painter: "ScreenPainter", words: str, role: str, halo: float) -> tuple[object, ...]:
    ratio = painter.qt.device().devicePixelRatio()
    return words, role, halo, painter.theme, painter.unit, ratio, painter.letters.key()


def _picture(painter: "ScreenPainter", words: str, role: str, halo: float, ratio: float) -> tuple[QImage, QPointF]:
    """Return words as a picture, and where its corner lies from where they begin."""
    path = painter.outline(words)
    room = halo * painter.pixel + 1
    box = path.boundingRect().adjusted(-room, -room, room, room).toAlignedRect()
    picture = QImage(box.size() * ratio, QImage.Format.Format_ARGB32_Premultiplied)
    picture.setDevicePixelRatio(ratio)
    picture.fill(0)
    with QPainter(picture) as qt:
        qt.setRenderHint(QPainter.RenderHint.Antialiasing)
        qt.translate(-box.topLeft())
        replace(painter, qt=qt).put(path, words, role, halo)
    return picture, box.topLeft().toPointF()


def _draw_plate(painter: "Painter", box: QRectF) -> None:
    edge = PLATE * painter.pixel
    painter.qt.setPen(QPen(painter.colour("border"), painter.pixel))
    painter.qt.setBrush(painter.colour("raised"))
    painter.qt.drawRoundedRect(box.adjusted(-1.4 * edge, -edge, 1.4 * edge, edge), edge, edge)


def _draw_disc(painter: "Painter", middle: QPointF, role: str) -> None:
    painter.qt.setPen(QPen(painter.colour("casing"), 1.4 * painter.pixel))
    painter.qt.setBrush(painter.colour(role))
    painter.qt.drawEllipse(middle, DISC * painter.pixel, DISC * painter.pixel)


def _turn(painter: "Painter", place: Array, way: Array) -> float:
    """Return the turn in degrees that lets words stand along a way, never upside down."""
    ends = painter.to_device(np.stack([place, place + way]))
    across, down = ends[1] - ends[0]
    turn = math.degrees(math.atan(down / across)) if across else 90.0
    return turn if math.isfinite(turn) else 0.0


def _inwards(box: QRectF, place: QPointF, painter: "Painter") -> float:
    """Return how far words whose place is in the plot move to the side to end in it."""
    plot = painter.frame
    if plot is None or not plot.contains(place):
        return 0.0
    edge = 8 * painter.pixel
    return min(plot.right() - edge - box.right(), 0.0) or max(plot.left() + edge - box.left(), 0.0)


def _free(box: QRectF, painter: "Painter") -> float:
    """Return how far words move up or down to stand on no others, inside the plot; at most four lines, else nowhere."""
    line, plot = 1.5 * box.height(), painter.frame
    for move in (0.0, -line, line, -2 * line, 2 * line, -3 * line, 3 * line, -4 * line):
        moved = box.translated(0, move)
        outside = move and plot is not None and not plot.contains(moved)
        if not outside and _is_free(moved, painter):
            return move
    return 0.0


def draw_layers(layers: Iterable[Layer], draw: Callable[[Layer, Mark], None]) -> None:
    """Draw layers from the lowest to the highest, but words above all of them: no line runs through a word."""
    words: list[tuple[Layer, Mark]] = []
    for layer in layers:
        for mark in layer.marks:
            if isinstance(mark, Text):
                words.append((layer, mark))
            else:
                draw(layer, mark)
    for layer, mark in words:
        draw(layer, mark)
