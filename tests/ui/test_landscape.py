"""The landscape in the window: pointing at the path, dragging a threshold, and undo."""

import numpy as np
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

CTRL = Qt.KeyboardModifier.ControlModifier


def chart_point(chart, place):
    x, y = chart.canvas.position_of(np.array([place], dtype=float))[0]
    return QPoint(round(x), round(y))


def layer_names(hands):
    return [layer.name for layer in hands.window.plane.picture.layers if layer.marks]


def test_pointing_at_the_path_shows_the_boundary_of_that_step_and_fits_nothing(open_hands):
    hands = open_hands("logistic", values={"solver": "gradient", "steps": 30, "rate": 2.0})
    hands.window.linked.choose("landscape")
    hands.settle()
    chart, trace = hands.window.linked._charts[0], hands.snapshot.trace
    before = hands.window.store.history.place
    QTest.mouseMove(chart.canvas.viewport(), chart_point(chart, trace.at(1).weights[:2]))
    hands.settle()
    assert hands.window.store.session.view.ghost == 1
    assert "ghost" in layer_names(hands)
    assert hands.snapshot.trace is trace
    assert hands.window.store.history.place == before
    QApplication.sendEvent(chart.canvas.viewport(), QEvent(QEvent.Type.Leave))
    hands.settle()
    assert "ghost" not in layer_names(hands)


def test_dragging_the_threshold_of_a_stump_and_undo(open_hands):
    hands = open_hands("stump")
    linked = hands.window.linked
    linked.choose("landscape")
    hands.settle()
    root = hands.snapshot.step.tree[0]
    chart = linked._charts[root.feature]
    start = chart_point(chart, (root.threshold, 5.0))
    QTest.mousePress(chart.canvas.viewport(), Qt.MouseButton.LeftButton, pos=start)
    for shift in range(10, 50, 10):
        QTest.mouseMove(chart.canvas.viewport(), start + QPoint(shift, 0))
    QTest.mouseRelease(chart.canvas.viewport(), Qt.MouseButton.LeftButton, pos=start + QPoint(40, 0))
    hands.settle()
    moved = hands.snapshot.step.tree[0]
    assert moved.threshold > root.threshold + 0.05
    assert hands.snapshot.step.loss >= hands.snapshot.trace.last.loss
    hands.key(Qt.Key.Key_Z, CTRL)
    hands.settle()
    assert hands.snapshot.step.tree[0].threshold == root.threshold


def test_descend_diverge_reduce_the_rate(open_hands):
    hands = open_hands("logistic", values={"solver": "gradient", "average": False, "rate": 50.0, "steps": 60})
    window = hands.window
    window.linked.choose("landscape")
    hands.settle()
    assert "largest stable rate" in window.linked._words.text()
    assert window.panel._notice.isVisible()
    window.panel._model_form.edited.emit(window.store.session.run.model.with_values({"rate": 0.05}), "rate")
    hands.settle()
    assert "largest stable rate" not in window.linked._words.text()
    losses = [step.loss for step in hands.snapshot.trace]
    assert losses[-1] < losses[0]
