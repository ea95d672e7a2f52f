"""What a curve costs: how far it misses the points and the price of its weights, and the weights that cost least."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.algorithms.curves.absolute import least_absolute
from mlexplorer.algorithms.curves.bases import Basis
from mlexplorer.algorithms.curves.huber import BEND, Split, best_scale, least_huber, least_scale
from mlexplorer.algorithms.curves.lasso import LassoPath, lasso_path
from mlexplorer.core.arrays import Array, blocks

ROUNDS = {"absolute": 300, "huber": 60}  # of reweighting, where no exact way is known
NARROWEST = 1e-10  # residuals or weights below this share of the largest weigh no more, at the last round


@dataclass(frozen=True, eq=False)
class CurveCost:
    """Σ ρ(y − f(x)) + Σ price·w² (l2) or Σ price·|w| (l1) as a function of the weights w of a basis in data units.

    ρ is the square, the size, or Huber's loss with the scale that costs least.
    """

    basis: Basis
    x: Array
    y: Array
    prices: Array  # of each weight
    loss: str = "squares"
    norm: str = "l2"

    @cached_property
    def columns(self) -> Array:
        """The terms at every x, as (terms, n)."""
        return self.basis.columns(self.x)

    def values(self, weights: Array) -> Array:
        """Return the cost at each row of weights, in blocks."""
        result = (np.square(weights) if self.norm == "l2" else np.abs(weights)) @ self.prices
        for rows in blocks(len(weights), len(self.y)):
            result[rows] += self._missed(self.y - weights[rows] @ self.columns)
        return result

    def _missed(self, away: Array) -> Array:
        """Return what rows of residuals cost."""
        if self.loss == "squares":
            return np.einsum("ij,ij->i", away, away)
        if self.loss == "absolute":
            return np.abs(away).sum(axis=1)
        return np.array([self.point_costs(row).sum() for row in away])

    def point_costs(self, away: Array) -> Array:
        """Return what each residual costs."""
        if self.loss == "squares":
            return away * away
        if self.loss == "absolute":
            return np.abs(away)
        return Split.of(away, best_scale(away, least_scale(self.y))).costs

    def price_of(self, weights: Array) -> float:
        """Return what weights cost."""
        return float((np.square(weights) if self.norm == "l2" else np.abs(weights)) @ self.prices)

    def gradient(self, weights: Array) -> Array:
        """Return the slope of the cost; at a kink that of one of its sides."""
        away = self.y - weights @ self.columns
        pulls = 2 * away if self.loss == "squares" else np.sign(away)
        if self.loss == "huber":
            pulls = self._huber_pulls(away)
        priced = 2 * self.prices * weights if self.norm == "l2" else self.prices * np.sign(weights)
        slope: Array = priced - self.columns @ pulls
        return slope

    def _huber_pulls(self, away: Array) -> Array:
        split = Split.of(away, best_scale(away, least_scale(self.y)))
        return np.where(split.small, 2 * away / split.scale, 2 * BEND * np.sign(away))

    @cached_property
    def curvature(self) -> float | None:
        """The largest curvature, where it is the same everywhere."""
        if self.loss != "squares" or (self.norm == "l1" and self.prices.any()) or not len(self.prices):
            return None
        return float(np.linalg.eigvalsh(2 * (self.columns @ self.columns.T) + 2 * np.diag(self.prices))[-1])

    def solved(self) -> tuple[Basis, Array]:
        """Return the best weights, of the same terms in coordinates where they differ clearly; the shortest of many."""
        basis = self.basis.around(self.x)
        if not len(self.prices):
            return basis, np.zeros(0)
        if self.norm == "l1" and self.loss == "squares" and self.prices.any():
            return self.basis, self.lasso.at(float(self.prices.max()))
        rows, units = basis.columns(self.x).T, basis.units
        if self.loss == "squares":
            return basis, self._least_squares(rows, units)
        if self.loss == "absolute" and (self.norm == "l1" or not self.prices.any()):
            return basis, self._least_sizes(rows, units)
        if self.loss == "huber" and (self.norm == "l2" or not self.prices.any()):
            return basis, least_huber(rows, self.y, self._pull(units, self.prices), self._least_squares(rows, units))
        return basis, self._reweighted(rows, units)

    def _least_squares(self, rows: Array, units: Array) -> Array:
        """Return the weights with the smallest squares: their price is but more rows of what is to be missed by little.

        By orthogonal factors, not by normal equations.
        """
        if not self.prices.any():
            return np.asarray(np.linalg.lstsq(rows, self.y, rcond=1e-13)[0], dtype=np.float64)
        system = np.vstack([rows, np.sqrt(self.prices)[:, None] * units.T])
        return np.linalg.lstsq(system, np.append(self.y, np.zeros(len(units))), rcond=1e-13)[0]

    def _least_sizes(self, rows: Array, units: Array) -> Array:
        """Return the weights with the smallest sizes of residuals, and of weights if these have a price."""
        priced = np.flatnonzero(self.prices)
        system = np.vstack([rows, (self.prices[:, None] * units.T)[priced]])
        return least_absolute(system, np.append(self.y, np.zeros(len(priced))))

    @staticmethod
    def _pull(units: Array, prices: Array) -> Array:
        """Return the matrix of the price of the squared weights in data units."""
        found: Array = (units * prices) @ units.T
        return found

    def _reweighted(self, rows: Array, units: Array) -> Array:
        """Return weights by rounds in which a size r is taken for r²/2|r| + |r|/2 with the |r| of the round before."""
        weights = self._least_squares(rows, units)
        for narrow in np.geomspace(1e-2, NARROWEST, ROUNDS[self.loss]):
            if self.loss == "huber":
                prices = self.prices / (2 * _at_least(weights @ units, narrow))
                weights = least_huber(rows, self.y, self._pull(units, prices), weights)
            else:
                heavy = rows.T / (2 * _at_least(self.y - rows @ weights, narrow))
                system = heavy @ rows + self._pull(units, self.prices)
                weights = np.asarray(np.linalg.lstsq(system, heavy @ self.y, rcond=1e-15)[0], dtype=np.float64)
        return weights

    @cached_property
    def lasso(self) -> LassoPath:
        """The weights at every price of their sizes; a constant without a price is what the others leave."""
        free = self.basis.constant and not self.prices[0]
        if not free:
            return lasso_path(self.columns.T, self.y)
        rows = self.columns[1:].T
        middle, level = rows.mean(axis=0), float(self.y.mean())
        path = lasso_path(rows - middle, self.y - level)
        constant = level - path.weights @ middle
        return LassoPath(path.prices, np.concatenate([constant[:, None], path.weights], axis=1))


def _at_least(values: Array, share: float) -> Array:
    """Return the sizes of values, those below a share of the largest raised to it."""
    sizes = np.abs(values)
    return np.maximum(sizes, share * max(float(sizes.max(initial=0.0)), 1e-100))
