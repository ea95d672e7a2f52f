"""The nearest points and their vote, against brute force, on lattices full of ties as well."""

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st

from mlexplorer.algorithms.neighbours import nearest, neighbour_field
from mlexplorer.algorithms.neighbours.distances import Distance, mahalanobis
from mlexplorer.algorithms.neighbours.nearest import BONUS, Neighbours
from mlexplorer.core.grid import Grid

KINDS = ("euclidean", "manhattan", "chebyshev", "mahalanobis")
VOTES = ("equal", "distance", "squared")


def distance_for(kind, points):
    return (mahalanobis(points) or Distance()) if kind == "mahalanobis" else Distance(kind)


def brute(neighbours, places):
    """Return shares and rows, place by place, as the rules say."""
    here, there = neighbours.distance.places(places), neighbours.distance.places(neighbours.points)
    shares, rows = np.zeros((len(places), neighbours.classes)), []
    for number, (u, v) in enumerate(here):
        gaps = neighbours.distance.gaps(u - there[:, 0], v - there[:, 1])
        chosen = sorted(range(len(gaps)), key=lambda row, gaps=gaps: (gaps[row], row))[: neighbours.k]
        lengths = neighbours.distance.lengths(gaps[chosen])
        power = VOTES.index(neighbours.votes)
        weights = (
            (lengths == 0).astype(float)
            if power and lengths[0] == 0
            else (lengths[0] or 1) ** power / np.where(lengths > 0, lengths, 1) ** power
        )
        for row, weight in zip(chosen, weights, strict=True):
            shares[number, neighbours.columns[row]] += weight / weights.sum()
        best = [c for c in range(neighbours.classes) if shares[number, c] >= shares[number].max() - 1e-12]
        if len(best) > 1:
            winner = next(neighbours.columns[row] for row in chosen if neighbours.columns[row] in best)
            shares[number, winner] += BONUS
        rows.append(chosen)
    return shares, np.array(rows)


def some_neighbours(random, kind, votes, lattice):
    count, classes = int(random.integers(1, 60)), int(random.integers(1, 5))
    points = random.integers(-3, 4, (count, 2)).astype(float) if lattice else random.normal(0, 2, (count, 2))
    columns = random.integers(0, classes, count)
    return Neighbours(points, columns, classes, int(random.integers(1, count + 1)), distance_for(kind, points), votes)


