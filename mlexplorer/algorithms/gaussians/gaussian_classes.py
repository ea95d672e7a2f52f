"""A Gaussian for each class, with a spread of its own or one for all: what linear and quadratic discriminants share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import Any

import numpy as np

from mlexplorer.algorithms.descent.rule_losses import softmax
from mlexplorer.algorithms.gaussians.normal import Gaussians, clipped, log_sums
from mlexplorer.core.arrays import Array, Labels, frozen
from mlexplorer.core.capabilities import HasDensity, HasGaussians, HasProbabilities, HasReasons
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid
from mlexplorer.core.notice import Notice, Remedy
from mlexplorer.core.numbers import counted, pair, text
from mlexplorer.core.params import param

FLAT = 1e-8  # the least eigenvalue of a covariance in units of the spread of all points


def priors_param() -> Any:
    """Declare how likely the classes are before one looks."""
    return param(
        "data",
        "Priors",
        "How likely each class is before one looks: as often as in the data, or all alike",
        choices=("data", "equal"),
        titles=("As in the data", "All alike"),
    )


@dataclass(frozen=True, eq=False)
class ClassFit:
    """The Gaussians of the classes, and the columns of those whose spread had to be made up or widened."""

    gaussians: Gaussians
    lonely: tuple[int, ...]  # a single point, or equal points: no spread of their own
    flat: tuple[int, ...]  # on a line: no spread across it


def fitted(data: Dataset, pooled: bool, equal_priors: bool, shrinkage: float) -> ClassFit:
    """Return a mean and a covariance for each class: pooled with divisor n − K, else each with its own n − 1.

    Shrinkage s: (1 − s)Σ + s·½tr(Σ)·I. A class without any spread takes the pooled one; without that either, all take
    the spread of all points along each axis. Eigenvalues are raised to FLAT times that spread if they are less.
    """
    points, classes = data.points, len(data.classes)
    columns = data.columns
    counts = np.bincount(columns, minlength=classes)
    means = np.stack([np.bincount(columns, values, classes) for values in points.T], axis=1) / counts[:, None]
    scatters = _scatters(
        [values - mean.take(columns) for values, mean in zip(points.T, means.T, strict=True)], columns, classes
    )
    spread = _spread(points)
    common = _shrunk(scatters.sum(axis=0) / max(1, len(points) - classes), shrinkage)
    own = (
        np.repeat(common[None], classes, axis=0)
        if pooled
        else _shrunk(scatters / np.maximum(1, counts - 1)[:, None, None], shrinkage)
    )
    covariances, lonely, flat = _regular(own, common, spread)
    priors = np.full(classes, 1 / classes) if equal_priors else counts / len(points)
    parts = (frozen(part) for part in (means, covariances, priors))
    return ClassFit(Gaussians(*parts), lonely, flat)  # type: ignore[arg-type] # float64 all three


def _scatters(away: Sequence[Array], columns: Labels, classes: int) -> Array:
    """Return Σ d dᵀ over the points of each class, from their ways d along both axes."""
    first, second = away
    found = np.empty((classes, 2, 2))
    found[:, 0, 0] = np.bincount(columns, first * first, classes)
    found[:, 0, 1] = found[:, 1, 0] = np.bincount(columns, first * second, classes)
    found[:, 1, 1] = np.bincount(columns, second * second, classes)
    return found


def _shrunk(covariance: Array, shrinkage: float) -> Array:
    if not shrinkage:
        return covariance
    level = 0.5 * np.trace(covariance, axis1=-2, axis2=-1)[..., None, None] * np.eye(2)
    return (1 - shrinkage) * covariance + shrinkage * level


def _spread(points: Array) -> Array:
    """Return the deviation of all points along each axis; that of the other axis, or 1, where there is none."""
    rounding = 8 * np.finfo(float).eps * np.abs(points).max(axis=0, initial=0.0)
    found = points.std(axis=0)
    found = np.where(found > rounding, found, 0.0)
    return np.where(found > 0, found, found.max() or 1.0)


def _regular(own: Array, common: Array, spread: Array) -> tuple[Array, tuple[int, ...], tuple[int, ...]]:
    """Return covariances that can be inverted, and which had no spread at all, and which none in one direction."""
    units = np.outer(spread, spread)
    scaled, shared = own / units, common / units
    empty = scaled[:, 0, 0] + scaled[:, 1, 1] < 2 * FLAT
    if empty.any():
        fallback = shared if np.trace(shared) >= 2 * FLAT else np.eye(2)
        scaled = np.where(empty[:, None, None], fallback, scaled)
    raised, least = clipped(scaled, FLAT)
    if raised is scaled and not empty.any():
        return own, (), ()
    narrow = least < FLAT
    regular = np.where(narrow[:, None, None] | empty[:, None, None], raised * units, own)
    return regular, tuple(map(int, np.flatnonzero(empty))), tuple(map(int, np.flatnonzero(narrow & ~empty)))


@dataclass(frozen=True, eq=False, kw_only=True)
class GaussianClassesStep(HasGaussians, HasProbabilities, HasDensity, HasReasons, partial=True):
    """A Gaussian and a prior for each class; probabilities by Bayes' rule."""

    classes: Labels
    data: Dataset
    fit: ClassFit
    shrinkage: float

    @property
    def means(self) -> Array:
        """The mean of each class."""
        return self.fit.gaussians.means

    @property
    def covariances(self) -> Array:
        """The covariance of each class."""
        return self.fit.gaussians.covariances

    @property
    def shares(self) -> Array:
        """The priors of the classes."""
        return self.fit.gaussians.shares

    @property
    def priors(self) -> Array:
        """The priors of the classes."""
        return self.fit.gaussians.shares

    def chances(self, scores: Array) -> Array:
        """Return the softmax of scores; for two classes 1/(1 + e^−f)."""
        return softmax(scores)

    def density(self, points: Array) -> Array:
        """Return Σ prior × density."""
        return np.exp(log_sums(self.fit.gaussians.logs(points)))

    def density_field(self, grid: Grid) -> Array:
        """Return Σ prior × density on a grid."""
        return reduce(np.add, np.exp(self.fit.gaussians.planes(grid)))

    @cached_property
    def measures(self) -> Mapping[str, float]:
        """The training errors."""
        return {"errors": float(np.count_nonzero(self.predict(self.data.points) != self.data.labels))}

    @cached_property
    def working(self) -> tuple[str, ...]:
        """Prior, mean and covariance of each class."""
        counts = [int(np.count_nonzero(self.data.labels == label)) for label in self.classes]
        lines = []
        for column, label in enumerate(self.classes):
            (across, mixed), (_, along) = self.covariances[column]
            head = (
                f"{self.data.class_names[label]}: {counted(counts[column], 'point')}, prior {text(self.priors[column])}"
            )
            spread = f"variances {text(across)} and {text(along)}, covariance {text(mixed)}"
            lines.append(f"{head}, mean {pair(self.means[column])}, {spread}")
        return tuple(lines)

    def widened(self, where: str) -> Notice:
        """Return that points lie on one line, so that their spread was widened, and that shrinkage helps."""
        sentence = f"{where} lie on one line: the spread across it was widened a little."
        return Notice(sentence, None if self.shrinkage else Remedy("Use shrinkage 0.1", {"shrinkage": 0.1}))

    def names(self, columns: tuple[int, ...]) -> str:
        """Return the names of classes in a sentence: "Class 0 and Class 2"."""
        words = [self.data.class_names[self.classes[column]] for column in columns]
        return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]

    def mistakes(self) -> str:
        """Return the training errors in words."""
        return f"{counted(int(self.measures['errors']), 'error')} on {counted(len(self.data), 'point')}"
