"""What the commands of a selection do to its points, and to no others."""

import numpy as np
import pytest

from mlexplorer.ui.commands.selection_menu import SELECT_FIRST

TURN = np.exp(1j * np.pi / 12)  # 15 degrees


def turned(away, turn):
    """Return places turned about the origin, as complex numbers are."""
    found = (away[:, 0] + 1j * away[:, 1]) * turn
    return np.c_[found.real, found.imag]


CHANGES = {
    "rotate:15": lambda away: turned(away, TURN),
    "rotate:-15": lambda away: turned(away, 1 / TURN),
    "scale:1.1": lambda away: 1.1 * away,
    "scale:0.9": lambda away: 0.9 * away,
    "mirror:0": lambda away: away * [-1, 1],
    "mirror:1": lambda away: away * [1, -1],
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_selection_is_changed_about_its_middle(open_hands, name):
    desk, window = (hands := open_hands("lda")).window.plane.desk, hands.window
    before = desk.data.points
    desk.select(np.arange(6))
    window.run(name)
    ends = before[:6].min(axis=0), before[:6].max(axis=0)
    middle = np.mean(ends if name.startswith("mirror") else before[:6], axis=0)
    np.testing.assert_allclose(desk.data.points[:6], CHANGES[name](before[:6] - middle) + middle, atol=1e-9)
    np.testing.assert_array_equal(desk.data.points[6:], before[6:])
    window.run("undo")
    np.testing.assert_array_equal(desk.data.points, before)


def test_without_a_selection_there_is_a_hint(open_hands):
    window = open_hands("lda").window
    before = window.store.session.document
    for name in (*CHANGES, "jitter", "gather"):
        window.run(name)
    assert window.plane.pill.text == SELECT_FIRST
    assert window.store.session.document == before