@pytest.mark.parametrize("votes", VOTES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("lattice", [True, False])
def test_places_agree_with_brute_force(kind, votes, lattice):
    random = np.random.default_rng([7, lattice])
    for _ in range(6):
        neighbours = some_neighbours(random, kind, votes, lattice)
        places = np.r_[random.integers(-8, 9, (40, 2)) / 2, neighbours.points[:5]]
        shares, rows = brute(neighbours, places)
        np.testing.assert_array_equal(neighbours.nearest(places)[1], rows)
        np.testing.assert_allclose(neighbours.shares(places), shares, rtol=0, atol=1e-12)


@pytest.mark.parametrize("votes", VOTES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("lattice", [True, False])
def test_field_equals_the_vote_of_every_place(kind, votes, lattice):
    random = np.random.default_rng([8, lattice])
    for _ in range(4):
        neighbours = some_neighbours(random, kind, votes, lattice)
        grid = Grid(-4, 4, -3, 3, int(random.integers(2, 50)), int(random.integers(2, 50)))
        wanted = neighbours.shares(grid.points).reshape(grid.rows, grid.columns, -1)
        np.testing.assert_allclose(neighbour_field.field(neighbours, grid), wanted, rtol=0, atol=1e-12)


@pytest.mark.parametrize(("count", "k"), [(20, 3), (700, 1), (700, 4), (700, 9), (3000, 5), (3000, 30)])
def test_field_of_many_points_equals_the_vote_of_every_place(count, k):
    """Few and many points, so that blocks of one colour, of several and dense ones all occur."""
    random = np.random.default_rng(count + k)
    points = np.r_[random.normal(-1, 0.7, (count // 2, 2)), random.normal(1, 0.7, (count // 2, 2))]
    neighbours = Neighbours(points, np.repeat([0, 1], count // 2), 2, k)
    grid = Grid(-3, 3.5, -3, 3, 83, 61)
    wanted = neighbours.shares(grid.points).reshape(grid.rows, grid.columns, -1)
    np.testing.assert_array_equal(neighbour_field.field(neighbours, grid), wanted)


@pytest.mark.parametrize(
    "view", [(-0.01, 0.01, -0.01, 0.01), (1e3, 1e3 + 1, -5, -4), (-1e3, 1e3, -1e3, 1e3), (0, 0, 0, 0)]
)
def test_field_of_any_view_equals_the_vote_of_every_place(view):
    random = np.random.default_rng(5)
    neighbours = Neighbours(random.normal(0, 1, (300, 2)), random.integers(0, 3, 300), 3, 4)
    grid = Grid(*view, 21, 17)
    wanted = neighbours.shares(grid.points).reshape(grid.rows, grid.columns, -1)
    np.testing.assert_array_equal(neighbour_field.field(neighbours, grid), wanted)


def test_a_thousand_equal_points_are_ranked_by_row():
    neighbours = Neighbours(np.zeros((1000, 2)), np.arange(1000) % 2, 2, 3)
    gaps, rows = neighbours.nearest(np.array([[0.0, 0.0], [1.0, 2.0]]))
    np.testing.assert_array_equal(rows, [[0, 1, 2]] * 2)
    np.testing.assert_array_equal(gaps, [[0, 0, 0], [5, 5, 5]])


@hypothesis.given(st.integers(0, 10**6), st.sampled_from(KINDS[:3]))
def test_the_order_of_points_does_not_matter_without_ties(seed, kind):
    random = np.random.default_rng(seed)
    points, columns, order = random.normal(0, 1, (30, 2)), random.integers(0, 3, 30), random.permutation(30)
    places = random.normal(0, 1, (20, 2))
    here = Neighbours(points, columns, 3, 4, Distance(kind)).shares(places)
    there = Neighbours(points[order], columns[order], 3, 4, Distance(kind)).shares(places)
    np.testing.assert_array_equal(here, there)


@pytest.mark.parametrize("shape", ["cluster", "line", "lattice"])
@pytest.mark.parametrize(("k", "votes"), [(1, "equal"), (4, "equal"), (6, "squared")])
def test_field_of_crowded_points_equals_the_vote_of_every_place(shape, k, votes):
    """Many points nearly or exactly as far as the k-th: blocks are given up, places asked one by one."""
    random = np.random.default_rng(9)
    points = {
        "cluster": np.r_[random.normal(0, 1e-3, (590, 2)), random.normal(0, 2, (10, 2))],
        "line": np.c_[6 * random.random(600) - 3, np.zeros(600)],
        "lattice": random.integers(-2, 3, (600, 2)).astype(float),
    }[shape]
    neighbours = Neighbours(points, random.integers(0, 3, 600), 3, k, votes=votes)
    grid = Grid(-3, 3, -3, 3, 31, 27)
    wanted = neighbours.shares(grid.points).reshape(grid.rows, grid.columns, -1)
    np.testing.assert_allclose(neighbour_field.field(neighbours, grid), wanted, rtol=0, atol=1e-12)
    np.testing.assert_allclose(
        brute(neighbours, grid.points[::40])[0], neighbours.shares(grid.points[::40]), atol=1e-12
    )


def test_many_places_are_looked_at_in_parts(monkeypatch):
    random = np.random.default_rng(3)
    neighbours = some_neighbours(random, "euclidean", "equal", lattice=True)
    places = random.integers(-8, 9, (400, 2)) / 2
    whole = neighbours.nearest(places)
    monkeypatch.setattr(nearest, "BLOCK", 50)
    for one, other in zip(neighbours.nearest(places), whole, strict=True):
        np.testing.assert_array_equal(one, other)
