"""The objective of a linear margin in its own parameters: ½‖w‖² + cost·Σ max(0, 1 − y·(w·x − t))."""

from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array, blocks


@dataclass(frozen=True, eq=False)
class HingeLoss:
    """½‖w‖² + cost·Σ slack of points with signs −1 and +1; the threshold is not penalised."""

    points: Array
    signs: Array
    cost: float

    def slacks(self, weights: Array) -> Array:
        """Return how far each point lies on the wrong side of its margin line, for one (w1, w2, t)."""
        first, second, threshold = weights
        margins = self.signs * (first * self.points[:, 0] + second * self.points[:, 1] - threshold)
        return np.maximum(1 - margins, 0.0)

    def values(self, weights: Array) -> Array:
        """Return the objective at each row (w1, w2, t) of weights, in blocks."""
        against = np.stack([-self.signs * self.points[:, 0], -self.signs * self.points[:, 1], self.signs])
        result = 0.5 * (weights[:, 0] ** 2 + weights[:, 1] ** 2)
        for rows in blocks(len(weights), len(self.signs)):
            slacks = weights[rows] @ against
            slacks += 1.0
            np.maximum(slacks, 0.0, out=slacks)
            result[rows] += self.cost * slacks.sum(axis=1)
        return result

    def gradient(self, weights: Array) -> Array:
        """Return the slope of the objective; points exactly on their margin line count as beyond it."""
        pushing = self.signs * (self.slacks(weights) > 0)
        slope = weights[:2] - self.cost * (pushing @ self.points)
        return np.append(slope, self.cost * float(pushing.sum()))
