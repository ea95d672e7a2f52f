"""By hand: a line that is not learned."""

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st

from mlexplorer.core.data import Dataset, nothing
from mlexplorer.models.line import ByHand
from tests.models.samples import RUGBY

number = st.floats(-10, 10)


def shown(model, data):
    (step,) = model.fit(data)
    return step


@pytest.mark.parametrize(("threshold", "errors"), [(70, 0), (90, 2)])
def test_comp61011_ds2_upright_line(threshold, errors):
    step = shown(ByHand.through(np.array([1.0, 0.0, threshold])), RUGBY)
    assert step.loss == errors
    assert step.measures["errors"] == errors


def test_comp61011_g1_prediction_changes_with_the_threshold():
    place = np.array([[85.2, 160.3]])
    assert shown(ByHand.through(np.array([1.0, 0.0, 70.0])), RUGBY).predict(place) == [1]
    assert shown(ByHand.through(np.array([1.0, 0.0, 90.0])), RUGBY).predict(place) == [0]


def test_comp61011_ds2_widest_street():
    """The street of the hard-margin machine has half-width 11.05; by hand the same line measures the same."""
    step = shown(ByHand(0.0900883, 0.0085993, 8.0514527), RUGBY)
    assert step.loss == 0
    assert step.measures["margin"] == pytest.approx(11.05, rel=1e-4)


def test_a_point_on_the_line_belongs_to_the_first_class():
    step = shown(ByHand(1, 1, 2), Dataset([[1, 1], [0.1, 1.9]], [0, 1]))
    assert list(step.predict(np.array([[1.0, 1.0]]))) == [0]


@pytest.mark.parametrize(
    ("labels", "classes"),
    [([], [0, 1]), ([0], [0, 1]), ([1], [0, 1]), ([3], [0, 3]), ([3, 5], [3, 5]), ([7, 2, 4], [2, 4])],
)
def test_the_classes_are_the_lowest_two(labels, classes):
    data = Dataset(np.arange(2.0 * len(labels)).reshape(-1, 2), labels)
    assert list(shown(ByHand(), data).classes) == classes


def test_points_of_a_third_class_are_errors():
    data = Dataset([[-1, 0], [1, 0], [2, 0], [3, 0]], [0, 1, 2, 3])
    assert shown(ByHand(1, 0, 0), data).loss == 2


def test_without_points_there_is_a_line_and_a_sentence():
    step = shown(ByHand(), nothing())
    assert step.loss == 0
    assert "place points" in step.note


def test_without_weights_there_is_no_line():
    step = shown(ByHand(0, 0, -1), RUGBY)
    assert step.note == "With w = 0 there is no line: every place is Rugby."
    assert set(step.predict(RUGBY.points)) == {1}


def test_a_line_that_misses_the_points_is_brought_back():
    notice = shown(ByHand(), RUGBY).notice
    assert notice.sentence == "All points lie on one side of your line."
    step = shown(ByHand().with_values(notice.remedy.changes), RUGBY)
    assert step.notice is None
    assert set(step.predict(RUGBY.points)) == {0, 1}
    assert step.weights[0] == step.weights[1]


@hypothesis.given(number, number, number, st.floats(0.01, 1000))
def test_any_line_fits_in_the_limits(first, second, threshold, factor):
    line = ByHand.through(np.array([first, second, threshold]) * factor)
    given, kept = np.array([first, second, threshold]), np.array([line.w1, line.w2, line.t])
    assert np.abs(kept).max() <= 10
    np.testing.assert_allclose(np.cross(given, kept), 0, atol=1e-9)
    assert given @ kept >= 0


@hypothesis.given(st.integers(0, 10**6))
def test_the_landscape_counts_what_predict_gets_wrong(seed):
    random = np.random.default_rng(seed)
    data = Dataset(random.integers(-2, 3, (40, 2)), random.integers(0, 3, 40))  # a lattice: many points on the line
    landscape = shown(ByHand(), data).landscape(data)
    weights = random.integers(-2, 3, (50, 3)).astype(float)
    wanted = [(landscape.at(row).predict(data.points) != data.labels).sum() for row in weights]
    np.testing.assert_array_equal(landscape.values(weights), wanted)
