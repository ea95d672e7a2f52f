"""The line by hand against the machine, in the window."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from mlexplorer.session.grasp import handles


def drawn_layers(hands):
    return [layer.name for layer in hands.window.plane.picture.layers]


def test_draw_the_best_line_then_reveal(open_hands):
    hands = open_hands("line", source="separable")
    window = hands.window
    hands.key(Qt.Key.Key_F7)
    hands.settle()
    assert len(window.store.session.document.runs) == 2
    assert window.store.session.view.active == 0
    assert "runners" not in drawn_layers(hands)
    assert "hidden" in window.linked._words.text()
    weights = hands.snapshot.step.weights
    found = handles(weights, hands.canvas.bounds)
    hands.drag(found.middle, found.middle + weights[:2] * 0.2)
    hands.settle()
    assert hands.snapshot.step.weights[2] != weights[2]
    hands.key(Qt.Key.Key_F7)
    hands.settle()
    assert "runners" in drawn_layers(hands)
    assert "machine" in window.linked._words.text()
    QTest.mouseClick(window.plane._chips["runners"], Qt.MouseButton.LeftButton)
    hands.settle()
    assert "hidden" in window.linked._words.text()


def test_a_model_that_learns_cannot_be_challenged(open_hands):
    hands = open_hands("lda")
    hands.key(Qt.Key.Key_F7)
    assert len(hands.window.store.session.document.runs) == 1
    assert "By hand" in hands.window.plane._pill.text
