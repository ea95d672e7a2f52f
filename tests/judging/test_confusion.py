import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from mlexplorer.judging.confusion import Judgement, confusion, judged, most_frequent

TWO = np.array([0, 1])


def table(*rows):
    """A judgement from a table of counts, by way of the labels themselves."""
    counts = np.array(rows)
    truth, predicted = (np.repeat(part.ravel(), counts.ravel()) for part in np.indices(counts.shape))
    found = judged(truth, predicted, np.arange(len(counts)))
    np.testing.assert_array_equal(found.confusion, counts)
    return found


def test_forty_found_of_fifty():
    found = table([130, 20], [10, 40])
    shares = (found.accuracy, found.error, found.precision[1], found.recall[1], found.f1[1], found.false_alarm[1])
    assert shares == pytest.approx((0.85, 0.15, 0.666667, 0.8, 0.727273, 0.133333), abs=1e-6)


@pytest.mark.parametrize(
    ("rows", "recall", "precision", "alarm", "accuracy"),
    [
        ([[3177, 1], [237, 13]], 0.052, 0.9286, 0.000315, 0.9306),
        ([[3067, 111], [165, 85]], 0.34, 0.4337, 0.0349, 0.9195),
    ],
    ids=["threshold 0.5", "threshold 0.15"],
)
def test_the_thyroid_at_two_thresholds(rows, recall, precision, alarm, accuracy):
    found = table(*rows)
    assert (found.recall[1], found.precision[1], found.accuracy) == pytest.approx(
        (recall, precision, accuracy), abs=5e-5
    )
    assert found.false_alarm[1] == pytest.approx(alarm, abs=5e-5)
    assert found.baseline == pytest.approx(3178 / 3428)


@pytest.mark.parametrize(
    ("rows", "accuracy", "precision", "recall", "alarm"),
    [
        ([[215, 10], [69, 12]], 227 / 306, 6 / 11, 12 / 81, 2 / 45),
        ([[191, 34], [55, 26]], 217 / 306, 13 / 30, 26 / 81, 34 / 225),
    ],
    ids=["logistic", "tree"],
)
def test_haberman_with_one_left_out(rows, accuracy, precision, recall, alarm):
    found = table(*rows)
    assert found.accuracy == pytest.approx(accuracy)
    assert (found.precision[1], found.recall[1], found.false_alarm[1]) == pytest.approx((precision, recall, alarm))
    assert found.baseline == pytest.approx(225 / 306)


@pytest.mark.parametrize(
    ("diagonal", "mean"),
    [
        ([83, 100, 53, 48, 42, 36, 80, 75, 65, 83], 66.5),
        ([95, 100, 68, 64, 51, 39, 88, 68, 65, 86], 72.4),
        ([97, 100, 69, 60, 50, 51, 89, 73, 65, 85], 73.9),
        ([95, 100, 70, 61, 55, 51, 90, 75, 66, 88], 75.1),
    ],
    ids=["k = 1", "k = 3", "k = 5", "k = 7"],
)
def test_the_mean_of_the_diagonal_of_digits(diagonal, mean):
    counts = np.diag(diagonal) + np.roll(np.diag(100 - np.array(diagonal)), 1, axis=1)
    counts[3] *= 7  # how many points a class has does not matter
    assert 100 * table(*counts).balanced == pytest.approx(mean)


def test_all_positive_is_accurate_and_not_balanced():
    found = table([0, 10], [0, 1000])
    assert (found.accuracy, found.balanced) == pytest.approx((0.990, 0.5), abs=5e-4)
    assert np.isnan(found.precision[0])
    assert found.f1.tolist() == pytest.approx([0.0, 2000 / 2010])


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=40))
def test_measures_are_those_of_scikit_learn(pairs):
    """All four classes are asked for, so that some are often empty, never said, or both."""
    truth, predicted = np.array(pairs).T
    classes = np.arange(4)
    found = judged(truth, predicted, classes)
    np.testing.assert_array_equal(found.confusion, metrics.confusion_matrix(truth, predicted, labels=classes))
    assert found.accuracy == pytest.approx(metrics.accuracy_score(truth, predicted))
    assert found.error == pytest.approx(1 - found.accuracy)
    present = np.unique(truth)
    assert found.balanced == pytest.approx(
        metrics.recall_score(truth, predicted, labels=present, average="macro", zero_division=0)
    )
    theirs = metrics.precision_recall_fscore_support(truth, predicted, labels=classes, zero_division=np.nan)
    for ours, other in zip((found.precision, found.recall, found.f1), theirs[:3], strict=True):
        np.testing.assert_allclose(ours, other)
    mean = metrics.f1_score(truth, predicted, labels=classes, average="macro", zero_division=np.nan)
    assert found.mean_f1 == pytest.approx(mean)
    mean = metrics.precision_score(truth, predicted, labels=classes, average="macro", zero_division=np.nan)
    assert found.mean_precision == pytest.approx(mean)
    rows = found.rows[np.isin(classes, present)]
    np.testing.assert_allclose(
        rows, metrics.confusion_matrix(truth, predicted, labels=classes, normalize="true")[present]
    )


