"""The parts of the timeline beside its track: buttons, and the words for the present step."""

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QToolButton, QWidget

from mlexplorer.ui.guard import filters, paints
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import NO_EDGE, PRESS, Dressed, control_edge, paint_box, paint_icon
from mlexplorer.ui.look.plain import Label
from mlexplorer.ui.look.widgets import Painted

WRAPPED = int(Qt.TextFlag.TextWordWrap)
WITH_WORDS, ICON_ONLY = Qt.ToolButtonStyle.ToolButtonTextBesideIcon, Qt.ToolButtonStyle.ToolButtonIconOnly
LEAST = 120  # design pixels of a sentence
NUMBER = 104  # design pixels of the field for a number


class TransportButton(Dressed, QToolButton):
    """A button of the timeline; only Tab gives it the focus, so that Space still plays after a click."""

    keys = PRESS

    def __init__(self, icon: str, tip: str, parent: QWidget, word: str = "") -> None:
        super().__init__(parent)
        self.setProperty("role", "tool")
        self.setText(f" {word}" if word else "")
        self.setToolTip(tip)
        self.setAccessibleName(tip.partition("  (")[0])
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme.put_icon(self, icon, 20)

    @property
    def word_width(self) -> int:
        """How many pixels its word takes beside the icon; 0 if it has none or is hidden."""
        words = self.fontMetrics().horizontalAdvance(self.text()) + theme.px(6)
        return words if self.text() and not self.isHidden() else 0

    def show_word(self, is_shown: bool) -> None:
        """Write the word beside the icon, or leave the icon alone."""
        role = "beside" if is_shown and self.text() else "tool"
        if self.property("role") != role:
            self.setProperty("role", role)
            self.setToolButtonStyle(WITH_WORDS if role == "beside" else ICON_ONLY)
            self.style().polish(self)


class PlayButton(Painted):
    """The round button: play, or pause while it plays."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("Play or pause", parent)
        self.setToolTip("Play or pause  (Space)")
        self.setCheckable(True)

    def sizeHint(self) -> QSize:
        """Return the largest button of the window."""
        return QSize(theme.px(40), theme.px(40))

    @paints
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint an inked disc."""
        del event
        with QPainter(self) as painter:
            fill = ("accent_hover" if self.underMouse() else "accent") if self.isEnabled() else "track"
            box = QRectF(self.rect())
            paint_box(painter, box, box.width() / 2, fill, control_edge(True) if self.hasFocus() else NO_EDGE)
            ink = "on_accent" if self.isEnabled() else "disabled"
            paint_icon(painter, "pause" if self.isChecked() else "play", ink, box.center(), 20)


class StepNumber(QLineEdit):
    """A field for the number of a step: Enter goes there, Escape or a click elsewhere leaves it."""

    asked = Signal(int)
    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Number of the step to go to")
        self.setPlaceholderText("Go to step …")
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setMaxLength(9)
        self.returnPressed.connect(self._take)
        self.hide()

    def begin(self, room: QSize) -> None:
        """Take the keys, empty and no larger than what it stands for, if a number has room there."""
        self.setFixedWidth(max(room.width(), theme.px(NUMBER)))
        self.setFixedHeight(max(room.height(), self.fontMetrics().height() + 2))
        self.clear()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _take(self) -> None:
        words = self.text().strip()
        self.left.emit()
        if words.isascii() and words.isdigit():
            self.asked.emit(int(words))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave on Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Leave when the keys go elsewhere."""
        super().focusOutEvent(event)
        self.left.emit()


class StepWords(Dressed, QWidget):
    """Which step it is, and its whole sentence beside it, on as many lines as it needs: it is never cut."""

    asked = Signal(int)  # the number of a step that was typed

    def __init__(self, parent: QWidget, heading: str = "value", note: str = "caption") -> None:
        """Say it in labels of these roles."""
        super().__init__(parent)
        self.heading, self.note = Label(self), Label(self)
        self.number = StepNumber(self)
        self.number.asked.connect(self.asked)
        self.number.left.connect(lambda: self._edit(False))
        self.heading.installEventFilter(self)
        self.heading.setProperty("role", heading)
        self.note.setProperty("role", note)
        self.heading.setToolTip("Click to type the number of a step  (Ctrl+J)")
        self.heading.setCursor(Qt.CursorShape.PointingHandCursor)
        self.heading.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.note.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.note.setWordWrap(True)
        self.note.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.MinimumExpanding)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.heading)
        self._row.addWidget(self.number, 0, Qt.AlignmentFlag.AlignTop)
        self._row.addWidget(self.note, 1)
        self._lines, self._is_steady = 1, False
        self.dress()

    def say(self, heading: str, note: str, steady: bool) -> None:
        """Show a heading and a sentence; steady words keep the room that the longest took while they go by."""
        if self.heading.text() != heading:
            self.heading.setText(heading)
        if self.note.text() != note:
            self.note.setText(note)
        wanted, self._is_steady = self._needed(), steady
        self._lines = max(self._lines, wanted) if steady else wanted
        self._fit()

    def type_number(self) -> None:
        """Let a number be typed in place of the heading, if there are steps to go to."""
        if self._is_steady:
            self._edit(True)

    @filters
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let a click on the heading type a number."""
        if watched is self.heading and event.type() == QEvent.Type.MouseButtonPress:
            self.type_number()
        return super().eventFilter(watched, event)

    def _edit(self, is_typing: bool) -> None:
        self.number.setVisible(is_typing)
        self.heading.setVisible(not is_typing)
        if is_typing:
            self.number.begin(self.heading.sizeHint())

    def dress(self) -> None:
        """Take the spaces of the current scale."""
        self._row.setSpacing(theme.px(12))
        lower = self.note.fontMetrics().ascent() - self.heading.fontMetrics().ascent()  # on one line with the sentence
        self.heading.setContentsMargins(0, max(lower, 0), 0, 0)
        self._fit()

    def _needed(self) -> int:
        """Return how many lines the sentence takes at the present width."""
        metrics, room = self.note.fontMetrics(), self.width() - self.heading.sizeHint().width() - self._row.spacing()
        if room < theme.px(LEAST):  # not laid out yet
            return 1
        tall = metrics.boundingRect(0, 0, room, 10_000, WRAPPED, self.note.text()).height()
        return max(1, round(tall / metrics.lineSpacing()))

    def _fit(self) -> None:
        height = max(self._lines * self.note.fontMetrics().lineSpacing(), self.heading.sizeHint().height())
        self.setFixedHeight(height + theme.px(2))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take as many lines as the new width asks for."""
        super().resizeEvent(event)
        self._lines = self._needed()
        self._fit()
