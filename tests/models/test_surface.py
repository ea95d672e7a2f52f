"""Walks on test functions: where they end, and what is said of those that do not."""

import itertools

import numpy as np
import pytest

from mlexplorer.algorithms.descent.valleys import VALLEYS
from mlexplorer.core import registry
from mlexplorer.core.data import nothing

Surface = registry.model("surface")
PEAKS = {(-1.0, 1.0): (-1.347396, 0.204519, -3.049849), (0.5, -0.5): (0.228279, -1.625535, -6.551133)}


def walked(**values):
    return list(Surface(**values).fit(nothing()))


@pytest.mark.parametrize("solver", ["gradient", "momentum", "newton"])
def test_a_walk_that_stays_near_gets_no_advice(solver):
    steps = walked(function="bowl", solver=solver, rate=0.05, x=2.0, y=1.0)
    assert np.isfinite(steps[-1].loss)
    assert [step.notice for step in steps] == [None] * len(steps)


@pytest.mark.parametrize("start", PEAKS)
def test_minima_of_peaks(start):
    steps = walked(x=start[0], y=start[1], rate=0.02, steps=1000)
    np.testing.assert_allclose([*steps[-1].place, steps[-1].loss], PEAKS[start], atol=2e-5)
    assert steps[-1].ending == "bottom"
    assert abs(len(steps) - 1 - {-1.0: 85, 0.5: 44}[start[0]]) <= 2


def test_the_shallow_minimum_of_peaks():
    steps = walked(x=0.0, y=0.0, rate=0.02, steps=1000)
    np.testing.assert_allclose([*steps[-1].place, steps[-1].loss], (0.296446, 0.320196, -0.064936), atol=2e-5)
    assert abs(len(steps) - 1 - 113) <= 2


def test_the_top_of_peaks():
    formula, top = VALLEYS["peaks"].formula, np.array([-0.009318, 1.581368])
    np.testing.assert_allclose(formula.values(top[None])[0], 8.106214, atol=1e-6)
    np.testing.assert_allclose(formula.gradient(top), 0, atol=1e-4)


def test_gradient_descent_on_a_bowl_by_hand():
    steps = walked(function="own", formula="x^2 + 4*y^2", rate=0.1, x=1.0, y=1.0, steps=3)
    np.testing.assert_allclose([step.place for step in steps], [[0.8**k, 0.2**k] for k in range(4)])
    np.testing.assert_allclose(steps[0].measures["largest stable rate"], 0.25, rtol=1e-4)
    assert steps[-1].ending == "limit"


def test_newton_solves_a_bowl_at_once():
    steps = walked(function="bowl", solver="newton", x=2.0, y=1.0)
    np.testing.assert_allclose(steps[-1].place, [0, 0], atol=1e-6)
    assert len(steps) <= 4


@pytest.mark.parametrize("solver", ["momentum", "nesterov", "adam", "rmsprop", "adagrad"])
def test_every_method_gets_down_the_bowl(solver):
    steps = walked(function="bowl", solver=solver, rate=0.05, x=2.0, y=1.0, steps=2000)
    assert steps[-1].loss < 0.01 * steps[0].loss


def test_himmelblau_and_rosenbrock():
    end = walked(function="himmelblau", rate=0.01, x=1.0, y=1.0, steps=1000)[-1]
    np.testing.assert_allclose(end.place, [3, 2], atol=1e-4)
    end = walked(function="rosenbrock", solver="newton", x=-1.2, y=1.0)[-1]
    np.testing.assert_allclose(end.place, [1, 1], atol=1e-5)


def test_a_large_rate_runs_away_and_a_remedy_helps():
    steps = walked(function="bowl", rate=0.5, x=2.0, y=1.0)
    notice = steps[-1].notice
    assert steps[-1].ending == "diverged"
    assert np.isfinite([step.loss for step in steps]).all()
    remedied = Surface(function="bowl", rate=0.5, x=2.0, y=1.0).with_values(notice.remedy.changes)
    assert list(remedied.fit(nothing()))[-1].loss < 1e-6


def test_a_given_start_and_a_drawn_one():
    given = list(Surface(start="given").fit(nothing(), np.array([0.3, 0.4])))
    np.testing.assert_array_equal(given[0].place, [0.3, 0.4])
    one, two = (walked(start="random", seed=seed)[0].place for seed in (1, 2))
    assert (one != two).all()


def test_bad_formulas_are_refused_with_a_sentence():
    with pytest.raises(ValueError, match=r"formula is not understood: it may use x and y, but not 'z'\."):
        Surface(formula="z + 1")


@pytest.mark.parametrize("name", VALLEYS)
def test_every_valley_is_finite_where_it_is_looked_at(name):
    left, right, bottom, top = Surface(function=name).region()
    places = np.array(list(itertools.product(np.linspace(left, right, 9), np.linspace(bottom, top, 9))))
    assert np.isfinite(VALLEYS[name].formula.values(places)).all()
