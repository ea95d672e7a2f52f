"""The log loss of a network over labelled points: its value, slope and curvature at one choice of weights, or many."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.algorithms.descent.rule_losses import softmax
from mlexplorer.algorithms.networks.passes import Activation, UnitLayout, backward, forward, with_ones
from mlexplorer.core.arrays import Array, Labels, blocks

NUDGE = 1e-5  # of a weight, to see how the slope changes


@dataclass(frozen=True, eq=False)
class NetworkLoss:
    """Σ −log p(own class) + penalty/2·‖W‖², offsets free; p the softmax of the scores, 1/(1 + e^−f) for two classes."""

    layout: UnitLayout
    activation: Activation
    points: Array
    columns: Labels  # which class each point is of, counted from 0
    penalty: float

    @cached_property
    def inputs(self) -> Array:
        """The points as the first layer takes them."""
        return with_ones(self.points)

    @cached_property
    def wanted(self) -> Array:
        """The chances one would like, (scores, n): 1 for the own class; with one score that of the second class."""
        scores = self.layout.sizes[-1]
        classes = np.arange(scores)[:, None] if scores > 1 else np.ones((1, 1))
        return (classes == self.columns).astype(np.float64)

    @property
    def floor(self) -> float:
        """The loss of no weights at all: every class is as likely."""
        return len(self.points) * float(np.log(max(2, self.layout.sizes[-1])))

    def slope(self, weights: Array, rows: Labels | None = None, kept: Array | None = None) -> Array:
        """Return the gradient of the mean loss of some points, or of all, with their share of the penalty.

        kept has a factor for each weight, 0 for those of units that are left out.
        """
        inputs, wanted = (self.inputs, self.wanted) if rows is None else (self.inputs[:, rows], self.wanted[:, rows])
        matrices = self.layout.matrices(weights if kept is None else weights * kept)
        found = self.summed(matrices, forward(matrices, inputs, self.activation), wanted)
        found /= len(wanted[0])
        if kept is not None:
            found *= kept
        if self.penalty:
            found += self.penalty / max(1, len(self.points)) * self.layout.weights * weights
        return found

    def summed(self, matrices: list[Array], values: list[Array], wanted: Array) -> Array:
        """Return the slope of the loss without its penalty, added up over points, as a flat vector."""
        slopes, _ = backward(matrices, values, chances(values[-1]) - wanted, self.activation)
        return np.concatenate([slope.ravel() for slope in slopes])

    def look(self, weights: Array) -> "NetworkLook":
        """Return value, gradient and curvature at one choice of weights."""
        return NetworkLook(self, weights)

    def values(self, weights: Array) -> Array:
        """Return the loss at each row of weights, in blocks."""
        result = 0.5 * self.penalty * np.einsum("mp,mp,p->m", weights, weights, self.layout.weights)
        for part in blocks(len(weights), max(self.layout.sizes[1:]) * len(self.points)):
            scores = forward(self.layout.matrices(weights[part]), self.inputs, self.activation)[-1]
            result[part] += surprises(scores, self.wanted).sum(axis=-1)
        return result


class NetworkLook:
    """Value, gradient and curvature of a NetworkLoss at one place; each is made when it is asked for."""

    def __init__(self, loss: NetworkLoss, weights: Array) -> None:
        self._loss, self._weights = loss, weights
        self._pull = loss.penalty * loss.layout.weights * weights

    @cached_property
    def _matrices(self) -> list[Array]:
        return self._loss.layout.matrices(self._weights)

    @cached_property
    def _values(self) -> list[Array]:
        return forward(self._matrices, self._loss.inputs, self._loss.activation)

    @cached_property
    def value(self) -> float:
        """The penalised loss."""
        total = surprises(self._values[-1], self._loss.wanted).sum()
        return float(total + 0.5 * (self._pull @ self._weights))

    @cached_property
    def gradient(self) -> Array:
        """Its slope."""
        return self._loss.summed(self._matrices, self._values, self._loss.wanted) + self._pull

    @cached_property
    def wrong(self) -> int:
        """How many points another class than their own is likelier for; a tie is the first class's."""
        scores, columns = self._values[-1], self._loss.columns
        found = scores.argmax(axis=0) if len(scores) > 1 else scores[0] > 0
        return int((found != columns).sum())

    @cached_property
    def hessian(self) -> Array:
        """Its curvature, by how the slope changes along each weight."""
        nudges = NUDGE * np.eye(len(self._weights))
        ahead = np.array([self._loss.slope(self._weights + nudge) for nudge in nudges])
        behind = np.array([self._loss.slope(self._weights - nudge) for nudge in nudges])
        table = (ahead - behind) * (len(self._loss.points) / (2 * NUDGE))
        return 0.5 * (table + table.T)


def chances(scores: Array) -> Array:
    """Return the probabilities of scores, (scores, n): 1/(1 + e^−f) of a single one, else the softmax."""
    if len(scores) > 1:
        return softmax(scores, axis=0)
    result = np.tanh(0.5 * scores)
    result += 1.0
    result *= 0.5
    return result


def surprises(scores: Array, wanted: Array) -> Array:
    """Return −log p of each point's own class, (…, n), by log-sum-exp: no score is too large for it."""
    if scores.shape[-2] == 1:
        against = (scores * (1.0 - 2.0 * wanted))[..., 0, :]
        return np.maximum(against, 0.0) + np.log1p(np.exp(-np.abs(against)))
    top = scores.max(axis=-2, keepdims=True)
    rest = np.log(np.exp(scores - top).sum(axis=-2)) + top[..., 0, :]
    return np.asarray(rest - (scores * wanted).sum(axis=-2))
