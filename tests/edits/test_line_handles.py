import numpy as np
import pytest

from mlexplorer.edits.line_handles import gap, handles, shifted, turned

BOUNDS = (-2.0, 2.0, -2.0, 2.0)
LINES = [np.array(w) for w in ([1.0, 1.0, 0.5], [-2.0, 0.3, 1.0], [0.0, 3.0, -1.0], [1.0, 0.0, 0.0])]


@pytest.mark.parametrize("weights", LINES)
def test_handles_lie_on_the_line(weights):
    found = handles(weights, BOUNDS)
    for place in (found.middle, found.arm):
        assert np.isclose(weights[:2] @ place, weights[2])
    assert np.hypot(*(found.arm - found.middle)) > 0.5


def test_a_line_out_of_view_has_no_handles():
    assert handles(np.array([1.0, 0.0, 50.0]), BOUNDS) is None


@pytest.mark.parametrize("weights", LINES)
def test_a_shifted_line_goes_through_the_new_place(weights):
    found, way = handles(weights, BOUNDS), np.array([0.4, -0.3])
    new = shifted(weights, way)
    np.testing.assert_array_equal(new[:2], weights[:2])
    assert np.isclose(new[:2] @ (found.middle + way), new[2])


@pytest.mark.parametrize("weights", LINES)
def test_a_turned_line_goes_through_both_places_and_keeps_its_length(weights):
    about, towards = handles(weights, BOUNDS).middle, np.array([1.7, 1.1])
    new = turned(weights, about, towards)
    assert np.isclose(np.hypot(*new[:2]), np.hypot(*weights[:2]))
    for place in (about, towards):
        assert np.isclose(new[:2] @ place, new[2])
    assert new[:2] @ weights[:2] >= 0


def test_turning_onto_itself_changes_nothing():
    weights = LINES[0]
    about = handles(weights, BOUNDS).middle
    np.testing.assert_array_equal(turned(weights, about, about), weights)


def test_the_gap_leads_back_to_the_line():
    weights, place = LINES[0], np.array([1.3, -0.2])
    foot = place - gap(weights, place)
    assert np.isclose(weights[:2] @ foot, weights[2])
