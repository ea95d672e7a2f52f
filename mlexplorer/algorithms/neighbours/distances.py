"""How far apart two places are: four ways to measure it, all of them norms."""

from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array

ORDERS = {"euclidean": 2.0, "manhattan": 1.0, "chebyshev": np.inf}  # the p of Σ|difference|ᵖ
SINGULAR = 1e-12  # a spread whose squared correlation is nearer to 1 than this has only one direction


@dataclass(frozen=True)
class Distance:
    """A norm of the differences of u = a·x and v = b·x + c·y; (1, 0, 1) leaves the plane as it is."""

    kind: str = "euclidean"
    scales: tuple[float, float, float] = (1.0, 0.0, 1.0)

    @property
    def order(self) -> float:
        """The p of the norm, as a k-d tree wants it."""
        return ORDERS[self.kind]

    @property
    def mixes(self) -> bool:
        """Whether v depends on x as well."""
        return self.scales[1] != 0

    def across(self, xs: Array) -> Array:
        """Return u."""
        return self.scales[0] * xs

    def along(self, xs: Array, ys: Array) -> Array:
        """Return v; the order of the sum is fixed, so that a grid and single places agree to the last bit."""
        return self.scales[1] * xs + self.scales[2] * ys if self.mixes else self.scales[2] * ys

    def places(self, points: Array) -> Array:
        """Return (u, v) of points."""
        return np.stack([self.across(points[:, 0]), self.along(points[:, 0], points[:, 1])], axis=1)

    def gaps(self, across: Array, along: Array) -> Array:
        """Return numbers ordered like the distances, from the differences of u and v: squares where that saves roots.

        Equal differences give equal numbers, whatever their signs: a tie is a tie.
        """
        match self.kind:
            case "manhattan":
                return np.abs(across) + np.abs(along)
            case "chebyshev":
                return np.maximum(np.abs(across), np.abs(along))
            case _:
                return across * across + along * along

    def lengths(self, gaps: Array) -> Array:
        """Return the distances that belong to gaps."""
        return np.sqrt(gaps) if self.kind == "euclidean" else gaps


EUCLIDEAN = Distance()


def mahalanobis(points: Array) -> Distance | None:
    """Return the distance in units of the spread of points (their covariance, divisor n − 1).

    d² = (x − z)ᵀ Σ⁻¹ (x − z), by the triangular root of Σ; None if the points spread in fewer than two directions.
    """
    if len(points) < 3:
        return None
    away = points - points.mean(axis=0)
    first, second = (away * away).sum(axis=0) / (len(points) - 1)
    mixed = float(away[:, 0] @ away[:, 1]) / (len(points) - 1)
    rest = second - mixed * mixed / first if first > 0 else 0.0
    size = np.square(points).max(initial=0.0) * np.finfo(float).eps ** 2  # the rounding of the points themselves
    if rest <= SINGULAR * second or first <= 4 * size or rest <= 4 * size:
        return None
    root = 1 / np.sqrt(rest)
    return Distance("euclidean", (float(1 / np.sqrt(first)), float(-mixed / first * root), float(root)))
