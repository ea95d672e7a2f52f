"""Classes as Gaussians: what holds for linear and quadratic discriminant analysis alike."""

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st

import mlexplorer as mlx
from mlexplorer.core.data import Dataset


@pytest.mark.parametrize("name", ["lda", "qda"])
@hypothesis.given(seed=st.integers(0, 10**6), classes=st.integers(2, 4))
def test_any_change_of_coordinates_changes_nothing(name, seed, classes):
    random = np.random.default_rng(seed)
    data, order = Dataset(random.normal(0, 1, (60, 2)), np.arange(60) % classes), random.permutation(60)
    mix, shift = random.normal(0, 1, (2, 2)) + 2 * np.eye(2), random.normal(0, 5, 2)
    places = random.normal(0, 2, (30, 2))
    hypothesis.assume(abs(np.linalg.det(mix)) > 0.2)
    moved = Dataset((data.points @ mix + shift)[order], data.labels[order])
    here = mlx.fit(name, data).probabilities(places)
    there = mlx.fit(name, moved).probabilities(places @ mix + shift)
    np.testing.assert_allclose(here, there, atol=1e-7)
