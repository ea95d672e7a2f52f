"""Fingers on the plane, by real touch events: tap, drag and pinch."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest


@pytest.fixture(scope="module")
def screen():
    """A screen one can touch."""
    return QTest.createTouchDevice()


def test_a_tap_places_a_point(hands, screen):
    port = hands.canvas.viewport()
    QTest.touchEvent(port, screen).press(0, hands.position(1.0, 1.0), port)
    assert len(hands.data) == 0, "a second finger may come"
    QTest.touchEvent(port, screen).release(0, hands.position(1.0, 1.0), port)
    assert len(hands.data) == 1
    assert np.abs(hands.data.points[0] - [1.0, 1.0]).max() < 0.05


def test_a_finger_drags_a_point(hands, screen):
    port = hands.canvas.viewport()
    hands.click(1.0, 1.0)
    QTest.touchEvent(port, screen).press(0, hands.position(1.0, 1.0), port)
    for share in (0.3, 0.6, 1.0):
        QTest.touchEvent(port, screen).move(0, hands.position(1.0 - 2 * share, 1.0), port)
    QTest.touchEvent(port, screen).release(0, hands.position(-1.0, 1.0), port)
    assert len(hands.data) == 1
    assert np.abs(hands.data.points[0] - [-1.0, 1.0]).max() < 0.05


def test_two_fingers_zoom_and_pan_and_place_nothing(hands, screen):
    port = hands.canvas.viewport()
    left, right, bottom, top = hands.canvas.bounds
    one, two = hands.position(-1.0, 2.0), hands.position(1.0, 2.0)  # above the words on the empty plane
    QTest.touchEvent(port, screen).press(0, one, port)
    QTest.touchEvent(port, screen).move(0, one, port).press(1, two, port)
    wider = QPoint((two.x() - one.x()) // 2, 0)
    shift = QPoint(0, 60)
    QTest.touchEvent(port, screen).move(0, one - wider + shift, port).move(1, two + wider + shift, port)
    now = hands.canvas.bounds
    assert now[1] - now[0] == pytest.approx((right - left) / 2, rel=0.02)
    assert now[3] - now[2] == pytest.approx((top - bottom) / 2, rel=0.02)
    middle = hands.position(0.0, 2.0)
    assert abs(middle.x() - (one.x() + two.x()) / 2) <= 2
    assert abs(middle.y() - (one.y() + 60)) <= 2, "the place goes with the fingers"
    QTest.touchEvent(port, screen).release(0, one, port).release(1, two, port)
    assert len(hands.data) == 0


def test_a_second_finger_ends_the_drag_of_the_first(hands, screen):
    port = hands.canvas.viewport()
    hands.click(1.0, 1.0)
    start, end, other = hands.position(1.0, 1.0), hands.position(0.0, 1.0), hands.position(-1.0, 2.0)
    QTest.touchEvent(port, screen).press(0, start, port)
    QTest.touchEvent(port, screen).move(0, end, port)
    QTest.touchEvent(port, screen).move(0, end, port).press(1, other, port)
    QTest.touchEvent(port, screen).move(0, end + QPoint(0, 50), port).move(1, other - QPoint(0, 50), port)
    QTest.touchEvent(port, screen).release(0, end, port).release(1, other, port)
    assert not hands.window.store.dragging
    assert np.abs(hands.data.points[0] - [0.0, 1.0]).max() < 0.05
