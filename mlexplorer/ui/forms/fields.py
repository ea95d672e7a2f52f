"""A number to type: the right hand of a numeric parameter."""

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QValidator, QWheelEvent
from PySide6.QtWidgets import QAbstractSpinBox, QToolTip, QWidget

from mlexplorer.core.params import Spec
from mlexplorer.ui.forms.digits import Number, full_text, read, text
from mlexplorer.ui.forms.scales import Scale
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import BACK, ENTER, Dressed

ALLOWED = frozenset("0123456789.,eE+-−% \N{NO-BREAK SPACE}")
STEPPING = frozenset({Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown})

WIDTH = 84  # of a field: eight digits fit


class NumberField(Dressed, QAbstractSpinBox):
    """A number to type; up and down step it, Enter or leaving takes it, Escape takes back what was typed.

    Clicked on with the mouse, it gives the keys back with Enter: Space plays then.
    """

    chosen = Signal(object)  # int or float
    gesture = Signal(bool)
    keys = STEPPING | {Qt.Key.Key_Escape}

    def __init__(self, scale: Scale, parent: QWidget | None = None, wide: float = WIDTH) -> None:
        super().__init__(parent)
        self._wide = wide  # design pixels
        self._scale, self._value = scale, scale.clamped(scale.spec.default)  # type: ignore[arg-type] # of a number
        self._is_held = self._is_clicked = False
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(scale.spec.label)
        self.editingFinished.connect(self._take)
        self._show_text(text(scale.spec, self._value))
        self.dress()

    @property
    def spec(self) -> Spec:
        """The parameter of this field."""
        return self._scale.spec

    @property
    def value(self) -> Number:
        """The number shown."""
        return self._value

    def show_value(self, value: Number, is_steady: bool = False) -> None:
        """Show a value, steady while a slider is dragged; what is being typed stays if the value is the same."""
        if value != self._value or not self.hasFocus():
            self._value = value
            self._show_text(text(self.spec, value, is_steady))

    def dress(self) -> None:
        """Take the size of the current scale; the distances are set here, since the sheet's leave the text no room."""
        self.setFixedWidth(theme.px(self._wide))
        self.lineEdit().setTextMargins(theme.px(6), 0, theme.px(6), 0)

    def _show_text(self, words: str) -> None:
        self._shown = words
        if self.lineEdit().text() != words:
            self.lineEdit().setText(words)

    def _take(self) -> None:
        typed = self.lineEdit().text()
        if typed == self._shown:
            return
        reading = read(self.spec, typed)
        if reading.sentence:
            QToolTip.showText(self.mapToGlobal(QPoint(0, self.height())), reading.sentence, self)
        value = self._value if reading.value is None else reading.value
        self._show_text(text(self.spec, value))
        self._choose(value)

    def _choose(self, value: Number) -> None:
        if value != self._value:
            self._value = value
            self._show_text(text(self.spec, value))
            self.chosen.emit(value)

    def _hold(self, is_held: bool) -> None:
        if is_held != self._is_held:
            self._is_held = is_held
            self.gesture.emit(is_held)

    def stepBy(self, steps: int) -> None:
        """Step the number; a key held down is one gesture."""
        self._take()
        self._choose(self._scale.stepped(self._value, steps))
        self.selectAll()

    def stepEnabled(self) -> QAbstractSpinBox.StepEnabledFlag:
        """Step as far as the limits."""
        flags = QAbstractSpinBox.StepEnabledFlag.StepNone
        if self._value > self._scale.low:
            flags |= QAbstractSpinBox.StepEnabledFlag.StepDownEnabled
        if self._value < self._scale.high:
            flags |= QAbstractSpinBox.StepEnabledFlag.StepUpEnabled
        return flags

    def validate(self, typed: str, place: int) -> tuple[QValidator.State, str, int]:
        """Refuse letters at once; everything else is judged when it is complete."""
        state = QValidator.State.Acceptable if set(typed) <= ALLOWED else QValidator.State.Invalid
        return state, typed, place

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take back what was typed with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self._show_text(text(self.spec, self._value))
            self.clearFocus()
            return
        if event.key() in STEPPING:
            self._hold(True)
        super().keyPressEvent(event)
        if event.key() in ENTER and self._is_clicked:
            self.clearFocus()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """End the gesture of a key held down."""
        super().keyReleaseEvent(event)
        if not event.isAutoRepeat():
            self._hold(False)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show every digit while the number is edited, and remember whether it was clicked on."""
        if event.reason() not in BACK:
            self._is_clicked = event.reason() == Qt.FocusReason.MouseFocusReason
        spec = self.spec
        if read(spec, text(spec, self._value)).value != self._value:
            self._show_text(full_text(spec, self._value))
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take what was typed and show sensible digits again."""
        super().focusOutEvent(event)
        self._hold(False)
        self._show_text(text(self.spec, self._value))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Step with the focus only; otherwise the panel scrolls."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
