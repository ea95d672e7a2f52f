"""Kernel density estimates: the worked examples of the notes, and their integrals."""

import numpy as np
import pytest

from mlexplorer.algorithms.gaussians.density import KERNELS, Bumps, profile, reference_width
from mlexplorer.core.grid import Grid

TEN = np.array([4.0, 5, 5, 6, 12, 14, 15, 15, 16, 17])


def on_a_line(values, kernel, width):
    """Return the density of numbers: points on a line have a single feature."""
    bumps = Bumps(np.c_[values, np.zeros(len(values))], kernel, (width, 1.0))
    return lambda places: bumps.at(np.c_[places, np.zeros(len(places))])


@pytest.mark.parametrize("values", [[3.0], [0.1] * 3, [1e8 + 0.1] * 7])
def test_values_that_do_not_vary_have_no_width(values):
    assert [reference_width(np.array(values), dimensions) for dimensions in (1, 2)] == [0.0, 0.0]


def test_cz4041_d26_box_counts_strictly_inside():
    np.testing.assert_allclose(on_a_line(TEN, "box", 4.0)([3.0, 10.0, 15.0]), [0.025, 0, 0.1])


@pytest.mark.parametrize(
    ("width", "wanted"), [(1.0, [0.035438, 0.005426, 0.134025]), (2.0, [0.048277, 0.021490, 0.093676])]
)
def test_cz4041_d26_gaussian(width, wanted):
    np.testing.assert_allclose(on_a_line(TEN, "gaussian", width)([3.0, 10.0, 15.0]), wanted, atol=5e-7)


def score(width):
    """Return the mean left-out log-likelihood of the ten numbers."""
    points = np.c_[TEN, np.zeros(10)]
    return sum(Bumps(points, "gaussian", (width, 1.0)).likelihood()) / 10


@pytest.mark.parametrize(
    ("width", "wanted"), [(1.0, -2.814987), (2.0, -2.802117), (4.0, -3.117931), (1.407092, -2.737322)]
)
def test_cz4041_d26_left_out_likelihood(width, wanted):
    assert score(width) == pytest.approx(wanted, abs=1e-6)
    assert score(1.407092) >= score(width)


def test_cz4041_d26_reference_width():
    """The standard deviation is meant, not the variance: erratum E20."""
    assert reference_width(TEN, 1) == pytest.approx(3.517200, abs=1e-6)


def test_cz4041_d26b_product_kernel():
    points, place = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 4.0]]), np.array([[1.0, 1.0]])
    assert Bumps(points, "gaussian", (1.0, 2.0)).at(place)[0] == pytest.approx(0.033620, abs=1e-6)
    assert Bumps(points, "gaussian", (1.0, 1.0)).at(place)[0] == pytest.approx(0.039391, abs=1e-6)
    assert Bumps(points, "box", (3.0, 3.0)).at(place)[0] == pytest.approx(2 / 27, abs=1e-6)


@pytest.mark.parametrize("kernel", KERNELS)
def test_every_bump_has_an_integral_of_one(kernel):
    places = np.linspace(-9, 9, 180_001)
    assert profile(kernel, places).sum() * 1e-4 == pytest.approx(1, abs=1e-3)
    grid = Grid(-8, 8, -8, 8, 801, 801)
    bumps = Bumps(np.random.default_rng(0).normal(0, 1, (20, 2)), kernel, (0.5, 0.9))
    assert bumps.on(grid).sum() * 0.02**2 == pytest.approx(1, abs=2e-2 if kernel == "box" else 1e-3)


@pytest.mark.parametrize("kernel", KERNELS)
def test_left_out_is_the_density_of_the_others(kernel):
    points = np.random.default_rng(1).normal(0, 1, (300, 2))
    found = np.concatenate(list(Bumps(points, kernel, (0.4, 0.3)).left_out()))
    for row in (0, 17, 299):
        others = Bumps(np.delete(points, row, axis=0), kernel, (0.4, 0.3))
        assert found[row] == pytest.approx(others.at(points[[row]])[0], abs=1e-12)


def test_places_may_be_none():
    assert Bumps(np.zeros((2, 2)), "gaussian", (1.0, 1.0)).at(np.empty((0, 2))).shape == (0,)
