"""The decision tree: worked examples, scikit-learn, growth step by step, pruning, rectangles."""

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st
from sklearn.tree import DecisionTreeClassifier

import mlexplorer as mlx
from mlexplorer.algorithms.trees.splits import CRITERIA, gain_ratio, impurity
from mlexplorer.core.capabilities import HasDiscriminant
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid
from tests.models.samples import uneven

TEN = Dataset(
    [(9, 2), (1, 4), (4, 6), (4, 1), (1, 2), (1, 8), (6, 4), (7, 9), (9, 8), (9, 6)], [0] * 5 + [1] * 5
)  # blue, red
DS4 = Dataset(np.c_[[6, 12, 18, 20.5, 23.2, 27.1, 33, 40, 46, 54, 60], np.zeros(11)], [1, 1, 0, 0, 0, 1, 1, 1, 1, 0, 0])
XOR = Dataset([(-1, -1), (-1, 1), (1, -1), (1, 1)], [0, 1, 1, 0])


def splits(step):
    return [(node.feature, node.threshold) for node in step.tree if node.feature >= 0]


def wrong(step, data):
    return int((step.predict(data.points) != data.labels).sum())


@pytest.mark.parametrize("criterion", CRITERIA)
def test_comp61011_g13_ds4_greedy_tree_needs_three_levels(criterion):
    """Erratum E17: the balanced tree of the figure (25 first) is not what greedy growth finds."""
    found = [mlx.fit("tree", DS4, criterion=criterion, depth=depth) for depth in (1, 2, 3)]
    assert [wrong(step, DS4) for step in found] == [3, 2, 0]
    assert splits(found[0]) == [(0, 50)]
    assert splits(found[1]) == [(0, 50), (0, pytest.approx(25.15))]
    assert splits(found[2])[0] == (0, 50)


def test_comp61011_g13_ds4_entropy_tree_by_its_gains():
    step = mlx.fit("tree", DS4, criterion="entropy", depth=1)
    assert step.tree[0].impurity == pytest.approx(0.994030, abs=5e-7)
    assert step.tree[0].gain == pytest.approx(0.242697, abs=5e-7)


def test_uppsala_ex_4_3_second_step():
    steps = mlx.trace("tree", TEN, criterion="entropy")
    assert splits(steps[1]) == [(1, 3.0)]  # tied with 7.0: the smaller
    assert splits(steps[2]) == [(1, 3.0), (0, 5.0)]
    leaves = [node for node in steps[2].tree if node.feature < 0]
    assert [node.counts for node in leaves] == [(3, 0), (2, 1), (0, 4)]
    assert steps[0].loss * 10 * np.log(2) == pytest.approx(6.9315, abs=5e-5)
    assert steps[1].loss * 10 * np.log(2) == pytest.approx(4.1879, abs=5e-5)
    assert steps[2].loss * 10 * np.log(2) == pytest.approx(1.9095, abs=5e-5)


def test_uppsala_ex_4_2_prediction():
    step = mlx.trace("tree", TEN, criterion="entropy")[2]
    np.testing.assert_allclose(
        step.probabilities(np.array([(2.5, 3.5), (2, 2), (8, 5)])), [(2 / 3, 1 / 3), (1, 0), (0, 1)]
    )


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
def test_uppsala_4_2_3_three_splits_make_pure_leaves(criterion):
    steps = mlx.trace("tree", TEN, criterion=criterion)
    assert [step.measures["leaves"] for step in steps] == [1, 2, 3, 4]
    assert wrong(steps[-1], TEN) == 0


