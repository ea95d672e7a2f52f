"""The interior point method: its answers meet the conditions of the problem, whatever the form of Q."""

import numpy as np
import pytest

from mlexplorer.algorithms.margins.quadratic import BoxProblem, Dense, LowRank, cholesky, interior_points


def problem(seed, total=0.0, cap=1.0, full=True):
    count, columns = 60, 5
    random = np.random.default_rng(seed)
    rows = random.normal(size=(count, columns))
    rest = np.full(count, 0.01)
    signs = np.where(np.arange(count) % 3 == 0, 1.0, -1.0)
    quadratic = Dense(rows @ rows.T + np.diag(rest)) if full else LowRank(rows, rest)
    caps = cap * random.integers(1, 4, count).astype(float)
    return BoxProblem(quadratic, random.normal(size=count) - 1, signs, total, caps)


def disagreement(box, answer):
    """How far the gradient, made anew, is from the prices of the bounds and of the equality."""
    slope = box.quadratic.times(answer.values) + box.linear + answer.level * box.signs
    return np.abs(slope - answer.prices[0] + answer.prices[1]).max()


@pytest.mark.parametrize("full", [True, False])
@pytest.mark.parametrize(("total", "cap"), [(0.0, 1.0), (3.0, 1.0), (-10.0, 0.5), (0.0, 1000.0)])
def test_the_answer_meets_the_conditions(full, total, cap):
    for seed in range(5):
        box = problem(seed, total=total, cap=cap, full=full)
        *_, answer = interior_points(box, 1e-10)
        assert ((answer.values > 0) & (answer.values < box.cap)).all()
        assert box.signs @ answer.values == pytest.approx(total, abs=1e-8 * (1 + box.cap.max()))
        assert (answer.prices > 0).all()
        assert disagreement(box, answer) < 1e-8
        gap = answer.values @ answer.prices[0] + (box.cap - answer.values) @ answer.prices[1]
        assert gap < 1e-8 * (1 + abs(answer.values @ box.linear))


def test_the_gap_falls():
    gaps = [point.gap for point in interior_points(problem(1), 1e-9)]
    assert len(gaps) < 30
    assert gaps[-1] < 1e-8 * gaps[0]


def test_a_near_start_keeps_inside_and_ends_at_the_same_place():
    box = problem(2, total=1.0)
    *_, wanted = interior_points(box, 1e-11)
    first, *_, found = interior_points(box, 1e-11, wanted.rounded(box.cap))
    assert ((first.values > 0) & (first.values < box.cap)).all()
    assert box.signs @ first.values == pytest.approx(1.0)
    np.testing.assert_allclose(found.values, wanted.values, atol=1e-5)


def test_one_sign_alone_is_solved():
    box = BoxProblem(Dense(np.eye(4)), -np.ones(4), np.ones(4), 1.0, np.ones(4))
    *_, answer = interior_points(box, 1e-10)
    np.testing.assert_allclose(answer.values, 0.25, atol=1e-6)


def test_rounding_puts_values_on_their_bounds():
    box = problem(3)
    *_, answer = interior_points(box, 1e-10)
    rounded = answer.rounded(box.cap)
    moved = np.abs(rounded - answer.values) > 0
    assert moved.any()
    assert np.isin(rounded[moved] / box.cap[moved], [0.0, 1.0]).all()
    np.testing.assert_allclose(rounded, answer.values, atol=1e-4)


@pytest.mark.parametrize("count", [200, 3000])
def test_a_rough_low_rank_solver_is_nearly_a_dense_one(count):
    random = np.random.default_rng(4)
    rows, diagonal = random.normal(size=(count, 40)), 10 ** random.uniform(-1, 6, count)
    right = random.normal(size=(2, count))
    exact, rough = LowRank(rows).solver(diagonal), LowRank(rows, rough=True).solver(diagonal)
    np.testing.assert_allclose(rough(right), exact(right), rtol=2e-2, atol=1e-4 * np.abs(exact(right)).max())
    if count <= 200:
        wanted = np.linalg.solve(rows @ rows.T + np.diag(diagonal), right.T).T
        np.testing.assert_allclose(exact(right), wanted, rtol=1e-6, atol=1e-9)


def test_an_indefinite_matrix_is_refused():
    assert cholesky(np.array([[1.0, 2.0], [2.0, 1.0]])) is None
    solve = cholesky(np.array([[4.0, 2.0], [2.0, 3.0]]))
    np.testing.assert_allclose(solve(np.array([[8.0, 7.0], [0.0, 2.0]])), [[1.25, 1.5], [-0.5, 1.0]])