@given(st.integers(0, 10_000), st.integers(1, 30))
def test_the_log_loss_is_that_of_scikit_learn(seed, count):
    random = np.random.default_rng(seed)
    chances = random.dirichlet(np.full(3, 0.2), count)
    truth = random.integers(0, 3, count) * 2
    classes = np.array([0, 2, 4])
    found = judged(truth, truth, classes, chances)
    assert found.log_loss == pytest.approx(metrics.log_loss(truth, chances, labels=classes))


def test_a_class_that_was_never_learnt_has_a_row_and_a_finite_loss():
    chances = np.array([[0.9, 0.1], [0.2, 0.8], [0.5, 0.5]])
    found = judged(np.array([0, 1, 5]), np.array([0, 1, 0]), TWO, chances)
    assert found.classes.tolist() == [0, 1, 5]
    assert found.confusion.tolist() == [[1, 0, 0], [0, 1, 0], [1, 0, 0]]
    floor = -np.log(np.finfo(float).eps)
    assert found.log_loss == pytest.approx((-np.log(0.9) - np.log(0.8) + floor) / 3)
    assert found.recall.tolist() == [1, 1, 0]


def test_rejected_points_are_counted_apart():
    truth, predicted = np.array([0, 0, 0, 1, 1, 1, 1]), np.array([0, 1, -1, 1, -1, -1, 1])
    found = judged(truth, predicted, TWO)
    assert found.confusion.tolist() == [[1, 1], [0, 2]]
    assert found.rejected.tolist() == [1, 2]
    assert (found.count, found.decided, found.right) == (7, 4, 3)
    assert (found.accuracy, found.balanced) == (0.75, 0.75)
    assert found.baseline == 4 / 7


def test_unlabelled_points_are_left_out():
    found = judged(np.array([-1, 0, 1, -1]), np.array([1, 0, 0, 0]), TWO, np.full((4, 2), 0.5))
    assert found.confusion.tolist() == [[1, 0], [1, 0]]
    assert found.log_loss == pytest.approx(np.log(2))


@pytest.mark.parametrize("predicted", [np.empty(0, int), np.full(3, -1)], ids=["no points", "all rejected"])
def test_without_a_decision_shares_are_nothing_and_the_interval_is_everything(predicted):
    found = judged(np.arange(len(predicted)) % 2, predicted, TWO)
    for value in (found.accuracy, found.error, found.balanced, found.mean_precision, found.mean_f1):
        assert np.isnan(value)
    assert np.isnan([found.precision, found.recall, found.f1, found.false_alarm]).all()
    assert found.interval == (0.0, 1.0)
    assert found.count == len(predicted)


def test_one_point_of_one_class():
    found = judged(np.array([3]), np.array([3]))
    assert found.confusion.tolist() == [[1]]
    assert (found.accuracy, found.baseline, found.balanced) == (1.0, 1.0, 1.0)
    assert found.interval[1] == 1.0
    assert np.isnan(found.false_alarm).all()


def test_the_baseline_says_what_is_usual_in_training():
    assert judged(np.array([0, 0, 0, 1]), np.array([0, 0, 0, 1]), TWO, usual=1).baseline == 0.25
    assert judged(np.array([0, 0]), np.array([0, 0]), usual=7).baseline == 0.0
    assert most_frequent(np.array([-1, -1, -1, 2, 1, 2, 1])) == 1
    assert most_frequent(np.array([-1])) == -1


def test_the_interval_is_jeffreys():
    found = Judgement(TWO, np.array([[30, 20], [13, 37]]), np.zeros(2, int), 0)
    assert found.interval == pytest.approx((0.5740, 0.7563), abs=5e-5)


def test_rows_are_truth():
    assert confusion(np.array([0, 0, 2]), np.array([2, 2, 0]), np.array([0, 2])).tolist() == [[0, 2], [1, 0]]
