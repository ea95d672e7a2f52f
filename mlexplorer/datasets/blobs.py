"""Round or slanted clouds, one per class."""

from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.data import Dataset
from mlexplorer.core.law import MixtureLaw, covariance
from mlexplorer.core.params import param
from mlexplorer.core.source import Source, count_param, interleaved, per_class, seed_param, stream

HALF_SIDE = 4.0
CANDIDATES = 12


@dataclass(frozen=True)
class Blobs(Source):
    """A Gaussian cloud for each class, with equal spread: where the clouds meet, the classes mix."""

    title = "Blobs"
    family = "Clouds"
    count: int = count_param(150, low=9)
    classes: int = param(3, "Classes", "How many clouds there are; a new one moves no other", low=1, high=9)
    spread: float = param(1.0, "Spread", "Standard deviation of each cloud", low=0.05, high=3.0)
    imbalance: float = param(
        0.0, "Imbalance", "How much smaller each class is than the one before; 0 makes all equal", low=0.0, high=0.9
    )
    tilt: float = param(0.0, "Tilt", "Correlation of x₁ and x₂ in each cloud; 0 makes it round", low=-0.95, high=0.95)
    seed: int = seed_param()

    def make(self) -> Dataset:
        """Return the clouds, their classes in turn."""
        labels = interleaved(self.count, self._shares())
        return Dataset(per_class(labels, self._draw), labels)

    def law(self) -> MixtureLaw:
        """Return one Gaussian for each class."""
        covariances = np.broadcast_to(covariance(self.spread, self.tilt), (self.classes, 2, 2))
        return MixtureLaw(self._middles(), covariances, self._shares(), np.arange(self.classes))

    def _shares(self) -> Array:
        parts = (1 - self.imbalance) ** np.arange(self.classes)
        return parts / parts.sum()

    def _middles(self) -> Array:
        """Return a middle for each class: of some random places, the one farthest from all earlier middles."""
        middles = np.zeros((0, 2))
        for label in range(self.classes):
            places = stream(self.seed, label, 0).uniform(-HALF_SIDE, HALF_SIDE, (CANDIDATES, 2))
            gaps = np.linalg.norm(places[:, None, :] - middles, axis=2).min(axis=1, initial=np.inf)
            middles = np.concatenate([middles, places[[int(gaps.argmax())]]])
        return middles

    def _draw(self, label: int, number: int) -> Array:
        factor = np.linalg.cholesky(covariance(self.spread, self.tilt))
        return self._middles()[label] + stream(self.seed, label, 1).standard_normal((number, 2)) @ factor.T
