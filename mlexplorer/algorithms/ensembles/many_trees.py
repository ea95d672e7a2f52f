"""Trees grown to many samples of the same points at once."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.algorithms.ensembles.grove import Grove
from mlexplorer.algorithms.trees.boxes import covered, painted
from mlexplorer.core.arrays import Array, Labels, halves
from mlexplorer.core.grid import Grid
from mlexplorer.core.study.many_fits import Decided, ManyFits


@dataclass(frozen=True, eq=False)
class ManyTrees(ManyFits):
    """Fits that are trees; the scores are the shares of the classes in a leaf, (−f/2, +f/2) for two classes."""

    grove: Grove

    @cached_property
    def table(self) -> Array:
        """The scores of each node, if it is the leaf."""
        counts = self.grove.values
        if counts.shape[1] == 2:
            return halves((counts[:, 1] - counts[:, 0]) / counts.sum(axis=1))
        return counts / counts.sum(axis=1, keepdims=True)

    def scores(self, points: Array, numbers: Labels) -> Array:
        """Return the scores of the leaf of each point in its own tree."""
        return self.table.take(self.grove.walk_own(points, numbers), axis=0)

    def fields(self, grid: Grid) -> Iterator[Array]:
        """Yield the scores of each tree on a grid, painted leaf by leaf."""
        for number in range(len(self.grove)):
            leaves = np.arange(*self.grove.tree(number).indices(len(self.table)))
            leaves = leaves[self.grove.feature[leaves] < 0]
            yield self.table[leaves].take(painted(self.grove.boxes[leaves], grid), axis=0)

    def votes(self, grid: Grid, decided: Decided) -> Array:
        """Return how many trees say each class: every leaf of every tree adds to its box."""
        leaves, classes = np.flatnonzero(self.grove.feature < 0), self.samples.data.classes
        says = decided(self.table[leaves])[:, None] == classes
        return covered(self.grove.boxes[leaves], says.astype(np.float64), grid).round()
