"""Kernel density estimates in the plane: a bump on every point, the same along both axes but for its width."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.data import features
from mlexplorer.core.grid import Grid

KERNELS = ("gaussian", "epanechnikov", "triangle", "box")
TINY = 1e-300  # the least density: its logarithm is still a number
TABLE = 60_000  # numbers worked on together: well below 10 ms


def profile(kernel: str, distances: Array) -> Array:
    """Return the bump of one coordinate at distances in units of the bandwidth; its integral is 1."""
    match kernel:
        case "gaussian":
            return np.exp(-0.5 * distances * distances) / math.sqrt(2 * math.pi)
        case "epanechnikov":
            return 0.75 * np.maximum(1 - distances * distances, 0)
        case "triangle":
            return np.maximum(1 - np.abs(distances), 0)
        case _:
            return (np.abs(distances) < 0.5).astype(np.float64)


@dataclass(frozen=True, eq=False)
class Bumps:
    """p(x) = 1/(n·h₁·h₂) Σ K((x₁ − xᵢ₁)/h₁)·K((x₂ − xᵢ₂)/h₂); of a single feature 1/(n·h₁) Σ K((x₁ − xᵢ₁)/h₁)."""

    points: Array
    kernel: str
    widths: tuple[float, float]

    def at(self, places: Array) -> Array:
        """Return the density at places."""
        return np.concatenate([table.sum(axis=1) for table in self._tables(places)] or [np.empty(0)]) * self._factor

    def parts(self, place: Array) -> Array:
        """Return what the bump of each point adds to the density at one place."""
        return next(self._tables(place[None]))[0] * self._factor

    def on(self, grid: Grid) -> Array:
        """Return the density on a grid: bumps are products, so it is a product of two matrices."""
        across = profile(self.kernel, np.subtract.outer(grid.xs, self.points[:, 0]) / self.widths[0])
        if self.features == 1:
            return np.repeat(across.sum(axis=1)[None] * self._factor, grid.rows, axis=0)
        along = profile(self.kernel, np.subtract.outer(grid.ys, self.points[:, 1]) / self.widths[1])
        return along @ across.T * self._factor

    def left_out(self) -> Iterator[Array]:
        """Yield, some points at a time, the density at each point as the others alone would have it."""
        first = 0
        for table in self._tables(self.points):
            rows = np.arange(len(table))
            table[rows, first + rows] = 0
            first += len(table)
            yield table.sum(axis=1) * self._factor * len(self.points) / max(1, len(self.points) - 1)

    def likelihood(self) -> Iterator[float]:
        """Yield, some points at a time, parts of the sum of the logarithms of the left-out densities."""
        for densities in self.left_out():
            yield float(np.log(np.maximum(densities, TINY)).sum())

    @cached_property
    def features(self) -> int:
        """1 for points on a line x₂ = constant, whose density is of x₁ alone; else 2."""
        return features(self.points)

    @property
    def _factor(self) -> float:
        return 1 / (len(self.points) * math.prod(self.widths[: self.features]))

    def _tables(self, places: Array) -> Iterator[Array]:
        """Yield (places, points): the bump of each point, for some places at a time."""
        height = max(1, TABLE // len(self.points))
        for first in range(0, len(places), height):
            some = places[first : first + height]
            across = np.subtract.outer(some[:, 0], self.points[:, 0]) / self.widths[0]
            if self.features == 1:
                yield profile(self.kernel, across)
                continue
            along = np.subtract.outer(some[:, 1], self.points[:, 1]) / self.widths[1]
            if self.kernel == "gaussian":  # one exponential instead of two
                yield np.exp(-0.5 * (across * across + along * along)) / (2 * math.pi)
            else:
                yield profile(self.kernel, across) * profile(self.kernel, along)


def reference_width(values: Array, dimensions: int) -> float:
    """Return the bandwidth best for a Gaussian cloud, (4/(d+2))^(1/(d+4))·σ·n^(−1/(d+4)), σ with divisor n − 1.

    Of one feature it is 1.06·σ·n^(−1/5), rounded as everyone writes it.
    """
    if len(values) < 2 or not np.ptp(values):  # the deviation of equal values may be a rounding error
        return 0.0
    power = 1 / (dimensions + 4)
    factor = 1.06 if dimensions == 1 else (4 / (dimensions + 2)) ** power
    return float(factor * values.std(ddof=1) * len(values) ** -power)
