"""Panning: what is told of the place under the hand does not hold up the plane."""

from PySide6.QtCore import QEvent, QPointF, Qt

from tests.bench._hand import send

MIDDLE = Qt.MouseButton.MiddleButton


def test_words_wait_while_the_plane_is_held_and_tell_the_last_place(open_hands):
    hands = open_hands("lda")
    window, told = hands.window, []
    start = window.plane.canvas.plane_rect().center()
    send(window, QEvent.Type.MouseButtonPress, start, MIDDLE)
    for number in range(6):
        send(window, QEvent.Type.MouseMove, start + QPointF(9.0 * number, 5.0), MIDDLE)
        told.append(window.status.accessibleName())
    assert len(set(told)) == 1  # the first place, though the second is another
    hands.qtbot.waitUntil(lambda: window.status.accessibleName() != told[-1])
    send(window, QEvent.Type.MouseButtonRelease, start, MIDDLE)
    assert not window.plane.is_held
