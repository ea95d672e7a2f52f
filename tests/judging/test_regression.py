import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from mlexplorer.judging.regression import residuals

NUMBERS = st.floats(-100, 100).map(lambda value: round(value, 3))


@given(st.lists(st.tuples(NUMBERS, NUMBERS), min_size=2, max_size=30))
def test_residuals_are_those_of_scikit_learn(pairs):
    truth, predicted = np.array(pairs).T
    found = residuals(truth, predicted)
    assert found.rmse == pytest.approx(metrics.root_mean_squared_error(truth, predicted))
    assert found.mae == pytest.approx(metrics.mean_absolute_error(truth, predicted))
    if np.ptp(truth) > 1e-9:
        assert found.r_squared == pytest.approx(metrics.r2_score(truth, predicted))


@pytest.mark.parametrize(
    ("degree", "expected"), [(0, 0.67082), (1, 0.64431), (3, 0.64150), (5, 0.20596), (7, 0.01376), (9, 0.0)]
)
def test_polynomials_through_ten_points_of_a_sine(degree, expected):
    places = np.linspace(-1, 1, 10)
    heights = np.sin(2 * np.pi * places)
    fitted = np.polynomial.Chebyshev.fit(places, heights, degree)(places)
    assert residuals(heights, fitted).rmse == pytest.approx(expected, abs=5e-6)


def test_a_truth_without_spread_is_explained_or_not():
    assert residuals([2.0, 2.0], [2.0, 2.0]).r_squared == 1.0
    assert residuals([2.0, 2.0], [2.0, 3.0]).r_squared == 0.0
    assert (residuals([2.0], [5.0]).rmse, residuals([2.0], [5.0]).r_squared) == (3.0, 0.0)
    nothing = residuals([], [])
    assert nothing.count == 0
    assert np.isnan([nothing.rmse, nothing.mae, nothing.r_squared]).all()
