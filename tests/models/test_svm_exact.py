"""The support vector machine beside libsvm, its conditions judged independently, its refits and invariances."""

import itertools
import math
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC

import mlexplorer as mlx
from mlexplorer.algorithms.margins.active_set import MOST_DENSE
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid
from mlexplorer.core.notice import CannotFit
from mlexplorer.models.svm import SupportVectorMachine
from tests.models.samples import RUGBY, moons


def kernel_matrix(model, left, right):
    """The kernel matrix, made here and of nothing the solver uses."""
    if model.kernel == "rbf":
        return np.exp(-model.gamma * ((left[:, None, :] - right[None, :, :]) ** 2).sum(axis=2))
    products = left @ right.T
    return products if model.kernel == "linear" else (products + model.offset) ** model.degree


def conditions(model, data, step, rows=None, pair=None):
    """The multipliers of all points, the dual value, and the largest violation relative to the size of its sum."""
    chosen = np.arange(len(data)) if rows is None else rows
    support = step.support if pair is None else step.support[pair]
    found = step.multipliers if pair is None else step.multipliers[pair]
    machine = step.machine if pair is None else step.parts[pair].machine
    multipliers = np.zeros(len(data))
    multipliers[support] = found
    multipliers = multipliers[chosen]
    signs = np.where(data.labels[chosen] == data.labels[chosen].max(), 1.0, -1.0)
    matrix = kernel_matrix(model, data.points[chosen], data.points[chosen])
    sums = matrix @ (multipliers * signs)
    excess = signs * (sums - machine.threshold) - 1
    at_zero, at_cost = multipliers <= 0, multipliers >= step.bound
    wrong = np.where(at_zero, np.maximum(-excess, 0), np.where(at_cost, np.maximum(excess, 0), np.abs(excess)))
    size = 1 + np.abs(matrix) @ multipliers
    assert multipliers.min() >= 0
    assert multipliers.max() <= step.bound
    assert abs(multipliers @ signs) <= 1e-9 * (1 + multipliers.sum())
    return multipliers, multipliers.sum() - 0.5 * (multipliers * signs) @ sums, float((wrong / size).max())


# Against libsvm.


def random_set(seed):
    """Two to five classes, 5 to 500 points, imbalanced, scaled, shifted, duplicated."""
    random = np.random.default_rng(seed)
    classes, count = 2 + seed % 4, int(np.exp(random.uniform(np.log(5), np.log(500 if seed % 3 else 120))))
    shares = random.dirichlet(np.full(classes, 0.7 if seed % 2 else 5))
    labels = random.choice(classes, count, p=shares)
    labels[: min(classes, count)] = np.arange(min(classes, count))
    points = random.normal(size=(classes, 2))[labels] + random.uniform(0.3, 1) * random.normal(size=(count, 2))
    if seed % 5 == 0:
        points = np.round(4 * points) / 4
    kernel = ("linear", "polynomial", "rbf")[seed % 3]
    scale = 10 ** random.uniform(-3, 3 if kernel == "rbf" else 1)  # libsvm does not end on wide data and a line
    shift = random.normal(size=2) * (3 if seed % 4 == 0 else 0)
    cost, gamma = 10 ** random.uniform(-1, 1), 10 ** random.uniform(-1, 1)
    if kernel == "polynomial":  # not invariant: keep to where libsvm ends
        return Dataset(points + 0.3 * shift, labels), {"kernel": kernel, "degree": 2 + seed % 2, "cost": cost}
    data = Dataset((points + shift) * scale, labels)
    if kernel == "linear":
        return data, {"kernel": kernel, "cost": float(np.clip(cost / scale**2, 0.01, 10000))}
    return data, {"kernel": kernel, "cost": cost, "gamma": float(np.clip(gamma / scale**2, 0.01, 100))}


@pytest.mark.parametrize("seed", range(36))
def test_agrees_with_libsvm(seed):
    data, parameters = random_set(seed)
    model = SupportVectorMachine(**parameters)
    step = mlx.fit("svm", data, **parameters)
    kind = {"polynomial": "poly"}.get(model.kernel, model.kernel)
    gamma = model.gamma if model.kernel == "rbf" else 1.0
    theirs = SVC(kernel=kind, C=model.cost, gamma=gamma, degree=model.degree, coef0=model.offset, tol=1e-8)
    with warnings.catch_warnings():  # its kernel is of single precision: some sets never reach its tolerance
        warnings.simplefilter("ignore", ConvergenceWarning)
        theirs.set_params(max_iter=500_000).fit(data.points, data.labels)
    spread = data.points.std(axis=0).mean()
    places = data.points[:200] + 0.3 * spread * np.random.default_rng(seed).normal(size=(min(200, len(data)), 2))
    order = np.sort(step.scores(places), axis=1)
    clear = order[:, -1] - order[:, -2] > 1e-6 * (1 + np.abs(order[:, 0]))
    assert clear.mean() > 0.9
    np.testing.assert_array_equal(step.predict(places)[clear], theirs.predict(places)[clear])
    if len(step.classes) == 2:
        _, dual, wrong = conditions(model, data, step)
        assert wrong < 1e-6
        assert dual == pytest.approx(_dual(model, data, theirs), rel=1e-6)


