"""The decision stump: worked examples, brute force, scikit-learn, ties and both searches."""

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st
from sklearn.tree import DecisionTreeClassifier

import mlexplorer as mlx
from mlexplorer.algorithms.trees.splits import impurity
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid
from mlexplorer.core.notice import CannotFit
from tests.models.samples import RUGBY, uneven

EXTRACT = Dataset(
    [
        (98.79, 157.59),
        (93.64, 138.79),
        (42.89, 171.89),
        (87.91, 142.65),
        (97.92, 162.12),
        (47.63, 182.26),
        (92.72, 154.50),
    ],
    [1, 1, 0, 1, 1, 0, 1],
)
LOOK_ALIKE = np.array(
    [
        (-2.10, -0.32),
        (-1.73, -0.21),
        (-1.44, 0.41),
        (-1.17, -0.12),
        (-0.93, -0.61),
        (-0.71, 0.74),
        (-0.52, 1.08),
        (-0.28, 3.46),
        (-0.13, 1.69),
        (0.03, 0.14),
        (0.12, -0.05),
        (0.66, -0.29),
        (1.42, -0.51),
        (0.33, 0.13),
        (0.86, 0.54),
        (1.03, 0.06),
        (1.18, 0.37),
        (1.31, 0.25),
        (1.54, 0.73),
        (1.67, -0.88),
        (1.83, 0.45),
        (2.02, -2.20),
        (2.24, 0.98),
        (2.47, 0.98),
        (2.78, 0.70),
    ]
)
DS3 = Dataset(LOOK_ALIKE, [0] * 13 + [1] * 12)
DS4 = Dataset(np.c_[[6, 12, 18, 20.5, 23.2, 27.1, 33, 40, 46, 54, 60], np.zeros(11)], [1, 1, 0, 0, 0, 1, 1, 1, 1, 0, 0])
ONE_WAY = {"sides": "one", "feature": "x1"}


def costs_at(step, places):
    return step.landscape(step.search.data).values(np.asarray(places, float)[:, None])


def holds(curve, least, cost):
    """The intervals [from, to) on which a staircase has a cost, above a place."""
    places, costs = curve
    ends = [*places[1:], np.inf]
    found = [(a, b) for a, b, c in zip(places, ends, costs, strict=True) if c == cost and a >= least]
    joined = []
    for low, high in found:
        if joined and joined[-1][1] == low:
            joined[-1] = (joined[-1][0], high)
        else:
            joined.append((low, high))
    return joined


def test_comp61011_g1_stump_prediction():
    step, place = mlx.fit("stump", RUGBY, **ONE_WAY), np.array([[85.2, 160.3]])
    at = step.landscape(RUGBY).at
    assert at(np.array([70.0])).discriminant(place)[0] == pytest.approx(15.2)
    assert at(np.array([70.0])).predict(place) == [1]
    assert at(np.array([90.0])).predict(place) == [0]


def test_comp61011_g2_line_search():
    step = mlx.fit("stump", RUGBY, **ONE_WAY, search="line", step=1.0)
    assert step.threshold == pytest.approx(84.8)
    assert step.loss == 0
    visits = step.visits(0)
    assert visits[0] == 42.8
    np.testing.assert_allclose(visits[costs_at(step, visits) == 0], np.arange(63.8, 85, 1))
    places = np.array([42.8, 45.8, 47.8, 60.8, 63.8, 85.8, 88.8, 97.8])
    assert costs_at(step, places).tolist() == [4, 3, 2, 1, 0, 1, 2, 4]
    assert costs_at(step, [70, 90]).tolist() == [0, 2]


def test_comp61011_g2_direction_matters():
    step = mlx.fit("stump", RUGBY, sides="one", feature="x2", search="line", step=1.0)
    visits, costs = step.visits(1), costs_at(step, step.visits(1))
    assert costs.min() == 6
    np.testing.assert_allclose(visits[costs == 6], [*np.arange(138.8, 142), *np.arange(175.8, 182)])
    assert step.threshold == pytest.approx(181.8)  # the last of equal ones
    turned = mlx.fit("stump", RUGBY, feature="x2", search="line", step=1.0)
    costs = costs_at(turned, visits)
    assert turned.loss == 1
    np.testing.assert_allclose(visits[costs == 1], [157.8, 158.8, 159.8, 162.8, 163.8, 164.8])
    assert turned.labels == (1, 0)


