"""The losses that gradient boosting goes down: where scores start, which way they should move, and by how much.

Scores are (functions, n): one function C for two classes, one for each of more. Signs are +1 for the class a function
speaks for (the second of two), −1 for the others.
"""

from dataclasses import dataclass

import numpy as np

from mlexplorer.algorithms.descent.rule_losses import softmax
from mlexplorer.core.arrays import Array, Labels

LARGEST = 500.0  # exponent that is still a number


@dataclass(frozen=True, eq=False)
class BoostedLoss:
    """One of deviance Σ log(1 + e^−yC), exponential Σ e^−yC and squares Σ ½(y − C)²; of many classes Σ −log p."""

    name: str
    signs: Array  # (functions, n)

    @classmethod
    def of(cls, name: str, columns: Labels, count: int) -> "BoostedLoss":
        """Return the loss for points whose class is a column of count."""
        wanted = np.arange(1, 2) if count == 2 else np.arange(count)
        return cls(name, np.where(columns == wanted[:, None], 1.0, -1.0))

    @property
    def factor(self) -> float:
        """What scores are multiplied by before they are shared out as probabilities: e^(factor·C)."""
        return 1.0 if self.name == "deviance" else 2.0

    def start(self) -> Array:
        """Return the constant score of each function that makes the loss least."""
        positive = (self.signs > 0).mean(axis=1)
        if self.name == "squares":
            return 2 * positive - 1
        if self.name == "deviance" and len(self.signs) > 1:
            return np.asarray(np.log(positive))
        odds = np.log(positive / (1 - positive))
        return np.asarray(odds if self.name == "deviance" else 0.5 * odds)

    def slopes(self, scores: Array) -> Array:
        """Return g, the slope against the loss, at each point: what the next learner follows."""
        if self.name == "squares":
            return self.signs - scores
        if self.name == "exponential":
            return self.signs * np.exp(np.minimum(-self.signs * scores, LARGEST))
        if len(self.signs) > 1:
            return (self.signs > 0) - softmax(scores, axis=0)
        return self.signs / (1 + np.exp(np.minimum(self.signs * scores, LARGEST)))

    def value(self, scores: Array) -> float:
        """Return the loss of all points."""
        if self.name == "squares":
            return float(0.5 * np.square(self.signs - scores).sum())
        if self.name == "exponential":
            return float(np.exp(np.minimum(-self.signs * scores, LARGEST)).sum())
        if len(self.signs) > 1:
            return float(-np.log(np.maximum(softmax(scores, axis=0)[self.signs > 0], 1e-300)).sum())
        return float(np.logaddexp(0.0, -self.signs * scores).sum())

    def leaves(self, slopes: Array, homes: Labels, count: int) -> Array:
        """Return the value of each leaf: the mean of g; for the exponential loss Σg/Σ|g|, which cannot run away."""
        sums = np.bincount(homes, slopes, count)
        weights = np.bincount(homes, np.abs(slopes) if self.name == "exponential" else None, count)
        return np.asarray(sums / np.where(weights > 0, weights, 1.0))
