"""The view Projection in the window: the arrow is dragged, the direction chosen, and the plane shows the same line."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest


def chart_point(chart, place):
    x, y = chart.canvas.position_of(np.array([place], dtype=float))[0]
    return QPoint(round(x), round(y))


@pytest.fixture
def turned(open_hands):
    hands = open_hands("lda", "parallel")
    hands.window.linked.choose("projection")
    hands.settle()
    return hands


def test_the_arrow_is_dragged_and_the_facts_follow(turned):
    chart, (x, y) = turned.window.linked.charts[0], turned.data.points.mean(axis=0)
    start, end = chart_point(chart, (x + 2.0, y)), chart_point(chart, (x, y + 1.5))
    QTest.mousePress(chart.canvas.viewport(), Qt.MouseButton.LeftButton, pos=start)
    for share in (0.3, 0.6, 1.0):
        QTest.mouseMove(chart.canvas.viewport(), start + (end - start) * share)
    QTest.mouseRelease(chart.canvas.viewport(), Qt.MouseButton.LeftButton, pos=end)
    turned.settle()
    view = turned.window.store.session.view
    assert view.direction == "hand"
    assert view.arrow == pytest.approx((0, 1), abs=0.05)


def test_a_chosen_direction_is_kept_in_the_view_and_drawn_on_the_plane(turned):
    linked, store = turned.window.linked, turned.window.store
    store.look(store.session.view.switched("projection", True))
    turned.settle()
    linked.choose_option("direction", "fisher")
    turned.settle()
    assert store.session.view.direction == "fisher"
    assert store.session.view.options == ()
    words = [mark.words for mark in turned.canvas.marks["projection"] if hasattr(mark, "words")]
    assert words == ["w = (0, 1)"]
