"""The commands that change what part of the plane and of the window is shown, by their keys."""

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


def test_parts_folded_by_a_key_say_so_with_the_key_that_brings_them_back(open_hands):
    hands = open_hands("lda")
    for key, words in ((Qt.Key.Key_4, "Left panel"), (Qt.Key.Key_5, "Linked view"), (Qt.Key.Key_6, "Timeline")):
        for done, undone in (("hidden", "shows"), ("shown", "hides")):
            hands.key(key, CTRL)
            assert hands.window.plane.pill.text == f"{words} {done} · Ctrl+{chr(key.value)} {undone} it"
