"""The plane on the screen: a view box of pyqtgraph between its axes, and layers of marks in the hand of our painter."""

import math
from collections.abc import Callable, Mapping

import numpy as np
from PySide6.QtCore import QEvent, QMarginsF, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGraphicsScene, QSizePolicy, QWidget

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import Bounds
from mlexplorer.marks.marks import Layer, Legend, Line, Mark, Text
from mlexplorer.marks.palette import Theme, scale
from mlexplorer.painting.legend import legend_words
from mlexplorer.painting.painter import ScreenPainter
from mlexplorer.painting.paths import Placing
from mlexplorer.painting.words import HALO, standing
from mlexplorer.ui.guard import paints
from mlexplorer.ui.look.spoken import Role, Speaks, tell_description
from mlexplorer.ui.look.term_tips import explains_painted
from mlexplorer.ui.plane.axes import Axes, Axis, grid
from mlexplorer.ui.plane.plotting import GraphicsView, ViewBox
from mlexplorer.ui.plane.tiers import PlaneItem, Tier

SMALLEST, LARGEST = 1e-150, 1e150  # of the sides of a rectangle that can be shown
NOTCH = math.log(1.25, 1.02) / 120  # pyqtgraph zooms by powers of 1.02: so that a notch of the wheel is 1.25
DENSE_ABOVE = scale("marker")["dense_above_points"]


