"""Numbers as people read them."""

import math

import hypothesis
import pytest
from hypothesis import strategies as st

from mlexplorer.core.numbers import (
    change,
    counted,
    pair,
    plain,
    shortened,
    small,
    tex,
    tex_sum,
    text,
    text_sum,
    told_apart,
)


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (1.0, "1"),
        (-0.25, "−0.25"),
        (1 / 3, "0.333"),
        (0.1 + 0.2, "0.3"),
        (-1e-20, "−1×10⁻²⁰"),
        (12.3456, "12.3"),
        (1234.567, "1235"),
        (999.9996, "1000"),
        (123456, "123456"),
        (1.25e-5, "1.25×10⁻⁵"),
        (-3.2e7, "−3.2×10⁷"),
        (math.inf, "∞"),
        (-math.inf, "−∞"),
        (math.nan, "not a number"),
    ],
)
def test_text(value, wanted):
    assert text(value) == wanted


@pytest.mark.parametrize(("value", "wanted"), [(-0.5, "-0.5"), (-1.25e-5, r"-1.25 \cdot 10^{-5}"), (2.0, "2")])
def test_tex(value, wanted):
    assert tex(value) == wanted


@pytest.mark.parametrize(
    ("count", "wanted"), [(0, "no errors"), (1, "1 error"), (7, "7 errors"), (12_000, "12,000 errors")]
)
def test_counted(count, wanted):
    assert counted(count, "error") == wanted


def test_what_is_nothing_but_rounding_beside_others_is_0():
    noise = -1.11e-16
    assert text(noise) == "−1.11×10⁻¹⁶"
    assert text(noise, beside=0.7) == tex(noise, beside=0.7) == "0"
    assert text(1e-9, beside=1.0) == "1×10⁻⁹"
    assert pair((noise, 1.0)) == "(0, 1)"
    assert pair((noise, 2e-16)) == "(−1.11×10⁻¹⁶, 2×10⁻¹⁶)", "small numbers among themselves"
    assert text_sum([(0.5, "x₁"), (-2.0, "x₂"), (noise, "")]) == "0.5·x₁ − 2·x₂ + 0"
    assert tex_sum([(0.5, "x_1"), (noise, "")]) == r"0.5\,x_1 + 0"


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("Two moons", "two moons"),
        ("XOR", "XOR"),
        ("t", "t"),
        ("", ""),
        ("Gini", "Gini"),
        ("Gaussian mixture", "Gaussian mixture"),
        ("AdaBoost", "AdaBoost"),
        ("Levenberg–Marquardt", "Levenberg–Marquardt"),
        ("Deviance (log loss)", "deviance (log loss)"),
    ],
)
def test_small_leaves_abbreviations_names_and_signs_alone(words, wanted):
    assert small(words) == wanted


@pytest.mark.parametrize(("name", "wanted"), [("knn", "knn"), ("abcdef", "abcdef"), ("gamma, x", "gamma…")])
def test_shortened_names_are_never_longer(name, wanted):
    assert shortened(name, 7) == wanted


def test_counted_takes_an_irregular_plural():
    assert counted(2, "class", "classes") == "2 classes"


@pytest.mark.parametrize(
    ("before", "after", "wanted"),
    [
        (17.3, 8.87, "17.3 → 8.87"),
        (5.9476, 5.9470, "5.948 → 5.947"),
        (2.0, 2.0, "2 as before"),
        (1.0, 1 + 1e-9, "1 as before"),
    ],
)
def test_change(before, after, wanted):
    assert change(before, after) == wanted


def test_pair():
    assert pair([0.5, -1]) == "(0.5, −1)"


@pytest.mark.parametrize(
    ("parts", "wanted"),
    [
        ([(2.0, "x₁"), (-0.5, "x₂"), (1.0, "")], "2·x₁ − 0.5·x₂ + 1"),
        ([(-1.0, "x₁"), (1.0, "x₂"), (-1.0, "")], "−x₁ + x₂ − 1"),
        ([(0.0, "x₁"), (-0.0, "")], "0·x₁ + 0"),
        ([], "0"),
    ],
)
def test_text_sum(parts, wanted):
    assert text_sum(parts) == wanted


def test_tex_sum():
    assert tex_sum([(-2.0, "x_1"), (-1.0, "x_2"), (0.5, "")]) == r"-2\,x_1 - x_2 + 0.5"


@hypothesis.given(st.floats(-1e300, 1e300), st.integers(1, 8))
def test_text_is_never_a_hyphen_or_a_signed_zero_and_is_close(value, digits):
    shown = text(value, digits)
    assert "-" not in shown
    assert shown != "−0"
    mantissa, _, power = shown.replace("−", "-").partition("×10")
    power = int(power.translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")) or 0)
    assert math.isclose(float(f"{mantissa}e{power}"), value, rel_tol=5.001 * 10**-digits, abs_tol=0)


def test_plain_numbers_are_read_by_programs():
    assert plain(text(-2.5)) == "-2.5"
    assert float(plain(text(1.25e-7))) == 1.25e-7
    assert float(plain(text(-3e9))) == -3e9
    assert plain("(−0.5, 2×10⁻⁵)") == "(-0.5, 2e-5)"


def test_numbers_that_are_near_get_the_digits_that_tell_them_apart():
    assert told_apart([435.36, 435.38, 435.4]) == ["435.36", "435.38", "435.4"]
    assert told_apart([1.0, 20.0, 1.0]) == ["1", "20", "1"]
