"""The plane on the screen: layers of marks over a rectangle, with axes, painted by the painter that paper uses too."""

from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import Bounds
from mlexplorer.marks.marks import Cloud, Layer, Mark, Points, Regions
from mlexplorer.marks.palette import Theme, scale
from mlexplorer.painting.painter import Pencil
from mlexplorer.painting.paths import Placing, placing
from mlexplorer.painting.words import draw_layers
from mlexplorer.ui.guard import paints
from mlexplorer.ui.plane.axes import Axes, paint_axes
from mlexplorer.ui.plane.sprites import Scaled, stamp

DENSE_ABOVE = scale("marker")["dense_above_points"]


class Canvas(QWidget):
    """Shows layers of marks over a rectangle of the plane; tells others its size and when it was painted."""

    resized = Signal(int, int, float)  # width and height of the plane, and the size of a design pixel
    painted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None, small: bool = False) -> None:
        super().__init__(parent)
        self.theme, self.unit = theme, 1.0
        self.bounds: Bounds = (-3.0, 3.0, -3.0, 3.0)
        self.hasty = False  # while something is dragged
        self._axes = Axes(small=small)
        self._marker = 9.5
        self._marks: dict[str, tuple[Mark, ...]] = {}  # by layer, from the lowest to the highest
        self._scaled: dict[str, Scaled] = {}
        self._axes_key: tuple[object, ...] = ()
        self._axes_cache = QPixmap()
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # so that a slider or a list gives the keys back

    def viewport(self) -> QWidget:
        """Return the widget that the mouse touches."""
        return self

    def set_theme(self, theme: Theme, unit: float) -> None:
        """Repaint everything in another theme, at another size of the design pixel."""
        self.theme, self.unit = theme, unit
        self._tell_size()
        self.update()

    def set_names(self, names: tuple[str, str]) -> None:
        """Write the names of the coordinates beside the axes."""
        self._set_axes(replace(self._axes, names=names))

    def set_axes(self, shown: bool) -> None:
        """Show axes and grid, or the marks alone."""
        self._set_axes(replace(self._axes, shown=shown))

    def set_log(self, log: tuple[bool, bool]) -> None:
        """Say which axes carry powers of ten."""
        self._set_axes(replace(self._axes, log=log))

    def set_bounds(self, bounds: Bounds) -> None:
        """Show a rectangle of the plane."""
        if bounds != self.bounds:
            self.bounds = bounds
            self.update()

    def show_layers(self, layers: tuple[Layer, ...], count: int, partly: bool = False) -> None:
        """Show layers; those not named disappear, unless the layers are only a part of what is shown."""
        self._marker = scale("marker")["dense_px" if count > DENSE_ABOVE else "screen_px"]
        if not partly:
            self._marks = dict.fromkeys(self._marks, ())
        for layer in layers:
            self._marks[layer.name] = layer.marks
        self.update()

    def order(self, names: tuple[str, ...]) -> None:
        """Say which layers lie above which: later names above."""
        self._marks = {name: self._marks.get(name, ()) for name in (*names, *self._marks)}

    def plane_rect(self) -> QRectF:
        """Return where the plane lies in the widget."""
        return self._axes.plane(self.width(), self.height(), self.unit)

    def place_of(self, position: QPointF) -> tuple[float, float]:
        """Return the place of the plane at a position in the widget."""
        rect = self.plane_rect()
        left, right, bottom, top = self.bounds
        x = left + (position.x() - rect.left()) / rect.width() * (right - left)
        y = top - (position.y() - rect.top()) / rect.height() * (top - bottom)
        return x, y

    def position_of(self, places: Array) -> Array:
        """Return where places of the plane lie in the widget, as (n, 2) pixels."""
        return placing(self.bounds, self.plane_rect())(places)

    def pencil(self, painter: QPainter, place: Placing) -> Pencil:
        """Return the shared painter for this canvas."""
        return Pencil(
            painter,
            self.theme,
            place,
            self.unit,
            marker=self._marker,
            font=self.font(),
            hasty=self.hasty,
            frame=self.plane_rect(),
        )

    def _set_axes(self, axes: Axes) -> None:
        if axes != self._axes:
            self._axes = axes
            self._tell_size()
            self.update()

    def _tell_size(self) -> None:
        rect = self.plane_rect()
        self.resized.emit(max(2, int(rect.width())), max(2, int(rect.height())), self.unit)

    def _paint_marks(self, painter: QPainter, rect: QRectF) -> None:
        """Paint the layers; the grid lies above the lowest one, the regions, and below all others."""
        pencil = self.pencil(painter, self.position_of)
        ratio = self.devicePixelRatioF()

        def draw(layer: Layer, mark: Mark) -> None:
            if isinstance(mark, Points):
                stamp(pencil, mark, ratio)
            elif isinstance(mark, Regions | Cloud):
                self._scaled.setdefault(layer.name, Scaled()).draw(pencil, mark, ratio)
            else:
                pencil.draw(mark)

        lowest, *others = [Layer(name, marks) for name, marks in self._marks.items()] or [Layer("")]
        draw_layers((lowest,), draw)
        if self._axes.shown:
            pencil.draw(self._axes.grid(self.bounds, rect, self.theme, self.unit))
        draw_layers(others, draw)

    def _axes_picture(self, rect: QRectF) -> QPixmap:
        """Return the axes as a picture, painted anew only when something of them differs."""
        key = (self._axes, self.bounds, self.size(), self.theme, self.unit, self.devicePixelRatioF())
        if key != self._axes_key:
            ratio = self.devicePixelRatioF()
            self._axes_cache = QPixmap(self.size() * ratio)
            self._axes_cache.setDevicePixelRatio(ratio)
            self._axes_cache.fill(Qt.GlobalColor.transparent)
            with QPainter(self._axes_cache) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                paint_axes(painter, self._axes, self.bounds, rect, (self.theme, self.unit, QFont(self.font())))
            self._axes_key = key
        return self._axes_cache

    @paints
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the frame and tell that it is there."""
        del event
        rect, ground = self.plane_rect(), "panel" if self._axes.small else "window"
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(self.theme.colour(ground)))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setClipRect(rect)
            painter.fillRect(rect, QColor(self.theme.colour("plane" if self._axes.shown else ground)))
            self._paint_marks(painter, rect)
        if self._axes.shown:
            with QPainter(self) as painter:
                painter.drawPixmap(0, 0, self._axes_picture(rect))
        self.painted.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell the size of the plane after every resize."""
        super().resizeEvent(event)
        self._tell_size()
