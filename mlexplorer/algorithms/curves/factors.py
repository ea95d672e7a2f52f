"""One factorisation that serves the curves of many degrees and penalties."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from mlexplorer.algorithms.curves.bases import Basis
from mlexplorer.algorithms.curves.objective import CurveCost
from mlexplorer.core.arrays import Array

LEAST = 1e-9  # of the largest: a smaller edge of R says that too few places fix the weights


@dataclass(frozen=True, eq=False)
class Factors:
    """The terms at all x as Q·R, from which the least squares of their first terms are read off."""

    triangle: Array  # R
    target: Array  # Qᵀ·y

    @classmethod
    def of(cls, cost: CurveCost) -> "Factors":
        """Return the factors of the cost with the most terms."""
        turned, triangle = np.linalg.qr(cost.basis.around(cost.x).columns(cost.x).T)
        return cls(triangle, turned.T @ cost.y)

    def solved(self, costs: Sequence[CurveCost]) -> Iterator[tuple[Basis, Array] | None]:
        """Yield the weights of the fewest squares, a price of squares included; None where too few places fix them.

        Costs that follow each other with as many terms, as those of many penalties do, are solved together.
        """
        for size, group in groupby(costs, lambda cost: len(cost.prices)):
            alike = list(group)
            edge = np.abs(self.triangle.diagonal()[:size])
            if len(edge) < size or edge.min(initial=np.inf) < LEAST * edge.max(initial=0.0):
                yield from (None for _ in alike)
                continue
            basis = alike[0].basis.around(alike[0].x)
            for weights in self._weights(basis, np.array([cost.prices for cost in alike])):
                yield basis, weights

    def _weights(self, basis: Basis, prices: Array) -> Array:
        """Return the weights for each row of prices: those of R·w = Qᵀ·y with a row below for each price."""
        size = prices.shape[1]
        triangle, target = self.triangle[:size, :size], self.target[:size]
        if not prices.any():
            return np.tile(np.asarray(np.linalg.solve(triangle, target)), (len(prices), 1))
        system = np.c_[triangle, target]
        pull = np.sqrt(prices)[:, :, None] * np.pad(basis.units.T, ((0, 0), (0, 1)))
        wholes = np.concatenate([np.broadcast_to(system, pull.shape), pull], axis=1)
        turned: Array = np.linalg.qr(wholes, mode="r")  # type: ignore[assignment] # numpy declares the pair of both
        return np.asarray(np.linalg.solve(turned[:, :size, :size], turned[:, :size, size:])[..., 0])