def _dual(model, data, theirs):
    weights = np.zeros(len(data))
    weights[theirs.support_] = theirs.dual_coef_[0]
    return np.abs(weights).sum() - 0.5 * weights @ kernel_matrix(model, data.points, data.points) @ weights


@pytest.mark.parametrize(
    "parameters",
    [
        {"kernel": "rbf", "gamma": 10.0, "cost": 100.0},
        {"kernel": "rbf", "gamma": 0.5, "cost": 1000.0},
        {"kernel": "rbf", "gamma": 100.0, "cost": 10.0},
        {"kernel": "rbf", "gamma": 0.01, "cost": 0.01},
        {"kernel": "polynomial", "degree": 5, "cost": 1.0},
        {"kernel": "polynomial", "degree": 2, "offset": 0.0, "cost": 100.0},
        {"kernel": "linear", "cost": 10000.0},
        {"kernel": "linear", "cost": 0.01},
    ],
    ids=str,
)
@pytest.mark.parametrize("count", [7, 60, 420])
def test_conditions_hold_to_one_millionth(count, parameters):
    data, model = moons(count, 0.3, count), SupportVectorMachine(**parameters)
    step = mlx.fit("svm", data, **parameters)
    assert conditions(model, data, step)[2] < 1e-6
    assert step.notice is None


def test_many_points_meet_their_conditions():
    data, model = moons(1500, 0.3, 0), SupportVectorMachine(gamma=10.0, cost=10.0)
    assert conditions(model, data, mlx.fit("svm", data, gamma=10.0, cost=10.0))[2] < 1e-9


@pytest.mark.parametrize("cost", [2.0, 100.0])
def test_a_narrow_kernel_that_frees_most_points_is_solved_exactly(cost):
    data, model = many(1400, 2, 3, spread=4.0), SupportVectorMachine(gamma=100.0, cost=cost)
    step = mlx.fit("svm", data, gamma=100.0, cost=cost)
    multipliers, _, worst = conditions(model, data, step)
    assert ((multipliers > 0) & (multipliers < cost)).sum() > MOST_DENSE
    assert worst < 1e-6


def test_more_free_points_than_can_be_solved_for_are_refused_with_a_remedy(monkeypatch):
    monkeypatch.setattr("mlexplorer.algorithms.margins.widest._LARGEST_DENSE", 1000)
    monkeypatch.setattr("mlexplorer.algorithms.margins.widest._SHARP_COUNTS", ())  # more points than have a table
    with pytest.raises(CannotFit, match="nearly every point is a support vector") as refusal:
        mlx.fit("svm", many(1800, 2, 3, spread=2.0), gamma=100.0, cost=10.0)
    assert refusal.value.notice.remedy.changes == {"gamma": 10.0}


def many(count, classes, seed, spread=0.6):
    random = np.random.default_rng(seed)
    labels = random.integers(0, classes, count)
    labels[:classes] = np.arange(classes)
    centres = np.stack([np.cos(2.4 * labels), np.sin(1.7 * labels)], axis=1)
    return Dataset(1.5 * centres + spread * random.normal(size=(count, 2)), labels)


def test_every_pair_meets_its_conditions():
    data, model = many(150, 4, 1), SupportVectorMachine()
    step = mlx.fit("svm", data)
    for pair, (first, second) in enumerate(itertools.combinations(range(4), 2)):
        rows = np.flatnonzero(np.isin(data.labels, [first, second]))
        assert set(step.support[pair]) <= set(rows)
        assert conditions(model, data, step, rows, pair)[2] < 1e-6
    assert len(step.margin) == len(step.slacks) == 6


# Refits along a drag.


@pytest.mark.parametrize("parameters", [{"kernel": "linear"}, {"kernel": "polynomial"}, {}, {"cost": 100.0}], ids=str)
def test_a_long_drag_ends_where_a_fit_does(parameters):
    model, data = SupportVectorMachine(**parameters), moons(90, 0.25, 7)
    step, row, grid = mlx.fit("svm", data, **parameters), 11, Grid(-2, 3, -2, 2, 12, 12)
    for turn in np.linspace(0, 2 * np.pi, 60):
        data = data.moved([row], [0.5 + np.cos(turn), 0.25 + np.sin(turn)])
        step = model.resume(data.training, step)
        assert conditions(model, data, step)[2] < 1e-6
    np.testing.assert_allclose(step.field(grid), mlx.fit("svm", data, **parameters).field(grid), atol=1e-6)


def test_resume_follows_added_removed_relabelled_points_and_costs():
    data, grid = moons(80, 0.25, 8), Grid(-2, 3, -2, 2, 9, 9)
    near = mlx.fit("svm", data)
    changed = [
        (data.added([[0.5, 0.2], [0.1, 0.9]], [1, 0]), 1.0),
        (data.without(near.support[:3]), 1.0),
        (data.relabelled([int(near.support[0])], 1 - int(data.labels[near.support[0]])), 1.0),
        (data, 1.3),
        (data, 0.1),
    ]
    for other, cost in changed:
        resumed = SupportVectorMachine(cost=cost).resume(other.training, near)
        np.testing.assert_allclose(resumed.field(grid), mlx.fit("svm", other, cost=cost).field(grid), atol=1e-6)


