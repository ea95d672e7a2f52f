"""Words on a plot: above all lines, and never on one another where there is room beside."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF

from mlexplorer.marks.marks import Layer, Mark, Text

if TYPE_CHECKING:
    from mlexplorer.figures.paint import Pencil


def draw_text(pencil: "Pencil", mark: Text) -> None:
    """Write words; where others stand already they move up or down."""
    x, y = pencil.place(mark.place[None])[0] + np.array([mark.offset[0], -mark.offset[1]]) * pencil.pixel
    path = pencil.outline(mark.words)
    box = path.boundingRect()
    path.translate(x - box.x() - box.width() * mark.anchor[0], y - box.bottom() + box.height() * mark.anchor[1])
    path.translate(0.0, _free(path.boundingRect(), pencil))
    pencil.taken.append(path.boundingRect())
    pencil.put(path, mark.role)


def _free(box: QRectF, pencil: "Pencil") -> float:
    """Return how far words move up or down to stand on no others, inside the plot; at most two lines, else nowhere."""
    line, plot = 1.5 * box.height(), pencil.frame or pencil.window
    for move in (0.0, -line, line, -2 * line, 2 * line):
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
