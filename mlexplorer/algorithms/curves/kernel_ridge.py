"""Kernel ridge regression of one feature: a sum of kernels on the points, shrunk by a penalty."""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.algorithms.lines.monomials import powers
from mlexplorer.core.arrays import Array, blocks

EXACT = 1e-3  # penalties below this have the whole table of kernels solved: digits would be lost otherwise
DENSE, SPARE = 6.0, 24  # nodes for each width of a kernel, and beside them
NEGLIGIBLE = 1e-14  # eigenvalues below this share of the largest


@dataclass(frozen=True)
class LineKernel:
    """k(x, z) along a line: exp(−γ(x − z)²), (1 + xz)^degree, or xz."""

    kind: str
    gamma: float
    degree: int

    def table(self, places: Array, points: Array) -> Array:
        """Return k of every place with every point."""
        if self.kind == "rbf":
            away = np.subtract.outer(places, points)
            return np.exp(-np.minimum(self.gamma * away * away, 745.0))
        product = np.multiply.outer(places, points)
        return product if self.kind == "linear" else (1 + product) ** self.degree

    def terms(self, places: Array) -> Array:
        """Return the features whose products are the kernel, (n, features), for a kernel that has few."""
        if self.kind == "linear":
            return places[:, None]
        roots = np.sqrt([math.comb(self.degree, power) for power in range(self.degree + 1)])
        return powers(places, self.degree).T * roots


@dataclass(frozen=True, eq=False)
class KernelSum:
    """Σ αᵢ k(xᵢ, x) with the α that minimise Σ(y − f)² + penalty·αᵀKα."""

    kernel: LineKernel
    penalty: float
    places: Array
    heights: Array

    @cached_property
    def _weights(self) -> Array:
        """The weights of the features of a kernel that has few: the same fit, without loss of digits."""
        terms = self.kernel.terms(self.places)
        system = np.vstack([terms, math.sqrt(self.penalty) * np.eye(terms.shape[1])])
        goals = np.append(self.heights, np.zeros(terms.shape[1]))
        return np.linalg.lstsq(system, goals, rcond=1e-14)[0].astype(np.float64)

    @cached_property
    def alphas(self) -> Array:
        """The weight of the kernel on each point: its residual divided by the penalty."""
        if self.kernel.kind != "rbf":
            return (self.heights - self.kernel.terms(self.places) @ self._weights) / self.penalty
        low, high = float(self.places.min()), float(self.places.max())
        nodes = int(min(SPARE + DENSE * math.sqrt(self.kernel.gamma) * (high - low), 1e9))
        if self.penalty >= EXACT and len(self.places) > 2 * nodes:
            return self._by_few_columns(np.linspace(low, high, nodes))
        table = self.kernel.table(self.places, self.places)
        table.flat[:: len(table) + 1] += self.penalty
        return np.linalg.solve(table, self.heights).astype(np.float64)

    def _by_few_columns(self, nodes: Array) -> Array:
        """Return α by the eigenvectors of the kernel on even nodes: a smooth kernel needs few to the last digit."""
        values, vectors = np.linalg.eigh(self.kernel.table(nodes, nodes))
        kept = values > NEGLIGIBLE * values[-1]
        turned = vectors[:, kept] / np.sqrt(values[kept])
        columns = self.kernel.table(self.places, nodes) @ turned
        products = columns.T @ columns + self.penalty * np.eye(columns.shape[1])
        fitted = columns @ np.linalg.solve(products, columns.T @ self.heights)
        found: Array = (self.heights - fitted) / self.penalty
        return found

    def curve(self, places: Array) -> Array:
        """Return the sum at places, in blocks."""
        if self.kernel.kind != "rbf":
            few: Array = self.kernel.terms(places) @ self._weights
            return few
        found = np.empty(len(places))
        for some in blocks(len(places), len(self.places)):
            found[some] = self.kernel.table(places[some], self.places) @ self.alphas
        return found
