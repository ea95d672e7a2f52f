"""One factorisation that serves the curves of many degrees and penalties."""

from dataclasses import dataclass

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

    def solved(self, cost: CurveCost) -> tuple[Basis, Array] | None:
        """Return the weights of the fewest squares, a price of squares included; None where too few places fix them."""
        basis, size = cost.basis.around(cost.x), len(cost.prices)
        edge = np.abs(self.triangle.diagonal()[:size])
        if len(edge) < size or edge.min(initial=np.inf) < LEAST * edge.max(initial=0.0):
            return None
        pull = np.sqrt(cost.prices)[:, None] * basis.units.T
        priced = pull[pull.any(axis=1)]
        system = np.vstack([self.triangle[:size, :size], priced])
        target = np.concatenate([self.target[:size], np.zeros(len(priced))])
        return basis, np.linalg.lstsq(system, target, rcond=1e-13)[0]
