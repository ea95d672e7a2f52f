"""The line by hand against the machine, in the window."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from mlexplorer.edits.line_handles import handles


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
    assert "hidden" in window.linked.words
    weights = hands.snapshot.step.weights
    found = handles(weights, hands.canvas.bounds)
    hands.drag(found.middle, found.middle + weights[:2] * 0.2)
    hands.settle()
    assert hands.snapshot.step.weights[2] != weights[2]
    hands.key(Qt.Key.Key_F7)
    hands.settle()
    assert "runners" in drawn_layers(hands)
    assert "machine" in window.linked.words
    window.plane.bar.switch("runners")
    hands.settle()
    assert "hidden" in window.linked.words


def test_the_answer_is_hidden_on_a_plane_of_its_own_too(open_hands):
    hands = open_hands("line", source="separable")
    hands.key(Qt.Key.Key_F7)
    hands.key(Qt.Key.Key_F6)
    hands.settle()
    window = hands.window
    mine, machine = window.beside.planes
    shown = [{layer.name for layer in plane.picture.layers} for plane in (mine, machine)]
    assert "boundary" in shown[0]
    assert shown[1] == {"training"}
    assert machine.name.text().endswith("The machine (hidden: F7)")
    port = machine.canvas.viewport()
    count = len(hands.data)
    QTest.mouseClick(
        port, Qt.MouseButton.LeftButton, pos=machine.canvas.plane_rect().topLeft().toPoint() + QPoint(20, 20)
    )
    hands.settle()
    assert (len(hands.data), window.store.session.view.active) == (count + 1, 0)
    hands.key(Qt.Key.Key_F7)
    hands.settle()
    assert "boundary" in {layer.name for layer in machine.picture.layers}
    assert machine.name.text() == "B  The machine"


def test_a_hidden_run_cannot_be_chosen_and_hiding_leaves_it(open_hands):
    hands = open_hands("line", source="separable")
    hands.key(Qt.Key.Key_F7)
    hands.settle()
    store, choice = hands.window.store, hands.window.panel.runners.choice
    place = choice.place_of("1").center()
    QTest.mouseClick(choice, Qt.MouseButton.LeftButton, pos=place)
    hands.settle()
    assert (store.session.view.active, choice.current) == (0, "0")
    hands.key(Qt.Key.Key_F7)
    QTest.mouseClick(choice, Qt.MouseButton.LeftButton, pos=place)
    hands.settle()
    assert (store.session.view.active, choice.current) == (1, "1")
    hands.key(Qt.Key.Key_F7)
    hands.settle()
    assert (store.session.view.active, choice.current) == (0, "0")


def test_a_model_that_learns_cannot_be_challenged(open_hands):
    hands = open_hands("lda")
    hands.key(Qt.Key.Key_F7)
    assert len(hands.window.store.session.document.runs) == 1
    assert "By hand" in hands.window.plane.pill.text
