"""A regression tree of one feature: where it cuts, and the means between the cuts."""

from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush

import numpy as np

from mlexplorer.algorithms.trees.splits import midpoint
from mlexplorer.core.arrays import Array, Labels, Mask

EQUAL = 1e-10  # cuts whose gains differ by less, relative to the best, are equal: the first is taken
NOTHING = 1e-24  # of the whole sum of squares: such a gain is rounding


@dataclass(frozen=True, eq=False)
class SortedHeights:
    """Places in order with their heights about the mean, and running sums of these: what every segment needs."""

    places: Array
    heights: Array
    mean: float

    @classmethod
    def of(cls, places: Array, heights: Array) -> "SortedHeights":
        """Return places with their heights in order."""
        order = places.argsort(kind="stable")
        mean = float(heights.mean())
        return cls(places[order], heights[order] - mean, mean)

    @cached_property
    def sums(self) -> Array:
        """The sum of the first heights, for every number of them."""
        return np.append(0.0, self.heights.cumsum())

    @cached_property
    def is_same(self) -> Mask:
        """Whether the next point stands at the same place, so that no cut can part the two; True at the end."""
        return np.append(self.places[1:] <= self.places[:-1], True)

    @cached_property
    def squares(self) -> Array:
        """The sum of the first squared heights, for every number of them."""
        return np.append(0.0, np.square(self.heights).cumsum())

    def levels(self, firsts: Labels, lasts: Labels) -> Array:
        """Return the mean heights of segments [first, last)."""
        return self.mean + (self.sums[lasts] - self.sums[firsts]) / (lasts - firsts)

    def level(self, first: int, last: int) -> float:
        """Return the mean height of a segment [first, last)."""
        return float(self.levels(np.array(first), np.array(last)))

    def miss(self, first: int, last: int) -> float:
        """Return the sum of squares about the mean of a segment."""
        total = float(self.sums[last] - self.sums[first])
        return max(float(self.squares[last] - self.squares[first]) - total * total / (last - first), 0.0)


@dataclass(frozen=True)
class Segment:
    """A node of the tree: the points [first, last), and where it is cut (0 for a leaf) with what that gains."""

    first: int
    last: int
    depth: int
    cut: int = 0
    gain: float = 0.0
    left: int = -1  # the number of the child at or below the cut; the other comes after it


def grown(points: SortedHeights, depth: int, leaf: int) -> tuple[Segment, ...]:
    """Return the whole tree, level by level: every segment is cut where the sum of squares falls most."""
    segments = [Segment(0, len(points.places), 0)]
    level = [0]
    least = NOTHING * float(points.squares[-1])
    for deep in range(1, depth + 1):
        firsts, lasts = (np.array([getattr(segments[node], end) for node in level]) for end in ("first", "last"))
        cuts, gains = _best_cuts(points, firsts, lasts, leaf)
        coming: list[int] = []
        for node, cut, gain in zip(level, cuts.tolist(), gains.tolist(), strict=True):
            if gain > least:
                one, left = segments[node], len(segments)
                segments[node] = Segment(one.first, one.last, one.depth, cut, gain, left)
                segments += [Segment(one.first, cut, deep), Segment(cut, one.last, deep)]
                coming += [left, left + 1]
        level = [node for node in coming if segments[node].last - segments[node].first >= 2 * leaf]
        if not level:
            break
    return tuple(segments)


def _best_cuts(points: SortedHeights, firsts: Labels, lasts: Labels, leaf: int) -> tuple[Labels, Array]:
    """Return where each segment is cut best and by how much its sum of squares falls then; below 0 for no cut."""
    counts = lasts - firsts
    ends = counts.cumsum()
    starts = ends - counts
    owner = np.repeat(np.arange(len(counts)), counts)
    below = np.arange(1, ends[-1] + 1) - starts.take(owner)
    cuts = below + firsts.take(owner)  # the first point above the cut
    sums, begun = points.sums, points.sums.take(firsts)
    shares = (sums.take(lasts) - begun) / counts
    off = sums.take(cuts) - begun.take(owner) - shares.take(owner) * below
    whole = counts.take(owner)
    above = whole - below
    gains = off * off * whole / (below * np.maximum(above, 1))
    gains[points.is_same.take(cuts - 1) | (np.minimum(below, above) < leaf)] = -1.0
    best = np.maximum.reduceat(gains, starts)
    good = np.flatnonzero(gains >= (best - EQUAL * np.abs(best)).take(owner))
    chosen = good[np.searchsorted(good, starts)]
    return cuts.take(chosen), gains.take(chosen)


def growth(segments: tuple[Segment, ...]) -> tuple[int, ...]:
    """Return the nodes in the order they are cut: always the one that gains most."""
    order: list[int] = []
    queue = [(-segments[0].gain, 0)] if segments[0].cut else []
    while queue:
        _, node = heappop(queue)
        order.append(node)
        for child in (segments[node].left, segments[node].left + 1):
            if segments[child].cut:
                heappush(queue, (-segments[child].gain, child))
    return tuple(order)


def thresholds(points: SortedHeights, cuts: Labels) -> Array:
    """Return the places halfway between the points on both sides of each cut."""
    return midpoint(points.places[cuts - 1], points.places[cuts])


def threshold(points: SortedHeights, cut: int) -> float:
    """Return the place halfway between the points on both sides of a cut."""
    return float(thresholds(points, np.array(cut)))
