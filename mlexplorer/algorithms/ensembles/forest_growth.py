"""The trees of a forest, many at once, a level at a time.

A point drawn by a tree is an entry. At each level every entry is one whole number: its node, its rank along the feature
that the node drew, and its own number. Sorting these numbers themselves puts all nodes of all trees in order.
"""

from collections.abc import Generator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from mlexplorer.algorithms.ensembles.grove import Grove, planted
from mlexplorer.algorithms.trees.boxes import EVERYWHERE
from mlexplorer.algorithms.trees.splits import TIE, ClassWeights, Sorted, midpoint
from mlexplorer.core.arrays import Array, Labels, Mask, scrambled

ENTRIES = 1 << 14  # grown together: their arrays stay in the cache


@dataclass(frozen=True, eq=False)
class Ranked:
    """Points by their rank along either feature, equal values of equal rank, and what each rank stands for."""

    ranks: Labels  # (2, n)
    values: Array  # (2, n)
    bits: int  # of a rank

    @classmethod
    def of(cls, order: Sorted) -> "Ranked":
        """Return sorted points ranked."""
        steps = np.zeros(order.orders.shape, np.int64)
        steps[:, 1:] = order.values[:, 1:] > order.values[:, :-1]
        dense = steps.cumsum(axis=1)
        ranks, values = np.empty_like(dense), np.zeros(dense.shape)
        np.put_along_axis(ranks, order.orders, dense, axis=1)
        np.put_along_axis(values, dense, order.values, axis=1)
        return cls(ranks, values, max(1, int(dense.max()).bit_length()))


class _Nodes(NamedTuple):
    """Nodes of one level."""

    tree: Labels
    number: Labels  # the root of a tree is 1, below node n are 2n and 2n + 1
    parent: Labels  # the row of the parent in the table; −1 for a root
    counts: Array  # (nodes, classes)
    boxes: Array

    def part(self, chosen: Mask) -> "_Nodes":
        """Return some of the nodes."""
        return _Nodes(
            self.tree[chosen], self.number[chosen], self.parent[chosen], self.counts[chosen], self.boxes[chosen]
        )


class _Cuts(NamedTuple):
    """The best cut of each node along one feature, and the entries of all nodes in its order."""

    feature: Labels
    gain: Array  # −∞ where there is no cut
    place: Labels  # the last entry at or below the cut
    keys: Labels


class TreeShape(NamedTuple):
    """How trees may grow: questions in a row, features each may choose from, and the seed that draws these."""

    depth: int
    features: int = 2
    seed: int = 0