def test_resume_of_a_hard_margin():
    model, data = SupportVectorMachine(kernel="linear", hard=True), RUGBY
    step = mlx.fit("svm", data, kernel="linear", hard=True)
    for _ in range(5):
        data = data.moved([4], data.points[4] + [2.0, 0.5])
        step = model.resume(data.training, step)
        np.testing.assert_allclose(step.weights, mlx.fit("svm", data, kernel="linear", hard=True).weights, rtol=1e-7)
    crossed = data.moved([4], [95.0, 150.0])
    assert model.resume(crossed.training, step).notice is not None


def test_resume_with_another_kernel_or_other_classes_is_a_fit():
    data, grid = moons(50, 0.25, 9), Grid(-2, 3, -2, 2, 9, 9)
    near = mlx.fit("svm", data)
    curve = SupportVectorMachine(kernel="polynomial").resume(data.training, near)
    np.testing.assert_allclose(curve.field(grid), mlx.fit("svm", data, kernel="polynomial").field(grid), atol=1e-9)
    three = data.relabelled([0, 1, 2], 2)
    np.testing.assert_allclose(
        SupportVectorMachine().resume(three.training, near).field(grid), mlx.fit("svm", three).field(grid), atol=1e-9
    )


# Invariances.

small_sets = st.integers(0, 10_000).map(lambda seed: moons(int(np.random.default_rng(seed).integers(6, 40)), 0.3, seed))
PLACES = np.random.default_rng(1).uniform(-2, 3, (25, 2))


@settings(max_examples=25, deadline=None)
@given(small_sets, st.sampled_from(["linear", "polynomial", "rbf"]), st.integers(0, 99))
def test_the_order_of_the_points_does_not_matter(data, kernel, seed):
    order = np.random.default_rng(seed).permutation(len(data))
    mixed = Dataset(data.points[order], data.labels[order])
    wanted = mlx.fit("svm", data, kernel=kernel).discriminant(PLACES)
    np.testing.assert_allclose(mlx.fit("svm", mixed, kernel=kernel).discriminant(PLACES), wanted, rtol=1e-6, atol=1e-6)


@settings(max_examples=25, deadline=None)
@given(small_sets, st.sampled_from(["linear", "polynomial", "rbf"]))
def test_other_names_of_the_classes_turn_the_sign(data, kernel):
    turned = Dataset(data.points, 5 - 3 * data.labels)
    wanted = -mlx.fit("svm", data, kernel=kernel).discriminant(PLACES)
    np.testing.assert_allclose(mlx.fit("svm", turned, kernel=kernel).discriminant(PLACES), wanted, rtol=1e-6, atol=1e-6)


@settings(max_examples=25, deadline=None)
@given(small_sets, st.sampled_from(["linear", "rbf"]), st.floats(-50, 50), st.floats(0, 6.3))
def test_shifts_and_turns_of_the_plane_do_not_matter(data, kernel, shift, angle):
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    moved = Dataset(data.points @ turn.T + shift, data.labels)
    wanted = mlx.fit("svm", data, kernel=kernel).discriminant(PLACES)
    found = mlx.fit("svm", moved, kernel=kernel).discriminant(PLACES @ turn.T + shift)
    np.testing.assert_allclose(found, wanted, rtol=1e-6, atol=1e-6)


@settings(max_examples=25, deadline=None)
@given(small_sets, st.sampled_from(["linear", "polynomial", "rbf"]))
def test_every_point_twice_is_twice_the_cost(data, kernel):
    twice = Dataset(np.repeat(data.points, 2, axis=0), np.repeat(data.labels, 2))
    wanted = mlx.fit("svm", data, kernel=kernel, cost=2.0)
    found = mlx.fit("svm", twice, kernel=kernel, cost=1.0)
    np.testing.assert_allclose(found.discriminant(PLACES), wanted.discriminant(PLACES), rtol=1e-6, atol=1e-6)
    assert len(found.support) == 2 * len(wanted.support)


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.tuples(st.integers(-2, 2), st.integers(-2, 2), st.integers(0, 2)), min_size=2, max_size=24),
    st.sampled_from(["linear", "polynomial", "rbf"]),
    st.sampled_from([0.01, 1.0, 1000.0]),
    st.booleans(),
)
def test_degenerate_points_give_a_defined_answer(rows, kernel, cost, hard):
    table = np.array(rows)
    data = Dataset(table[:, :2], table[:, 2])
    if len(data.classes) < 2:
        with pytest.raises(CannotFit, match="Two classes"):
            mlx.fit("svm", data)
        return
    step = mlx.fit("svm", data, kernel=kernel, cost=cost, hard=hard)
    assert np.isfinite(step.scores(PLACES)).all()
    assert np.isfinite(step.loss)
    if len(step.classes) == 2 and not hard:
        assert conditions(SupportVectorMachine(kernel=kernel, cost=cost), data, step)[2] < 1e-6
