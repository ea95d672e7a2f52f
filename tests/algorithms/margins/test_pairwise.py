"""Exchanges of two multipliers: the same machine as the exact search, to a thousandth."""

import numpy as np
import pytest

import mlexplorer as mlx
from mlexplorer.algorithms.margins import pairwise, widest
from mlexplorer.algorithms.margins.kernels import Kernel
from mlexplorer.algorithms.margins.pairwise import CLOSE, KernelTable, exchanged
from mlexplorer.algorithms.margins.widest import MarginTask, hurried, last, soft_margin
from mlexplorer.core import registry


def problem(count=80, gamma=2.0, cost=1.0):
    data = mlx.make("moons", count=count, noise=0.3)
    return MarginTask(Kernel("rbf", gamma), data.points, np.where(data.labels == 1, 1.0, -1.0), cost)


def rough(task):
    table = KernelTable.of(task.kernel, task.points[task.merged[0]])
    return last(hurried(task, table, np.zeros(len(task.points))))


@pytest.mark.parametrize(("gamma", "cost"), [(0.1, 1.0), (2.0, 0.1), (2.0, 100.0), (50.0, 10.0)])
def test_it_is_the_exact_machine_to_a_thousandth(gamma, cost):
    task = problem(gamma=gamma, cost=cost)
    exact, quick = last(soft_margin(task)), rough(task)
    np.testing.assert_allclose(quick.discriminant(task.points), exact.discriminant(task.points), atol=5 * CLOSE)
    assert quick.residual < 2 * CLOSE
    assert abs(quick.multipliers @ task.signs) < 1e-9 * cost


def test_exchanges_that_are_too_few_are_told_and_finished_exactly():
    task = problem(cost=1000.0, gamma=0.5)
    table = KernelTable.of(task.kernel, task.points)
    assert not exchanged(table, task.signs, np.full(80, 1000.0), np.zeros(80), 5).done
    assert rough(task).residual < 2 * CLOSE


def test_equal_points_count_as_often_as_they_are_there():
    single = problem(40)
    rows = np.repeat(np.arange(40), 1 + np.arange(40) % 3)
    task = MarginTask(single.kernel, single.points[rows], single.signs[rows], 1.0)
    exact, quick = last(soft_margin(task)), rough(task)
    np.testing.assert_allclose(quick.discriminant(task.points), exact.discriminant(task.points), atol=5 * CLOSE)
    assert (quick.multipliers <= 1.0).all()


def test_many_points_with_a_narrow_kernel_end_at_a_thousandth_and_say_so(monkeypatch):
    data = mlx.make("moons", count=400, noise=0.6)
    exact = mlx.fit("svm", data, kernel="rbf", gamma=100.0)
    for module in (pairwise, widest):
        monkeypatch.setattr(module, "MANY", 350)
    step = mlx.fit("svm", data, kernel="rbf", gamma=100.0)
    assert (exact.machine.stage, step.machine.stage) == ("exact", "close")
    assert 1e-6 < step.machine.residual < CLOSE
    np.testing.assert_allclose(step.discriminant(data.points), exact.discriminant(data.points), atol=5 * CLOSE)
    assert exact.notice is None
    assert "to a thousandth" in step.notice.sentence
    assert step.sklearn_form() == exact.sklearn_form()
    moved = data.moved([3], data.points[3] + 0.01)
    warm, cold = (
        registry.model("svm")(kernel="rbf", gamma=100.0).resume(moved, step),
        mlx.fit("svm", moved, kernel="rbf", gamma=100.0),
    )
    np.testing.assert_allclose(warm.discriminant(data.points), cold.discriminant(data.points), atol=5 * CLOSE)
    assert warm.machine.stage == "close"
