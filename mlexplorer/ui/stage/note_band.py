"""The foot of the stage: a line of steps, which step it is, its sentence, and a corner for the dots of scenes."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from mlexplorer.ui.guard import paints
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import Dressed
from mlexplorer.ui.panels.timeline import Timeline
from mlexplorer.ui.panels.track import Track
from mlexplorer.ui.panels.transport import StepWords

LINE, HANDLE, TALL = 4, 14, 16  # design pixels: the line, its handle, and the room for both
SIDE, LEAST = 20, 64  # beside the words, and the least height below the line


class StepLine(Track):
    """The steps as a line across the whole screen; drag its handle."""

    def sizeHint(self) -> QSize:
        """Return a long line."""
        return QSize(theme.px(320), theme.px(TALL))

    def minimumSizeHint(self) -> QSize:
        """Return the shortest line one can still use."""
        return QSize(theme.px(80), theme.px(TALL))

    @paints
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what was walked in ink, what is ahead paler, and the handle where there are steps."""
        del event
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            middle, thick, x = self.height() / 2, theme.px(LINE), self.x_of(self.place)
            top = round(middle - thick / 2)
            painter.fillRect(QRectF(0, top, self.width(), thick), theme.colour("track"))
            walked = x if self.is_long else self.width()
            painter.fillRect(QRectF(0, top, walked, thick), theme.colour("accent" if self.is_long else "track"))
            if self.is_long:
                ring = theme.px(2.4)
                painter.setPen(QPen(theme.colour("focus" if self.hasFocus() else "accent"), ring))
                painter.setBrush(theme.colour("handle"))
                radius = theme.px(HANDLE) / 2 - ring / 2
                painter.drawEllipse(QPointF(x, top + thick / 2), radius, radius)


class NoteBand(Dressed, QWidget):
    """Follows the timeline, which it stands for on stage; `corner` is room for what scenes have to say."""

    def __init__(self, timeline: Timeline, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._timeline = timeline
        self.line = StepLine(self)
        self.words = StepWords(self, "stage step", "stage note")
        self.corner = QVBoxLayout()
        self._row = QHBoxLayout()
        self._row.addWidget(self.words, 1, Qt.AlignmentFlag.AlignVCenter)
        self._row.addLayout(self.corner)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.line)
        column.addLayout(self._row, 1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.line.moved.connect(timeline.go)
        self.words.asked.connect(timeline.go_to)
        timeline.told.connect(self.follow)
        self.dress()

    def follow(self) -> None:
        """Tell what the timeline tells."""
        timeline = self._timeline
        self.line.show_places(timeline.places, timeline.last_place, {})
        self.line.show_place(timeline.current)
        self.words.say(timeline.heading, timeline.note, timeline.is_walkable)

    def dress(self) -> None:
        """Take the spaces of the current scale."""
        side = theme.px(SIDE)
        self._row.setContentsMargins(side, theme.px(4), side, theme.px(10))
        self._row.setSpacing(theme.px(24))
        self.setMinimumHeight(theme.px(TALL + LEAST))
