"""Two classes with a street of a chosen width between them."""

from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.data import Dataset
from mlexplorer.core.law import Tiles, turn
from mlexplorer.core.params import param
from mlexplorer.core.source import Source, count_param, interleaved, per_class, seed_param, stream

SIDE = 2.0
EDGES = (np.array([[0.0, -1.0], [0.0, 1.0]]), np.array([[0.0, 0.0]]))  # these hold the street: no wider one fits


@dataclass(frozen=True)
class Separable(Source):
    """Two classes that a line separates with exactly the chosen margin: the widest street is known."""

    title = "Separable"
    family = "Patterns"
    count: int = count_param(60)
    margin: float = param(0.3, "Margin", "Distance from the boundary to the nearest points", low=0.01, high=2.0)
    angle: float = param(30.0, "Angle", "How far the street is turned, in degrees", low=-90.0, high=90.0)
    seed: int = seed_param()

    def make(self) -> Dataset:
        """Return class 0 before and class 1 behind the street; its first points lie on the kerb."""
        labels = interleaved(self.count, [1, 1])
        return Dataset(per_class(labels, self._draw) @ turn(self.angle).T, labels)

    def law(self) -> Tiles:
        """Return an even density on a rectangle at each side of the street."""
        edges = np.array([-self.margin - SIDE, -self.margin, self.margin, self.margin + SIDE])
        weights = np.array([[0.5, 0.0, 0.0], [0.0, 0.0, 0.5]])[:, :, None]
        return Tiles(edges, np.array([-SIDE, SIDE]), weights, angle=self.angle)

    def _draw(self, label: int, number: int) -> Array:
        away, along = stream(self.seed, label, 0).random((number, 2)).T
        places = np.stack([away * SIDE, (2 * along - 1) * SIDE], axis=1)
        kerb = EDGES[label][:number]
        places[: len(kerb)] = kerb
        return (places + np.array([self.margin, 0.0])) * [2 * label - 1, 1]
