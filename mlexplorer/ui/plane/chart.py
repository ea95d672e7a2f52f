"""A panel of a linked view: a small canvas with a title, and a hand that may touch it."""

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from mlexplorer.marks.plot import Plot, Touching
from mlexplorer.pipeline.frame import with_equal_units
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.plain import Label
from mlexplorer.ui.plane.canvas import Canvas


class Chart(QWidget):
    """Shows one panel and tells where it was touched, in its own units."""

    touched = Signal(float, float, str, float, float)
    left = Signal()  # by the pointer

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.canvas = Canvas(theme.current().theme, self, small=True)
        self._title, self._now = Label(), Label()
        self._title.setProperty("role", "value")
        self._now.setProperty("role", "muted")
        row = QHBoxLayout()
        row.addWidget(self._title)
        row.addStretch(1)
        row.addWidget(self._now)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self.canvas, 1)
        self._plot: Plot | None = None
        self.canvas.resized.connect(self._fit)
        self._pressed = False
        self._last = (0.0, 0.0)
        self.canvas.viewport().installEventFilter(self)
        self.canvas.viewport().setMouseTracking(True)

    @property
    def title(self) -> str:
        """What is drawn."""
        return self._title.text()

    @property
    def value(self) -> str:
        """The figure of the present moment."""
        return self._now.text()

    def show_plot(self, plot: Plot) -> None:
        """Show a panel."""
        self._title.setText(plot.title)
        self._now.setText(plot.now or plot.hint)
        self.canvas.set_axes(plot.axes, plot.counts)
        self.canvas.set_log(plot.log)
        self.canvas.set_names(plot.names)
        self._plot = plot
        self._fit()
        self.canvas.show_layers(plot.layers, 0)

    def _fit(self) -> None:
        """Show the panel's rectangle; where units are equal, as much more of it as the shape of the chart asks for.

        The figure at the right is left out where the title needs its room.
        """
        words = self._title.sizeHint().width() + theme.px(4) + self._now.sizeHint().width()
        self._now.setVisible(words <= self.canvas.width())
        plot, rect = self._plot, self.canvas.plane_rect()
        if plot is not None:
            shape = max(rect.width(), 1.0) / max(rect.height(), 1.0)
            self.canvas.set_bounds(with_equal_units(plot.bounds, shape) if plot.equal else plot.bounds)

    def apply_theme(self) -> None:
        """Put on the current theme and scale."""
        look = theme.current()
        self.canvas.set_theme(look.theme, look.scale)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Turn mouse events into touches."""
        if event.type() == QEvent.Type.Leave:
            self.left.emit()
        if isinstance(event, QMouseEvent):
            kind: Touching | None = None
            if event.type() == QEvent.Type.MouseButtonPress:
                kind, self._pressed = "press", True
            elif event.type() == QEvent.Type.MouseMove:
                kind = "drag" if self._pressed else "hover"
            elif event.type() == QEvent.Type.MouseButtonRelease:
                kind, self._pressed = "release", False
            if kind is not None:
                x, y = self.canvas.place_of(event.position())
                last, self._last = (self._last if kind == "drag" else (x, y)), (x, y)
                self.touched.emit(x, y, kind, x - last[0], y - last[1])
                return True
        return super().eventFilter(watched, event)
