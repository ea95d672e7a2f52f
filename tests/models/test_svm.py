"""The support vector machine: the worked examples of the courses, its steps, its words and its votes."""

import math

import numpy as np
import pytest
from sklearn.svm import SVC

import mlexplorer as mlx
from mlexplorer.core.capabilities import HasLandscape, HasMargins, HasReasons, HasSupport, HasWeights
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid
from mlexplorer.core.notice import CannotFit
from mlexplorer.core.numbers import text
from mlexplorer.models.svm import SupportVectorMachine
from tests.models.samples import RUGBY, moons

CORNERS = np.array([[1.0, 1.0], [-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0]])
XOR = Dataset(CORNERS, [0, 0, 1, 1])  # class 1 where x1·x2 < 0


# Worked examples.


def test_comp61011_g14_two_points():
    step = mlx.fit("svm", Dataset([[0, 0], [2, 2]], [0, 1]), kernel="linear", hard=True)
    np.testing.assert_allclose(step.weights, [0.5, 0.5, 1.0], atol=1e-9)
    np.testing.assert_allclose(step.multipliers, [0.25, 0.25], atol=1e-9)
    assert step.margin == pytest.approx(math.sqrt(2))


def test_comp61011_g14_rugby_and_ballet():
    step = mlx.fit("svm", RUGBY, kernel="linear", hard=True)
    np.testing.assert_array_equal(step.support, [4, 5])
    assert step.margin == pytest.approx(11.05, rel=1e-9)
    np.testing.assert_allclose(step.weights, [0.0900883, 0.0085993, 8.0514527], rtol=1e-5)
    np.testing.assert_allclose(step.multipliers, 0.00409492, rtol=1e-5)
    assert step.multipliers.sum() == pytest.approx(float(step.weights[:2] @ step.weights[:2]))
    found = step.discriminant(np.array([[70, 160], [85.2, 160.3]]))
    np.testing.assert_allclose(found, [-0.369382, 1.002539], atol=1e-6)
    first, second, threshold = step.weights
    assert -first / second == pytest.approx(-10.476190, rel=1e-6)
    assert threshold / second == pytest.approx(936.288095, rel=1e-6)


def test_comp61011_g14_rugby_and_ballet_standardised():
    points = (RUGBY.points - RUGBY.points.mean(axis=0)) / RUGBY.points.std(axis=0)
    step = mlx.fit("svm", Dataset(points, RUGBY.labels), kernel="linear", hard=True)
    np.testing.assert_array_equal(step.support, [4, 5, 8])
    np.testing.assert_allclose(step.weights, [1.887477, 0.173054, 0.212331], atol=1e-6)
    assert step.margin == pytest.approx(0.527595, abs=1e-6)


def test_comp61011_g14_xor_polynomial():
    step = mlx.fit("svm", XOR, kernel="polynomial", degree=2, offset=1.0, hard=True)
    np.testing.assert_allclose(step.multipliers, np.full(4, 1 / 8), atol=1e-9)
    places = np.array([[1, 1], [1, -1], [0.5, 2], [3, 0]])
    np.testing.assert_allclose(step.discriminant(places), -places[:, 0] * places[:, 1], atol=1e-9)
    assert step.machine.threshold == pytest.approx(0, abs=1e-9)
    assert step.equation == r"f(\mathbf{x}) = -x_1x_2"


def test_comp61011_g14_xor_rbf():
    step = mlx.fit("svm", XOR, kernel="rbf", gamma=0.5, cost=10.0)
    np.testing.assert_allclose(step.multipliers, np.full(4, 1.337533), atol=1e-6)
    assert step.multipliers[0] == pytest.approx(1 / (1 + math.exp(-4) - 2 * math.exp(-2)))
    np.testing.assert_allclose(step.discriminant(CORNERS), [-1, -1, 1, 1], atol=1e-9)


