"""The steps of a decision tree: what is split and cut so far, and what that says of every place."""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from mlexplorer.algorithms.trees import tree_words
from mlexplorer.algorithms.trees.boxes import painted
from mlexplorer.algorithms.trees.pruning import Path
from mlexplorer.algorithms.trees.tree_plan import Plan, write_edits
from mlexplorer.core.arrays import Array, Labels, Mask, halves
from mlexplorer.core.capabilities import (
    HasDiscriminant,
    HasProbabilities,
    HasPruning,
    HasReasons,
    HasRegions,
    Node,
    Reason,
    Term,
)
from mlexplorer.core.grid import Grid
from mlexplorer.core.notice import Notice, Remedy
from mlexplorer.core.numbers import counted, tex, text
from mlexplorer.core.params import Value
from mlexplorer.core.region import Region

if TYPE_CHECKING:
    from mlexplorer.models.tree import DecisionTree  # it makes these steps


@dataclass(frozen=True, eq=False, kw_only=True)
class TreeStep(HasPruning, HasRegions, HasProbabilities, HasReasons):
    """The tree after some splits and some cuts; the scores are the shares of the classes in the leaf."""

    classes: Labels
    model: "DecisionTree"
    plan: Plan
    splits: int
    cuts: int = 0
    edits: int = 0  # made by hand

    @cached_property
    def inner(self) -> Mask:
        """Which nodes of the whole tree are split here."""
        return self.plan.inner(self.splits, self.cuts, self.edits)

    @cached_property
    def alive(self) -> Mask:
        """Which nodes of the whole tree are here, as a split or as a leaf."""
        alive = self.inner[self.plan.grown.parent]
        alive[0] = True
        return alive

    @cached_property
    def leaves(self) -> Labels:
        """The nodes of the whole tree that are leaves here."""
        return np.flatnonzero(self.alive & ~self.inner)

    @cached_property
    def tree(self) -> tuple[Node, ...]:
        """The nodes, the root first."""
        grown, numbers, inner = self.plan.grown, self.alive.cumsum() - 1, self.inner
        gains = grown.drop / grown.weight
        return tuple(
            Node(
                tuple(grown.boxes[node].tolist()),
                tuple(grown.counts[node].tolist()),
                int(self.classes[grown.label[node]]),
                float(grown.impurity[node]),
                int(grown.depth[node]),
                *(
                    (
                        int(grown.feature[node]),
                        float(grown.threshold[node]),
                        float(gains[node]),
                        int(numbers[grown.left[node]]),
                        int(numbers[grown.left[node]]) + 1,
                    )
                    if inner[node]
                    else ()
                ),
            )
            for node in np.flatnonzero(self.alive).tolist()
        )

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """The rectangle of each leaf."""
        grown = self.plan.grown
        rows = zip(*grown.boxes[self.leaves].T.tolist(), self.classes[grown.label[self.leaves]].tolist(), strict=True)
        return tuple(itertools.starmap(Region.box, rows))

    @cached_property
    def pruning_path(self) -> Path:
        """The trees that pruning passes, from the whole tree to the root."""
        return self.plan.path

    def reshaped(self, node: int) -> Mapping[str, Value] | None:
        """Return the edits by hand that cut the branch of a question, or split a leaf."""
        edits = self.plan.toggled(int(np.flatnonzero(self.alive)[node]), self.inner)
        return None if edits is None else {"by_hand": write_edits(edits)}

    @cached_property
    def shares(self) -> Array:
        """The share of each class in each node of the whole tree."""
        return self.plan.grown.counts / self.plan.grown.weight[:, None]

    @cached_property
    def table(self) -> Array:
        """The scores of each node of the whole tree, if it is the leaf."""
        return self.shares

    def scores(self, points: Array) -> Array:
        """Return the shares of the classes in the leaf of each point."""
        return self.table.take(self.plan.grown.leaves(points, self.inner), axis=0)

    def field(self, grid: Grid) -> Array:
        """Return the scores on a grid, painted leaf by leaf."""
        return self.table[self.leaves].take(painted(self.plan.grown.boxes[self.leaves], grid), axis=0)

    def chances(self, scores: Array) -> Array:
        """Return the shares themselves."""
        return scores

    @cached_property
    def loss(self) -> float:
        """The impurity of the leaves, Σ (n/N)·Q, or their errors, and the price of the leaves."""
        return self.measures[self.model.priced] + self.model.pruning * len(self.leaves)

    @cached_property
    def measures(self) -> Mapping[str, float]:
        """The training errors, the leaves, the depth, and the impurity of the leaves."""
        grown, leaves = self.plan.grown, self.leaves
        weight = grown.weight[leaves]
        return {
            "errors": float((weight - grown.counts[leaves].max(axis=1)).sum()),
            "leaves": float(len(leaves)),
            "depth": float(grown.depth[leaves].max()),
            "impurity": float(weight @ grown.impurity[leaves] / grown.weight[0]),
        }

    @cached_property
    def note(self) -> str:
        """What was split or cut, and at the end what stands."""
        if self.edits:
            said = self._hand_note
        elif self.cuts:
            said = tree_words.cut_note(self.plan, self.cuts, self.model.pruning)
        elif self.splits:
            said = tree_words.split_note(self.plan, f"Split {self.splits}", int(self.plan.order[self.splits - 1]))
        else:
            said = f"One leaf holds {self._all}: everything is {self._name(0)}."
        plan = self.plan
        over = (self.splits, self.cuts, self.edits) == (plan.splits, len(plan.links), len(plan.edits))
        return f"{said} {self._end_note}" if over else said

    @property
    def _all(self) -> str:
        return counted(len(self.plan.data), "point")

    def _name(self, node: int) -> str:
        return self.plan.data.class_names[self.classes[self.plan.grown.label[node]]]

    @cached_property
    def _edited(self) -> int:
        """The node the hand edited in this step."""
        number = abs(self.plan.edits[self.edits - 1])
        node = self.plan.node(number, self.plan.inner(self.splits, self.cuts, self.edits - 1))
        assert node is not None, "edits of nodes that are not there are left out of the plan"
        return node

    @property
    def _hand_note(self) -> str:
        if self.inner[self._edited]:
            return tree_words.split_note(self.plan, "By hand", self._edited)
        left = tree_words.leaves(len(self.leaves))
        return f"By hand: the branch below {self.plan.test(self._edited)} is cut; {left} left."

    @property
    def _end_note(self) -> str:
        leaves, errors = tree_words.leaves(len(self.leaves)), int(self.measures["errors"])
        return f"The tree is done: {leaves}, {errors or 'none'} of {self._all} wrong."

    @cached_property
    def working(self) -> tuple[str, ...]:
        """The gain of the split, or the price of the branch that was cut."""
        if self.edits:
            return tree_words.split_working(self.plan, self._edited) if self.inner[self._edited] else self._hand_working
        if self.cuts:
            return tree_words.cut_working(self.plan, self.plan.links[self.cuts - 1], self.model.pruning)
        if self.splits:
            node = int(self.plan.order[self.splits - 1])
            more = f"n·gain = {text(float(self.plan.grown.drop[node]))}: no other leaf offers more"
            return (*tree_words.split_working(self.plan, node), more)
        return (tree_words.node_working(self.plan, "root", 0),)

    @property
    def _hand_working(self) -> tuple[str, ...]:
        """What the leaf in place of a branch cut by hand costs."""
        left = tree_words.leaves(len(self.leaves))
        return (
            tree_words.node_working(self.plan, "leaf", self._edited),
            f"after the cut: {left}, Σ (n/N)·Q = {text(self.measures['impurity'])}",
        )

    @cached_property
    def equation(self) -> str:
        """The objective of the tree with its numbers."""
        count, price = len(self.leaves), self.model.pruning
        priced = rf" + {tex(price)} \cdot {count}" if price else ""
        if self.model.priced == "errors":
            return rf"R(T) = {tex(self.measures['errors'])}{priced} = {tex(self.loss)}"
        return rf"R(T) = \sum_{{m=1}}^{{{count}}} \frac{{n_m}}{{n}} Q_m{priced} = {tex(self.loss)}"

    @cached_property
    def notice(self) -> Notice | None:
        """Points that no split can tell apart, or a price that leaves nothing."""
        if self.cuts and not self.edits and not self.inner.any():
            lower = float(self.plan.path.prices[-1]) / 2
            said = f"No split is worth {text(self.model.pruning)}: the whole plane is {self._name(0)}."
            return Notice(said, Remedy("Prune less", {"pruning": lower}))
        mixed = self._inseparable()
        if mixed:
            said = "Points of different classes share a place, where no split can tell them apart"
            return Notice(f"{said}: {counted(mixed, 'error')} must remain.")
        return None

    def _inseparable(self) -> int:
        """Return how many points are wrong because others have the very same place; only known when all has grown."""
        model, grown = self.model, self.plan.grown
        if model.leaf > 1 or model.stop == "gain" or self.cuts or self.edits or self.splits < self.plan.splits:
            return 0
        stuck = self.leaves[grown.depth[self.leaves] < model.depth]
        return int((grown.weight[stuck] - grown.counts[stuck].max(axis=1)).sum())

    def walk(self, point: Array) -> list[int]:
        """Return the nodes of the whole tree a place passes, from the root to its leaf."""
        grown, nodes = self.plan.grown, [0]
        while self.inner[nodes[-1]]:
            node = nodes[-1]
            nodes.append(int(grown.left[node]) + int(point[grown.feature[node]] > grown.threshold[node]))
        return nodes

    def reasons(self, point: Array) -> tuple[Reason, ...]:
        """Return how the share of each class changes on the way from the root to the leaf."""
        names = [self.plan.data.class_names[label] for label in self.classes]
        return tuple(self._reason(f"share of {name}", self.shares[:, k], point) for k, name in enumerate(names))

    def _reason(self, label: str, values: Array, point: Array) -> Reason:
        """Return a number of the leaf as that of the root and the changes at each turn."""
        grown, nodes = self.plan.grown, self.walk(point)
        terms = [Term(f"{self._all} together", float(values[0]))]
        for node, child in itertools.pairwise(nodes):
            sign = "≤" if child == grown.left[node] else ">"
            name, value = self.plan.data.names[grown.feature[node]], float(point[grown.feature[node]])
            turn = f"{name} = {text(value)} {sign} {text(grown.threshold[node])}"
            terms.append(Term(turn, float(values[child] - values[node])))
        counts = " : ".join(text(count) for count in grown.counts[nodes[-1]])
        return Reason(label, tuple(terms), float(values[nodes[-1]]), f"The leaf holds {counts} points.")


