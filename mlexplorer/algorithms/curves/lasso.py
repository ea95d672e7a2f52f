"""The LASSO path: weights at every price of their sizes, exactly, by following the corners of the path."""

from dataclasses import dataclass

import numpy as np

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
        return np.array([np.interp(-price, -self.prices, path) for path in self.weights.T])


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
        joins = np.where(active, np.inf, _joining(rest, products @ way, price))
        with np.errstate(divide="ignore", invalid="ignore"):
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
    scale = 1 / np.sqrt(np.maximum(np.diag(products)[rows], 1e-300))
    inner = products[np.ix_(rows, rows)] * np.outer(scale, scale)
    way = np.zeros(len(signs))
    way[rows] = scale * np.linalg.lstsq(inner, scale * signs[rows], rcond=1e-15)[0]
    return way


def _joining(rest: Array, slope: Array, price: float) -> Array:
    """Return how far the price falls until each term pulls as much as the active ones; infinite for never."""
    with np.errstate(divide="ignore", invalid="ignore"):
        up = np.where(1 - slope > PARALLEL, (price - rest) / (1 - slope), np.inf)
        down = np.where(1 + slope > PARALLEL, (price + rest) / (1 + slope), np.inf)
    later = [np.where(side > DONE * price, side, np.inf) for side in (up, down)]
    return np.minimum(*later)