def test_comp61011_ds1b_line_search():
    step = mlx.fit("stump", EXTRACT, **ONE_WAY, search="line", step=1.0)
    assert (step.threshold, step.loss) == (pytest.approx(87.89), 0)
    assert costs_at(step, step.visits(0))[step.visits(0) >= 47.8][0] == 0
    assert costs_at(step, [70, 90]).tolist() == [0, 1]


def test_comp61011_g8_ds3_stump_landscape():
    step = mlx.fit("stump", DS3, **ONE_WAY)
    assert step.loss == 2
    assert step.measures["error rate"] == 0.08
    assert holds(step.thresholds(0), -2, 2) == [(0.12, 0.33), (0.66, 0.86)]
    assert holds(step.thresholds(0), 0.2, 3)[0] == (0.33, 0.66)
    assert costs_at(step, [-2]).tolist() == [12]


@pytest.mark.parametrize(("length", "errors"), [(1.0, 3), (0.5, 3), (0.1, 2), (0.05, 2)])
def test_comp61011_g8_ds3_coarse_steps_jump_over_the_minimum(length, errors):
    step = mlx.fit("stump", DS3, **ONE_WAY, search="line", step=length)
    assert step.loss == errors
    assert (step.notice is not None) == (errors == 3)
    if step.notice:
        assert step.notice.remedy.changes == {"search": "exact"}


def test_comp61011_g13_ds4_stumps():
    forward = mlx.fit("stump", DS4, **ONE_WAY)
    assert forward.loss == 4
    assert holds(forward.thresholds(0), 6, 4) == [(23.2, 27.1)]
    both = mlx.fit("stump", DS4)
    assert (both.loss, both.threshold, both.labels) == (3, 50, (1, 0))
    assert forward.notice.remedy.changes == {"sides": "two"}


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
def test_dtu_g26_impurities_prefer_another_threshold(criterion):
    data = Dataset(np.c_[[1, 3, 1, 2, 1, 4, 2], np.zeros(7)], [2, 2, 2, 0, 0, 1, 0])
    assert mlx.fit("stump", data, criterion=criterion).threshold == 3.5
    assert mlx.fit("stump", data).threshold == 1.5  # a threefold tie of errors: the smallest


def test_uppsala_28_first_stump_of_four_equal_ones():
    red, blue = [(5, 4), (9, 3), (4, 9), (2, 10), (10, 7)], [(6, 8), (7, 5), (1, 1), (3, 2), (8, 6)]
    data = Dataset([*red, *blue], [1] * 5 + [0] * 5)
    step = mlx.fit("stump", data)
    assert (step.feature, step.threshold, step.loss, step.labels) == (0, 8.5, 3, (0, 1))
    assert holds(step.thresholds(1), 0, 3) == [(2, 3), (6, 7), (8, 9)]
    assert data.labels[step.predict(data.points) != data.labels].tolist() == [1, 1, 1]


def brute(data, criterion, fixed=False):
    """Every midpoint judged point by point: (cost, feature, threshold), in the order of preference among equals."""
    found = []
    for feature in (0, 1):
        values = np.unique(data.points[:, feature])
        for threshold in (values[1:] + values[:-1]) / 2:
            low = data.points[:, feature] <= threshold
            sides = [np.bincount(data.labels[side], minlength=9) for side in (low, ~low)]
            cost = sum(side.sum() * impurity(side, criterion) for side in sides)
            if fixed and criterion == "error":
                cost = np.sum(low != (data.labels == data.classes[0]))
            found.append((float(cost), feature, float(threshold)))
    least = min(found)[0]
    return next(item for item in found if item[0] <= least + 1e-9 * len(data))


