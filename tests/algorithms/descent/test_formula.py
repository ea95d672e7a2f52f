"""Formulas: values, slopes, and what is refused."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlexplorer.algorithms.descent.formula import BadFormula, read

PLACES = np.random.default_rng(1).uniform(0.2, 2.0, (20, 2))
X, Y = PLACES.T
GOOD = {
    "x^2 + 3*sin(y)": X**2 + 3 * np.sin(Y),
    "-x**2 / (1 + y)": -(X**2) / (1 + Y),
    "2^x - y^x": 2**X - Y**X,
    "exp(-x1*x2) + sqrt(abs(x1 - 3))": np.exp(-X * Y) + np.sqrt(np.abs(X - 3)),
    "log(x) * tanh(y) - cos(pi*x) + tan(y/4) + e": np.log(X) * np.tanh(Y) - np.cos(np.pi * X) + np.tan(Y / 4) + np.e,
    "+x·y − 1.5": X * Y - 1.5,
    "(x - 1)^3": (X - 1) ** 3,
}


@pytest.mark.parametrize("words", GOOD)
def test_values(words):
    np.testing.assert_allclose(read(words).values(PLACES), GOOD[words])


@pytest.mark.parametrize("words", GOOD)
def test_slopes_agree_with_differences(words):
    formula, step = read(words), 1e-6
    for place in PLACES[:5]:
        sides = [formula.values(place + sign * step * np.eye(2)) for sign in (1, -1)]
        np.testing.assert_allclose(formula.gradient(place), (sides[0] - sides[1]) / (2 * step), rtol=1e-5, atol=1e-6)


def test_curvature_of_a_bowl():
    np.testing.assert_allclose(read("3*x^2 + x*y + y^2").hessian(np.array([0.4, 2.0])), [[6, 1], [1, 2]], atol=1e-6)


def test_what_is_not_a_number_is_infinitely_high():
    assert read("log(x)").values(np.array([[-1.0, 0.0]]))[0] == np.inf
    assert read("1/x").values(np.array([[0.0, 0.0]]))[0] == np.inf
    np.testing.assert_array_equal(read("sqrt(x)").gradient(np.array([-1.0, 0.0])), [0, 0])


@pytest.mark.parametrize(
    "words",
    [
        "",
        "x +",
        "z",
        "foo(x)",
        "sin(x, y)",
        "__import__('os')",
        "x.real",
        "(lambda: x)()",
        "[x for x in y]",
        "x if y else 1",
        "x < y",
        "'a'",
        "True",
        "1e300*x",
        "x; y",
        "sin(x=1)",
        "x" + "+x" * 400,
        "(" * 60 + "x" + ")" * 60 + "*0" + "".join(f"+sin({'sin(' * 45}x{')' * 45})"),
        "x @ y",
        "9**9**9**9 if x else y",
    ],
)
def test_bad_formulas_are_refused(words):
    with pytest.raises(BadFormula, match=r"\w"):
        read(words)


@given(st.text(alphabet="xy0123456789+-*/^(). sincoexpl_", max_size=40))
def test_any_text_is_read_or_refused(words):
    try:
        formula = read(words)
    except BadFormula:
        return
    assert not np.isnan(formula.values(PLACES)).any()


@pytest.mark.parametrize("power", [-2, -0.5, 0, 0.5, 1, 2, 3, 5, 8, 9, 12])
def test_every_power_has_its_values_and_slopes(power):
    formula = read(f"x^({power}) + 0*y")
    np.testing.assert_allclose(formula.values(PLACES), X**power, rtol=1e-13)
    for place in PLACES[:5]:
        slope = power * place[0] ** (power - 1) if power else 0.0
        np.testing.assert_allclose(formula.gradient(place), [slope, 0], rtol=1e-12)
    assert read("x^2 + y^3").values(np.array([[-2.0, -1.0]]))[0] == 3
    assert read("7").values(PLACES).tolist() == [7.0] * len(PLACES)
