"""The parts of the timeline beside its track: buttons, and the words for the present step."""

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import NO_EDGE, PRESS, Dressed, control_edge, paint_box, paint_icon
from mlexplorer.ui.look.plain import Label, tip
from mlexplorer.ui.look.widgets import Painted


class TransportButton(Dressed, QToolButton):
    """A button of the timeline; only Tab gives it the focus, so that Space still plays after a click."""

    keys = PRESS

    def __init__(self, icon: str, tip: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "tool")
        self.setToolTip(tip)
        self.setAccessibleName(tip.partition("  (")[0])
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme.put_icon(self, icon, 20)


class PlayButton(Painted):
    """The round button: play, or pause while it plays."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("Play or pause", parent)
        self.setToolTip("Play or pause  (Space)")
        self.setCheckable(True)

    def sizeHint(self) -> QSize:
        """Return the largest button of the window."""
        return QSize(theme.px(40), theme.px(40))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint an inked disc."""
        del event
        painter = QPainter(self)
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

    def begin(self, height: int) -> None:
        """Take the keys, empty and no taller than what it stands for."""
        self.setFixedHeight(max(height, self.fontMetrics().height() + 2))
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
    """Which step it is, and its sentence on two lines, cut to the room there is and whole in the tool tip."""

    asked = Signal(int)  # the number of a step that was typed

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._note, self._is_steady = "", False
        self.heading, self.note = Label(self), Label(self)
        self.number = StepNumber(self)
        self.number.asked.connect(self.asked)
        self.number.left.connect(lambda: self._edit(False))
        self.heading.installEventFilter(self)
        self.heading.setProperty("role", "value")
        self.note.setProperty("role", "caption")
        for label in (self.heading, self.note):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addStretch(1)
        self._column.addWidget(self.heading)
        self._column.addWidget(self.number)
        self._column.addWidget(self.note)
        self._column.addStretch(1)
        self.note.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.dress()

    def say(self, heading: str, note: str, steady: bool) -> None:
        """Show a heading and a sentence; steady words keep their place whether the sentence takes one line or two."""
        self._note, self._is_steady = note, steady
        if self.heading.text() != heading:
            self.heading.setText(heading)
        self._cut()

    def type_number(self) -> None:
        """Let a number be typed in place of the heading, if there are steps to go to."""
        if self._is_steady:
            self._edit(True)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let a click on the heading type a number."""
        if watched is self.heading and event.type() == QEvent.Type.MouseButtonPress:
            self.type_number()
        return super().eventFilter(watched, event)

    def _edit(self, is_typing: bool) -> None:
        self.number.setVisible(is_typing)
        self.heading.setVisible(not is_typing)
        if is_typing:
            self.number.begin(self.heading.height())

    def dress(self) -> None:
        """Take the spaces of the current scale."""
        self._column.setSpacing(theme.px(2))
        self.setMinimumWidth(theme.px(150))
        self._cut()

    def _cut(self) -> None:
        cut = on_two_lines(self._note, self.note.fontMetrics(), self.note.width())
        self.note.setText(cut)
        lines = 2 if self._is_steady else cut.count("\n") + 1
        self.note.setFixedHeight(lines * self.note.fontMetrics().lineSpacing())
        self.setToolTip("" if cut.replace("\n", " ") == self._note else tip(self._note))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut the sentence to the new room."""
        super().resizeEvent(event)
        self._cut()


def on_two_lines(words: str, metrics: QFontMetrics, width: int) -> str:
    """Return a sentence broken into at most two lines of a width, the second cut where it must be."""
    if metrics.horizontalAdvance(words) <= width:
        return words
    first, rest = "", words.split(" ")
    while rest and metrics.horizontalAdvance(f"{first} {rest[0]}".strip()) <= width:
        first, rest = f"{first} {rest[0]}".strip(), rest[1:]
    second = metrics.elidedText(" ".join(rest), Qt.TextElideMode.ElideRight, width)
    return f"{first}\n{second}" if first else second
