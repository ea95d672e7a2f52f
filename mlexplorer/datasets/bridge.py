"""Two clouds joined by a thin line of points."""

from dataclasses import dataclass
from functools import partial

import numpy as np

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.data import Dataset
from mlexplorer.core.law import MixtureLaw, covariance, curves, joined
from mlexplorer.core.params import param
from mlexplorer.core.source import Source, count_param, interleaved, per_class, seed_param, stream

MIDDLE = 3.0
THIN = 0.1


@dataclass(frozen=True)
class Bridge(Source):
    """Two clouds joined by a thin line of points: clusters that grow from neighbour to neighbour run across."""

    title = "Two blobs and a bridge"
    family = "Clouds"
    count: int = count_param(150, low=4)
    share: float = param(0.3, "Bridge", "Which part of the points makes up the bridge", low=0.02, high=0.5, unit="%")
    spread: float = param(0.7, "Spread", "Standard deviation of both clouds; they lie 6 apart", low=0.1, high=2.0)
    seed: int = seed_param()

    def make(self) -> Dataset:
        """Return the clouds and the halves of the bridge, each of the class of its cloud."""
        pieces = interleaved(self.count, self._shares())
        labels: Labels = pieces % 2
        return Dataset(per_class(pieces, self._draw), labels)

    def law(self) -> MixtureLaw:
        """Return two Gaussians and the two halves of a thin line."""
        shares = self._shares()
        covariances = np.broadcast_to(covariance(self.spread), (2, 2, 2))
        clouds = MixtureLaw(np.array([[-MIDDLE, 0.0], [MIDDLE, 0.0]]), covariances, shares[:2], np.arange(2))
        halves = [(label, float(shares[2]), MIDDLE, partial(_half, label)) for label in (0, 1)]
        return joined(clouds, curves(halves, THIN))

    def _shares(self) -> Array:
        return np.array([1 - self.share, 1 - self.share, self.share, self.share]) / 2

    def _draw(self, piece: int, number: int) -> Array:
        moves = stream(self.seed, piece, 0).standard_normal((number, 2))
        if piece < 2:
            return np.array([(2 * piece - 1) * MIDDLE, 0.0]) + self.spread * moves
        return _half(piece - 2, stream(self.seed, piece, 1).random(number)) + THIN * moves


def _half(label: int, shares: Array) -> Array:
    """Return places on the half of the bridge that belongs to a class, from the middle to its cloud."""
    return np.stack([(2 * label - 1) * MIDDLE * shares, np.zeros_like(shares)], axis=1)
