"""Soft and hard margins: separability against a linear programme, slopes of the hinge, equal points as one."""

import numpy as np
import pytest
from scipy.optimize import linprog

from mlexplorer.algorithms.margins.hinge import HingeLoss
from mlexplorer.algorithms.margins.kernels import Kernel
from mlexplorer.algorithms.margins.widest import MarginTask, hard_margin, last, resumed, soft_margin


def blobs(seed):
    random = np.random.default_rng(seed)
    count = int(random.integers(6, 60))
    signs = np.where(np.arange(count) % 2 == 0, 1.0, -1.0)
    points = signs[:, None] * [1.3, 0.3] + (0.3 + 0.03 * seed) * random.normal(size=(count, 2))
    return points * 10 ** random.uniform(-2, 2) + random.normal(size=2), signs


def separable(features, signs):
    """Whether a linear programme finds a plane with every point on its own side."""
    centred = features - features.mean(axis=0)
    table = np.column_stack([centred / np.abs(centred).max(), np.ones(len(signs))])
    sides = -signs[:, None] * table
    answer = linprog(np.zeros(table.shape[1]), A_ub=sides, b_ub=-np.ones(len(signs)), bounds=(None, None))
    return answer.status == 0


@pytest.mark.parametrize("seed", range(24))
def test_a_hard_margin_is_found_where_there_is_one(seed):
    points, signs = blobs(seed)
    machine = last(hard_margin(MarginTask(Kernel("linear"), points, signs, 1.0)))
    assert machine.hard == separable(points, signs)
    assert not machine.hard or machine.slacks.max() < 1e-6


def test_both_answers_occur():
    found = {separable(*blobs(seed)) for seed in range(24)}
    assert found == {True, False}


def test_equal_points_share_their_multiplier():
    points = np.array([[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [1.0, 0.0], [1.0, 0.0]])
    machine = last(soft_margin(MarginTask(Kernel("linear"), points, np.array([-1.0, -1, -1, 1, 1]), 10.0)))
    np.testing.assert_allclose(machine.multipliers, [2 / 3, 2 / 3, 2 / 3, 1, 1], rtol=1e-9)
    assert machine.threshold == pytest.approx(1.0)


def test_the_threshold_is_the_middle_where_no_point_is_free():
    points = np.array([[0.0, 0.0], [0.5, 0.0], [2.0, 0.0]])
    machine = last(soft_margin(MarginTask(Kernel("linear"), points, np.array([-1.0, -1.0, 1.0]), 0.05)))
    assert np.isin(machine.multipliers, [0.0, 0.05]).all()
    assert machine.residual < 1e-12
    objective = HingeLoss(points, np.array([-1.0, -1.0, 1.0]), 0.05)
    line = np.append(machine.coefficients, machine.threshold)
    values = objective.values(line + np.multiply.outer([-0.2, -0.01, 0.0, 0.01, 0.2], [0, 0, 1]))
    np.testing.assert_allclose(values[1:4], values[2], rtol=1e-12)
    assert values[0] == pytest.approx(values[4])
    assert values[0] > values[2]


@pytest.mark.parametrize("fit", [soft_margin, hard_margin])
def test_a_threshold_that_only_rounding_keeps_from_zero_is_zero(fit):
    points = np.array([[1.0, 1.0], [2.0, 1.5], [-1.0, -1.0], [-2.0, -1.0]])
    signs = np.array([1.0, 1.0, -1.0, -1.0])
    task = MarginTask(Kernel("linear"), points, signs, 1.0)
    assert last(fit(task)).threshold == 0.0
    moved = MarginTask(task.kernel, points + 1e-9, signs, 1.0)
    assert last(fit(moved)).threshold == pytest.approx(1e-9, rel=1e-5)


def test_resuming_from_the_answer_returns_it():
    points, signs = blobs(20)
    task = MarginTask(Kernel("rbf", gamma=0.5), points, signs, 3.0)
    machine = last(soft_margin(task))
    again = resumed(task, machine.multipliers)
    np.testing.assert_allclose(again.multipliers, machine.multipliers, rtol=1e-9, atol=1e-12)


def test_resuming_from_nonsense_is_a_fit():
    points, signs = blobs(20)
    task = MarginTask(Kernel("rbf", gamma=0.5), points, signs, 3.0)
    wanted = last(soft_margin(task))
    for start in (np.zeros(len(signs)), np.full(len(signs), 3.0), np.random.default_rng(0).uniform(0, 3, len(signs))):
        np.testing.assert_allclose(resumed(task, start).margins, wanted.margins, atol=1e-6)


def test_hinge_values_slopes_and_slacks():
    random = np.random.default_rng(6)
    objective = HingeLoss(random.normal(size=(40, 2)), np.sign(random.normal(size=40)), 2.5)
    weights = random.normal(size=3)
    margins = objective.signs * (objective.points @ weights[:2] - weights[2])
    wanted = 0.5 * weights[:2] @ weights[:2] + 2.5 * np.maximum(1 - margins, 0).sum()
    assert objective.values(weights[None])[0] == pytest.approx(wanted)
    np.testing.assert_allclose(objective.slacks(weights), np.maximum(1 - margins, 0))
    for index in range(3):
        nudge = 1e-6 * np.eye(3)[index]
        slope = np.diff(objective.values(np.stack([weights - nudge, weights + nudge])))[0] / 2e-6
        assert objective.gradient(weights)[index] == pytest.approx(slope, rel=1e-5)


def test_comp61011_g14_hinge():
    objective = HingeLoss(np.array([[-1.0, 0], [0, 0], [0.5, 0], [1, 0], [2, 0]]), np.ones(5), 1.0)
    np.testing.assert_allclose(objective.slacks(np.array([1.0, 0.0, 0.0])), [2, 1, 0.5, 0, 0])
