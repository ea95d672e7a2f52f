"""Gaussians in the plane: their densities at points and on grids by closed forms, and covariances kept regular."""

import math
from dataclasses import dataclass
from functools import cached_property, reduce

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.grid import Grid

TINY = 1e-300  # the least share: its logarithm is still a number
ROUNDING = 4 * float(np.finfo(float).eps)  # a smaller share of a variance that the other axis leaves is nothing but it


@dataclass(frozen=True, eq=False)
class Gaussians:
    """Gaussians with means (k, 2), covariances (k, 2, 2) and shares (k,), one after the other.

    By the triangular root of Σ = [[a, b], [b, c]]: (x−μ)ᵀΣ⁻¹(x−μ) = dx²/a + (dy − dx·b/a)²/s with s = c − b²/a. It is
    never negative, and a grid and single places agree to the last bit.
    """

    means: Array
    covariances: Array
    shares: Array
    features: int = 2  # 1: densities of x₁ alone, the same for every x₂

    @cached_property
    def determinants(self) -> Array:
        """The determinant of each covariance, or the variance of a single feature."""
        first, _, second, _ = self._root
        if self.features == 1:
            return np.array(self.covariances[:, 0, 0])
        return 0.25 / (first * second) ** 2

    def halves(self, points: Array) -> Array:
        """Return ½(x−μ)ᵀΣ⁻¹(x−μ) as (k, n)."""
        first, tilt, second, _ = self._root
        across, along = points[:, 0] - self.means[:, :1], points[:, 1] - self.means[:, 1:]
        turned = second[:, None] * along - tilt[:, None] * across
        across *= first[:, None]
        return across * across + turned * turned

    def logs(self, points: Array) -> Array:
        """Return the logarithms of share × density as (k, n)."""
        ridges, tilted, along = self._parts(points[:, 0], points[:, 1])
        along -= tilted
        along *= along
        return np.subtract(ridges, along, out=along)

    def planes(self, grid: Grid) -> Array:
        """Return the logarithms of share × density as (k, rows, columns)."""
        result = np.empty((len(self.means), grid.rows, grid.columns))
        for plane, ridge, tilted, along in zip(result, *self._parts(grid.xs, grid.ys), strict=True):
            np.subtract(along[:, None], tilted[None, :], out=plane)
            np.multiply(plane, plane, out=plane)
            np.subtract(ridge[None, :], plane, out=plane)
        return result

    def solved(self, differences: Array) -> Array:
        """Return Σ⁻¹d for one d (2,) per Gaussian, as (k, 2)."""
        first, tilt, second, _ = self._root
        turned = second * differences[:, 1] - tilt * differences[:, 0]
        return 2 * np.stack([first * first * differences[:, 0] - tilt * turned, second * turned], axis=1)

    def _parts(self, xs: Array, ys: Array) -> tuple[Array, Array, Array]:
        """Return for each Gaussian what depends on x alone, what x adds to the turned coordinate, and what y adds."""
        first, tilt, second, peaks = self._root
        across = xs - self.means[:, :1]
        tilted = tilt[:, None] * across
        across *= first[:, None]
        across *= across
        along = ys - self.means[:, 1:]
        along *= second[:, None]
        return np.subtract(peaks[:, None], across, out=across), tilted, along

    @cached_property
    def _root(self) -> tuple[Array, Array, Array, Array]:
        """The factors of dx, of dx once more, and of dy, with the ½ in them, and log(share × density) at the means."""
        across, mixed, along = self.covariances[:, 0, 0], self.covariances[:, 0, 1], self.covariances[:, 1, 1]
        shares = np.log(np.maximum(self.shares, TINY))
        if self.features == 1:
            alone, nothing = np.sqrt(0.5 / across), np.zeros(len(across))
            return alone, nothing, nothing, shares + np.log(alone) - 0.5 * math.log(math.pi)
        slope = mixed / across
        rest = np.maximum(along - mixed * slope, ROUNDING * along)
        first, second = np.sqrt(0.5 / across), np.sqrt(0.5 / rest)
        peaks = shares + (np.log(first * second) - math.log(math.pi))
        return first, slope * second, second, peaks


def log_sums(logs: Array) -> Array:
    """Return log Σ e^logs over the first axis, without overflow."""
    top = reduce(np.maximum, logs)
    return top + np.log(reduce(np.add, [np.exp(part - top) for part in logs]))


def clipped(covariances: Array, floor: float) -> tuple[Array, Array]:
    """Return matrices (k, 2, 2) with eigenvalues of at least floor, and the least eigenvalue of each before."""
    across, mixed, along = covariances[:, 0, 0], covariances[:, 0, 1], covariances[:, 1, 1]
    least = 0.5 * (across + along) - np.hypot(0.5 * (across - along), mixed)
    if least.min() >= floor:
        return covariances, least
    values, vectors = np.linalg.eigh(covariances)
    raised = vectors * np.maximum(values, floor)[:, None, :] @ vectors.transpose(0, 2, 1)
    return np.where((least < floor)[:, None, None], raised, covariances), least
