"""Cross-validation: golden numbers, agreement with scikit-learn, and what is said where folds cannot be fitted."""

import numpy as np
import pytest
from sklearn.model_selection import PredefinedSplit, cross_val_score
from sklearn.tree import DecisionTreeClassifier

import mlexplorer as mlx
from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from mlexplorer.core.decision import Rule
from mlexplorer.core.study import Task
from mlexplorer.studies.folds import Folds


def last(study, task):
    return [result for result in study.run(task) if result is not None][-1]


@pytest.mark.parametrize(("k", "errors"), [(1, 0), (3, 0), (5, 0), (7, 0), (9, 10)])
def test_rugby_players_left_out_one_by_one(k, errors):
    found = mlx.study("folds", "knn", mlx.make("rugby"), folds=1000, k=k)
    assert found.errors.sum() == errors
    assert found.sizes.tolist() == [1] * 10


@pytest.mark.parametrize(("degree", "rms"), list(enumerate([0.941, 1.000, 1.124, 1.506, 2.760, 2.123])))
def test_ten_noisy_points_of_a_sine_left_out_one_by_one(degree, rms):
    found = mlx.study("folds", "polynomial", mlx.make("sine", places="listed"), folds=10, degree=degree)
    assert found.mean == pytest.approx(rms, abs=5e-4)


def test_errors_agree_with_scikit_learn_on_the_same_folds():
    data = mlx.make("moons", count=120, noise=0.3)
    found = mlx.study("folds", "tree", data, folds=6, depth=3, seed=4)
    tree = DecisionTreeClassifier(max_depth=3, random_state=0)
    scores = cross_val_score(tree, data.points, data.labels, cv=PredefinedSplit(found.fold.astype(int)))
    np.testing.assert_allclose(found.errors, 1 - scores, atol=1e-12)
    assert found.deviation == pytest.approx((1 - scores).std(ddof=1))


def test_repeats_deal_anew_and_every_point_is_judged_in_each():
    data = mlx.make("moons", count=40, noise=0.3)
    found = mlx.study("folds", "knn", data, folds=4, repeats=3)
    assert len(found.errors) == len(found.steps) == 12
    assert found.repeats == 3
    assert set(np.unique(found.misses * 3)) <= {0.0, 1.0, 2.0, 3.0}
    assert found.misses.mean() == pytest.approx(found.mean)
    assert found.point_values is found.fold


def test_each_fold_keeps_its_own_boundary():
    data = mlx.make("moons", count=40, noise=0.3)
    found = mlx.study("folds", "lda", data, folds=5)
    for number, step in enumerate(found.steps):
        left = data.part(found.fold == number)
        assert (step.predict(left.points) != left.labels).mean() == found.errors[number]
    assert len({step.weights.tobytes() for step in found.steps}) == 5


def test_held_out_and_unlabelled_points_take_no_part():
    labels = np.tile([0, 1, -1, 1], 10)
    data = Dataset(np.random.default_rng(0).normal(size=(40, 2)), labels, held_out=np.arange(40) >= 32)
    found = mlx.study("folds", "knn", data, folds=4)
    assert np.isnan(found.fold[(labels < 0) | data.held_out]).all()
    assert found.sizes.sum() == 24


def test_a_part_of_other_data_is_a_whole():
    data = mlx.make("moons", count=40).holding(np.arange(40) % 2 == 0)
    assert len(mlx.study("folds", "knn", data.training, folds=4).fold) == 20


def test_a_fold_without_a_second_class_is_told_and_left_out():
    data = Dataset([[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [3.0, 1.0]], [0, 0, 0, 1])
    found = mlx.study("folds", "lda", data, folds=4)
    assert np.isnan(found.errors).tolist() == [False, False, False, True]
    assert found.steps[3] is None
    assert "1 fold: Two classes are needed" in found.facts["Not fitted"]
    assert "missing in training" in found.facts["Unknown class"]


def test_a_class_that_training_lacks_counts_as_wrong():
    data = Dataset([[0.0, 0.0], [0.1, 0.0], [5.0, 5.0], [5.1, 5.0], [9.0, 0.0]], [0, 0, 1, 1, 2])
    found = mlx.study("folds", "knn", data, folds=5, k=1)
    assert found.errors.tolist() == [0, 0, 0, 0, 1]
    assert found.strangers == 1


def test_where_no_fold_can_be_fitted_the_reason_is_said():
    found = mlx.study("folds", "lda", Dataset([[0.0, 0.0], [1.0, 0.0]], [0, 1]), folds=2)
    assert np.isnan(found.mean)
    assert found.sentence.startswith("No fold could be fitted. Two classes are needed")
    assert found.numbers["mean"] is None


def test_one_point_is_refused():
    with pytest.raises(ValueError, match="at least two points"):
        mlx.study("folds", "kde", Dataset([[0.0, 0.0]], [0]))
    with pytest.raises(ValueError, match="learns from no points"):
        mlx.study("folds", "surface", mlx.make("moons"))


def test_rejected_points_are_neither_right_nor_wrong():
    data = mlx.make("moons", count=60, noise=0.3)
    task = Task(registry.model("logistic")(), data, rule=Rule(reject=0.9))
    found = last(Folds(folds=5), task)
    assert np.isnan(found.misses).any()
    assert found.mean < last(Folds(folds=5), Task(registry.model("logistic")(), data)).mean


def test_a_density_is_judged_by_its_likelihood():
    data = mlx.make("blobs", count=60)
    found = mlx.study("folds", "kde", data, folds=60, bandwidth=0.4)
    left_out = mlx.fit("kde", data, bandwidth=0.4).measures["left-out log-likelihood"]
    assert found.mean == pytest.approx(-left_out)


def test_many_points_are_sampled_and_the_work_is_told():
    data = Dataset(np.random.default_rng(0).normal(size=(100_000, 2)), np.arange(100_000) % 2)
    found = mlx.study("folds", "lda", data, folds=3)
    assert found.sizes.sum() == 2000
    assert found.facts["Work"] == "3 fits to a random sample of 2,000 of 100,000 points"
    assert Folds(points=1_000_000, folds=3).cost(Task(registry.model("lda")(), data)).points == 100_000


def test_equal_scores_everywhere_give_the_first_class():
    data = Dataset([[1.0, 2.0]] * 8, [0, 1] * 4)
    found = mlx.study("folds", "tree", data, folds=4)
    assert found.mean == pytest.approx(0.5)
    assert found.deviation == 0
    assert found.sentence.endswith("the same in every fold.")
