"""A tree of joins: the members of every node, its order of leaves, and the clusters where it is cut."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.core.arrays import Array, Labels


@dataclass(frozen=True, eq=False)
class ClusterTree:
    """Joins in their order. Node i < n is row i, and node n + m is what join m has made.

    In the order of the leaves the members of a node stand side by side, from starts[node] on.
    """

    pairs: Labels  # (n − 1, 2), the lower number first
    heights: Array  # (n − 1,)
    sizes: Labels  # (n − 1,)

    @property
    def count(self) -> int:
        """How many rows there are."""
        return len(self.pairs) + 1

    @cached_property
    def node_sizes(self) -> Labels:
        """How many rows each node has, leaves included."""
        return np.concatenate([np.ones(self.count, np.intp), self.sizes])

    @cached_property
    def starts(self) -> Labels:
        """Where the members of each node begin in the order of the leaves."""
        count, sizes = self.count, self.node_sizes.tolist()
        starts = [0] * (2 * count - 1)
        for join, (one, other) in zip(range(count - 2, -1, -1), self.pairs[::-1].tolist(), strict=True):
            starts[one] = starts[count + join]
            starts[other] = starts[one] + sizes[one]
        return np.array(starts, np.intp)

    @cached_property
    def order(self) -> Labels:
        """The rows from the first leaf to the last."""
        return np.argsort(self.starts[: self.count], kind="stable")

    @cached_property
    def parents(self) -> Labels:
        """The node that each node is joined into; that of the last one lies beyond all."""
        parents = np.full(2 * self.count - 1, 2 * self.count - 1)
        parents[self.pairs.reshape(-1)] = np.repeat(np.arange(self.count, 2 * self.count - 1), 2)
        return parents

    def members(self, node: int) -> Labels:
        """Return the rows below a node."""
        return self.order[self.starts[node] : self.starts[node] + self.node_sizes[node]]

    def assigned(self, joins: int) -> Labels:
        """Return the cluster of each row after so many joins; clusters are numbered by their first rows."""
        made = self.count + joins
        tops = np.where(self.parents[:made] < made, self.parents[:made], np.arange(made))
        while not np.array_equal(higher := tops[tops], tops):  # twice as far up each time
            tops = higher
        rows, own = np.arange(self.count), tops[: self.count]
        first = np.empty(made, np.intp)
        first[own[::-1]] = rows[::-1]  # of several rows of a cluster the last one that is written, the first, stays
        begun = first[own]
        return (np.cumsum(begun == rows) - 1)[begun]


def added_squares(tree: ClusterTree, points: Array) -> Array:
    """Return what each join adds to the sum of the squared distances of points from the means of their clusters."""
    centres = node_means(tree, points)
    one, other = tree.pairs.T
    first, second = tree.node_sizes[one], tree.node_sizes[other]
    away = centres[one] - centres[other]
    return np.asarray(first * second / (first + second) * (away * away).sum(axis=1))


def node_means(tree: ClusterTree, points: Array) -> Array:
    """Return the mean of the points below each node, by running sums along the order of the leaves."""
    middle = points.mean(axis=0)
    sums = np.concatenate([np.zeros((1, 2)), np.cumsum(points[tree.order] - middle, axis=0)])
    ends = tree.starts + tree.node_sizes
    return np.asarray((sums[ends] - sums[tree.starts]) / tree.node_sizes[:, None] + middle)


def cut_at(heights: Array, height: float) -> int:
    """Return how many joins come before the first one above a height."""
    above = np.flatnonzero(heights > height)
    return int(above[0]) if len(above) else len(heights)


def cut_height(heights: Array, joins: int) -> float:
    """Return a height between the last of so many joins and the next one, a little above all if all are done."""
    if joins == len(heights):
        return 1.05 * float(heights.max(initial=0.0))
    before = float(heights[:joins].max(initial=0.0))
    return (before + max(float(heights[joins]), before)) / 2
