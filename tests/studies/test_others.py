"""Nested cross-validation, learning curves, maps and refits: what they say, on known data."""

from dataclasses import dataclass

import numpy as np
import pytest
from sklearn.model_selection import GridSearchCV, PredefinedSplit
from sklearn.tree import DecisionTreeClassifier

import mlexplorer as mlx
from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from mlexplorer.core.source import Source, count_param, given, seed_param, stream
from mlexplorer.core.study import Task
from mlexplorer.judging.folds import deal
from mlexplorer.studies.learning_curve import in_lots
from mlexplorer.studies.map import Map
from mlexplorer.studies.refits import Refits


def last(study, task):
    return [result for result in study.run(task) if result is not None][-1]


def test_a_choice_promises_more_than_it_keeps_where_labels_are_by_chance():
    data = mlx.make("random_labels", count=120)
    found = mlx.study("nested", "knn", data, folds=5, inner=4, tries="1,2,3,4,5,6,7,8,9,10,12,15,20,30")
    assert found.optimistic < 0.5
    assert found.mean > found.optimistic
    assert "took no part in the choice" in found.sentence


def test_each_outer_fold_makes_the_choice_of_a_grid_search():
    data = mlx.make("moons", count=90, noise=0.3)
    depths = [1, 2, 3, 6]
    found = mlx.study("nested", "tree", data, folds=3, inner=3, tries="1,2,3,6", seed=2)
    dealt = deal(data.ids, 3, 2, 0, data.labels)
    for fold in range(3):
        part, left = data.part(dealt != fold), data.part(dealt == fold)
        cv = PredefinedSplit(deal(part.ids, 3, 2, 0, part.labels))
        tree = DecisionTreeClassifier(random_state=0)
        search = GridSearchCV(tree, {"max_depth": depths}, cv=cv).fit(part.points, part.labels)
        assert found.chosen[fold] == search.best_params_["max_depth"]
        assert found.promised[fold] == pytest.approx(1 - search.best_score_)
        assert found.errors[fold] == pytest.approx(1 - search.score(left.points, left.labels))


def test_too_few_points_for_two_layers_of_folds_are_refused():
    with pytest.raises(ValueError, match="at least four points"):
        mlx.study("nested", "knn", Dataset([[0.0, 0.0]] * 3, [0, 1, 0]))


def test_the_curves_of_a_simple_model_meet():
    data = mlx.make("gaussians", count=400)
    found = mlx.study("learning_curve", "lda", data)
    assert found.unseen[0] > found.unseen[-1]
    assert abs(found.unseen[-1] - found.training[-1]) < 0.05
    assert found.sizes[-1] == 320
    whole = mlx.study("folds", "lda", data, folds=5)
    assert found.unseen[-1] == pytest.approx(whole.mean)


def test_one_neighbour_learns_its_own_points_by_heart():
    found = mlx.study("learning_curve", "knn", mlx.make("moons", count=100, noise=0.3), k=1)
    assert (found.training == 0).all()
    assert found.unseen[-1] > 0.02


def test_points_by_lot_keep_the_shares_of_the_classes():
    data = mlx.make("moons", count=60)
    order = in_lots(data, 3, True)
    assert sorted(order.ids.tolist()) == sorted(data.ids.tolist())
    for count in (4, 10, 31):
        assert abs(2 * order.labels[:count].sum() - count) <= 1
    assert not np.array_equal(order.ids, in_lots(data, 4, True).ids)


def test_held_out_points_have_a_curve_of_their_own():
    data = mlx.make("moons", count=80)
    held = data.holding(np.arange(80) % 4 == 0)
    found = mlx.study("learning_curve", "qda", held, sizes=4, folds=3)
    assert np.isfinite(found.test[-1])
    assert np.isnan(mlx.study("learning_curve", "qda", data, sizes=4, folds=3).test).all()


def test_a_map_is_a_grid_search():
    data = mlx.make("moons", count=80, noise=0.3)
    found = mlx.study("map", "tree", data, across="1,2,3,5", up="1,3,9", folds=4)
    cv = PredefinedSplit(deal(data.ids, 4, 0, 0, data.labels))
    grid = {"min_samples_leaf": [1, 3, 9], "max_depth": [1, 2, 3, 5]}
    search = GridSearchCV(DecisionTreeClassifier(random_state=0), grid, cv=cv).fit(data.points, data.labels)
    scores = search.cv_results_["mean_test_score"].reshape(4, 3).T
    assert found.first.name == "depth"
    assert found.second.name == "leaf"
    np.testing.assert_allclose(found.cross_validated, 1 - scores, atol=0.03)  # of equal splits either may be taken
    assert np.mean(np.isclose(found.cross_validated, 1 - scores)) > 0.8


def test_the_axes_of_a_map_can_be_swapped():
    data = mlx.make("moons", count=50, noise=0.3)
    one = mlx.study("map", "tree", data, first="depth", second="leaf", across="1,3", up="1,2,4", folds=3)
    other = mlx.study("map", "tree", data, first="leaf", second="depth", across="1,2,4", up="1,3", folds=3)
    np.testing.assert_array_equal(one.errors, other.errors.T)
    assert one.steps[2][1].measures == other.steps[1][2].measures


