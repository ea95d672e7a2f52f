"""Products with the kernel matrix of one set of points, which is never stored."""

from functools import cached_property, lru_cache

import numpy as np

from mlexplorer.algorithms.margins.kernels import Kernel
from mlexplorer.core.arrays import Array, Labels

_BLOCK = 1 << 15  # kernel values made at a time: they stay in the cache
_DIRECT, _NODE, _COLUMN = 5.0, 8.0, 0.1  # nanoseconds for a kernel value, an exponential at a node, a product


class KernelSums:
    """Blocks of the kernel matrix, and weighted sums of its rows at every point.

    A finite kernel works with its features, centred and divided by their largest length: where the weights add up to
    zero, as those of a margin problem do, the shift changes all sums by one constant, and the digits are kept. The
    matrix is then that of k/scale. An rbf sum is an entire function: it is sampled on a tensor of Chebyshev nodes, on
    which the kernel separates, and interpolated back to the points, to about thirteen digits.
    """

    def __init__(self, kernel: Kernel, points: Array) -> None:
        self.kernel, self.points = kernel, points

    @cached_property
    def origin(self) -> Array:
        """The mean of the features of a finite kernel."""
        return self._raw.mean(axis=0)

    @cached_property
    def scale(self) -> float:
        """What the kernel is divided by: 1 for rbf."""
        if not self.kernel.finite:
            return 1.0
        moved = self._raw - self.origin
        return float(np.einsum("ij,ij->i", moved, moved).max()) or 1.0

    @cached_property
    def features(self) -> Array:
        """The centred and scaled features of a finite kernel, one row per point."""
        return (self._raw - self.origin) / self.scale**0.5

    def block(self, rows: Labels) -> Array:
        """Return the square kernel matrix of some of the points."""
        if self.kernel.finite:
            chosen = self.features[rows]
            return chosen @ chosen.T
        return self.kernel.matrix(self.points[rows], self.points[rows])

    def weighted(self, weights: Array) -> Array:
        """Return Σ weight·k(point, ·) at every point; rows with weight 0 cost nothing."""
        if self.kernel.finite:
            return self.features @ (weights @ self.features)
        rows = np.flatnonzero(weights)
        sources, chosen = self.points[rows], weights[rows]
        across, up = self._sizes
        direct = _DIRECT * len(sources) * len(self.points)
        smooth = _NODE * (across + up) * (len(sources) + 250) + _COLUMN * across * up * (
            len(self.points) + len(sources)
        )
        return self._direct(sources, chosen) if direct < smooth else self._smooth(sources, chosen)

    def _direct(self, sources: Array, weights: Array) -> Array:
        total, step = np.zeros(len(self.points)), max(1, _BLOCK // len(self.points))
        for first in range(0, len(sources), step):
            part = slice(first, first + step)
            total += weights[part] @ self.kernel.matrix(sources[part], self.points)
        return total

    def _smooth(self, sources: Array, weights: Array) -> Array:
        (xs, across), (ys, up) = self._axes
        samples = self.kernel.sum_on_grid(xs, ys, sources, weights)
        coefficients = _transform(len(ys)) @ samples @ _transform(len(xs)).T
        return np.einsum("nj,nj->n", up @ coefficients, across)

    @cached_property
    def _raw(self) -> Array:
        return self.kernel.features(self.points)

    @cached_property
    def _sizes(self) -> tuple[float, float]:
        """The nodes each axis needs: 18 + 10.5·√gamma·(half the width)."""
        half = np.ptp(self.points, axis=0) / 2
        across, up = np.ceil(18 + 10.5 * self.kernel.gamma**0.5 * half)
        return float(across), float(up)

    @cached_property
    def _axes(self) -> list[tuple[Array, Array]]:
        """For each axis the Chebyshev nodes, and the Chebyshev polynomials at the points as (n, nodes)."""
        made = []
        for values, size in zip(self.points.T, self._sizes, strict=True):
            count = int(size)
            middle, half = (values.max() + values.min()) / 2, max(float(np.ptp(values)) / 2, 1e-300)
            nodes = middle + half * np.cos(np.pi * (np.arange(count) + 0.5) / count)
            made.append((nodes, _polynomials((values - middle) / half, count)))
        return made


def _polynomials(places: Array, count: int) -> Array:
    """Return T₀, T₁ … at places in [−1, 1], by the recurrence of three terms, as (n, count)."""
    table = np.empty((count, len(places)))
    table[0], table[1] = 1.0, places
    twice = 2 * places
    for order in range(2, count):
        np.multiply(twice, table[order - 1], out=table[order])
        table[order] -= table[order - 2]
    return np.ascontiguousarray(table.T)


@lru_cache(maxsize=32)
def _transform(count: int) -> Array:
    """Return the matrix from values on Chebyshev nodes to Chebyshev coefficients."""
    orders = np.arange(count)
    matrix = 2 / count * np.cos(np.pi * np.outer(orders, orders + 0.5) / count)
    matrix[0] /= 2
    matrix.flags.writeable = False
    return matrix