def test_cz4041_d5c_tree_without_ties():
    rows = [
        (0, 7, 1),
        (1, 9, 1),
        (3, 3, 0),
        (3, 9, 1),
        (4, 8, 1),
        (5, 9, 0),
        (7, 8, 0),
        (7, 9, 0),
        (8, 2, 1),
        (8, 7, 0),
    ]
    data = Dataset([row[:2] for row in rows], [row[2] for row in rows])
    step = mlx.fit("tree", data, criterion="entropy")
    root, left, right = step.tree[:3]
    assert (root.feature, root.threshold, root.counts) == (0, 4.5, (5, 5))
    assert root.gain == pytest.approx(0.278072, abs=5e-7)
    assert (left.feature, left.threshold, left.counts) == (1, 5, (1, 4))
    assert left.impurity == pytest.approx(0.721928, abs=5e-7)
    assert (right.feature, right.threshold, right.counts) == (1, 4.5, (4, 1))
    assert [node.counts for node in step.tree[3:]] == [(1, 0), (0, 4), (0, 1), (4, 0)]
    assert step.measures["depth"] == 2


@pytest.mark.parametrize("criterion", CRITERIA)
def test_cz4041_d5d_xor_is_split_although_nothing_is_gained(criterion):
    steps = mlx.trace("tree", XOR, criterion=criterion)
    assert [step.measures["errors"] for step in steps] == [2, 2, 1, 0]
    assert steps[-1].measures["leaves"] == 4
    assert steps[1].tree[0].gain == 0
    assert "for now" in steps[1].note


@pytest.mark.parametrize(("price", "leaves"), [(0.49, 4), (1.0, 1)])
def test_cz4041_d5d_xor_pruned_by_errors_and_leaves(price, leaves):
    """e + k·leaves: 2.5 against 2 at k = ½ keeps the tree, 3 against 4 at k = 1 prunes it."""
    step = mlx.fit("tree", XOR, criterion="error", pruning=price / 4)
    assert step.measures["leaves"] == leaves
    assert step.loss * 4 == pytest.approx(4 * price if leaves == 4 else 2 + price)


def test_dtu_g26_first_split():
    data = Dataset(np.c_[[1, 3, 1, 2, 1, 4, 2], np.zeros(7)], [2, 2, 2, 0, 0, 1, 0])
    assert splits(mlx.fit("tree", data, depth=1, criterion="error")) == [(0, 1.5)]
    assert splits(mlx.fit("tree", data, depth=1, criterion="gini")) == [(0, 3.5)]
    assert splits(mlx.fit("tree", data, depth=1, criterion="entropy")) == [(0, 3.5)]


def test_styles_g14_equal_places_cannot_be_told_apart():
    """Rows 1, 3, 4 of the shoe table have equal features: the leaf says the majority, 9 of 10 are right."""
    rows = ["FTF", "TFF", "FTT", "FTT", "TFF", "TTT", "FFF", "TTT", "TTT", "FFF"]  # afford, size → buy
    data = Dataset([(row[0] == "T", row[1] == "T") for row in rows], [row[2] == "T" for row in rows])
    step = mlx.fit("tree", data, criterion="entropy")
    assert wrong(step, data) == 1
    assert splits(step) == [(1, 0.5), (0, 0.5)]
    assert step.notice.sentence.endswith("1 error must remain.")


def offers(data, node, criterion, leaf):
    """Return the cost of every split a node could have, from its points alone."""
    left, right, bottom, top = node.box
    x, y = data.points.T
    inside = (left < x) & (x <= right) & (bottom < y) & (y <= top)
    labels, count = data.labels[inside], len(data.classes)
    columns = np.searchsorted(data.classes, labels)
    costs = []
    for values in data.points[inside].T:
        order = np.argsort(values)
        counts = np.cumsum(np.eye(count)[columns[order]], axis=0)
        gaps = np.flatnonzero(np.diff(values[order]) > 0)
        gaps = gaps[(gaps + 1 >= leaf) & (len(labels) - gaps - 1 >= leaf)]
        sides = counts[gaps], counts[-1] - counts[gaps]
        costs.extend(sum(side.sum(axis=1) * impurity(side, criterion) for side in sides))
    return np.sort(costs)


def has_tie(data, step, criterion, leaf):
    return any(
        np.sum(costs <= costs[0] + 1e-7 * sum(node.counts)) > 1
        for node in step.tree
        if node.feature >= 0
        for costs in [offers(data, node, criterion, leaf)]
    )


