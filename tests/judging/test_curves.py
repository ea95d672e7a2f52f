import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.spatial import ConvexHull
from sklearn import metrics

import mlexplorer as mlx
from mlexplorer.judging.curves import against_rest, area, hand_till, is_positive, precision_recall, roc

SCORES = [0.9, 0.8, 0.7, 0.6, 0.55, 0.54, 0.53, 0.52, 0.51, 0.505]
SCORES += [0.4, 0.39, 0.38, 0.37, 0.36, 0.35, 0.34, 0.33, 0.30, 0.1]
LABELS = [letter == "p" for letter in "ppnpppnnpnpnpnnnpnpn"]
TIED = st.lists(st.tuples(st.integers(0, 6), st.booleans()), min_size=2, max_size=40)


def columns(pairs):
    scores, labels = np.array(pairs).T
    return scores / 6, labels.astype(bool)


def test_twenty_scores():
    found = roc(SCORES, LABELS)
    along = [0, 0, 0, 1, 1, 1, 1, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 8, 9, 9, 10]
    up = [0, 1, 2, 2, 3, 4, 5, 5, 5, 6, 6, 7, 7, 8, 8, 8, 8, 9, 9, 10, 10]
    np.testing.assert_allclose(found.false, np.array(along) / 10)
    np.testing.assert_allclose(found.true, np.array(up) / 10)
    assert found.area == pytest.approx(0.68)
    assert found.hull_area == pytest.approx(0.755)
    corners = np.c_[found.false, found.true][found.hull]
    np.testing.assert_allclose(corners, [(0, 0), (0, 0.2), (0.1, 0.5), (0.5, 0.8), (0.9, 1), (1, 1)])
    assert found.accuracy[found.best] == pytest.approx(0.70)
    assert found.thresholds[found.best] == 0.54
    assert np.count_nonzero(np.isclose(found.accuracy, 0.70)) == 1
    assert found.accuracy[found.thresholds == 0.505] == pytest.approx(0.60)


def test_ten_equal_scores_are_a_diagonal():
    found = roc(np.full(10, 0.3), [True] * 6 + [False] * 4)
    np.testing.assert_array_equal(np.c_[found.false, found.true], [(0, 0), (1, 1)])
    assert found.area == found.hull_area == 0.5


def test_three_tied_scores_move_diagonally():
    found = roc([0.95, 0.93, 0.87, 0.85, 0.85, 0.85, 0.76, 0.53, 0.43, 0.25], [1, 1, 0, 0, 0, 1, 0, 1, 0, 1])
    points = [(0, 0), (0, 0.2), (0, 0.4), (0.2, 0.4), (0.6, 0.6), (0.8, 0.6), (0.8, 0.8), (1, 0.8), (1, 1)]
    np.testing.assert_allclose(np.c_[found.false, found.true], points)
    assert found.area == pytest.approx(0.56)


def test_five_scores_with_a_tie_at_the_end():
    scores, labels = np.array([0.6, 0.4, 0.5, 0.1, 0.1]), np.array([1, 0, 1, 1, 0])
    found = roc(scores, labels)
    np.testing.assert_allclose(np.c_[found.false, found.true], [(0, 0), (0, 1 / 3), (0, 2 / 3), (0.5, 2 / 3), (1, 1)])
    assert found.area == pytest.approx(0.75)
    shares = [((scores > threshold) == labels).mean() for threshold in (0.35, 0.45, 0.55, 0.65)]
    assert shares == pytest.approx([0.6, 0.8, 0.6, 0.4])
    np.testing.assert_allclose(found.accuracy, [0.4, 0.6, 0.8, 0.6, 0.6])


def test_logistic_regression_on_ten_points():
    data = mlx.make("tree_points")
    step = mlx.fit("logistic", data, penalty=0, solver="newton")
    assert mlx.roc(step.discriminant(data.points), data.labels).area == pytest.approx(0.96)
    assert mlx.roc(step.probabilities(data.points)[:, 1], data.labels).area == pytest.approx(0.96)


def test_slopes_of_equal_cost():
    found = roc(SCORES, LABELS)
    assert found.slope(false_negative=10) == pytest.approx(0.1)
    assert found.slope(prior=1 / 11) == pytest.approx(10)
    assert found.slope(false_negative=0) == np.inf
    assert found.cheapest() == found.best
    assert (found.false[found.cheapest(1, 0)], found.true[found.cheapest(1, 0)]) == (0, 0)
    assert found.true[found.cheapest(0, 1)] == 1


@given(TIED, st.integers(1, 9), st.integers(1, 9))
def test_the_cheapest_vertex_is_on_the_hull_and_none_is_cheaper(pairs, alarm, miss):
    scores, labels = columns(pairs)
    found = roc(scores, labels)
    costs = alarm * found.alarms + miss * (found.positives - found.hits)
    chosen = found.cheapest(alarm, miss)
    assert costs[chosen] == costs.min()
    assert costs[found.hull].min() == costs.min()


