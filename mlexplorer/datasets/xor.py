"""Four clouds on the corners of a square, equal across the diagonals."""

from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.data import Dataset
from mlexplorer.core.law import MixtureLaw, covariance
from mlexplorer.core.source import Source, count_param, interleaved, noise_param, per_class, seed_param, stream

MIDDLES = np.array([[[-1.0, -1.0], [1.0, 1.0]], [[-1.0, 1.0], [1.0, -1.0]]])
LEAST = 0.01


@dataclass(frozen=True)
class ExclusiveOr(Source):
    """Four clouds on the corners of a square, equal across the diagonals: each feature alone says nothing."""

    title = "XOR"
    family = "Clouds"
    count: int = count_param(120)
    noise: float = noise_param(0.4, high=1.5)
    seed: int = seed_param()

    def make(self) -> Dataset:
        """Return class 1 where exactly one coordinate is positive, class 0 elsewhere, corner by corner."""
        labels = interleaved(self.count, [1, 1])
        return Dataset(per_class(labels, self._draw), labels)

    def law(self) -> MixtureLaw:
        """Return four equal round Gaussians; hardly any noise stands for none."""
        covariances = np.broadcast_to(covariance(max(self.noise, LEAST)), (4, 2, 2))
        return MixtureLaw(MIDDLES.reshape(4, 2), covariances, np.full(4, 0.25), np.array([0, 0, 1, 1]))

    def _draw(self, label: int, number: int) -> Array:
        corners = MIDDLES[label, np.arange(number) % 2]
        return corners + self.noise * stream(self.seed, label, 0).standard_normal((number, 2))
