"""The order in which a tree grows, best split first, and in which its weakest links are cut."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

import numpy as np

from mlexplorer.algorithms.trees.growing import Grown
from mlexplorer.algorithms.trees.splits import TIE
from mlexplorer.core.arrays import Array, Labels

NEVER = np.iinfo(np.intp).max


def growth(grown: Grown) -> Labels:
    """Return the nodes in the order they are split: always the one whose split lowers weight × impurity most.

    Drops closer than 1e-9 of the whole weight are equal; then the node that was made first comes first.
    """
    drops = np.rint(grown.drop / (TIE * grown.weight[0])).tolist()
    left, order = grown.left.tolist(), []
    queue = [(-drops[0], 0)] if left[0] > 0 else []
    while queue:
        _, node = heappop(queue)
        order.append(node)
        for child in (left[node], left[node] + 1):
            if left[child] > 0:
                heappush(queue, (-drops[child], child))
    return np.array(order, dtype=np.intp)


@dataclass(frozen=True)
class Link:
    """A node whose branch is cut, the price of a leaf from which on the cut pays, and the tree that is left."""

    node: int
    price: float
    leaves: int
    impurity: float  # Σ (n/N)·Q over its leaves, or their errors if these are what is priced


def weakest_links(grown: Grown, by_errors: bool = False) -> Iterator[Link]:
    """Yield the nodes whose branches are cut one after the other, cheapest first, until only the root is left.

    The price of a branch is the impurity it saves, Σ (n/N)·Q, or the errors, for each leaf it has more than one (CART).
    Prices closer than 1e-9 are equal; then the node nearer to the root goes first and takes the rest of its branch
    along.
    """
    branches = _Branches(grown, _alone(grown, by_errors))
    queue = [(round(branches.price(node) / TIE), node) for node in np.flatnonzero(grown.feature >= 0).tolist()]
    heapify(queue)
    last = 0.0
    while queue:
        key, node = heappop(queue)
        if node in branches.inner and key == round(branches.price(node) / TIE):
            last = max(last, branches.price(node))
            for above in branches.cut(node):
                heappush(queue, (round(branches.price(above) / TIE), above))
            yield Link(node, last, branches.leaves[0], branches.cost[0])


def _alone(grown: Grown, by_errors: bool) -> Array:
    """Return what each node costs as a leaf: its share of the impurity, or its errors."""
    return grown.weight - grown.counts.max(axis=1) if by_errors else grown.weight * grown.impurity / grown.weight[0]


class _Branches:
    """What is left of a tree while it is cut: for each node its cost as a leaf, and cost and leaves of its branch."""

    def __init__(self, grown: Grown, alone: Array) -> None:
        self.parent, self.left = grown.parent.tolist(), grown.left.tolist()
        self.alone = alone.tolist()
        self.inner = set(np.flatnonzero(grown.feature >= 0).tolist())
        self.cost, self.leaves = list(self.alone), [1] * len(self.alone)
        for node in sorted(self.inner, reverse=True):  # children come after their parents
            left = self.left[node]
            self.cost[node] = self.cost[left] + self.cost[left + 1]
            self.leaves[node] = self.leaves[left] + self.leaves[left + 1]

    def price(self, node: int) -> float:
        """Return what each leaf of a branch saves."""
        return (self.alone[node] - self.cost[node]) / (self.leaves[node] - 1)

    def cut(self, node: int) -> list[int]:
        """Make a node a leaf, and return the nodes above, whose prices have changed."""
        cost, leaves = self.alone[node] - self.cost[node], self.leaves[node] - 1
        branch = [node]
        while branch:
            inner = branch.pop()
            self.inner.discard(inner)
            branch += [child for child in (self.left[inner], self.left[inner] + 1) if child in self.inner]
        above = [node]
        while above[-1] >= 0:
            self.cost[above[-1]] += cost
            self.leaves[above[-1]] -= leaves
            above.append(self.parent[above[-1]])
        return above[1:-1]


@dataclass(frozen=True, eq=False)
class Path:
    """The trees that pruning passes: from each price of a leaf on, how many leaves stay and what impurity they have."""

    prices: Array
    leaves: Labels
    impurities: Array


def pruning_path(grown: Grown, by_errors: bool = False) -> Path:
    """Return the pruning path of a tree: from price 0 (branches that save nothing are cut) to the root alone."""
    ends = grown.feature < 0
    whole = Link(0, 0.0, int(ends.sum()), float(_alone(grown, by_errors)[ends].sum()))
    links = [whole, *weakest_links(grown, by_errors)]
    kept = [link for link, after in zip(links, [*links[1:], None], strict=True) if not after or _dearer(after, link)]
    return Path(
        np.array([link.price for link in kept]),
        np.array([link.leaves for link in kept]),
        np.array([link.impurity for link in kept]),
    )


def _dearer(link: Link, other: Link) -> bool:
    return link.price > other.price + TIE


def cut_ranks(grown: Grown, links: Sequence[Link]) -> Labels:
    """Return after how many cuts each split is gone, NEVER for those that stay."""
    ranks = np.full(len(grown.parent), NEVER)
    nodes = [link.node for link in links]
    ranks[nodes] = np.arange(1, len(links) + 1)
    for depth in range(1, int(grown.depth.max()) + 1):
        level = np.flatnonzero(grown.depth == depth)
        ranks[level] = np.minimum(ranks[level], ranks[grown.parent[level]])
    return ranks
