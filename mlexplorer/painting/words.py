"""Words on a plot: above all lines, and never on one another where there is room beside."""

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter, QPen, QTransform

from mlexplorer.core.arrays import Array
from mlexplorer.marks.marks import Layer, Mark, Text

if TYPE_CHECKING:
    from mlexplorer.painting.painter import Pencil

PLATE = 5.0  # design pixels from words to the edge of their plate
HALO, WIDE = 3.0, 5.5  # design pixels kept free around words, and around words on a line
MOST_PICTURES = 400
_PICTURES: dict[tuple[object, ...], tuple[QImage, QPointF]] = {}  # of words, as the screen showed them


def draw_text(pencil: "Pencil", mark: Text) -> None:
    """Write words: along their way, or level, inside the plot, and where others stand already up or down."""
    x, y = pencil.place(mark.place[None])[0] + np.array([mark.offset[0], -mark.offset[1]]) * pencil.pixel
    path = pencil.outline(mark.words)
    box = path.boundingRect()
    start = QPointF(-box.x() - box.width() * mark.anchor[0], -box.bottom() + box.height() * mark.anchor[1])
    if mark.way is not None:
        turn = QTransform().translate(x, y).rotate(_turn(pencil, mark.place, mark.way))
        pencil.taken.append(turn.map(path.translated(start)).boundingRect())
        pencil.painter.save()
        pencil.painter.setTransform(turn, combine=True)
        pencil.put(path.translated(start), mark.role, WIDE, mark.words)
        pencil.painter.restore()
        return
    start += QPointF(x, y)
    start += QPointF(_inwards(box.translated(start), QPointF(x, y), pencil), 0.0)
    start += QPointF(0.0, _free(box.translated(start), pencil))
    pencil.taken.append(box.translated(start))
    if mark.plate:
        _draw_plate(pencil, box.translated(start))
    put_words(pencil, mark.words, start, mark.role, 0.0 if mark.plate else HALO)


def put_words(pencil: "Pencil", words: str, start: QPointF, role: str, halo: float) -> None:
    """Write words that begin at a place; on the screen from a picture, since halos take long to paint."""
    if pencil.paper or pencil.hasty:
        pencil.put(pencil.outline(words).translated(start), role, halo, words)
        return
    ratio = pencil.painter.device().devicePixelRatio()
    key = (words, role, halo, pencil.theme, pencil.unit, ratio, (pencil.font or pencil.painter.font()).key())
    if key not in _PICTURES:
        if len(_PICTURES) > MOST_PICTURES:
            _PICTURES.clear()
        _PICTURES[key] = _picture(pencil, words, role, halo, ratio)
    picture, corner = _PICTURES[key]
    place = start + corner
    pencil.painter.drawImage(QPointF(round(place.x() * ratio) / ratio, round(place.y() * ratio) / ratio), picture)


def _picture(pencil: "Pencil", words: str, role: str, halo: float, ratio: float) -> tuple[QImage, QPointF]:
    """Return words as a picture, and where its corner lies from where they begin."""
    path = pencil.outline(words)
    room = halo * pencil.pixel + 1
    box = path.boundingRect().adjusted(-room, -room, room, room).toAlignedRect()
    picture = QImage(box.size() * ratio, QImage.Format.Format_ARGB32_Premultiplied)
    picture.setDevicePixelRatio(ratio)
    picture.fill(0)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(-box.topLeft())
    replace(pencil, painter=painter).put(path, role, halo)
    painter.end()
    return picture, box.topLeft().toPointF()


def _draw_plate(pencil: "Pencil", box: QRectF) -> None:
    edge = PLATE * pencil.pixel
    pencil.painter.setPen(QPen(pencil.colour("border"), pencil.pixel))
    pencil.painter.setBrush(pencil.colour("raised"))
    pencil.painter.drawRoundedRect(box.adjusted(-1.4 * edge, -edge, 1.4 * edge, edge), edge, edge)


def _turn(pencil: "Pencil", place: Array, way: Array) -> float:
    """Return the turn in degrees that lets words stand along a way, never upside down."""
    ends = pencil.place(np.stack([place, place + way]))
    across, down = ends[1] - ends[0]
    return math.degrees(math.atan(down / across)) if across else 90.0


def _inwards(box: QRectF, place: QPointF, pencil: "Pencil") -> float:
    """Return how far words whose place is in the plot move to the side to end in it."""
    plot = pencil.frame or pencil.window
    if plot is None or not plot.contains(place):
        return 0.0
    edge = 8 * pencil.pixel
    return min(plot.right() - edge - box.right(), 0.0) or max(plot.left() + edge - box.left(), 0.0)


def _free(box: QRectF, pencil: "Pencil") -> float:
    """Return how far words move up or down to stand on no others, inside the plot; at most four lines, else nowhere."""
    line, plot = 1.5 * box.height(), pencil.frame or pencil.window
    for move in (0.0, -line, line, -2 * line, 2 * line, -3 * line, 3 * line, -4 * line):
        moved = box.translated(0, move)
        outside = move and plot is not None and not plot.contains(moved)
        if not outside and not any(moved.intersects(other) for other in pencil.taken):
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
