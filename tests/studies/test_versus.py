"""Two methods on the same folds: the tests of the notes, on points where one is better and where none is."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

import mlexplorer as mlx
from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from mlexplorer.core.study import Rival, Task
from mlexplorer.edits.pins import pinned
from mlexplorer.judging.folds import deal
from mlexplorer.pipeline.studying import task_of
from mlexplorer.session.session import Document, Run, Session
from mlexplorer.studies.versus import Versus


def test_a_line_loses_against_neighbours_on_moons():
    data = mlx.make("moons", count=200, noise=0.2)
    found = mlx.study("versus", "knn", data, against="logistic", k=5)
    assert found.names == ("Nearest neighbours", "Logistic regression")
    assert found.difference.p < 0.05
    assert "Nearest neighbours is better" in found.sentence
    alone = mlx.study("folds", "knn", data, k=5)
    np.testing.assert_allclose(found.errors[0], alone.errors)
    assert found.means[0] == pytest.approx(alone.mean)


def test_the_correction_of_nadeau_and_bengio_and_the_exact_test_of_mcnemar():
    data = mlx.make("moons", count=90, noise=0.35)
    found = mlx.study("versus", "knn", data, against="tree", k=5, folds=6)
    away = found.errors[0] - found.errors[1]
    error = away.std(ddof=1) * np.sqrt(1 / 6 + 1 / 5)
    assert found.difference.statistic == pytest.approx(away.mean() / error)
    assert found.difference.p == pytest.approx(2 * stats.t.sf(abs(away.mean() / error), 5))
    dealt = deal(data.ids, 6, 0, 0, data.labels)
    said = {name: np.empty(90, int) for name in ("knn", "tree")}
    for fold in range(6):
        for name, values in (("knn", {"k": 5}), ("tree", {})):
            said[name][dealt == fold] = mlx.fit(name, data.part(dealt != fold), **values).predict(
                data.points[dealt == fold]
            )
    one, two = (labels == data.labels for labels in said.values())
    assert found.agreement == ((one & two).sum(), (one & ~two).sum(), (~one & two).sum(), (~one & ~two).sum())
    few, all_ = min(found.agreement[1:3]), sum(found.agreement[1:3])
    assert found.points.p == pytest.approx(stats.binomtest(few, all_, 0.5).pvalue)


def test_equal_methods_show_no_difference():
    data = mlx.make("moons", count=40)
    found = mlx.study("versus", "lda", data, against="lda")
    assert found.difference.mean == 0
    assert "no difference" in found.sentence
    assert found.agreement[1:3] == (0, 0)


def test_what_differs_tells_models_of_a_kind_apart():
    found = mlx.study("versus", "knn", mlx.make("moons", count=40), against="knn k=9", k=3)
    assert found.names == ("Nearest neighbours (neighbours k 3)", "Nearest neighbours (neighbours k 9)")
    assert "do not tell which is better" in found.sentence


def test_curves_are_compared_by_their_gaps():
    data = mlx.make("sine")
    found = mlx.study("versus", "polynomial", data, against="regression_tree", degree=5)
    assert found.agreement is None
    assert found.points is None
    assert "RMSE" in found.sentence
    assert "McNemar" not in found.facts


def test_runs_come_before_pins_and_pins_before_nothing():
    source = registry.source("moons")(count=40)
    one, two = (Run(registry.model(name)()) for name in ("lda", "tree"))
    alone = Session(Document(source, (one,)))
    study = Versus()
    assert "Name another model" in study.refusal(task_of(alone, study))
    kept = pinned(pinned(alone)).with_model(registry.model("qda")())
    assert study.rival(task_of(kept, study)).name == "Linear discriminant 2"
    raced = replace(kept, document=replace(kept.document, runs=(one, two)))
    assert study.rival(task_of(raced, study)).model == two.model
    more = task_of(pinned(raced), study)
    assert study.kept(more) == study.kept(task_of(raced, study)), "a pin that takes no part changes nothing"


def test_what_cannot_be_compared_is_refused_with_a_sentence():
    data = mlx.make("moons", count=20)
    for against, words in (
        ("kmeans", "answer different questions"),
        ("tre", "perhaps you mean 'tree'"),
        ("knn k=x", "whole number"),
        ("knn q=3", "q"),
    ):
        with pytest.raises(ValueError, match=words):
            mlx.study("versus", "lda", data, against=against)
    one = Task(registry.model("lda")(), Dataset([[0.0, 0.0]], [0]), rivals=(Rival("", registry.model("qda")()),))
    assert "at least two points" in Versus().refusal(one)


def test_folds_that_one_cannot_fit_are_left_out_and_said():
    data = Dataset(np.eye(8, 2), np.array([0] * 7 + [1]))
    found = mlx.study("versus", "knn", data, against="lda", folds=8)
    assert np.isnan(found.errors[0, 7])
    assert found.sentence.endswith(".")
