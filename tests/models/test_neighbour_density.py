"""Neighbour density: numbers of the courses, scikit-learn's distances, and places where it has no bound."""

import numpy as np
import pytest
from sklearn.neighbors import NearestNeighbors

import mlexplorer as mlx
from mlexplorer.algorithms.densities.neighbour_densities import ball_densities, mean_densities, relative_densities
from mlexplorer.core.data import Dataset

VALUES = np.array([4, 5, 5, 6, 12, 14, 15, 15, 16, 17.0])
ISLANDS = """2.39 1.73 .96 3.46 4.07 4.27 5.11; 1.15 1.76 2.66 5.36 3.54 4.79; 1.52 3.01 4.66 3.77 4.90;
2.84 4.25 3.80 4.74; 4.88 1.41 2.96; 5.47 5.16; 2.88"""
AIR = """393.5 68.1 165.4 271.8 200.6 210.9 206.1 166.3 365.0; 411.3 361.8 478.6 490.9 409.2 382.3 391.1 37.4;
119.8 208.4 136.6 152.8 154.3 111.1 387.1; 137.5 130.8 62.1 44.7 32.5 346.2; 99.0 76.8 101.0 116.4 468.5;
100.1 124.0 100.5 473.8; 29.5 45.2 396.8; 44.6 370.1; 375.1"""
BITS = "4 7 9 5 5 5 6; 7 7 7 3 7 8; 10 6 6 4 9; 8 6 10 9; 8 6 7; 8 11; 7"


def line(values):
    return Dataset(np.c_[values, np.zeros(len(values))], np.full(len(values), -1))


def unlabelled(points):
    return Dataset(points, np.full(len(points), -1))


def nearest(upper, k):
    """Return the distances and rows of the k nearest of each object, from the upper half of a table of distances."""
    rows = [[float(distance) for distance in row.split()] for row in upper.split(";")]
    table = np.full((len(rows) + 1, len(rows) + 1), np.inf)
    for row, distances in enumerate(rows):
        table[row, row + 1 :] = table[row + 1 :, row] = distances
    near = np.argsort(table, axis=1, kind="stable")[:, :k]
    return np.take_along_axis(table, near, axis=1), near


def test_balls_around_places_of_a_single_feature():
    step = mlx.fit("neighbour_density", line(VALUES), k=3)
    places = np.array([[3.0, 0.0], [10.0, 5.0], [15.0, -2.0], [15.5, 0.0]])
    np.testing.assert_allclose(step.density(places), [0.075, 0.0375, 0.15, 0.3])


def test_balls_on_the_plane():
    points = np.array([[1.0, 0.0], [0.0, 2.0], [-3.0, 0.0], [0.0, -4.0]])
    found = [mlx.fit("neighbour_density", unlabelled(points), k=k).density(np.zeros((1, 2)))[0] for k in (1, 2, 3, 4)]
    np.testing.assert_allclose(found, [0.079577, 0.039789, 0.026526, 0.019894], atol=5e-7)
    np.testing.assert_allclose(ball_densities(np.array([1.0, 2.0, 3.0, 4.0]), 4, 2), found[3])


@pytest.mark.parametrize(
    ("table", "k", "row", "wanted"), [(AIR, 2, 0, 0.4621), (ISLANDS, 3, 7, 0.5579), (BITS, 1, 0, 0.75)]
)
def test_relative_densities_from_tables_of_distances(table, k, row, wanted):
    distances, rows = nearest(table, k)
    means = mean_densities(distances)
    assert relative_densities(means, means[rows])[row] == pytest.approx(wanted, abs=5e-5)


def test_the_relative_densities_of_all_islands():
    distances, rows = nearest(ISLANDS, 3)
    means = mean_densities(distances)
    wanted = [0.906, 0.858, 1.097, 1.155, 0.786, 0.350, 0.895, 0.558]
    np.testing.assert_allclose(relative_densities(means, means[rows]), wanted, atol=6e-4)


