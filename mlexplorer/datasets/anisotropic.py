"""Long slanted clouds side by side."""

from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.data import Dataset
from mlexplorer.core.law import MixtureLaw, turn
from mlexplorer.core.params import param
from mlexplorer.core.source import Source, count_param, interleaved, per_class, seed_param, stream

GAP = 2.0


@dataclass(frozen=True)
class Anisotropic(Source):
    """Long slanted clouds side by side: round clusters and axis-parallel cuts both miss them."""

    title = "Long clouds"
    family = "Clouds"
    count: int = count_param(240, low=5)
    clouds: int = param(3, "Clouds", "How many clouds lie side by side", low=2, high=5)
    spread: float = param(0.3, "Spread", "Standard deviation across each cloud; they lie 2 apart", low=0.05, high=2.0)
    stretch: float = param(5.0, "Stretch", "How many times longer than wide each cloud is", low=1.0, high=20.0)
    angle: float = param(40.0, "Angle", "How far the clouds are turned, in degrees", low=-90.0, high=90.0)
    seed: int = seed_param()

    def make(self) -> Dataset:
        """Return the clouds, from one side to the other, in turn."""
        labels = interleaved(self.count, np.ones(self.clouds))
        return Dataset(per_class(labels, self._draw), labels)

    def law(self) -> MixtureLaw:
        """Return equal Gaussians side by side."""
        middles = np.stack([self._middle(label) for label in range(self.clouds)])
        covariances = np.broadcast_to(self._factor() @ self._factor().T, (self.clouds, 2, 2))
        return MixtureLaw(middles, covariances, np.full(self.clouds, 1 / self.clouds), np.arange(self.clouds))

    def _middle(self, label: int) -> Array:
        return turn(self.angle) @ np.array([0.0, GAP * (label - (self.clouds - 1) / 2)])

    def _factor(self) -> Array:
        return turn(self.angle) @ np.diag([self.spread * self.stretch, self.spread])

    def _draw(self, label: int, number: int) -> Array:
        return self._middle(label) + stream(self.seed, label, 0).standard_normal((number, 2)) @ self._factor().T
