"""One goal of a lesson: its words, a tick once it was reached, and a meter that follows the hand."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from mlexplorer.lessons.goals import Meter
from mlexplorer.ui.guard import paints
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import Dressed, paint_box, paint_icon
from mlexplorer.ui.look.plain import Label
from mlexplorer.ui.look.spoken import Role, Speaks

BAR, MARK, TICK = 6, 14, 18
HOLD = 2000  # milliseconds for which a goal must hold before it counts: passing by is not reaching


class MeterBar(Speaks, Dressed, QWidget):
    """A bar that is filled up to the value, with a mark at what is wanted."""

    spoken_role = Role.ProgressBar

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("How far the goal is")
        self._share: float | None = None
        self._is_met = False
        self.dress()

    @property
    def spoken_value(self) -> str:
        """How far it is filled, in per cent of what is wanted."""
        return "" if self._share is None else f"{200 * self._share:.0f} %"

    @property
    def share(self) -> float | None:
        """How far it is filled; None if there is nothing to measure."""
        return self._share

    def show_share(self, share: float | None, is_met: bool) -> None:
        """Fill the bar."""
        self._share, self._is_met = share, is_met
        self.setVisible(share is not None)
        self.update()

    def dress(self) -> None:
        """Take the height of the current scale."""
        self.setFixedHeight(theme.px(MARK))

    @paints
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bar and its mark."""
        del event
        with QPainter(self) as painter:
            top, height = (self.height() - theme.px(BAR)) / 2, theme.px(BAR)
            paint_box(painter, QRectF(0, top, self.width(), height), height / 2, "track")
            filled = max(self.width() * (self._share or 0.0), height)
            fill = "success_text" if self._is_met else "accent"
            paint_box(painter, QRectF(0, top, filled, height), height / 2, fill)
            middle = round(self.width() / 2)
            painter.fillRect(QRectF(middle - theme.px(1), 0, theme.px(2), self.height()), theme.colour("text"))


class TickMark(Speaks, Dressed, QWidget):
    """A tick once a goal was reached, an empty ring before."""

    spoken_role = Role.Indicator

    def __init__(self) -> None:
        super().__init__()
        self._is_reached = False
        self.dress()

    @property
    def is_reached(self) -> bool:
        """Whether the tick is shown."""
        return self._is_reached

    def show_reached(self, is_reached: bool) -> None:
        """Show the tick or the ring."""
        self._is_reached = is_reached
        self.setAccessibleName("reached" if is_reached else "not reached yet")
        self.update()

    def sizeHint(self) -> QSize:
        """Return a square."""
        return QSize(theme.px(TICK), theme.px(TICK))

    def dress(self) -> None:
        """Take the size of the current scale."""
        self.setFixedSize(self.sizeHint())

    @paints
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ring, and the tick in it."""
        del event
        with QPainter(self) as painter:
            box, half = QRectF(self.rect()), self.width() / 2
            if self._is_reached:
                paint_box(painter, box, half, "success_text")
                paint_icon(painter, "ticked", "raised", QPointF(half, half), 12)
            else:
                paint_box(painter, box, half, edge=("control", theme.px(1.5)))


class GoalMeter(Dressed, QWidget):
    """The words of a goal, what is measured now and what is wanted."""

    held = Signal()  # it was as wanted for long enough

    def __init__(self, words: str) -> None:
        super().__init__()
        self.tick, self.bar = TickMark(), MeterBar()
        self.hold = QTimer(self, singleShot=True, interval=HOLD)
        self.hold.timeout.connect(self.held)
        self._words, self._value, self._wanted, self._missing = Label(words), Label(), Label(), Label()
        self._words.setWordWrap(True)
        self._words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self._value.setProperty("role", "value")
        for label in (self._wanted, self._missing):
            label.setProperty("role", "caption")
        self._missing.setWordWrap(True)
        self._missing.hide()
        self._row, self._numbers, self._column = QHBoxLayout(), QHBoxLayout(), QVBoxLayout(self)
        self._row.addWidget(self.tick, 0, Qt.AlignmentFlag.AlignTop)
        self._row.addWidget(self._words, 1)
        self._numbers.addStretch(1)
        self._numbers.addWidget(self._value)
        self._numbers.addWidget(self._wanted)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addLayout(self._row)
        self._column.addLayout(self._numbers)
        self._column.addWidget(self.bar)
        self._column.addWidget(self._missing)
        self.dress()

    @property
    def labels(self) -> tuple[QLabel, QLabel]:
        """The value of the moment, and what is wanted."""
        return self._value, self._wanted

    @property
    def missing(self) -> str:
        """What is said of what keeps the goal from being reached beside the meter."""
        return "" if self._missing.isHidden() else self._missing.text()

    def show_missing(self, words: str) -> None:
        """Say what is not as wanted beside the meter; "" if nothing is."""
        self._missing.setText(words)
        self._missing.setVisible(bool(words))

    def show_meter(self, meter: Meter, is_met: bool, is_reached: bool, counts: bool = True) -> None:
        """Show a reading, whether it is as wanted now, and whether it was once; if it counts, wait for it to hold."""
        is_waiting = is_met and counts and not is_reached
        if not is_waiting:
            self.hold.stop()
        elif not self.hold.isActive():
            self.hold.start()
        self._value.setText(meter.value)
        self._wanted.setText(f"goal {meter.wanted}" + (" · hold it for 2 s" if is_waiting else ""))
        self.bar.show_share(meter.share, is_met)
        self.tick.show_reached(is_reached)

    def dress(self) -> None:
        """Take the spaces of the current scale."""
        self._row.setSpacing(theme.px(10))
        self._numbers.setSpacing(theme.px(6))
        self._column.setSpacing(theme.px(4))
