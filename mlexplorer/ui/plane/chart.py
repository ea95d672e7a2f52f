"""A panel of a linked view: a small canvas with a title, and a hand that may touch it."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from mlexplorer.core.capabilities import Bounds
from mlexplorer.marks.plot import Plot, Touched, Touching
from mlexplorer.pipeline.frame import with_equal_units
from mlexplorer.ui.guard import filters
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.plain import Label
from mlexplorer.ui.plane.axes import Axes
from mlexplorer.ui.plane.canvas import Canvas

DEEPEST = 1e6  # times that a chart can be zoomed


class ChartWidget(QWidget):
    """Shows one panel and tells where it was touched, in its own units."""

    touched = Signal(Touched)  # of panel 0: it does not know which one it is
    left = Signal()  # by the pointer

    def __init__(self, parent: QWidget | None = None, bare: bool = False) -> None:
        """Make the chart; bare: without the line of its title."""
        super().__init__(parent)
        self.canvas = Canvas(theme.current().theme, self, small=True)
        self._title, self._now = Label(), Label()
        self._title.setProperty("role", "value")
        self._now.setProperty("role", "muted")
        for label in (self._title, self._now):  # a low chart takes no room from its words
            label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        head = QWidget(self)
        head.setVisible(not bare)
        row = QHBoxLayout(head)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._title)
        row.addStretch(1)
        row.addWidget(self._now)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(head)
        column.addWidget(self.canvas, 1)
        self._plot: Plot | None = None
        self.canvas.setAccessibleName("Chart")
        self._kind: tuple[object, ...] = ()
        self._zoomed: Bounds | None = None  # what the hand looks at, until it wants to see all again
        self.canvas.resized.connect(self._fit)
        self.canvas.box.sigRangeChangedManually.connect(self._on_zoomed)
        self._pressed = False
        self._last = self._begun = (0.0, 0.0)
        self.canvas.viewport().installEventFilter(self)
        self.canvas.viewport().setMouseTracking(True)

    @property
    def title(self) -> str:
        """What is drawn."""
        return self._title.text()

    @property
    def now(self) -> str:
        """The present value or the hint, as written at the right of the title."""
        return self._now.text()

    def show_plot(self, plot: Plot, view: str = "") -> None:
        """Show a panel of a view; where the hand has zoomed, the next panels of the same kind stay so."""
        kind = (view, plot.names, plot.log, plot.equal)
        if kind != self._kind:
            self._kind, self._zoomed = kind, None
        self._title.setText(plot.title)
        self.canvas.setAccessibleName(plot.title or "Chart")
        self._now.setText(plot.now or plot.hint)
        self.canvas.set_axes(Axes(plot.names, plot.log, plot.axes, small=True, counts=plot.counts, whole=plot.whole))
        self._plot = plot
        self._fit()
        self.canvas.show_layers(plot.layers, 0)

    def _fit(self) -> None:
        """Show the panel's rectangle; where units are equal, as much more of it as the shape of the chart asks for.

        The figure at the right is left out where the title needs its room.
        """
        words = self._title.sizeHint().width() + theme.px(12) + self._now.sizeHint().width()
        self._now.setVisible(words <= self.canvas.width())
        if self._plot is not None:
            self.canvas.set_bounds(self._zoomed or self._all(self._plot))

    def _all(self, plot: Plot) -> Bounds:
        rect = self.canvas.plane_rect()
        shape = max(rect.width(), 1.0) / max(rect.height(), 1.0)
        return with_equal_units(plot.bounds, shape) if plot.equal else plot.bounds

    def show_all(self) -> None:
        """Show the whole panel again."""
        self._zoomed = None
        self._fit()

    def _on_zoomed(self) -> None:
        """Keep what the hand looks at, unless nothing could be told there."""
        bounds = self.canvas.bounds
        if self._plot is not None and _is_readable(bounds, self._all(self._plot)):
            self._zoomed = bounds
        else:
            self._fit()

    def apply_theme(self) -> None:
        """Put on the current theme and scale."""
        look = theme.current()
        self.canvas.set_theme(look.theme, look.scale)

    @filters
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Turn mouse events on the plot into touches; the wheel and drags on the axes are left to the view box."""
        if event.type() == QEvent.Type.Leave:
            self.left.emit()
        if event.type() == QEvent.Type.MouseButtonDblClick:
            self.show_all()
            return True
        kind = self._touching(event) if isinstance(event, QMouseEvent) else None
        if kind is None or not isinstance(event, QMouseEvent):
            return super().eventFilter(watched, event)
        x, y = self.canvas.place_of(event.position())
        last, self._last = (self._last if kind == "drag" else (x, y)), (x, y)
        self._begun = self._begun if kind in ("drag", "release") else (x, y)
        self.touched.emit(Touched(0, x, y, kind, x - last[0], y - last[1], self._begun))
        return True

    def _touching(self, event: QMouseEvent) -> Touching | None:
        """Return what a mouse event does to the plot, if anything."""
        was_pressed = self._pressed
        if event.type() == QEvent.Type.MouseButtonPress:
            self._pressed = self.canvas.plane_rect().contains(event.position())
            return "press" if self._pressed else None
        if event.type() == QEvent.Type.MouseMove:
            hovers = event.buttons() == Qt.MouseButton.NoButton
            return "drag" if was_pressed else "hover" if hovers else None
        if event.type() == QEvent.Type.MouseButtonRelease:
            self._pressed = False
            return "release" if was_pressed else None
        return None


def _is_readable(bounds: Bounds, whole: Bounds) -> bool:
    """Return whether both sides of a part are neither tiny nor huge against the whole."""
    sides = ((bounds[axis + 1] - bounds[axis]) / (whole[axis + 1] - whole[axis]) for axis in (0, 2))
    return all(1 / DEEPEST < side < DEEPEST for side in sides)