@pytest.mark.parametrize("seed", range(34))
def test_every_split_has_the_best_gain_of_its_node(seed):
    data, criterion, leaf = uneven(seed), CRITERIA[seed % 3], 1 + seed % 2
    step = mlx.fit("tree", data, criterion=criterion, depth=30, leaf=leaf)
    for node in step.tree:
        costs = offers(data, node, criterion, leaf)
        if node.feature >= 0:
            before = sum(node.counts) * impurity(node.counts, criterion)
            assert before - sum(node.counts) * node.gain == pytest.approx(costs[0], abs=1e-8 * sum(node.counts))
        else:
            assert node.impurity == 0 or not len(costs) or node.depth == 30


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
def test_the_cost_is_that_of_scikit_learn_where_there_is_no_tie(criterion):
    compared = 0
    for seed in range(60):
        data = uneven(1000 + seed)
        depth, leaf = 1 + seed % 5, 1 + seed % 3
        step = mlx.fit("tree", data, criterion=criterion, depth=depth, leaf=leaf)
        if has_tie(data, step, criterion, leaf):
            continue
        other = DecisionTreeClassifier(criterion=criterion, max_depth=depth, min_samples_leaf=leaf, random_state=0)
        tree = other.fit(data.points, data.labels).tree_
        leaves = tree.children_left < 0
        wanted = (tree.impurity * tree.weighted_n_node_samples)[leaves].sum() / len(data)
        assert step.loss == pytest.approx(wanted, abs=1e-9)
        assert step.measures["leaves"] == leaves.sum()
        np.testing.assert_allclose(step.probabilities(data.points), other.predict_proba(data.points), atol=1e-12)
        compared += 1
    assert compared >= 30


def test_pruning_is_that_of_scikit_learn_where_there_is_no_tie():
    compared = 0
    for seed in range(40):
        data = uneven(2000 + seed)
        whole = mlx.fit("tree", data, depth=3)
        if has_tie(data, whole, "gini", 1):
            continue
        other = DecisionTreeClassifier(max_depth=3, random_state=0)
        path = other.cost_complexity_pruning_path(data.points, data.labels)
        prices = path.ccp_alphas[np.r_[True, np.diff(path.ccp_alphas) > 1e-9]]
        np.testing.assert_allclose(whole.pruning_path.prices, prices, atol=1e-9)
        for price in (prices[1:] + prices[:-1]) / 2:
            other = DecisionTreeClassifier(max_depth=3, ccp_alpha=price, random_state=0).fit(data.points, data.labels)
            step = mlx.fit("tree", data, depth=3, pruning=float(price))
            np.testing.assert_allclose(step.probabilities(data.points), other.predict_proba(data.points), atol=1e-12)
            compared += 1
    assert compared >= 30


