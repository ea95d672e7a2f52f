"""What lies on a plane as items of its scene: a picture of what is still, and above it what follows the hand."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from mlexplorer.marks.marks import Cloud, Heat, Layer, Pies, Points, Regions, Text
from mlexplorer.painting.painter import ScreenPainter
from mlexplorer.ui.guard import paints, tell_fault
from mlexplorer.ui.plane.plotting import GraphicsObject
from mlexplorer.ui.plane.sprites import Scaled, stamp, stamp_pies

if TYPE_CHECKING:
    from mlexplorer.ui.plane.canvas import Canvas


class Tier:
    """A group of layers on the picture of the tier below it; painted anew only if something of either differs."""

    def __init__(self, below: "Tier | None" = None) -> None:
        self.below = below
        self.version = 0  # of its marks
        self.revision = 0  # of its picture
        self.taken: list[QRectF] = []  # where something stands that words keep off
        self.scaled: dict[str, Scaled] = {}
        self._key: tuple[object, ...] = ()
        self._picture = QPixmap()
        self._next = QPixmap()  # painted while the last good one stays as it is

    def picture(self, canvas: "Canvas") -> QPixmap:
        """Return the plane up to this tier; after a fault, as it was last painted well."""
        ground = self.below.picture(canvas) if self.below is not None else None
        key = (self.version, self.below.revision if self.below is not None else 0, canvas.look())
        if key != self._key:
            try:
                self._paint(canvas, ground)
            except Exception:  # of any mark that a layer may hold
                tell_fault()
            else:
                self._key, self.revision = key, self.revision + 1
        return self._picture

    def _paint(self, canvas: "Canvas", ground: QPixmap | None) -> None:
        rect, ratio = canvas.picture_rect(), canvas.devicePixelRatioF()
        if self._next.size() != rect.size() * ratio or self._next.devicePixelRatio() != ratio:
            self._next = QPixmap(rect.size() * ratio)
            self._next.setDevicePixelRatio(ratio)
        if ground is None or ground.size() != self._next.size():  # of another size after a fault
            self._next.fill(canvas.ground())
        with QPainter(self._next) as qt:
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
        self._picture, self._next, self.taken = self._next, self._picture, painter.taken


def draw_marks(painter: ScreenPainter, layers: Iterable[Layer], scaled: dict[str, Scaled]) -> None:
    """Draw all marks of layers but their words, each in the way that is quickest on a screen."""
    ratio = painter.qt.device().devicePixelRatio()
    for layer in layers:
        for mark in layer.marks:
            if isinstance(mark, Points):
                stamp(painter, mark, ratio)
            elif isinstance(mark, Pies):
                stamp_pies(painter, mark, ratio)
            elif isinstance(mark, Regions | Cloud | Heat):
                scaled.setdefault(layer.name, Scaled()).draw(painter, mark, ratio)
            elif not isinstance(mark, Text):
                painter.draw(mark)


class PlaneItem(GraphicsObject):  # type: ignore[misc] # pyqtgraph has no types
    """The picture of the highest tier, which is only copied while nothing of it changes; above it the hand and words.

    One item for all of it: if a mark of the hand cannot be painted, everything is painted again as it last was.
    """

    def __init__(self, canvas: "Canvas") -> None:
        super().__init__()
        self._canvas = canvas
        self._layers: list[Layer] = []
        self._words: list[Text] = []
        self._scaled: dict[str, Scaled] = {}

    def show_live(self, layers: list[Layer], words: list[Text]) -> None:
        """Take what follows the hand, and the words of all layers: above all lines, and never on one another."""
        self._layers, self._words = layers, words

    def boundingRect(self) -> QRectF:
        """Return the whole plane, in its own pixels."""
        return QRectF(self._canvas.box.rect())

    @paints
    def paint(self, qt: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Copy the picture, then paint the marks of the hand, then all words."""
        del option, widget
        canvas, before = self._canvas, qt.transform()
        qt.translate(-self.scenePos())
        try:
            self._copy_picture(qt)
            qt.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter = canvas.shared_painter(qt)
            draw_marks(painter, self._layers, self._scaled)
            painter.taken.extend(box for tier in canvas.tiers for box in tier.taken)
            for mark in self._words:
                painter.draw(mark)
        finally:
            qt.setTransform(before)

    def _copy_picture(self, qt: QPainter) -> None:
        rect, picture = self._canvas.picture_rect(), self._canvas.tiers[-1].picture(self._canvas)
        if picture.size() != rect.size() * self._canvas.devicePixelRatioF():  # there was a fault
            qt.fillRect(rect, self._canvas.ground())
        qt.drawPixmap(rect.topLeft(), picture)
