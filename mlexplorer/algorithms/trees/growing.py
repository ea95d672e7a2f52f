"""Decision trees grown a whole level at a time from points that are sorted once."""

from collections.abc import Generator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from mlexplorer.algorithms.trees.boxes import EVERYWHERE
from mlexplorer.algorithms.trees.splits import (
    RATIO,
    ClassWeights,
    Sorted,
    as_good,
    impurity,
    majority,
    midpoint,
    ratio_costs,
    side_costs,
)
from mlexplorer.core.arrays import Array, Labels, Mask

Kind = TypeVar("Kind", bound=np.generic)


@dataclass(frozen=True, eq=False)
class Grown:
    """A tree as columns, a row per node: the root first, children below their parent, the right one after the left."""

    criterion: str
    parent: Labels  # −1 for the root
    depth: Labels
    counts: Array  # (nodes, classes): the weight of each class
    boxes: Array  # (nodes, 4): left, right, bottom, top
    feature: Labels  # −1 for a leaf
    threshold: Array
    left: Labels  # −1 for a leaf
    homes: Labels  # the leaf of each training row

    @cached_property
    def weight(self) -> Array:
        """The weight of the training points in each node."""
        return self.counts.sum(axis=1)

    @cached_property
    def impurity(self) -> Array:
        """The impurity of each node."""
        return impurity(self.counts, self.criterion)

    @cached_property
    def label(self) -> Labels:
        """The column of the class of each node."""
        return majority(self.counts)

    @cached_property
    def drop(self) -> Array:
        """By how much the split of each node lowers weight × impurity; 0 for a leaf."""
        cost, split = self.weight * self.impurity, self.feature >= 0
        left = self.left[split]
        drop = np.zeros(len(cost))
        drop[split] = np.maximum(cost[split] - cost[left] - cost[left + 1], 0.0)
        return drop

    def above(self, depth: int) -> "Grown":
        """Return the tree that was allowed so much depth only: a split hangs on nothing below it."""
        count = int(np.searchsorted(self.depth, depth, "right"))  # nodes come level by level
        if count == len(self.depth):
            return self
        ends, homes = self.depth[:count] == depth, self.homes
        while homes.max() >= count:
            homes = np.where(homes < count, homes, self.parent[homes])
        return Grown(
            self.criterion,
            self.parent[:count],
            self.depth[:count],
            self.counts[:count],
            self.boxes[:count],
            np.where(ends, -1, self.feature[:count]),
            np.where(ends, 0.0, self.threshold[:count]),
            np.where(ends, -1, self.left[:count]),
            homes,
        )

    def leaves(self, points: Array, inner: Mask | None = None) -> Labels:
        """Return the leaf of each point: x ≤ threshold goes left; inner says which splits are made, all if None."""
        feature = self.feature if inner is None else np.where(inner, self.feature, -1)
        places, rows = np.zeros(len(points), dtype=np.intp), np.arange(len(points))
        for _ in range(int(self.depth.max())):
            rows = rows[feature[places[rows]] >= 0]
            here = places[rows]
            places[rows] = self.left[here] + (points[rows, feature[here]] > self.threshold[here])
        return places

    def says(self, points: Array) -> Labels:
        """Return the class of each point, as a column."""
        return self.label[self.leaves(points)]


class _Batch(NamedTuple):
    """The nodes made at one level."""

    parent: Labels
    sizes: Labels  # how many points, whatever they weigh
    counts: Array
    boxes: Array

    def divisible(self, leaf: int) -> Mask:
        """Return which nodes are impure and large enough to be split."""
        weight = self.counts.sum(axis=1)
        return (self.sizes >= 2 * leaf) & ~as_good(weight - self.counts.max(axis=1), 0.0, weight)


@dataclass(frozen=True, eq=False)
class _Level:
    """The nodes to split at one level, and their points: node by node, within a node in the order of each feature."""

    ids: Labels
    sizes: Labels
    counts: Array
    boxes: Array
    rows: Labels  # (2, m)
    values: Array  # (2, m)

    def spread(self, values: npt.NDArray[Kind]) -> npt.NDArray[Kind]:
        """Return a value per node as a value per point."""
        return values.repeat(self.sizes)

    def part(self, chosen: Mask) -> "_Level":
        """Return some of the nodes with their points."""
        if chosen.all():
            return self
        kept = self.spread(chosen)
        nodes = (self.ids[chosen], self.sizes[chosen], self.counts[chosen], self.boxes[chosen])
        return _Level(*nodes, self.rows[:, kept], self.values[:, kept])


class _Splits(NamedTuple):
    """The nodes of a level that have a split, and the best split of each."""

    chosen: Mask
    feature: Labels
    threshold: Array


