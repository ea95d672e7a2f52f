"""Three rings around one middle."""

from dataclasses import dataclass
from functools import partial

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.data import Dataset
from mlexplorer.core.law import MixtureLaw, curves
from mlexplorer.core.params import param
from mlexplorer.core.source import Source, count_param, interleaved, noise_param, per_class, seed_param, stream


@dataclass(frozen=True)
class Rings(Source):
    """Three rings around one middle: all classes have the same mean."""

    title = "Three rings"
    family = "Curved"
    count: int = count_param(180)
    gap: float = param(0.7, "Gap", "Distance from one ring to the next", low=0.1, high=2.0)
    noise: float = noise_param(0.1, high=0.6)
    seed: int = seed_param()

    def make(self) -> Dataset:
        """Return the inner, middle and outer ring as classes 0, 1 and 2, in turn."""
        labels = interleaved(self.count, [1, 1, 1])
        return Dataset(per_class(labels, self._draw), labels)

    def law(self) -> MixtureLaw:
        """Return a third of the points spread evenly along each ring, blurred by the noise."""
        rings = [(label, self.gap * (label + 0.5)) for label in range(3)]
        return curves([(label, 1 / 3, 2 * np.pi * r, partial(_ring, r)) for label, r in rings], self.noise)

    def _draw(self, label: int, number: int) -> Array:
        places = _ring(self.gap * (label + 0.5), stream(self.seed, label, 0).random(number))
        return places + self.noise * stream(self.seed, label, 1).standard_normal((number, 2))


def _ring(radius: float, shares: Array) -> Array:
    angles = 2 * np.pi * shares
    return radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
