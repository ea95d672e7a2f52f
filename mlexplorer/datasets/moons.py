"""Two interleaved half circles."""

from dataclasses import dataclass
from functools import partial

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.data import Dataset
from mlexplorer.core.law import MixtureLaw, curves
from mlexplorer.core.source import Source, count_param, interleaved, noise_param, per_class, seed_param, stream

MIDDLES = np.array([[0.0, 0.0], [1.0, 0.5]])


@dataclass(frozen=True)
class Moons(Source):
    """Two half circles, one hooked into the other: no line separates them."""

    title = "Two moons"
    family = "Curved"
    count: int = count_param(120)
    noise: float = noise_param(0.2, high=0.6)
    seed: int = seed_param()

    def make(self) -> Dataset:
        """Return the upper moon as class 0 and the lower one as class 1, in turn."""
        labels = interleaved(self.count, [1, 1])
        return Dataset(per_class(labels, self._draw), labels)

    def law(self) -> MixtureLaw:
        """Return half the points spread evenly along each half circle, blurred by the noise."""
        return curves([(label, 0.5, np.pi, partial(_moon, label)) for label in (0, 1)], self.noise)

    def _draw(self, label: int, number: int) -> Array:
        places = _moon(label, stream(self.seed, label, 0).random(number))
        return places + self.noise * stream(self.seed, label, 1).standard_normal((number, 2))


def _moon(label: int, shares: Array) -> Array:
    angles = np.pi * shares
    return MIDDLES[label] + (1 - 2 * label) * np.stack([np.cos(angles), np.sin(angles)], axis=1)
