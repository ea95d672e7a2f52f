"""Two clouds and one point that lies far out."""

from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.data import Dataset
from mlexplorer.core.law import MixtureLaw, covariance
from mlexplorer.core.params import param
from mlexplorer.core.source import Source, count_param, interleaved, per_class, seed_param, stream

MIDDLES = np.array([[-1.5, 0.0], [1.5, 0.0]])


@dataclass(frozen=True)
class Outlier(Source):
    """Two clouds and one point of class 0 far out: pull it and see which methods it drags along."""

    title = "One outlier"
    family = "Patterns"
    count: int = count_param(60)
    distance: float = param(
        6.0, "Distance", "How far it lies from its own cloud: above 3 behind the other one", low=-20.0, high=20.0
    )
    height: float = param(0.0, "Height", "How far it lies above the line through both clouds", low=-20.0, high=20.0)
    spread: float = param(0.5, "Spread", "Standard deviation of both clouds", low=0.05, high=2.0)
    seed: int = seed_param()

    def make(self) -> Dataset:
        """Return the outlier first, then the clouds in turn."""
        labels = interleaved(self.count, [1, 1])
        points = per_class(labels, self._draw)
        points[0] = MIDDLES[0] + [self.distance, self.height]
        return Dataset(points, labels)

    def law(self) -> MixtureLaw:
        """Return the two clouds; the outlier is not drawn from any law."""
        covariances = np.broadcast_to(covariance(self.spread), (2, 2, 2))
        return MixtureLaw(MIDDLES, covariances, np.full(2, 0.5), np.arange(2))

    def _draw(self, label: int, number: int) -> Array:
        return MIDDLES[label] + self.spread * stream(self.seed, label, 0).standard_normal((number, 2))
