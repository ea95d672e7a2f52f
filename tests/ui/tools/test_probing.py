"""The probe in the real window: it follows the pointer, stays at a click, and goes with its tool."""

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from mlexplorer.ui.panels.blocks import Reading


def point_at(hands, x, y):
    QTest.mouseMove(hands.canvas.viewport(), hands.position(x, y))
    hands.settle()


def words(hands):
    return " ".join(label.text() for label in hands.window.linked.findChild(Reading).findChildren(QLabel))


def test_the_probe_follows_then_stays_then_goes(open_hands):
    hands = open_hands("knn")
    store = hands.window.store
    trace = hands.snapshot.trace
    hands.key(Qt.Key.Key_Question)
    assert hands.window.plane.tool.name == "probe"
    before = {name: marks for name, marks in hands.canvas.marks.items() if marks}
    point_at(hands, 0.2, 0.9)
    assert {name: hands.canvas.marks[name] for name in before} == before, "all else stays on the plane"
    first = store.session.view.probe
    assert abs(first[0] - 0.2) < 0.02
    assert "Class 0" in words(hands)
    point_at(hands, 0.5, -0.6)
    assert store.session.view.probe != first
    assert "Class 1, with probability" in words(hands)
    hands.click(0.2, 0.9)
    point_at(hands, 1.0, -0.5)
    assert abs(store.session.view.probe[1] - 0.9) < 0.02
    assert "Class 0, with probability" in words(hands)
    assert hands.snapshot.trace is trace
    assert store.history.index == 0
    hands.click(0.3, 0.3, button=Qt.MouseButton.RightButton)
    point_at(hands, 1.2, -0.4)
    assert abs(store.session.view.probe[0] - 1.2) < 0.02
    hands.key(Qt.Key.Key_P)
    point_at(hands, 0.0, 0.0)
    assert store.session.view.probe is None


def test_explain_tells_the_part_of_the_point_that_is_pointed_at(open_hands):
    hands = open_hands("gmm", source_values={"count": 40})
    hands.window.linked.choose("explain")
    hands.settle()
    assert "Point at a point of the plane" in words(hands)
    point_at(hands, *hands.data.points[5])
    assert f"Point {hands.data.ids[5] + 1} in this step" in words(hands)
    (ring,) = hands.canvas.marks["probe"]
    np.testing.assert_array_equal(ring.places, hands.data.points[[5]])
    left, _, bottom, _ = hands.snapshot.frame.bounds
    point_at(hands, left + 0.05, bottom + 0.05)
    assert f"Point {hands.data.ids[5] + 1} in this step" in words(hands)
    point_at(hands, *hands.data.points[9])
    assert f"Point {hands.data.ids[9] + 1} in this step" in words(hands)
    assert hands.window.store.history.index == 0


def test_a_tab_can_be_chosen_while_another_is_in_the_file(open_hands):
    hands = open_hands("logistic")
    for name in ("explain", "progress", "probe"):
        hands.window.linked.choose(name)
        hands.settle()
        assert hands.window.store.session.view.panel == name
        assert hands.window.linked.tabs.current == name


def test_a_cut_is_drawn_shown_and_taken_away(open_hands):
    hands = open_hands("svm")
    hands.key(Qt.Key.Key_X)
    hands.drag((-1.0, -0.5), (1.5, 0.8))
    hands.settle()
    view = hands.window.store.session.view
    assert max(abs(one - two) for one, two in zip(view.cut, (-1.0, -0.5, 1.5, 0.8), strict=True)) < 0.03
    assert hands.window.linked.tabs.current == "cut"
    assert hands.window.store.history.index == 0
    hands.click(0.0, 0.0, button=Qt.MouseButton.RightButton)
    hands.settle()
    assert hands.window.store.session.view.cut is None
    assert "cut" not in hands.window.linked.tabs.choices
