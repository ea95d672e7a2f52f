"""Kernel density: widths by hand, by rule and by likelihood, and scikit-learn."""

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st
from sklearn.neighbors import KernelDensity

import mlexplorer as mlx
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid


def unlabelled(points):
    return Dataset(points, np.full(len(points), -1))


def random_points(seed):
    random = np.random.default_rng(seed)
    count = int(random.integers(5, 500))
    points = (
        random.normal(0, 1, (count, 2)) @ random.normal(0, 1, (2, 2))
        + random.normal(0, 2, (3, 2))[random.integers(0, 3, count)]
    )
    if seed % 3 == 0:
        points[: count // 3] = points[count // 3]
    return points * 10 ** random.uniform(-1, 1) + random.normal(0, 5, 2), random


@pytest.mark.parametrize("seed", range(32))
def test_like_scikit_learn(seed):
    points, random = random_points(seed)
    width = float(10 ** random.uniform(-1, 0.5))
    places = points[random.integers(0, len(points), 100)] + width * random.normal(0, 1, (100, 2))
    reference = KernelDensity(bandwidth=width, rtol=0, atol=0).fit(points)
    step = mlx.fit("kde", unlabelled(points), bandwidth=width)
    np.testing.assert_allclose(step.density(places), np.exp(reference.score_samples(places)), rtol=1e-6, atol=1e-300)


def test_the_likeliest_width_is_that_of_a_fine_search():
    points = np.random.default_rng(0).normal(0, 1, (80, 2)) + np.repeat([[0, 0], [4, 1]], 40, axis=0)
    steps = mlx.trace("kde", unlabelled(points), rule="likelihood")
    widths = np.geomspace(0.05, 3, 400)
    scores = [
        mlx.fit("kde", unlabelled(points), bandwidth=float(w)).measures["left-out log-likelihood"] for w in widths
    ]
    assert steps[-1].bandwidths[0] == pytest.approx(widths[np.argmax(scores)], rel=0.02)
    assert -steps[-1].loss >= max(scores) - 1e-6
    assert steps[-1].loss == min(step.loss for step in steps)
    assert [step.iteration for step in steps] == list(range(len(steps)))
    assert "likeliest" in steps[-1].note


def test_the_reference_rule_follows_the_spread_of_each_axis():
    points = np.random.default_rng(1).normal(0, 1, (64, 2)) * [1, 5]
    step = mlx.fit("kde", unlabelled(points), rule="reference")
    np.testing.assert_allclose(step.bandwidths, points.std(axis=0, ddof=1) / 2)  # 64^(−1/6) = ½


def test_the_ratio_widens_the_second_axis():
    assert mlx.fit("kde", unlabelled(np.eye(2)), bandwidth=0.5, ratio=3.0).bandwidths == (0.5, 1.5)


@pytest.mark.parametrize("rule", ["reference", "likelihood"])
def test_points_in_one_place_leave_the_width_to_the_hand(rule):
    step = mlx.fit("kde", unlabelled(np.ones((5, 2))), rule=rule, bandwidth=0.7)
    assert step.bandwidths == (0.7, 0.7)
    assert step.notice.remedy.changes == {"rule": "given"}
    assert mlx.fit("kde", unlabelled(np.ones((5, 2)))).notice is None


def test_coinciding_points_are_said_when_they_spoil_the_likelihood():
    points = np.repeat(np.random.default_rng(2).normal(0, 1, (10, 2)), 2, axis=0)
    step = mlx.fit("kde", unlabelled(points), rule="likelihood")
    assert "coincide" in step.notice.sentence


@hypothesis.given(st.integers(0, 10**6), st.sampled_from(["gaussian", "epanechnikov", "triangle", "box"]))
def test_moving_shuffling_and_doubling_the_points_changes_nothing(seed, kernel):
    random = np.random.default_rng(seed)
    points, places = random.normal(0, 1, (20, 2)), random.normal(0, 1, (10, 2))
    here = mlx.fit("kde", unlabelled(points), kernel=kernel).density(places)
    shift = np.array([4, 8])
    again = np.repeat(points[random.permutation(20)], 2, axis=0) + shift
    there = mlx.fit("kde", unlabelled(again), kernel=kernel).density(places + shift)
    np.testing.assert_allclose(here, there, rtol=1e-9, atol=1e-12)


LINE = unlabelled(np.c_[[4.0, 5, 5, 6, 12, 14, 15, 15, 16, 17], np.zeros(10)])
ASKED = np.c_[[3.0, 10, 15], [0.0, 0, 0]]


@pytest.mark.parametrize(
    ("values", "wanted"),
    [
        ({"kernel": "box", "bandwidth": 4.0}, (0.025, 0, 0.1)),
        ({"bandwidth": 1.0}, (0.035438, 0.005426, 0.134025)),
        ({"bandwidth": 2.0}, (0.048277, 0.021490, 0.093676)),
    ],
)
def test_cz4041_d26_one_feature_is_treated_as_one(values, wanted):
    step = mlx.fit("kde", LINE, **values)
    assert step.density(ASKED) == pytest.approx(wanted, abs=1e-6)
    np.testing.assert_allclose(step.density(ASKED + np.array([0.0, 7.5])), step.density(ASKED))
    grid = Grid(-20, 40, -1, 1, 2001, 2)
    assert step.density_field(grid)[0].sum() * 0.03 == pytest.approx(1, abs=0.01)


def test_cz4041_d26_widths_of_one_feature():
    assert mlx.fit("kde", LINE, rule="reference").bandwidths[0] == pytest.approx(3.517200, abs=1e-6)
    step = mlx.fit("kde", LINE, rule="likelihood")
    assert step.bandwidths[0] == pytest.approx(1.407092, rel=2e-3)
    assert -step.loss == pytest.approx(-2.737322, abs=1e-5)
    for width, score in [(1, -2.814987), (2, -2.802117), (4, -3.117931)]:
        found = mlx.fit("kde", LINE, bandwidth=float(width)).measures["left-out log-likelihood"]
        assert found == pytest.approx(score, abs=1e-6)
