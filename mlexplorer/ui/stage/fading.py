"""What comes with the pointer or a key and goes by itself."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QPropertyAnimation, QTimer
from PySide6.QtWidgets import QGraphicsOpacityEffect, QWidget

from mlexplorer.ui.look import motion

REST, FADE = 3000, 250  # milliseconds without a hand after which it goes, and that it takes to go


class Fading(QObject):
    """Shows a widget when asked to, and fades it out after a rest, unless it is needed for longer."""

    def __init__(self, widget: QWidget, is_needed: Callable[[], bool]) -> None:
        super().__init__(widget)
        self._widget, self._is_needed = widget, is_needed
        self._animation: QPropertyAnimation | None = None
        self.rest = QTimer(self, singleShot=True, interval=REST)
        self.rest.timeout.connect(self._go)

    def show(self) -> None:
        """Show it now, for as long as a rest."""
        self._end()
        self._widget.show()
        self._widget.raise_()
        self.rest.start()

    def hide(self) -> None:
        """Hide it at once."""
        self.rest.stop()
        self._end()
        self._widget.hide()

    def _go(self) -> None:
        if self._is_needed():
            self.rest.start()
            return
        if motion.is_reduced():
            self.hide()
            return
        effect = QGraphicsOpacityEffect(self._widget)  # only while it fades: effects are dear
        self._widget.setGraphicsEffect(effect)
        self._animation = QPropertyAnimation(effect, b"opacity", self)
        self._animation.setDuration(FADE)
        self._animation.setStartValue(1.0)
        self._animation.setEndValue(0.0)
        self._animation.finished.connect(self.hide)
        self._animation.start()

    def _end(self) -> None:
        if self._animation is not None:
            self._animation.stop()
            self._animation.deleteLater()
            self._animation = None
            self._widget.setGraphicsEffect(None)  # type: ignore[arg-type] # None takes it away, the stubs do not know