@hypothesis.given(st.integers(0, 10**6), st.floats(0, 0.3))
def test_growing_lowers_the_impurity_and_pruning_the_objective(seed, price):
    data = uneven(seed)
    steps = mlx.trace("tree", data, pruning=price)
    grown, cut = [step for step in steps if not step.phase], [step for step in steps if step.phase == "prune"]
    impurities = [step.measures["impurity"] for step in grown]
    assert (np.diff(impurities) <= 1e-12).all()
    assert (np.diff([step.loss for step in [grown[-1], *cut]]) <= 1e-9).all()
    assert [step.measures["leaves"] for step in grown] == list(range(1, len(grown) + 1))
    for step in steps[:: max(1, len(steps) // 5)]:
        assert step.measures["errors"] == wrong(step, data)
        leaves = [node for node in step.tree if node.feature < 0]
        parts = [sum(node.counts) / len(data) * impurity(node.counts, "gini") for node in leaves]
        assert step.loss == pytest.approx(sum(parts) + price * len(leaves))


@hypothesis.given(st.integers(0, 10**6))
def test_field_regions_nodes_and_scores_agree(seed):
    data = uneven(seed)
    steps = mlx.trace("tree", data, depth=5)
    left, bottom = data.points.min(axis=0) - 1
    right, top = data.points.max(axis=0) + 1
    grid = Grid(left, right, bottom, top, 23, 17)
    for step in {0: steps[0], 1: steps[len(steps) // 2], 2: steps[-1]}.values():
        scores = step.scores(grid.points)
        np.testing.assert_array_equal(step.field(grid).reshape(scores.shape), scores)
        if isinstance(step, HasDiscriminant):
            np.testing.assert_array_equal(step.discriminant_field(grid).ravel(), step.discriminant(grid.points))
        leaves = [node for node in step.tree if node.feature < 0]
        assert len(leaves) == len(step.regions)
        for (x, y), label in zip(grid.points[::7], step.predict(grid.points[::7]), strict=True):
            (node,) = [item for item in leaves if item.box[0] < x <= item.box[1] and item.box[2] < y <= item.box[3]]
            assert node.label == label


@hypothesis.given(st.integers(0, 10**6))
def test_order_of_points_names_of_classes_and_copies_do_not_matter(seed):
    data = uneven(seed)
    random = np.random.default_rng(seed)
    rows = random.permutation(len(data))
    wanted = splits(mlx.fit("tree", data))
    assert splits(mlx.fit("tree", Dataset(data.points[rows], data.labels[rows]))) == wanted
    assert splits(mlx.fit("tree", Dataset(data.points, random.permutation(9)[data.labels]))) == wanted
    assert splits(mlx.fit("tree", Dataset(np.repeat(data.points, 2, axis=0), np.repeat(data.labels, 2)))) == wanted


@hypothesis.given(st.integers(0, 10**6))
def test_stretching_an_axis_stretches_the_thresholds(seed):
    data = uneven(seed)
    step, other = mlx.fit("tree", data), mlx.fit("tree", Dataset(data.points * [4, 0.5], data.labels))
    assert splits(other) == [(feature, threshold * (4, 0.5)[feature]) for feature, threshold in splits(step)]


def test_a_step_does_not_know_what_comes_after_it():
    data = uneven(3)
    steps = mlx.trace("tree", data, depth=4)
    short = mlx.trace("tree", data, depth=1)
    np.testing.assert_array_equal(steps[1].scores(data.points), short[1].scores(data.points))
    assert steps[1].tree == short[1].tree


def test_a_price_that_leaves_nothing_is_said():
    step = mlx.fit("tree", TEN, pruning=1.0)
    assert len(step.tree) == 1
    assert "whole plane" in step.notice.sentence
    assert len(mlx.fit("tree", TEN, **step.notice.remedy.changes).tree) > 1


def test_every_kind_of_step_is_told():
    first, second, *_ = steps = mlx.trace("tree", TEN, criterion="entropy", pruning=0.3)
    assert first.note == "One leaf holds 10 points: everything is Class 0."
    assert second.note == "Split 1, x₂ ≤ 3, divides 10 points into 3 and 7; the entropy falls from 1 to 0.604."
    assert second.working[-1] == "n·gain = 3.96: no other leaf offers more"
    cut = next(step for step in steps if step.phase)
    assert cut.note == (
        "Cut 1: the branch below x₂ ≤ 7 saves 0.275 for each leaf, not more than the price 0.3; 3 leaves left. "
        "The tree is done: 3 leaves, 1 of 10 points wrong."
    )
    assert cut.equation == r"R(T) = \sum_{m=1}^{3} \frac{n_m}{n} Q_m + 0.3 \cdot 3 = 1.18"


def test_reasons_follow_the_path():
    (reason,) = mlx.trace("tree", TEN, criterion="entropy")[2].reasons(np.array([2.5, 3.5]))
    assert [term.label for term in reason.terms] == ["10 points together", "x₂ = 3.5 > 3", "x₁ = 2.5 ≤ 5"]
    assert reason.total == pytest.approx(-1 / 3)
    many = mlx.fit("tree", Dataset([[0, 0], [1, 0], [2, 0]], [3, 5, 8])).reasons(np.array([2.0, 0.0]))
    assert [round(item.total, 9) for item in many] == [0, 0, 1]


XOR = Dataset([(-1, -1), (1, 1), (-1, 1), (1, -1)], [0, 0, 1, 1])


def test_cz4041_d5d_stops_where_nothing_is_gained():
    for criterion in ("gini", "entropy", "gain_ratio"):
        stopped = mlx.fit("tree", XOR, stop="gain", criterion=criterion)
        assert (len(stopped.leaves), stopped.measures["errors"]) == (1, 2)
        whole = mlx.fit("tree", XOR, criterion=criterion)
        assert (len(whole.leaves), whole.measures["errors"]) == (4, 0)


@pytest.mark.parametrize(("price", "leaves"), [(0.5, 4), (0.66, 4), (0.67, 1), (1.0, 1)])
@pytest.mark.parametrize("criterion", ["gini", "entropy"])
def test_cz4041_d5d_pruning_in_errors_flips_at_two_thirds(criterion, price, leaves):
    step = mlx.fit("tree", XOR, pruning=price, priced="errors", criterion=criterion)
    assert len(step.leaves) == leaves
    assert step.loss == pytest.approx((2 if leaves == 1 else 0) + price * leaves)


def test_cz4041_d6b_ten_and_a_half_errors_against_eleven():
    groups = [(8, 4), (3, 4), (4, 1), (5, 1)]
    labels = np.concatenate([np.repeat([0, 1], counts) for counts in groups])
    places = np.repeat([(0, 0), (0, 2), (2, 0), (2, 2)], [sum(counts) for counts in groups], axis=0)
    whole = mlx.trace("tree", Dataset(places, labels), depth=2, priced="errors", pruning=0.0)[-1]
    assert sorted(node.counts for node in whole.tree if node.feature < 0) == sorted(map(tuple, map(np.double, groups)))
    assert whole.measures["errors"] + 0.5 * 4 == 11
    pruned = mlx.fit("tree", Dataset(places, labels), depth=2, priced="errors", pruning=0.5)
    assert pruned.loss == 10.5


def test_cz4041_d5b_gain_ratio_of_a_threshold():
    data = Dataset(np.c_[[60, 70, 75, 85, 90, 95, 100, 120, 125, 220], np.zeros(10)], [0, 0, 0, 1, 1, 1, 0, 0, 0, 0])
    step = mlx.fit("tree", data, criterion="gain_ratio", depth=1)
    assert step.tree[0].threshold == 97.5
    assert step.tree[0].gain == pytest.approx(0.281291, abs=1e-6)
    assert any("0.29" in line for line in step.working if "ratio" in line)


@pytest.mark.parametrize("seed", range(8))
def test_the_gain_ratio_is_the_best_of_all_thresholds(seed):
    random = np.random.default_rng(seed)
    data = Dataset(random.integers(0, 6, (30, 2)), random.integers(0, 3, 30))
    root = mlx.fit("tree", data, criterion="gain_ratio", depth=1).tree[0]

    def ratio(feature, threshold):
        low = data.points[:, feature] <= threshold
        return gain_ratio([np.bincount(data.labels[side], minlength=3) for side in (low, ~low)])

    best = max(ratio(feature, place + 0.5) for feature in (0, 1) for place in np.unique(data.points[:, feature])[:-1])
    assert ratio(root.feature, root.threshold) == pytest.approx(best)


@pytest.mark.parametrize("seed", range(6))
def test_stopping_keeps_every_split_that_gains_and_no_other(seed):
    random = np.random.default_rng(seed)
    data = Dataset(random.integers(0, 5, (40, 2)), random.integers(0, 2, 40))
    step = mlx.fit("tree", data, criterion="error", depth=20, stop="gain")
    assert all(node.gain > 0 for node in step.tree if node.feature >= 0)
    counts = np.array([node.counts for node in step.tree if node.feature < 0])
    assert counts.sum() == 40
    np.testing.assert_array_equal(np.bincount(step.plan.grown.homes)[step.leaves], counts.sum(axis=1))


def test_errors_of_leaves_that_may_not_be_split_are_not_said_to_remain():
    data = mlx.make("moons", count=100, noise=0.6)
    step = mlx.fit("tree", data, depth=12, leaf=5)
    assert step.measures["errors"] > 0
    assert step.notice is None
