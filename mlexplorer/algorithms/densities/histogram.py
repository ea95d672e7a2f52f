"""Histograms of the plane, or of a single feature: points are counted in square bins."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.data import features
from mlexplorer.core.grid import Grid

FEW = 1 << 16  # numbers that are counted in a table, one after the other, without being sorted
EDGE = 1e-9  # of a width: a value that rounding has put so little below an edge lies on it


@dataclass(frozen=True, eq=False)
class Histogram:
    """p(x) = c/(n·wᵈ) with c of n points in the bin of x; bins [a, a + w) begin at an origin, d is 1 or 2 features."""

    points: Array
    width: float
    origin: float

    @cached_property
    def features(self) -> int:
        """1 for points on a line x₂ = constant, whose bins are of x₁ alone; else 2."""
        return features(self.points)

    @cached_property
    def boxes(self) -> Array:
        """The (m, 4) bins with a point in them: left, right, bottom, top, in order."""
        columns, rows, codes, _ = self._table
        across, along = columns[codes // len(rows)], rows[codes % len(rows)]
        left, bottom = self.origin + across * self.width, self.origin + along * self.width
        right, top = self.origin + (across + 1) * self.width, self.origin + (along + 1) * self.width
        if self.features == 1:
            bottom, top = np.full(len(codes), -np.inf), np.full(len(codes), np.inf)
        return np.stack([left, right, bottom, top], axis=1)

    @cached_property
    def counts(self) -> Array:
        """How many points lie in each box."""
        return self._table[3]

    @cached_property
    def share(self) -> float:
        """What one point adds to the density of its bin, 1/(n·wᵈ)."""
        return 1 / (len(self.points) * self.width**self.features)

    def at(self, places: Array) -> Array:
        """Return the density at places."""
        return self.share * self._found(*self._numbers(places[:, 0], places[:, 1]))

    def on(self, grid: Grid) -> Array:
        """Return the density on a grid, looking every bin up once."""
        numbers = self._numbers(grid.xs, grid.ys)
        begins = [np.append(True, part[1:] != part[:-1]) for part in numbers]  # a new bin
        columns, rows = (part[new] for part, new in zip(numbers, begins, strict=True))
        found = self.share * self._found(np.tile(columns, len(rows)), rows.repeat(len(columns)))
        own_column, own_row = (new.cumsum() - 1 for new in begins)
        return found.reshape(len(rows), len(columns)).take(own_row, axis=0).take(own_column, axis=1)

    def inside(self, place: Array) -> Labels:
        """Return the rows of the points in the bin of a place."""
        across, along = self._numbers(*self.points.T)
        column, row = self._numbers(place[:1], place[1:])
        return np.flatnonzero((across == column) & (along == row))

    def _numbers(self, across: Array, along: Array) -> tuple[Array, Array]:
        """Return the number of the bin of values along either axis; all of a single feature lie in one row."""
        column, row = (np.floor((values - self.origin) / self.width + EDGE) for values in (across, along))
        return (column, row) if self.features > 1 else (column, np.zeros_like(row))

    @cached_property
    def _table(self) -> tuple[Array, Array, Labels, Array]:
        """The columns and rows of bins with points, and those bins as column · rows + row in order, with their counts.

        Only bins with points are kept: narrow ones are far too many.
        """
        across, along = self._numbers(*self.points.T)
        (columns, own_column), (rows, own_row) = _numbered(across), _numbered(along)
        codes, counts = _counted(own_column * len(rows) + own_row, len(columns) * len(rows))
        return columns, rows, codes, counts.astype(np.float64)

    def _found(self, across: Array, along: Array) -> Array:
        """Return the counts in bins by their numbers."""
        columns, rows, codes, counts = self._table
        column, row = (
            np.minimum(np.searchsorted(known, asked), len(known) - 1)
            for known, asked in ((columns, across), (rows, along))
        )
        code = column * len(rows) + row
        place = np.minimum(np.searchsorted(codes, code), len(codes) - 1)
        known = (columns[column] == across) & (rows[row] == along) & (codes[place] == code)
        return np.where(known, counts[place], 0.0)


def _numbered(values: Array) -> tuple[Array, Labels]:
    """Return whole numbers in order, all of the values among them, and the index of each value."""
    low, high = values.min(), values.max()
    if high - low < FEW and max(-low, high) < 1 / EDGE:
        return np.arange(low, high + 1), (values - low).astype(np.intp)
    known, own = np.unique(values, return_inverse=True)
    return known, own


def _counted(codes: Labels, size: int) -> tuple[Labels, Labels]:
    """Return which of so many codes there are, in order, and how often each."""
    if size > FEW:
        found, counts = np.unique(codes, return_counts=True)
        return found, counts
    table = np.bincount(codes)
    known = np.flatnonzero(table)
    return known, table[known]


def reference_bin(points: Array) -> float:
    """Return the width best for a Gaussian cloud, 3.5·σ·n^(−1/(d+2)), with the larger σ of both axes."""
    return float(3.5 * points.std(axis=0).max() * len(points) ** (-1 / (features(points) + 2)))
