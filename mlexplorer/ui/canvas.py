"""The plane on the screen: axes and view by pyqtgraph, marks by the shared painter, items re-used, never rebuilt."""

from collections.abc import Callable

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import Bounds
from mlexplorer.figures.paint import Pencil
from mlexplorer.marks.marks import Layer, Line, Mark, Points, Regions
from mlexplorer.marks.palette import Theme, scale
from mlexplorer.marks.ticks import tick_words, ticks
from mlexplorer.ui.sprites import Scaled, stamp

DENSE_ABOVE = scale("marker")["dense_above_points"]
GRID_HEIGHT = 15  # above the first layer, the regions, and below all others


class Axis(pg.AxisItem):
    """An axis with our round places and true minus signs."""

    powers = False  # the places are powers of ten
    room = 70.0  # pixels for one number

    def tickValues(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, Array]]:  # noqa: N803 - the library's names
        """Return one level of ticks."""
        places = ticks(
            minVal, maxVal, max(2, int(size / (self.room if self.orientation == "bottom" else 0.7 * self.room)))
        )
        if self.orientation == "left" and len(places) > 2:  # a number at the very top would be cut
            places = places[(maxVal - places) * size >= 0.1 * self.room * (maxVal - minVal)]
        step = float(places[1] - places[0]) if len(places) > 1 else 1.0
        if self.powers and step < 1:
            places = np.arange(np.ceil(minVal), np.floor(maxVal) + 1)
            step = 1.0
        return [(step, places)]

    def tickStrings(self, values: Array, scale: float, spacing: float) -> list[str]:  # noqa: ARG002 - the library's signature
        """Return the numbers."""
        if self.powers:
            return [f"{10.0**value:g}".replace("-", "−") for value in values]
        return tick_words(np.asarray(values, dtype=float))


