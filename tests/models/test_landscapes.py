"""Every landscape of every way to fit: heights are losses, slopes are differences, and here is where the step is."""

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.core.capabilities import HasCurve, HasLandscape, HasScores
from mlexplorer.core.data import Dataset
from mlexplorer.core.decision import preferences
from mlexplorer.core.grid import Grid
from mlexplorer.core.params import specs
from mlexplorer.core.trace import Tracer
from mlexplorer.marks.contours import boundary_lines
from mlexplorer.session.session import Document
from tests.laws import HALFWAY

RANDOM = np.random.default_rng(1)
TWO = Dataset(np.r_[RANDOM.normal(-1, 0.9, (20, 2)), RANDOM.normal(1, 0.9, (20, 2))], np.repeat([0, 1], 20))
WIDE = Dataset(TWO.points * [1.0, 5.0] + [0.0, 2.0], TWO.labels)
FOUR = Dataset(
    RANDOM.normal(0, 0.6, (40, 2)) + np.tile([[-1, -1], [1, 1], [-1, 1], [1, -1]], (10, 1)), np.tile([0, 1, 2, 3], 10)
)
GRID = Grid(-3, 3, -3, 3, 41, 41)
FEWER = {"steps": 25, "epochs": 6, "rounds": 6, "rate": 0.05}  # enough to see the law
MORE = [
    ("logistic", {"degree": 2}),
    ("logistic", {"average": False, "penalty": 0.0}),
    ("svm", {"kernel": "linear", "cost": 10.0}),
    ("adaboost", {"depth": 2}),
    ("polynomial", {"penalty": 0.5, "constant": "penalised"}),
    ("polynomial", {"basis": "rbf", "loss": "huber", "penalty": 0.1, "norm": "l1"}),
    ("polynomial", {"basis": "trigonometric", "loss": "absolute", "degree": 2}),
]


def variants():
    """Return each model with every choice of each of its words, one at a time."""
    for name, model in registry.models().items():
        yield name, {}
        for spec in specs(model):
            yield from ((name, {spec.name: word}) for word in spec.choices if word != "given")
    yield from MORE


VARIANTS = list(variants())


def steps_of(name, values, data=TWO):
    model = registry.model(name)()
    model = model.with_values({key: value for key, value in FEWER.items() if key in model.values()} | values)
    tracer = Tracer()
    for step in model.fit(data):
        if step is not None:
            tracer.add(step)
    return [step for step in tracer.trace(finished=True).steps if isinstance(step, HasLandscape)]


def drawn(step):
    """Return the boundary of a step, or what it draws in its place."""
    if isinstance(step, HasScores):
        _, values = preferences(step, step.field(GRID), Document.rule)
        return boundary_lines(GRID, values)
    return step.curve(GRID.xs) if isinstance(step, HasCurve) else step.place


@pytest.mark.parametrize(("name", "values"), VARIANTS, ids=str)
def test_heights_here_are_the_loss_and_the_step_here_draws_the_same_at_every_kept_step(name, values):
    steps = steps_of(name, values)
    for step in steps:
        landscape = step.landscape(TWO)
        if step.phase not in HALFWAY:
            np.testing.assert_allclose(landscape.values(landscape.here[None])[0], step.loss, rtol=1e-9, atol=1e-9)
        same = landscape.at(landscape.here)
        np.testing.assert_allclose(drawn(same), drawn(step), rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize(("name", "values"), VARIANTS, ids=str)
def test_the_gradient_is_the_slope_at_the_start_the_middle_and_the_end(name, values):
    steps = steps_of(name, values)
    for step in steps[:: max(len(steps) // 2, 1)]:
        landscape = step.landscape(TWO)
        if landscape.gradient is None:
            continue
        here = landscape.here + 0.1 * np.random.default_rng(3).normal(size=landscape.here.shape)
        size = 1e-6 * (1 + np.abs(here).max())  # a path may have diverged
        nudges = size * np.eye(len(here))
        slopes = (landscape.values(here + nudges) - landscape.values(here - nudges)) / (2 * size)
        np.testing.assert_allclose(landscape.gradient(here), slopes, rtol=1e-4, atol=1e-4)


def test_landscapes_of_many_classes():
    for name in ("logistic", "kmeans", "gmm"):
        for step in steps_of(name, {}, FOUR):
            landscape = step.landscape(FOUR)
            if step.phase not in HALFWAY:
                np.testing.assert_allclose(landscape.values(landscape.here[None])[0], step.loss, rtol=1e-9)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("logistic", {"penalty": 0.01}),
        ("logistic", {"penalty": 1.0, "degree": 2}),
        ("logistic", {"solver": "gradient", "rate": 1.0, "steps": 5000, "penalty": 0.1}),
        ("svm", {"kernel": "linear", "cost": 0.1}),
        ("svm", {"kernel": "linear", "cost": 1.0}),
        ("svm", {"kernel": "linear", "cost": 100.0}),
    ],
    ids=str,
)
@pytest.mark.parametrize(
    "data", [TWO, Dataset(TWO.points * [1.0, 5.0] + [0.0, 2.0], TWO.labels)], ids=["round", "wide"]
)
def test_no_place_of_a_convex_landscape_lies_below_the_end(name, values, data):
    end = steps_of(name, values, data)[-1]
    landscape = end.landscape(data)
    lengths = 10.0 ** np.random.default_rng(0).uniform(-4, 1, (4000, 1))
    places = landscape.here + lengths * np.random.default_rng(1).normal(size=(4000, len(landscape.here)))
    assert landscape.values(places).min() >= end.loss - 1e-7 * (1 + abs(end.loss))


def test_the_laws_are_not_empty():
    found = {name for name, values in VARIANTS if steps_of(name, values)}
    assert found == {
        "adaboost",
        "gmm",
        "kmeans",
        "line",
        "logistic",
        "network",
        "perceptron",
        "polynomial",
        "sine_fit",
        "stump",
        "surface",
        "svm",
    }