@pytest.mark.parametrize("criterion", ["error", "gini", "entropy"])
@pytest.mark.parametrize("seed", range(12))
def test_the_stump_is_that_of_brute_force(criterion, seed):
    data = uneven(seed, (5, 12, 40, 100))
    step = mlx.fit("stump", data, criterion=criterion)
    assert (step.feature, step.threshold) == brute(data, criterion)[1:]
    assert step.loss == pytest.approx(brute(data, criterion)[0], abs=1e-9 * len(data))


@pytest.mark.parametrize("seed", range(12))
def test_one_way_labels_are_those_of_brute_force(seed):
    data = uneven(seed, (5, 12, 40, 100))
    data = data.part(np.isin(data.labels, data.classes[:2]))
    step = mlx.fit("stump", data, sides="one")
    assert (step.loss, step.feature, step.threshold) == brute(data, "error", fixed=True)
    assert (step.predict(data.points) != data.labels).sum() == step.loss


@pytest.mark.parametrize("seed", range(36))
def test_the_cost_is_that_of_scikit_learn(seed):
    data, criterion = uneven(100 + seed), ("gini", "entropy")[seed % 2]
    step = mlx.fit("stump", data, criterion=criterion)
    tree = DecisionTreeClassifier(max_depth=1, criterion=criterion, random_state=0).fit(data.points, data.labels).tree_
    wanted = (tree.impurity * tree.weighted_n_node_samples)[1:].sum()
    assert step.loss == pytest.approx(wanted, rel=1e-6, abs=1e-9)


@hypothesis.given(st.integers(0, 10**6), st.sampled_from(["exact", "line"]), st.sampled_from(["one", "two"]))
def test_loss_counts_what_predict_gets_wrong(seed, search, sides):
    random = np.random.default_rng(seed)
    data = Dataset(random.integers(0, 6, (30, 2)), random.permutation([0, 1, *random.integers(0, 2, 28)]))
    for step in mlx.trace("stump", data, search=search, sides=sides, step=0.5):
        assert (step.predict(data.points) != data.labels).sum() == step.loss == step.measures["errors"]
        at = step.landscape(data).at
        for place in random.integers(-1, 7, 4):
            hand = at(np.array([float(place)]))
            assert (hand.predict(data.points) != data.labels).sum() == hand.loss


@hypothesis.given(st.integers(0, 10**6), st.floats(0.05, 3))
def test_line_search_is_the_loop_of_the_course(seed, length):
    random = np.random.default_rng(seed)
    data = Dataset(np.round(random.normal(size=(25, 2)), 1), random.permutation([0, 1, *random.integers(0, 2, 23)]))
    values, best, least, number = data.points[:, 0], 0.0, 99999, 0
    while values.min() + number * length <= values.max() + 1e-9 * length:
        place = values.min() + number * length
        wrong = np.sum((values > place) != (data.labels == 1))
        if wrong <= least:
            best, least = place, wrong
        number += 1
    step = mlx.fit("stump", data, **ONE_WAY, search="line", step=length)
    assert (step.threshold, step.loss) == (best, least)
    assert len(step.visits(0)) == number


def test_line_search_shows_each_visit_and_the_best_so_far():
    steps = mlx.trace("stump", RUGBY, **ONE_WAY, search="line", step=10.0)
    assert [step.seen[1] for step in steps] == pytest.approx([42.8, 52.8, 62.8, 72.8, 82.8, 92.8])
    assert [step.threshold for step in steps] == pytest.approx([42.8, 52.8, 62.8, 72.8, 82.8, 82.8])
    assert [step.loss for step in steps] == [4, 2, 1, 0, 0, 0]
    assert "no better than 82.8" in steps[-1].note


def test_a_long_walk_is_thinned_and_keeps_its_best():
    data = Dataset(np.c_[np.r_[0:500.0], np.zeros(500)], np.arange(500) > 321)
    steps = mlx.trace("stump", data, feature="x1", search="line", step=0.1)
    assert len(steps) < 1100
    assert steps[-1].threshold == pytest.approx(321.9)
    assert steps[-1].loss == 0