@pytest.mark.parametrize(("cost", "weight"), [(1.0, 0.2), (5.0, 1.0), (25.0, 5.0), (50.0, 10.0), (500.0, 10.0)])
def test_comp61011_e3_cost_counts_above_one(cost, weight):
    step = mlx.fit("svm", Dataset([[-0.1, 0.0], [0.1, 0.0]], [0, 1]), kernel="linear", cost=cost)
    np.testing.assert_allclose(step.weights, [weight, 0, 0], atol=1e-9)


def test_comp61011_e4_cost_one_is_not_the_hard_margin():
    data = Dataset([[-0.1, 0.0], [0.1, 0.0]], [0, 1])
    assert mlx.fit("svm", data, kernel="linear", hard=True).margin == pytest.approx(0.1)
    assert mlx.fit("svm", data, kernel="linear", cost=1.0).margin == pytest.approx(5.0)


def test_cz4041_d7_hard_margin_two_support_vectors():
    data = Dataset([[2, 2], [3, 3], [3, 1.5], [0, 0], [-1, 0], [0, -1]], [1, 1, 1, 0, 0, 0])
    step = mlx.fit("svm", data, kernel="linear", hard=True)
    np.testing.assert_array_equal(step.support, [0, 3])
    np.testing.assert_allclose(step.multipliers, [0.25, 0.25], atol=1e-9)
    np.testing.assert_allclose(step.weights, [0.5, 0.5, 1.0], atol=1e-9)
    assert 2 * step.margin == pytest.approx(2.828427, abs=1e-6)
    signs = np.array([1, 1, 1, -1, -1, -1])
    np.testing.assert_allclose(signs * step.discriminant(data.points), [1, 2, 1.25, 1, 1.5, 1.5], atol=1e-9)


def test_cz4041_d7b_hard_margin_three_support_vectors():
    data = Dataset([[0, 0], [2, 0], [1, -3], [1, 2], [1, 5]], [0, 0, 0, 1, 1])
    step = mlx.fit("svm", data, kernel="linear", hard=True)
    np.testing.assert_array_equal(step.support, [0, 1, 3])
    np.testing.assert_allclose(step.multipliers, [0.25, 0.25, 0.5], atol=1e-9)
    np.testing.assert_allclose(step.weights, [0, 1, 1], atol=1e-9)
    assert 2 * step.margin == pytest.approx(2)


def test_cz4041_d8_xor_with_a_quadratic_kernel():
    step = mlx.fit("svm", Dataset(CORNERS, [1, 1, 0, 0]), kernel="polynomial", degree=2, offset=1.0, hard=True)
    np.testing.assert_allclose(step.multipliers, np.full(4, 1 / 8), atol=1e-9)
    assert 2 * step.margin == pytest.approx(2 * math.sqrt(2))
    assert step.machine.dual == pytest.approx(0.25)
    np.testing.assert_allclose(step.discriminant(np.array([[0.5, 3.0]])), [1.5], atol=1e-9)
    weights = {(a, b): factor for factor, a, b in step.machine.task.kernel.monomials(step.machine.coefficients)}
    assert weights[1, 1] == pytest.approx(1)  # 1/√2 times the √2 of its feature


def test_cz4041_d8c_rbf_of_two_points():
    data = Dataset([[0, 0], [1, 1]], [1, 0])
    np.testing.assert_allclose(mlx.fit("svm", data, gamma=0.5, cost=100.0).multipliers, [1.581977] * 2, atol=1e-6)
    step = mlx.fit("svm", data, gamma=0.5, cost=1.0)
    np.testing.assert_array_equal(step.multipliers, [1, 1])
    assert step.machine.threshold == pytest.approx(0, abs=1e-12)


def test_cz4041_d9_slacks_of_a_given_line():
    points = [[2, 0], [1, 3], [0.4, -1], [0, 1], [-0.5, 0], [-2, 0], [-1, 2], [0.25, 0]]
    data = Dataset(points, [1, 1, 1, 1, 1, 1, 0, 0])
    line = mlx.fit("svm", data, kernel="linear").landscape(data).at(np.array([1.0, 0.0, 0.0]))
    assert line.measures["slack"] == pytest.approx(7.35)
    assert line.loss == pytest.approx(0.5 + 7.35)
    assert line.measures["errors"] == 4  # three with a slack above 1, and the one on the line


