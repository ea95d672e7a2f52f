"""Directions and what single features say: numbers of the courses, scikit-learn, and points without a direction."""

import numpy as np
import pytest
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.metrics import mutual_info_score

import mlexplorer as mlx
from mlexplorer.algorithms.projections.association import best_cut, correlation
from mlexplorer.algorithms.projections.directions import Projected, fisher, principal, separation

EIGHT = np.array([(1, 2), (3, 3), (3, 5), (5, 4), (5, 6), (6, 5), (8, 7), (9, 8)], float)
TEN = np.array(
    [(4, 1), (2, 4), (2, 3), (3, 6), (4, 4), (9, 10), (6, 8), (9, 5), (8, 7), (10, 8)],
    float,
)
HALVES = np.repeat([0, 1], 5)
TABLE = np.array(
    [(1, 1, 1), (1, 0, 0), (1, 1, 1), (1, 0, 1), (0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 1)],
)


def test_the_principal_direction_of_eight_points():
    found = Projected(EIGHT, principal(EIGHT))
    np.testing.assert_allclose(found.way, [0.808647, 0.588294], atol=5e-7)
    assert found.variance == pytest.approx(10.676448, abs=5e-7)
    assert found.share == pytest.approx(0.958143, abs=5e-7)
    assert found.residual == pytest.approx(3.264863, abs=5e-7)
    across = Projected(EIGHT, np.array([-found.way[1], found.way[0]]))
    assert across.variance == pytest.approx(0.466409, abs=5e-7)


def test_fishers_direction_of_ten_points():
    found = Projected(TEN, fisher(TEN, HALVES))
    np.testing.assert_allclose(found.way, [0.919559, 0.392951], atol=5e-7)
    assert separation(found.lengths, HALVES) == pytest.approx(3.131370, abs=5e-7)
    assert separation(Projected(TEN, principal(TEN)).lengths, HALVES) == pytest.approx(2.744697, abs=5e-7)


def test_parallel_classes_are_mixed_by_variance_and_parted_by_fisher():
    data = mlx.make("parallel")
    first, second = principal(data.points), fisher(data.points, data.labels)
    np.testing.assert_allclose([first, second], np.eye(2), atol=1e-9)
    along, across = Projected(data.points, first), Projected(data.points, second)
    assert separation(along.lengths, data.labels) == pytest.approx(0, abs=1e-12)
    assert separation(across.lengths, data.labels) == pytest.approx(2.025)
    np.testing.assert_allclose([along.variance, across.variance], [7.058824, 2.643791], atol=5e-7)


def test_three_squares_part_between_over_within():
    square = np.array([(0, 0), (0, 1), (1, 0), (1, 1)], float)
    points = np.concatenate([square + np.array(corner) for corner in ((0, 0), (4, 0), (2, 3))])
    labels = np.repeat([0, 1, 2], 4)
    np.testing.assert_allclose(fisher(points, labels), [1, 0], atol=1e-9)
    assert separation(points[:, 0], labels) == pytest.approx(32 / 3)
    assert separation(points[:, 1], labels) == pytest.approx(8)


@pytest.mark.parametrize("seed", range(20))
def test_like_scikit_learn(seed):
    random = np.random.default_rng(seed)
    points = random.normal(0, 1, (60, 2)) @ random.normal(0, 1, (2, 2)) * 10.0 ** random.integers(-3, 4)
    labels = random.integers(0, int(random.integers(2, 5)), 60)
    points += points.std() * random.normal(0, 2, (9, 2))[labels]
    wanted = PCA(1).fit(points)
    found = Projected(points, principal(points))
    assert abs(wanted.components_[0] @ found.way) == pytest.approx(1)
    assert found.variance == pytest.approx(wanted.explained_variance_[0])
    assert found.share == pytest.approx(wanted.explained_variance_ratio_[0])
    axis = LinearDiscriminantAnalysis(solver="eigen").fit(points, labels).scalings_[:, 0]
    assert abs(axis @ fisher(points, labels)) / np.hypot(*axis) == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize("seed", range(10))
