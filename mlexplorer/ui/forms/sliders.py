"""A number to drag: the left hand of a numeric parameter."""

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QSlider, QStyle, QStyleOptionSlider, QWidget

from mlexplorer.ui.forms.digits import Number
from mlexplorer.ui.forms.scales import Scale
from mlexplorer.ui.look.dressed import MOVES, Dressed

PAGE = 10
NOTCH = 120  # what the wheel reports for one click


class ValueSlider(Dressed, QSlider):
    """A number to drag; a click on the groove takes the handle there, keys step it."""

    chosen = Signal(object)  # int or float
    gesture = Signal(bool)
    keys = MOVES | {Qt.Key.Key_Escape}

    def __init__(self, scale: Scale, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._scale, self._value = scale, scale.clamped(scale.spec.default)  # type: ignore[arg-type] # of a number
        self._is_held = False
        self._turned = 0
        self.setRange(0, scale.places)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(scale.spec.label)
        self.setValue(scale.place(self._value))
        self.valueChanged.connect(lambda place: self._choose(self._scale.value(place)))

    @property
    def is_held(self) -> bool:
        """Whether a drag or a key held down is under way."""
        return self._is_held

    def show_value(self, value: Number) -> None:
        """Show a value; a handle that already stands for it is not moved."""
        self._value = value
        if self._scale.value(self.value()) != value:
            was_blocked = self.blockSignals(True)
            self.setValue(self._scale.place(value))
            self.blockSignals(was_blocked)
            self.update()

    def _choose(self, value: Number) -> None:
        if value != self._value:
            self.show_value(value)
            self.chosen.emit(value)

    def _hold(self, is_held: bool) -> None:
        if is_held != self._is_held:
            self._is_held = is_held
            self.gesture.emit(is_held)

    def _option(self) -> QStyleOptionSlider:
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        return option

    def _place_at(self, x: float) -> int:
        part, kind = QStyle.SubControl, QStyle.ComplexControl.CC_Slider
        groove = self.style().subControlRect(kind, self._option(), part.SC_SliderGroove, self)
        handle = self.style().subControlRect(kind, self._option(), part.SC_SliderHandle, self)
        room = groove.width() - handle.width()
        offset = round(x - groove.x() - handle.width() / 2)
        return QStyle.sliderValueFromPosition(self.minimum(), self.maximum(), offset, room)

    def _is_on_handle(self, place: QPoint) -> bool:
        part, kind = QStyle.SubControl, QStyle.ComplexControl.CC_Slider
        return self.style().subControlRect(kind, self._option(), part.SC_SliderHandle, self).contains(place)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a drag; on the groove the handle comes to the pointer first."""
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        self._hold(True)
        if not self._is_on_handle(event.position().toPoint()):
            self.setValue(self._place_at(event.position().x()))
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End the drag."""
        super().mouseReleaseEvent(event)
        self._hold(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step or go to a limit."""
        value, step = self._value, self._scale.stepped
        key = Qt.Key
        targets = {key.Key_Home: lambda: self._scale.value(0), key.Key_End: lambda: self._scale.value(self.maximum())}
        moves = {key.Key_Left: -1, key.Key_Down: -1, key.Key_Right: 1, key.Key_Up: 1}
        moves |= {key.Key_PageDown: -PAGE, key.Key_PageUp: PAGE}
        if event.key() in moves:
            self._hold(True)
            self._choose(step(value, moves[key(event.key())]))
        elif event.key() in targets:
            self._hold(True)
            self._choose(targets[key(event.key())]())
        elif event.key() == key.Key_Escape:
            self.clearFocus()
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """End the gesture of a key held down."""
        super().keyReleaseEvent(event)
        if not event.isAutoRepeat():
            self._hold(False)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """End what the keys began."""
        super().focusOutEvent(event)
        if not self.isSliderDown():
            self._hold(False)

    def hideEvent(self, event: QHideEvent) -> None:
        """End a drag whose release will not come."""
        super().hideEvent(event)
        self._hold(False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Step with the focus only; otherwise the panel scrolls."""
        if not self.hasFocus():
            event.ignore()
            return
        self._turned += event.angleDelta().y()
        steps = int(self._turned / NOTCH)
        self._turned -= steps * NOTCH
        self._choose(self._scale.stepped(self._value, steps))
        event.accept()

    def changeEvent(self, event: QEvent) -> None:
        """End a drag of a slider that is switched off."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.EnabledChange:
            self._hold(False)
