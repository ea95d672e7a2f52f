"""Histograms of one feature, class by class."""

import numpy as np
import pytest

from mlexplorer.algorithms.densities.one_feature import bins


@pytest.mark.parametrize("value", [0.0, 5.0, -1e9])
def test_values_in_one_place_have_bins_around_them(value):
    made = bins(np.full(6, value), np.array([0, 0, 0, 0, 1, 1]), 2, 4, 0.0)
    assert (made.left, made.width) == (value - 0.5, 0.25)
    assert made.counts.sum(axis=1).tolist() == [4, 2]


def test_bins_reach_from_the_least_to_the_largest_value():
    made = bins(np.array([0.0, 1.0, 1.5, 4.0]), np.array([0, 0, 1, 1]), 2, 4, 1.0)
    assert (made.left, made.width) == (0.0, 1.0)
    assert made.counts.tolist() == [[1, 1, 0, 0], [0, 1, 0, 1]]
    assert made.shares.tolist() == [[1 / 3, 1 / 3, 1 / 6, 1 / 6], [1 / 6, 1 / 3, 1 / 6, 1 / 3]]