def grow(order: Sorted, classes: ClassWeights, criterion: str, depth: int, leaf: int = 1) -> Grown:
    """Return the tree of sorted points: see growing."""
    work = growing(order, classes, criterion, depth, leaf)
    while True:
        try:
            next(work)
        except StopIteration as end:
            grown: Grown = end.value
            return grown


def growing(
    order: Sorted, classes: ClassWeights, criterion: str, depth: int, leaf: int = 1
) -> Generator[None, None, Grown]:
    """Grow the tree of sorted points and return it, with a pause after each level.

    A node is split while it is impure, above the depth, and has a threshold with at least leaf points on either side,
    even if nothing is gained.
    """
    homes, root, first = np.zeros(len(classes.columns), dtype=np.intp), np.zeros(1, dtype=np.intp), 1
    counts = classes.counts(np.arange(len(homes)), homes, 1)
    batches = [_Batch(np.array([-1]), np.array([len(homes)]), counts, np.array([EVERYWHERE]))]
    splits: list[tuple[Labels, Labels, Array]] = []
    level = _Level(root, *batches[0][1:], order.orders, order.values).part(batches[0].divisible(leaf))
    while len(level.ids) and len(splits) < depth:
        found = _search(level, classes, criterion, leaf)
        if not found.chosen.any():
            break
        level = level.part(found.chosen)
        child, batch = _halved(level, found, order, classes)
        splits.append((level.ids, found.feature, found.threshold))
        batches.append(batch)
        homes[level.rows[0]] = child + first
        if len(splits) < depth:
            level = _next(level, batch, child, batch.divisible(leaf), first)
        first += len(batch.sizes)
        yield
    return _table(criterion, batches, splits, homes)


def split(grown: Grown, node: int, order: Sorted, classes: ClassWeights, leaf: int = 1) -> Grown | None:
    """Return a tree with one of its leaves split, the children as its last rows; None if the leaf has no split."""
    inside = grown.homes == node
    kept, size = inside[order.orders], np.array([inside.sum()])
    nodes = _Batch(grown.parent[[node]], size, grown.counts[[node]], grown.boxes[[node]])
    level = _Level(np.array([node]), *nodes[1:], order.orders[kept].reshape(2, -1), order.values[kept].reshape(2, -1))
    if not nodes.divisible(leaf).all():
        return None
    found = _search(level, classes, grown.criterion, leaf)
    return _with_children(grown, level, found, order, classes) if found.chosen.all() else None


def _with_children(grown: Grown, level: _Level, found: _Splits, order: Sorted, classes: ClassWeights) -> Grown:
    """Return a tree with the split of one leaf."""
    child, batch = _halved(level, found, order, classes)
    node, first = int(level.ids[0]), len(grown.parent)
    homes, none = grown.homes.copy(), np.full(2, -1)
    homes[level.rows[0]] = child + first
    feature, left = np.append(grown.feature, none), np.append(grown.left, none)
    threshold = np.append(grown.threshold, np.zeros(2))
    feature[node], threshold[node], left[node] = found.feature[0], found.threshold[0], first
    return Grown(
        grown.criterion,
        np.append(grown.parent, batch.parent),
        np.append(grown.depth, grown.depth[batch.parent] + 1),
        np.concatenate([grown.counts, batch.counts]),
        np.concatenate([grown.boxes, batch.boxes]),
        feature,
        threshold,
        left,
        homes,
    )


def _search(level: _Level, classes: ClassWeights, criterion: str, leaf: int) -> _Splits:
    """Return the best splits: of equal costs the first feature, then the smallest threshold."""
    starts, weight = level.sizes.cumsum() - level.sizes, level.counts.sum(axis=1)
    position = np.arange(1, level.rows.shape[1] + 1) - level.spread(starts)
    costs = _costs(level, classes, criterion, position)
    costs[~_allowed(level, position, leaf)] = np.inf
    best = np.minimum.reduceat(costs, starts, axis=1)
    least = best.min(axis=0)
    chosen = least < np.inf
    second = ~as_good(best[0], least, weight)
    costs = np.where(level.spread(second), costs[1], costs[0])
    good = np.flatnonzero(as_good(costs, level.spread(least), level.spread(weight)))
    places = good[np.searchsorted(good, starts[chosen])]
    feature = second[chosen].astype(np.intp)
    return _Splits(chosen, feature, midpoint(level.values[feature, places], level.values[feature, places + 1]))


