"""What a margin m = y·f costs: the losses two-class rules are judged by, for margins and for many lines at once."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from mlexplorer.algorithms.descent.rule_losses import errors
from mlexplorer.core.arrays import Array, blocks, halves, signs
from mlexplorer.core.capabilities import HasDiscriminant
from mlexplorer.core.data import Dataset
from mlexplorer.core.decision import decide_scores

_LEAST = float(np.nextafter(0, 1))  # the margin of a point on the boundary that is right
_MOST = 500.0  # the largest exponent of the exponential loss: beyond it the curve goes on as a straight line


@dataclass(frozen=True)
class MarginLoss:
    """A loss by its title, its cost at margins, and its slope there; steps have no slope."""

    title: str
    of: Callable[[Array], Array]
    slope: Callable[[Array], Array] | None

    @property
    def word(self) -> str:
        """Its title in one word."""
        return self.title.partition(" ")[0].lower()

    def values(self, points: Array, signs: Array, weights: Array) -> Array:
        """Return the sum over points with signs −1 and +1 for each row (w1, w2, t) of weights, in blocks."""
        if self.slope is None:
            return errors(points, signs > 0, weights)
        terms = _terms(points, signs)
        sums = np.empty(len(weights))
        for part in blocks(len(weights), len(points)):
            sums[part] = self.of(weights[part] @ terms).sum(axis=1)
        return sums

    def gradient(self, points: Array, signs: Array, weights: Array) -> Array:
        """Return the slope of that sum at one (w1, w2, t)."""
        assert self.slope is not None, "a staircase has no slope"
        terms = _terms(points, signs)
        return np.asarray(terms @ self.slope(weights @ terms))


def margins(step: HasDiscriminant, data: Dataset) -> Array:
    """Return y·f of points of two classes: above 0 where the step decides right, at most 0 where it decides wrong.

    The boundary f = 0 belongs to the first class, so its points have a margin just above 0 there.
    """
    values = step.discriminant(data.points)
    found, right = signs(data.labels, step.classes[1]) * values, decide_scores(step, halves(values)) == data.labels
    return np.where(right, np.maximum(found, _LEAST), np.minimum(found, 0.0))


def _terms(points: Array, signs: Array) -> Array:
    """Return the terms of y·(w·x − t), as (3, n)."""
    return np.stack([signs * points[:, 0], signs * points[:, 1], -signs])


def _logistic(margins: Array) -> Array:
    return np.logaddexp(0.0, -margins)


def _logistic_slope(margins: Array) -> Array:
    return -0.5 * (1 - np.tanh(0.5 * margins))


def _exponential(margins: Array) -> Array:
    inner = np.minimum(-margins, _MOST)
    return np.exp(inner) * (1 + (-margins - inner))


def _exponential_slope(margins: Array) -> Array:
    return -np.exp(np.minimum(-margins, _MOST))


MARGIN_LOSSES = {
    "errors": MarginLoss("0/1 errors", lambda m: (m <= 0).astype(np.float64), None),
    "perceptron": MarginLoss(
        "Perceptron criterion", lambda m: np.maximum(-m, 0.0), lambda m: -(m < 0).astype(np.float64)
    ),
    "log": MarginLoss("Log loss", _logistic, _logistic_slope),
    "hinge": MarginLoss("Hinge loss", lambda m: np.maximum(1 - m, 0.0), lambda m: -(m < 1).astype(np.float64)),
    "squared": MarginLoss("Squared loss", lambda m: (1 - m) ** 2, lambda m: -2 * (1 - m)),
    "exponential": MarginLoss("Exponential loss", _exponential, _exponential_slope),
}
