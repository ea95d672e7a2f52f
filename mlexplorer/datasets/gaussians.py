"""Two Gaussians with means and covariances of your choice."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.data import Dataset
from mlexplorer.core.law import MixtureLaw, covariance
from mlexplorer.core.params import param
from mlexplorer.core.source import Source, count_param, interleaved, per_class, seed_param, stream

NEARLY = 0.98  # a correlation of 1 would leave no density


def _mean(label: int, axis: str, default: float) -> Any:
    return param(default, f"Class {label}: mean {axis}", f"Middle of class {label} along {axis}", low=-5.0, high=5.0)


def _deviation(label: int, axis: str, default: float) -> Any:
    text = f"Standard deviation of class {label} along {axis}"
    return param(default, f"Class {label}: deviation {axis}", text, low=0.05, high=5.0)


def _correlation(label: int, default: float) -> Any:
    text = f"How far x₁ and x₂ go together within class {label}"
    return param(default, f"Class {label}: correlation", text, low=-NEARLY, high=NEARLY)


@dataclass(frozen=True)
class TwoGaussians(Source):
    """Two Gaussians with means, spreads and correlations of your choice: the best boundary is a known conic."""

    title = "Two Gaussians"
    family = "Clouds"
    count: int = count_param(150)
    share: float = param(0.5, "Share of class 1", "Which part of all points it makes up", low=0.05, high=0.95, unit="%")
    mean_x0: float = _mean(0, "x₁", -1.0)
    mean_y0: float = _mean(0, "x₂", 0.0)
    deviation_x0: float = _deviation(0, "x₁", 1.0)
    deviation_y0: float = _deviation(0, "x₂", 1.0)
    correlation0: float = _correlation(0, 0.6)
    mean_x1: float = _mean(1, "x₁", 1.5)
    mean_y1: float = _mean(1, "x₂", 0.5)
    deviation_x1: float = _deviation(1, "x₁", 0.7)
    deviation_y1: float = _deviation(1, "x₂", 1.3)
    correlation1: float = _correlation(1, -0.3)
    seed: int = seed_param()

    def make(self) -> Dataset:
        """Return both classes, in turn as their shares say."""
        labels = interleaved(self.count, [1 - self.share, self.share])
        return Dataset(per_class(labels, self._draw), labels)

    def law(self) -> MixtureLaw:
        """Return the two Gaussians with their shares."""
        covariances = np.stack([self._covariance(0), self._covariance(1)])
        shares = np.array([1 - self.share, self.share])
        return MixtureLaw(np.stack([self._middle(0), self._middle(1)]), covariances, shares, np.arange(2))

    def _middle(self, label: int) -> Array:
        return np.array([(self.mean_x0, self.mean_y0), (self.mean_x1, self.mean_y1)][label])

    def _covariance(self, label: int) -> Array:
        if label == 0:
            return covariance((self.deviation_x0, self.deviation_y0), self.correlation0)
        return covariance((self.deviation_x1, self.deviation_y1), self.correlation1)

    def _draw(self, label: int, number: int) -> Array:
        factor = np.linalg.cholesky(self._covariance(label))
        return self._middle(label) + stream(self.seed, label, 0).standard_normal((number, 2)) @ factor.T