def _costs(level: _Level, classes: ClassWeights, criterion: str, position: Labels) -> Array:
    """Return n₁·Q₁ + n₂·Q₂, or minus n · gain ratio, for a threshold after each point, in the order of each feature."""
    if classes.count == 2 and criterion == "gini" and classes.weights is None:
        return _two_class_costs(level, classes.hot[0], position)
    after, lows, highs = level.counts.cumsum(axis=0), [], []
    before = after - level.counts
    for column in range(classes.count - 1):
        running = classes.hot[column].take(level.rows).cumsum(axis=1)
        lows.append(running - level.spread(before[:, column]))
        highs.append(level.spread(after[:, column]) - running)
    weight = level.spread(level.counts.sum(axis=1))
    low = position.astype(np.float64)
    if classes.weights is not None:
        low = classes.weights.take(level.rows).cumsum(axis=1) - level.spread(before.sum(axis=1))
    lows.append(low - sum(lows))  # the last class is what the others leave
    highs.append(weight - low - sum(highs))
    costs = side_costs(lows, highs, (low, weight - low), criterion)
    if criterion != RATIO:
        return costs
    return ratio_costs(costs, level.spread(level.counts.sum(axis=1) * impurity(level.counts, RATIO)), low, weight)


def _two_class_costs(level: _Level, hot: Array, position: Labels) -> Array:
    """Return n₁·Q₁ + n₂·Q₂ of the Gini impurity of two classes: 2·P(n − P)/n − 2n·(p − P·n₁/n)²/(n₁·n₂).

    P of the n points of a node are of the first class, p of the n₁ at or below the threshold.
    """
    first = level.counts[:, 0]
    sizes = level.sizes.astype(np.float64)
    share, before = first / sizes, first.cumsum() - first
    off = hot.take(level.rows).cumsum(axis=1)
    off -= level.spread(before) + level.spread(share) * position
    off *= off
    off *= level.spread(-2 * sizes) / (position * np.maximum(level.spread(level.sizes) - position, 1))
    off += level.spread(2 * first * (1 - share))
    return off


def _allowed(level: _Level, position: Labels, leaf: int) -> Mask:
    """Return after which points a threshold may stand: the next value is larger, both sides are large enough."""
    allowed = np.zeros(level.values.shape, dtype=bool)
    np.greater(level.values[:, 1:], level.values[:, :-1], out=allowed[:, :-1])
    if leaf == 1:
        allowed[:, level.sizes.cumsum() - 1] = False
    else:
        allowed &= (position >= leaf) & (level.spread(level.sizes) - position >= leaf)
    return allowed


def _halved(level: _Level, found: _Splits, order: Sorted, classes: ClassWeights) -> tuple[Labels, _Batch]:
    """Return the number of the child of each point in the first order, and the children."""
    rows, nodes = level.rows[0], np.arange(len(level.ids))
    above = order.columns[level.spread(found.feature), rows] > level.spread(found.threshold)
    child = level.spread(2 * nodes) + above
    counts = classes.counts(rows, child, 2 * len(nodes))
    boxes = level.boxes.repeat(2, axis=0)
    boxes[2 * nodes, 2 * found.feature + 1] = found.threshold
    boxes[2 * nodes + 1, 2 * found.feature] = found.threshold
    return child, _Batch(level.ids.repeat(2), np.bincount(child, minlength=2 * len(nodes)), counts, boxes)


def _next(level: _Level, batch: _Batch, child: Labels, kept: Mask, first: int) -> _Level:
    """Return the children to split in their turn, with their points in the orders they had."""
    count = int(kept.sum())
    keys = np.empty(int(level.rows.max()) + 1, dtype=np.min_scalar_type(count))  # few bits: a radix sort
    keys[level.rows[0]] = np.where(kept, kept.cumsum() - 1, count)[child]
    places = keys.take(level.rows).argsort(axis=1, kind="stable")[:, : int(batch.sizes[kept].sum())]
    rows, values = np.empty(places.shape, dtype=np.intp), np.empty(places.shape)
    for feature, place in enumerate(places):
        rows[feature], values[feature] = level.rows[feature].take(place), level.values[feature].take(place)
    return _Level(first + np.flatnonzero(kept), batch.sizes[kept], batch.counts[kept], batch.boxes[kept], rows, values)


def _table(criterion: str, batches: list[_Batch], splits: list[tuple[Labels, Labels, Array]], homes: Labels) -> Grown:
    """Return the levels as one table."""
    parent, _, counts, boxes = (np.concatenate(column) for column in zip(*batches, strict=True))
    depth = np.arange(len(batches)).repeat([len(batch.sizes) for batch in batches])
    feature, left = np.full((2, len(parent)), -1)
    threshold = np.zeros(len(parent))
    made = 1
    for ids, features, thresholds in splits:
        feature[ids], threshold[ids], left[ids] = features, thresholds, made + 2 * np.arange(len(ids))
        made += 2 * len(ids)
    return Grown(criterion, parent, depth, counts, boxes, feature, threshold, left, homes)
