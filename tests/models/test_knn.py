"""Nearest neighbours: the worked examples of the notes, and scikit-learn."""

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st
from sklearn.neighbors import KNeighborsClassifier

import mlexplorer as mlx
from mlexplorer.core.capabilities import HasRegions
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid
from tests.models.samples import RUGBY

QUERY = np.array([[70.0, 160.0]])
RED, BLUE = 0, 1
SIX = Dataset([(-1, 3), (2, 1), (-2, 2), (-1, 2), (-1, 0), (1, 1)], [RED, BLUE, RED, BLUE, BLUE, RED])


def test_comp61011_g10_distances():
    distances, rows = mlx.fit("knn", RUGBY, k=10).neighbours(QUERY)
    np.testing.assert_array_equal(rows[0] + 1, [5, 6, 4, 10, 9, 3, 7, 1, 2, 8])
    wanted = [29.689, 31.608, 25.495, 18.028, 7.000, 15.146, 28.800, 31.724, 24.894, 23.454]
    np.testing.assert_allclose(distances[0][np.argsort(rows[0])], wanted, atol=5e-4)


@pytest.mark.parametrize(("k", "label"), [(1, 0), (3, 0), (5, 1), (7, 1), (9, 0)])
def test_comp61011_g10_votes(k, label):
    assert mlx.fit("knn", RUGBY, k=k).predict(QUERY) == [label]


@pytest.mark.parametrize("k", [2, 4, 6, 8, 10])
def test_comp61011_g10_even_k_ties_go_to_the_nearest(k):
    step = mlx.fit("knn", RUGBY, k=k)
    np.testing.assert_allclose(step.probabilities(QUERY), 0.5, atol=1e-8)
    assert step.predict(QUERY) == [0]
    (tie,) = [term for term in step.reasons(QUERY[0])[0].terms if "tie" in term.label]
    assert tie.words == "decides", "a billionth would say nothing"


@pytest.mark.parametrize(("k", "label"), [(3, 1), (5, 0)])
def test_comp61011_g10_standardised_features_flip_the_vote(k, label):
    middle, spread = RUGBY.points.mean(axis=0), RUGBY.points.std(axis=0)
    step = mlx.fit("knn", Dataset((RUGBY.points - middle) / spread, RUGBY.labels), k=k)
    assert step.predict((QUERY - middle) / spread) == [label]


@pytest.mark.parametrize(("k", "errors"), [(1, 0), (3, 0), (5, 0), (7, 0), (9, 10)])
def test_comp61011_g10_leave_one_out(k, errors):
    assert mlx.fit("knn", RUGBY, k=k).measures["left-out errors"] == errors


@pytest.mark.parametrize(("k", "red"), [(1, 1), (3, 1 / 3)])
def test_uppsala_example_4_1(k, red):
    step = mlx.fit("knn", SIX, k=k)
    assert step.probabilities(np.array([[1.0, 2.0]]))[0, RED] == pytest.approx(red)


def test_uppsala_example_4_1_squared_distances():
    distances, rows = mlx.fit("knn", SIX, k=6).neighbours(np.array([[1.0, 2.0]]))
    np.testing.assert_array_equal(rows[0] + 1, [6, 2, 4, 1, 5, 3])
    np.testing.assert_allclose(distances[0] ** 2, [1, 2, 4, 5, 8, 9])


def test_uppsala_4_1_1_shifted_point():
    """The notes name other neighbours: erratum E4."""
    step = mlx.fit("knn", SIX, k=3)
    place = np.array([[0.0, 2.0]])
    np.testing.assert_array_equal(np.sort(step.neighbours(place)[1][0]) + 1, [1, 4, 6])
    assert step.probabilities(place)[0, RED] == pytest.approx(2 / 3)
    assert step.predict(place) == [RED]


def test_uppsala_4_1_1_equal_distances_go_to_the_lower_row():
    distances, rows = mlx.fit("knn", SIX, k=4).neighbours(np.array([[0.5, 2.0]]))
    np.testing.assert_array_equal(rows[0, 2:] + 1, [1, 2])
    assert distances[0, 2] == distances[0, 3] == pytest.approx(np.sqrt(3.25))
    assert set(mlx.fit("knn", SIX, k=3).neighbours(np.array([[0.5, 2.0]]))[1][0] + 1) == {1, 4, 6}


@pytest.mark.parametrize(("k", "label"), [(1, 0), (3, 1)])
def test_styles_figure_20_third_query(k, label):
    data = Dataset([(0.5, 0), (0, 1), (-1, 0)], [0, 1, 1])
    assert mlx.fit("knn", data, k=k).predict(np.zeros((1, 2))) == [label]


def test_cz4041_d27b_share_of_the_votes():
    data = Dataset([(1, 0), (0, 2), (-3, 0), (0, 4), (5, 0), (90, 0)], [1, 0, 1, 0, 1, 0])
    assert mlx.fit("knn", data, k=5).probabilities(np.zeros((1, 2)))[0, 1] == pytest.approx(0.6)


def test_cz4041_m49_votes_by_squared_distance():
    data = Dataset([(1, 0), (0, 2), (0, -2)], [0, 1, 1])
    shares = {
        votes: mlx.fit("knn", data, k=3, votes=votes).scores(np.zeros((1, 2)))[0] for votes in ("squared", "equal")
    }
    np.testing.assert_allclose(shares["squared"], [1 / 1.5, 0.5 / 1.5])
    np.testing.assert_allclose(shares["equal"], [1 / 3, 2 / 3])