def growing_forest(
    order: Sorted, classes: ClassWeights, bags: Labels, shape: TreeShape
) -> Generator[None, None, Grove]:
    """Grow a tree for each row of bags, with a pause after each level of a batch, and return them all.

    Splits make the Gini impurity least, as in `growing`. With one feature each node draws its own, and takes the other
    where all its points have the same value of it. A tree does not depend on which others grow beside it.
    """
    ranked, groves = Ranked.of(order), []
    some = max(1, ENTRIES // max(1, int(np.count_nonzero(bags[0]))))
    for first in range(0, len(bags), some):
        batch = _BatchOfTrees(ranked, classes, bags[first : first + some])
        for _ in range(shape.depth):
            if not batch.divide(_drawn(batch.open, shape, first)):
                break
            yield
        groves.append(batch.grove())
    return planted(groves)


def _drawn(nodes: _Nodes, shape: TreeShape, first: int) -> Labels | None:
    """Return the feature each node draws; None: both are tried. It depends on seed, tree and number alone."""
    if shape.features > 1:
        return None
    mixed = scrambled(nodes.number ^ scrambled(nodes.tree + first + (shape.seed << 20)).view(np.int64))
    return ((mixed >> np.uint64(40)) & np.uint64(1)).astype(np.int64)


class _BatchOfTrees:
    """Trees that grow together; `open` are the nodes to split next, `entry` their entries, `node` the node of each."""

    def __init__(self, ranked: Ranked, classes: ClassWeights, bags: Labels) -> None:
        tree, self.rows = np.nonzero(bags)
        self.ranked, self.classes = ranked, classes
        self.columns, self.times = classes.columns[self.rows], bags[tree, self.rows].astype(np.float64)
        self.bits = max(1, len(tree).bit_length())  # of the number of an entry
        self.trees, self.made = len(bags), 0
        self.splits: list[tuple[Labels, Labels, Array, Labels]] = []
        self.entry = np.arange(len(tree))
        roots, boxes = np.arange(len(bags)), np.tile(np.array(EVERYWHERE), (len(bags), 1))
        counts = self._counts(self.entry, tree, len(bags))
        self.levels: list[_Nodes] = []
        self._open(_Nodes(roots, np.ones_like(roots), np.full_like(roots, -1), counts, boxes), tree)

    def divide(self, drawn: Labels | None) -> bool:
        """Split the open nodes, each along the feature it drew or along the better one; return whether any was."""
        if not len(self.entry):
            return False
        if drawn is None:
            cuts = self._better(self._cut(np.zeros_like(self.open.tree)), self._cut(np.ones_like(self.open.tree)))
        else:
            cuts = self._cut(drawn)
            stuck = cuts.gain == -np.inf
            cuts = self._cut(np.where(stuck, 1 - drawn, drawn)) if stuck.any() else cuts
        chosen = cuts.gain > -np.inf
        if chosen.any():
            self._halve(cuts, chosen)
        return bool(chosen.any())

    def grove(self) -> Grove:
        """Return the trees, one after the other."""
        parts = _Nodes(*(np.concatenate(column) for column in zip(*self.levels, strict=True)))
        depth = np.arange(len(self.levels)).repeat([len(level.tree) for level in self.levels])
        feature, left = np.full((2, len(depth)), -1)
        threshold = np.zeros(len(depth))
        for ids, features, thresholds, children in self.splits:
            feature[ids], threshold[ids], left[ids] = features, thresholds, children
        order = parts.tree.argsort(kind="stable")
        places = np.empty(len(order) + 1, np.intp)
        places[order], places[-1] = np.arange(len(order)), -1  # the last stands for none
        roots = np.searchsorted(parts.tree[order], np.arange(self.trees + 1))
        return Grove(
            feature[order],
            threshold[order],
            places[left[order]],
            places[parts.parent[order]],
            depth[order],
            parts.boxes[order],
            parts.counts[order],
            roots,
        )

    def _open(self, nodes: _Nodes, node: Labels) -> None:
        """Note the nodes of a level, and keep those that can be split with their entries."""
        self.levels.append(nodes)
        weight = nodes.counts.sum(axis=1)
        mixed = weight - nodes.counts.max(axis=1) > TIE * weight
        kept = mixed[node]
        self.ids = self.made + np.flatnonzero(mixed)
        self.made += len(mixed)
        self.open, self.entry = nodes.part(mixed), self.entry[kept]
        self.node = (mixed.cumsum() - 1)[node[kept]]

    def _counts(self, entry: Labels, group: Labels, count: int) -> Array:
        """Return the weight of each class in groups of entries."""
        cells = group * self.classes.count + self.columns[entry]
        sums = np.bincount(cells, self.times[entry], count * self.classes.count)
        return sums.reshape(count, -1).astype(np.float64, copy=False)

    def _cut(self, feature: Labels) -> _Cuts:
        """Return the best cut of each open node: the first of those whose gain is the largest."""
        count, shift = self.ranked.ranks.shape[1], self.ranked.bits + self.bits
        ranks = self.ranked.ranks.ravel().take(feature[self.node] * count + self.rows[self.entry])
        keys = (self.node << shift) | (ranks << self.bits) | self.entry
        keys.sort()
        sizes = np.bincount(self.node, minlength=len(feature))
        starts = sizes.cumsum() - sizes
        gains = self._gains(keys, sizes)
        best = np.maximum.reduceat(gains, starts)
        near = np.flatnonzero(gains >= (best - TIE * self.open.counts.sum(axis=1)).repeat(sizes))
        return _Cuts(feature, best, near[np.searchsorted(near, starts)], keys)

    def _gains(self, keys: Labels, sizes: Labels) -> Array:
        """Return Σ c₁²/n₁ + Σ c₂²/n₂ over the classes for a cut after each entry: largest where Gini is least.

        Of two classes one is enough, as the other gives the same order.
        """
        above = keys >> self.bits
        barred = np.ones(len(keys), bool)  # unless the next has the same node and a higher rank
        np.equal(above[1:], above[:-1], out=barred[:-1])
        barred[sizes.cumsum() - 1] = True
        entry, total = keys & ((1 << self.bits) - 1), self.open.counts.sum(axis=1)
        times, columns = self.times.take(entry), self.columns.take(entry)
        low = times.cumsum() - (total.cumsum() - total).repeat(sizes)
        high = total.repeat(sizes) - low
        high[barred] = 1.0
        gains = np.zeros(len(keys))
        for column in range(self.classes.count if self.classes.count > 2 else 1):
            own = self.open.counts[:, column]
            below = (times * (columns == column)).cumsum() - (own.cumsum() - own).repeat(sizes)
            beyond = own.repeat(sizes) - below
            gains += below * below / low + beyond * beyond / high
        gains[barred] = -np.inf
        return gains

    def _better(self, first: _Cuts, second: _Cuts) -> _Cuts:
        """Return of two cuts of each node the one that gains more, the first if they are equal."""
        gain = np.maximum(first.gain, TIE * self.open.counts.sum(axis=1) + first.gain)
        other = second.gain > gain
        keys = np.where(other[self._node_of(first.keys)], second.keys, first.keys)
        return _Cuts(
            other.astype(np.int64),
            np.where(other, second.gain, first.gain),
            np.where(other, second.place, first.place),
            keys,
        )

    def _node_of(self, keys: Labels) -> Labels:
        return keys >> (self.ranked.bits + self.bits)

    def _halve(self, cuts: _Cuts, chosen: Mask) -> None:
        """Split the chosen nodes, whose children become the next level."""
        ranks = (cuts.keys >> self.bits) & ((1 << self.ranked.bits) - 1)
        node = self._node_of(cuts.keys)
        place, feature, count = cuts.place[chosen], cuts.feature[chosen], self.ranked.ranks.shape[1]
        sides = (self.ranked.values.ravel().take(feature * count + ranks[place + step]) for step in (0, 1))
        threshold, parents = midpoint(*sides), self.open.part(chosen)
        ids, numbers = self.ids[chosen], np.arange(len(place))
        self.splits.append((ids, feature, threshold, self.made + 2 * numbers))
        last = np.zeros(len(chosen), np.int64)
        last[chosen] = ranks[place]
        kept = chosen[node]
        self.entry = (cuts.keys & ((1 << self.bits) - 1))[kept]
        child = (2 * (chosen.cumsum() - 1)[node] + (ranks > last[node]))[kept]
        boxes = parents.boxes.repeat(2, axis=0)
        boxes[2 * numbers, 2 * feature + 1] = threshold
        boxes[2 * numbers + 1, 2 * feature] = threshold
        number = 2 * parents.number.repeat(2) + np.tile([0, 1], len(ids))
        counts = self._counts(self.entry, child, 2 * len(ids))
        self._open(_Nodes(parents.tree.repeat(2), number, ids.repeat(2), counts, boxes), child)
