"""Complexity curves: golden numbers, agreement with scikit-learn, choices and verdicts."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.model_selection import PredefinedSplit, validation_curve
from sklearn.neighbors import KNeighborsClassifier

import mlexplorer as mlx
from mlexplorer.core import registry
from mlexplorer.core.capabilities import HasCurve
from mlexplorer.core.data import Dataset
from mlexplorer.core.holdout import Holdout
from mlexplorer.core.study import Task, nearest_fit
from mlexplorer.judging.folds import deal
from mlexplorer.studies.curve import Curve


def noisy_moons():
    return Holdout(share=0.3).applied(mlx.make("moons", count=200, noise=0.3))


def test_the_depth_of_a_tree_on_noisy_moons():
    data = noisy_moons()
    found = mlx.study("curve", "tree", data, tries="1,2,4,8")
    assert (found.training * len(data.training)).round(9).tolist() == [21, 9, 7, 0]
    assert (found.test * len(data.testing)).round(9).tolist() == [10, 6, 7, 8]


def test_the_degree_of_a_curve_through_ten_points_of_a_sine():
    places = np.linspace(-1, 1, 10)
    data = Dataset(np.c_[places, np.sin(2 * np.pi * places)], np.zeros(10, int))
    found = mlx.study("curve", "polynomial", data, tries="0:9:10", folds=0)
    golden = [0.67082, 0.64431, 0.64431, 0.64150, 0.64150, 0.20596, 0.20596, 0.01376, 0.01376, 0]
    np.testing.assert_allclose(found.training, golden, atol=6e-6)
    assert found.least is None
    assert "only the training error is known" in found.sentence


def test_training_and_left_out_errors_of_ten_noisy_points():
    found = mlx.study("curve", "polynomial", mlx.make("sine", places="listed"), tries="0,1,2,3,4,5,9", folds=10)
    assert found.training[0] == pytest.approx(0.8468, abs=5e-5)
    assert found.training[-1] == pytest.approx(0.0, abs=1e-9)
    np.testing.assert_allclose(found.cross_validated[:6], [0.941, 1.000, 1.124, 1.506, 2.760, 2.123], atol=5e-4)
    assert found.knob.values[found.least] == 0


def test_a_ridge_is_nearest_to_the_sine_at_a_thousandth():
    source = registry.source("sine")(places="listed")
    found = mlx.study("curve", "polynomial", source.make(), degree=9, parameter="penalty", tries="1e-5:1:6", folds=0)
    places = np.linspace(-1, 1, 201)
    away = [np.sqrt(np.mean((step.curve(places) - source.curve(places)) ** 2)) for step in found.steps]
    assert found.knob.values[int(np.argmin(away))] == 0.001


def test_errors_agree_with_scikit_learn_on_the_same_folds():
    data = mlx.make("moons", count=100, noise=0.3)
    ks = [1, 2, 3, 5, 10, 40]
    found = mlx.study("curve", "knn", data, tries="1,2,3,5,10,40", folds=5, seed=3)
    cv = PredefinedSplit(deal(data.ids, 5, 3, 0, data.labels))
    odd = [0, 2, 3]  # ties are decided otherwise
    model = KNeighborsClassifier()
    _, scores = validation_curve(model, data.points, data.labels, param_name="n_neighbors", param_range=ks, cv=cv)
    np.testing.assert_allclose(found.cross_validated[odd], 1 - scores.mean(axis=1)[odd], atol=1e-12)
    spread = (1 - scores).std(axis=1, ddof=1) / np.sqrt(5)
    np.testing.assert_allclose(found.standard_error[odd], spread[odd], atol=1e-12)


@pytest.mark.parametrize("name", sorted(registry.models()))
def test_every_model_with_a_knob_has_a_curve(name):
    model = registry.model(name)()
    data = mlx.make("moons", count=40)
    if model.knob() is None:
        assert Curve().refusal(Task(model, data))
        return
    found = mlx.study("curve", name, data, folds=3)
    assert np.isfinite(found.training).all()
    assert found.cross_validated.shape == found.training.shape
    assert found.done == pytest.approx(1)
    assert found.present is not None


def test_shared_and_separate_fits_tell_the_same():
    data = mlx.make("moons", count=80, noise=0.3)
    found = mlx.study("curve", "adaboost", data, tries="1,5,20", folds=4)
    for index, rounds in enumerate((1, 5, 20)):
        alone = mlx.study("folds", "adaboost", data, folds=4, rounds=rounds)
        assert found.cross_validated[index] == pytest.approx(alone.mean)


def test_the_present_value_comes_first_then_the_ends():
    task = Task(registry.model("svm")(cost=1.0), mlx.make("moons", count=30))
    results = [result for result in Curve(folds=2).run(task) if result is not None]
    known = [np.flatnonzero(np.isfinite(result.training)).tolist() for result in results[:3]]
    assert known[0] == [results[0].present]
    assert known[2] == sorted({results[0].present, 0, len(results[0].values) - 1})


def test_the_present_value_is_the_nearest_one_tried():
    data = mlx.make("moons", count=60, noise=0.3)
    found = mlx.study("curve", "knn", data, k=40, tries="1,5,45")
    assert found.present == 2
    assert "k = 40 (judged as 45)" in found.facts["Now"]
    assert mlx.study("curve", "knn", data, k=60, tries="1,5,45").present is None


@pytest.mark.parametrize("name", [name for name, kind in registry.models().items() if kind().knob() is not None])
def test_a_curve_is_the_same_from_every_value_of_its_knob(name):
    model, data = registry.model(name)(), mlx.make("moons", count=20)
    tasks = [Task(model.with_values({model.knob().name: value}), data) for value in model.knob().values]
    assert len({Curve().kept(task) for task in tasks}) == 1


def test_every_value_has_its_fit_and_its_place():
    data = mlx.make("moons", count=60, noise=0.3)
    found = mlx.study("curve", "knn", data, tries="1,5,21", folds=3)
    assert [fit.values for fit in found.fits] == [{"k": 1}, {"k": 5}, {"k": 21}]
    for fit in found.fits:
        alone = mlx.fit("knn", data, **fit.values)
        np.testing.assert_array_equal(fit.step.predict(data.points), alone.predict(data.points))
    assert nearest_fit(found.fits, found.fits[1].x + 0.1, 99.0) == 1
    assert nearest_fit((), 0.0, 0.0) is None
    assert {flag.words for flag in found.charts[0].flags} >= {"now", "lowest"}


def test_both_ends_are_named_where_they_err():
    data = mlx.make("moons", count=200, noise=0.35)
    rising = mlx.study("curve", "svm", data, parameter="gamma", tries="0.01,1,100", folds=4).charts[0]
    assert ["stiff" in rising.wings[0], "free" in rising.wings[1]] == [True, True]
    data = mlx.make("moons", count=300, noise=0.3)
    falling = mlx.study("curve", "knn", data, tries="1,15,121", folds=5).charts[0]
    assert ["free" in falling.wings[0], "stiff" in falling.wings[1]] == [True, True]


def test_over_and_underfitting_are_named():
    data = mlx.make("moons", count=200, noise=0.3)
    assert "overfits" in mlx.study("curve", "svm", data, parameter="gamma", gamma=100.0, folds=5).sentence
    assert "underfits" in mlx.study("curve", "logistic", data, degree=1, folds=5).sentence


def test_a_fit_without_training_errors_is_not_said_to_fit_its_own_points_badly():
    found = mlx.study("curve", "logistic", mlx.make("moons", count=200, noise=0.3), degree=1, folds=5)
    flawless = replace(found, training=np.zeros_like(found.training))
    assert "badly" in found.sentence
    assert "badly" not in flawless.sentence
    assert "simpler than it should be" in flawless.sentence


def test_the_simplest_of_equals_is_chosen_whichever_way_complexity_grows():
    data = Dataset(np.r_[np.eye(20, 2), np.eye(20, 2) + 9], np.repeat([0, 1], 20))
    knn = mlx.study("curve", "knn", data, tries="1,3,5", folds=4)
    assert knn.cross_validated.tolist() == [0, 0, 0]
    assert knn.knob.values[knn.least] == 5
    tree = mlx.study("curve", "svm", data, kernel="linear", tries="1,10,100", folds=4)
    assert tree.knob.values[tree.least] == 1


def test_a_mixture_is_judged_by_likelihood_and_bic():
    data = mlx.make("blobs", count=150)
    found = mlx.study("curve", "gmm", data, folds=5)
    steps = [mlx.fit("gmm", data, components=count) for count in found.knob.values]
    np.testing.assert_allclose(found.bic, [step.measures["BIC"] for step in steps])
    np.testing.assert_allclose(found.training * 150, [step.loss for step in steps])
    assert "Least BIC" in found.facts
    assert [chart.title for chart in found.charts] == ["−log likelihood", "BIC"]


def test_centres_have_a_bend_and_no_best():
    data = mlx.make("blobs", count=150)
    found = mlx.study("curve", "kmeans", data)
    assert found.training[2] * 150 == pytest.approx(mlx.fit("kmeans", data, k=3).loss)
    assert found.least is None
    assert "look for the bend" in found.sentence


def test_values_and_parameters_are_refused_with_a_sentence():
    data = mlx.make("moons", count=30)
    for wrong, words in (
        ({"parameter": "deph"}, "perhaps you mean 'depth'"),
        ({"tries": "1,x"}, "Values are numbers"),
        ({"tries": "1:3"}, "low:high:count"),
        ({"tries": "0,1"}, "must lie between"),
        ({"tries": "1.5"}, "whole number"),
        ({"parameter": "criterion"}, "no numeric parameter"),
    ):
        with pytest.raises(ValueError, match=words):
            mlx.study("curve", "tree", data, **wrong)


def test_few_points_show_what_can_be_shown():
    one = mlx.study("curve", "kde", Dataset([[0.0, 0.0]], [0]))
    assert np.isfinite(one.training).all()
    assert np.isnan(one.cross_validated).all()
    lone = mlx.study("curve", "knn", Dataset([[0.0, 0.0], [1.0, 1.0]], [0, 1]))
    assert lone.sentence.endswith(".")
    none = mlx.study("curve", "lda", Dataset([[0.0, 0.0], [1.0, 1.0]], [0, 0]))
    assert none.sentence == "The model cannot be fitted to these points."


@pytest.mark.parametrize(
    ("model", "settings", "name", "values", "source"),
    [
        ("gradient_boosting", {"depth": 2}, "rounds", (1, 4, 9), "moons"),
        ("forest", {"features": 1}, "members", (1, 4, 9), "moons"),
        ("forest", {"base": "knn", "replace": False, "share": 0.5}, "members", (1, 4, 9), "moons"),
        ("polynomial", {"degree": 10, "norm": "l1"}, "penalty", (0.0, 1e-3, 0.1, 1.0, 100.0), "sine"),
    ],
)
def test_fits_that_share_work_say_what_each_says_alone(model, settings, name, values, source):
    data = mlx.make(source, count=40, noise=0.3)
    task = Task(registry.model(model)().with_values(settings), data)
    models = [task.model.with_values({name: value}) for value in values]
    assert task.shares(name)
    together = returned(task.sweep(data, models))
    for step, alone in zip(together, [returned(task.last_step(data, other)) for other in models], strict=True):
        np.testing.assert_allclose(said(step, data), said(alone, data), rtol=0, atol=1e-9)


def returned(work):
    """Do work to its end and return what it found."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value


def said(step, data):
    """Return the heights of a curve, or the scores of the points."""
    return step.curve(data.points[:, 0]) if isinstance(step, HasCurve) else step.scores(data.points)
