"""A test function in the window: heights on the plane, a start dragged by hand, one's own formula."""

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit


def shown_layers(hands):
    return {layer.name for layer in hands.window.plane.picture.layers if layer.marks}


def test_heights_walk_and_start_by_hand(open_hands):
    hands = open_hands("knn")
    window = hands.window
    window.panel.model_picker.picked.emit("surface")
    hands.settle()
    assert shown_layers(hands) >= {"heights", "walk"}
    assert "training" not in shown_layers(hands)
    left, right, bottom, top = hands.canvas.bounds
    assert left <= -3 < 3 <= right
    assert bottom <= -3 < 3 <= top
    window.run("tool:move")
    end = hands.snapshot.step.place.copy()
    hands.drag(end, (0.5, -0.5))
    hands.settle()
    np.testing.assert_allclose(hands.snapshot.trace.steps[0].place, (0.5, -0.5), atol=0.03)
    np.testing.assert_allclose(hands.snapshot.trace.last.place, (0.228, -1.626), atol=0.01)
    assert window.store.session.run.model.start == "given"
    hands.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    hands.settle()
    np.testing.assert_array_equal(hands.snapshot.trace.last.place, end)
    window.panel.model_picker.picked.emit("lda")
    hands.settle()
    assert "training" in shown_layers(hands)
    assert window.store.session.view.bounds is None


def test_leaving_the_region_of_a_function_shows_all_again(open_hands):
    hands = open_hands("surface")
    hands.key(Qt.Key.Key_Equal, Qt.KeyboardModifier.ControlModifier)
    hands.settle()
    assert hands.window.store.session.view.bounds is not None
    hands.window.panel.model_picker.picked.emit("lda")
    hands.settle()
    assert hands.window.store.session.view.bounds is None


def test_an_own_formula(open_hands):
    hands = open_hands("surface", values={"function": "own"})
    field = hands.window.panel.model_form.row("formula").findChild(QLineEdit)
    field.selectAll()
    QTest.keyClicks(field, "(x-1)^2 + (y-2)^2")
    QTest.keyClick(field, Qt.Key.Key_Return)
    hands.settle()
    np.testing.assert_allclose(hands.snapshot.trace.last.place, (1, 2), atol=0.1)
    field.selectAll()
    QTest.keyClicks(field, "x + import")
    QTest.keyClick(field, Qt.Key.Key_Return)
    hands.settle()
    assert hands.window.store.session.run.model.formula == "(x-1)^2 + (y-2)^2"


def test_a_click_places_the_start_and_no_points(open_hands):
    hands = open_hands("surface")
    count = len(hands.data)
    hands.click(0.5, -0.5)
    hands.settle()
    assert len(hands.data) == count
    np.testing.assert_allclose(hands.snapshot.trace.steps[0].place, (0.5, -0.5), atol=0.03)
    assert hands.window.store.history.undo_label == "place the start"
