"""Densities by distance: how far the k nearest points of a place are, in three ways."""

import math
from dataclasses import dataclass
from functools import cached_property, reduce

import numpy as np

from mlexplorer.algorithms.neighbours import near_field
from mlexplorer.algorithms.neighbours.nearest import Neighbours, without_own
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.data import features
from mlexplorer.core.grid import Grid

KINDS = ("volume", "mean", "relative")
BALLS = {1: 2.0, 2: math.pi}  # the size of a ball of radius 1, by the number of features
CROWD, FEW = 2000, 12  # up to so many points and neighbours blocks of places are quicker than each place
LEAST = 1e-6  # of the spread: shorter distances count as this one, so that no density is infinite


def ball_densities(distances: Array, count: int, own: int) -> Array:
    """Return k/(n·c·Rᵈ) from the distances to the k nearest of n points, along the last axis in order, R the last."""
    return np.asarray(distances.shape[-1] / (count * BALLS[own] * distances[..., -1] ** own))


def mean_densities(distances: Array) -> Array:
    """Return 1 over the mean distance to the k nearest points, along the last axis."""
    return np.asarray(1 / distances.mean(axis=-1))


def relative_densities(densities: Array, around: Array) -> Array:
    """Return densities as shares of the mean density of the k nearest points, along the last axis of around."""
    return np.asarray(densities / around.mean(axis=-1))


@dataclass(frozen=True, eq=False)
class Surroundings:
    """Points, how many of the nearest count, and which of the three densities they give."""

    points: Array
    k: int
    kind: str

    @cached_property
    def features(self) -> int:
        """1 for points on a line x₂ = constant, whose distances are of x₁ alone; else 2."""
        return features(self.points)

    @cached_property
    def least(self) -> float:
        """The distance that shorter ones count as."""
        return LEAST * (float(np.ptp(self.points, axis=0).max()) or 1.0)

    @cached_property
    def left_out(self) -> Array:
        """The density at each of the points by the others."""
        distances, rows = self._others
        if self.kind == "volume":
            return ball_densities(distances, len(self.points) - 1, self.features)
        return self._means if self.kind == "mean" else relative_densities(self._means, self._means[rows])

    def at(self, places: Array) -> Array:
        """Return the density at places; a point counts where it is."""
        near = [self._nearest.k] if self.kind == "volume" else np.arange(1, self._nearest.k + 1)
        found, rows = self._nearest.tree.query(self._flat(places), near)
        distances = self._lengths(found)
        if self.kind == "volume":
            return self._nearest.k * ball_densities(distances, len(self.points), self.features)
        densities = mean_densities(distances)
        if self.kind == "mean":
            return densities
        return relative_densities(densities, self._means[self._nearest.rows[rows]])

    def on(self, grid: Grid) -> Array:
        """Return the density on a grid, as (rows, columns)."""
        if self.kind == "relative" or self.features == 1 or len(self.points) > CROWD or self.k > FEW:
            return grid.sampled(self.at)
        return near_field.field(self._nearest, grid, self._read)

    def around(self, places: Array) -> tuple[Array, Labels]:
        """Return the distances and rows of the k nearest points of places, each (n, k), of equal ones the first."""
        gaps, rows = self._nearest.nearest(self._flat(places))
        return self._lengths(np.sqrt(gaps)), rows

    @cached_property
    def _nearest(self) -> Neighbours:
        flat = self._flat(self.points)
        return Neighbours(flat, np.zeros(len(flat), np.intp), 1, min(self.k, len(flat)))

    @cached_property
    def _others(self) -> tuple[Array, Labels]:
        """The distances and rows of the nearest of each point, itself left out."""
        flat = self._flat(self.points)
        count = min(self.k, len(flat) - 1)
        gaps, rows = without_own(*self._nearest.with_k(count + 1).nearest(flat))
        return self._lengths(np.sqrt(gaps)), rows

    @cached_property
    def _means(self) -> Array:
        """1 over the mean distance from each point to its nearest others."""
        return mean_densities(self._others[0])

    def _read(self, gaps: list[Array]) -> Array:
        """Return the density by the squared distances to the nearest points."""
        if self.kind == "volume":
            last = self._lengths(np.sqrt(gaps[-1]))[..., None]
            return self._nearest.k * ball_densities(last, len(self.points), self.features)
        return len(gaps) / reduce(np.add, (self._lengths(np.sqrt(gap)) for gap in gaps))

    def _flat(self, places: Array) -> Array:
        """Return places as distances see them: of a single feature, x₂ is nothing."""
        return places if self.features > 1 else places * [1.0, 0.0]

    def _lengths(self, distances: Array) -> Array:
        return np.maximum(distances, self.least)
