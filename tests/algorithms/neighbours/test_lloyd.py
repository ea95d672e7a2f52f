"""Lloyd's algorithm: starts, moves, empty clusters."""

import itertools

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st

from mlexplorer.algorithms.neighbours import lloyd

RECTANGLE = np.array([[0.0, 0.0], [0.0, 1.0], [5.0, 0.0], [5.0, 1.0]])


def last(points, start):
    return list(lloyd.run(np.asarray(points, float), np.asarray(start, float)))[-1]


def test_styles_d6_all_sixteen_labellings():
    """Ten end in the optimum; two are stuck at 25; empty and coincident ones are saved by the farthest point."""
    losses = {}
    for labels in itertools.product((0, 1), repeat=4):
        centres, _ = lloyd.moved(RECTANGLE, np.zeros((2, 2)), np.array(labels))
        losses[labels] = last(RECTANGLE, centres).loss
    stuck = {labels for labels, loss in losses.items() if loss == pytest.approx(25)}
    assert stuck == {(0, 1, 0, 1), (1, 0, 1, 0)}
    assert all(loss == pytest.approx(1) for labels, loss in losses.items() if labels not in stuck)


def test_styles_d6_coincident_centres_lose_a_cluster_and_it_starts_anew():
    centres, _ = lloyd.moved(RECTANGLE, np.zeros((2, 2)), np.array([0, 1, 1, 0]))
    np.testing.assert_array_equal(centres[0], centres[1])
    start, move, *_ = lloyd.run(RECTANGLE, centres)
    np.testing.assert_array_equal(start.assignments(RECTANGLE), 0)
    assert move.reseeded == (1,)
    assert any((move.centres[1] == point).all() for point in RECTANGLE)


def test_an_empty_cluster_goes_to_the_point_farthest_from_the_new_means():
    points = np.array([[0.0, 0.0], [1.0, 0.0], [9.0, 0.0], [2.0, 0.0]])
    centres, reseeded = lloyd.moved(points, np.array([[0.0, 0.0], [50.0, 0.0]]), np.zeros(4, int))
    np.testing.assert_allclose(centres, [[3, 0], [9, 0]])
    assert reseeded == (1,)


def test_two_empty_clusters_go_to_different_points():
    points = np.array([[0.0, 0.0], [1.0, 0.0], [9.0, 0.0], [-7.0, 0.0]])
    centres, reseeded = lloyd.moved(points, np.zeros((3, 2)), np.zeros(4, int))
    assert reseeded == (1, 2)
    np.testing.assert_allclose(centres[:, 0], [0.75, 9, -7])


def test_an_empty_cluster_stays_if_every_point_has_its_centre():
    centres, reseeded = lloyd.moved(np.ones((3, 2)), np.array([[1.0, 1.0], [4.0, 4.0]]), np.zeros(3, int))
    assert reseeded == ()
    np.testing.assert_array_equal(centres, [[1, 1], [4, 4]])


@pytest.mark.parametrize("way", ["plusplus", "farthest", "points", "labels"])
@pytest.mark.parametrize("count", [1, 2, 5, 9])
def test_every_start_gives_so_many_finite_centres(way, count):
    random = np.random.default_rng(count)
    for size in (1, 2, 3, 40):
        centres = lloyd.start(way, random.normal(0, 1, (size, 2)), count, random)
        assert centres.shape == (count, 2)
        assert np.isfinite(centres).all()


def test_farthest_start_takes_the_farthest_points():
    points = np.c_[[0.0, 1, 2, 10, 4], np.zeros(5)]
    np.testing.assert_array_equal(lloyd.filled(points, points[[1]], 3)[:, 0], [1, 10, 4])


def test_plusplus_never_draws_a_place_twice_while_others_are_left():
    points = np.repeat(np.arange(6.0), 5)[:, None] * [1, 0]
    for seed in range(30):
        centres = lloyd.start("plusplus", points, 6, np.random.default_rng(seed))
        assert len(np.unique(centres[:, 0])) == 6


def test_plusplus_prefers_far_points_as_the_square_of_their_distance():
    points = np.array([[0.0, 0.0], [1.0, 0.0], [3.0, 0.0]])
    random, found = np.random.default_rng(1), []
    for _ in range(3000):
        centres = lloyd.start("plusplus", points, 2, random)
        if centres[0, 0] == 0:
            found.append(centres[1, 0])
    assert np.mean(np.array(found) == 3) == pytest.approx(0.9, abs=0.03)


@hypothesis.given(st.integers(0, 10**6), st.integers(1, 6))
def test_the_sum_of_squares_never_rises(seed, count):
    random = np.random.default_rng(seed)
    points = random.integers(0, 5, (30, 2)) * random.choice([1e-3, 1, 1e3])
    states = list(lloyd.run(points, random.normal(0, 3, (count, 2))))
    losses = [state.loss for state in states]
    assert all(after <= before * (1 + 1e-12) for before, after in itertools.pairwise(losses))
    end = states[-1]
    assert end.finished
    assignments = end.assignments(points)
    np.testing.assert_array_equal(assignments, lloyd.squares(points, end.centres).argmin(axis=0))
    for cluster in np.unique(assignments):
        np.testing.assert_allclose(end.centres[cluster], points[assignments == cluster].mean(axis=0), atol=1e-9)


@pytest.mark.parametrize("size", [7, 4000])
def test_nearest_is_the_first_of_equally_near_centres(size):
    gaps = np.random.default_rng(size).integers(0, 3, (5, size)).astype(float)
    labels, total = lloyd.nearest(gaps)
    np.testing.assert_array_equal(labels, gaps.argmin(axis=0))
    assert total == gaps.min(axis=0).sum()
