"""y = a·sin(bx) by Gauss–Newton and by Levenberg–Marquardt steps."""

from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array, blocks

MOST_TRIES = 60  # of a damping that grows
MOST_DAMPING = 1e30


@dataclass(frozen=True, eq=False)
class SineCost:
    """Σ(y − a·sin(bx))² as a function of (a, b)."""

    x: Array
    y: Array

    def values(self, weights: Array) -> Array:
        """Return the sum of squares at each row (a, b), in blocks."""
        found = np.empty(len(weights))
        for rows in blocks(len(weights), len(self.x)):
            away = self.y - weights[rows, :1] * np.sin(weights[rows, 1:] * self.x)
            found[rows] = np.einsum("ij,ij->i", away, away)
        return found

    def value(self, weights: Array) -> float:
        """Return the sum of squares at one (a, b)."""
        return float(self.values(weights[None])[0])

    def slopes(self, weights: Array) -> Array:
        """Return how a·sin(bx) changes with a and with b, (n, 2)."""
        a, b = weights.tolist()
        return np.c_[np.sin(b * self.x), a * self.x * np.cos(b * self.x)]

    def gradient(self, weights: Array) -> Array:
        """Return the slope of the sum of squares."""
        away = self.y - weights[0] * np.sin(weights[1] * self.x)
        found: Array = -2 * self.slopes(weights).T @ away
        return found

    def step(self, weights: Array, damping: float) -> Array:
        """Return Δ with (JᵀJ + damping·diag JᵀJ)Δ = Jᵀ(y − f), the shortest if there are many."""
        slopes = self.slopes(weights)
        products = slopes.T @ slopes
        products.flat[::3] *= 1 + damping
        return np.linalg.lstsq(products, -0.5 * self.gradient(weights), rcond=1e-14)[0].astype(np.float64)

    def damped(self, weights: Array, damping: float, factor: float) -> tuple[Array, float]:
        """Return the next weights and damping: tried as it is, then less; while neither helps, more and more."""
        before = self.value(weights)
        for _ in range(MOST_TRIES):
            for lower in (damping, damping / factor):
                after = weights + self.step(weights, lower)
                if np.isfinite(after).all() and self.value(after) < before:
                    return after, lower
            damping *= factor
            if damping > MOST_DAMPING:
                break
        return weights, damping
