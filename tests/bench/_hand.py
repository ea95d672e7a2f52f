"""A hand for the tables that measure the window: events of a button, waiting as its own loop does, and closing."""

import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QEventLoop, QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from mlexplorer.ui.window import Window

LEFT = Qt.MouseButton.LeftButton


def send(window: Window, kind: QEvent.Type, where: QPointF, button: Qt.MouseButton = LEFT) -> None:
    """Send an event of a button to the plane."""
    port = window.plane.canvas.viewport()
    buttons = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseButtonRelease else button
    place = port.mapToGlobal(where)
    QApplication.sendEvent(port, QMouseEvent(kind, where, place, button, buttons, Qt.KeyboardModifier.NoModifier))


def spin_until(done: Callable[[], bool], seconds: float = 60.0) -> None:
    """Let the window work, as its own event loop does, until something holds."""
    end = time.perf_counter() + seconds
    loop, clock = QEventLoop(), QTimer()
    clock.setTimerType(Qt.TimerType.PreciseTimer)
    clock.timeout.connect(lambda: loop.quit() if done() or time.perf_counter() > end else None)
    clock.start(1)
    if not done():
        loop.exec()


def close(window: Window) -> None:
    """Close the window without a question."""
    window.files.may_leave = lambda: True
    window.close()
    window.deleteLater()
    QApplication.processEvents()
