"""Points whose labels mean nothing."""

from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.data import Dataset
from mlexplorer.core.law import Tiles
from mlexplorer.core.params import param
from mlexplorer.core.source import Source, count_param, interleaved, per_class, seed_param, stream

HALF_SIDE = 2.0


@dataclass(frozen=True)
class RandomLabels(Source):
    """Labels that have nothing to do with the place: whatever is learned here is learned by heart."""

    title = "Random labels"
    family = "Patterns"
    count: int = count_param(100, low=9)
    classes: int = param(2, "Classes", "How many labels there are", low=2, high=9)
    seed: int = seed_param()

    def make(self) -> Dataset:
        """Return points spread evenly over a square, the labels in turn."""
        labels = interleaved(self.count, np.ones(self.classes))
        return Dataset(per_class(labels, self._draw), labels)

    def law(self) -> Tiles:
        """Return the same even density for every class."""
        edges = np.array([-HALF_SIDE, HALF_SIDE])
        return Tiles(edges, edges, np.full((self.classes, 1, 1), 1 / self.classes))

    def _draw(self, label: int, number: int) -> Array:
        return stream(self.seed, label, 0).uniform(-HALF_SIDE, HALF_SIDE, (number, 2))
