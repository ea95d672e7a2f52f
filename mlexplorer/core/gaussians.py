"""Gaussians in the plane: their densities at points and on grids by closed forms, and covariances kept regular."""

import math
from dataclasses import dataclass
from functools import cached_property, reduce

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.grid import Grid

TINY = 1e-300  # the least share: its logarithm is still a number


@dataclass(frozen=True, eq=False)
class Gaussians:
    """Gaussians with means (k, 2), covariances (k, 2, 2) and shares (k,), one after the other.

    By the triangular root of Σ = [[a, b], [b, c]]: (x−μ)ᵀΣ⁻¹(x−μ) = dx²/a + (dy − dx·b/a)²/s with s = c − b²/a. It is
    never negative, and a grid and single places agree to the last bit.
    """

    means: Array
    covariances: Array
    shares: Array

    @cached_property
    def determinants(self) -> Array:
        """The determinant of each covariance."""
        return self.covariances[:, 0, 0] * self._rest

    @cached_property
    def constants(self) -> Array:
        """The logarithm of share × density at each mean."""
        return np.log(np.maximum(self.shares, TINY)) - math.log(2 * math.pi) - 0.5 * np.log(self.determinants)

    def halves(self, points: Array) -> Array:
        """Return ½(x−μ)ᵀΣ⁻¹(x−μ) as (k, n)."""
        first, tilt, second = self._root
        across, along = points[:, 0] - self.means[:, :1], points[:, 1] - self.means[:, 1:]
        turned = second[:, None] * along - tilt[:, None] * across
        across *= first[:, None]
        return across * across + turned * turned

    def logs(self, points: Array) -> Array:
        """Return the logarithms of share × density as (k, n)."""
        return self.constants[:, None] - self.halves(points)

    def planes(self, grid: Grid) -> Array:
        """Return the logarithms of share × density as (k, rows, columns)."""
        first, tilt, second = self._root
        across, along = grid.xs - self.means[:, :1], grid.ys - self.means[:, 1:]
        turned = (second[:, None] * along)[:, :, None] - (tilt[:, None] * across)[:, None, :]
        turned *= turned
        across *= first[:, None]
        across *= across
        return self.constants[:, None, None] - (across[:, None, :] + turned)

    def solved(self, differences: Array) -> Array:
        """Return Σ⁻¹d for one d (2,) per Gaussian, as (k, 2)."""
        first, tilt, second = self._root
        turned = second * differences[:, 1] - tilt * differences[:, 0]
        return 2 * np.stack([first * first * differences[:, 0] - tilt * turned, second * turned], axis=1)

    @cached_property
    def _rest(self) -> Array:
        """What is left of the variance along y when that along x is known."""
        across, mixed, along = self.covariances[:, 0, 0], self.covariances[:, 0, 1], self.covariances[:, 1, 1]
        return along - mixed * (mixed / across)

    @cached_property
    def _root(self) -> tuple[Array, Array, Array]:
        """The factors of dx, of dx once more, and of dy, with the ½ in them."""
        across, mixed = self.covariances[:, 0, 0], self.covariances[:, 0, 1]
        second = np.sqrt(0.5 / self._rest)
        return np.sqrt(0.5 / across), mixed / across * second, second


def log_sums(logs: Array) -> Array:
    """Return log Σ e^logs over the first axis, without overflow."""
    top = reduce(np.maximum, logs)
    return top + np.log(reduce(np.add, [np.exp(part - top) for part in logs]))


def clipped(covariances: Array, floor: float) -> tuple[Array, Array]:
    """Return matrices (k, 2, 2) with eigenvalues of at least floor, and the least eigenvalue of each before."""
    values, vectors = np.linalg.eigh(covariances)
    least = values[:, 0]
    raised = vectors * np.maximum(values, floor)[:, None, :] @ vectors.transpose(0, 2, 1)
    return np.where((least < floor)[:, None, None], raised, covariances), least
