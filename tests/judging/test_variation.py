import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlexplorer.judging.variation import of_classes, of_curves, shares


@pytest.mark.parametrize(
    ("degree", "bias", "variance"),
    [
        (0, 0.4975, 0.0250),
        (1, 0.4337, 0.0457),
        (3, 0.4169, 0.0832),
        (5, 0.0682, 0.1302),
        (7, 0.0052, 0.2209),
        (8, 0.0052, 0.3802),
        (9, 0.0007, 1.6318),
    ],
)
def test_polynomials_through_noisy_sines(degree, bias, variance):
    """Twenty draws whose noise has exactly the mean 0 and the covariance σ²·1: no chance is left in the answer."""
    places, grid = np.linspace(-1, 1, 10), np.linspace(-1, 1, 201)
    noise = 0.5 * np.sqrt(10) * np.r_[np.eye(10), -np.eye(10)]
    drawn = np.sin(2 * np.pi * places) + noise
    fits = [np.polynomial.Chebyshev.fit(places, heights, degree)(grid) for heights in drawn]
    found = of_curves(np.array(fits), np.sin(2 * np.pi * grid), 0.25)
    assert found.means == pytest.approx((0.25, bias, variance), abs=5e-5)


@given(st.integers(0, 10_000), st.integers(1, 8), st.integers(1, 6))
def test_the_parts_of_a_squared_error_add_up(seed, refits, places):
    random = np.random.default_rng(seed)
    predictions, truth = random.normal(size=(refits, places)), random.normal(size=places)
    found = of_curves(predictions, truth, 0.3)
    np.testing.assert_allclose(found.expected, 0.3 + np.square(predictions - truth).mean(axis=0))


@given(st.integers(0, 10_000), st.integers(1, 8), st.integers(2, 4))
def test_the_parts_of_a_wrong_class_add_up(seed, refits, count):
    random = np.random.default_rng(seed)
    classes = np.arange(count) * 2
    predictions, chances = random.choice(classes, (refits, 5)), random.dirichlet(np.ones(count), 5)
    found = of_classes(predictions, chances, classes)
    wrong = 1 - np.take_along_axis(chances, predictions.T // 2, axis=1).mean(axis=1)
    np.testing.assert_allclose(found.expected, wrong)
    assert min(found.means) >= 0


def test_two_classes_by_hand():
    predictions = np.array([[0, 1], [1, 1], [1, 1], [1, 1]])
    assert shares(predictions, np.array([0, 1])).tolist() == [[0.25, 0.75], [0.0, 1.0]]
    found = of_classes(predictions, np.array([[0.5, 0.5], [0.0, 1.0]]), np.array([0, 1]))
    assert (found.noise.tolist(), found.bias.tolist(), found.variance.tolist()) == ([0.25, 0], [0.0625, 0], [0.1875, 0])


def test_one_refit_has_no_variance_and_no_places_have_no_mean():
    assert of_curves(np.array([[1.0, 2.0]]), np.array([1.0, 1.0])).variance.tolist() == [0, 0]
    assert np.isnan(of_curves(np.empty((3, 0)), np.empty(0)).means).all()
