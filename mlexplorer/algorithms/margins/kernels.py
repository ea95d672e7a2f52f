"""Kernels in the plane: their values, their features, and sums of them on a grid."""

from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Literal, TypeAlias

import numpy as np

from mlexplorer.algorithms.lines.monomials import powers
from mlexplorer.core.arrays import Array, Labels

Kind: TypeAlias = Literal["linear", "polynomial", "rbf"]
NEGLIGIBLE = 1e-10  # eigenvalues below this share of the largest are noise


@dataclass(frozen=True)
class Kernel:
    """k(x, z): linear x·z, polynomial (x·z + offset)^degree, rbf exp(−gamma·‖x − z‖²).

    The first two are inner products of finitely many features, so that a weighted sum of them is a polynomial with a
    coefficient for each feature. The third has infinitely many, but is a product of two kernels of one coordinate.
    """

    kind: Kind = "rbf"
    gamma: float = 1.0
    degree: int = 3
    offset: float = 1.0

    @property
    def finite(self) -> bool:
        """Whether finitely many features give the kernel exactly."""
        return self.kind != "rbf"

    def matrix(self, left: Array, right: Array) -> Array:
        """Return k of every left with every right point, one row per left point."""
        if self.kind == "rbf":
            return self._distant(left, right)
        products = np.multiply.outer(left[:, 0], right[:, 0]) + np.multiply.outer(left[:, 1], right[:, 1])
        return products if self.kind == "linear" else (products + self.offset) ** self.degree

    def features(self, points: Array) -> Array:
        """Return the features of a finite kernel: rows whose inner products are k."""
        if self.kind == "linear":
            return points
        exponents, sizes = _monomials(self.degree, self.offset)
        first, second = powers(points[:, 0], self.degree), powers(points[:, 1], self.degree)
        return np.ascontiguousarray((first[exponents[:, 0]] * second[exponents[:, 1]] * sizes[:, None]).T)

    def rough_features(self, points: Array, tolerance: float, most: int) -> Array:
        """Return columns whose products are nearly the rbf kernel: eigenfunctions along x times eigenfunctions along y.

        Columns whose squared values nowhere exceed the tolerance are left out, and all beyond the largest `most`.
        """
        across, up = (self._eigenfunctions(points[:, axis]) for axis in (0, 1))
        size = np.outer((across**2).max(axis=0), (up**2).max(axis=0))
        order = np.argsort(-size, axis=None)[:most]
        chosen = order[size.ravel()[order] > tolerance]
        rows, columns = np.unravel_index(chosen if len(chosen) else order[:1], size.shape)
        return across.take(rows, axis=1) * up.take(columns, axis=1)

    def sum_on_grid(self, xs: Array, ys: Array, points: Array, weights: Array) -> Array:
        """Return Σ weight·k(point, ·) of the rbf kernel on xs × ys, one row per y: a product of two thin matrices."""
        across = np.exp(-self.gamma * np.subtract.outer(xs, points[:, 0]) ** 2)
        up = np.exp(-self.gamma * np.subtract.outer(ys, points[:, 1]) ** 2)
        up *= weights
        return up @ across.T

    def polynomial_on_grid(self, xs: Array, ys: Array, coefficients: Array) -> Array:
        """Return Σ coefficient·feature of a finite kernel on xs × ys, one row per y."""
        if self.kind == "linear":
            return np.add.outer(coefficients[1] * ys, coefficients[0] * xs)
        exponents, sizes = _monomials(self.degree, self.offset)
        table = np.zeros((self.degree + 1, self.degree + 1))
        table[exponents[:, 1], exponents[:, 0]] = sizes * coefficients
        return powers(ys, self.degree).T @ (table @ powers(xs, self.degree))

    def monomials(self, coefficients: Array) -> list[tuple[float, int, int]]:
        """Return Σ coefficient·feature of a finite kernel as terms factor·x₁^a·x₂^b, the highest powers first."""
        exponents, sizes = (
            _monomials(self.degree, self.offset) if self.kind == "polynomial" else (np.eye(2, dtype=int), 1)
        )
        terms = [
            (float(factor), int(a), int(b)) for factor, (a, b) in zip(sizes * coefficients, exponents, strict=True)
        ]
        return sorted(terms, key=lambda term: (-term[1] - term[2], -term[1]))

    def _distant(self, left: Array, right: Array) -> Array:
        """Return the rbf kernel; differences come first, so that a far origin costs no digits."""
        squares = np.subtract.outer(left[:, 0], right[:, 0])
        squares *= squares
        others = np.subtract.outer(left[:, 1], right[:, 1])
        others *= others
        squares += others
        squares *= -self.gamma
        return np.exp(squares, out=squares)

    def _eigenfunctions(self, values: Array) -> Array:
        """Return features of exp(−gamma·(u − v)²), largest first: eigenvectors on even nodes, extended to values."""
        low, high = float(values.min()), float(values.max())
        nodes = np.linspace(low, high, int(np.clip(20 + 4 * self.gamma**0.5 * (high - low), 24, 96)))
        eigenvalues, vectors = np.linalg.eigh(np.exp(-self.gamma * np.subtract.outer(nodes, nodes) ** 2))
        kept = eigenvalues > NEGLIGIBLE * eigenvalues[-1]
        basis = vectors[:, kept][:, ::-1] / np.sqrt(eigenvalues[kept][::-1])
        return np.exp(-self.gamma * np.subtract.outer(values, nodes) ** 2) @ basis


@cache
def _monomials(degree: int, offset: float) -> tuple[Labels, Array]:
    """Return the powers (a, b) of the features of (x·z + offset)^degree and the root of each multinomial weight."""
    powers = np.array([(a, b) for a in range(degree + 1) for b in range(degree + 1 - a)])
    weights = np.array([comb(degree, a) * comb(degree - a, b) * offset ** (degree - a - b) for a, b in powers.tolist()])
    return powers[weights > 0], np.sqrt(weights[weights > 0])
