"""Ways downhill, judged on functions whose bottom is known."""

import itertools
from dataclasses import dataclass

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st

from mlexplorer.algorithms.descent.downhill import descend, largest_stable_rate, newton

RULES = ("gradient", "momentum", "nesterov", "adagrad", "rmsprop", "adam")


@dataclass(frozen=True)
class Parabola:
    """½(x − bottom)ᵀA(x − bottom)."""

    matrix: np.ndarray
    bottom: np.ndarray

    def slope(self, place):
        return self.matrix @ (place - self.bottom)

    def look(self, place):
        return Seen(0.5 * (place - self.bottom) @ self.slope(place), self.slope(place), self.matrix)


@dataclass(frozen=True)
class Seen:
    value: float
    gradient: np.ndarray
    hessian: np.ndarray


def peaks(place):
    """The surface of G-12 by its gradient, from central differences."""

    def height(x, y):
        first = 3 * (1 - x) ** 2 * np.exp(-(x**2) - (y + 1) ** 2)
        return first - 10 * (x / 5 - x**3 - y**5) * np.exp(-(x**2) - y**2) - np.exp(-((x + 1) ** 2) - y**2) / 3

    x, y = place
    step = 1e-6
    across, up = height(x + step, y) - height(x - step, y), height(x, y + step) - height(x, y - step)
    return np.array([across, up]) / (2 * step)


def walked(rule, slope, start, rate, count, *, keep=0.9):
    return list(descend(rule, itertools.repeat(slope, count), np.asarray(start, dtype=float), rate, keep))


def test_cz4041_d16_gradient_descent_through_the_origin():
    """E(w) = ½Σ(w·x − y)² for x = 1, 2, 3 and y = 2, 3, 5."""

    def slope(w):
        return 14 * w - 23

    assert walked("gradient", slope, [0], 1 / 14, 1)[0] == pytest.approx(23 / 14)
    bouncing = walked("gradient", slope, [0], 2 / 14, 4)
    assert np.ravel(bouncing) == pytest.approx([3.285714, 0, 3.285714, 0], abs=1e-6)
    assert np.ravel(walked("gradient", slope, [0], 0.05, 4)) == pytest.approx([1.15, 1.495, 1.5985, 1.62955])
    assert largest_stable_rate("gradient", 14.0) == pytest.approx(2 / 14)
    assert abs(walked("gradient", slope, [0], 2.1 / 14, 60)[-1][0]) > 100


@pytest.mark.parametrize(("curvature", "limit"), [(56567.51, 3.5356e-5), (56567.51 / 62, 2.1921e-3)])
def test_uppsala_27_largest_rate_for_the_car_data(curvature, limit):
    assert largest_stable_rate("gradient", curvature) == pytest.approx(limit, rel=1e-4)


@pytest.mark.parametrize(
    ("start", "end", "count"),
    [
        ((-1, 1), (-1.347396, 0.204519), 85),
        ((0.5, -0.5), (0.228279, -1.625535), 44),
        ((0, 0), (0.296446, 0.320196), 113),
    ],
)
def test_comp61011_g12_descent_on_peaks(start, end, count):
    places = walked("gradient", peaks, start, 0.02, 200)
    first = next(index for index, place in enumerate(places, 1) if np.linalg.norm(peaks(place)) < 1e-6)
    assert places[-1] == pytest.approx(end, abs=1e-5)
    assert abs(first - count) <= 2


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_finds_the_bottom_of_a_bowl(rule):
    bowl = Parabola(np.array([[2.0, 0.6], [0.6, 1.0]]), np.array([1.0, -2.0]))
    rate = {"adagrad": 1.0, "rmsprop": 0.01, "adam": 0.1}.get(rule, 0.1)
    assert walked(rule, bowl.slope, [4, 3], rate, 1500)[-1] == pytest.approx(bowl.bottom, abs=0.02)


@pytest.mark.parametrize("rule", ["gradient", "momentum", "nesterov"])
@pytest.mark.parametrize("keep", [0.0, 0.5, 0.9])
def test_the_largest_stable_rate_is_the_edge(rule, keep):
    limit = largest_stable_rate(rule, 3.0, keep)
    near, beyond = (walked(rule, lambda x: 3.0 * x, [1], factor * limit, 4000, keep=keep) for factor in (0.99, 1.01))
    assert abs(near[-1][0]) < 1e-6
    assert abs(beyond[2000][0]) > 1e3


@pytest.mark.parametrize("rule", ["adagrad", "rmsprop", "adam"])
def test_rules_with_their_own_rates_have_no_limit(rule):
    assert largest_stable_rate(rule, 3.0) is None


def test_momentum_of_nothing_is_gradient_descent():
    bowl = Parabola(np.diag([1.0, 3.0]), np.zeros(2))
    plain = walked("gradient", bowl.slope, [1, 1], 0.1, 20)
    for rule in ("momentum", "nesterov"):
        np.testing.assert_allclose(walked(rule, bowl.slope, [1, 1], 0.1, 20, keep=0.0), plain)


def test_the_first_step_of_adam_and_adagrad_is_the_rate_in_every_coordinate():
    bowl = Parabola(np.diag([1.0, 1000.0]), np.zeros(2))
    for rule in ("adam", "adagrad"):
        assert walked(rule, bowl.slope, [1, 1], 0.1, 1)[0] == pytest.approx([0.9, 0.9], abs=1e-6)


@hypothesis.given(st.integers(0, 10**6))
def test_newton_reaches_the_bottom_of_any_bowl_in_one_step(seed):
    random = np.random.default_rng(seed)
    root = random.normal(size=(3, 3))
    bowl = Parabola(root @ root.T + 0.1 * np.eye(3), random.normal(size=3))
    moves = list(newton(bowl.look, random.normal(size=3), np.ones(3)))
    assert moves[0].full
    assert moves[0].place == pytest.approx(bowl.bottom, abs=1e-7)
    assert moves[-1].last
    assert len(moves) <= 2


def test_newton_leaves_a_flat_direction_alone():
    valley = Parabola(np.diag([1.0, 0.0]), np.array([2.0, 0.0]))
    *_, move = newton(valley.look, np.array([0.0, 5.0]), np.ones(2))
    assert move.place == pytest.approx([2, 5])


def test_newton_shortens_steps_that_do_not_help():
    """√(1 + x²) far out: the parabola asks for a step of −x³, which only makes things worse."""

    def look(place):
        size = np.sqrt(1 + place @ place)
        return Seen(size, place / size, np.eye(1) / size**3)

    moves = list(newton(look, np.array([3.0]), np.ones(1)))
    values = [move.value for move in moves]
    assert not moves[0].full
    assert all(after <= before for before, after in itertools.pairwise([np.sqrt(10), *values]))
    assert moves[-1].place == pytest.approx([0], abs=1e-4)
