"""Two parts of a panel above each other: each scrolls by itself when there is no room for both."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from mlexplorer.ui.guard import filters

LEAST = 200  # pixels of both together


class Parts(QWidget):
    """Shows two widgets at full width with a line between; the head of both is always in sight."""

    def __init__(self, upper: QWidget, lower: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._contents = (upper, lower)
        self.areas = (self._area(upper), self._area(lower))
        self._line = QFrame(self)
        self._line.setProperty("role", "divider")

    def minimumSizeHint(self) -> QSize:
        """Return the least that is of use."""
        return QSize(0, LEAST)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new height."""
        super().resizeEvent(event)
        self._arrange()

    @filters
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Share the height anew when a part wants more or less."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._arrange()
        return super().eventFilter(watched, event)

    def _area(self, content: QWidget) -> QScrollArea:
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(content)
        content.installEventFilter(self)
        return area

    def _arrange(self) -> None:
        width, room = self.width(), self.height() - 1
        upper, lower = shared(room, *(_height(content, width) for content in self._contents))
        self.areas[0].setGeometry(0, 0, width, upper)
        self._line.setGeometry(0, upper, width, 1)
        self.areas[1].setGeometry(0, upper + 1, width, lower)


def shared(room: int, upper: int, lower: int) -> tuple[int, int]:
    """Return the heights of both parts: what each wants, but never more than half at the cost of the other."""
    half = room // 2
    given = upper if upper + lower <= room or upper <= half else max(room - lower, half)
    return given, room - given


def _height(content: QWidget, width: int) -> int:
    wrapped = content.heightForWidth(width) if content.hasHeightForWidth() else 0
    return max(wrapped, content.minimumSizeHint().height())
