"""Votes of the nearest neighbours in many samples of the same points: sought once among all, then counted along."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mlexplorer.algorithms.neighbours.nearest import Neighbours
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.grid import Grid
from mlexplorer.core.study.many_fits import Decided, ManyFits

ENTRIES = 1 << 18  # places × samples that are counted together


@dataclass(frozen=True, eq=False)
class ManyVotes(ManyFits):
    """Fits that vote: a sample holds the neighbours of a place in the order of all points, each as often as drawn."""

    voters: Neighbours  # of all points, with the k of the model

    def scores(self, points: Array, numbers: Labels) -> Array:
        """Return the shares of the vote of each point's own sample."""
        gaps, rows = self._nearest(points)
        k = np.minimum(self.voters.k, self.samples.sizes[numbers])[:, None]
        times = self.samples.counts[numbers[:, None], rows]
        voting = np.clip(k - (times.cumsum(axis=1) - times), 0, times)
        gaps, columns = np.where(voting > 0, gaps, np.inf), self.voters.columns[rows]
        weights = self.voters.weights(gaps) * voting
        found = self.voters.decided(self.voters.counted(weights, columns), gaps, columns)
        for place in np.flatnonzero(voting.sum(axis=1) < k[:, 0]):
            found[place] = self.scored(int(numbers[place])).scores(points[place : place + 1])[0]
        return found

    def votes(self, grid: Grid, decided: Decided) -> Array:
        """Return how many samples say each class: the neighbours of a place are counted in all samples at once."""
        if self.voters.can_tie or (self.samples.sizes < self.voters.k).any():
            return super().votes(grid, decided)
        classes = self.samples.data.classes
        found = [_shares_of(decided(shares), classes) for shares in self._counted(grid.points)]
        return np.concatenate(found).reshape(grid.rows, grid.columns, len(classes))

    def _counted(self, points: Array) -> Iterator[Array]:
        """Yield the shares of the vote in every sample, (places, samples, 2), of some places after the other.

        Two classes and an odd number of equal votes: the votes for the second class are enough.
        """
        kind: type[np.signedinteger] = np.int8 if self.voters.k < 64 else np.int16
        times = np.ascontiguousarray(np.minimum(self.samples.counts, self.voters.k).T.astype(kind))  # (points, samples)
        second = self.voters.columns.astype(kind)
        rows = self._nearest(points)[1]
        some = max(1, ENTRIES // len(self.samples))
        for first in range(0, len(points), some):
            near = rows[first : first + some]
            votes, left = _along(near, times, second, self.voters.k)
            shares = votes / self.voters.k
            both = np.stack([1 - shares, shares], axis=-1)
            for place, number in zip(*np.nonzero(left), strict=True):
                both[place, number] = self.scored(int(number)).scores(points[first + place : first + place + 1])[0]
            yield both

    def _nearest(self, points: Array) -> tuple[Array, Labels]:
        """Return so many nearest of all points that nearly every sample has k of them."""
        k = self.voters.k
        return self.voters.with_k(min(len(self.voters.points), int(1.9 * k + 6 * k**0.5 + 6))).nearest(points)


def _along(
    rows: Labels, times: npt.NDArray[np.signedinteger], second: npt.NDArray[np.signedinteger], k: int
) -> tuple[npt.NDArray[np.signedinteger], npt.NDArray[np.signedinteger]]:
    """Return the votes for the second class at each place in each sample, and how many votes are still to be cast."""
    left = np.full((len(rows), times.shape[1]), k, times.dtype)
    votes = np.zeros_like(left)
    for near in rows.T:
        cast = times.take(near, axis=0)
        np.minimum(cast, left, out=cast)
        left -= cast
        cast *= second.take(near)[:, None]
        votes += cast
        if not left.any():
            break
    return votes, left


def _shares_of(labels: Labels, classes: Labels) -> Array:
    """Return how many labels along the last axis are each class."""
    return np.stack([np.count_nonzero(labels == label, axis=-1) for label in classes], axis=-1).astype(np.float64)