class Canvas(Speaks, GraphicsView):  # type: ignore[misc] # pyqtgraph has no types
    """Shows layers of marks over a rectangle of the plane; tells others its size and when it was painted.

    A small one is a chart: its view box takes the wheel, and drags on the axes, as pyqtgraph has them.
    """

    resized = Signal(int, int, float)  # width and height of the plane, and the size of a design pixel
    painting = Signal()  # it is about to be painted: the last moment to show other marks
    painted = Signal()
    spoken_role = Role.Canvas

    def __init__(self, theme: Theme, parent: QWidget | None = None, small: bool = False) -> None:
        super().__init__(parent)
        self.theme, self.unit = theme, 1.0
        self.hasty = False  # while something is dragged
        self._describe: Callable[[], str] = str  # asked by those who hear the window
        self._axes = Axes(small=small)
        self._dressed: tuple[object, ...] = ()
        self._marker = 9.5
        self._marks: dict[str, tuple[Mark, ...]] = {}  # by layer, from the lowest to the highest
        self._is_live = False  # whether the item has the marks of the hand and the words as they are by now
        self._is_painting = False
        self._tier_of: dict[str, Tier | None] = {}  # None: what follows the hand
        self.tiers: list[Tier] = [Tier()]
        self._others: Tier | None = self.tiers[0]  # of layers that no order names
        self.box = ViewBox(enableMenu=False, enableMouse=small, defaultPadding=0)
        self.box.disableAutoRange()
        self.box.state["wheelScaleFactor"] = -NOTCH
        self.set_bounds((-3.0, 3.0, -3.0, 3.0))
        self.box.sigRangeChanged.connect(self._repaint)
        self._level, self._upright = Axis("bottom", self.box), Axis("left", self.box)
        self._build()

    def _build(self) -> None:
        self.setAccessibleName("Plane")
        self.setCentralItem(None)
        self.scene().setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)  # there are a handful
        self._item = PlaneItem(self)
        self._item.setParentItem(self.box)
        for part in (self.box, self._level, self._upright):
            self.scene().addItem(part)
        self.setCacheMode(GraphicsView.CacheModeFlag.CacheNone)
        self.setAcceptDrops(False)  # files are dropped on the window
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # so that a slider or a list gives the keys back
        self._arrange()

    @property
    def bounds(self) -> Bounds:
        """The rectangle of the plane that is shown."""
        (left, right), (bottom, top) = self.box.viewRange()
        return left, right, bottom, top

    def set_bounds(self, bounds: Bounds) -> None:
        """Show a rectangle of the plane; one that nothing can be drawn over is left out."""
        left, right, bottom, top = bounds
        if bounds != self.bounds and all(
            SMALLEST < high - low < LARGEST for low, high in ((left, right), (bottom, top))
        ):
            self.box.setRange(xRange=bounds[:2], yRange=bounds[2:], padding=0)

    def set_theme(self, theme: Theme, unit: float) -> None:
        """Repaint everything in another theme, at another size of the design pixel."""
        self.theme, self.unit = theme, unit
        self._arrange()

    @property
    def spoken_description(self) -> str:
        """The sentence for those who hear the window."""
        return self._describe()

    def set_description(self, describe: Callable[[], str]) -> None:
        """Take who describes what is to be seen, once somebody asks."""
        self._describe = describe
        tell_description(self)

    @property
    def axes(self) -> Axes:
        """What stands around the plane."""
        return self._axes

    def set_axes(self, axes: Axes) -> None:
        """Put other names, numbers and ticks around the plane, or show the marks alone."""
        if axes != self._axes:
            self._axes = axes
            self._arrange()

    def order(self, *groups: tuple[str, ...]) -> None:
        """Say which layers lie above which: later names above; the last group, and every other name, is the hand's.

        Each of the groups below is a tier of the still picture.
        """
        self.tiers, self._others = [], None
        for names in groups[:-1]:
            self.tiers.append(Tier(self.tiers[-1] if self.tiers else None))
            self._tier_of.update(dict.fromkeys(names, self.tiers[-1]))
        self._tier_of.update(dict.fromkeys(groups[-1]))
        self._marks = {name: self._marks.get(name, ()) for name in (*self._tier_of, *self._marks)}
        self._is_live = False

    def show_layers(self, layers: tuple[Layer, ...], count: int, partly: bool = False) -> None:
        """Show layers; those not named disappear, unless the layers are only a part of what is shown."""
        self._marker = scale("marker")["dense_px" if count > DENSE_ABOVE else "screen_px"]
        before, shown = self._marks, {layer.name: layer.marks for layer in layers}
        kept = before if partly else dict.fromkeys(before if self._tier_of else (), ())
        self._marks = {**kept, **shown}
        gone = () if partly else [name for name, marks in before.items() if marks and name not in shown]
        other = [name for name, marks in shown.items() if before.get(name, ()) is not marks]
        for tier in {self._tier_of.get(name, self._others) for name in (*gone, *other)}:
            if tier is not None:
                tier.version += 1
        self._is_live = False
        self._repaint()

    @property
    def marks(self) -> Mapping[str, tuple[Mark, ...]]:
        """What is shown, by layer, from the lowest to the highest."""
        return self._marks

    def layers_of(self, tier: Tier | None) -> list[Layer]:
        """Return the layers of a tier from the lowest to the highest, or those of the hand."""
        marks = self._marks.items()
        return [Layer(name, shown) for name, shown in marks if self._tier_of.get(name, self._others) is tier]

    def words(self) -> list[Text]:
        """Return the words of all layers."""
        return [mark for marks in self._marks.values() for mark in marks if isinstance(mark, Text)]

    def grid(self) -> Line | None:
        """Return faint lines at the ticks, if there are axes."""
        return grid(self._level, self._upright, self.bounds, self.theme) if self._axes.shown else None

    def ground(self) -> QColor:
        """Return the colour of the empty plane."""
        return QColor(self.theme.colour("plane" if self._axes.shown else self._around))

    def look(self) -> tuple[object, ...]:
        """Return all that the pictures of the tiers depend on beside their marks."""
        ratio = self.devicePixelRatioF()
        seen = (self.bounds, self.plane_rect().getRect(), self._axes, self.theme, self.unit)
        return (*seen, self._marker, self.hasty, ratio, self.font().key())

    def plane_rect(self) -> QRectF:
        """Return where the plane lies in the widget."""
        return QRectF(self.box.geometry())

    def picture_rect(self) -> QRect:
        """Return the pixels that the plane covers."""
        return self.plane_rect().toAlignedRect()

    def place_of(self, position: QPointF) -> tuple[float, float]:
        """Return the place of the plane at a position in the widget."""
        seen, inside = self.box.childTransform(), position - self.box.pos()
        return (inside.x() - seen.dx()) / seen.m11(), (inside.y() - seen.dy()) / seen.m22()

    def position_of(self, places: Array) -> Array:
        """Return where places of the plane lie in the widget, as (n, 2) pixels."""
        return self._mapping()(places)

    def _mapping(self) -> Placing:
        seen, corner = self.box.childTransform(), self.box.pos()
        size = np.array([seen.m11(), seen.m22()])
        shift = np.array([seen.dx() + corner.x(), seen.dy() + corner.y()])
        return lambda places: places * size + shift

    def words_at(self, position: QPointF) -> str:
        """Return what is written at a position in the widget: the name of an axis, a word on the plane, a legend."""
        painter = self.shared_painter(QPainter())
        painter.taken.extend(box for tier in self.tiers for box in tier.taken)
        found = [axis.labelText for axis in (self._level, self._upright) if _covers(axis, position)]
        boxes = [(place.box, mark.words) for mark in self.words() if (place := standing(painter, mark)) is not None]
        marks = (mark for marks in self._marks.values() for mark in marks if isinstance(mark, Legend))
        boxes += [bar for mark in marks if (bar := legend_words(painter, mark)) is not None]
        near = QMarginsF(HALO, HALO, HALO, HALO) * self.unit
        found += [words for box, words in boxes if box.marginsAdded(near).contains(position)]
        return "\n".join(found)

    def viewportEvent(self, event: QEvent) -> bool:
        """Say in a tip what a technical word means that is painted under the pointer."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            return explains_painted(self.words_at(QPointF(event.pos())), self, event)
        return bool(super().viewportEvent(event))

    def shared_painter(self, qt: QPainter) -> ScreenPainter:
        """Return the painter of marks for this canvas."""
        return ScreenPainter(
            qt,
            self.theme,
            self._mapping(),
            self.unit,
            marker=self._marker,
            font=self.font(),
            hasty=self.hasty,
            frame=self.plane_rect(),
        )

    @property
    def _around(self) -> str:
        """The role of what lies around the plane."""
        return "panel" if self._axes.small else "window"

    def _arrange(self) -> None:
        """Put view box and axes where they belong, and tell the size of the plane."""
        plane = self._axes.plane(self.width(), self.height(), self.unit)
        self._item.prepareGeometryChange()
        self.box.setGeometry(plane)
        self._dress()
        for axis in (self._level, self._upright):
            axis.put(plane)
        self.viewport().update()
        self.resized.emit(max(2, int(plane.width())), max(2, int(plane.height())), self.unit)

    def _dress(self) -> None:
        """Put the look on the axes, if it differs."""
        wanted = (self._axes, self.theme, self.unit, self.font().key())
        if wanted != self._dressed:
            self._dressed = wanted
            self.setBackgroundBrush(QColor(self.theme.colour(self._around)))
            for axis in (self._level, self._upright):
                axis.dress(self._axes, self.theme, self.unit, self.font())
                axis.put(self.plane_rect())

    def _repaint(self, *changed: object) -> None:
        """Paint again soon: asked of the widget at once, since the scene would wait for another turn of its events."""
        if not self._is_painting:
            self.viewport().update() if changed else self.viewport().update(self.picture_rect())

    def drawBackground(self, painter: QPainter, rect: QRectF) -> None:
        """Fill what lies around the plane; the plane itself is covered by its picture."""
        if not self.plane_rect().contains(rect):
            super().drawBackground(painter, rect)

    @paints
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what is exposed and tell that it is there."""
        self._dress()
        self._is_painting = True
        self.painting.emit()
        self._is_painting = False
        if not self._is_live:
            self._is_live = True
            self._item.show_live(self.layers_of(None), self.words())
        super().paintEvent(event)
        self.painted.emit()

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """Arrange everything after every resize; pyqtgraph calls this itself without an event."""
        super().resizeEvent(event)
        if event is not None:
            self._arrange()

    def close(self) -> bool:
        """Close as any widget does; pyqtgraph would take the scene apart under what still paints."""
        return QWidget.close(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave all keys to the window."""
        event.ignore()


def _covers(axis: Axis, position: QPointF) -> bool:
    """Return whether the name of an axis is shown at a position."""
    return bool(axis.isVisible() and axis.labelText and axis.label.sceneBoundingRect().contains(position))
