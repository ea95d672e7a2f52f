"""Arms that wind round each other."""

from dataclasses import dataclass
from functools import partial

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.data import Dataset
from mlexplorer.core.law import MixtureLaw, curves
from mlexplorer.core.params import param
from mlexplorer.core.source import Source, count_param, interleaved, noise_param, per_class, seed_param, stream

INNER = 0.1


@dataclass(frozen=True)
class Spirals(Source):
    """Arms that wind round each other: each class is near itself and yet everywhere."""

    title = "Spirals"
    family = "Curved"
    count: int = count_param(200, low=5)
    arms: int = param(2, "Arms", "How many classes wind round the middle", low=2, high=5)
    turns: float = param(1.25, "Turns", "How often each arm goes round", low=0.25, high=3.0)
    noise: float = noise_param(0.05, high=0.2)
    seed: int = seed_param()

    def make(self) -> Dataset:
        """Return the arms in turn, each of radius 1."""
        labels = interleaved(self.count, np.ones(self.arms))
        return Dataset(per_class(labels, self._draw), labels)

    def law(self) -> MixtureLaw:
        """Return the arms, denser outside as a real arm of even thickness is, blurred by the noise."""
        speed = float(np.hypot((1 - INNER**2) / (2 * INNER), np.pi * self.turns))  # no place of the arm is faster
        return curves([(arm, 1 / self.arms, speed, partial(self._arm, arm)) for arm in range(self.arms)], self.noise)

    def _arm(self, label: int, shares: Array) -> Array:
        radii = np.sqrt(INNER**2 + (1 - INNER**2) * shares)
        angles = 2 * np.pi * (self.turns * radii + label / self.arms)
        return radii[:, None] * np.stack([np.cos(angles), np.sin(angles)], axis=1)

    def _draw(self, label: int, number: int) -> Array:
        places = self._arm(label, stream(self.seed, label, 0).random(number))
        return places + self.noise * stream(self.seed, label, 1).standard_normal((number, 2))
