"""The notebook names of judging: what a step says under a rule, how good that is, and the measures themselves."""

import inspect

import numpy as np
import pytest
from sklearn import metrics

import mlexplorer as mlx


@pytest.fixture(scope="module")
def data():
    made = mlx.make("moons", count=80, noise=0.3, seed=1)
    return made.holding(np.arange(80) % 5 == 0)


@pytest.mark.parametrize(
    ("door", "parameters"),
    [
        ("judge", "step data on threshold costs reject"),
        ("decide", "step points threshold costs reject"),
        ("roc", "scores labels positive"),
        ("mcnemar", "both first second neither level"),
        ("rand_index", "first second"),
        ("adjusted_rand", "first second"),
        ("jaccard", "first second"),
        ("nmi", "first second"),
        ("purity", "labels clusters"),
        ("silhouette", "points clusters"),
    ],
)
def test_a_door_has_its_signature(door, parameters):
    assert list(inspect.signature(getattr(mlx, door)).parameters) == parameters.split()


def test_a_step_is_judged_on_the_test_points_if_there_are_any(data):
    step = mlx.fit("logistic", data)
    found = mlx.judge(step, data)
    assert found.count == 16
    assert found.accuracy == (step.predict(data.testing.points) == data.testing.labels).mean()
    chances = step.probabilities(data.testing.points)
    assert found.log_loss == pytest.approx(metrics.log_loss(data.testing.labels, chances))
    assert [mlx.judge(step, data, on=on).count for on in ("training", "test", "all")] == [64, 16, 80]
    assert mlx.judge(step, data.training).count == 64


def test_unlabelled_points_are_not_judged(data):
    some = data.relabelled(range(10), -1)
    step = mlx.fit("knn", some, k=3)
    assert mlx.judge(step, some, on="all").count == 70


def test_a_rule_moves_the_judgement(data):
    step = mlx.fit("logistic", data)
    chances = step.probabilities(data.points)
    eager = mlx.decide(step, data.points, threshold=0.2)
    np.testing.assert_array_equal(eager, chances[:, 1] > 0.2)
    np.testing.assert_array_equal(mlx.decide(step, data.points.tolist(), costs=[[0, 1], [4, 0]]), eager)
    doubting = mlx.decide(step, data.points, threshold=0.2, reject=0.7)
    np.testing.assert_array_equal(doubting, np.where(chances.max(axis=1) < 0.7, -1, eager))
    found = mlx.judge(step, data, on="all", threshold=0.2, reject=0.7)
    assert found.rejected.sum() == (doubting == -1).sum() > 0
    assert found.confusion.sum() + found.rejected.sum() == 80
    assert mlx.judge(step, data, threshold=0.0).recall[1] == 1.0


def test_one_place_and_none_are_decided_too(data):
    step = mlx.fit("logistic", data)
    assert mlx.decide(step, [0.0, 5.0]).tolist() == [0]
    assert mlx.decide(step, []).tolist() == []


def test_a_margin_has_a_threshold_but_no_probabilities(data):
    step = mlx.fit("svm", data, kernel="linear")
    np.testing.assert_array_equal(mlx.decide(step, data.points, threshold=0.5), step.discriminant(data.points) > 0.5)
    assert np.isnan(mlx.judge(step, data).log_loss)
    with pytest.raises(ValueError, match="need probabilities"):
        mlx.decide(step, data.points, reject=0.8)
    with pytest.raises(ValueError, match="need probabilities"):
        mlx.judge(step, data, costs=[[0, 1], [1, 0]])


def test_what_cannot_be_judged_is_refused(data):
    step = mlx.fit("logistic", data)
    with pytest.raises(ValueError, match="exclude each other"):
        mlx.judge(step, data, threshold=0.3, costs=[[0, 1], [1, 0]])
    with pytest.raises(ValueError, match="on must be one of training, test, all"):
        mlx.judge(step, data, on="folds")
    for model in ("kmeans", "gmm", "kde"):
        with pytest.raises(ValueError, match="says no classes"):
            mlx.judge(mlx.fit(model, data), data)


def test_a_class_missing_in_training_is_judged_all_the_same(data):
    more = data.added([[5.0, 5.0]], 2)
    more = more.holding(np.append(data.held_out, True))
    found = mlx.judge(mlx.fit("logistic", more), more)
    assert found.classes.tolist() == [0, 1, 2]
    assert found.recall[2] == 0
    assert np.isfinite(found.log_loss)


def test_a_curve_is_judged_by_its_residuals():
    data = mlx.make("stopping")
    held = data.holding(np.arange(len(data)) % 3 == 0)
    step = mlx.fit("polynomial", held, degree=2)
    found = mlx.judge(step, held)
    places, heights = held.points[held.held_out].T
    assert found.count == held.held_out.sum()
    assert found.rmse == pytest.approx(metrics.root_mean_squared_error(heights, step.curve(places)))
    assert mlx.judge(step, held, on="training").r_squared == pytest.approx(
        metrics.r2_score(held.points[~held.held_out, 1], step.curve(held.points[~held.held_out, 0]))
    )


def test_clusters_are_compared_with_classes():
    data = mlx.make("blobs", classes=3, spread=0.1, seed=0)
    step = mlx.fit("kmeans", data, k=3, restarts=10)
    groups = step.assignments
    assert mlx.purity(data.labels, groups) == mlx.rand_index(data.labels, groups) == mlx.nmi(data.labels, groups) == 1
    assert mlx.adjusted_rand(data.labels, groups) == mlx.jaccard(data.labels, groups) == 1
    assert mlx.silhouette(data.points, groups) == pytest.approx(metrics.silhouette_score(data.points, groups))
    assert mlx.mcnemar(60, 15, 5, 20).p == pytest.approx(0.04139, abs=5e-6)
