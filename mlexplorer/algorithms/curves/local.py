"""Local averages, lines and parabolas over the nearest points along x."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.core.arrays import Array, Labels, blocks

WIDER = 1.000001  # the farthest neighbour of a bell is just inside, so that it counts a little
SINGULAR = 1e-10  # a direction of the local fit with less than this share of the largest is left out


@dataclass(frozen=True, eq=False)
class Neighbourhood:
    """The k nearest points along x for every place: in order of x they are always next to each other."""

    places: Array  # of the points, rising
    heights: Array
    rows: Labels  # of the training points, in the order of places
    k: int
    degree: int
    bell: bool  # nearer points weigh more: (1 − d³)³ with d = 1 at the farthest

    @classmethod
    def of(cls, points: Array, k: int, degree: int, bell: bool) -> "Neighbourhood":
        """Return the neighbourhoods of points."""
        rows = points[:, 0].argsort(kind="stable")
        return cls(points[rows, 0], points[rows, 1], rows, min(k, len(points)), degree, bell)

    @cached_property
    def turns(self) -> Array:
        """Where the leftmost neighbour is given up for one more on the right; at such a place it is still kept."""
        return 0.5 * self.places[: len(self.places) - self.k] + 0.5 * self.places[self.k :]

    @cached_property
    def means(self) -> Array:
        """The mean of every k points in a row."""
        middle = float(self.heights.mean())
        sums = np.append(0.0, (self.heights - middle).cumsum())
        return middle + (sums[self.k :] - sums[: len(sums) - self.k]) / self.k

    def firsts(self, places: Array) -> Labels:
        """Return the first of the neighbours of each place."""
        return np.searchsorted(self.turns, places, side="left")

    def curve(self, places: Array) -> Array:
        """Return the local fit at each place."""
        if not self.degree and not self.bell:
            return self.means[self.firsts(places)]
        found = np.empty(len(places))
        for some in blocks(len(places), self.k):
            shares, rows = self.shares(places[some])
            found[some] = np.einsum("ij,ij->i", shares, self.heights[rows])
        return found

    def shares(self, places: Array) -> tuple[Array, Labels]:
        """Return how much of each neighbour's height is in the curve, and which they are, both (n, k).

        The local fit is Σ share·height: a mean, or the value at the place of a weighted line or parabola.
        """
        rows = self.firsts(places)[:, None] + np.arange(self.k)
        away = self.places[rows] - places[:, None]
        reach = np.abs(away).max(axis=1, keepdims=True)
        away = np.divide(away, reach, out=np.zeros_like(away), where=reach > 0)
        weights = (1 - np.abs(away / WIDER) ** 3) ** 3 if self.bell else np.ones_like(away)
        if not self.degree:
            return weights / weights.sum(axis=1, keepdims=True), rows
        powers = away[:, None, :] ** np.arange(self.degree + 1)[:, None]
        heavy = powers * weights[:, None, :]
        inverse = np.linalg.pinv(heavy @ powers.transpose(0, 2, 1), rcond=SINGULAR, hermitian=True)
        return np.einsum("ij,ijk->ik", inverse[:, 0], heavy), rows