class MarksItem(pg.GraphicsObject):
    """Paints the marks of one layer in device pixels."""

    def __init__(self, canvas: "Canvas") -> None:
        super().__init__()
        self._canvas = canvas
        self._marks: tuple[Mark, ...] = ()
        self._scaled = Scaled()

    def show_marks(self, marks: tuple[Mark, ...]) -> None:
        """Paint these from now on."""
        self._marks = marks
        self.update()

    def boundingRect(self) -> QRectF:
        """Return all that is in view."""
        return self.viewRect() or QRectF()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002 - Qt's signature
        """Paint the marks with the shared painter."""
        painter.save()
        painter.resetTransform()
        painter.setClipRect(self._canvas.plane_rect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pencil = self._canvas.pencil(painter, self._canvas.position_of)
        ratio = painter.device().devicePixelRatioF()
        for mark in self._marks:
            if isinstance(mark, Points):
                stamp(pencil, mark, ratio)
            elif isinstance(mark, Regions):
                self._scaled.draw(pencil, mark, ratio)
            else:
                pencil.draw(mark)
        painter.restore()

    def viewRangeChanged(self) -> None:
        """Take note that the view moved."""
        self.prepareGeometryChange()


class GridItem(MarksItem):
    """Paints faint lines at the ticks."""

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint a line for every tick of both axes."""
        left, right, bottom, top = self._canvas.bounds
        rect = self._canvas.plane_rect()
        axes = self._canvas.axes
        xs = axes["bottom"].tickValues(left, right, rect.width())[0][1]
        ys = axes["left"].tickValues(bottom, top, rect.height())[0][1]
        upright = np.array([[[x, bottom], [x, top], [np.nan, np.nan]] for x in xs]).reshape(-1, 2)
        level = np.array([[[left, y], [right, y], [np.nan, np.nan]] for y in ys]).reshape(-1, 2)
        self._marks = (Line(np.concatenate([upright, level]), "grid", self._canvas.theme.grid_alpha),)
        super().paint(painter, option, widget)


class Canvas(pg.GraphicsView):
    """Shows layers of marks over a rectangle of the plane; tells others its size and what the mouse does."""

    resized = Signal(int, int)
    painted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None, small: bool = False) -> None:
        super().__init__(parent)
        self.theme, self.unit, self.bounds = theme, 1.0, (-3.0, 3.0, -3.0, 3.0)
        self.axes = {"left": Axis("left"), "bottom": Axis("bottom")}
        self._small = small
        self.hasty = False  # while something is dragged
        self._named: tuple[object, ...] = ()
        self._names = ("", "")
        self._layers: dict[str, MarksItem] = {}
        self._marker = 9.5
        self._prepare()
        self.set_theme(theme, 1.0)

    def set_theme(self, theme: Theme, unit: float) -> None:
        """Repaint everything in another theme, at another size of the design pixel."""
        self.theme, self.unit = theme, unit
        self.setBackground(theme.colour("panel" if self._small else "window"))
        self._box.setBackgroundColor(theme.colour("plane"))
        font = self.font()
        font.setPixelSize(round(scale("type_px")["tick"] * unit))
        for axis in self.axes.values():
            axis.room = (44.0 if self._small else 70.0) * unit
            axis.setPen(pg.mkPen(theme.colour("axis"), width=1.0 * unit))
            axis.setTextPen(theme.colour("muted"))
            axis.setStyle(tickFont=font, tickLength=round(-5 * unit), tickTextOffset=round(5 * unit))
        self.set_names(self._names)
        room = round((2 if self._small else 14) * unit)
        self._layout.layout.setContentsMargins(round(4 * unit), room, room, round(4 * unit))

    def set_names(self, names: tuple[str, str]) -> None:
        """Write the names of the coordinates beside the axes."""
        self._names = names
        if (names, self.unit, self.theme) == self._named:
            return
        self._named = (names, self.unit, self.theme)
        self.axes["left"].setWidth(round((60 if names[1] else 40) * self.unit))
        self.axes["bottom"].setHeight(round((48 if names[0] else 26) * self.unit))
        style = {"color": self.theme.colour("text"), "font-size": f"{round(14 * self.unit)}px"}
        for axis, name in zip(("bottom", "left"), names, strict=True):
            slant = "italic" if name in ("x₁", "x₂") else "normal"
            self.axes[axis].setLabel(name, **style, **{"font-style": slant})
            self.axes[axis].showLabel(bool(name))

    def set_axes(self, shown: bool) -> None:
        """Show axes and grid, or the marks alone."""
        self._grid.setVisible(shown)
        for axis in self.axes.values():
            axis.setVisible(shown)
        self._box.setBackgroundColor(self.theme.colour("plane" if shown else "panel"))

    def set_log(self, log: tuple[bool, bool]) -> None:
        """Say which axes carry powers of ten."""
        for axis, powers in zip(("bottom", "left"), log, strict=True):
            self.axes[axis].powers = powers

    def set_bounds(self, bounds: Bounds) -> None:
        """Show a rectangle of the plane."""
        if bounds != self.bounds:
            self.bounds = bounds
            self._box.setRange(xRange=bounds[:2], yRange=bounds[2:], padding=0, disableAutoRange=True)

    def show_layers(self, layers: tuple[Layer, ...], count: int, partly: bool = False) -> None:
        """Show layers; those not named disappear, unless the layers are only a part of what is shown."""
        marker = scale("marker")["dense_px" if count > DENSE_ABOVE else "screen_px"]
        self._marker = marker
        names = {layer.name for layer in layers}
        for layer in layers:
            self._show_layer(layer)
        if not partly:
            for name in self._layers.keys() - names:
                self._show_layer(Layer(name))

    def order(self, names: tuple[str, ...]) -> None:
        """Say which layers lie above which: later names above."""
        for height, name in enumerate(names):
            if name not in self._layers:
                self._layers[name] = self._added(MarksItem(self))
            self._layers[name].setZValue(10 * (height + 1))

    def plane_rect(self) -> QRectF:
        """Return where the plane lies in the widget."""
        return self.viewportTransform().mapRect(self._box.sceneBoundingRect())

    def place_of(self, position: QPointF) -> tuple[float, float]:
        """Return the place of the plane at a position in the widget."""
        rect = self.plane_rect()
        left, right, bottom, top = self.bounds
        x = left + (position.x() - rect.left()) / max(rect.width(), 1.0) * (right - left)
        y = top - (position.y() - rect.top()) / max(rect.height(), 1.0) * (top - bottom)
        return x, y

    def position_of(self, places: Array) -> Array:
        """Return where places of the plane lie in the widget, as (n, 2) pixels."""
        rect = self.plane_rect()
        left, right, bottom, top = self.bounds
        x = rect.left() + (places[:, 0] - left) / (right - left) * rect.width()
        y = rect.top() + (top - places[:, 1]) / (top - bottom) * rect.height()
        return np.c_[x, y]

    def pencil(self, painter: QPainter, place: Callable[[Array], Array]) -> Pencil:
        """Return the shared painter for this canvas."""
        return Pencil(painter, self.theme, place, self.unit, marker=self._marker, font=self.font(), hasty=self.hasty)

    def _prepare(self) -> None:
        self._box = pg.ViewBox(enableMenu=False, enableMouse=False, defaultPadding=0)
        self._layout = pg.GraphicsLayout()
        self._layout.setSpacing(0)
        self._layout.addItem(self.axes["left"], 0, 0)
        self._layout.addItem(self._box, 0, 1)
        self._layout.addItem(self.axes["bottom"], 1, 1)
        for axis in self.axes.values():
            axis.enableAutoSIPrefix(False)
            axis.linkToView(self._box)
        self.setCentralItem(self._layout)
        self.setFrameShape(pg.QtWidgets.QFrame.Shape.NoFrame)
        self._box.disableAutoRange()
        self._box.setRange(xRange=self.bounds[:2], yRange=self.bounds[2:], padding=0)
        self._grid = self._added(GridItem(self))  # the scene keeps no reference that Python would count
        self._grid.setZValue(GRID_HEIGHT)

    def _added(self, item: pg.GraphicsObject) -> pg.GraphicsObject:
        self._box.addItem(item, ignoreBounds=True)
        return item

    def _show_layer(self, layer: Layer) -> None:
        if layer.name not in self._layers:
            self.order((*self._layers, layer.name))
        self._layers[layer.name].show_marks(layer.marks)

    def close(self) -> bool:
        """Close as any widget: the library's own way takes the scene apart under our items."""
        return bool(super(pg.GraphicsView, self).close())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Tell when a frame is painted."""
        super().paintEvent(event)
        self.painted.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell the size of the plane after every resize."""
        super().resizeEvent(event)
        if hasattr(self, "_box"):
            rect = self.plane_rect()
            self.resized.emit(max(2, int(rect.width())), max(2, int(rect.height())))