# What a fit is made of.


@pytest.mark.parametrize("kernel", ["linear", "polynomial", "rbf"])
def test_steps_begin_at_zero_and_close_the_gap(kernel):
    data = moons(80, 0.3, 1)
    steps = [step for step in SupportVectorMachine(kernel=kernel).fit(data) if step is not None]
    assert len(steps) > 5
    assert len(steps[0].support) == 0
    assert steps[0].margin == math.inf
    np.testing.assert_array_equal(np.diff([step.iteration for step in steps]), 1)
    gaps = [step.measures["duality gap"] for step in steps]
    assert gaps[-1] < 1e-9 * steps[-1].loss
    assert gaps[-1] < min(gaps[:-1])
    assert all(step.loss >= steps[-1].loss * (1 - 1e-12) for step in steps)
    assert len({step.note for step in steps}) == len(steps)


def test_the_first_line_joins_the_means():
    data = moons(60, 0.2, 3)
    step = [step for step in SupportVectorMachine(kernel="linear").fit(data) if step is not None][1]
    difference = data.points[data.labels == 1].mean(axis=0) - data.points[data.labels == 0].mean(axis=0)
    first, second = step.weights[:2]
    assert first * difference[1] - second * difference[0] == pytest.approx(0, abs=1e-9)
    assert step.weights[:2] @ difference > 0


def test_capabilities():
    line, curve = mlx.fit("svm", moons(40, 0.2, 0), kernel="linear"), mlx.fit("svm", moons(40, 0.2, 0))
    assert isinstance(line, HasWeights)
    assert isinstance(line, HasLandscape)
    for step in (line, curve):
        assert isinstance(step, HasMargins)
        assert isinstance(step, HasSupport)
        assert isinstance(step, HasReasons)
    assert not isinstance(curve, HasWeights | HasLandscape)


def test_support_vectors_are_free_on_the_edge_or_bounded_beyond_it():
    data = moons(200, 0.3, 2)
    step = mlx.fit("svm", data)
    bounded = step.multipliers >= step.bound
    signs = np.where(data.labels == 1, 1.0, -1.0)[step.support]
    edge = signs * step.discriminant(data.points[step.support])
    np.testing.assert_allclose(edge[~bounded], 1, atol=1e-9)
    assert (edge[bounded] <= 1 + 1e-9).all()
    np.testing.assert_allclose(step.slacks, np.maximum(1 - edge, 0), atol=1e-9)
    others = np.setdiff1d(np.arange(len(data)), step.support)
    values = np.where(data.labels[others] == 1, 1.0, -1.0) * step.discriminant(data.points[others])
    assert values.min() >= 1 - 1e-9


def test_points_without_a_multiplier_do_not_matter():
    data = moons(120, 0.25, 4)
    step = mlx.fit("svm", data)
    spare = np.setdiff1d(np.arange(len(data)), step.support)
    again = mlx.fit("svm", data.without(spare[::2]))
    grid = Grid(-2, 3, -2, 2, 9, 9)
    np.testing.assert_allclose(again.field(grid), step.field(grid), atol=1e-9)


def test_no_hard_margin_is_said_and_the_soft_one_is_shown():
    data = moons(60, 0.3, 5)
    step = mlx.fit("svm", data, kernel="linear", hard=True)
    assert "free of points" in step.notice.sentence
    assert step.notice.remedy.changes == {"hard": False, "cost": 1000.0}
    assert "instead" in step.note
    soft = mlx.fit("svm", data, kernel="linear", cost=1000.0)
    np.testing.assert_allclose(step.weights, soft.weights, rtol=1e-9)
    assert step.bound == 1000.0
    assert soft.notice is None
    assert SupportVectorMachine(kernel="linear", hard=True).with_values(step.notice.remedy.changes).cost == 1000.0


