"""A ring around the control that is wanted next; clicks go through it."""

import shiboken6
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from mlexplorer.ui.guard import filters, paints
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import paint_box

AROUND = 4  # design pixels between the control and the outside of the ring


class Ring(QWidget):
    """Lies on whatever holds the control, follows it, and goes when it is asked to or with the control."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._home, self._target = parent, parent
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    @property
    def target(self) -> QWidget | None:
        """The control in the ring."""
        return self._target if self._target is not self._home else None

    def show_around(self, target: QWidget | None) -> None:
        """Put the ring around another control, in sight if it lies in something that scrolls; None takes it away."""
        if shiboken6.isValid(self._target):
            self._target.removeEventFilter(self)
        self._target = target or self._home
        if target is None:
            self.hide()
            self.setParent(self._home)
            return
        target.installEventFilter(self)
        _bring_into_sight(target)
        self._place()
        self.show()
        self.raise_()

    def _place(self) -> None:
        """Lie on the nearest part around the control that has room for the ring."""
        target, ground = self._target, self._target
        while (parent := ground.parentWidget()) is not None:
            ground = parent
            box = QRect(target.mapTo(ground, QPoint()), target.size()).adjusted(*_margins())
            if ground.rect().contains(box) or ground.isWindow():
                if self.parentWidget() is not ground:
                    self.setParent(ground)
                self.setGeometry(box)
                return

    @filters
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the control."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
            self._place()
        elif event.type() in (QEvent.Type.Show, QEvent.Type.Hide):
            self.setVisible(event.type() == QEvent.Type.Show)
        return super().eventFilter(watched, event)

    @paints
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ring."""
        del event
        with QPainter(self) as painter:
            paint_box(painter, QRectF(self.rect()), theme.px(6), edge=("focus", theme.px(2)))


def _margins() -> tuple[int, int, int, int]:
    gap = theme.px(AROUND)
    return -gap, -gap, gap, gap


def _bring_into_sight(target: QWidget) -> None:
    parent = target.parentWidget()
    while parent is not None:
        if isinstance(parent, QScrollArea):
            parent.ensureWidgetVisible(target)
        parent = parent.parentWidget()
