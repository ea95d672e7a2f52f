"""What a lecturer sees while points are dragged and models are switched: nothing leaps, nothing is forgotten."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

CTRL = Qt.KeyboardModifier.ControlModifier


def button(hands, words):
    return next(found for found in hands.window.panel.findChildren(QPushButton) if found.text() == words)


def drag_first(hands, by=(0.2, 0.1), row=0):
    place = hands.data.points[row].copy()
    hands.drag(tuple(place), tuple(place + by))
    hands.settle()


def test_the_first_drag_keeps_the_start_that_was_drawn(open_hands):
    hands = open_hands("kmeans", source="anisotropic")
    store, drawn = hands.window.store, hands.snapshot.trace.steps[0].centres
    drag_first(hands)
    np.testing.assert_array_equal(np.reshape(store.session.run.start, (-1, 2)), drawn)
    np.testing.assert_array_equal(hands.snapshot.trace.steps[0].centres, drawn)
    drag_first(hands, row=5)
    np.testing.assert_array_equal(hands.snapshot.trace.steps[0].centres, drawn)
    for _ in range(2):
        hands.key(Qt.Key.Key_Z, CTRL)
    assert store.session.run.start is None
    hands.key(Qt.Key.Key_Y, CTRL)
    assert store.session.run.start is not None
    hands.settle()
    QTest.mouseClick(button(hands, "Make again"), Qt.MouseButton.LeftButton)
    hands.settle()
    assert store.session.run.start is None


def test_adding_points_changes_no_role_and_the_slider_needs_dealt_points(open_hands, hands):
    moons = open_hands("knn", source="moons", source_values={"count": 60})
    form = moons.window.panel.holdout_form
    assert form.isEnabled()
    model = moons.window.store.session.document.holdout.with_values({"share": 0.4})
    form.edited.emit(model, "share")
    moons.settle()
    before = moons.data.held_out
    assert before.sum() == 24
    for place in ((0.5, 1.4), (0.6, 1.45), (0.7, 1.4)):
        moons.click(*place)
    assert len(moons.data) == 63
    np.testing.assert_array_equal(moons.data.held_out, np.r_[before, False, False, False])
    hands.click(0.0, 0.0)
    assert not hands.window.panel.holdout_form.isEnabled()
    assert "Hold out" in hands.window.panel.holdout_words.text()
    assert hands.window.panel.holdout_words.isVisible()
    assert not moons.window.panel.holdout_words.isVisible()


def test_switching_models_keeps_the_parameters_of_each(open_hands):
    hands = open_hands("svm", values={"cost": 50.0})
    picker, store = hands.window.panel.model_picker, hands.window.store
    picker.picked.emit("knn")
    hands.settle()
    picker.picked.emit("svm")
    hands.settle()
    assert store.session.run.model.cost == pytest.approx(50)
    hands.key(Qt.Key.Key_Z, CTRL)
    hands.key(Qt.Key.Key_Z, CTRL)
    assert store.session.document.shelf == ()
    hands.settle()
