"""Estimators as scikit-learn knows them, one class for each model; this module alone imports scikit-learn."""

import inspect
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, ClusterMixin, DensityMixin, RegressorMixin
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from mlexplorer.core import registry
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import HasProbabilities, HasScores
from mlexplorer.core.data import MOST_CLASSES, Dataset
from mlexplorer.core.model import Model, Step
from mlexplorer.core.numbers import counted
from mlexplorer.core.params import specs


class ModelEstimator(BaseEstimator):  # type: ignore[misc] # scikit-learn has no types
    """A model under the names of scikit-learn: its parameters, fit, and the step that was reached."""

    model_name = ""
    columns = 2
    step_: Any

    def __reduce__(self) -> tuple[Any, ...]:
        """Keep the name of the model in place of the class, which is made when it is asked for."""
        return _made, (self.model_name,), self.__getstate__()

    @property
    def _model(self) -> Model:
        return registry.model(self.model_name)().with_values(self.get_params(deep=False))

    def _places(self, places: Any, reset: bool) -> Array:
        """Return what scikit-learn lets through, if it has the columns that are needed."""
        return self._right(validate_data(self, places, dtype=np.float64, reset=reset))

    def _right(self, places: Array) -> Array:
        if places.shape[1] != self.columns:
            needed = f"{type(self).__name__} needs {counted(self.columns, 'feature')}, and here is n_features="
            raise ValueError(f"{needed}{places.shape[1]}: choose or project them before.")
        return places

    def _learn(self, data: Dataset) -> Step:
        last = None
        for step in self._model.fit(data):
            last = step or last
        assert last is not None, "every fit has a step"
        return last


def _can(kind: type) -> Callable[[Any], bool]:
    return lambda estimator: isinstance(getattr(estimator, "step_", None), kind)


class ModelClassifier(ClassifierMixin, ModelEstimator):  # type: ignore[misc] # scikit-learn has no types
    """A classifier: labels of any kind are codes inside."""

    classes_: Any

    def fit(self, X: Any, y: Any) -> "ModelClassifier":  # noqa: N803 - the names scikit-learn calls them by
        """Fit the model to two features and labels."""
        places, labels = validate_data(self, X, y, dtype=np.float64)
        check_classification_targets(labels)
        self._right(places)
        self.classes_, codes = np.unique(labels, return_inverse=True)
        if not 2 <= len(self.classes_) <= MOST_CLASSES:
            found = counted(len(self.classes_), "class", "classes")
            raise ValueError(f"A classifier needs 2 to {MOST_CLASSES} classes, and here is {found}.")
        self.step_ = self._learn(Dataset(places, codes))
        return self

    def predict(self, X: Any) -> Any:  # noqa: N803 - the name scikit-learn calls it by
        """Return the labels at places, in the form they were given."""
        check_is_fitted(self)
        return self.classes_[self.step_.predict(self._places(X, reset=False))]

    @available_if(_can(HasProbabilities))  # type: ignore[untyped-decorator] # scikit-learn has no types
    def predict_proba(self, X: Any) -> Array:  # noqa: N803 - the name scikit-learn calls it by
        """Return the probability of each class at places."""
        return np.asarray(self.step_.probabilities(self._places(X, reset=False)))

    @available_if(_can(HasScores))  # type: ignore[untyped-decorator] # scikit-learn has no types
    def decision_function(self, X: Any) -> Array:  # noqa: N803 - the name scikit-learn calls it by
        """Return f at places for two classes, else the score of each class."""
        scores = self.step_.scores(self._places(X, reset=False))
        return np.asarray(scores[:, 1] - scores[:, 0] if len(self.classes_) == 2 else scores)


class ModelClusterer(ClusterMixin, ModelEstimator):  # type: ignore[misc] # scikit-learn has no types
    """A clusterer: labels_ are the clusters of the points it was fitted to."""

    labels_: Labels

    def fit(self, X: Any, y: Any = None) -> "ModelClusterer":  # noqa: N803, ARG002 - the names scikit-learn calls them by
        """Fit the model to two features."""
        places = self._places(X, reset=True)
        self.step_ = self._learn(Dataset(places, np.zeros(len(places), np.intp)))
        scored = isinstance(self.step_, HasScores)
        self.labels_ = self.step_.predict(places) if scored else self.step_.assignments
        return self

    @available_if(_can(HasScores))  # type: ignore[untyped-decorator] # scikit-learn has no types
    def predict(self, X: Any) -> Labels:  # noqa: N803 - the name scikit-learn calls it by
        """Return the clusters of places."""
        check_is_fitted(self)
        return np.asarray(self.step_.predict(self._places(X, reset=False)))


class ModelRegressor(RegressorMixin, ModelEstimator):  # type: ignore[misc] # scikit-learn has no types
    """A regressor of a number on one feature."""

    columns = 1

    def fit(self, X: Any, y: Any) -> "ModelRegressor":  # noqa: N803 - the names scikit-learn calls them by
        """Fit the curve to one feature and a target."""
        places, target = validate_data(self, X, y, dtype=np.float64, y_numeric=True)
        points = np.column_stack([self._right(places), target])
        self.step_ = self._learn(Dataset(points, np.zeros(len(points), np.intp)))
        return self

    def predict(self, X: Any) -> Array:  # noqa: N803 - the name scikit-learn calls it by
        """Return the heights of the curve."""
        check_is_fitted(self)
        return np.asarray(self.step_.curve(self._places(X, reset=False)[:, 0]))


class ModelDensity(DensityMixin, ModelEstimator):  # type: ignore[misc] # scikit-learn has no types
    """A density of two features."""

    def fit(self, X: Any, y: Any = None) -> "ModelDensity":  # noqa: N803, ARG002 - the names scikit-learn calls them by
        """Fit the density to two features."""
        places = self._places(X, reset=True)
        self.step_ = self._learn(Dataset(places, np.zeros(len(places), np.intp)))
        return self

    def score_samples(self, X: Any) -> Array:  # noqa: N803 - the name scikit-learn calls it by
        """Return the logarithm of the density at places."""
        check_is_fitted(self)
        return np.log(self.step_.density(self._places(X, reset=False)))


KINDS: dict[str, type[ModelEstimator]] = {
    "classify": ModelClassifier,
    "cluster": ModelClusterer,
    "regress": ModelRegressor,
    "density": ModelDensity,
}


@cache
def class_of(name: str) -> type[ModelEstimator]:
    """Return the class of estimators of a model: its parameters are those of its constructor."""
    model = registry.model(name)
    if model.task not in KINDS:
        raise ValueError(f"{model.title} learns nothing from points, so it is no estimator.")
    defaults = {spec.name: spec.default for spec in specs(model)}
    mine = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    others = [inspect.Parameter(key, inspect.Parameter.KEYWORD_ONLY, default=value) for key, value in defaults.items()]
    signature = inspect.Signature([mine, *others])

    def initialise(self: ModelEstimator, **parameters: Any) -> None:
        signature.bind(self, **parameters)  # a name it does not have is a TypeError, as of any constructor
        for key, value in {**defaults, **parameters}.items():
            setattr(self, key, value)

    initialise.__signature__ = signature  # type: ignore[attr-defined] # where inspect and scikit-learn look
    kind = KINDS[model.task]
    return type(model.__name__, (kind,), {"__init__": initialise, "model_name": name, "__doc__": model.__doc__})


def _made(name: str) -> ModelEstimator:
    return class_of(name)()
