import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats
from sklearn.model_selection import KFold, StratifiedKFold

import mlexplorer as mlx
from mlexplorer.judging.folds import deal, deals, paired, summary
from mlexplorer.judging.regression import residuals

LOGISTIC, STUMP = [16, 12.5, 17, 14.1, 10], [16, 16.5, 17, 16.2, 17.1]


@pytest.mark.parametrize(
    ("errors", "mean", "deviation", "half"), [(LOGISTIC, 13.92, 2.794101, 3.4693), (STUMP, 16.56, 0.482701, 0.5994)]
)
def test_five_folds_of_two_methods(errors, mean, deviation, half):
    found = summary(errors)
    assert (found.mean, found.plain) == pytest.approx((mean, mean))
    assert found.deviation == pytest.approx(deviation, abs=5e-7)
    assert found.interval == pytest.approx((mean - half, mean + half), abs=5e-5)
    assert not found.differs


def test_large_folds_count_more_in_the_mean():
    found = summary([0.0, 0.5], [30, 10])
    assert (found.mean, found.plain, found.differs) == (0.125, 0.25, True)


@given(st.lists(st.floats(0, 1), min_size=2, max_size=12))
def test_the_interval_is_that_of_scipy(errors):
    found = summary(errors)
    if np.ptp(errors) < 1e-6:
        assert found.deviation < 1e-6
        return
    expected = stats.t.interval(0.95, len(errors) - 1, np.mean(errors), stats.sem(errors))
    assert found.interval == pytest.approx(expected)


def test_folds_without_a_fit_are_left_out():
    found = summary([0.2, np.nan, 0.4], [10, 50, 30])
    assert found.mean == pytest.approx(0.35)
    assert found.fitted == 2
    lone = summary([0.2, np.nan])
    assert (lone.mean, lone.fitted) == (0.2, 1)
    assert np.isnan([lone.deviation, *lone.interval]).all()
    nothing = summary([np.nan])
    assert np.isnan([nothing.mean, nothing.deviation]).all()
    assert not nothing.differs


@given(st.integers(2, 60), st.data())
def test_folds_are_as_even_as_those_of_scikit_learn(count, drawn):
    folds = drawn.draw(st.integers(2, count))
    dealt = deal(np.arange(count), folds, seed=drawn.draw(st.integers(0, 9)))
    theirs = [len(test) for _, test in KFold(folds).split(np.zeros(count))]
    assert sorted(np.bincount(dealt, minlength=folds)) == sorted(theirs)


@pytest.mark.filterwarnings("ignore:The least populated class")
@given(st.lists(st.integers(0, 3), min_size=4, max_size=60), st.data())
def test_strata_are_as_even_as_those_of_scikit_learn(classes, drawn):
    labels = np.array(classes)
    folds = drawn.draw(st.integers(2, max(2, np.bincount(labels).max())))
    dealt = deal(np.arange(len(labels)), folds, seed=1, labels=labels)
    counts = np.array([np.bincount(labels[dealt == fold], minlength=4) for fold in range(folds)])
    assert (np.ptp(counts, axis=0) <= 1).all()
    assert np.ptp(counts.sum(axis=1)) <= 1
    theirs = StratifiedKFold(folds).split(labels, labels)
    expected = np.array([np.bincount(labels[test], minlength=4) for _, test in theirs])
    np.testing.assert_array_equal(np.sort(counts, axis=0), np.sort(expected, axis=0))


def test_dealing_hangs_on_seed_repeat_and_ids_alone():
    ids = np.arange(100) * 3
    first = deal(ids, 5, seed=4)
    np.testing.assert_array_equal(first, deal(ids, 5, seed=4))
    turned = np.random.default_rng(0).permutation(100)
    np.testing.assert_array_equal(deal(ids[turned], 5, seed=4), first[turned])
    for other in (deal(ids, 5, seed=5), deal(ids, 5, seed=4, repeat=1)):
        assert 0.6 < (other != first).mean() < 0.95


def test_a_point_more_moves_few_others():
    ids, labels = np.arange(201), np.arange(201) % 2
    moved = deal(ids[:-1], 10, labels=labels[:-1]) != deal(ids, 10, labels=labels)[:-1]
    assert moved.sum() <= 20


def test_as_many_folds_as_points_leave_one_out():
    np.testing.assert_array_equal(deal(np.array([7, 3, 9]), 3), [0, 1, 2])
    assert deals(np.arange(6), 6, repeats=4).shape == (1, 6)


def test_repeats_differ():
    found = deals(np.arange(40), 4, repeats=3, labels=np.arange(40) % 2)
    assert found.shape == (3, 40)
    assert len({row.tobytes() for row in found}) == 3