@given(TIED)
def test_the_curve_is_that_of_scikit_learn(pairs):
    scores, labels = columns(pairs)
    found = roc(scores, labels)
    if labels.all() or not labels.any():
        assert np.isnan([found.area, found.hull_area, area(scores, labels)]).all()
        assert np.isfinite([found.true, found.false]).all()
        return
    false, true, thresholds = metrics.roc_curve(labels, scores, drop_intermediate=False)
    np.testing.assert_allclose(found.false, false)
    np.testing.assert_allclose(found.true, true)
    np.testing.assert_array_equal(found.thresholds[1:], thresholds[1:])
    expected = metrics.roc_auc_score(labels, scores)
    assert found.area == pytest.approx(expected)
    assert area(scores, labels) == pytest.approx(expected)
    precise = precision_recall(found)
    assert precise.average == pytest.approx(metrics.average_precision_score(labels, scores))
    ours = np.c_[precise.precision, precise.recall][::-1]
    theirs = np.c_[metrics.precision_recall_curve(labels, scores)[:2]]
    np.testing.assert_allclose(ours, theirs)


@given(TIED)
def test_the_hull_is_that_of_scipy(pairs):
    scores, labels = columns(pairs)
    if labels.all() or not labels.any():
        assert roc(scores, labels).hull.tolist() == [0, len(np.unique(scores))]
        return
    found = roc(scores, labels)
    below = np.r_[np.c_[found.false, found.true], [(1.0, 0.0)]]
    assert found.hull_area == pytest.approx(ConvexHull(below).volume)
    assert found.hull_area >= found.area - 1e-12


@given(st.lists(st.tuples(st.floats(allow_nan=False), st.booleans()), min_size=1, max_size=20))
def test_a_cut_reaches_its_vertex_strictly(pairs):
    scores, labels = np.array([score for score, _ in pairs]), np.array([label for _, label in pairs])
    assume(not np.isneginf(scores).any())  # nothing is below −∞
    found = roc(scores, labels)
    for cut, hits, alarms in zip(found.cuts, found.hits, found.alarms, strict=True):
        above = scores > cut
        assert ((above & labels).sum(), (above & ~labels).sum()) == (hits, alarms)


@given(st.integers(0, 1000), st.integers(2, 4))
def test_many_classes_are_judged_in_pairs_and_against_the_rest(seed, count):
    random = np.random.default_rng(seed)
    labels = np.r_[np.arange(count), random.integers(0, count, 25)]
    chances = random.dirichlet(np.ones(count), len(labels)).round(1)
    chances[:, 0] = 1 - chances[:, 1:].sum(axis=1)
    classes = np.arange(count)
    areas = [found.area for found in against_rest(chances, labels, classes)]
    expected = [metrics.roc_auc_score(labels == label, chances[:, label]) for label in classes]
    np.testing.assert_allclose(areas, expected)
    if count > 2:
        pairs = metrics.roc_auc_score(labels, chances, multi_class="ovo", average="macro")
        assert hand_till(chances, labels, classes) == pytest.approx(pairs)
    wider = np.c_[chances, np.zeros(len(chances))]
    assert hand_till(wider, labels, np.arange(count + 1)) == pytest.approx(hand_till(chances, labels, classes))


def test_hand_and_till_without_a_pair():
    assert np.isnan(hand_till(np.eye(3), np.zeros(3, int), np.arange(3)))


def test_no_positives_and_no_points():
    found = roc([0.2, 0.4], [0, 0])
    assert (found.positives, found.negatives) == (0, 2)
    assert found.true.tolist() == [0, 0, 0]
    assert found.accuracy.tolist() == [1, 0.5, 0]
    assert np.isnan(precision_recall(found).average)
    empty = roc([], [])
    assert (empty.true.tolist(), empty.thresholds.tolist(), empty.cuts.tolist()) == ([0], [np.inf], [0])
    assert np.isnan(empty.area)


@pytest.mark.parametrize(
    ("labels", "positive", "expected"),
    [
        ([-1, 1, 1], None, [False, True, True]),
        ([2, 5, 2], None, [False, True, False]),
        (["no", "yes", "no"], None, [False, True, False]),
        ([0, 1, 2], 1, [False, True, False]),
        ([1, 1, 1], None, [True, True, True]),
        ([0, 0, 0], None, [False, False, False]),
        (["no", "no", "no"], None, [False, False, False]),
    ],
)
def test_the_larger_of_two_labels_is_positive(labels, positive, expected):
    assert is_positive(labels, positive).tolist() == expected


def test_what_has_no_curve_is_refused():
    with pytest.raises(ValueError, match="more than two labels"):
        roc([0.1, 0.2, 0.3], [-1, 0, 1])
    with pytest.raises(ValueError, match="some are NaN"):
        roc([0.1, np.nan], [0, 1])
    with pytest.raises(ValueError, match="one score for each label"):
        roc([0.1, 0.2, 0.3], [0, 1])
