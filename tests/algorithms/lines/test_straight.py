"""The geometry of a straight boundary."""

import numpy as np
import pytest

from mlexplorer.algorithms.lines import straight


@pytest.mark.parametrize(
    ("weights", "line", "length", "distance", "foot"),
    [
        ((-4.11, -3.17, 7.8452), (-1.296530, -2.474826), 5.190472, 1.511462, (-1.196829, -0.923102)),
        ((4, 4, 8), (-1, 2), 5.656854, 1.414214, (1, 1)),
        ((-4.22, -0.82, 8.003), (-5.146341, -9.759756), 4.298930, 1.861626, (-1.827446, -0.355096)),
        ((-3.62, -3.1, 6.6148), (-1.167742, -2.133806), 4.765963, 1.387925, (-1.054202, -0.902770)),
    ],
)
def test_comp61011_g3_line_from_parameters(weights, line, length, distance, foot):
    for factor in (1, 2):  # the same line
        scaled = factor * np.array(weights, dtype=float)
        assert straight.slope_and_intercept(scaled) == pytest.approx(line, rel=1e-6)
        assert np.hypot(*scaled[:2]) == pytest.approx(factor * length, rel=1e-6)
        assert straight.distance(scaled) == pytest.approx(distance, rel=1e-6)
        assert straight.foot(scaled) == pytest.approx(foot, rel=1e-6)


def test_an_upright_line_has_no_slope():
    weights = np.array([2.0, 0.0, 3.0])
    assert straight.slope_and_intercept(weights) is None
    assert "x₁ = t/w₁ = 1.5" in straight.working(weights)[1]


def test_no_line():
    weights = np.array([0.0, 0.0, 3.0])
    assert straight.distance(weights) == 0
    assert straight.foot(weights) == pytest.approx((0, 0))
    assert "no line" in straight.working(weights)[1]


def test_equation():
    assert straight.equation(np.array([2.0, -1.0, 0.5])) == r"f(\mathbf{x}) = 2\,x_1 - x_2 - 0.5"


def test_reason_adds_up():
    reason = straight.reason(np.array([2.0, 3.0, 7.0]), np.array([3.0, 1.0]))
    assert [term.value for term in reason.terms] == [6, 3, -7]
    assert reason.total == 2
