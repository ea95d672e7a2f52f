"""The LASSO path: weights at every price of their sizes, exactly, by following the corners of the path."""

from dataclasses import dataclass

import numpy as np

from mlexplorer.algorithms.curves.symmetric import solved
from mlexplorer.core.arrays import Array, Mask

DONE = 1e-13  # of the first price: what is left then is least squares
PARALLEL = 1e-12  # a term whose pull falls as fast as that of the active ones never catches up


@dataclass(frozen=True, eq=False)
class LassoPath:
    """The corners of the path that weights take as the price falls; between them it is straight."""

    prices: Array  # falling, the last is 0
    weights: Array  # (corners, terms)

    def at(self, price: float) -> Array:
        """Return the weights at a price; above the first they are all 0."""
        after = int(np.searchsorted(-self.prices, -price))
        if after in (0, len(self.prices)):
            return self.weights[min(after, len(self.prices) - 1)]
        high, low = self.prices[after - 1 : after + 1].tolist()
        share = (high - price) / (high - low)
        return (1 - share) * self.weights[after - 1] + share * self.weights[after]


def lasso_path(rows: Array, goals: Array) -> LassoPath:
    """Return the path of the weights that minimise Σ(goal − row·w)² + price·Σ|w|.

    At every price all weights that are not 0 have terms with the same pull on the residuals, and no other term pulls
    more. So the weights move along a straight line until another term pulls as much or one of them comes to 0.
    """
    products, pulls = 2 * rows.T @ rows, 2 * rows.T @ goals
    count = len(pulls)
    weights, active = np.zeros(count), np.zeros(count, dtype=bool)
    price = float(np.abs(pulls).max(initial=0.0))
    prices, corners, first = [price], [weights], price
    active[int(np.abs(pulls).argmax())] = price > 0
    for _ in range(20 * count):
        if price <= DONE * first or not active.any():
            break
        rest = pulls - products @ weights
        way = _way(products, np.sign(rest), active)
        with np.errstate(divide="ignore", invalid="ignore"):
            joins = np.where(active, np.inf, _joining(rest, products @ way, price))
            gone = np.where(active & (way * weights < 0), -weights / way, np.inf)
        change = np.minimum(joins, gone)
        term = int(change.argmin())
        length, term = (float(change[term]), term) if change[term] < price else (price, -1)
        weights = weights + length * way
        price -= length
        if term >= 0:
            active = active.copy()
            active[term] = not active[term]
            weights[term] = weights[term] if active[term] else 0.0
        prices, corners = [*prices, price], [*corners, weights]
    return LassoPath(np.append(prices, 0.0), np.array([*corners, corners[-1]]))


def _way(products: Array, signs: Array, active: Mask) -> Array:
    """Return how the active weights move for each unit the price falls, so that all keep the same pull."""
    rows = np.flatnonzero(active)
    scale = 1 / np.sqrt(np.maximum(products.diagonal().take(rows), 1e-300))
    inner = products.take(rows, axis=0).take(rows, axis=1) * (scale * scale[:, None])
    way = np.zeros(len(signs))
    way[rows] = scale * solved(inner, scale * signs[rows], 1e-15)
    return way


def _joining(rest: Array, slope: Array, price: float) -> Array:
    """Return how far the price falls until each term pulls as much as the active ones; infinite for never."""
    signs = np.array([[-1.0], [1.0]])
    behind = 1 + signs * slope
    sides = (price + signs * rest) / behind
    return np.where((behind > PARALLEL) & (sides > DONE * price), sides, np.inf).min(axis=0)