def test_a_place_with_both_labels_has_no_hard_margin():
    step = mlx.fit("svm", Dataset([[0, 0], [0, 0], [1, 1]], [0, 1, 1]), hard=True)
    assert step.notice is not None


def test_a_hard_margin_meets_every_point():
    data = Dataset(RUGBY.points * 1e-3 + 5, RUGBY.labels)
    step = mlx.fit("svm", data, kernel="linear", hard=True)
    signs = np.where(data.labels == 1, 1.0, -1.0)
    assert step.notice is None
    assert step.bound == math.inf
    assert (signs * step.discriminant(data.points)).min() >= 1 - 1e-6
    assert step.margin == pytest.approx(11.05e-3, rel=1e-6)
    assert step.loss == pytest.approx(0.5 / step.margin**2, rel=1e-6)


def test_a_polynomial_far_out_is_refused_or_right():
    data = Dataset(moons(40, 0.2, 0).points + 1e5, moons(40, 0.2, 0).labels)
    with pytest.raises(CannotFit, match="rescale"):
        mlx.fit("svm", data, kernel="polynomial", degree=6)


def test_reasons_name_the_largest_terms():
    data = moons(100, 0.3, 6)
    step = mlx.fit("svm", data)
    place = np.array([0.4, 0.2])
    (reason,) = step.reasons(place)
    listed = [term for term in reason.terms if term.row >= 0]
    weights = np.zeros(len(data))
    weights[step.support] = step.multipliers * np.where(data.labels == 1, 1, -1)[step.support]
    terms = weights * np.exp(-2 * ((data.points - place) ** 2).sum(axis=1))
    np.testing.assert_allclose([abs(term.value) for term in listed], np.sort(np.abs(terms))[::-1][: len(listed)])
    for term in listed:
        assert term.value == pytest.approx(terms[term.row])
    assert f"point {data.ids[listed[0].row] + 1}" in listed[0].label


# Many classes.


def many(count, classes, seed, spread=0.6):
    random = np.random.default_rng(seed)
    labels = random.integers(0, classes, count)
    labels[:classes] = np.arange(classes)
    centres = np.stack([np.cos(2.4 * labels), np.sin(1.7 * labels)], axis=1)
    return Dataset(1.5 * centres + spread * random.normal(size=(count, 2)), labels)


@pytest.mark.parametrize("classes", [3, 4, 6, 9])
def test_votes_are_those_of_libsvm(classes):
    data = many(120, classes, classes)
    step = mlx.fit("svm", data)
    theirs = SVC(C=1.0, gamma=2.0, tol=1e-8).fit(data.points, data.labels)
    grid = Grid(-4, 4, -4, 4, 40, 40)
    found = step.classes[step.field(grid).argmax(axis=-1)].ravel()
    clear = np.abs(np.stack([part.machine.discriminant(grid.points) for part in step.parts])).min(axis=0) > 1e-6
    assert clear.mean() > 0.99
    np.testing.assert_array_equal(found[clear], theirs.predict(grid.points)[clear])
    votes = step.votes(grid.points)
    assert (votes.sum(axis=1) == len(step.parts)).all()
    np.testing.assert_array_equal(votes.argmax(axis=1), step.scores(grid.points).argmax(axis=1))


def test_pairs_are_fitted_one_after_another():
    steps = [step for step in SupportVectorMachine().fit(many(60, 3, 0)) if step is not None]
    assert len(steps) == 4
    assert [len(rows) for rows in steps[0].support] == [0, 0, 0]
    assert [sum(len(rows) > 0 for rows in step.support) for step in steps] == [0, 1, 2, 3]


def test_notes_tell_numbers():
    step = mlx.fit("svm", moons(60, 0.3, 1))
    assert f"{len(step.support)} support vectors" in step.note
    assert text(step.margin) in step.note
    assert any(text(step.loss, 5) in line for line in step.working)
    assert rf"\sum_{{i=1}}^{{{len(step.support)}}}" in step.equation
