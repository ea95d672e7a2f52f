"""Rearranging groups of points, and joining data sets."""

import numpy as np

from mlexplorer.core.data import Dataset
from mlexplorer.edits.arranging import gathered, jittered, mirrored, rotated, scaled
from mlexplorer.edits.joining import joined

POINTS = np.array([[0.0, 0.0], [2.0, 0.0], [1.0, 3.0]])


def test_rotation_is_about_the_mean_and_to_the_left():
    turned = rotated(POINTS, 90)
    np.testing.assert_allclose(turned, [[2.0, 0.0], [2.0, 2.0], [-1.0, 1.0]], atol=1e-12)
    np.testing.assert_allclose(rotated(turned, -90), POINTS, atol=1e-12)


def test_scaling_and_pulling_keep_the_mean():
    np.testing.assert_allclose(scaled(POINTS, 2), [[-1, -1], [3, -1], [1, 5]])
    near = gathered(POINTS)
    np.testing.assert_allclose(near.mean(axis=0), POINTS.mean(axis=0))
    assert np.ptp(near[:, 1]) < np.ptp(POINTS[:, 1])


def test_mirroring_twice_is_nothing():
    np.testing.assert_array_equal(mirrored(POINTS, 0), [[2, 0], [0, 0], [1, 3]])
    np.testing.assert_array_equal(mirrored(mirrored(POINTS, 1), 1), POINTS)


def test_jitter_follows_the_spread():
    shaken = jittered(np.zeros((4000, 2)), np.array([1.0, 10.0]), 1)
    np.testing.assert_allclose(shaken.std(axis=0), [0.05, 0.5], rtol=0.05)


def test_joining_matches_classes_by_name():
    names = ("red", "green", *Dataset(POINTS, [0, 0, 0]).class_names[2:])
    data = Dataset(POINTS, [0, 1, -1], class_names=names)
    extra = Dataset(POINTS, [0, 1, -1], held_out=[True, False, False], class_names=("green", "blue", *names[2:]))
    both = joined(data, extra)
    assert both.labels.tolist() == [0, 1, -1, 1, 2, -1]
    assert both.class_names[:3] == ("red", "green", "blue")
    assert both.held_out.tolist() == [False, False, False, True, False, False]
    assert both.ids.tolist() == [0, 1, 2, 3, 4, 5]


def test_joining_without_room_leaves_points_unlabelled():
    full = Dataset(np.zeros((9, 2)), np.arange(9), class_names=tuple("abcdefghi"))
    extra = Dataset(POINTS[:2], [0, 1], class_names=("a", "z", *"cdefghi"))
    assert joined(full, extra).labels[9:].tolist() == [0, -1]
