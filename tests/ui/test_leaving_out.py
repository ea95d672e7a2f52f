"""Leaving points out in the real window: the boundary without one, rings for all."""

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

CTRL = Qt.KeyboardModifier.ControlModifier


def marks(hands, name):
    return hands.window.leaving_out._marks.get(name, ())


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
    assert hands.window.store.history.place == 0
    QTest.mouseMove(
        hands.canvas.viewport(), hands.position(fitted.frame.bounds[0] + 0.05, fitted.frame.bounds[2] + 0.05)
    )
    hands.settle()
    assert marks(hands, "without") == ()


def test_rings_for_the_influence_of_all_go_with_the_next_edit(open_hands):
    hands = open_hands("svm", values={"kernel": "linear"}, source_values={"count": 24})
    hands.key(Qt.Key.Key_I, CTRL)
    hands.settle()
    (rings,) = marks(hands, "influence")
    assert 0 < len(rings.places) < 24
    assert hands.window.plane._pill.text.endswith("% of the view.")
    hands.click(0.0, 0.4)
    hands.settle()
    assert marks(hands, "influence") == ()