def test_no_other_direction_is_better(seed):
    random = np.random.default_rng(seed)
    points, labels = random.normal(0, 1, (40, 2)) * [2, 1], np.arange(40) % 2
    points[labels == 1] += random.normal(0, 1, 2)
    ways = [np.array([np.cos(turn), np.sin(turn)]) for turn in np.linspace(0, np.pi, 721)]
    most = Projected(points, principal(points)).variance
    best = separation(Projected(points, fisher(points, labels)).lengths, labels)
    assert max(Projected(points, way).variance for way in ways) <= most * (1 + 1e-12)
    assert max(separation(Projected(points, way).lengths, labels) for way in ways) <= best * (1 + 1e-9)


def test_points_without_a_direction_get_one_or_say_so():
    same = np.ones((5, 2))
    np.testing.assert_array_equal(principal(same), [1, 0])
    assert Projected(same, principal(same)).share is None
    assert fisher(same, np.array([0, 0, 1, 1, 1])) is None
    assert fisher(EIGHT, np.zeros(8, int)) is None
    assert fisher(EIGHT, np.full(8, -1)) is None
    assert separation(EIGHT[:, 0], np.zeros(8, int)) is None
    upright = np.array([(0, 0), (0, 5), (1, 0), (1, 5)], float)  # no spread within along the first axis
    np.testing.assert_allclose(fisher(upright, np.array([0, 0, 1, 1])), [1, 0], atol=1e-6)
    assert separation(upright[:, 0], np.array([0, 0, 1, 1])) == np.inf
    np.testing.assert_allclose(fisher(1e20 * TEN, HALVES), fisher(TEN, HALVES))
    np.testing.assert_allclose(fisher(1e-15 * TEN, HALVES), fisher(TEN, HALVES))


def test_bits_of_the_best_cut_of_either_column():
    first, second, labels = TABLE.T
    assert best_cut(first.astype(float), labels) == pytest.approx((0.5, 0.188722), abs=5e-7)
    assert best_cut(second.astype(float), labels) == pytest.approx((0.5, 0.311278), abs=5e-7)
    assert best_cut(np.ones(8), labels) is None
    assert best_cut(first.astype(float), np.zeros(8, int)) is None


@pytest.mark.parametrize("seed", range(10))
def test_bits_and_correlation_like_others(seed):
    random = np.random.default_rng(seed)
    labels = random.integers(0, 2 if seed % 2 else 4, 50)
    values = np.round(random.normal(0, 1, 50) + labels, 1)
    threshold, bits = best_cut(values, labels)
    assert bits == pytest.approx(mutual_info_score(values <= threshold, labels) / np.log(2))
    tries = [mutual_info_score(values <= value, labels) / np.log(2) for value in np.unique(values)]
    assert bits == pytest.approx(max(tries))
    if seed % 2:
        assert correlation(1e18 * values, labels) == pytest.approx(np.corrcoef(values, labels)[0, 1])
    else:
        assert correlation(values, labels) is None


def test_the_unlabelled_say_nothing_of_a_class():
    labels = np.r_[HALVES, np.full(30, -1)]
    values = np.r_[TEN[:, 0], np.random.default_rng(0).normal(0, 9, 30)]
    assert best_cut(values, labels) == best_cut(TEN[:, 0], HALVES)
    assert correlation(values, labels) == pytest.approx(correlation(TEN[:, 0], HALVES))


@pytest.mark.parametrize("way", [(0, 1), (0, -1), (1, 0), (-1, 0), (0.8, -0.6), (-0.8, 0.6), (0.6, 0.8)])
def test_fishers_direction_points_to_the_right_or_straight_up(way):
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], float)
    found = fisher(np.concatenate([square, square + 4 * np.array(way)]), np.repeat([0, 1], 4))
    wanted = np.array(way) if way > (0.0, 0.0) else -np.array(way)
    np.testing.assert_allclose(found, wanted, atol=1e-9)
