"""Forests and bagging: worked numbers, single trees, brute force, scikit-learn, votes, and points left out."""

import numpy as np
import pytest
from sklearn.ensemble import BaggingClassifier
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import mlexplorer as mlx
from mlexplorer.algorithms.ensembles.bags import (
    correlation_of,
    distinct_share,
    draw_bags,
    mean_variance,
    multiplicities,
)
from mlexplorer.algorithms.ensembles.forest_growth import TreeShape, growing_forest
from mlexplorer.algorithms.trees.growing import grow
from mlexplorer.algorithms.trees.splits import ClassWeights, Sorted
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid

ROUGH = [  # lattices full of ties, many classes, equal points
    mlx.make("moons", count=120, noise=0.3),
    Dataset(np.random.default_rng(1).integers(0, 5, (90, 2)), np.random.default_rng(2).integers(0, 4, 90)),
    Dataset(np.repeat([[0.0, 0.0], [1.0, 1.0]], 5, axis=0), [0, 1, 2, 0, 1] * 2),
    Dataset(np.c_[np.zeros(20), np.arange(20)], np.arange(20) // 3 % 2),
]


def grown(data, bags, *shape):
    work = growing_forest(Sorted.of(data.points), ClassWeights.of(data.labels, data.classes), bags, TreeShape(*shape))
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value


def test_uppsala_3a_11_the_given_draw():
    rows = np.array([2, 10, 10, 5, 9, 2, 5, 10, 8, 10]) - 1
    assert multiplicities(rows, 10).tolist() == [0, 2, 0, 0, 2, 0, 0, 1, 1, 4]


def test_zurich_d33_and_styles_g18_laws_of_samples_and_means():
    assert distinct_share(10, 10) == pytest.approx(0.651322, abs=5e-7)
    assert mean_variance(0.5, 10) == pytest.approx(0.55)
    bags = draw_bags(2000, 10, 10, replace=True, seed=3)
    assert (bags > 0).mean() == pytest.approx(0.651322, abs=0.005)
    assert (bags.sum(axis=1) == 10).all()


def test_samples_without_replacement_and_more_members():
    bags = draw_bags(6, 20, 12, replace=False, seed=1)
    assert bags.max() == 1
    assert (bags.sum(axis=1) == 12).all()
    for replace in (True, False):
        np.testing.assert_array_equal(draw_bags(9, 20, 12, replace, 1)[:6], draw_bags(6, 20, 12, replace, 1))


def test_correlation_of_members():
    assert correlation_of(np.array([[0, 1, 0, 1], [0, 1, 0, 1]])) == pytest.approx(1)
    assert correlation_of(np.array([[0, 1, 0, 1], [1, 0, 1, 0]])) == pytest.approx(-1)
    assert correlation_of(np.array([[0, 0], [0, 1]])) is None


@pytest.mark.parametrize("data", ROUGH)
@pytest.mark.parametrize("depth", [1, 3, 30])
def test_one_member_of_all_points_is_the_tree(data, depth):
    grid = Grid(-2, 6, -2, 21, 23, 19)
    tree = mlx.fit("tree", data, depth=depth)
    forest = mlx.fit("forest", data, members=1, depth=depth, features=2, replace=False)
    np.testing.assert_array_equal(forest.predict(grid.points), tree.predict(grid.points))
    assert forest.member_tree == tree.tree


@pytest.mark.parametrize("data", ROUGH)
def test_trees_of_samples_are_those_that_grow_alone_with_weights(data):
    bags = draw_bags(7, len(data), len(data), replace=True, seed=5)
    grove, classes = grown(data, bags, 4), ClassWeights.of(data.labels, data.classes)
    for number, bag in enumerate(bags):
        rows = grove.tree(number)
        inside = np.flatnonzero(bag)
        part = ClassWeights(classes.columns[inside], classes.count, bag[inside].astype(float))
        alone = grow(Sorted.of(data.points[inside]), part, "gini", 4)
        np.testing.assert_array_equal(grove.feature[rows], alone.feature)
        np.testing.assert_array_equal(grove.threshold[rows], alone.threshold)
        np.testing.assert_array_equal(grove.boxes[rows], alone.boxes)
        np.testing.assert_array_equal(grove.values[rows], alone.counts)
        np.testing.assert_array_equal(np.where(alone.left < 0, -1, alone.left + rows.start), grove.left[rows])


@pytest.mark.parametrize("data", ROUGH)
def test_every_split_is_the_best_of_the_feature_it_drew(data):
    bags = draw_bags(5, len(data), len(data), replace=True, seed=2)
    grove, columns = grown(data, bags, 30, 1, 4), np.searchsorted(data.classes, data.labels)
    assert len(set(grove.feature[grove.feature >= 0].tolist())) == (2 if np.ptp(data.points, axis=0).all() else 1)
    for number, bag in enumerate(bags):
        for node in range(*grove.tree(number).indices(len(grove.feature))):
            left, right, bottom, top = grove.boxes[node]
            x, y = data.points.T
            inside = (bag > 0) & (x > left) & (x <= right) & (y > bottom) & (y <= top)
            own = Split(data.points[inside], columns[inside], bag[inside])
            np.testing.assert_array_equal(np.bincount(own.columns, own.bag, len(data.classes)), grove.values[node])
            if grove.feature[node] < 0:
                assert len(set(own.columns)) == 1 or not np.ptp(own.points, axis=0).any()
            else:
                feature = int(grove.feature[node])
                assert own.cost(feature, grove.threshold[node]) <= own.least(feature) + 1e-9


class Split:
    """The points of a node, judged one threshold at a time."""

    def __init__(self, points, columns, bag):
        self.points, self.columns, self.bag = points, columns, bag

    def cost(self, feature, threshold):
        low = self.points[:, feature] <= threshold
        parts = [np.bincount(self.columns[side], self.bag[side]) for side in (low, ~low)]
        return sum(part.sum() - (part**2).sum() / part.sum() for part in parts)

    def least(self, feature):
        values = np.unique(self.points[:, feature])
        return min(self.cost(feature, threshold) for threshold in (values[1:] + values[:-1]) / 2)


def test_a_tree_does_not_depend_on_its_neighbours():
    data = mlx.make("moons", count=300, noise=0.3)
    bags = draw_bags(120, 300, 300, replace=True, seed=0)  # several batches
    many, few = grown(data, bags, 6, 1, 3), grown(data, bags[:2], 6, 1, 3)
    np.testing.assert_array_equal(many.feature[: many.roots[2]], few.feature)
    np.testing.assert_array_equal(many.threshold[: many.roots[2]], few.threshold)
    first, more = mlx.trace("forest", data, members=3)[3], mlx.trace("forest", data, members=9)[3]
    np.testing.assert_array_equal(first.scores(data.points), more.scores(data.points))


def test_votes_are_those_of_scikit_learns_trees():
    """The same samples as weights of DecisionTreeClassifier, whose votes are counted one by one."""
    compared = 0
    for seed in range(6):
        data = mlx.make("moons", count=150, noise=0.25, seed=seed)
        points = data.points.astype(np.float32).astype(float)
        step = mlx.fit("forest", Dataset(points, data.labels), members=9, depth=3, features=2, seed=seed)
        places = points + 0.05
        votes = np.zeros((len(points), 2))
        for bag in step.plan.bags:
            other = DecisionTreeClassifier(max_depth=3, random_state=0).fit(points, data.labels, sample_weight=bag)
            votes[np.arange(len(points)), other.predict(places)] += 1
        compared += np.mean(np.abs(votes / 9 - step.scores(places)).max(axis=1) < 1e-12)
    assert compared / 6 > 0.98  # equally good splits are decided otherwise


def test_the_vote_of_bagged_neighbours_is_that_of_scikit_learn():
    data = mlx.make("moons", count=80, noise=0.3, seed=2)
    step = mlx.fit("forest", data, members=7, base="knn", share=0.5, replace=False)
    said = [
        KNeighborsClassifier(5).fit(data.points[rows], data.labels[rows]).predict(data.points) for rows in step.samples
    ]
    np.testing.assert_allclose(step.scores(data.points)[:, 1], np.mean(said, axis=0))


def test_out_of_bag_errors_count_only_members_that_never_saw_a_point():
    data = mlx.make("moons", count=100, noise=0.35, seed=4)
    steps = mlx.trace("forest", data, members=12, depth=3)
    for step in steps[1:]:
        wrong = judged = 0
        for row in range(len(data)):
            voters = [k for k in range(step.members) if step.plan.bags[k, row] == 0]
            if voters:
                votes = np.bincount(step.plan.said[voters, row], minlength=2)
                judged += 1
                wrong += int(votes.argmax() != data.labels[row])
        assert step.measures.get("out-of-bag error", 0) == pytest.approx(wrong / judged)
        assert step.measures["errors"] == (step.predict(data.points) != data.labels).sum()
    other = BaggingClassifier(DecisionTreeClassifier(max_depth=3), 200, oob_score=True, random_state=0)
    with_many = mlx.fit("forest", data, members=200, depth=3, features=2)
    assert with_many.measures["out-of-bag error"] == pytest.approx(
        1 - other.fit(data.points, data.labels).oob_score_, abs=0.06
    )


def test_a_tie_goes_to_the_lower_class():
    data = Dataset([[0, 0], [1, 0], [2, 0], [3, 0]], [0, 0, 1, 1])
    step = next(
        step
        for seed in range(40)
        for step in [mlx.fit("forest", data, members=2, base="stump", seed=seed)]
        if (step.scores(data.points) == 0.5).any()
    )
    tied = (step.scores(data.points) == 0.5).all(axis=1)
    assert (step.predict(data.points)[tied] == 0).all()


def test_samples_of_one_class_say_that_class():
    data = Dataset([[0, 0], [1, 0], [2, 0]], [3, 5, 5])
    for base in ("tree", "logistic", "perceptron", "knn"):
        step = mlx.fit("forest", data, members=20, base=base, share=0.05)
        assert step.plan.bags.sum(axis=1).tolist() == [1] * 20
        share = np.mean([data.labels[rows[0]] == 5 for rows in step.samples])
        np.testing.assert_allclose(step.probabilities(np.array([[9.0, 9.0]]))[0, 1], share)


def test_points_left_out_weigh_nothing():
    data = mlx.make("moons", count=50)
    start, first = mlx.trace("forest", data, members=1)
    np.testing.assert_allclose(start.point_weights, 1 / 50)
    np.testing.assert_array_equal(first.point_weights * 50, first.plan.bags[0])
    assert (first.point_weights == 0).any()
    wrong, out = first.plan.own_error(0)
    assert first.ballots[0].error == wrong / out


def test_no_points_ask_nothing():
    step = mlx.fit("forest", mlx.make("moons", count=30), members=3)
    assert step.scores(np.empty((0, 2))).shape == (0, 2)


def test_what_is_told():
    data = mlx.make("tree_points")
    start, first, *_ = mlx.trace("forest", data, members=3, seed=1)
    assert start.note == "Each member will learn from 10 of 10 points, drawn with replacement; nobody votes yet."
    assert first.note.startswith("Member 1, a tree of ")
    assert first.working[0] == "a sample holds 1 − (1 − 1/10)^10 = 0.651 of the points on average"
    whole = mlx.fit("forest", data, replace=False)
    assert whole.notice.remedy.changes == {"replace": True}
    assert "out-of-bag error" not in whole.measures


def test_a_member_alone_knows_the_parents_of_its_nodes():
    data = mlx.make("moons", count=60)
    step = mlx.fit("forest", data, members=3)
    for number in range(3):
        grown = step.committee.grown(number, data.points)
        inner = np.flatnonzero(grown.feature >= 0)
        assert grown.parent[0] == -1
        np.testing.assert_array_equal(grown.parent[grown.left[inner]], inner)
        np.testing.assert_array_equal(grown.parent[grown.left[inner] + 1], inner)
