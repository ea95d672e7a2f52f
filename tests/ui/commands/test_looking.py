"""The commands that change what part of the plane is shown, by their keys."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

CTRL = Qt.KeyboardModifier.ControlModifier


def sizes(hands):
    left, right, bottom, top = hands.canvas.bounds
    return np.array([right - left, top - bottom])


def test_keys_zoom_in_and_out_and_show_all_again(open_hands):
    hands = open_hands("lda")
    whole = sizes(hands)
    hands.key(Qt.Key.Key_Equal, CTRL)
    assert (sizes(hands) < whole).all()
    hands.key(Qt.Key.Key_Minus, CTRL)
    assert sizes(hands) == pytest.approx(whole)
    hands.key(Qt.Key.Key_Minus, CTRL)
    assert (sizes(hands) > whole).all()
    hands.key(Qt.Key.Key_F)
    hands.settle()
    assert sizes(hands) == pytest.approx(whole)
    assert hands.window.store.history.index == 0
