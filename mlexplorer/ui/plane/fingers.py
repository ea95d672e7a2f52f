"""Fingers on a plane: one is a hand with the tool in use, two zoom and pan."""

import math
from collections.abc import Callable
from typing import TypeAlias

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QEventPoint, QMouseEvent, QTouchEvent
from PySide6.QtWidgets import QApplication

from mlexplorer.ui.guard import filters
from mlexplorer.ui.plane.canvas import Canvas

Pinch: TypeAlias = Callable[[QPointF, QPointF, float], None]  # the middle before and now, and the factor of the zoom
SLOP = 8.0  # pixels within which a finger rests
TOUCHES = (QEvent.Type.TouchBegin, QEvent.Type.TouchUpdate, QEvent.Type.TouchEnd, QEvent.Type.TouchCancel)


class Fingers(QObject):
    """Turns one finger into the events of a mouse and two into a pinch.

    The button goes down only once the finger moves or is lifted, so that a second finger leaves no point behind.
    """

    def __init__(self, canvas: Canvas, pinch: Pinch, parent: QObject) -> None:
        super().__init__(parent)
        self._port, self._pinch = canvas.viewport(), pinch
        self._doing = ""  # "waiting", "dragging" or "pinching"
        self._place = QPointF()
        self._span = 0.0  # between two fingers
        self._port.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        self._port.installEventFilter(self)

    @filters
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take every touch."""
        if event.type() not in TOUCHES or not isinstance(event, QTouchEvent):
            return super().eventFilter(watched, event)
        event.accept()
        down = [point for point in event.points() if point.state() != QEventPoint.State.Released]
        if event.type() == QEvent.Type.TouchCancel or not down:
            self._lift(event)
        elif len(down) > 1:
            self._spread(down[0].position(), down[1].position())
        elif self._doing != "pinching":
            self._move(down[0].position())
        return True

    def _move(self, place: QPointF) -> None:
        if not self._doing:
            self._doing, self._place = "waiting", place
        elif self._doing == "waiting" and (place - self._place).manhattanLength() > SLOP:
            self._doing = "dragging"
            self._press()
        if self._doing == "dragging":
            self._place = place
            self._send(QEvent.Type.MouseMove, Qt.MouseButton.LeftButton)

    def _spread(self, one: QPointF, two: QPointF) -> None:
        if self._doing == "dragging":
            self._send(QEvent.Type.MouseButtonRelease, Qt.MouseButton.NoButton)
        middle, way = (one + two) / 2, two - one
        span = max(math.hypot(way.x(), way.y()), 1.0)
        if self._doing == "pinching":
            self._pinch(self._place, middle, self._span / span)
        self._doing, self._place, self._span = "pinching", middle, span

    def _lift(self, event: QTouchEvent) -> None:
        if self._doing == "waiting" and event.type() != QEvent.Type.TouchCancel:
            self._press()
            self._doing = "dragging"
        if self._doing == "dragging":
            self._send(QEvent.Type.MouseButtonRelease, Qt.MouseButton.NoButton)
        self._doing = ""
        QApplication.sendEvent(self._port, QEvent(QEvent.Type.Leave))  # no pointer stays behind

    def _press(self) -> None:
        self._send(QEvent.Type.MouseMove, Qt.MouseButton.NoButton)  # as a mouse comes before it is pressed
        self._send(QEvent.Type.MouseButtonPress, Qt.MouseButton.LeftButton)

    def _send(self, kind: QEvent.Type, held: Qt.MouseButton) -> None:
        button = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseMove else Qt.MouseButton.LeftButton
        where, none = self._port.mapToGlobal(self._place), Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(self._port, QMouseEvent(kind, self._place, where, button, held, none))
