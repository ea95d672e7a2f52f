"""A board of squares of two classes."""

from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.data import Dataset
from mlexplorer.core.law import Tiles
from mlexplorer.core.params import param
from mlexplorer.core.source import Source, count_param, interleaved, noise_param, per_class, seed_param, stream


@dataclass(frozen=True)
class Checkerboard(Source):
    """Squares of two classes like a chessboard: many small regions of each."""

    title = "Checkerboard"
    family = "Patterns"
    count: int = count_param(300)
    cells: int = param(4, "Squares", "Squares along each side, each of side 1", low=2, high=8)
    noise: float = noise_param(0.05, high=0.5)
    seed: int = seed_param()

    def make(self) -> Dataset:
        """Return points spread evenly over the board, of class 0 in the square at the bottom left."""
        labels = interleaved(self.count, [len(self._squares(0)), len(self._squares(1))])
        return Dataset(per_class(labels, self._draw), labels)

    def law(self) -> Tiles:
        """Return an even density on the squares of each class, blurred by the noise."""
        edges = np.linspace(-0.5, 0.5, self.cells + 1) * self.cells
        odd = np.add.outer(np.arange(self.cells), np.arange(self.cells)) % 2
        return Tiles(edges, edges, np.stack([1 - odd, odd]) / self.cells**2, self.noise)

    def _squares(self, label: int) -> Array:
        """Return the lower left corners of the squares of a class."""
        corners = np.indices((self.cells, self.cells)).reshape(2, -1).T
        return corners[corners.sum(axis=1) % 2 == label] - self.cells / 2

    def _draw(self, label: int, number: int) -> Array:
        chances = stream(self.seed, label, 0).random((number, 3))
        squares = self._squares(label)
        corners = squares[(chances[:, 2] * len(squares)).astype(np.intp)]
        return corners + chances[:, :2] + self.noise * stream(self.seed, label, 1).standard_normal((number, 2))