def test_cells_of_a_map_keep_their_boundary_and_fill_row_by_row():
    task = Task(registry.model("svm")(), mlx.make("moons", count=30))
    study = Map(across="0.1,1,10", up="0.5,2", folds=2)
    results = [result for result in study.run(task) if result is not None]
    assert np.isfinite(results[0].training).sum() == 3
    model = task.model.with_values({"cost": 10.0, "gamma": 0.5})
    alone = [step for step in model.fit(task.data) if step is not None][-1]
    np.testing.assert_allclose(
        results[-1].steps[0][2].scores(task.data.points), alone.scores(task.data.points), atol=1e-3
    )
    assert results[-1].present == (1, 1)


def test_a_map_needs_two_parameters():
    with pytest.raises(ValueError, match="needs two parameters"):
        mlx.study("map", "kmeans", mlx.make("blobs"))
    with pytest.raises(ValueError, match="needs two parameters"):
        mlx.study("map", "tree", mlx.make("moons"), first="depth", second="depth")


@pytest.mark.parametrize(
    ("degree", "bias", "variance"), [(1, 0.4337, 0.0457), (5, 0.0682, 0.1302), (7, 0.0052, 0.2209)]
)
def test_bias_and_variance_of_curves_through_a_noisy_sine(degree, bias, variance):
    data = mlx.make("sine", places="even", count=10, noise=0.5)
    found = mlx.study("refits", "polynomial", data, draws="fresh", count=400, degree=degree)
    assert found.parts[0] == pytest.approx([0.25, bias, variance], rel=0.12, abs=0.003)


@dataclass(frozen=True)
class Cubic(Source):
    """Ten points about 5 − 2x + x³ with noise of variance 1."""

    title = "Cubic"
    count: int = count_param(10)
    seed: int = seed_param()

    def make(self):
        random = stream(self.seed)
        places = random.random(self.count)
        return given(
            np.c_[places, self.curve(places) + random.normal(size=self.count)], np.zeros(self.count), ("x", "y")
        )

    def curve(self, places):
        return 5 - 2 * places + places**3


def test_the_penalty_that_trades_bias_for_variance():
    source = Cubic()
    model = registry.model("polynomial")(degree=4, constant="penalised")
    study = Refits(draws="fresh", count=2000, parameter="penalty", tries="0.001,0.04,0.16,0.7,10")
    found = last(study, Task(model, source.make(), source=source))
    expected = found.parts.sum(axis=1)
    assert int(expected.argmin()) == 2
    np.testing.assert_allclose(expected, [1.82, 1.35, 1.31, 1.44, 5.02], rtol=0.05)
    assert (np.diff(found.parts[:, 1]) > 0).all()
    assert (np.diff(found.parts[:, 2]) < 0).all()


def test_shares_are_those_of_the_refits_and_doubt_lies_at_the_boundary():
    data = mlx.make("moons", count=60, noise=0.3)
    found = mlx.study("refits", "lda", data, count=12, places=16)
    said = np.stack([step.predict(found.grid.points) for step in found.steps])
    np.testing.assert_allclose(found.shares[:, :, 1].ravel(), said.mean(axis=0))
    np.testing.assert_allclose(found.shares.sum(axis=2), 1)
    assert 0 < found.doubt.max() <= 0.5


def test_bootstrap_refits_are_judged_on_points_they_have_not_seen():
    data = mlx.make("moons", count=100, noise=0.3)
    found = mlx.study("refits", "knn", data, k=1, count=40)
    unseen = [data.part(~np.isin(data.ids, step.data.ids)) for step in found.steps]
    errors = [(step.predict(left.points) != left.labels).mean() for step, left in zip(found.steps, unseen, strict=True)]
    assert found.out_of_bag == pytest.approx(np.mean(errors))
    assert 0.3 < np.mean([len(left) for left in unseen]) / 100 < 0.43
    assert np.isnan(found.parts).all()
    assert found.truth is None


def test_the_error_of_classes_splits_into_three_parts():
    data = mlx.make("moons", count=100, noise=0.3)
    found = mlx.study("refits", "tree", data, draws="fresh", count=20, tries="1,2,4,8", depth=4)
    assert (found.parts[:, 0] == found.parts[0, 0]).all()
    assert found.parts[0, 1] > found.parts[-1, 1] - 0.01
    assert found.parts[0, 2] < found.parts[-1, 2]
    assert len(found.charts) == 2


def test_fresh_points_need_a_law_that_is_known():
    points = Dataset([[0.0, 0.0], [1.0, 1.0]] * 5, [0, 1] * 5)
    with pytest.raises(ValueError, match="no fresh ones can be drawn"):
        mlx.study("refits", "lda", points, draws="fresh")
    with pytest.raises(ValueError, match="say classes or draw a curve"):
        mlx.study("refits", "kmeans", points)
    with pytest.raises(ValueError, match="no points"):
        mlx.study("refits", "lda", Dataset(np.empty((0, 2)), []))
    task = Task(registry.model("lda")(), points, source=registry.source("moons")(), transforms=("standardise",))
    assert "switch off transforms" in Refits(draws="fresh").refusal(task)


def test_samples_that_cannot_be_fitted_are_counted():
    found = mlx.study("refits", "lda", Dataset([[0.0, 0.0], [1.0, 0.0], [3.0, 1.0]], [0, 0, 1]), count=20)
    assert 0 < found.failed < 20
    assert "Not fitted" in found.facts
