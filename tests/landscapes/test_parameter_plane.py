"""The rectangle of parameters that a landscape shows."""

import numpy as np
import pytest

from mlexplorer.landscapes.parameter_plane import ROOM, bounds_around


@pytest.mark.parametrize("middle", [(0.0, 0.0), (100.0, -40.0), (-7.0, 3.0)])
def test_a_path_is_shown_with_room_on_each_side(middle):
    path = np.array(middle) + np.array([(-2.0, -1.0), (2.0, 1.0), (0.5, 0.0)])
    left, right, bottom, top = bounds_around(path)
    assert (left, right) == pytest.approx((middle[0] - 2 - 4 * ROOM, middle[0] + 2 + 4 * ROOM))
    assert (bottom + top) / 2 == pytest.approx(middle[1])
    assert top - bottom == pytest.approx(0.6 * 4 * (1 + 2 * ROOM)), "never thin"


def test_a_single_place_is_shown_with_the_origin():
    left, right, bottom, top = bounds_around(np.array([[3.0, -1.0]]))
    assert left < 0
    assert right > 3
    assert bottom < -1
    assert top > 0
