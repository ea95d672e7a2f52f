"""Least sizes, the LASSO path and Huber's loss: linear programmes, scikit-learn, and what must hold at an optimum."""

import numpy as np
import pytest
from scipy.optimize import linprog
from sklearn.linear_model import HuberRegressor, Lasso, QuantileRegressor

from mlexplorer.algorithms.curves.absolute import least_absolute
from mlexplorer.algorithms.curves.bases import BumpBasis, PowerBasis, WaveBasis
from mlexplorer.algorithms.curves.huber import Split, best_scale, least_huber
from mlexplorer.algorithms.curves.lasso import lasso_path
from mlexplorer.algorithms.curves.objective import CurveCost

SEEDS = range(12)


def problem(seed, terms=5):
    random = np.random.default_rng(seed)
    count = int(random.integers(8, 120))
    rows = random.normal(size=(count, terms)) * random.uniform(0.2, 5, terms)
    goals = rows @ random.normal(size=terms) + random.standard_t(2, count)
    return (np.round(rows), np.round(goals)) if seed % 3 == 0 else (rows, goals)  # with ties


@pytest.mark.parametrize("seed", SEEDS)
def test_least_sizes_are_those_of_a_linear_programme(seed):
    rows, goals = problem(seed)
    weights = least_absolute(rows, goals)
    dual = linprog(-goals, A_eq=rows.T, b_eq=np.zeros(rows.shape[1]), bounds=(-1, 1), method="highs")
    assert np.abs(goals - rows @ weights).sum() == pytest.approx(-dual.fun, rel=1e-9)
    assert (np.abs(goals - rows @ weights) < 1e-8).sum() >= rows.shape[1]


def test_least_sizes_of_dependent_columns_are_the_shortest():
    rows, goals = problem(1, 2)
    twice = least_absolute(np.c_[rows, rows], goals)
    np.testing.assert_allclose(twice[:2], twice[2:], atol=1e-9)
    np.testing.assert_allclose(2 * twice[:2], least_absolute(rows, goals), atol=1e-9)
    np.testing.assert_array_equal(least_absolute(np.zeros((4, 2)), np.ones(4)), [0, 0])


@pytest.mark.parametrize("seed", SEEDS)
def test_the_lasso_path_is_that_of_scikit_learn(seed):
    rows, goals = problem(seed)
    path = lasso_path(rows, goals)
    for share in (0.9, 0.4, 0.05, 0.001):
        price = share * path.prices[0]
        theirs = Lasso(price / (2 * len(rows)), fit_intercept=False, tol=1e-14, max_iter=500_000).fit(rows, goals)
        np.testing.assert_allclose(path.at(price), theirs.coef_, atol=1e-6)
    np.testing.assert_allclose(path.at(0.0), np.linalg.lstsq(rows, goals, rcond=None)[0], atol=1e-7)
    np.testing.assert_array_equal(path.at(2 * path.prices[0]), 0)
    assert (np.diff(path.prices) <= 0).all()


def test_the_lasso_path_of_nothing_is_nothing():
    np.testing.assert_array_equal(lasso_path(np.zeros((3, 2)), np.ones(3)).at(0.1), [0, 0])


@pytest.mark.parametrize("seed", SEEDS)
def test_huber_is_that_of_scikit_learn(seed):
    rows, goals = problem(seed)
    rows = np.c_[rows, np.ones(len(rows))]
    pull = np.diag([1e-4] * 5 + [0.0])
    weights = least_huber(rows, goals, pull, np.linalg.lstsq(rows, goals, rcond=None)[0])
    theirs = HuberRegressor(alpha=1e-4, max_iter=100_000, tol=1e-12).fit(rows[:, :-1], goals)
    other = np.append(theirs.coef_, theirs.intercept_)

    def cost(some):
        away = goals - rows @ some
        return Split.of(away, best_scale(away, 1e-9)).costs.sum() + some @ pull @ some

    assert cost(weights) <= cost(other) * (1 + 1e-9)
    assert cost(weights) == pytest.approx(cost(other), rel=1e-5)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_best_scale_costs_least(seed):
    away = np.random.default_rng(seed).standard_t(1, 30)
    scale = best_scale(away, 1e-9)
    costs = [Split.of(away, scale * factor).costs.sum() for factor in (1, 0.99, 1.01, 0.3, 4)]
    assert costs[0] == min(costs)


BASES = [
    PowerBasis(True, 4),
    PowerBasis(False, 3),
    BumpBasis(True, np.linspace(-1, 1, 5), 0.4),
    WaveBasis(True, 2, 1.5),
    WaveBasis(False, 2, 1.5),
]


@pytest.mark.parametrize("basis", BASES)
@pytest.mark.parametrize("loss", ["squares", "absolute", "huber"])
@pytest.mark.parametrize("norm", ["l2", "l1"])
@pytest.mark.parametrize("penalty", [0.0, 0.3])
def test_no_weights_nearby_cost_less(basis, loss, norm, penalty):
    random = np.random.default_rng(5)
    x = random.uniform(-1, 1, 40)
    y = np.sin(5 * x) + 0.3 * random.standard_t(2, 40)
    cost = CurveCost(basis, x, y, np.full(len(basis.names), penalty), loss, norm)
    inner, weights = cost.solved()
    here = weights @ inner.units
    near = [size * random.normal(size=(200, len(here))) for size in (1, 0.1, 1e-2, 1e-3, 1e-4)]
    assert cost.values(here + np.concatenate(near)).min() >= cost.values(here[None])[0] * (1 - 1e-6)
    np.testing.assert_allclose(inner.curve(weights, x), here @ cost.columns, atol=1e-7)


@pytest.mark.parametrize("basis", BASES)
@pytest.mark.parametrize("loss", ["squares", "absolute", "huber"])
@pytest.mark.parametrize("norm", ["l2", "l1"])
def test_the_gradient_is_the_slope(basis, loss, norm):
    random = np.random.default_rng(7)
    x, y = random.uniform(-1, 1, 20), random.normal(size=20)
    cost = CurveCost(basis, x, y, np.full(len(basis.names), 0.2), loss, norm)
    here = random.normal(size=len(basis.names))
    for index in range(len(here)):
        nudge = 1e-6 * np.eye(len(here))[index]
        slope = np.diff(cost.values(np.array([here - nudge, here + nudge])))[0] / 2e-6
        assert cost.gradient(here)[index] == pytest.approx(slope, rel=1e-5, abs=1e-5)


def test_absolute_errors_agree_with_quantile_regression():
    random = np.random.default_rng(2)
    x = random.uniform(-2, 2, 60)
    y = x**2 + random.standard_t(2, 60)
    cost = CurveCost(PowerBasis(True, 3), x, y, np.zeros(4), "absolute")
    basis, inner = cost.solved()
    columns = x[:, None] ** np.arange(1, 4)
    theirs = QuantileRegressor(quantile=0.5, alpha=0, solver="highs").fit(columns, y)
    mine, other = np.abs(y - basis.curve(inner, x)).sum(), np.abs(y - theirs.predict(columns)).sum()
    assert mine == pytest.approx(other, rel=1e-8)
