"""Fits judged on other points: the order of values, what is kept, and the sums over folds."""

import numpy as np
import pytest

import mlexplorer as mlx
from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from mlexplorer.core.model import Knob
from mlexplorer.core.study import Task
from mlexplorer.judging.costs import LIKELIHOOD, RMSE, SQUARES, WRONG, costs, measure_of
from mlexplorer.judging.folds import summary
from mlexplorer.judging.trials import (
    FoldTable,
    StepShelf,
    Trial,
    coarse_to_fine,
    is_worth_showing,
    known_measure,
    models_of,
    tried,
)


def test_every_number_comes_once_and_the_range_is_known_early():
    assert coarse_to_fine(9) == [0, 8, 4, 2, 6, 1, 3, 5, 7]
    assert coarse_to_fine(5, 3) == [3, 0, 4, 2, 1]
    assert [coarse_to_fine(count) for count in range(3)] == [[], [0], [0, 1]]
    for count in range(40):
        assert sorted(coarse_to_fine(count)) == list(range(count))


def test_a_result_is_told_some_tens_of_times():
    assert sum(is_worth_showing(index, 5000) for index in range(5000)) <= 41
    assert is_worth_showing(6, 7)
    assert all(is_worth_showing(index, 7) for index in range(7))


def test_a_shelf_holds_so_many_bytes_and_remembers_the_first():
    data = mlx.make("moons", count=500)
    step = mlx.fit("lda", data)
    shelf = StepShelf(most=40_000)
    for found in (None, step, step, step):
        shelf.add(found)
    assert shelf.steps[:2] == (None, step)
    assert shelf.steps[-1] is None
    assert shelf.first is step


def test_folds_together_are_what_a_summary_says():
    table = FoldTable(np.array([[0.1, 0.4], [0.3, np.nan], [0.5, 0.2]]), np.array([10, 10, 20]), 3)
    for place in range(2):
        found = summary(table.costs[:, place], table.sizes)
        assert table.means(WRONG)[place] == pytest.approx(found.mean)
        assert table.standard_errors(WRONG)[place] == pytest.approx(found.deviation / np.sqrt(found.fitted))
    assert table.means(RMSE)[0] == pytest.approx(np.sqrt(table.means(WRONG)[0]))
    assert np.isnan(FoldTable(table.costs, table.sizes, 0).means(WRONG)).all()


def test_costs_are_those_of_each_task():
    data = mlx.make("blobs", count=60)
    centres, mixture = mlx.fit("kmeans", data), mlx.fit("gmm", data)
    assert costs(centres, data, "cluster").sum() == pytest.approx(centres.loss)
    assert costs(mixture, data, "cluster").sum() == pytest.approx(mixture.loss)
    curve = mlx.fit("polynomial", data)
    assert RMSE.error(costs(curve, data, "regress")) == pytest.approx(curve.measures["RMS error"])
    tree = mlx.fit("tree", data)
    assert costs(tree, data, "classify").sum() == tree.measures["errors"]
    kinds = [measure_of(step, task) for step, task in ((centres, "cluster"), (mixture, "cluster"), (tree, "classify"))]
    assert kinds == [SQUARES, LIKELIHOOD, WRONG]


def test_a_place_without_density_costs_much_but_not_all():
    box = mlx.fit("kde", Dataset([[0.0, 0.0]], [0]), kernel="box")
    assert costs(box, Dataset([[9.0, 9.0]], [0]), "density")[0] == pytest.approx(708.4, abs=0.1)


def test_values_that_cannot_be_fitted_cost_nothing_that_is_known():
    task = Task(registry.model("lda")(), Dataset([[0.0, 0.0], [1.0, 0.0]], [0, 0]))
    models = models_of(task.model, Knob("shrinkage", (0.0, 1.0)))
    trial = Trial("shrinkage", models, task.data, (task.data,))
    found = [item for item in tried(task, trial, [1, 0]) if item is not None]
    assert [item[0] for item in found] == [1, 0]
    assert all(step is None and np.isnan(part).all() for _, step, (part,) in found)
    assert known_measure(task, None) is WRONG
