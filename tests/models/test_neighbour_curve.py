"""Neighbour curve: scikit-learn's nearest neighbours, and local fits one by one."""

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsRegressor

import mlexplorer as mlx
from mlexplorer import Dataset

PLACES = np.linspace(-2.3, 2.3, 137)


def fitted(data, **parameters):
    return mlx.fit("neighbour_curve", data, **parameters)


def random_data(seed, count=50):
    random = np.random.default_rng(seed)
    x = random.uniform(-2, 2, count)
    return Dataset(np.c_[x, np.sin(3 * x) + random.normal(0, 0.3, count)], np.zeros(count))


@pytest.mark.parametrize("k", [1, 3, 7, 50])
@pytest.mark.parametrize("seed", range(4))
def test_means_are_those_of_scikit_learn(seed, k):
    data = random_data(seed)
    theirs = KNeighborsRegressor(k).fit(data.points[:, :1], data.points[:, 1])
    np.testing.assert_allclose(fitted(data, k=k).curve(PLACES), theirs.predict(PLACES[:, None]), atol=1e-12)


@pytest.mark.parametrize("weights", ["equal", "tricube"])
@pytest.mark.parametrize("degree", [0, 1, 2])
@pytest.mark.parametrize("k", [5, 12])
def test_local_fits_are_least_squares_at_each_place(k, degree, weights):
    data = random_data(7)
    x, y = data.points.T
    found = fitted(data, k=k, degree=degree, weights=weights).curve(PLACES)
    for place, value in zip(PLACES, found, strict=True):
        rows = np.abs(x - place).argsort(kind="stable")[:k]
        away = np.abs(x[rows] - place)
        heavy = (1 - (away / (1.000001 * away.max())) ** 3) ** 3 if weights == "tricube" else np.ones(k)
        fit = np.polynomial.Polynomial.fit(x[rows] - place, y[rows], degree, w=np.sqrt(heavy))
        assert value == pytest.approx(fit(0.0), abs=1e-6)


def test_a_line_is_found_by_local_lines_and_kept_beyond_the_points():
    x = np.sort(np.random.default_rng(1).uniform(0, 5, 30))
    data = Dataset(np.c_[x, 2 * x - 1], np.zeros(30))
    np.testing.assert_allclose(fitted(data, k=6, degree=1).curve(np.array([-1.0, 2.2, 6.0])), [-3, 3.4, 11], atol=1e-8)


def test_of_two_at_the_same_distance_the_left_is_taken():
    data = Dataset([(0, 1), (2, 5)], [0, 0])
    np.testing.assert_array_equal(fitted(data, k=1).curve(np.array([1.0, 1.0001])), [1, 5])


def test_what_k_cannot_do_is_said():
    data = random_data(2, 4)
    assert fitted(data, k=9).notice.sentence.startswith("There are only 4 points")
    step = fitted(data, k=2, degree=2)
    assert fitted(data, degree=2, **step.notice.remedy.changes).notice is None
    assert fitted(Dataset([(1, 2), (1, 4)], [0, 0]), k=2, degree=1).curve(np.array([1.0]))[0] == pytest.approx(3)
