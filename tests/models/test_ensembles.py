"""Every kind of ensemble keeps the laws, not only the one each model has by default."""

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from tests import laws

NINE = Dataset(np.random.default_rng(9).normal(size=(90, 2)), np.arange(90) % 9)
VARIANTS = [
    ("forest", {"base": "stump", "features": 2, "members": 8}),
    ("forest", {"base": "logistic", "members": 4}),
    ("forest", {"base": "perceptron", "members": 4, "share": 0.5}),
    ("forest", {"base": "knn", "members": 4, "replace": False, "share": 0.4}),
    ("gradient_boosting", {"loss": "exponential", "depth": 3, "rounds": 12}),
    ("gradient_boosting", {"loss": "squares", "depth": 2, "rounds": 12, "rate": 1.0}),
    ("adaboost", {"draw": "resample", "rounds": 8}),
    ("adaboost", {"draw": "resample", "rounds": 5, "depth": 3}),
    ("adaboost", {"learner": "logistic", "rounds": 8}),
    ("adaboost", {"learner": "line", "rounds": 8, "draw": "resample"}),
    ("vote", {"how": "mean", "members": "tree,perceptron"}),
    ("vote", {"how": "stacked", "members": "lda,tree,perceptron"}),
]
LEFT = ("check_every_parameter_works_at_its_limits", "check_bad_parameters_are_refused_by_name", "check_is_described")


@pytest.mark.parametrize(
    "check", [check for check in laws.CHECKS if check.__name__ not in LEFT], ids=lambda c: c.__name__
)
@pytest.mark.parametrize(("name", "values"), VARIANTS)
def test_law(name, values, check):
    check(registry.model(name)(**values))


@pytest.mark.parametrize(("name", "values"), [(name, {}) for name in dict(VARIANTS)] + VARIANTS)
def test_nine_classes(name, values):
    step = laws.last(registry.model(name)(**values), NINE)
    scores = step.scores(laws.GRID.points)
    assert scores.shape == (63, 9)
    assert np.isfinite(scores).all()
    np.testing.assert_allclose(step.field(laws.GRID).reshape(scores.shape), scores, atol=1e-9)
