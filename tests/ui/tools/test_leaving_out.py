"""Leaving points out in the real window: the boundary without one, rings for all."""

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

CTRL = Qt.KeyboardModifier.ControlModifier


def marks(hands, name):
    return hands.window.leaving_out.marks.get(name, ())


def test_the_boundary_without_the_point_under_the_pointer(open_hands):
    hands = open_hands("lda", source_values={"count": 20})
    fitted = hands.snapshot
    hands.key(Qt.Key.Key_O)
    QTest.mouseMove(hands.canvas.viewport(), hands.position(*hands.data.points[3]))
    hands.settle()
    line, ring = marks(hands, "without")
    np.testing.assert_array_equal(ring.places, hands.data.points[[3]])
    places = line.path[np.isfinite(line.path).all(axis=1)]
    assert np.abs(fitted.step.discriminant(places)).max() > 1e-3
    assert hands.snapshot.step is fitted.step
    assert hands.window.store.history.index == 0
    QTest.mouseMove(
        hands.canvas.viewport(), hands.position(fitted.frame.bounds[0] + 0.05, fitted.frame.bounds[2] + 0.05)
    )
    hands.settle()
    assert marks(hands, "without") == ()


def discs(hands):
    return {tuple(place): mark.role for mark in marks(hands, "influence") for place in mark.places.tolist()}


def test_points_are_coloured_by_influence_until_the_next_edit(open_hands):
    hands = open_hands("svm", values={"kernel": "linear"}, source_values={"count": 24})
    told, pill = [], hands.window.plane.pill
    hands.window.jobs.arrived.connect(lambda kind, _: told.append(pill.text) if kind == "influence" else None)
    hands.key(Qt.Key.Key_I, CTRL)
    assert pill.text == "Leaving out one point after the other: 0 of 24"
    hands.settle()
    assert told
    assert all(words.startswith("Leaving out one point after the other: ") for words in told)
    shares = hands.window.leaving_out.shares
    assert 0 < len(discs(hands)) < 24
    most = int(np.nanargmax(shares))
    assert discs(hands)[tuple(hands.data.points[most])] == "step 9"
    assert pill.text.startswith(f"Point {hands.data.ids[most] + 1} decides most, ")
    names = list(hands.canvas.marks)
    assert names.index("influence") < names.index("training")
    hands.key(Qt.Key.Key_I, CTRL)
    hands.settle()
    assert marks(hands, "influence") == ()
    hands.key(Qt.Key.Key_I, CTRL)
    hands.settle()
    assert discs(hands)
    hands.click(0.0, 0.4)
    hands.settle()
    assert marks(hands, "influence") == ()


def test_while_the_key_is_held_a_point_is_left_out_and_then_the_tool_before_is_back(open_hands):
    hands = open_hands("lda", source_values={"count": 20})
    port, window = hands.canvas.viewport(), hands.window
    QTest.mouseMove(port, hands.position(*hands.data.points[5]))
    QTest.keyPress(window, Qt.Key.Key_O)
    assert window.plane.tool.name == "without"
    hands.settle()
    _, ring = marks(hands, "without")
    np.testing.assert_array_equal(ring.places, hands.data.points[[5]])
    hands.qtbot.waitUntil(lambda: not window.holding.is_short.isActive())
    QTest.mouseMove(port, hands.position(*hands.data.points[3]))
    hands.settle()
    np.testing.assert_array_equal(marks(hands, "without")[1].places, hands.data.points[[3]])
    QTest.keyRelease(window, Qt.Key.Key_O)
    assert window.plane.tool.name == "place"
    assert marks(hands, "without") == ()


def test_a_short_press_of_the_key_chooses_the_tool(open_hands):
    hands = open_hands("lda", source_values={"count": 20})
    hands.key(Qt.Key.Key_O)
    assert hands.window.plane.tool.name == "without"
    hands.key(Qt.Key.Key_P)
    QTest.keyPress(hands.window, Qt.Key.Key_O)
    hands.qtbot.waitUntil(lambda: not hands.window.holding.is_short.isActive())
    QTest.keyRelease(hands.window, Qt.Key.Key_O)
    assert hands.window.plane.tool.name == "place"
