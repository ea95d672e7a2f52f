"""Losses of linear rules, against the plain formula."""

import numpy as np
import pytest

from mlexplorer.algorithms.descent.rule_losses import LogLoss, SoftmaxLoss, errors, softmax
from mlexplorer.core.arrays import blocks

RANDOM = np.random.default_rng(5)


def two_classes(count=1300, terms=3):
    design = RANDOM.normal(size=(terms, count))
    ridge = RANDOM.normal(size=(terms, terms))
    return LogLoss(design, RANDOM.choice([-1.0, 1.0], count), ridge @ ridge.T)


def many_classes(count=700, classes=4, terms=3):
    design = RANDOM.normal(size=(terms, count))
    ridge = RANDOM.normal(size=(terms, terms))
    return SoftmaxLoss(design, RANDOM.integers(0, classes, count), classes, ridge @ ridge.T)


def plain(loss, weights):
    """The formula, point by point."""
    if isinstance(loss, LogLoss):
        sums = np.logaddexp(0, -loss.signs * (weights @ loss.design)).sum()
        return sums + 0.5 * weights @ loss.ridge @ weights
    table = weights.reshape(loss.count, -1)
    scores = table @ loss.design
    own = scores[loss.columns, np.arange(scores.shape[1])]
    return (np.logaddexp.reduce(scores, axis=0) - own).sum() + 0.5 * np.trace(table @ loss.ridge @ table.T)


@pytest.mark.parametrize("make", [two_classes, many_classes])
@pytest.mark.parametrize("size", [0.0, 0.1, 3.0, 300.0])
def test_values_are_those_of_the_formula(make, size):
    loss = make()
    weights = size * RANDOM.normal(size=(40, loss.unit.size))
    wanted = [plain(loss, row) for row in weights]
    np.testing.assert_allclose(loss.values(weights), wanted, rtol=1e-11)
    np.testing.assert_allclose([loss.look(row).value for row in weights], wanted, rtol=1e-11)


@pytest.mark.parametrize("make", [two_classes, many_classes])
def test_slope_and_curvature_agree_numerically(make):
    loss = make(count=50)
    place = RANDOM.normal(size=loss.unit.size)
    look = loss.look(place)
    for index, nudge in enumerate(1e-5 * np.eye(place.size)):
        low, high = loss.look(place - nudge), loss.look(place + nudge)
        assert look.gradient[index] == pytest.approx((high.value - low.value) / 2e-5, rel=1e-6, abs=1e-6)
        np.testing.assert_allclose(look.hessian[index], (high.gradient - low.gradient) / 2e-5, rtol=1e-5, atol=1e-6)


def alone(loss, row):
    """The loss of one point, with its share of the penalty."""
    chosen, ridge = slice(row, row + 1), loss.ridge / loss.design.shape[1]
    if isinstance(loss, LogLoss):
        return LogLoss(loss.design[:, chosen], loss.signs[chosen], ridge)
    return SoftmaxLoss(loss.design[:, chosen], loss.columns[chosen], loss.count, ridge)


@pytest.mark.parametrize("make", [two_classes, many_classes])
@pytest.mark.parametrize("size", [1.0, 1000.0])
def test_slopes_of_parts_add_up_to_the_whole(make, size):
    loss = make(count=57)
    place = size * RANDOM.normal(size=loss.unit.size)
    for row in (0, 13):
        np.testing.assert_allclose(loss.slope(place, np.array([row])), alone(loss, row).look(place).gradient, atol=1e-9)
    parts = [loss.slope(place, rows) for rows in np.array_split(RANDOM.permutation(57), 5)]
    np.testing.assert_allclose(sum(parts), loss.look(place).gradient, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("make", [two_classes, many_classes])
def test_no_curvature_is_larger_than_said(make):
    loss = make(count=30)
    place = RANDOM.normal(size=loss.unit.size)
    for row, bound in enumerate(loss.curvatures(place)):
        assert np.linalg.eigvalsh(alone(loss, row).look(place).hessian)[-1] <= bound * (1 + 1e-9)


def test_separated_means_every_point_on_its_own_side():
    design = np.array([[-2.0, -1.0, 1.0, 2.0], [-1.0] * 4])
    loss = LogLoss(design, np.array([-1.0, -1, 1, 1]), np.zeros((2, 2)))
    assert loss.separated(np.array([1.0, 0.5]))
    assert not loss.separated(np.array([1.0, 1.5]))
    assert not loss.separated(np.array([1.0, 1.0]))  # a point on the line
    assert not loss.separated(np.zeros(2))


def test_separated_for_many_classes():
    design = np.array([[-1.0, 0.0, 1.0], [-1.0] * 3])
    loss = SoftmaxLoss(design, np.array([0, 1, 2]), 3, np.zeros((2, 2)))
    assert loss.separated(np.array([-2.0, 1, 0, 0, 2, 1]))
    assert not loss.separated(np.array([-2.0, 1, 0, 1, 2, 1]))
    assert not loss.separated(np.zeros(6))


@pytest.mark.parametrize("make", [two_classes, many_classes])
def test_no_points_no_loss(make):
    loss = make(count=0)
    place = RANDOM.normal(size=loss.unit.size)
    assert loss.look(place).value == pytest.approx(plain(loss, place))
    assert loss.values(place[None])[0] == pytest.approx(plain(loss, place))


def test_errors_judge_places_on_the_line_like_the_rule():
    points = np.array([(0.0, 0.0), (1.0, 1.0), (2.0, 2.0)])
    weights = np.array([(1.0, 1.0, 2.0), (-1.0, -1.0, -2.0)])
    np.testing.assert_array_equal(errors(points, np.array([False, False, True]), weights), [0, 2])


def test_softmax_of_huge_scores():
    np.testing.assert_allclose(softmax(np.array([[1e4, 1e4], [-1e4, 0]])), [[0.5, 0.5], [0, 1]])


def test_blocks_cover_everything_once():
    rows = np.concatenate([np.arange(1000)[part] for part in blocks(1000, 3000)])
    np.testing.assert_array_equal(rows, np.arange(1000))
