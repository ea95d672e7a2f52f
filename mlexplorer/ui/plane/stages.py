"""What lies on a plane as items of its scene: a picture of what is still, and above it what follows the hand."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from mlexplorer.marks.marks import Cloud, Layer, Points, Regions, Text
from mlexplorer.painting.painter import ScreenPainter
from mlexplorer.ui.plane.plotting import GraphicsObject
from mlexplorer.ui.plane.sprites import Scaled, stamp

if TYPE_CHECKING:
    from mlexplorer.ui.plane.canvas import Canvas


class Stage:
    """A group of layers on the picture of the stage below it; painted anew only if something of either differs."""

    def __init__(self, below: "Stage | None" = None) -> None:
        self.below = below
        self.version = 0  # of its marks
        self.revision = 0  # of its picture
        self.taken: list[QRectF] = []  # where something stands that words keep off
        self.scaled: dict[str, Scaled] = {}
        self._key: tuple[object, ...] = ()
        self._picture = QPixmap()

    def picture(self, canvas: "Canvas") -> QPixmap:
        """Return the plane up to this stage."""
        ground = self.below.picture(canvas) if self.below is not None else None
        key = (self.version, self.below.revision if self.below is not None else 0, canvas.look())
        if key != self._key:
            self._key, self.revision = key, self.revision + 1
            self._paint(canvas, ground)
        return self._picture

    def _paint(self, canvas: "Canvas", ground: QPixmap | None) -> None:
        rect, ratio = canvas.picture_rect(), canvas.devicePixelRatioF()
        if self._picture.size() != rect.size() * ratio or self._picture.devicePixelRatio() != ratio:
            self._picture = QPixmap(rect.size() * ratio)
            self._picture.setDevicePixelRatio(ratio)
        if ground is None:
            self._picture.fill(canvas.ground())
        qt = QPainter(self._picture)
        if ground is not None:
            qt.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
            qt.drawPixmap(0, 0, ground)
            qt.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        qt.setRenderHint(QPainter.RenderHint.Antialiasing)
        qt.translate(-rect.topLeft())
        qt.setClipRect(rect)  # Qt strokes several times as quickly under a clip
        painter = canvas.shared_painter(qt)
        lowest, *others = canvas.layers_of(self) or [Layer("")]
        draw_marks(painter, (lowest,), self.scaled)
        grid = canvas.grid() if ground is None else None
        if grid is not None:
            painter.draw(grid)
        draw_marks(painter, others, self.scaled)
        qt.end()
        self.taken = painter.taken


def draw_marks(painter: ScreenPainter, layers: Iterable[Layer], scaled: dict[str, Scaled]) -> None:
    """Draw all marks of layers but their words, each in the way that is quickest on a screen."""
    ratio = painter.qt.device().devicePixelRatio()
    for layer in layers:
        for mark in layer.marks:
            if isinstance(mark, Points):
                stamp(painter, mark, ratio)
            elif isinstance(mark, Regions | Cloud):
                scaled.setdefault(layer.name, Scaled()).draw(painter, mark, ratio)
            elif not isinstance(mark, Text):
                painter.draw(mark)


class StillItem(GraphicsObject):  # type: ignore[misc] # pyqtgraph has no types
    """The picture of the highest stage: while nothing of it changes, it is only copied to the screen."""

    def __init__(self, canvas: "Canvas") -> None:
        super().__init__()
        self._canvas = canvas

    def boundingRect(self) -> QRectF:
        """Return the whole plane, in its own pixels."""
        return QRectF(self._canvas.box.rect())

    def paint(self, qt: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Copy the picture."""
        del option, widget
        qt.translate(-self.scenePos())
        qt.drawPixmap(self._canvas.picture_rect().topLeft(), self._canvas.stages[-1].picture(self._canvas))


class LiveItem(GraphicsObject):  # type: ignore[misc] # pyqtgraph has no types
    """What follows the hand, and the words of all layers: above all lines, and never on one another."""

    def __init__(self, canvas: "Canvas") -> None:
        super().__init__()
        self._canvas = canvas
        self._scaled: dict[str, Scaled] = {}

    def boundingRect(self) -> QRectF:
        """Return the whole plane, in its own pixels."""
        return QRectF(self._canvas.box.rect())

    def paint(self, qt: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the marks of the hand, then all words."""
        del option, widget
        canvas = self._canvas
        qt.translate(-self.scenePos())
        qt.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter = canvas.shared_painter(qt)
        draw_marks(painter, canvas.layers_of(None), self._scaled)
        painter.taken.extend(box for stage in canvas.stages for box in stage.taken)
        for mark in canvas.words():
            painter.draw(mark)
