"""Others' estimators as models of this program: fitted on the two features, drawn and judged like our own."""

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from mlexplorer.core.arrays import Array, Labels, halves
from mlexplorer.core.capabilities import HasCurve, HasProbabilities, HasScores
from mlexplorer.core.data import MOST_CLASSES, Dataset
from mlexplorer.core.model import Model, Start, Step
from mlexplorer.core.notice import CannotFit
from mlexplorer.core.reach import described

LONGEST = 60  # letters of an estimator's own words that a title shows


def wrap(estimator: Any) -> Model:
    """Return a scikit-learn classifier, regressor or clusterer as a model, for fit, trace, study and figure.

    It is fitted anew to the two features of the points, a regressor to the second one as a function of the first; the
    estimator given is not touched. Sessions with it live as long as this Python: they cannot be saved.
    """
    kind = KINDS.get(_kind(estimator))
    if kind is None or not callable(getattr(estimator, "fit", None)):
        raise ValueError(
            f"wrap takes a classifier, a regressor or a clusterer as scikit-learn has them, not {described(estimator)}."
        )
    words = " ".join(repr(estimator).split())
    title = words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…"
    return type("Wrapped", (kind,), {"title": title, "__doc__": f"The estimator {title}."})(estimator)


@dataclass(frozen=True)
class Wrapped(Model):
    """An estimator from elsewhere; every wrap makes a class of its own, so that two are never taken for one."""

    family: ClassVar[str] = "Wrapped"
    estimator: Any = field(default=None, compare=False, repr=False)

    def learn(self, data: Dataset, start: Start | None) -> Iterator[Step | None]:
        """Yield the one step of a fit; what the estimator raises becomes a sentence."""
        del start
        fitted = copy.deepcopy(self.estimator)
        try:
            step = self.fitted_step(fitted, data)
        except CannotFit:
            raise
        except Exception as error:
            first = (str(error) or type(error).__name__).strip().partition("\n")[0]
            raise CannotFit(f"{self.title} cannot be fitted: {first}") from error
        yield step

    def fitted_step(self, estimator: Any, data: Dataset) -> Step:
        """Fit an estimator that is nobody else's and return what it can show."""
        raise NotImplementedError


@dataclass(frozen=True, eq=False, kw_only=True)
class AskedStep(HasScores):
    """A step whose scores are whatever a function of places says."""

    classes: Labels
    ask: Callable[[Array], Array]

    def scores(self, points: Array) -> Array:
        """Return what the estimator says at points, a column for each class."""
        return self.ask(points)


@dataclass(frozen=True, eq=False, kw_only=True)
class AskedChancesStep(AskedStep, HasProbabilities):
    """A step whose scores are probabilities."""

    def chances(self, scores: Array) -> Array:
        """Return the scores, which are probabilities already."""
        return scores


@dataclass(frozen=True, eq=False, kw_only=True)
class FoundClustersStep(AskedStep):
    """Clusters that an estimator found: of its training rows, and of any place."""

    assignments: Labels


@dataclass(frozen=True, eq=False, kw_only=True)
class AskedCurveStep(HasCurve):
    """A regression that an estimator fitted."""

    estimator: Any

    def curve(self, places: Array) -> Array:
        """Return what the estimator predicts at places along the first coordinate."""
        return np.asarray(self.estimator.predict(np.asarray(places).reshape(-1, 1)), dtype=np.float64).reshape(-1)


@dataclass(frozen=True)
class WrappedClassifier(Wrapped):
    """A classifier from elsewhere."""

    def fitted_step(self, estimator: Any, data: Dataset) -> Step:
        """Return its probabilities if they lead to its own predictions, else its scores, else the predictions alone."""
        estimator.fit(data.points, data.labels)
        classes = np.asarray(getattr(estimator, "classes_", data.classes), dtype=np.intp)
        said = np.asarray(estimator.predict(data.points))
        for name, kind in (("predict_proba", AskedChancesStep), ("decision_function", AskedStep)):
            ask = _columns(getattr(estimator, name, None), len(classes))
            if ask is not None and np.array_equal(classes[ask(data.points).argmax(axis=1)], said):
                return kind(classes=classes, ask=ask)
        return AskedStep(
            classes=classes,
            ask=_members(lambda points: np.searchsorted(classes, estimator.predict(points)), len(classes)),
        )


@dataclass(frozen=True)
class WrappedClusterer(Wrapped):
    """A clusterer from elsewhere; without a way to predict, a place belongs to the cluster of the nearest point."""

    task: ClassVar = "cluster"

    def fitted_step(self, estimator: Any, data: Dataset) -> Step:
        """Return the clusters of places; noise, label −1, is no cluster."""
        found = np.asarray(estimator.fit(data.points).labels_)
        names = np.unique(found[found >= 0])
        if not 0 < len(names) <= MOST_CLASSES:
            raise CannotFit(f"{self.title} finds {len(names)} clusters, and 1 to {MOST_CLASSES} can be shown.")
        assignments = np.where(found < 0, -1, np.searchsorted(names, found))
        nearest = _nearest(data.points[found >= 0], assignments[found >= 0])
        predicts = callable(getattr(estimator, "predict", None))
        ask = (lambda points: np.searchsorted(names, estimator.predict(points))) if predicts else nearest
        return FoundClustersStep(classes=np.arange(len(names)), ask=_members(ask, len(names)), assignments=assignments)


@dataclass(frozen=True)
class WrappedRegressor(Wrapped):
    """A regressor from elsewhere, of the second coordinate on the first."""

    task: ClassVar = "regress"

    def fitted_step(self, estimator: Any, data: Dataset) -> Step:
        """Return its curve."""
        return AskedCurveStep(estimator=estimator.fit(data.points[:, :1], data.points[:, 1]))


KINDS: dict[str, type[Wrapped]] = {
    "classifier": WrappedClassifier,
    "clusterer": WrappedClusterer,
    "regressor": WrappedRegressor,
}


def _kind(estimator: Any) -> str:
    """Return what an estimator says it is, as scikit-learn asks it today and as it did before."""
    if isinstance(estimator, type):
        return ""
    tags = getattr(estimator, "__sklearn_tags__", None)
    return str(tags().estimator_type if callable(tags) else getattr(estimator, "_estimator_type", ""))


def _columns(ask: Any, count: int) -> Callable[[Array], Array] | None:
    """Return a question whose answer has a column for each class; None if there is no such question."""
    if not callable(ask):
        return None

    def asked(points: Array) -> Array:
        values = np.asarray(ask(points), dtype=np.float64)
        values = halves(values) if values.ndim == 1 else values
        return values if values.shape[1] == count else np.zeros((len(points), count))

    return asked


def _members(ask: Callable[[Array], Labels], count: int) -> Callable[[Array], Array]:
    """Return scores of 1 for the class that is said and 0 for the others."""
    return lambda points: np.eye(count)[ask(points)] if len(points) else np.empty((0, count))


def _nearest(points: Array, labels: Labels) -> Callable[[Array], Labels]:
    from scipy.spatial import cKDTree  # start-up time

    tree = cKDTree(points)
    return lambda places: labels[tree.query(places)[1]]
