"""Expectation and maximisation: the likelihood never falls, whatever the kind of covariance and the floor."""

import itertools

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st

from mlexplorer.algorithms.gaussians import mixture
from mlexplorer.algorithms.gaussians.normal import Gaussians


@hypothesis.given(
    st.integers(0, 10**6), st.sampled_from(mixture.KINDS), st.sampled_from([1e-12, 1e-6, 1e-2, 1.0]), st.integers(1, 5)
)
def test_the_likelihood_never_falls(seed, kind, floor, count):
    random = np.random.default_rng(seed)
    points = random.integers(0, 4, (25, 2)).astype(float) if seed % 2 else random.normal(0, 1, (25, 2))
    start = mixture.from_means(
        points, points[random.integers(0, 25, count)] + 0.01 * random.normal(0, 1, (count, 2)), kind, floor
    )
    states = list(itertools.islice(mixture.run(points, start, kind, floor), 80))
    levels = np.array([state.likelihood for state in states])
    rounding = np.finfo(float).eps * np.ptp(points) ** 2  # of a covariance; a thin ellipse feels it the more
    assert (np.diff(levels) >= -(1e-9 + rounding / floor) * (1 + np.abs(levels[1:]))).all()
    for state in states:
        assert np.linalg.eigvalsh(state.gaussians.covariances).min() >= floor * (1 - 1e-9) - rounding
        np.testing.assert_allclose(state.gaussians.shares.sum(), 1)
        np.testing.assert_allclose(state.responsibilities(points).sum(axis=0), 1)


@pytest.mark.parametrize("kind", mixture.KINDS)
def test_maximisation_is_the_best_of_its_kind(kind):
    """No nudge of shares, means or covariances within the kind is likelier in the expected log-likelihood."""
    random = np.random.default_rng(3)
    points, parts = random.normal(0, 1, (40, 2)), random.dirichlet([1, 1, 1], 40).T
    best, held = mixture.maximised(points, parts, None, kind, 1e-9)
    assert held == ()

    def value(gaussians):
        return float((parts * gaussians.logs(points)).sum())

    for _ in range(50):
        shares = best.shares * np.exp(0.05 * random.normal(0, 1, 3))
        nudge = 0.05 * random.normal(0, 1, (3, 2, 2))
        nudge = nudge + nudge.transpose(0, 2, 1)
        if kind == "tied":
            nudge = np.stack([nudge[0]] * 3)
        if kind == "diagonal":
            nudge = nudge * np.eye(2)
        if kind == "spherical":
            nudge = nudge[:, :1, :1] * np.eye(2)
        other = Gaussians(
            best.means + 0.05 * random.normal(0, 1, (3, 2)), best.covariances + 0.3 * nudge, shares / shares.sum()
        )
        if np.linalg.eigvalsh(other.covariances).min() > 0:
            assert value(other) <= value(best) + 1e-9


def test_a_component_without_points_keeps_its_place():
    points = np.random.default_rng(0).normal(0, 1, (10, 2))
    before = mixture.from_means(points, np.array([[0.0, 0.0], [50.0, 50.0]]), "full", 1e-6)
    parts = np.stack([np.ones(10), np.zeros(10)])
    after, _ = mixture.maximised(points, parts, before, "full", 1e-6)
    np.testing.assert_array_equal(after.means[1], [50, 50])
    np.testing.assert_allclose(after.shares, [1, 0], atol=1e-12)
    np.testing.assert_allclose(after.means[0], points.mean(axis=0))


@pytest.mark.parametrize(("kind", "numbers"), [("full", 17), ("tied", 11), ("diagonal", 14), ("spherical", 11)])
def test_dtu_19_free_numbers_of_three_components(kind, numbers):
    assert mixture.parameters(3, kind) == numbers
