"""Kernels: worked values, features, fields, and sums that never make the matrix."""

import math

import numpy as np
import pytest

from mlexplorer.algorithms.margins.kernel_sums import KernelSums
from mlexplorer.algorithms.margins.kernels import Kernel

KERNELS = [
    Kernel("linear"),
    Kernel("polynomial", degree=2, offset=1.0),
    Kernel("polynomial", degree=4, offset=0.0),
    Kernel("polynomial", degree=3, offset=2.5),
    Kernel("rbf", gamma=0.3),
    Kernel("rbf", gamma=12.0),
]
FINITE = [kernel for kernel in KERNELS if kernel.finite]


def value(kernel, left, right):
    return kernel.matrix(np.array([left], float), np.array([right], float))[0, 0]


def test_cz4041_d10_kernels():
    left, right = (1, 2), (3, 1)
    assert value(Kernel("linear"), left, right) == 5
    assert value(Kernel("rbf", gamma=0.5), left, right) == pytest.approx(0.082085, abs=1e-6)
    assert value(Kernel("rbf", gamma=1 / 8), left, right) == pytest.approx(0.535261, abs=1e-6)
    assert value(Kernel("polynomial", degree=3, offset=1.0), left, right) == 216


def test_comp61011_g14_kernel_identity():
    kernel = Kernel("polynomial", degree=2, offset=1.0)
    points = np.array([[1.0, 2.0], [3.0, -1.0]])
    assert value(kernel, *points) == 4
    first, second = kernel.features(points)
    assert first @ second == pytest.approx(4)
    assert sorted(first) == pytest.approx(sorted([1, math.sqrt(2), math.sqrt(8), 1, 4, math.sqrt(8)]))
    assert value(Kernel("rbf", gamma=0.5), (0, 0), (3, 4)) == pytest.approx(3.7267e-6, rel=1e-4)


@pytest.mark.parametrize("kernel", FINITE, ids=str)
def test_features_give_the_kernel(kernel):
    points = np.random.default_rng(0).normal(size=(30, 2))
    features = kernel.features(points)
    np.testing.assert_allclose(features @ features.T, kernel.matrix(points, points), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("kernel", FINITE, ids=str)
def test_a_finite_sum_on_a_grid_is_a_polynomial(kernel):
    random = np.random.default_rng(1)
    points, weights = random.normal(size=(20, 2)), random.normal(size=20)
    xs, ys = np.linspace(-2, 2, 7), np.linspace(-1, 3, 5)
    coefficients = weights @ kernel.features(points)
    places = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    wanted = (kernel.matrix(places, points) @ weights).reshape(5, 7)
    np.testing.assert_allclose(kernel.polynomial_on_grid(xs, ys, coefficients), wanted, rtol=1e-9, atol=1e-9)
    terms = kernel.monomials(coefficients)
    written = sum(factor * places[:, 0] ** a * places[:, 1] ** b for factor, a, b in terms)
    np.testing.assert_allclose(written, wanted.ravel(), rtol=1e-9, atol=1e-9)


def test_an_rbf_sum_on_a_grid():
    random = np.random.default_rng(2)
    points, weights, kernel = random.normal(size=(50, 2)), random.normal(size=50), Kernel("rbf", gamma=3.0)
    xs, ys = np.linspace(-2, 2, 7), np.linspace(-1, 3, 5)
    places = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    wanted = (kernel.matrix(places, points) @ weights).reshape(5, 7)
    np.testing.assert_allclose(kernel.sum_on_grid(xs, ys, points, weights), wanted, rtol=1e-12, atol=1e-12)


def test_rough_features_come_near_the_kernel():
    points, kernel = np.random.default_rng(3).normal(size=(200, 2)), Kernel("rbf", gamma=1.0)
    for tolerance, error in ((1e-2, 5e-2), (1e-5, 1e-4)):
        columns = kernel.rough_features(points, tolerance, 400)
        assert np.abs(columns @ columns.T - kernel.matrix(points, points)).max() < error
    assert kernel.rough_features(points, 0.0, 25).shape == (200, 25)


@pytest.mark.parametrize("kernel", KERNELS, ids=str)
@pytest.mark.parametrize("count", [1, 5, 40, 1200])
def test_weighted_sums_are_those_of_the_matrix(kernel, count):
    random = np.random.default_rng(count)
    points, weights = 1.3 * random.normal(size=(1200, 2)), np.zeros(1200)
    chosen = random.choice(1200, count, replace=False)
    weights[chosen] = random.normal(size=count)
    weights[chosen] -= weights[chosen].mean()
    sums = KernelSums(kernel, points)
    wanted = kernel.matrix(points, points) @ weights / sums.scale
    found = sums.weighted(weights)
    shift = np.mean(wanted - found) if kernel.finite else 0.0  # centred features shift all sums alike
    np.testing.assert_allclose(found + shift, wanted, rtol=1e-10, atol=1e-10)


def test_blocks_are_parts_of_the_matrix():
    points, rows = np.random.default_rng(5).normal(size=(60, 2)), np.array([3, 10, 59])
    sums = KernelSums(Kernel("rbf", gamma=2.0), points)
    np.testing.assert_array_equal(sums.block(rows), sums.kernel.matrix(points[rows], points[rows]))
    line = KernelSums(Kernel("linear"), points + 1e4)
    centred = points - points.mean(axis=0)
    np.testing.assert_allclose(line.block(rows) * line.scale, centred[rows] @ centred[rows].T, rtol=1e-6)


@pytest.mark.parametrize("kernel", FINITE)
def test_features_are_divided_by_the_largest_of_them(kernel):
    points = 50 * np.random.default_rng(2).normal(size=(30, 2))
    sums = KernelSums(kernel, points)
    assert np.square(sums.features).sum(axis=1).max() == pytest.approx(1)
    assert sums.features.mean(axis=0) == pytest.approx(0, abs=1e-12)
    assert KernelSums(kernel, np.ones((4, 2))).scale == 1