@dataclass(frozen=True, eq=False, kw_only=True)
class TwoClassTreeStep(TreeStep, HasDiscriminant):
    """A tree for two classes: f is the share of the second class minus that of the first."""

    @cached_property
    def values(self) -> Array:
        """What f is in each node of the whole tree, if it is the leaf."""
        grown = self.plan.grown
        return (grown.counts[:, 1] - grown.counts[:, 0]) / grown.weight

    @cached_property
    def table(self) -> Array:
        """The scores (−f/2, +f/2) of each node of the whole tree, if it is the leaf."""
        return halves(self.values)

    def discriminant(self, points: Array) -> Array:
        """Return the difference of the two shares in the leaf of each point."""
        return self.values.take(self.plan.grown.leaves(points, self.inner))

    def discriminant_field(self, grid: Grid) -> Array:
        """Return f on a grid, painted leaf by leaf."""
        return self.values[self.leaves].take(painted(self.plan.grown.boxes[self.leaves], grid))

    def chances(self, scores: Array) -> Array:
        """Return the shares: ½ ± f/2."""
        return scores + 0.5

    def reasons(self, point: Array) -> tuple[Reason, ...]:
        """Return how f changes on the way from the root to the leaf."""
        second, first = (self.plan.data.class_names[self.classes[k]] for k in (1, 0))
        return (self._reason(f"share of {second} − share of {first}", self.values, point),)
