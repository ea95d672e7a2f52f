"""Losses of margins: known values, slopes, and sums over lines."""

import numpy as np
import pytest

from mlexplorer.algorithms.descent.rule_losses import errors
from mlexplorer.algorithms.lines.margin_losses import MARGIN_LOSSES

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
