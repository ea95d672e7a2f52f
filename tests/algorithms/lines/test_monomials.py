"""Polynomials of two coordinates."""

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st

from mlexplorer import Grid
from mlexplorer.algorithms.lines.monomials import Monomials, Scaling


def test_terms_of_degree_three():
    terms = Monomials(3)
    assert terms.words == ("x₁", "x₂", "x₁²", "x₁x₂", "x₂²", "x₁³", "x₁²x₂", "x₁x₂²", "x₂³")
    assert terms.names[:3] == ("w₁", "w₂", "w(x₁²)")
    assert terms.names[-1] == "t"
    np.testing.assert_allclose(terms.rows(np.array([[2.0, 3.0]]))[:, 0], [2, 3, 4, 6, 9, 8, 12, 18, 27, -1])


def test_dtu_g21_polynomial_of_degree_two():
    """w = (−.5, .5, .5, −.25, −.25, −.125) on 1, x1, x2, x1², x2², x1·x2."""
    weights = np.array([0.5, 0.5, -0.25, -0.125, -0.25, 0.5])
    points = np.random.default_rng(0).normal(size=(30, 2))
    x, y = points.T
    wanted = -0.5 + 0.5 * x + 0.5 * y - 0.25 * x**2 - 0.25 * y**2 - 0.125 * x * y
    np.testing.assert_allclose(weights @ Monomials(2).rows(points), wanted, atol=1e-12)


@hypothesis.given(st.integers(1, 5), st.integers(0, 10**6))
def test_expansion_is_the_same_polynomial(degree, seed):
    random = np.random.default_rng(seed)
    terms, points = Monomials(degree), random.normal(2, 3, (20, 2))
    frame, weights = Scaling.around(points), random.normal(size=len(Monomials(degree)))
    inside = weights @ terms.rows(points, frame)
    plain = (terms.expansion(frame) @ weights) @ terms.rows(points)
    np.testing.assert_allclose(plain, inside, rtol=1e-7, atol=1e-7)


@pytest.mark.parametrize("degree", range(1, 6))
def test_field_is_the_polynomial_on_the_grid(degree):
    terms, grid = Monomials(degree), Grid(-2, 3, 1, 2, 6, 5)
    weights, frame = np.arange(1.0, len(terms) + 1), Scaling((0.5, 1.5), (2.0, 0.5))
    wanted = (weights @ terms.rows(grid.points, frame)).reshape(5, 6)
    np.testing.assert_allclose(terms.field(weights, grid, frame), wanted)


def test_frame_centres_and_scales():
    points = np.array([(100.0, 1e-3), (104.0, 3e-3), (102.0, 2e-3), (102.0, 5e-3)])
    inside = Scaling.around(points).inside(points)
    np.testing.assert_allclose(inside.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(inside.std(axis=0), 1)


def test_points_on_one_line_keep_their_angles():
    along = np.arange(5.0)
    width, height = Scaling.around(np.c_[along, 0.1 * along + 3]).scale
    assert width == height


def test_equal_points_are_not_scaled():
    assert Scaling.around(np.full((4, 2), 7.3)).scale == (1, 1)


def test_written_out():
    weights = np.array([1.0, -2.0, 0.5, 0.0, 3.0, 4.0])
    assert Monomials(2).text(weights) == "x₁ − 2·x₂ + 0.5·x₁² + 0·x₁x₂ + 3·x₂² − 4"
    assert Monomials(2).tex(weights) == r"x_1 - 2\,x_2 + 0.5\,x_1^2 + 0\,x_1 x_2 + 3\,x_2^2 - 4"


def test_reason_adds_up_to_the_polynomial():
    weights, point = np.array([1.0, -2.0, 0.5, 0.0, 3.0, 4.0]), np.array([2.0, -1.0])
    reason = Monomials(2).reason(weights, point, "f", "note")
    assert [term.value for term in reason.terms] == [2, 2, 2, 0, 3, -4]
    assert reason.total == 5
