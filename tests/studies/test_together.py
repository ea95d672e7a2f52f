"""Fits that are found together: the studies that use them find what they find one by one, and make steps when asked."""

import numpy as np
import pytest

import mlexplorer as mlx
from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from mlexplorer.core.decision import Rule
from mlexplorer.core.study import Task
from mlexplorer.core.study.many_fits import LaterSteps
from mlexplorer.judging import trials

MODELS = {
    "knn": ({}, {"k": 4}, {"votes": "distance"}, {"metric": "manhattan", "k": 9}),
    "lda": ({}, {"priors": "equal"}, {"shrinkage": 0.3}),
    "logistic": ({}, {"degree": 3, "penalty": 0.5}),
    "qda": ({}, {"shrinkage": 0.2}),
    "tree": ({}, {"depth": 2}),
}
CASES = [(name, values) for name, kinds in MODELS.items() for values in kinds]


def last(study, task, **chosen):
    return [found for found in registry.study(study)().with_values(chosen).run(task) if found is not None][-1]


def one_by_one(monkeypatch, study, task, **chosen):
    with monkeypatch.context() as patch:
        patch.setattr(Task, "samples", lambda *_: None)
        return last(study, task, **chosen)


def task_of(name, values, **more):
    return Task(registry.model(name)().with_values(values), mlx.make("moons", count=60, noise=0.3), **more)


@pytest.mark.parametrize(("name", "values"), CASES)
@pytest.mark.parametrize(
    ("study", "chosen"),
    [
        ("folds", {"folds": 60}),
        ("folds", {"folds": 4, "repeats": 3}),
        ("refits", {"count": 7, "places": 20}),
    ],
)
def test_a_study_finds_together_what_it_finds_one_by_one(monkeypatch, name, values, study, chosen):
    task = task_of(name, values)
    together, alone = last(study, task, **chosen), one_by_one(monkeypatch, study, task, **chosen)
    assert isinstance(together.steps, LaterSteps)
    assert not isinstance(alone.steps, LaterSteps)
    assert together.numbers == alone.numbers
    assert together.sentence == alone.sentence
    assert len(together.steps) == len(alone.steps)
    places = np.array([[0.0, 0.0], [1.0, 0.5]])
    for number in (0, 3):
        one, other = together.steps[number], alone.steps[number]
        np.testing.assert_allclose(one.scores(places), other.scores(places), rtol=1e-5, atol=5e-3)
    assert together.steps[1:3][1] is together.steps[2], "a step is made once"


@pytest.mark.parametrize("rule", [Rule(threshold=0.2), Rule(reject=0.7), Rule(costs=((0, 1), (4, 0)))])
def test_the_rule_of_the_document_decides(monkeypatch, rule):
    task = task_of("lda", {}, rule=rule)
    together, alone = last("folds", task, folds=60), one_by_one(monkeypatch, "folds", task, folds=60)
    np.testing.assert_array_equal(together.errors, alone.errors)
    plain = last("folds", task_of("lda", {}), folds=60)
    assert not np.array_equal(together.errors, plain.errors, equal_nan=True)


def test_a_class_of_one_point_is_left_to_fits_of_their_own():
    data = Dataset([[0, 0], [1, 0], [0, 1], [5, 5], [6, 5], [9, 9.0]], [0, 0, 0, 1, 1, 2])
    found = last("folds", Task(registry.model("lda")(), data), folds=6)
    assert found.strangers == 1
    assert found.errors[5] == 1


def test_many_points_come_in_parts(monkeypatch):
    task = task_of("lda", {})
    whole = last("folds", task, folds=60)
    monkeypatch.setattr(trials, "TOGETHER", 600)
    parts = [found for found in registry.study("folds")(folds=60).run(task) if found is not None]
    assert len(parts) == 6
    assert [part.done for part in parts] == pytest.approx([1 / 6, 2 / 6, 3 / 6, 4 / 6, 5 / 6, 1])
    np.testing.assert_array_equal(parts[-1].errors, whole.errors)


def test_a_point_on_the_boundary_is_judged_by_its_own_fit(monkeypatch):
    lattice = np.array([[x, y] for x in (-2.0, -1, 0, 1, 2) for y in (-1.0, 0, 1)])
    task = Task(registry.model("lda")(), Dataset(lattice, (lattice[:, 0] > 0).astype(int)))
    together, alone = last("folds", task, folds=15), one_by_one(monkeypatch, "folds", task, folds=15)
    np.testing.assert_array_equal(together.errors, alone.errors)


@pytest.mark.parametrize(("cost", "gamma"), [(1.0, 2.0), (1000.0, 0.3), (1.0, 100.0)])
def test_machines_of_many_samples_are_right_to_a_thousandth(cost, gamma):
    data = mlx.make("moons", count=60, noise=0.3)
    model = registry.model("svm")().with_values({"cost": cost, "gamma": gamma})
    counts = np.stack([np.bincount(np.random.default_rng(seed).integers(0, 60, 60), minlength=60) for seed in range(5)])
    ((first, fits),) = [found for found in trials.found_together(Task(model, data), data, counts, rough=True) if found]
    assert first == 0
    for number in range(5):
        exact = fits.scored(number).scores(data.points)
        np.testing.assert_allclose(fits.scores(data.points, np.full(60, number)), exact, atol=0.01 * cost**0.3)
    assert not [*trials.found_together(Task(model, data), data, counts)], "folds are found to the last digit"
