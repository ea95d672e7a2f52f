"""Words on a plot: above all lines, and never on one another where there is room beside."""

import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPen, QTransform

from mlexplorer.core.arrays import Array
from mlexplorer.marks.marks import Layer, Mark, Text

if TYPE_CHECKING:
    from mlexplorer.figures.paint import Pencil

PLATE = 5.0  # design pixels from words to the edge of their plate
HALO, WIDE = 3.0, 7.0  # design pixels kept free around words, and around words on a line


def draw_text(pencil: "Pencil", mark: Text) -> None:
    """Write words: inside the plot, and where others stand already they move up or down."""
    x, y = pencil.place(mark.place[None])[0] + np.array([mark.offset[0], -mark.offset[1]]) * pencil.pixel
    path = pencil.outline(mark.words)
    box = path.boundingRect()
    path.translate(-box.x() - box.width() * mark.anchor[0], -box.bottom() + box.height() * mark.anchor[1])
    if mark.way is not None:
        path = QTransform().rotate(_turn(pencil, mark.place, mark.way)).map(path)
    path.translate(x, y)
    if mark.way is None:
        path.translate(_inwards(path.boundingRect(), QPointF(x, y), pencil), 0.0)
        path.translate(0.0, _free(path.boundingRect(), pencil))
    pencil.taken.append(path.boundingRect())
    if mark.plate:
        _draw_plate(pencil, path.boundingRect())
    pencil.put(path, mark.role, 0.0 if mark.plate else HALO if mark.way is None else WIDE)


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
