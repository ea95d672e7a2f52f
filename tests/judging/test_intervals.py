import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from mlexplorer.judging.intervals import agreement, jeffreys, mcnemar

COUNTS = st.integers(0, 60)


@pytest.mark.parametrize(("right", "count", "ends"), [(67, 100, (0.5740, 0.7563)), (6, 8, (0.4084, 0.9440))])
def test_jeffreys_of_the_table(right, count, ends):
    assert jeffreys(right, count) == pytest.approx(ends, abs=5e-5)


@given(st.integers(0, 200), st.integers(0, 200), st.sampled_from([0.5, 0.9, 0.95]))
def test_jeffreys_holds_the_tails_of_a_beta(right, wrong, level):
    low, high = jeffreys(right, right + wrong, level)
    law = stats.beta(right + 0.5, wrong + 0.5)
    assert low == pytest.approx(0.0 if right == 0 else law.ppf((1 - level) / 2))
    assert high == pytest.approx(1.0 if wrong == 0 else law.ppf((1 + level) / 2))


@pytest.mark.parametrize(
    ("counts", "difference", "interval", "p"),
    [
        ((60, 15, 5, 20), 0.1, (0.01467, 0.18461), 0.04139),
        ((141, 12, 4, 43), 0.04, (0.00126, 0.07868), 0.07681),
    ],
)
def test_mcnemar_of_the_digest(counts, difference, interval, p):
    found = mcnemar(*counts)
    assert found.difference == pytest.approx(difference)
    assert found.interval == pytest.approx(interval, abs=5e-6)
    assert found.p == pytest.approx(p, abs=5e-6)


@given(COUNTS, COUNTS, COUNTS, COUNTS)
def test_mcnemar_is_a_binomial_test_of_the_disagreements(both, first, second, neither):
    found = mcnemar(both, first, second, neither)
    expected = stats.binomtest(first, first + second).pvalue if first + second else 1.0
    assert found.p == pytest.approx(expected)
    low, high = found.interval
    assert -1 <= low <= found.difference + 1e-9
    assert found.difference - 1e-9 <= high <= 1
    turned = mcnemar(both, second, first, neither)
    assert turned.interval == pytest.approx((-high, -low), abs=1e-9)
    assert turned.difference == -found.difference


def test_mcnemar_where_its_formula_ends():
    assert mcnemar(0, 0, 0, 0).interval == (-1.0, 1.0)
    assert mcnemar(50, 0, 0, 7).interval == (0.0, 0.0)
    assert (mcnemar(0, 9, 0, 0).interval, mcnemar(0, 9, 0, 0).p) == ((1.0, 1.0), pytest.approx(2 / 2**9))
    with pytest.raises(ValueError, match="none can be negative"):
        mcnemar(1, -1, 2, 3)


def test_agreement_counts_who_is_right():
    truth = np.array([0, 0, 1, 1, 2])
    assert agreement(truth, [0, 0, 1, 0, 0], [0, 1, 1, 1, 1]) == (2, 1, 1, 1)
    assert agreement([], [], []) == (0, 0, 0, 0)
