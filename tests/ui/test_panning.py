"""Panning: what is told of the place under the hand does not hold up the plane."""

from PySide6.QtCore import QEvent, QPointF, Qt

from mlexplorer.core import registry
from mlexplorer.session.session import Document, Run, Session, single
from mlexplorer.ui.window import Window
from tests.bench._hand import close, send

MIDDLE = Qt.MouseButton.MiddleButton


def test_words_wait_while_the_plane_is_held_and_tell_the_last_place(qtbot):
    window = Window(single(Session(Document(registry.source("moons")(), (Run(registry.model("lda")()),)))))
    window.show()
    qtbot.waitUntil(lambda: window.plane.picture is not None and not window.jobs.busy)
    start, told = window.plane.canvas.plane_rect().center(), []
    send(window, QEvent.Type.MouseButtonPress, start, MIDDLE)
    for number in range(6):
        send(window, QEvent.Type.MouseMove, start + QPointF(9.0 * number, 5.0), MIDDLE)
        told.append(window.status.accessibleName())
    assert window.plane.is_held
    assert len(set(told)) <= 2  # of six places, none of which is that before it
    qtbot.waitUntil(lambda: window.status.accessibleName() != told[-1])
    send(window, QEvent.Type.MouseButtonRelease, start, MIDDLE)
    assert not window.plane.is_held
    close(window)
