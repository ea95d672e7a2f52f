"""Support vector machines of many samples of the same points: exchanges of two multipliers in all of them at once."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from mlexplorer.algorithms.margins.kernels import Kernel
from mlexplorer.algorithms.margins.pairwise import CLOSE, KernelTable
from mlexplorer.core.arrays import Array, Labels, Mask, halves
from mlexplorer.core.grid import Grid
from mlexplorer.core.study.many_fits import ManyFits

PAUSE = 50  # exchanges between two chances to interrupt
_ROUNDED = 1e-12  # of a cap: multipliers nearer to a bound are at it


@dataclass(frozen=True, eq=False)
class ManyMachines(ManyFits):
    """Machines of two classes whose conditions hold to a thousandth; the scores are (−f/2, +f/2)."""

    kernel: Kernel
    weights: Array  # (fits, points): multiplier times sign
    thresholds: Array

    def scores(self, points: Array, numbers: Labels) -> Array:
        """Return ±f/2 of each point by its own fit."""
        values = np.empty(len(points))
        for number in np.unique(numbers).tolist():
            mine = numbers == number
            values[mine] = self._discriminant(number, points[mine])
        return halves(values)

    def fields(self, grid: Grid) -> Iterator[Array]:
        """Yield ±f/2 of each fit on a grid."""
        for number in range(len(self.samples)):
            rows = np.flatnonzero(self.weights[number])
            places, weights = self.samples.data.points[rows], self.weights[number, rows]
            yield halves(self.kernel.sum_on_grid(grid.xs, grid.ys, places, weights) - self.thresholds[number])

    def _discriminant(self, number: int, points: Array) -> Array:
        rows = np.flatnonzero(self.weights[number])
        table = self.kernel.matrix(points, self.samples.data.points[rows])
        return np.asarray(table @ self.weights[number, rows] - self.thresholds[number])


class ExchangedTogether(NamedTuple):
    """The multipliers of each problem, its threshold, and whether every condition holds to a thousandth."""

    multipliers: Array
    thresholds: Array
    done: Mask


def exchanged_together(
    table: KernelTable, signs: Array, caps: Array, starts: Array, most: int
) -> Generator[None, None, ExchangedTogether]:
    """Return multipliers of problems that differ in the caps of their points, after so many exchanges in each at most.

    Each does what pairwise.exchanged does; those that are done leave the tables of the others.
    """
    assert table.inverse is not None, "the points are few"
    found = ExchangedTogether(starts.copy(), np.zeros(len(starts)), np.zeros(len(starts), np.bool_))
    left, problems = np.arange(len(starts)), _Problems.begun(table, signs, caps, starts)
    for number in range(most + 1):
        first = problems.up.argmax(axis=1)
        gaps = np.take_along_axis(problems.up, first[:, None], axis=1) - problems.low
        ended = (gaps.max(axis=1) < CLOSE) | (number == most)
        if ended.any():
            found.multipliers[left[ended]] = problems.values[ended]
            found.thresholds[left[ended]] = -(problems.up.max(axis=1) + problems.low.min(axis=1))[ended] / 2
            found.done[left[ended]] = number < most
            left, problems, first, gaps = left[~ended], problems.some(~ended), first[~ended], gaps[~ended]
        if not len(left):
            break
        problems.exchange(table, signs, first, gaps)
        if number % PAUSE == PAUSE - 1:
            yield None
    return found


class _Problems(NamedTuple):
    """Multipliers and caps of problems, and the gradients of points whose y·a can rise, and can fall; (problems, n)."""

    values: Array
    caps: Array
    up: Array
    low: Array

    @classmethod
    def begun(cls, table: KernelTable, signs: Array, caps: Array, starts: Array) -> "_Problems":
        slopes = signs - (starts * signs) @ table.matrix
        above, below = starts < caps, starts > 0
        rises, falls = np.where(signs > 0, above, below), np.where(signs > 0, below, above)
        return cls(starts.copy(), caps, np.where(rises, slopes, -np.inf), np.where(falls, slopes, np.inf))

    def some(self, chosen: Mask) -> "_Problems":
        return _Problems(*(part[chosen] for part in self))

    def exchange(self, table: KernelTable, signs: Array, first: Labels, gaps: Array) -> None:
        """Exchange in each problem between a point and the one that gains most."""
        assert table.inverse is not None, "the points are few"
        rows, inverse = np.arange(len(first)), table.inverse[first]
        gains = np.maximum(gaps, 0.0)
        gains *= gains
        gains *= inverse
        second = gains.argmax(axis=1)
        (one, rise), (two, fall) = self._room(rows, first, signs[first]), self._room(rows, second, -signs[second])
        step = np.minimum(np.minimum(gaps[rows, second] * inverse[rows, second], rise), fall)
        moved = table.matrix[first] - table.matrix[second]
        moved *= step[:, None]
        slopes = self.up[rows, first] - moved[rows, first], self.low[rows, second] - moved[rows, second]
        np.subtract(self.up, moved, out=self.up)
        np.subtract(self.low, moved, out=self.low)
        self._put(rows, first, signs[first], (one + signs[first] * step, slopes[0]))
        self._put(rows, second, signs[second], (two - signs[second] * step, slopes[1]))

    def _room(self, rows: Labels, places: Labels, way: Array) -> tuple[Array, Array]:
        """Return the multiplier of a point of each problem, and how far it can go a way."""
        values = self.values[rows, places]
        return values, np.where(way > 0, self.caps[rows, places] - values, values)

    def _put(self, rows: Labels, places: Labels, signs: Array, new: tuple[Array, Array]) -> None:
        """Put a new multiplier and gradient in place of those of a point of each problem."""
        (values, slopes), caps = new, self.caps[rows, places]
        values = np.where(values < _ROUNDED * caps, 0.0, np.where(caps - values < _ROUNDED * caps, caps, values))
        above, below = values < caps, values > 0
        self.values[rows, places] = values
        self.up[rows, places] = np.where(np.where(signs > 0, above, below), slopes, -np.inf)
        self.low[rows, places] = np.where(np.where(signs > 0, below, above), slopes, np.inf)


def shared_starts(multipliers: Array, counts: Labels, signs: Array, cost: float) -> Array:
    """Return where machines of samples begin: at those of all points, as often as a sample holds each, and balanced."""
    starts = np.where(multipliers >= cost * (1 - _ROUNDED), cost, multipliers) * counts
    plus, minus = (starts * (signs > 0)).sum(axis=1), (starts * (signs < 0)).sum(axis=1)
    least = np.minimum(plus, minus)
    shares = [np.divide(least, side, out=np.zeros(len(side)), where=side > 0)[:, None] for side in (plus, minus)]
    return np.asarray(starts * np.where(signs > 0, *shares))
