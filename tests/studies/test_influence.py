"""Influence: a fit without a point is a fit to the others, and shares are what flips."""

import numpy as np

from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from mlexplorer.core.study import Task
from mlexplorer.studies.influence import Influence, without

BOUNDS = (-2.0, 2.0, -2.0, 2.0)


def last(steps):
    return [step for step in steps if step is not None][-1]


def shares(model, data, start=None):
    return last(Influence().run(Task(model, data, start, bounds=BOUNDS))).shares


def test_a_fit_without_a_point_is_a_fit_to_the_others():
    data = registry.source("moons")(count=40).make()
    model = registry.model("lda")()
    step = last(without(model, data, 7))
    np.testing.assert_array_equal(step.weights, last(model.fit(data.without([7]))).weights)


def test_only_support_vectors_have_influence_on_a_machine():
    data = registry.source("separable")(count=30).make()
    model = registry.model("svm")(kernel="linear", cost=10.0)
    found = shares(model, data)
    others = np.setdiff1d(np.arange(len(data)), last(model.fit(data)).support)
    assert np.nanmax(found[others]) < 1e-9
    assert np.nanmax(found) > 0


def test_one_neighbour_decides_its_own_cell():
    data = Dataset([[-1.0, -1.0], [-1.0, 1.0], [1.0, 0.0]], [0, 0, 1])
    found = shares(registry.model("knn")(k=1), data)
    assert np.isnan(found[2])  # without it there is one class only
    assert found[:2].min() > 0.02
    assert np.isclose(found[0], found[1], atol=0.02)


def test_held_out_points_are_never_left_out():
    data = Dataset([[-1.0, 0.0], [-0.5, 0.2], [1.0, 0.0], [0.5, -0.2], [0.4, 0.0]], [0, 0, 1, 1, 0], [0, 0, 0, 0, 1])
    task = Task(registry.model("lda")(), data, bounds=BOUNDS)
    known = [result.shares for result in Influence().run(task) if result is not None]
    assert len(known) == 4
    assert np.isfinite(known[0]).sum() == 1
    assert np.isnan(known[-1][4])


def test_fits_begin_where_the_run_begins():
    data = registry.source("moons")(count=20).make()
    model = registry.model("perceptron")(epochs=1, start="given")
    start = np.array([3.0, -2.0, 5.0])
    own, other = (shares(model, data, tuple(begin)) for begin in (start, -start))
    assert not np.array_equal(own, other)