def test_a_walk_that_is_too_long_is_refused_with_a_remedy():
    data = Dataset([[0, 0], [1e7, 0]], [0, 1])
    with pytest.raises(CannotFit, match="too many") as refusal:
        mlx.fit("stump", data, search="line", step=0.001)
    remedy = refusal.value.notice.remedy.changes
    assert mlx.fit("stump", data, search="line", **remedy).loss == 0


def test_a_point_on_the_threshold_is_left_also_when_the_labels_are_turned():
    data = Dataset([[0, 0], [1, 0], [2, 0]], [1, 1, 0])
    step = mlx.fit("stump", data).landscape(data).at(np.array([1.0]))
    assert step.labels == (1, 0)
    assert step.predict(data.points).tolist() == [1, 1, 0]
    assert step.loss == 0


def test_both_sides_may_say_the_same():
    data = Dataset([[0, 0], [1, 0], [2, 0], [3, 0]], [0, 1, 0, 0])
    step = mlx.fit("stump", data)
    assert step.labels == (0, 0)
    assert len(step.regions) == 1
    assert step.loss == 1
    assert set(step.predict(np.array([[-9.0, 0], [9, 0]]))) == {0}


def test_a_feature_without_a_threshold_is_passed_over():
    data = Dataset([[5, 0], [5, 1], [5, 2]], [0, 0, 1])
    step = mlx.fit("stump", data)
    assert (step.feature, step.threshold, step.loss) == (1, 1.5, 0)
    alone = mlx.fit("stump", data, feature="x1")
    assert (alone.loss, len(alone.tree)) == (1, 1)
    assert "no threshold" in alone.note


def test_more_than_two_classes_choose_their_sides():
    data = Dataset([[0, 0], [1, 0], [2, 0], [3, 0], [4, 0]], [4, 4, 7, 7, 2])
    step = mlx.fit("stump", data, sides="one")
    assert step.labels == (4, 7)
    assert step.notice.remedy.changes == {"sides": "two"}
    np.testing.assert_allclose(step.probabilities(np.array([[3.5, 0]])), [[1 / 3, 0, 2 / 3]])
    grid = Grid(-1, 5, 0, 1, 13, 3)
    np.testing.assert_array_equal(step.field(grid).reshape(-1, 3), step.scores(grid.points))
    other = mlx.fit("stump", Dataset(data.points[:, ::-1], data.labels))
    np.testing.assert_array_equal(other.field(grid).reshape(-1, 3), other.scores(grid.points))


def test_the_tree_of_a_stump():
    root, left, right = mlx.fit("stump", DS4, criterion="entropy").tree
    assert (root.feature, root.threshold, root.left, root.right) == (0, 50, 1, 2)
    assert root.gain == pytest.approx(0.242697, abs=5e-7)
    assert (left.counts, right.counts) == ((3, 6), (2, 0))
    assert left.box == (-np.inf, 50, -np.inf, np.inf)


@hypothesis.given(st.integers(0, 10**6))
def test_order_and_names_of_classes_do_not_matter(seed):
    data = uneven(seed)
    random = np.random.default_rng(seed)
    rows = random.permutation(len(data))
    step, mixed = mlx.fit("stump", data), mlx.fit("stump", Dataset(data.points[rows], data.labels[rows]))
    assert (step.feature, step.threshold, step.loss) == (mixed.feature, mixed.threshold, mixed.loss)
    renamed = mlx.fit("stump", Dataset(data.points, random.permutation(9)[data.labels]))
    assert (step.feature, step.threshold, step.loss) == (renamed.feature, renamed.threshold, renamed.loss)


def test_every_kind_of_step_is_told():
    first, second, third = mlx.trace("stump", RUGBY)
    assert first.note == "At first everything is Ballet: 5 errors on 10 points."
    assert second.note == "The best of 9 thresholds on weight (kg) is 74: no errors."
    assert "no better than weight (kg)" in third.note
    assert "none of 10 wrong" in third.note
    assert third.equation == r"f(\mathbf{x}) = x_1 - 74"
    assert third.working[0] == "weight (kg) ≤ 74: counts 5 : 0 → Ballet, 0 wrong"