def test_the_relative_density_of_a_point_is_three_quarters():
    step = mlx.fit("neighbour_density", line([0.0, 4.0, 7.0]), k=1, kind="relative")
    np.testing.assert_allclose(step.point_densities, [3 / 4, 1, 1])


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("kind", ["volume", "mean", "relative"])
def test_like_scikit_learns_neighbours(seed, kind):
    random = np.random.default_rng(seed)
    points = random.normal(0, 10 ** random.uniform(-1, 1), (int(random.integers(3, 300)), 2))
    if seed % 4 == 0:
        points[:, 1] = 2.0
    own, k = 1 if seed % 4 == 0 else 2, int(random.integers(1, 30))
    step = mlx.fit("neighbour_density", unlabelled(points), k=k, kind=kind)
    places = points[random.integers(0, len(points), 60)] + points.std() * random.normal(0, 1, (60, 2))
    near = NearestNeighbors(n_neighbors=min(k, len(points))).fit(points[:, :own])
    distances, rows = near.kneighbors(places[:, :own])
    others = near.kneighbors(n_neighbors=min(k, len(points) - 1))
    if kind == "volume":
        wanted, left_out = ball_densities(distances, len(points), own), ball_densities(others[0], len(points) - 1, own)
    else:
        wanted, left_out = 1 / distances.mean(axis=1), 1 / others[0].mean(axis=1)
    if kind == "relative":
        wanted, left_out = wanted / left_out[rows].mean(axis=1), left_out / left_out[others[1]].mean(axis=1)
    np.testing.assert_allclose(step.density(places), wanted, rtol=1e-6)
    np.testing.assert_allclose(step.point_densities, left_out, rtol=1e-6)


@pytest.mark.parametrize("kind", ["volume", "mean"])
def test_a_point_left_out_has_the_density_of_a_fit_without_it(kind):
    data = unlabelled(np.random.default_rng(1).normal(0, 1, (40, 2)))
    step = mlx.fit("neighbour_density", data, k=4, kind=kind)
    for row in (0, 13, 39):
        without = mlx.fit("neighbour_density", data.without([row]), k=4, kind=kind)
        np.testing.assert_allclose(step.point_densities[row], without.density(data.points[[row]])[0])


@pytest.mark.parametrize("kind", ["volume", "mean", "relative"])
def test_a_change_of_units_moves_no_rank(kind):
    data = unlabelled(np.random.default_rng(2).normal(0, 1, (50, 2)))
    large = unlabelled(1e3 * data.points)
    ranks = [
        np.argsort(mlx.fit("neighbour_density", each, kind=kind).point_densities, kind="stable")
        for each in (data, large)
    ]
    np.testing.assert_array_equal(*ranks)


def test_who_is_the_outlier_depends_on_who_is_asked():
    data = mlx.make("two_densities")  # candidates first: row 0 beside the tight cloud, row 1 beside the loose one
    volume = mlx.fit("neighbour_density", data).point_densities
    relative = mlx.fit("neighbour_density", data, kind="relative").point_densities
    assert volume[0] > np.median(volume[data.labels == 1])
    assert relative.argmin() == 0


def test_coinciding_points_and_a_large_k_are_said():
    heap = np.r_[np.zeros((4, 2)), np.random.default_rng(0).normal(0, 1, (9, 2))]
    step = mlx.fit("neighbour_density", unlabelled(heap), k=3)
    assert step.notice.remedy.changes == {"k": 4}
    assert np.isfinite(step.point_densities).all()
    few = mlx.fit("neighbour_density", unlabelled(heap), k=50)
    assert few.notice.remedy.changes == {"k": 13}
    np.testing.assert_allclose(
        few.density(heap[5:]), mlx.fit("neighbour_density", unlabelled(heap), k=13).density(heap[5:])
    )


def test_reasons_name_the_neighbours_and_the_ball():
    step = mlx.fit("neighbour_density", line(VALUES), k=3)
    (reason,) = step.reasons(np.array([3.0, 0.0]))
    assert [term.row for term in reason.terms] == [0, 1, 2]
    assert "radius 2" in reason.note
    assert step.reasons(np.array([3.0, 0.0]))[0].total == pytest.approx(0.075)
