"""The k nearest training points of a place, and their vote: exact, equal distances to the lower row."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from mlexplorer.algorithms.neighbours.distances import EUCLIDEAN, Distance
from mlexplorer.core.arrays import Array, Labels, Mask

if TYPE_CHECKING:
    from scipy.spatial import cKDTree

EQUAL = 1e-12  # shares closer than this are a tie
BONUS = 1e-9  # what the winner of a tie gets on top, so that the largest score is always the decision
ROUNDING = 1e-9  # the tree's own distances are trusted up to this share
BLOCK = 200_000  # so many distances are looked at together
POWERS = {"equal": 0, "distance": 1, "squared": 2}  # a vote weighs 1/distance to this power


@dataclass(frozen=True, eq=False)
class Neighbours:
    """Training points, the column of the class of each, how far is measured, how many vote, and how they weigh."""

    points: Array
    columns: Labels
    classes: int
    k: int
    distance: Distance = EUCLIDEAN
    votes: str = "equal"

    @property
    def can_tie(self) -> bool:
        """Whether a vote may be tied."""
        return self.classes > 2 or self.k % 2 == 0 or self.votes != "equal"

    @cached_property
    def rows(self) -> Labels:
        """The rows that can ever be among the k nearest: of equal points the first k."""
        order = np.lexsort(self.points.T)
        fresh = (np.diff(self.points[order], axis=0) != 0).any(axis=1)
        if fresh.all():
            return np.arange(len(order))
        starts = np.flatnonzero(np.append(True, fresh))
        rank = np.arange(len(order)) - np.repeat(starts, np.diff(np.append(starts, len(order))))
        return np.sort(order[rank < self.k])

    @cached_property
    def places(self) -> Array:
        """The points of these rows as the distance sees them."""
        return self.distance.places(self.points[self.rows])

    @cached_property
    def kinds(self) -> Labels:
        """The columns of the classes of these rows."""
        return self.columns[self.rows]

    @cached_property
    def tree(self) -> "cKDTree":
        """A search tree over the places."""
        return _tree(self.places)

    @cached_property
    def others(self) -> tuple["cKDTree", ...]:
        """For each class a search tree over the places of all other classes."""
        return tuple(_tree(self.places[self.kinds != column]) for column in range(self.classes))

    def with_k(self, k: int) -> "Neighbours":
        """Return the same points with another number of voters."""
        return replace(self, k=k)

    def nearest(self, points: Array) -> tuple[Array, Labels]:
        """Return the gaps (see Distance) and rows of the k nearest, each (n, k), nearest first."""
        gaps, rows = np.empty((len(points), self.k)), np.empty((len(points), self.k), dtype=np.intp)
        places, open_ = self.distance.places(points), np.arange(len(points))
        look = min(len(self.rows), self.k + 1)
        while len(open_):
            left = []
            for some in np.array_split(open_, 1 + len(open_) * look // BLOCK):
                found, members, known = self._look(places[some], look)
                gaps[some[known]], rows[some[known]] = found[known, : self.k], members[known, : self.k]
                left.append(some[~known])
            open_, look = np.concatenate(left), min(len(self.rows), 4 * look)
        return gaps, self.rows[rows]

    def shares(self, points: Array) -> Array:
        """Return the (n, classes) shares of the vote; the winner of a tie has BONUS more."""
        gaps, rows = self.nearest(points)
        return self.shared(gaps, self.columns[rows])

    def shared(self, gaps: Array, columns: Labels) -> Array:
        """Return the (n, classes) shares of the vote of neighbours that are known, each (n, k), nearest first."""
        return self.decided(self.counted(self.weights(gaps), columns), gaps, columns)

    def weights(self, gaps: Array) -> Array:
        """Return the weight of each vote along the last axis, the nearest 1; those at distance 0 alone if there are."""
        power = POWERS[self.votes]
        if not power:
            return np.ones_like(gaps)
        least = gaps.min(axis=-1, keepdims=True)
        with np.errstate(invalid="ignore"):  # 0/0 where all are at distance 0: replaced at once
            ratios = np.where(least > 0, least / gaps, gaps == 0)
        return ratios if power == self._gap_power else ratios**power if self._gap_power == 1 else np.sqrt(ratios)

    def counted(self, weights: Array, columns: Labels) -> Array:
        """Return the shares of the classes in votes along the last axis."""
        sums = np.stack([(weights * (columns == column)).sum(axis=-1) for column in range(self.classes)], axis=-1)
        return sums / weights.sum(axis=-1)[..., None]

    def decided(self, shares: Array, gaps: Array, columns: Labels) -> Array:
        """Return shares (n, classes) with the bonus: a tie goes to the nearest member of the tied classes.

        gaps and columns, each (n, k), are those of the voters, nearest first.
        """
        tied = shares >= shares.max(axis=1, keepdims=True) - EQUAL
        (doubtful,) = np.nonzero(np.count_nonzero(tied, axis=1) > 1)
        if len(doubtful):
            shares = shares.copy()
            shares[doubtful, self._nearest_of(tied[doubtful], gaps[doubtful], columns[doubtful])] += BONUS
        return shares

    @property
    def _gap_power(self) -> int:
        return 2 if self.distance.kind == "euclidean" else 1

    def _nearest_of(self, tied: Mask, gaps: Array, columns: Labels) -> Labels:
        """Return the class of the nearest member of the tied classes."""
        member = np.take_along_axis(tied, columns, axis=1)
        first = np.where(member, gaps, np.inf).argmin(axis=1)
        return columns[np.arange(len(columns)), first]

    def _look(self, places: Array, look: int) -> tuple[Array, Labels, Mask]:
        """Return gaps and rows of the nearest by one query, in order, and where ties beyond the query are ruled out."""
        reach, rows = (part.reshape(len(places), look) for part in self.tree.query(places, look, p=self.distance.order))
        near = self.places[rows]
        gaps = self.distance.gaps(places[:, None, 0] - near[:, :, 0], places[:, None, 1] - near[:, :, 1])
        (mixed,) = np.nonzero((np.diff(gaps, axis=1) <= 0).any(axis=1))
        order = np.lexsort((rows[mixed], gaps[mixed]), axis=-1)
        gaps[mixed] = np.take_along_axis(gaps[mixed], order, axis=1)
        rows[mixed] = np.take_along_axis(rows[mixed], order, axis=1)
        known = self.distance.lengths(gaps[:, self.k - 1]) < reach[:, -1] * (1 - ROUNDING)
        return gaps, rows, known | (look == len(self.rows))


def without_own(gaps: Array, rows: Labels) -> tuple[Array, Labels]:
    """Return the nearest of all training points in order, each (n, k + 1), without the points themselves: (n, k)."""
    own = rows == np.arange(len(rows))[:, None]
    own[~own.any(axis=1), -1] = True  # among many equal points it may not be among its own nearest
    return gaps[~own].reshape(len(rows), -1), rows[~own].reshape(len(rows), -1)


def _tree(places: Array) -> "cKDTree":
    from scipy.spatial import cKDTree  # start-up time

    return cKDTree(places, balanced_tree=False, compact_nodes=False)
