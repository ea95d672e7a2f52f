"""Points are placed, moved and removed by keys alone."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

Key, SHIFT, CTRL = Qt.Key, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def press(hands):
    """Press a key as often as wanted, where the focus is."""

    def keys(key, times=1, modifiers=Qt.KeyboardModifier.NoModifier):
        for _ in range(times):
            QTest.keyClick(hands.window.focusWidget() or hands.window, key, modifiers)
        hands.settle()

    hands.window.activateWindow()
    return keys


def gap(hands, one, two):
    """Return how far two places are from each other in pixels, across and up."""
    ends = hands.canvas.position_of(np.array([one, two]))
    return (ends[1] - ends[0]) * [1, -1]


def test_points_are_placed_moved_and_removed(hands, press):
    cross = hands.window.crosshair
    press(Key.Key_C)
    assert cross.is_shown
    start = cross.place
    press(Key.Key_Right, 4)
    press(Key.Key_Up, 2)
    assert gap(hands, start, cross.place) == pytest.approx([40, 20], abs=1e-6)
    press(Key.Key_Return)
    assert hands.data.points == pytest.approx(cross.place[None])
    assert hands.data.labels.tolist() == [0]
    assert cross.said.endswith("a point of Class 0")
    press(Key.Key_Return, 1, SHIFT)
    assert cross.is_holding
    press(Key.Key_Left, 10)
    press(Key.Key_Return)
    assert not cross.is_holding
    assert len(hands.data) == 1
    assert gap(hands, start, hands.data.points[0]) == pytest.approx([-60, 20], abs=1e-6)
    press(Key.Key_Delete)
    assert len(hands.data) == 0
    hands.window.run("undo")
    assert len(hands.data) == 1


def test_other_keys_mean_what_they_mean(hands, press):
    press(Key.Key_C)
    press(Key.Key_2)
    press(Key.Key_Return)
    assert hands.data.labels.tolist() == [1]
    press(Key.Key_Right, 3, SHIFT)
    press(Key.Key_Right, 1, CTRL)
    assert gap(hands, hands.data.points[0], hands.window.crosshair.place) == pytest.approx([63, 0], abs=1e-6)
    press(Key.Key_Delete)
    assert "no point under" in hands.window.plane.pill.text
    press(Key.Key_E)
    assert hands.window.plane.tool.name == "erase"
    assert hands.window.crosshair.is_shown


def test_it_stays_on_the_plane_and_goes_with_escape(hands, press):
    press(Key.Key_C)
    press(Key.Key_Left, 40, CTRL)
    assert hands.window.crosshair.place[0] == pytest.approx(hands.canvas.bounds[0])
    assert hands.canvas.marks["crosshair"]
    press(Key.Key_Escape)
    assert not hands.window.crosshair.is_shown
    assert not hands.canvas.marks["crosshair"]
    assert not hands.window.actions_by_name["crosshair"].isChecked()


def test_steps_have_their_keys_again_without_it(open_hands):
    hands = open_hands("perceptron", "corners", source_values={"gate": "and"})
    last = hands.snapshot.trace.total - 1
    hands.window.run("crosshair")
    QTest.keyClick(hands.canvas, Key.Key_Left)
    assert hands.window.timeline.track.place == last
    hands.window.run("crosshair")
    hands.key(Key.Key_Left)
    assert hands.window.timeline.track.place == last - 1


def test_planes_side_by_side_say_that_there_is_none(open_hands):
    hands = open_hands("knn", "moons")
    hands.window.run("side_by_side")
    hands.window.run("crosshair")
    assert not hands.window.crosshair.is_shown


def test_it_comes_while_the_palette_is_open(hands, press):
    hands.window.run("find")
    hands.window.run("crosshair")
    assert hands.window.crosshair.is_shown
    press(Key.Key_Right)
    press(Key.Key_Return)
    assert hands.data.points == pytest.approx(hands.window.crosshair.place[None])
