"""Many trees in one table: walked by points all together, and laid over a grid box by box."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from mlexplorer.algorithms.trees.boxes import covered
from mlexplorer.core.arrays import Array, Labels, Mask
from mlexplorer.core.grid import Grid

PAIRS = 1 << 17  # (tree, point) pairs walked together: their arrays stay in the cache


@dataclass(frozen=True, eq=False)
class Grove:
    """Trees as columns, a row per node: tree after tree, each from its root, children below and side by side."""

    feature: Labels  # −1 for a leaf
    threshold: Array
    left: Labels  # the row of the left child; −1 for a leaf
    parent: Labels  # −1 for a root
    depth: Labels
    boxes: Array  # (nodes, 4): left, right, bottom, top
    values: Array  # (nodes, k): what each node counts or adds
    roots: Labels  # the first row of each tree, and the end of the last

    def __len__(self) -> int:
        return len(self.roots) - 1

    def columns(self, number: int) -> tuple[list[int], list[float], list[int], list[int]]:
        """Return one tree as the columns feature, threshold, left and right, its rows counted from its root."""
        rows = self.tree(number)
        left = np.where(self.left[rows] < 0, -1, self.left[rows] - rows.start)
        right = left + (left >= 0)
        return self.feature[rows].tolist(), self.threshold[rows].tolist(), left.tolist(), right.tolist()

    def leaves(self, count: int) -> Mask:
        """Return which nodes of the first count trees are leaves."""
        return self.feature[: self.roots[count]] < 0

    def walk(self, points: Array, first: int, last: int) -> Labels:
        """Return the leaf of each point in the trees from first to last, as (trees, n): x ≤ threshold goes left."""
        numbers, rows = np.arange(first, last).repeat(len(points)), np.tile(np.arange(len(points)), last - first)
        return self._walked(points, rows, self.roots[numbers]).reshape(last - first, len(points))

    def walk_own(self, points: Array, numbers: Labels) -> Labels:
        """Return the leaf of each point in the tree whose number stands beside it."""
        return self._walked(points, np.arange(len(points)), self.roots[numbers])

    def _walked(self, points: Array, rows: Labels, found: Labels) -> Labels:
        """Return the leaves below nodes to which rows of points are led."""
        columns, count = np.ascontiguousarray(points.T).ravel(), len(points)
        open_, here = np.arange(len(found)), found
        while len(open_):
            feature = self.feature.take(here)
            going = feature >= 0
            if not going.all():
                open_, here, feature, rows = open_[going], here[going], feature[going], rows[going]
            here = self.left.take(here) + (columns.take(feature * count + rows) > self.threshold.take(here))
            found[open_] = here
        return found

    def walks(self, points: Array, count: int) -> Iterator[tuple[int, Labels]]:
        """Yield the walks of points through the first count trees, some trees at a time, with the first of these."""
        some = max(1, PAIRS // max(1, len(points)))
        for first in range(0, count, some):
            yield first, self.walk(points, first, min(first + some, count))

    def sums_at(self, points: Array, count: int, values: Array) -> Array:
        """Return for each point the sum over the first count trees of the values, (nodes, k), of its leaves."""
        sums = np.zeros((len(points), values.shape[1]))
        for _, leaves in self.walks(points, count):
            for column in range(values.shape[1]):
                sums[:, column] += values[:, column].take(leaves).sum(axis=0)
        return sums

    def sums_on(self, grid: Grid, count: int, values: Array) -> Array:
        """Return these sums on a grid, as (rows, columns, k)."""
        leaves = np.flatnonzero(self.leaves(count))
        return covered(self.boxes[leaves], values[leaves], grid)

    def tree(self, number: int) -> slice:
        """Return the rows of one tree."""
        return slice(int(self.roots[number]), int(self.roots[number + 1]))


def planted(groves: list[Grove]) -> Grove:
    """Return groves as one, in order."""
    sizes = [len(grove.feature) for grove in groves]
    starts = np.cumsum([0, *sizes[:-1]])
    shifted = {
        name: np.concatenate(
            [_shifted(getattr(grove, name), start) for grove, start in zip(groves, starts, strict=True)]
        )
        for name in ("left", "parent")
    }
    plain = {
        name: np.concatenate([getattr(grove, name) for grove in groves])
        for name in ("feature", "threshold", "depth", "boxes", "values")
    }
    roots = [grove.roots[:-1] + start for grove, start in zip(groves, starts, strict=True)]
    return Grove(**plain, **shifted, roots=np.concatenate([*roots, [sum(sizes)]]))


def _shifted(rows: Labels, start: int) -> Labels:
    """Return rows moved down a table; −1 stays none."""
    return np.where(rows < 0, -1, rows + start)
