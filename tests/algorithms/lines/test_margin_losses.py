"""Losses of margins: known values, slopes, and sums over lines."""

import numpy as np
import pytest

import mlexplorer as mlx
from mlexplorer.algorithms.descent.rule_losses import errors
from mlexplorer.algorithms.lines.margin_losses import MARGIN_LOSSES, margins
from mlexplorer.core.data import Dataset

MARGINS = np.array([-2.0, -0.5, 0.0, 0.5, 1.0, 3.0])
KNOWN = {
    "errors": [1, 1, 1, 0, 0, 0],
    "perceptron": [2, 0.5, 0, 0, 0, 0],
    "log": np.log1p(np.exp(-MARGINS)),
    "hinge": [3, 1.5, 1, 0.5, 0, 0],
    "squared": [9, 2.25, 1, 0.25, 0, 4],
    "exponential": np.exp(-MARGINS),
}


@pytest.mark.parametrize("name", MARGIN_LOSSES)
def test_values(name):
    np.testing.assert_allclose(MARGIN_LOSSES[name].of(MARGINS), KNOWN[name])


@pytest.mark.parametrize("name", [name for name, loss in MARGIN_LOSSES.items() if loss.slope is not None])
def test_the_gradient_agrees_with_differences(name):
    random = np.random.default_rng(3)
    points, signs = random.normal(size=(40, 2)), random.choice([-1.0, 1.0], 40)
    loss, place, step = MARGIN_LOSSES[name], np.array([0.7, -1.1, 0.2]), 1e-6
    sides = [loss.values(points, signs, place + sign * step * np.eye(3)) for sign in (1, -1)]
    np.testing.assert_allclose(loss.gradient(points, signs, place), (sides[0] - sides[1]) / (2 * step), rtol=1e-5)


def test_errors_agree_with_the_errors_of_lines():
    random = np.random.default_rng(4)
    points, signs = random.normal(size=(700, 2)), random.choice([-1.0, 1.0], 700)
    lines = random.normal(size=(300, 3))
    counted = MARGIN_LOSSES["errors"].values(points, signs, lines)
    np.testing.assert_array_equal(counted, errors(points, signs > 0, lines))


def test_the_exponential_loss_stays_finite():
    assert np.isfinite(MARGIN_LOSSES["exponential"].of(np.array([-1e4, 1e4]))).all()


def test_the_boundary_is_right_for_the_first_class_alone():
    points = np.array([[1.0, 0.0], [1.0, 0.0], [2.0, 0.0], [0.0, 0.0], [0.0, 0.0]])
    data = Dataset(points, [0, 1, 1, 1, 0])
    step = mlx.fit("line", data, w1=1.0, w2=0.0, t=1.0)
    found = margins(step, data)
    np.testing.assert_allclose(found, [0, 0, 1, -1, 1], atol=1e-300)
    np.testing.assert_array_equal(MARGIN_LOSSES["errors"].of(found) == 0, step.predict(points) == data.labels)


def test_errors_of_lines_through_points_are_those_of_the_decision():
    random = np.random.default_rng(5)
    points, positive = random.integers(-3, 4, (60, 2)) / 10, random.random(60) < 0.5
    lines = random.integers(-3, 4, (200, 3)) / 10
    counted = MARGIN_LOSSES["errors"].values(points, np.where(positive, 1.0, -1.0), lines)
    decided = lines[:, :1] * points[:, 0] + lines[:, 1:2] * points[:, 1] - lines[:, 2:] > 0
    np.testing.assert_array_equal(counted, (decided != positive).sum(axis=1))
