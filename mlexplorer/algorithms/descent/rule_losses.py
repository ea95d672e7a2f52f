"""Losses of linear rules: for one choice of weights with slope and curvature, or for thousands of choices at once.

Terms stand in rows and points in columns: design is (terms, n), so that sums over points run along memory.
"""

from dataclasses import dataclass
from functools import cached_property, reduce

import numpy as np

from mlexplorer.core.arrays import Array, Labels, Mask, blocks

_TINY = 1e-12  # for a coordinate that is 0 at every point
_FACTORS = 512  # factors in (1, 2] whose product is still a number


def errors(points: Array, positive: Mask, weights: Array) -> Array:
    """Return how many points each row (w1, w2, t) of weights puts on the wrong side; f > 0 is the positive side.

    The sum w1·x1 + w2·x2 − t is made in the order of HasWeights, so that places on the line are judged alike.
    """
    x, y = points[:, 0], points[:, 1]
    counts = np.empty(len(weights))
    for part in blocks(len(weights), len(points)):
        first, second, threshold = weights[part].T[:, :, None]
        counts[part] = ((first * x + second * y - threshold > 0) != positive).sum(axis=1)
    return counts


def softmax(scores: Array, axis: int = -1) -> Array:
    """Return e^s/Σe^s along an axis, without overflow."""
    result = np.empty_like(scores)  # in memory as they are: class by class or place by place
    parts, powers = np.moveaxis(scores, axis, 0), np.moveaxis(result, axis, 0)
    top = reduce(np.maximum, parts)  # class by class: twenty times faster than a maximum along a short last axis
    for index, part in enumerate(parts):
        np.exp(part - top, out=powers[index, ...])
    powers /= reduce(np.add, powers)
    return result


@dataclass(frozen=True, eq=False)
class LogLoss:
    """Σ log(1 + e^(−y·f)) + ½·wᵀRw for two classes, y = ±1, f = w·terms, R the matrix of the penalty."""

    design: Array
    signs: Array
    ridge: Array

    @cached_property
    def against(self) -> Array:
        """The terms of −y·f, the exponent of the loss."""
        return self.design * -self.signs

    @cached_property
    def unit(self) -> Array:
        """The length of each weight along which the loss bends by about 1, at most."""
        return 1 / np.sqrt(0.25 * np.einsum("ij,ij->i", self.design, self.design) + self.ridge.diagonal() + _TINY)

    def slope(self, weights: Array, rows: Labels) -> Array:
        """Return the gradient of the loss of some points, with their share of the penalty."""
        against = self.against[:, rows]
        exponents = weights @ against
        powers = np.exp(-np.abs(exponents))
        wrong = np.where(exponents > 0, 1.0, powers) / (1.0 + powers)
        return against @ wrong + (len(rows) / len(self.signs)) * (self.ridge @ weights)

    def look(self, weights: Array) -> "LogLook":
        """Return value, gradient and curvature at one choice of weights."""
        return LogLook(self, weights)

    def separated(self, weights: Array) -> bool:
        """Return whether every point lies clearly on its own side."""
        return bool((weights @ self.against).max(initial=-np.inf) < -1e-9 * np.abs(weights).max(initial=0.0))

    def curvatures(self, weights: Array) -> Array:
        """Return the largest curvature of each point's own loss, its share of the penalty included."""
        powers = np.exp(-np.abs(weights @ self.against))
        own = powers / (1 + powers) ** 2 * np.einsum("ij,ij->j", self.design, self.design)
        return own + np.linalg.norm(self.ridge, 2) / max(1, len(self.signs))

    def values(self, weights: Array) -> Array:
        """Return the loss at each row of weights, in blocks.

        With z the exponent, log(1 + eᶻ) = max(z, 0) + log(1 + e^−|z|). The sum of the first is ½(Σz + Σ|z|), the sum
        of the second the logarithm of a product: one logarithm for 512 points.
        """
        result = 0.5 * (weights @ self.against.sum(axis=1) + np.einsum("ij,ij->i", weights @ self.ridge, weights))
        ones, starts = np.ones(len(self.signs)), range(0, len(self.signs), _FACTORS)
        for rows in blocks(len(weights), len(self.signs)):
            exponents = weights[rows] @ self.against
            np.copysign(exponents, -1.0, out=exponents)
            result[rows] -= 0.5 * (exponents @ ones)
            np.exp(exponents, out=exponents)
            exponents += 1.0
            if starts:
                result[rows] += np.log(np.multiply.reduceat(exponents, starts, axis=1)).sum(axis=1)
        return result


