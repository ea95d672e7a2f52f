"""One circle inside another."""

from dataclasses import dataclass
from functools import partial

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.data import Dataset
from mlexplorer.core.law import MixtureLaw, curves
from mlexplorer.core.params import param
from mlexplorer.core.source import Source, count_param, interleaved, noise_param, per_class, seed_param, stream


@dataclass(frozen=True)
class Circles(Source):
    """A small circle inside a large one: a line fails, a distance from the middle does not."""

    title = "Circles"
    family = "Curved"
    count: int = count_param(120)
    noise: float = noise_param(0.1, high=0.6)
    ratio: float = param(0.45, "Ratio", "Radius of the inner circle as a part of the outer one", low=0.05, high=0.95)
    seed: int = seed_param()

    def make(self) -> Dataset:
        """Return the outer circle as class 0 and the inner one as class 1, in turn."""
        labels = interleaved(self.count, [1, 1])
        return Dataset(per_class(labels, self._draw), labels)

    def law(self) -> MixtureLaw:
        """Return half the points spread evenly along each circle, blurred by the noise."""
        radii = enumerate((1.0, self.ratio))
        return curves([(label, 0.5, 2 * np.pi * r, partial(_circle, r)) for label, r in radii], self.noise)

    def _draw(self, label: int, number: int) -> Array:
        places = _circle((1.0, self.ratio)[label], stream(self.seed, label, 0).random(number))
        return places + self.noise * stream(self.seed, label, 1).standard_normal((number, 2))


def _circle(radius: float, shares: Array) -> Array:
    angles = 2 * np.pi * shares
    return radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
