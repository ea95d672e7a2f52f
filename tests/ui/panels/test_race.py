"""A race of four optimisers by mouse and keys, and undo, which restores all of it."""

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox

from mlexplorer.edits.line_handles import handles
from mlexplorer.marks.marks import Line
from tests.ui.samples import type_into

CTRL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton


def choose_solver(hands, title):
    """Choose a solver in the form, as keys do in a list."""
    box = hands.window.panel.model_form.row("solver").findChild(QComboBox)
    box.setFocus()
    target = next(index for index in range(box.count()) if box.itemText(index) == title)
    while box.currentIndex() != target:
        QTest.keyClick(box, Qt.Key.Key_Down if box.currentIndex() < target else Qt.Key.Key_Up)
        hands.settle()


def runners(hands):
    return hands.window.panel.runners


def test_a_race_of_four_optimisers_and_back(open_hands):
    hands = open_hands("logistic", values={"solver": "gradient", "steps": 20})
    window, store = hands.window, hands.window.store
    alone = store.session.document
    for title in ("Momentum", "RMSprop", "Adam"):
        QTest.mouseClick(runners(hands).add, LEFT)
        hands.settle()
        choose_solver(hands, title)
    type_into(window.panel.model_form, "rate", "0.2")
    runners(hands).name.setFocus()
    QTest.keyClicks(runners(hands).name, "Hare")
    QTest.keyClick(runners(hands).name, Qt.Key.Key_Return)
    hands.settle()
    raced = store.session.document
    assert [run.model.solver for run in raced.runs] == ["gradient", "momentum", "rmsprop", "adam"]
    assert (raced.runs[3].name, raced.runs[3].model.rate) == ("Hare", 0.2)
    assert not runners(hands).add.isEnabled()
    window.setFocus()
    hands.key(Qt.Key.Key_Home)
    for _ in range(4):
        hands.key(Qt.Key.Key_Right)
    hands.settle()
    starts = [trace.steps[0].weights for trace in hands.snapshot.traces]
    assert all(np.array_equal(start, starts[0]) for start in starts)
    assert [step.iteration for step in hands.snapshot.shown] == [4] * 4
    others = next(layer for layer in window.plane.picture.layers if layer.name == "runners").marks
    assert {mark.role for mark in others if isinstance(mark, Line)} == {"run 0", "run 1", "run 2"}
    window.linked.choose("progress")
    hands.settle()
    words = [label.text() for label in window.linked.reading.labels]
    assert {"D  Hare", str(4 * len(hands.data))} <= set(words)
    while store.history.undo_label:
        hands.key(Qt.Key.Key_Z, CTRL)
        hands.settle()
    assert store.session.document == alone
    assert len(hands.snapshot.traces) == 1
    while store.history.redo_label:
        hands.key(Qt.Key.Key_Y, CTRL)
        hands.settle()
    assert store.session.document == raced


def test_scrubbing_moves_every_run_and_fits_none(open_hands):
    hands = open_hands("logistic", values={"solver": "gradient", "steps": 30})
    QTest.mouseClick(runners(hands).add, LEFT)
    hands.settle()
    choose_solver(hands, "Adam")
    before = hands.snapshot.traces
    track = hands.window.timeline.track
    middle = track.height() // 2
    QTest.mousePress(track, LEFT, pos=QPoint(round(track.x_of(30)), middle))
    for place in (20, 10, 5):
        QTest.mouseMove(track, QPoint(round(track.x_of(place)), middle))
    QTest.mouseRelease(track, LEFT, pos=QPoint(round(track.x_of(5)), middle))
    hands.settle()
    assert [step.iteration for step in hands.snapshot.shown] == [5, 5]
    assert all(now is then for now, then in zip(hands.snapshot.traces, before, strict=True))


def test_runs_that_began_alike_begin_alike_again(open_hands):
    hands = open_hands("logistic", values={"solver": "gradient", "steps": 10})
    for title in ("Adam", "Momentum"):
        QTest.mouseClick(runners(hands).add, LEFT)
        hands.settle()
        choose_solver(hands, title)
    QTest.mouseClick(hands.window.timeline.renew_button, LEFT)
    hands.settle()
    starts = [trace.steps[0].weights for trace in hands.snapshot.traces]
    assert starts[0].any()
    assert all(np.array_equal(start, starts[0]) for start in starts)
    assert [run.model.solver for run in hands.window.store.session.document.runs] == ["gradient", "adam", "momentum"]
    hands.key(Qt.Key.Key_V)
    found = handles(hands.snapshot.step.weights, hands.canvas.bounds)
    hands.drag(found.middle, found.middle + np.array([0.4, 0.0]))
    hands.settle()
    timeline = hands.window.timeline
    assert timeline.note.endswith("Shift+Home starts the fit from here.")
    held = hands.window.store.session.run.by_hand
    hands.key(Qt.Key.Key_Home, Qt.KeyboardModifier.ShiftModifier)
    hands.settle()
    for trace in hands.snapshot.traces:
        np.testing.assert_array_equal(trace.steps[0].weights, held)
    hands.key(Qt.Key.Key_Z, CTRL)
    hands.settle()
    assert all(run.start is None for run in hands.window.store.session.document.runs)
