import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from mlexplorer.judging import clusters
from mlexplorer.judging.clusters import (
    adjusted_rand,
    class_entropy,
    contingency,
    entropy,
    jaccard,
    macro_silhouette,
    nmi,
    pairs,
    purity,
    rand_index,
    silhouette,
    silhouettes,
    sums_of_squares,
)

FIRST, SECOND = [1, 1, 1, 1, 2, 2, 3, 3, 3], [4, 4, 1, 1, 2, 2, 2, 3, 3]
RENAMED = [10, 10, 3, 3, 8, 8, 8, 1, 1]
GROUPINGS = st.lists(st.tuples(st.integers(-1, 3), st.integers(0, 3)), min_size=1, max_size=30)


@pytest.mark.parametrize("second", [SECOND, RENAMED], ids=["as given", "renamed"])
def test_two_partitions_of_nine(second):
    found = pairs(FIRST, second)
    assert (found.both, found.neither) == (4, 24)
    assert rand_index(FIRST, second) == pytest.approx(7 / 9)
    assert jaccard(FIRST, second) == pytest.approx(1 / 3)
    assert nmi(FIRST, second) == pytest.approx(0.7043, abs=5e-5)


def test_the_table_of_two_partitions():
    assert contingency(FIRST, SECOND).tolist() == [[2, 0, 0, 2], [0, 2, 0, 0], [0, 1, 2, 0]]
    table = contingency(FIRST, SECOND)
    nats = [entropy(counts) * np.log(2) for counts in (table.sum(axis=1), table.sum(axis=0), table.ravel())]
    assert nats == pytest.approx([1.0609, 1.3689, 1.5811], abs=5e-5)


def test_purity_and_entropy_of_a_hundred_points():
    counts = np.array([(40, 5, 5), (2, 30, 8), (3, 5, 2)])
    groups, labels = (np.repeat(part.ravel(), counts.ravel()) for part in np.indices((3, 3)))
    assert purity(labels, groups) == pytest.approx(0.75)
    assert class_entropy(labels, groups) == pytest.approx(1.006216, abs=5e-7)
    assert [entropy(row) for row in counts] == pytest.approx([0.921928, 0.991760, 1.485475], abs=5e-7)
    assert [purity(labels[groups == group], groups[groups == group]) for group in range(3)] == [0.8, 0.75, 0.5]


@pytest.mark.parametrize(
    ("groups", "within", "between"),
    [([0, 0, 0, 0], 10, 0), ([0, 0, 1, 1], 1, 9), ([0, 0, 0, 1], 14 / 3, 16 / 3), ([0, 1, 2, 3], 0, 10)],
)
def test_squares_within_and_between(groups, within, between):
    points = np.array([[1.0], [2.0], [4.0], [5.0]])
    assert sums_of_squares(points, groups) == pytest.approx((within, between))


@given(GROUPINGS)
def test_agreement_is_that_of_scikit_learn(pairs_of_labels):
    first, second = np.array(pairs_of_labels).T
    assert rand_index(first, second) == pytest.approx(metrics.rand_score(first, second))
    assert adjusted_rand(first, second) == pytest.approx(metrics.adjusted_rand_score(first, second))
    geometric = metrics.normalized_mutual_info_score(first, second, average_method="geometric")
    assert nmi(first, second) == pytest.approx(geometric, abs=1e-9)
    table = metrics.cluster.contingency_matrix(first, second)
    np.testing.assert_array_equal(contingency(first, second), table)
    assert purity(first, second) == pytest.approx(table.max(axis=0).sum() / len(first))
    matrix = metrics.cluster.pair_confusion_matrix(first, second) // 2
    found = pairs(first, second)
    assert [[found.neither, found.second], [found.first, found.both]] == matrix.tolist()
    for measure in (rand_index, adjusted_rand, jaccard, nmi):
        assert measure(first, second) == pytest.approx(measure(second, first))
        assert measure(first, first) == 1.0


@given(st.integers(0, 1000), st.integers(3, 40), st.integers(2, 5))
def test_silhouettes_are_those_of_scikit_learn(seed, count, most):
    random = np.random.default_rng(seed)
    points = random.integers(0, 5, (count, 2)).astype(float)  # many are equal
    groups = random.integers(0, most, count) * 7
    found = len(np.unique(groups))
    if not 1 < found < count:
        np.testing.assert_array_equal(silhouettes(points, groups), 0)
        return
    expected = metrics.silhouette_samples(points, groups)
    np.testing.assert_allclose(silhouettes(points, groups), expected, atol=1e-12)
    assert silhouette(points, groups) == pytest.approx(expected.mean(), abs=1e-12)
    means = [expected[groups == group].mean() for group in np.unique(groups)]
    assert macro_silhouette(points, groups) == pytest.approx(np.mean(means), abs=1e-12)


def test_silhouettes_of_more_points_than_a_block():
    random = np.random.default_rng(0)
    points, groups = random.normal(size=(2 * clusters.BLOCK + 3, 2)), random.integers(0, 3, 2 * clusters.BLOCK + 3)
    np.testing.assert_allclose(silhouettes(points, groups), metrics.silhouette_samples(points, groups), atol=1e-12)


def test_a_cluster_of_one_point_has_silhouette_0():
    points = np.array([[0.0, 0.0], [0.0, 1.0], [9.0, 0.0]])
    assert silhouettes(points, [0, 0, 1])[2] == 0.0
    assert silhouettes(points, [0, 0, 1])[0] == pytest.approx(8 / 9)


def test_one_point_and_none():
    for measure in (rand_index, adjusted_rand, jaccard, nmi):
        assert measure([3], [5]) == measure([], []) == 1.0
    assert (purity([3], [5]), class_entropy([3], [5])) == (1.0, 0.0)
    assert np.isnan([purity([], []), class_entropy([], []), silhouette(np.empty((0, 2)), [])]).all()
    assert np.isnan(macro_silhouette(np.empty((0, 2)), []))
    assert silhouette([[1.0, 2.0]], [0]) == 0.0
    assert sums_of_squares(np.empty((0, 2)), []) == (0.0, 0.0)


def test_groupings_of_other_points_are_refused():
    with pytest.raises(ValueError, match="same points; here are 2 and 3"):
        rand_index([0, 1], [0, 1, 1])
