"""What all steps of a tree share: how it grows, what pruning cuts, and what a hand cuts or splits afterwards.

A hand's edits are numbers of nodes: the root is 1, below node n are 2n (yes) and 2n + 1 (no). −n makes node n a leaf,
+n gives it one split and two leaves. Either says all there is to say of the branch at n; an edit of a node that is not
there does nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from mlexplorer.algorithms.trees.growing import Grown, split
from mlexplorer.algorithms.trees.pruning import NEVER, Link, Path, cut_ranks, growth, pruning_path
from mlexplorer.algorithms.trees.splits import ClassWeights, Sorted
from mlexplorer.core.arrays import Labels, Mask
from mlexplorer.core.data import Dataset
from mlexplorer.core.numbers import text


def read_edits(words: str) -> tuple[int, ...]:
    """Return the edits in words such as "-5 +12"."""
    try:
        edits = tuple(int(word) for word in words.replace("−", "-").split())
    except ValueError:
        edits = (0,)
    if 0 in edits:
        raise ValueError(f"by_hand must hold numbers of nodes, such as -5 +12, not {words!r}.")
    return edits


def write_edits(edits: Iterable[int]) -> str:
    """Return edits as words."""
    return " ".join(f"{edit:+d}" for edit in edits)


def is_below(number: int, other: int) -> bool:
    """Return whether a node is another one or in the branch below it."""
    return number >= other and number >> (number.bit_length() - other.bit_length()) == other


@dataclass(frozen=True, eq=False)
class Plan:
    """The whole tree, the order in which it grows, the links that are cut, and the edits by hand."""

    data: Dataset
    base: Grown  # as it grew
    grown: Grown  # with the splits made by hand as last rows
    links: tuple[Link, ...]  # the cuts, in order
    leaf: int  # how many points a leaf must hold
    edits: tuple[int, ...] = ()
    by_errors: bool = False  # pruning is priced in errors, not in impurity

    @classmethod
    def of(cls, data: Dataset, grown: Grown, links: tuple[Link, ...], leaf: int) -> "Plan":
        """Return the plan of a tree that is not edited."""
        return cls(data, grown, grown, links, leaf)

    @cached_property
    def order(self) -> Labels:
        """The nodes in the order they are split."""
        return growth(self.base)

    @cached_property
    def splits(self) -> int:
        """How many splits there are before a hand makes more."""
        return int(np.count_nonzero(self.base.feature >= 0))

    @cached_property
    def born(self) -> Labels:
        """The number of the split of each node, counted from 1; past the end for leaves and splits by hand."""
        born = np.full(len(self.grown.parent), len(self.order) + 1)
        born[self.order] = np.arange(1, len(self.order) + 1)
        return born

    @cached_property
    def gone(self) -> Labels:
        """After how many cuts each split is gone."""
        return cut_ranks(self.grown, self.links)

    @cached_property
    def path(self) -> Path:
        """The pruning path of the tree as it grew."""
        return pruning_path(self.base, self.by_errors)

    @cached_property
    def fitted(self) -> Mask:
        """Which nodes are split when all has grown and been cut, before a hand edits it."""
        return self._whole & (self.gone == NEVER)

    @cached_property
    def _whole(self) -> Mask:
        """Which nodes are split when all has grown; those that a hand splits are not."""
        whole = np.zeros(len(self.grown.parent), dtype=bool)
        whole[: len(self.base.feature)] = self.base.feature >= 0
        return whole

    def inner(self, splits: int, cuts: int, edits: int) -> Mask:
        """Return which nodes are split after so many splits, cuts and edits."""
        inner = self._whole if splits >= self.splits else self.born <= splits
        return self.shaped(inner & (self.gone > cuts) if cuts else inner, self.edits[:edits])

    def shaped(self, inner: Mask, edits: Iterable[int]) -> Mask:
        """Return which nodes are split after some edits."""
        inner = inner.copy()
        for edit in edits:
            node = self.node(abs(edit), inner)
            if node is not None:
                inner[self.branch(node)] = False
                inner[node] = edit > 0 and self.grown.feature[node] >= 0
        return inner

    def edited(self, edits: tuple[int, ...]) -> "Plan":
        """Return the plan with edits by hand; those that do nothing are left out."""
        plan, inner = self, self.fitted if edits else np.empty(0, bool)
        for edit in edits:
            node = plan.node(abs(edit), inner)
            wider = plan if node is None or edit < 0 else plan.with_split(node)
            if node is not None and wider is not None:
                inner = np.append(inner, np.zeros(len(wider.grown.parent) - len(inner), dtype=bool))
                inner = wider.shaped(inner, (edit,))
                plan = replace(wider, edits=(*plan.edits, edit))
        return plan

    def with_split(self, node: int) -> "Plan | None":
        """Return the plan in which a node has a split; None if it cannot have one."""
        if self.grown.feature[node] >= 0:
            return self
        classes = ClassWeights.of(self.data.labels, self.data.classes)
        grown = split(self.grown, node, Sorted.of(self.data.points), classes, self.leaf)
        return None if grown is None else replace(self, grown=grown)

    def toggled(self, node: int, inner: Mask) -> tuple[int, ...] | None:
        """Return the edits that make a split of the tree a leaf, or a leaf a split; None if it cannot have one."""
        if not inner[node] and self.with_split(node) is None:
            return None
        number = self.number(node)
        others = tuple(edit for edit in self.edits if not is_below(abs(edit), number))
        edits = (*others, -number if inner[node] else number)
        is_as_fitted = np.array_equal(self.shaped(self.fitted, edits), self.shaped(self.fitted, others))
        return others if is_as_fitted and self.grown.feature[node] >= 0 else edits

    def number(self, node: int) -> int:
        """Return the number of a node."""
        number, place = 0, 0
        while node:
            above = int(self.grown.parent[node])
            number, place = number + (int(node != self.grown.left[above]) << place), place + 1
            node = above
        return number + (1 << place)

    def node(self, number: int, inner: Mask) -> int | None:
        """Return the node of a number, if it is in the tree that has these splits."""
        node = 0
        for turn in bin(number)[3:]:
            if not inner[node]:
                return None
            node = int(self.grown.left[node]) + int(turn)
        return node

    def branch(self, node: int) -> list[int]:
        """Return a node and all below it."""
        found = [node]
        for here in found:
            if self.grown.left[here] >= 0:
                found += [int(self.grown.left[here]), int(self.grown.left[here]) + 1]
        return found

    def test(self, node: int) -> str:
        """Return the question a node asks."""
        return f"{self.data.names[self.grown.feature[node]]} ≤ {text(self.grown.threshold[node])}"
