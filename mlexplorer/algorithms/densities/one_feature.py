"""Densities of one feature, those of all classes at once: Gaussians, bumps on every point, histograms."""

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.core.arrays import Array, Labels, Mask

BLOCK = 1 << 15  # numbers of a table of bumps: they stay in the cache
LEAST = 1e-290  # sums of bumps below this are made anew from their logarithms
NOTHING = -700.0  # the logarithm of an empty bin: e^−700 is still a number


class FeatureDensities(ABC):
    """A density of one feature for each class."""

    @abstractmethod
    def logs(self, values: Array) -> Array:
        """Return the logarithms of the densities at values as (classes, n), never infinite: what a decision needs."""

    def heights(self, values: Array) -> Array:
        """Return the densities at values as (classes, n); each has the area 1."""
        return np.exp(self.logs(values))


@dataclass(frozen=True, eq=False)
class Bells(FeatureDensities):
    """A Gaussian for each class."""

    means: Array
    deviations: Array

    def logs(self, values: Array) -> Array:
        """Return −½((x − μ)/σ)² − ln(σ√2π)."""
        found = values - self.means[:, None]
        found /= self.deviations[:, None]
        found *= found
        found *= -0.5
        found -= np.log(self.deviations * math.sqrt(2 * math.pi))[:, None]
        return found


@dataclass(frozen=True, eq=False)
class FeatureBumps(FeatureDensities):
    """The mean of Gaussian bumps of one width, on every value of a class."""

    values: tuple[Array, ...]  # of each class
    width: float

    def logs(self, values: Array) -> Array:
        """Return the logarithms of the means of the bumps."""
        return np.stack([_log_means(own, values, self.width) for own in self.values])


@dataclass(frozen=True, eq=False)
class Bins(FeatureDensities):
    """A histogram for each class, all with the same bins [a, b); where it decides, the end bins reach on for ever."""

    left: float
    width: float
    counts: Array  # (classes, bins)
    shares: Array  # of each bin, smoothed: (counts + alpha) / (n + bins·alpha)

    @cached_property
    def table(self) -> Array:
        """The logarithms of the heights of the bins, NOTHING for an empty one."""
        table = np.full(self.shares.shape, NOTHING)
        return np.log(self.shares / self.width, out=table, where=self.shares > 0)

    def logs(self, values: Array) -> Array:
        """Return the logarithms of the heights of the bins."""
        return self.table[:, self.numbers(values)]

    def heights(self, values: Array) -> Array:
        """Return the heights of the bins; 0 outside of all."""
        right = self.left + self.width * self.shares.shape[1]
        inside = (values >= self.left) & (values <= right)
        return np.where(inside, (self.shares / self.width)[:, self.numbers(values)], 0.0)

    def numbers(self, values: Array) -> Labels:
        """Return the bin of each value, that at the end for values beyond."""
        last = self.shares.shape[1] - 1
        return np.clip(np.floor((values - self.left) / self.width), 0, last).astype(np.intp)


def bells(values: Array, columns: Labels, classes: int, alpha: float = 0.0, less: int = 1) -> tuple[Bells, Mask]:
    """Return a Gaussian for each class, and which of them had no spread of their own.

    σ = s + alpha, and s² has the divisor n − less. Without any spread a class takes that of all classes about their
    means, without that the one of all values, and without that 1.
    """
    counts = np.bincount(columns, minlength=classes)
    means = np.bincount(columns, values, classes) / counts
    away = values - means.take(columns)
    squares = np.bincount(columns, away * away, classes)
    rounding = 8 * np.finfo(float).eps * max(float(values.max(initial=0.0)), -float(values.min(initial=0.0)))
    own = np.sqrt(squares / np.maximum(1, counts - less))
    own = np.where(own > rounding, own, 0.0) + alpha
    lonely = own == 0
    if lonely.any():
        common, every = math.sqrt(squares.sum() / max(1, len(values) - classes * less)), float(values.std())
        spare = next((spread for spread in (common, every) if spread > rounding), 1.0)
        own = np.where(lonely, spare, own)
    return Bells(means, own), np.asarray(lonely)


def bumps(values: Array, columns: Labels, classes: int, width: float) -> FeatureBumps:
    """Return a bump of a width on every value, class by class."""
    return FeatureBumps(tuple(values[columns == column] for column in range(classes)), width)


def bins(values: Array, columns: Labels, classes: int, count: int, alpha: float) -> Bins:
    """Return histograms with so many bins from the least to the largest of all values, alpha added to every count."""
    low, high = float(values.min()), float(values.max())
    rounding = 8 * np.finfo(float).eps * max(abs(low), abs(high))
    if high - low <= rounding:  # all values in one place
        room = max(0.5, count * rounding)  # far out numbers stand further apart than bins would
        low, high = low - room, high + room
    empty = Bins(low, (high - low) / count, np.zeros((classes, count)), np.zeros((classes, count)))
    cells = columns * count + empty.numbers(values)
    counts = np.bincount(cells, minlength=classes * count).reshape(classes, count).astype(np.float64)
    shares = (counts + alpha) / (counts.sum(axis=1, keepdims=True) + count * alpha)
    return Bins(empty.left, empty.width, counts, shares)


def _log_means(own: Array, values: Array, width: float) -> Array:
    """Return ln of the mean of the bumps on own values, at values; in blocks, and by the largest where all vanish."""
    found = np.empty(len(values))
    step = max(1, BLOCK // len(own))
    for first in range(0, len(values), step):
        table = np.subtract.outer(values[first : first + step], own)
        table *= table
        table *= -0.5 / width**2
        sums = np.exp(table).sum(axis=1)
        far = sums < LEAST
        part = np.log(np.where(far, 1.0, sums))
        if far.any():
            top = table[far].max(axis=1)
            part[far] = top + np.log(np.exp(table[far] - top[:, None]).sum(axis=1))
        found[first : first + step] = part
    return found - math.log(len(own) * width * math.sqrt(2 * math.pi))
