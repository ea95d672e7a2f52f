"""Pinning in the real window: pin, change, compare, name, bring back, copy."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QInputDialog

from mlexplorer.core import registry

CTRL = Qt.KeyboardModifier.ControlModifier


def test_pin_change_compare_and_bring_back(open_hands, monkeypatch):
    hands = open_hands("lda")
    window, store = hands.window, hands.window.store
    hands.key(Qt.Key.Key_D, CTRL)
    hands.settle()
    assert store.history.undo_label == "pin the fit"
    assert window.linked.tabs.current == "log"
    store.edit(store.session.with_model(registry.model("knn")(k=1)), "model")
    hands.settle()
    names = [layer.name for layer in window.plane.picture.layers]
    assert "pinned" in names
    monkeypatch.setattr(QInputDialog, "getText", lambda *_, **__: ("straight", True))
    buttons = window.linked.buttons
    QTest.mouseClick(buttons["rename_pin"], Qt.MouseButton.LeftButton)
    hands.settle()
    assert store.session.document.pins[0].label == "straight"
    QTest.mouseClick(window.linked.buttons["copy_log:csv"], Qt.MouseButton.LeftButton)
    assert "straight,Linear discriminant," in QGuiApplication.clipboard().text()
    QTest.mouseClick(window.linked.buttons["copy_log:latex"], Qt.MouseButton.LeftButton)
    assert r"\begin{tabular}" in QGuiApplication.clipboard().text()
    label = next(label for label, place in window.linked.reading.touchable.items() if place[2] == 4)
    QTest.mouseClick(label, Qt.MouseButton.LeftButton)
    hands.settle()
    assert store.session.run.model == registry.model("lda")()
    assert store.history.undo_label == "choose in log book"
    hands.key(Qt.Key.Key_D, CTRL | Qt.KeyboardModifier.ShiftModifier)
    hands.settle()
    assert store.session.document.pins == ()
    assert "log" not in window.linked.tabs.choices


def test_an_empty_log_book_says_how_to_begin(open_hands):
    hands = open_hands("lda")
    for name in ("rename_pin", "copy_log:csv"):
        hands.window.run(name)
        assert "Ctrl+D" in hands.window.plane.pill.text


def test_new_points_are_drawn_from_the_fit_in_one_entry(open_hands):
    hands = open_hands("lda")
    before = len(hands.data)
    hands.key(Qt.Key.Key_G, CTRL | Qt.KeyboardModifier.ShiftModifier)
    hands.settle()
    assert len(hands.data) == before + 30
    hands.key(Qt.Key.Key_Z, CTRL)
    hands.settle()
    assert len(hands.data) == before
