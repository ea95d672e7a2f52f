"""Every study on bad data: what can be shown is shown, with a sentence; nothing breaks."""

import importlib.util
import json
import math
from pathlib import Path

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from mlexplorer.core.study import Task
from mlexplorer.marks.charts import chart_plot

_spec = importlib.util.spec_from_file_location("laws", Path(__file__).parents[1] / "laws.py")
laws = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(laws)

QUICK = {
    "curve": {"folds": 3},
    "folds": {"folds": 3},
    "influence": {"places": 8},
    "junk": {"folds": 2, "most": 2},
    "learning_curve": {"folds": 3, "sizes": 3},
    "map": {"folds": 2},
    "nested": {"folds": 2, "inner": 2},
    "refits": {"count": 3, "places": 8},
    "versus": {"folds": 3, "against": "knn k=1"},
}
MODELS = {
    "knn": "",
    "tree": "1,3",
    "logistic": "1,2",
    "qda": "",
    "polynomial": "0,4",
    "gmm": "1,3",
    "kde": "0.1,1",
    "adaboost": "1,4",
    "svm": "0.1,10",
}
DATA = {
    **laws.DEGENERATE,
    "one class held out": Dataset(laws.TWO.points, laws.TWO.labels, held_out=laws.TWO.labels == 1),
    "nothing labelled": Dataset(laws.TWO.points[::6], np.full(10, -1)),
}


def few_values(study, words):
    """Return the study with few values to try, so that it is quick."""
    names = set(study.values())
    if "tries" in names and words:
        return study.with_values({"tries": words} if study.public_name() != "refits" else {})
    return study.with_values({"across": words, "up": ""} if "across" in names and words else {})


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", QUICK)
def test_bad_data_are_told_not_feared(name, model):
    study = few_values(registry.study(name)().with_values(QUICK[name]), MODELS[model])
    for title, data in DATA.items():
        few = data.without(np.flatnonzero(np.arange(len(data)) % 3)) if len(data) > 20 else data
        task = Task(registry.model(model)(), few)
        refusal = study.refusal(task)
        if refusal:
            assert refusal.endswith("."), title
            continue
        cost = study.cost(task)
        assert cost is None or cost.words
        results = [result for result in study.run(task) if result is not None]
        for result in results[-1:]:
            assert result.done == pytest.approx(1), title
            assert not result.sentence or result.sentence.endswith("."), title
            assert all(isinstance(word, str) for fact in result.facts.items() for word in fact)
            json.dumps(result.numbers, allow_nan=False)
            for chart in result.charts:
                assert math.isfinite(sum(chart_plot(chart).bounds)), title


def test_every_study_is_tried():
    assert set(QUICK) == set(registry.studies())


@pytest.mark.parametrize("name", QUICK)
def test_a_crowd_is_sampled_and_the_cost_is_told_before_it_is_paid(name):
    places = np.random.default_rng(0).normal(size=(100_000, 2))
    task = Task(registry.model("tree")(), Dataset(places, (places[:, 0] > 0).astype(int)))
    study = registry.study(name)().with_values(QUICK[name])
    assert not study.refusal(task)
    assert "a random sample of 2,000 of 100,000 points" in study.cost(task).words
    every = study.with_values({"points": 1_000_000})
    assert every.cost(task).words.endswith("to 100,000 points")


@pytest.mark.parametrize(
    ("name", "fewest"), {"folds": 2, "junk": 4, "learning_curve": 5, "nested": 4, "refits": 1, "versus": 2}.items()
)
def test_the_fewest_points_are_enough_and_one_fewer_is_refused(name, fewest):
    study = registry.study(name)().with_values(QUICK[name])
    places, labels = np.arange(float(fewest)), np.arange(fewest) % 2
    data = Dataset(np.c_[places, places % 3], labels)
    source = registry.source("moons")(count=40)
    assert study.refusal(Task(registry.model("logistic")(), data, source=source)) == ""
    last = [result for result in study.run(Task(registry.model("logistic")(), data, source=source)) if result][-1]
    assert last.done == pytest.approx(1)
    few = data.without(np.array([fewest - 1]))
    assert study.refusal(Task(registry.model("logistic")(), few, source=source)).endswith(".")


@pytest.mark.parametrize("name", QUICK)
def test_nothing_is_studied_about_a_hill(name):
    """However many points there are: what goes downhill learns from none."""
    task = Task(registry.model("surface")(), laws.TWO)
    assert registry.study(name)().with_values(QUICK[name]).refusal(task).endswith(".")
