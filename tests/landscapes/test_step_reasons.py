"""Why a step went where it went: exact on a parabola, where slope, angle and bottom are known."""

import numpy as np
import pytest

from mlexplorer.core.capabilities import Landscape
from mlexplorer.core.model import Step
from mlexplorer.landscapes.step_reasons import why_there

HESSIAN = np.array([[2.0, 0.0], [0.0, 8.0]])
HERE = np.array([1.0, 1.0])
SLOPE = HESSIAN @ HERE  # (2, 8)


def bowl(gradient=lambda place: HESSIAN @ place):
    return Landscape(("w₁", "w₂"), HERE, lambda places: places, lambda _: Step(), gradient)


def told(move, solver="gradient", **kinds):
    return why_there(bowl(**kinds), HERE + move, solver)


def test_a_gradient_step_goes_the_steepest_way():
    lines = told(-0.05 * SLOPE)
    assert lines[0] == "w₁: slope 2, so less of it lowers the objective; moved by −0.1"
    assert lines[2] == "This is the steepest way down: each number moves against its slope, by 0.05 times it."
    # along the slope: −g·Δ / ΔᵀHΔ = 68·0.05 / (0.05²·520) = 2.615 steps
    assert "its bottom lies 2.62 times as far: a cautious step" in lines[3]


def test_a_newton_step_ends_at_the_bottom_and_leans_from_the_steepest_way():
    lines = told(-HERE, "newton")
    # cos = (2 + 8) / (√68·√2): 31°
    assert lines[2].startswith("It leans 31° from the steepest way down: it asks how the slope changes too")
    assert "its bottom lies where the step ended" in lines[3]


@pytest.mark.parametrize(
    ("rate", "words"), [(0.2, "which went past it."), (0.3, "so that the parabola rises again as high as it was")]
)
def test_steps_that_are_too_long_pass_the_bottom(rate, words):
    assert words in told(-rate * SLOPE)[3]


def test_a_number_may_move_against_its_own_slope():
    assert told(np.array([0.1, -1.0]))[0].endswith("moved by 0.1, the other way, for the sake of the others")


def test_uphill_and_ground_without_a_bottom_are_told():
    assert "leads uphill" in told(SLOPE, "stochastic")[-1]
    assert "no bottom is in sight" in told(-SLOPE, gradient=lambda place: SLOPE + 0 * place)[-1]


@pytest.mark.parametrize(("move", "kinds"), [([0.0, 0.0], {}), ([np.inf, 0.0], {}), ([1.0, 0.0], {"gradient": None})])
def test_where_nothing_is_known_nothing_is_said(move, kinds):
    assert told(np.array(move), **kinds) == ()
