"""Gaussians in the plane against matrix arithmetic."""

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st

from mlexplorer.algorithms.gaussians.normal import Gaussians, clipped, log_sums
from mlexplorer.core.grid import Grid


def some(random, count):
    roots = random.normal(0, 1, (count, 2, 2)) * 10 ** random.uniform(-2, 2, (count, 1, 1))
    shares = random.random(count) + 0.1
    return Gaussians(random.normal(0, 3, (count, 2)), roots @ roots.transpose(0, 2, 1), shares / shares.sum())


@hypothesis.given(st.integers(0, 10**6))
def test_logs_are_those_of_the_matrix_formula(seed):
    random = np.random.default_rng(seed)
    gaussians, points = some(random, 3), random.normal(0, 3, (20, 2))
    logs = gaussians.logs(points)
    for k, (mean, covariance, share) in enumerate(
        zip(gaussians.means, gaussians.covariances, gaussians.shares, strict=True)
    ):
        away = points - mean
        squares = np.einsum("ni,ij,nj->n", away, np.linalg.inv(covariance), away)
        wanted = np.log(share) - 0.5 * squares - 0.5 * np.linalg.slogdet(2 * np.pi * covariance)[1]
        np.testing.assert_allclose(logs[k], wanted, rtol=1e-6)
    np.testing.assert_allclose(gaussians.determinants, np.linalg.det(gaussians.covariances), rtol=1e-6)


def test_a_grid_and_its_places_agree_to_the_last_bit():
    random = np.random.default_rng(0)
    gaussians, grid = some(random, 4), Grid(-3, 4, -2, 5, 23, 17)
    np.testing.assert_array_equal(gaussians.planes(grid).reshape(4, -1), gaussians.logs(grid.points))


def test_solved_divides_by_the_covariance():
    random = np.random.default_rng(1)
    gaussians, away = some(random, 5), random.normal(0, 1, (5, 2))
    np.testing.assert_allclose(
        np.einsum("kij,kj->ki", gaussians.covariances, gaussians.solved(away)), away, rtol=1e-8, atol=1e-9
    )


def test_a_share_of_nothing_has_a_finite_logarithm():
    gaussians = Gaussians(np.zeros((2, 2)), np.stack([np.eye(2)] * 2), np.array([0.0, 1.0]))
    assert np.isfinite(gaussians.logs(np.zeros((1, 2)))).all()


@pytest.mark.parametrize("shift", [0, 1e4, -1e4])
def test_log_sums_do_not_overflow(shift):
    logs = np.array([[0.0, -1000.0], [np.log(3), -1000.0]]) + shift
    np.testing.assert_allclose(log_sums(logs), np.array([np.log(4), np.log(2) - 1000]) + shift)


def test_clipped_raises_small_eigenvalues_only():
    turn = np.array([[0.6, -0.8], [0.8, 0.6]])
    matrices = np.stack([turn @ np.diag(values) @ turn.T for values in ([4.0, 1e-9], [4.0, 0.5])])
    raised, least = clipped(matrices, 0.01)
    np.testing.assert_allclose(np.linalg.eigvalsh(raised), [[0.01, 4], [0.5, 4]])
    np.testing.assert_array_equal(raised[1], matrices[1])
    np.testing.assert_allclose(least, [1e-9, 0.5], atol=1e-12)


def test_dtu_g46_density_of_a_mixture():
    gaussians = Gaussians(
        np.array([[0.0, 7.0], [0.0, 1.0]]), np.stack([np.diag([20.0, 1.0])] * 2), np.array([0.7, 0.3])
    )
    density = np.exp(log_sums(gaussians.logs(np.array([[0.0, 0.0], [0.0, 7.0]]))))
    np.testing.assert_allclose(density, [0.006476, 0.024912], atol=5e-7)
