"""The landscape in the window: pointing at the path, dragging a threshold, and undo."""

import numpy as np
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mlexplorer.edits.line_handles import handles
from mlexplorer.marks.marks import Line, Points
from tests.ui.samples import type_into

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
    chart, trace = hands.window.linked.charts[0], hands.snapshot.trace
    before = hands.window.store.history.index
    QTest.mouseMove(chart.canvas.viewport(), chart_point(chart, trace.at(1).weights[:2]))
    hands.settle()
    assert hands.window.store.session.view.ghost == 1
    assert "ghost" in layer_names(hands)
    assert hands.snapshot.trace is trace
    assert hands.window.store.history.index == before
    QApplication.sendEvent(chart.canvas.viewport(), QEvent(QEvent.Type.Leave))
    hands.settle()
    assert "ghost" not in layer_names(hands)


def test_dragging_the_threshold_of_a_stump_and_undo(open_hands):
    hands = open_hands("stump")
    linked = hands.window.linked
    linked.choose("landscape")
    hands.settle()
    root = hands.snapshot.step.tree[0]
    chart = linked.charts[root.feature]
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


def dot_of(chart):
    """Return where the present place is drawn on a chart."""
    marks = [mark for marks in chart.canvas.marks.values() for mark in marks]
    return next(mark.places[0] for mark in marks if isinstance(mark, Points) and mark.style == "here")


def test_descend_diverge_reduce_the_rate_scrub_drag_dot_and_line_and_undo(open_hands):
    hands = open_hands("logistic", values={"solver": "gradient", "average": False, "rate": 0.04, "steps": 60})
    window, form = hands.window, hands.window.panel.model_form
    window.linked.choose("landscape")
    hands.settle()
    chart, documents = window.linked.charts[0], [window.store.session.document]
    assert hands.snapshot.trace.last.loss < hands.snapshot.trace.steps[0].loss

    type_into(form, "rate", "5")  # diverges, and says so
    hands.settle()
    documents.append(window.store.session.document)
    assert "largest stable rate" in window.linked.words
    assert window.panel.notice.isVisible()

    type_into(form, "rate", "0.02")
    hands.settle()
    documents.append(window.store.session.document)
    assert "largest stable rate" not in window.linked.words

    window.setFocus()
    hands.key(Qt.Key.Key_Home)
    for _ in range(3):
        hands.key(Qt.Key.Key_Right)
    hands.settle()
    weights = hands.snapshot.trace.at(3).weights
    np.testing.assert_allclose(dot_of(chart), weights[:2])

    boundary = next(mark.path for mark in hands.canvas.marks["boundary"] if isinstance(mark, Line))
    port, start = chart.canvas.viewport(), chart_point(chart, weights[:2])
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=start)
    for shift in range(5, 45, 5):
        QTest.mouseMove(port, start + QPoint(shift, -shift))
    hands.qtbot.waitUntil(lambda: not np.array_equal(dot_of(chart)[:2], weights[:2]))  # while the hand still holds it
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=start + QPoint(40, -40))
    hands.settle()
    documents.append(window.store.session.document)
    assert [chart.canvas.hasty, hands.canvas.hasty] == [False, False]  # all of it is painted in full again
    moved = hands.snapshot.step.weights
    assert np.abs(moved[:2] - weights[:2]).max() > 0.1
    after = next(mark.path for mark in hands.canvas.marks["boundary"] if isinstance(mark, Line))
    assert boundary.shape != after.shape or np.abs(boundary - after).max() > 0.05

    hands.key(Qt.Key.Key_M)
    found = handles(moved, hands.canvas.bounds)
    start, end = hands.position(*found.arm), hands.position(found.arm[0], found.arm[1] + 0.6)
    port = hands.canvas.viewport()
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=start)
    for share in (0.3, 0.6, 1.0):
        QTest.mouseMove(port, start + (end - start) * share)
    hands.qtbot.waitUntil(lambda: np.abs(dot_of(chart) - moved[:2]).max() > 0.02)  # the dot follows at once
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=end)
    hands.settle()
    np.testing.assert_allclose(dot_of(chart), hands.snapshot.step.weights[:2])
    assert [chart.canvas.hasty, hands.canvas.hasty] == [False, False]

    for document in reversed(documents):
        hands.key(Qt.Key.Key_Z, CTRL)
        hands.settle()
        assert window.store.session.document == document
