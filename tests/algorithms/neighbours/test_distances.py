"""Four ways to measure how far apart two places are."""

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st

from mlexplorer.algorithms.neighbours.distances import Distance, mahalanobis


def between(distance, first, second):
    away = distance.places(np.array([first], float)) - distance.places(np.array([second], float))
    return float(distance.lengths(distance.gaps(*away.T))[0])


@pytest.mark.parametrize(("kind", "length"), [("euclidean", 5), ("manhattan", 7), ("chebyshev", 4)])
def test_three_norms_of_the_same_difference(kind, length):
    assert between(Distance(kind), (1, 2), (4, -2)) == length


def test_cz4041_d13b_mahalanobis_flips_the_order():
    """Variances 4 and 1, uncorrelated: (3, 0) comes to 1.5 and (0, 2) to 2 of the origin."""
    signs = np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]])
    distance = mahalanobis(signs * np.sqrt(3 / 4) * [2, 1])
    assert between(distance, (3, 0), (0, 0)) == pytest.approx(1.5)
    assert between(distance, (0, 2), (0, 0)) == pytest.approx(2)


def test_cz4041_d13_scaling_flips_the_nearest_neighbour():
    first, second, third = (1.5, 50000.0), (1.8, 51000.0), (1.51, 60000.0)
    assert between(Distance(), first, second) == pytest.approx(1000, abs=1e-2)
    assert between(Distance(), first, third) == pytest.approx(10000, abs=1e-2)
    low, width = np.array([1.5, 1e4]), np.array([0.3, 1e7 - 1e4])
    scaled = [(np.array(place) - low) / width for place in (first, second, third)]
    assert between(Distance(), scaled[0], scaled[1]) == pytest.approx(1.0, abs=1e-6)
    assert between(Distance(), scaled[0], scaled[2]) == pytest.approx(0.033348, abs=1e-6)


@hypothesis.given(st.integers(0, 10**6))
def test_mahalanobis_is_the_quadratic_form_of_the_inverse_covariance(seed):
    random = np.random.default_rng(seed)
    points = random.normal(0, 1, (12, 2)) @ random.normal(0, 3, (2, 2)) + random.normal(0, 100, 2)
    inverse = np.linalg.inv(np.cov(points.T))
    away = points[0] - points[1]
    assert between(mahalanobis(points), points[0], points[1]) == pytest.approx(np.sqrt(away @ inverse @ away), rel=1e-6)


@pytest.mark.parametrize(
    "points",
    [
        np.empty((0, 2)),
        [[1, 2], [3, 4]],
        [[1, 2]] * 5,
        np.c_[np.arange(5), np.zeros(5)],
        np.c_[np.zeros(5), np.arange(5)],
        np.c_[np.arange(5), 0.1 * np.arange(5) + 1e3],
    ],
    ids=["none", "two", "equal", "level", "upright", "slanted"],
)
def test_points_without_two_directions_have_no_mahalanobis_distance(points):
    assert mahalanobis(np.asarray(points, dtype=float)) is None


@hypothesis.given(
    st.sampled_from(["euclidean", "manhattan", "chebyshev"]), st.lists(st.floats(-9, 9), min_size=6, max_size=6)
)
def test_every_distance_is_a_norm(kind, numbers):
    first, second, third = np.reshape(numbers, (3, 2))
    distance = Distance(kind)
    assert between(distance, first, second) == between(distance, second, first)
    assert between(distance, first, third) <= between(distance, first, second) + between(distance, second, third) + 1e-9
