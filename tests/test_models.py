"""Every model keeps every law, and its row says what it must reach on known data."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

import mlexplorer as mlx
from mlexplorer.core import registry
from mlexplorer.core.decision import decide

_spec = importlib.util.spec_from_file_location("laws", Path(__file__).with_name("laws.py"))
laws = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(laws)

# The one row a new model adds: its figure on two noisy moons (share of training points right, or a score of its own),
# and the laws it cannot keep, with the reason.
EXPECTED = {
    "adaboost": (0.95, {}),
    "forest": (0.95, {}),
    "gmm": (None, {}),
    "gradient_boosting": (0.95, {}),
    "hierarchical": (None, {}),
    "histogram": (None, {}),
    "kde": (None, {}),
    "kernel_ridge": (None, {}),
    "kmeans": (None, {}),
    "knn": (0.97, {}),
    "lda": (0.84, {}),
    "line": (
        0.2,
        {"check_classes_are_those_of_the_training_points": "a line names the lowest two classes only"},
    ),
    "logistic": (0.84, {}),
    "naive_bayes": (0.84, {}),
    "neighbour_curve": (None, {}),
    "neighbour_density": (None, {"check_density_adds_up_to_one": "k/(n·π·R²) falls too slowly to have an area"}),
    "network": (0.98, {}),
    "perceptron": (0.7, {}),
    "polynomial": (None, {}),
    "qda": (0.84, {}),
    "regression_tree": (None, {}),
    "sine_fit": (None, {}),
    "stump": (0.7, {}),
    "surface": (None, {}),
    "svm": (0.96, {}),
    "tree": (0.95, {}),
    "vote": (0.95, {}),
}


def test_every_model_has_a_row():
    assert set(EXPECTED) == set(registry.models())


@pytest.mark.parametrize("check", laws.CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", EXPECTED)
def test_law(name, check):
    excuses = EXPECTED[name][1]
    assert set(excuses) <= {item.__name__ for item in laws.CHECKS}
    if check.__name__ not in excuses:
        check(registry.model(name)())


@pytest.mark.parametrize("name", [name for name, (share, _) in EXPECTED.items() if share is not None])
def test_learns_two_moons(name):
    data = mlx.make("moons", count=200, noise=0.15, seed=0)
    step = mlx.fit(name, data)
    assert np.mean(decide(step, data.points) == data.labels) >= EXPECTED[name][0]