class LogLook:
    """Value, gradient and curvature of a LogLoss at one place; each is made when it is asked for."""

    def __init__(self, loss: LogLoss, weights: Array) -> None:
        self._loss, self._weights = loss, weights
        self._exponents = weights @ loss.against
        self._powers = np.exp(-np.abs(self._exponents))
        self._pull = loss.ridge @ weights

    @cached_property
    def value(self) -> float:
        """The penalised loss."""
        factors = 1.0 + self._powers
        starts = range(0, len(factors), _FACTORS)
        logs = np.log(np.multiply.reduceat(factors, starts)).sum() if starts else 0.0
        return float(np.maximum(self._exponents, 0.0).sum() + logs + 0.5 * (self._weights @ self._pull))

    @cached_property
    def gradient(self) -> Array:
        """Its slope."""
        wrong = np.where(self._exponents > 0, 1.0, self._powers) / (1.0 + self._powers)
        return self._loss.against @ wrong + self._pull

    @cached_property
    def hessian(self) -> Array:
        """Its curvature."""
        bends = self._powers / (1.0 + self._powers) ** 2
        return (self._loss.design * bends) @ self._loss.design.T + self._loss.ridge


@dataclass(frozen=True, eq=False)
class SoftmaxLoss:
    """Σ −log p(own class) + ½·Σ wᵀRw for many classes, p the softmax of the scores; weights as (classes·terms,)."""

    design: Array
    columns: Labels  # which class each point is of, counted from 0
    count: int  # how many classes there are
    ridge: Array

    @cached_property
    def wanted(self) -> Array:
        """The chances one would like: 1 for the own class, 0 for the others, as (classes, n)."""
        return (np.arange(self.count)[:, None] == self.columns).astype(np.float64)

    @cached_property
    def unit(self) -> Array:
        """The length of each weight along which the loss bends by about 1, at most."""
        bends = 0.25 * np.einsum("ij,ij->i", self.design, self.design) + self.ridge.diagonal() + _TINY
        return np.tile(1 / np.sqrt(bends), self.count)

    def slope(self, weights: Array, rows: Labels) -> Array:
        """Return the gradient of the loss of some points, with their share of the penalty."""
        table, design = weights.reshape(self.count, -1), self.design[:, rows]
        powers = table @ design
        powers = np.exp(powers - powers.max(axis=0))
        gaps = powers / powers.sum(axis=0) - self.wanted[:, rows]
        return (gaps @ design.T + (len(rows) / len(self.columns)) * (table @ self.ridge)).ravel()

    def look(self, weights: Array) -> "SoftmaxLook":
        """Return value, gradient and curvature at one choice of weights."""
        return SoftmaxLook(self, weights)

    def separated(self, weights: Array) -> bool:
        """Return whether every point's own score is clearly the largest."""
        scores = weights.reshape(self.count, -1) @ self.design
        own = (scores * self.wanted).sum(axis=0)
        lead = own - np.where(self.wanted > 0, -np.inf, scores).max(axis=0)
        return bool(lead.min(initial=np.inf) > 1e-9 * np.abs(weights).max(initial=0.0))

    def curvatures(self, weights: Array) -> Array:
        """Return a bound for the curvature of each point's own loss: ½‖terms‖², and its share of the penalty."""
        del weights
        own = 0.5 * np.einsum("ij,ij->j", self.design, self.design)
        return own + np.linalg.norm(self.ridge, 2) / max(1, len(self.columns))

    def values(self, weights: Array) -> Array:
        """Return the loss at each row of weights, in blocks."""
        tables = weights.reshape(len(weights), self.count, -1)
        result = 0.5 * np.einsum("mkq,qr,mkr->m", tables, self.ridge, tables, optimize=True)
        for rows in blocks(len(weights), self.count * len(self.columns)):
            scores = tables[rows] @ self.design
            result[rows] -= np.einsum("mkn,kn->m", scores, self.wanted)
            peaks = scores.max(axis=1, keepdims=True)
            scores -= peaks
            result[rows] += (np.log(np.exp(scores, out=scores).sum(axis=1)) + peaks[:, 0]).sum(axis=1)
        return result


class SoftmaxLook:
    """Value, gradient and curvature of a SoftmaxLoss at one place; each is made when it is asked for."""

    def __init__(self, loss: SoftmaxLoss, weights: Array) -> None:
        self._loss = loss
        self._table = weights.reshape(loss.count, -1)
        scores = self._table @ loss.design
        peaks = scores.max(axis=0)
        self._chances = np.exp(scores - peaks)
        total = self._chances.sum(axis=0)
        self._chances /= total
        own = np.einsum("kn,kn->n", scores, loss.wanted)
        self._pull = self._table @ loss.ridge
        self.value = float((np.log(total) + peaks - own).sum() + 0.5 * np.vdot(self._table, self._pull))

    @cached_property
    def gradient(self) -> Array:
        """Its slope."""
        return ((self._chances - self._loss.wanted) @ self._loss.design.T + self._pull).ravel()

    @cached_property
    def hessian(self) -> Array:
        """Its curvature: a block p_i(δ_ij − p_j)·terms·termsᵀ for each pair of classes."""
        design, count, terms = self._loss.design, self._loss.count, len(self._loss.design)
        table = np.zeros((count, terms, count, terms))
        for i in range(count):
            for j in range(i, count):
                bends = self._chances[i] * (float(i == j) - self._chances[j])
                block = (design * bends) @ design.T
                table[i, :, j], table[j, :, i] = block, block
            table[i, :, i] += self._loss.ridge
        return table.reshape(count * terms, count * terms)
