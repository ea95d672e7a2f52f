"""Sine fit: the valleys of the notes, the steps of both solvers, and what is said when they fail."""

import itertools

import numpy as np
import pytest

import mlexplorer as mlx
from mlexplorer import Dataset

X = np.linspace(0, 2, 21)
WAVE = Dataset(np.c_[X, 2 * np.sin(3 * X)], np.zeros(21))


def fitted(a, b, data=WAVE, **parameters):
    return mlx.fit("sine_fit", data, a=a, b=b, **parameters)


@pytest.mark.parametrize(
    ("start", "end", "loss"),
    [
        ((1, 2.5), (2, 3), 0),
        ((1, 2), (2, 3), 0),
        ((1, 5), (-0.34575, 5.10624), 40.7186),
        ((1, 8), (-0.10655, 8.17798), 41.7777),
        ((2, 10), (0.07395, 9.69135), 41.8362),
    ],
)
def test_styles_d7_valleys(start, end, loss):
    step = fitted(*start, damping=0.01, factor=10)
    assert step.weights == pytest.approx(end, abs=1e-5)
    assert step.loss == pytest.approx(loss, abs=1e-4)
    assert step.ending == "settled"


def test_styles_d7_crawls_along_a_valley():
    steps = mlx.trace("sine_fit", WAVE, a=1.0, b=0.3, steps=200)
    assert steps[-1].ending == "limit"
    assert steps[-1].weights[1] < 0.3
    assert steps[-1].loss < steps[-2].loss


def test_the_damped_loss_never_rises():
    random = np.random.default_rng(0)
    data = Dataset(np.c_[X, 2 * np.sin(3 * X) + random.normal(0, 0.5, 21)], np.zeros(21))
    for start in random.uniform(-5, 5, (12, 2)):
        losses = [step.loss for step in mlx.trace("sine_fit", data, a=start[0], b=start[1])]
        assert (np.diff(losses) < 0).all()


def test_gauss_newton_makes_the_same_full_steps_as_least_squares_of_the_slopes():
    steps = mlx.trace("sine_fit", WAVE, a=1.8, b=2.9, solver="gauss_newton")
    assert steps[-1].weights == pytest.approx([2, 3])
    for before, after in itertools.pairwise(steps[:4]):
        a, b = before.weights
        slopes = np.c_[np.sin(b * X), a * X * np.cos(b * X)]
        wanted = np.linalg.lstsq(slopes, WAVE.points[:, 1] - before.curve(X), rcond=None)[0]
        np.testing.assert_allclose(after.weights - before.weights, wanted, atol=1e-9)


def test_full_steps_that_lead_away_are_said_and_damping_mends_them():
    steps = mlx.trace("sine_fit", WAVE, a=0.05, b=2.0, solver="gauss_newton", steps=2)
    step = steps[1]
    assert step.loss > steps[0].loss
    assert step.notice.remedy.changes == {"solver": "levenberg_marquardt"}
    assert fitted(0.05, 2.0).loss < steps[0].loss


def test_no_slope_is_said():
    step = fitted(0.0, 0.0)
    assert "no way down" in step.notice.sentence


def test_a_start_on_the_landscape_is_used():
    assert mlx.trace("sine_fit", WAVE, start=[1.5, 2.8])[0].weights == pytest.approx([1.5, 2.8])
