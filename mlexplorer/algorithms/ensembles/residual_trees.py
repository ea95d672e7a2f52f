"""Small trees that follow residuals by least squares: the learners of gradient boosting, from points sorted once."""

from dataclasses import dataclass, field

import numpy as np

from mlexplorer.algorithms.ensembles.grove import Grove
from mlexplorer.algorithms.trees.boxes import EVERYWHERE
from mlexplorer.algorithms.trees.splits import midpoint
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import Bounds

NOTHING = 1e-12  # a gain, as the root of a sum of squares, that is no gain
EQUAL = 1e-10  # gains that differ by a smaller share are equal: then the first feature and the smallest threshold


@dataclass
class _Draft:
    """A tree while it grows, a row per node."""

    parent: list[int] = field(default_factory=lambda: [-1])
    depth: list[int] = field(default_factory=lambda: [0])
    boxes: list[Bounds] = field(default_factory=lambda: [EVERYWHERE])
    feature: list[int] = field(default_factory=lambda: [-1])
    threshold: list[float] = field(default_factory=lambda: [0.0])
    left: list[int] = field(default_factory=lambda: [-1])

    def divide(self, node: int, feature: int, threshold: float) -> int:
        """Split a node and return the row of its left child; the right one comes after it."""
        child = len(self.parent)
        self.feature[node], self.threshold[node], self.left[node] = feature, threshold, child
        for side in (1, 0):  # the threshold is the upper side of the left child, the lower side of the right one
            box = list(self.boxes[node])
            box[2 * feature + side] = threshold
            self.boxes.append((box[0], box[1], box[2], box[3]))
        self.parent += [node, node]
        self.depth += 2 * [self.depth[node] + 1]
        self.feature += [-1, -1]
        self.threshold += [0.0, 0.0]
        self.left += [-1, -1]
        return child

    def grove(self, values: Array) -> Grove:
        """Return the tree alone, with a value for each node."""
        columns = [np.array(column) for column in (self.feature, self.threshold, self.left, self.parent, self.depth)]
        feature, threshold, left, parent, depth = columns
        ends = np.array([0, len(feature)])
        return Grove(feature, threshold, left, parent, depth, np.array(self.boxes), values[:, None], ends)


class ResidualTrees:
    """Points sorted once, from which a tree is grown for any residuals."""

    def __init__(self, points: Array, depth: int) -> None:
        count = len(points)
        self.order = points[:, 0].argsort(kind="stable")  # rows are numbered along x₁, so that one order is for free
        self.columns = np.ascontiguousarray(points[self.order].T)
        self.depth = depth
        self._root = np.stack([np.arange(count), self.columns[1].argsort(kind="stable")])
        values = np.take_along_axis(self.columns, self._root, axis=1)
        self._has_ties = bool((values[:, 1:] <= values[:, :-1]).any())
        self._counts = np.arange(1.0, count + 1)
        self._roots = 1 / np.sqrt(self._counts)

    def grow(self, residuals: Array) -> tuple[_Draft, Labels]:
        """Return the tree of residuals, in the order of the points, and the leaf of each point."""
        sorted_ = residuals[self.order]
        draft, homes, nodes = _Draft(), np.zeros(len(residuals), np.intp), [(0, self._root)]
        for level in range(1, self.depth + 1):
            after = []
            for node, rows in nodes:
                found = self._search(rows, sorted_)
                if found is None:
                    continue
                child, above = draft.divide(node, *found), self.columns[found[0]] > found[1]
                homes[rows[0]] = child + above.take(rows[0])
                if level < self.depth:
                    goes = above.take(rows)
                    after += [(child, rows[~goes].reshape(2, -1)), (child + 1, rows[goes].reshape(2, -1))]
            nodes = after
        leaves = np.empty_like(homes)
        leaves[self.order] = homes
        return draft, leaves

    def _search(self, rows: Labels, residuals: Array) -> tuple[int, float] | None:
        """Return the feature and threshold that leave the least squares; None if no split gains anything.

        With s the sum below a cut, S that of all m and n₁, n₂ on either side, the gain is (s − S·n₁/m)²·m/(n₁·n₂).
        """
        count = rows.shape[1]
        if count < 2:
            return None
        sums = residuals.take(rows).cumsum(axis=1)
        total, gains = float(sums[0, -1]), sums[:, :-1]
        gains -= (total / count) * self._counts[: count - 1]
        gains *= self._roots[: count - 1] * self._roots[count - 2 :: -1]
        np.abs(gains, out=gains)
        if self._has_ties:
            values = np.take_along_axis(self.columns, rows, axis=1)
            gains[values[:, 1:] <= values[:, :-1]] = -1.0
        best = float(gains.max())
        if best < NOTHING:
            return None
        feature, place = divmod(int((gains >= best * (1 - EQUAL)).argmax()), count - 1)
        low, high = self.columns[feature].take(rows[feature, place : place + 2])
        return feature, float(midpoint(low, high))
