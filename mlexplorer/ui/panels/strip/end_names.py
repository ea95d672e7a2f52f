"""Names of curves beside a chart, each at the height where its curve ends, none on another."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from mlexplorer.ui.guard import paints
from mlexplorer.ui.look import theme


def apart(heights: Sequence[float], gap: float, top: float, bottom: float) -> list[float]:
    """Return heights moved as little as needed to stand a gap apart between top and bottom, in the same order."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    found = list(heights)
    least = top
    for place in order:  # down from the top, then up from the bottom
        found[place] = least = max(found[place], least)
        least += gap
    most = bottom
    for place in reversed(order):
        found[place] = most = min(found[place], most)
        most -= gap
    return found


class EndNames(QWidget):
    """Shows names at heights."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self._heights: Mapping[str, float] = {}
        self._bottom = 0.0

    @property
    def names(self) -> dict[str, QRectF]:
        """Where each name stands."""
        metrics = QFontMetrics(theme.font("tick"))
        high = metrics.height()
        middles = apart(list(self._heights.values()), high, high / 2, self._bottom - high / 2)
        return {
            name: QRectF(0, middle - high / 2, metrics.horizontalAdvance(name), high)
            for name, middle in zip(self._heights, middles, strict=True)
        }

    def show_names(self, heights: Mapping[str, float], bottom: float) -> None:
        """Show names at heights in pixels from the top, none below the bottom."""
        is_new = set(heights) != set(self._heights)
        self._heights, self._bottom = heights, bottom
        if is_new:
            self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the room of the longest name."""
        metrics = QFontMetrics(theme.font("tick"))
        return QSize(max((metrics.horizontalAdvance(name) for name in self._heights), default=0) + theme.px(4), 10)

    @paints
    def paintEvent(self, event: QPaintEvent) -> None:
        """Write the names."""
        del event
        with QPainter(self) as painter:
            painter.setFont(theme.font("tick"))
            painter.setPen(theme.colour("text"))
            for name, box in self.names.items():
                painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, name)
