"""How a node is split: impurities, gains, sorted candidates, and the one rule that decides ties."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from mlexplorer.core.arrays import Array, Labels, Mask

TIE = 1e-9  # costs closer than this share of a node's weight are equal, or ties would depend on rounding
RATIO = "gain_ratio"  # entropy, but splits are chosen by their gain for each bit the split itself holds
CRITERIA = ("gini", "entropy", "error", RATIO)


def impurity(counts: npt.ArrayLike, criterion: str) -> Array:
    """Return the impurity of groups from their class counts, classes along the last axis; an empty group is pure."""
    parts = np.asarray(counts, dtype=np.float64)
    total = parts.sum(axis=-1, keepdims=True)
    shares = parts / np.where(total > 0, total, 1.0)
    if criterion in ("entropy", RATIO):
        return np.abs(_surprise(shares).sum(axis=-1))
    most = shares.max(axis=-1) if criterion == "error" else (shares * shares).sum(axis=-1)
    return np.where(total[..., 0] > 0, 1.0 - most, 0.0)


def gain(groups: npt.ArrayLike, criterion: str) -> float:
    """Return by how much a split lowers the impurity: class counts of each group, as (groups, classes)."""
    parts = np.asarray(groups, dtype=np.float64)
    return float(impurity(parts.sum(axis=0), criterion)) - remainder(parts, criterion)


def remainder(groups: npt.ArrayLike, criterion: str) -> float:
    """Return the mean impurity of groups, each weighted by its size."""
    parts = np.asarray(groups, dtype=np.float64)
    sizes = parts.sum(axis=1)
    return float(sizes @ impurity(parts, criterion) / sizes.sum())


def gain_ratio(groups: npt.ArrayLike) -> float:
    """Return the information gain as a share of the information in the split itself, which many small groups raise."""
    sizes = np.asarray(groups, dtype=np.float64).sum(axis=1)
    return gain(groups, "entropy") / float(impurity(sizes, "entropy"))


def side_costs(left: Sequence[Array], right: Sequence[Array], sizes: tuple[Array, Array], criterion: str) -> Array:
    """Return n₁·Q₁ + n₂·Q₂ of splits: a count of each class on either side, and the sizes of both sides."""
    return sizes[0] + sizes[1] - _purity(left, sizes[0], criterion) - _purity(right, sizes[1], criterion)


def ratio_costs(costs: Array, before: Array, low: Array, whole: Array) -> Array:
    """Return minus n · gain ratio of splits, from n₁·Q₁ + n₂·Q₂, n·Q before, n₁ and n; 0 where nothing is split."""
    information = _surprise(whole) - _surprise(low) - _surprise(whole - low)
    shared = np.divide(before - costs, information, out=np.zeros_like(costs), where=information > 0)
    return -whole * shared


def _purity(parts: Sequence[Array], total: Array, criterion: str) -> Array:
    """Return size × (1 − impurity), which is cheaper than the impurity and as good to compare."""
    if criterion == "error":
        best = parts[0]
        for part in parts[1:]:
            best = np.maximum(best, part)
        return best
    if criterion == "gini":
        squares = parts[0] * parts[0]
        for part in parts[1:]:
            squares = squares + part * part
        return squares / np.where(total > 0, total, 1.0)
    surprise = _surprise(parts[0])
    for part in parts[1:]:
        surprise = surprise + _surprise(part)
    return total + surprise - _surprise(total)


def _surprise(count: Array) -> Array:
    """Return c·log₂c, 0 where c is 0."""
    return count * np.log2(np.where(count > 0, count, 1.0))


def as_good(costs: Array, best: Array | float, weight: Array | float) -> Mask:
    """Return which costs are as good as the best of a node: the one place where a tie is decided."""
    return costs <= best + TIE * weight


def majority(counts: npt.ArrayLike) -> Labels:
    """Return the column of the largest count, classes along the last axis; equal counts go to the lower class."""
    parts = np.asarray(counts, dtype=np.float64)
    best = parts.max(axis=-1, keepdims=True)
    return as_good(-parts, -best, parts.sum(axis=-1, keepdims=True)).argmax(axis=-1)


def midpoint(low: Array, high: Array) -> Array:
    """Return the place halfway, never rounded up to the higher value, which must stay above the threshold."""
    middle = 0.5 * low + 0.5 * high
    return np.where(middle >= high, low, middle)


@dataclass(frozen=True, eq=False)
class Sorted:
    """Points sorted along either feature, once for all searches."""

    columns: Array  # (2, n): the first and the second feature of each point
    orders: Labels  # (2, n): the rows in order of either feature
    values: Array  # (2, n): the features in that order

    @classmethod
    def of(cls, points: Array) -> "Sorted":
        """Return points sorted."""
        columns = np.ascontiguousarray(points.T)
        orders = columns.argsort(axis=1, kind="stable")
        return cls(columns, orders, np.stack([row.take(order) for row, order in zip(columns, orders, strict=True)]))


@dataclass(frozen=True, eq=False)
class ClassWeights:
    """The class of each point as a column from 0 to count − 1, and what the point weighs; None: one each."""

    columns: Labels
    count: int
    weights: Array | None = None

    @classmethod
    def of(cls, labels: Labels, present: Labels, weights: Array | None = None) -> "ClassWeights":
        """Return labels as columns of the classes present."""
        return cls(np.searchsorted(present, labels), len(present), weights)

    @cached_property
    def hot(self) -> Array:
        """The weight of each point in the row of its class, 0 elsewhere: (classes, n)."""
        rows: Array = self.columns == np.arange(self.count)[:, None]
        return rows * (1.0 if self.weights is None else self.weights)

    def counts(self, rows: Labels, groups: Labels, count: int) -> Array:
        """Return the weight of each class in each of count groups of some points, as (count, classes)."""
        weights = None if self.weights is None else self.weights.take(rows)
        cells = np.bincount(groups * self.count + self.columns.take(rows), weights, count * self.count)
        return cells.reshape(count, self.count).astype(np.float64, copy=False)