@pytest.mark.parametrize(("count", "folds"), [(1, 2), (5, 6), (5, 1), (0, 2)])
def test_too_few_points_are_refused(count, folds):
    with pytest.raises(ValueError, match="need at least"):
        deal(np.arange(count), folds)


def test_unlabelled_points_are_a_stratum_of_their_own():
    labels = np.repeat([-1, 0, 3], 10)
    dealt = deal(np.arange(30), 5, labels=labels)
    for label in (-1, 0, 3):
        assert np.bincount(dealt[labels == label]).tolist() == [2] * 5


def left_out(count):
    dealt = deal(np.arange(count), count)
    return [dealt == fold for fold in range(count)]


@pytest.mark.parametrize(("k", "errors"), [(1, 0), (3, 0), (5, 0), (7, 0), (9, 10)])
def test_neighbours_with_one_rugby_player_left_out(k, errors):
    data = mlx.make("rugby")
    wrong = [mlx.judge(mlx.fit("knn", kept, k=k), kept).error for kept in map(data.holding, left_out(len(data)))]
    assert summary(wrong).mean == errors / 10


@pytest.mark.parametrize(("degree", "expected"), list(enumerate([0.941, 1.000, 1.124, 1.506, 2.760, 2.123])))
def test_a_polynomial_with_one_point_left_out(degree, expected):
    places = np.linspace(-1, 1, 10)
    heights = np.array([0.4110, 0.7194, 0.1936, 0.0158, -1.4302, 0.7001, 1.4574, -0.8109, -0.9305, 0.5890])
    predicted = np.empty(10)
    for test in left_out(10):
        predicted[test] = np.polyval(np.polyfit(places[~test], heights[~test], degree), places[test])
    assert residuals(heights, predicted).rmse == pytest.approx(expected, abs=6e-4)


@pytest.mark.parametrize(("k", "error"), [(1, 1 / 8), (3, 1 / 4), (5, 1 / 2), (7, 1.0)])
def test_neighbours_by_a_table_of_distances(k, error):
    upper = [2.39, 1.73, 0.96, 3.46, 4.07, 4.27, 5.11, 1.15, 1.76, 2.66, 5.36, 3.54, 4.79, 1.52, 3.01, 4.66, 3.77, 4.90]
    upper += [2.84, 4.25, 3.80, 4.74, 4.88, 1.41, 2.96, 5.47, 5.16, 2.88]
    distances = np.zeros((8, 8))
    distances[np.triu_indices(8, 1)] = upper
    distances += distances.T
    labels, wrong = np.repeat([0, 1], 4), []
    for test in left_out(8):
        nearest = np.flatnonzero(~test)[distances[test][0, ~test].argsort()[:k]]
        wrong.append(float((labels[nearest].mean() > 0.5) != labels[test][0]))
    assert summary(wrong).mean == error


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), min_size=2, max_size=30))
def test_the_plain_paired_test_is_that_of_scipy(pairs):
    first, second = np.array(pairs).T / 20
    assume(np.ptp(first - second) > 1e-9)
    found = paired(first, second)
    expected = stats.ttest_rel(first, second)
    assert found.statistic == pytest.approx(expected.statistic, abs=1e-9)
    assert found.p == pytest.approx(expected.pvalue)
    ends = expected.confidence_interval(0.95)
    assert found.interval == pytest.approx((ends.low, ends.high), abs=1e-12)


def test_shared_training_points_widen_the_interval():
    """(1/J + 1/(K − 1)) in place of 1/J: with ten folds dealt three times, by √(1/30 + 1/9) over √(1/30)."""
    random = np.random.default_rng(0)
    first, second = random.random((2, 30))
    plain, corrected = paired(first, second), paired(first, second, folds=10)
    assert corrected.statistic == pytest.approx(plain.statistic / np.sqrt(1 + 30 / 9))
    wide, narrow = np.ptp(corrected.interval), np.ptp(plain.interval)
    assert wide / narrow == pytest.approx(np.sqrt(1 + 30 / 9))
    assert corrected.p == pytest.approx(2 * stats.t.sf(abs(corrected.statistic), 29))


def test_folds_that_all_differ_by_the_same():
    assert paired([0.3, 0.5, 0.7], [0.3, 0.5, 0.7], folds=3).p == 1.0
    sure = paired([0.5, 0.75], [0.25, 0.5])
    assert (sure.statistic, sure.p, sure.interval) == (np.inf, 0.0, (0.25, 0.25))
    assert paired([0.25, 0.5], [0.5, 0.75]).statistic == -np.inf


def test_too_few_folds_to_compare_say_nothing():
    lone = paired([0.2, np.nan], [0.1, 0.3])
    assert lone.mean == pytest.approx(0.1)
    assert np.isnan([lone.statistic, lone.p, *lone.interval]).all()
    assert np.isnan(paired([], []).mean)