def test_points_at_distance_zero_vote_alone_when_votes_are_weighted():
    data = Dataset([(0, 0), (1e-9, 0), (0, 1e-9)], [0, 1, 1])
    for votes, label in (("equal", 1), ("distance", 0), ("squared", 0)):
        assert mlx.fit("knn", data, k=3, votes=votes).predict(np.zeros((1, 2))) == [label]


def random_data(seed):
    random = np.random.default_rng(seed)
    classes, count = int(random.integers(2, 6)), int(random.integers(5, 500))
    points = random.normal(0, 1, (count, 2)) * 10 ** random.uniform(-3, 3) + random.normal(0, 3, 2)
    labels = (
        np.minimum(random.geometric(0.4, count) - 1, classes - 1) if seed % 2 else random.integers(0, classes, count)
    )
    if seed % 5 == 0:
        points[: count // 4] = points[count // 4]
    labels[:2] = 0, 1
    return Dataset(points, labels), random


@pytest.mark.parametrize("seed", range(36))
def test_like_scikit_learn(seed):
    data, random = random_data(seed)
    k = int(random.integers(1, min(30, len(data)) + 1))
    metric = ("euclidean", "manhattan", "chebyshev", "mahalanobis")[seed % 4]
    votes = ("equal", "distance")[seed // 4 % 2]
    arguments = {"VI": np.linalg.inv(np.cov(data.points.T))} if metric == "mahalanobis" else None
    places = data.points.mean(axis=0) + random.normal(0, 1, (300, 2)) * data.points.std(axis=0) * 1.5
    reference = KNeighborsClassifier(
        k,
        metric=metric,
        metric_params=arguments,
        weights={"equal": "uniform", "distance": "distance"}[votes],
        algorithm="ball_tree",  # brute force by squares loses digits
    ).fit(data.points, data.labels)
    step = mlx.fit("knn", data, k=k, metric=metric, votes=votes)
    further = mlx.fit("knn", data, k=min(k + 1, len(data)), metric=metric).neighbours(places)[0]
    clear = (np.diff(further[:, k - 1 :], axis=1) > 1e-9 * further[:, -1:]).all(axis=1)  # no tie for the last vote
    wanted = reference.predict_proba(places)
    np.testing.assert_allclose(step.probabilities(places)[clear], wanted[clear], atol=1e-6)
    best = np.sort(wanted, axis=1)
    clear &= best[:, -1] - best[:, -2] > 1e-6
    np.testing.assert_array_equal(step.predict(places)[clear], reference.predict(places)[clear])
    assert clear.sum() > 10


@hypothesis.given(st.integers(0, 10**6), st.floats(-3.0, 3.0), st.sampled_from(["euclidean", "mahalanobis"]))
def test_turning_and_moving_the_plane_changes_nothing(seed, angle, metric):
    random = np.random.default_rng(seed)
    data = Dataset(random.normal(0, 1, (40, 2)), random.integers(0, 3, 40))
    hypothesis.assume(len(data.classes) > 1)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    places = random.normal(0, 1, (20, 2))
    moved = Dataset(data.points @ turn.T + [5, -7], data.labels)
    here = mlx.fit("knn", data, metric=metric).scores(places)
    there = mlx.fit("knn", moved, metric=metric).scores(places @ turn.T + [5, -7])
    np.testing.assert_allclose(here, there, atol=1e-8)


@hypothesis.given(st.integers(0, 10**6))
def test_other_numbers_for_the_classes_only_rename_them(seed):
    random = np.random.default_rng(seed)
    points, labels = random.normal(0, 1, (30, 2)), np.r_[0, 1, 2, random.integers(0, 3, 27)]
    names, places = np.array([7, 2, 5]), random.normal(0, 1, (30, 2))
    here = mlx.fit("knn", Dataset(points, labels), k=4).predict(places)
    there = mlx.fit("knn", Dataset(points, names[labels]), k=4).predict(places)
    np.testing.assert_array_equal(names[here], there)


def test_one_neighbour_has_cells_and_agrees_with_them():
    random = np.random.default_rng(3)
    data = Dataset(random.normal(0, 1, (80, 2)), random.integers(0, 3, 80))
    step = mlx.fit("knn", data, k=1)
    assert isinstance(step, HasRegions)
    places = Grid(-3, 3, -3, 3, 23, 19).points
    inside = np.array([[all(a * x + b * y <= c for a, b, c in r.edges) for r in step.regions] for x, y in places])
    np.testing.assert_array_equal(inside.sum(axis=1), 1)
    np.testing.assert_array_equal(
        np.array([r.label for r in step.regions])[inside.argmax(axis=1)], step.predict(places)
    )


@pytest.mark.parametrize("other", [{"k": 3}, {"metric": "manhattan"}, {"metric": "mahalanobis"}])
def test_no_cells_where_they_would_not_be_exact(other):
    assert not isinstance(mlx.fit("knn", SIX, **{"k": 1, **other}), HasRegions)


def test_more_neighbours_than_points_are_said():
    step = mlx.fit("knn", SIX, k=50)
    assert "only 6 points" in step.notice.sentence
    assert step.notice.remedy.changes == {"k": 6}
    assert step.neighbours(QUERY)[1].shape == (1, 6)


def test_points_on_a_line_have_no_mahalanobis_distance_and_that_is_said():
    data = Dataset(np.c_[np.arange(8.0), np.arange(8.0)], [0, 1] * 4)
    step = mlx.fit("knn", data, metric="mahalanobis")
    assert step.notice.remedy.changes == {"metric": "euclidean"}
    np.testing.assert_array_equal(step.scores(QUERY), mlx.fit("knn", data).scores(QUERY))
    assert mlx.fit("knn", data).notice is None
