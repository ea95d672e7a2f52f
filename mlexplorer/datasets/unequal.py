"""A large loose cloud beside a small tight one."""

from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.data import Dataset
from mlexplorer.core.law import MixtureLaw, covariance
from mlexplorer.core.params import param
from mlexplorer.core.source import Source, count_param, interleaved, per_class, seed_param, stream


@dataclass(frozen=True)
class Unequal(Source):
    """A large loose cloud beside a small tight one: clusters of equal size cut the large one in two."""

    title = "Unequal blobs"
    family = "Clouds"
    count: int = count_param(200)
    share: float = param(0.1, "Small share", "Which part of all points it makes up", low=0.02, high=0.5, unit="%")
    spread: float = param(1.5, "Large spread", "Standard deviation of the large cloud", low=0.1, high=4.0)
    small: float = param(0.25, "Small spread", "Standard deviation of the small cloud", low=0.05, high=4.0)
    distance: float = param(4.5, "Distance", "From the middle of one to the middle of the other", low=0.0, high=10.0)
    seed: int = seed_param()

    def make(self) -> Dataset:
        """Return the large cloud as class 0 and the small one as class 1, as often as their shares say."""
        labels = interleaved(self.count, [1 - self.share, self.share])
        return Dataset(per_class(labels, self._draw), labels)

    def law(self) -> MixtureLaw:
        """Return the two round Gaussians with their shares."""
        covariances = np.stack([covariance(self.spread), covariance(self.small)])
        middles = np.array([[0.0, 0.0], [self.distance, 0.0]])
        return MixtureLaw(middles, covariances, np.array([1 - self.share, self.share]), np.arange(2))

    def _draw(self, label: int, number: int) -> Array:
        moves = stream(self.seed, label, 0).standard_normal((number, 2))
        return [0.0, 0.0] + self.spread * moves if label == 0 else [self.distance, 0.0] + self.small * moves
