"""Paths cut to a rectangle."""

import numpy as np

from mlexplorer.marks.clipping import clipped, is_inside, rim

BOX = (0.0, 10.0, 0.0, 10.0)


def test_a_path_inside_is_left_alone():
    path = np.array([[1.0, 1.0], [2.0, 5.0], [9.0, 9.0]])
    np.testing.assert_array_equal(clipped(path, BOX), path)


def test_a_path_is_cut_where_it_leaves_and_enters():
    path = np.array([[5.0, 5.0], [15.0, 5.0], [5.0, 9.0]])
    expected = [[5, 5], [10, 5], [np.nan, np.nan], [10, 7], [5, 9], [np.nan, np.nan]]
    np.testing.assert_allclose(clipped(path, BOX), expected)


def test_a_segment_that_crosses_from_far_to_far_is_seen():
    path = np.array([[-1e6, 5.0], [1e6, 5.0]])
    np.testing.assert_allclose(clipped(path, BOX)[:2], [[0, 5], [10, 5]], atol=1e-6)


def test_segments_outside_and_infinite_steps_vanish():
    path = np.array([[20.0, 20.0], [20.0, 30.0], [np.inf, 0.0], [30.0, 30.0]])
    assert len(clipped(path, BOX)) == 0


def test_the_rim_lies_inside_towards_the_place():
    place = rim(np.array([1e200, 5.0]), BOX)
    assert is_inside(place[None], BOX)[0]
    assert place[0] > 9
    np.testing.assert_allclose(place[1], 5.0)
    np.testing.assert_allclose(rim(np.array([5.0, 5.0]), BOX), [5, 5])


def test_gaps_stay_gaps():
    inner = np.array([[1.0, 1.0], [np.nan, np.nan], [2.0, 2.0], [3.0, 4.0]])
    np.testing.assert_array_equal(clipped(inner, BOX), inner)
    crossing = np.array([[-5.0, 5.0], [5.0, 5.0], [np.nan, np.nan], [6.0, 5.0], [6.0, 20.0]])
    found = clipped(crossing, BOX)
    np.testing.assert_allclose(found[:2], [[0, 5], [5, 5]])
    assert np.isnan(found[2]).all()
    np.testing.assert_allclose(found[3:5], [[6, 5], [6, 10]])
