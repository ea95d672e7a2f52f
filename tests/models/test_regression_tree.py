"""Regression tree: the first cut of the notes, scikit-learn, and what must hold for means between cuts."""

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st
from sklearn.tree import DecisionTreeRegressor

import mlexplorer as mlx
from mlexplorer import Dataset


def fitted(data, **parameters):
    return mlx.fit("regression_tree", data, **parameters)


def random_data(seed, count=60):
    random = np.random.default_rng(seed)
    x = random.uniform(-2, 2, count).astype(np.float32).astype(float)  # as exact as scikit-learn's
    x = np.round(8 * x) / 8 if seed % 2 else x
    return Dataset(np.c_[x, np.sin(3 * x) + random.normal(0, 0.3, count)], np.zeros(count))


def test_uppsala_27_first_cut_of_the_cars():
    step = fitted(mlx.make("stopping"), depth=1)
    assert step.thresholds == pytest.approx([26.5])
    assert step.levels == pytest.approx([23.3478, 85.1875], abs=1e-4)
    assert step.loss == pytest.approx(22552.87, abs=0.01)
    assert step.note.startswith("Cut 1, x ≤ 26.5, parts 46 and 16 points")
    assert [(node.counts[0], node.depth) for node in step.tree] == [(62, 0), (46, 1), (16, 1)]


@pytest.mark.parametrize("seed", range(16))
@pytest.mark.parametrize("depth", [1, 3, 30])
def test_agrees_with_scikit_learn(seed, depth):
    data, leaf = random_data(seed), 1 + seed % 3
    x, y = data.points.T
    theirs = DecisionTreeRegressor(max_depth=depth, min_samples_leaf=leaf).fit(x[:, None], y)
    step = fitted(data, depth=depth, leaf=leaf)
    assert len(step.levels) == theirs.get_n_leaves()
    places = np.linspace(-2.5, 2.5, 301) + 1e-4
    np.testing.assert_allclose(step.curve(places), theirs.predict(places[:, None]), atol=1e-6)


@hypothesis.given(st.integers(0, 10**6), st.integers(1, 5))
def test_every_cut_lowers_the_loss_by_its_gain_the_largest_first(seed, leaf):
    data = random_data(seed, 40)
    steps = mlx.trace("regression_tree", data, depth=4, leaf=leaf)
    losses = np.array([step.loss for step in steps])
    gains = [step.stairs.segments[step.stairs.order[step.iteration - 1]].gain for step in steps[1:]]
    np.testing.assert_allclose(-np.diff(losses), gains, atol=1e-9)
    for step in steps:
        counts = np.histogram(data.points[:, 0], [-np.inf, *np.nextafter(step.thresholds, np.inf), np.inf])[0]
        assert counts.min() >= min(leaf, 40)
        assert step.residuals.sum() == pytest.approx(0, abs=1e-9)


def test_points_above_each_other_cannot_be_parted():
    step = fitted(Dataset([(2, 1), (2, 4), (3, 7)], [0, 1, 0]), depth=5)
    np.testing.assert_allclose(step.levels, [2.5, 7])
    np.testing.assert_allclose(step.curve(np.array([2.5, 2.5000001])), [2.5, 7])
