"""A decision tree: grown best split first, pruned by its weakest links."""

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.core.arrays import Array, Labels, Mask
from mlexplorer.core.boxes import painted
from mlexplorer.core.capabilities import (
    HasDiscriminant,
    HasProbabilities,
    HasPruning,
    HasReasons,
    HasRegions,
    Node,
    Reason,
    Term,
    halves,
)
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid
from mlexplorer.core.growing import Grown, growing
from mlexplorer.core.model import Model, Start, Step
from mlexplorer.core.notice import Notice, Remedy
from mlexplorer.core.numbers import counted, tex, text
from mlexplorer.core.params import param
from mlexplorer.core.pruning import Link, Path, cut_price, cut_ranks, growth, pruning_path, weakest_links
from mlexplorer.core.region import Region
from mlexplorer.core.splits import CRITERIA, TIE, Classes, Sorted

NAMES = {"gini": "Gini impurity", "entropy": "entropy", "error": "share of errors"}
FORMULAS = {"gini": "1 − Σp²", "entropy": "−Σ p·log₂p", "error": "1 − max p"}
PAUSE = 100  # links found between two chances to interrupt


@dataclass(frozen=True, eq=False)
class Plan:
    """The whole tree, the order in which it grows and the links that are cut: what all steps of a fit share."""

    model: "DecisionTree"
    data: Dataset
    grown: Grown
    order: Labels  # the nodes in the order they are split
    links: tuple[Link, ...]  # the cuts, in order

    @cached_property
    def born(self) -> Labels:
        """The number of the split of each node, counted from 1; past the end for leaves."""
        born = np.full(len(self.grown.parent), len(self.order) + 1)
        born[self.order] = np.arange(1, len(self.order) + 1)
        return born

    @cached_property
    def gone(self) -> Labels:
        """After how many cuts each split is gone."""
        return cut_ranks(self.grown, self.links)

    @cached_property
    def path(self) -> Path:
        """The pruning path of the whole tree."""
        return pruning_path(self.grown)

    def test(self, node: int) -> str:
        """Return the question a node asks."""
        return f"{self.data.names[self.grown.feature[node]]} ≤ {text(self.grown.threshold[node])}"


@dataclass(frozen=True, eq=False, kw_only=True)
class TreeStep(HasPruning, HasRegions, HasProbabilities, HasReasons):
    """The tree after some splits and some cuts; the scores are the shares of the classes in the leaf."""

    classes: Labels
    plan: Plan
    splits: int
    cuts: int

    @cached_property
    def inner(self) -> Mask:
        """Which nodes of the whole tree are split here."""
        return (self.plan.born <= self.splits) & (self.plan.gone > self.cuts)

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

    def price(self, node: int) -> float:
        """Return the price of a leaf from which on the question of a node is gone."""
        return cut_price(self.plan.grown, int(np.flatnonzero(self.alive)[node]))

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
        """The impurity of the leaves, Σ (n/N)·Q, and the price of the leaves."""
        return self.measures["impurity"] + self.plan.model.pruning * len(self.leaves)

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
        if self.cuts:
            said = self._cut_note(self.plan.links[self.cuts - 1])
        elif self.splits:
            said = self._split_note(int(self.plan.order[self.splits - 1]))
        else:
            said = f"One leaf holds {self._all}: everything is {self._name(0)}."
        over = self.splits == len(self.plan.order) and self.cuts == len(self.plan.links)
        return f"{said} {self._end_note}" if over else said

    @property
    def _all(self) -> str:
        return counted(len(self.plan.data), "point")

    def _name(self, node: int) -> str:
        return self.plan.data.class_names[self.classes[self.plan.grown.label[node]]]

    def _split_note(self, node: int) -> str:
        grown = self.plan.grown
        left, drop = int(grown.left[node]), float(grown.drop[node] / grown.weight[node])
        before = float(grown.impurity[node])
        parts = f"{text(grown.weight[node])} points into {text(grown.weight[left])} and {text(grown.weight[left + 1])}"
        change = (
            f"the {NAMES[grown.criterion]} falls from {text(before)} to {text(before - drop)}"
            if drop > TIE
            else f"the {NAMES[grown.criterion]} stays {text(before)} for now"
        )
        return f"Split {self.splits}, {self.plan.test(node)}, divides {parts}; {change}."

    def _cut_note(self, link: Link) -> str:
        return (
            f"Cut {self.cuts}: the branch below {self.plan.test(link.node)} saves {text(link.price)} for each leaf, "
            f"not more than the price {text(self.plan.model.pruning)}; {counted(link.leaves, 'leaf', 'leaves')} left."
        )

    @property
    def _end_note(self) -> str:
        leaves, errors = counted(len(self.leaves), "leaf", "leaves"), int(self.measures["errors"])
        return f"The tree is done: {leaves}, {errors or 'none'} of {self._all} wrong."

    @cached_property
    def working(self) -> tuple[str, ...]:
        """The gain of the split, or the price of the branch that was cut."""
        if self.cuts:
            return self._cut_working(self.plan.links[self.cuts - 1])
        if self.splits:
            return self._split_working(int(self.plan.order[self.splits - 1]))
        return (self._node_working("root", 0),)

    def _split_working(self, node: int) -> tuple[str, ...]:
        grown = self.plan.grown
        left, right = int(grown.left[node]), int(grown.left[node]) + 1
        parts = " + ".join(f"{text(grown.weight[child])}·{text(grown.impurity[child])}" for child in (left, right))
        drop = float(grown.drop[node])
        weight = float(grown.weight[node])
        return (
            f"Q = {FORMULAS[grown.criterion]}",
            self._node_working("node", node),
            self._node_working("left", left),
            self._node_working("right", right),
            f"gain = {text(grown.impurity[node])} − ({parts})/{text(weight)} = {text(drop / weight)}",
            f"n·gain = {text(drop)}: no other leaf offers more",
        )

    def _node_working(self, title: str, node: int) -> str:
        grown = self.plan.grown
        counts = " : ".join(text(count) for count in grown.counts[node])
        return f"{title}: n = {text(grown.weight[node])}, counts {counts}, Q = {text(grown.impurity[node])}"

    def _cut_working(self, link: Link) -> tuple[str, ...]:
        grown = self.plan.grown
        alone = float(grown.weight[link.node] * grown.impurity[link.node] / grown.weight[0])
        return (
            f"R(node) = (n/N)·Q = {text(alone)}",
            f"price = (R(node) − R(branch))/(leaves − 1) = {text(link.price)} ≤ {text(self.plan.model.pruning)}",
            f"after the cut: {counted(link.leaves, 'leaf', 'leaves')}, Σ (n/N)·Q = {text(link.impurity)}",
        )

    @cached_property
    def equation(self) -> str:
        """The objective of the tree with its numbers."""
        count, price = len(self.leaves), self.plan.model.pruning
        priced = rf" + {tex(price)} \cdot {count}" if price else ""
        return rf"R(T) = \sum_{{m=1}}^{{{count}}} \frac{{n_m}}{{n}} Q_m{priced} = {tex(self.loss)}"

    @cached_property
    def notice(self) -> Notice | None:
        """Points that no split can tell apart, or a price that leaves nothing."""
        if self.cuts and not self.inner.any():
            lower = float(self.plan.path.prices[-1]) / 2
            said = f"No split is worth {text(self.plan.model.pruning)}: the whole plane is {self._name(0)}."
            return Notice(said, Remedy("Prune less", {"pruning": lower}))
        mixed = self._inseparable()
        if mixed:
            said = "Points of different classes share a place, where no split can tell them apart"
            return Notice(f"{said}: {counted(mixed, 'error')} must remain.")
        return None

    def _inseparable(self) -> int:
        """Return how many points are wrong because others have the very same place; only known when all has grown."""
        model, grown = self.plan.model, self.plan.grown
        if model.leaf > 1 or self.cuts or self.splits < len(self.plan.order):
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


@dataclass(frozen=True)
class DecisionTree(Model):
    """Cuts the plane into rectangles by asking one yes-or-no question after another.

    Each question is x ≤ threshold (yes: left) with a threshold halfway between two neighbouring values. It is the one
    with the least n₁·Q₁ + n₂·Q₂, where Q is 1 − Σp² (gini), −Σ p·log₂p in bits (entropy) or 1 − max p (error). Costs
    closer than 1e-9 of the node's weight are equal: then the first feature, then the smallest threshold. An impure node
    is split even if nothing is gained. A step is a split; the leaf whose split has the largest n·gain is next. A leaf
    answers with its most frequent class, the lower one if two are equal; probabilities are shares in the leaf. With
    pruning the branches that save least impurity per leaf are cut until Σ (n/N)·Q + pruning · leaves is least (CART).
    """

    title = "Decision tree"
    family = "Trees"
    watch = (
        "Each split cleans its own box without looking ahead, and boxes with few points follow noise. Let it grow "
        "deep, then prune: the test errors fall before they rise. Slanted edges become stairs."
    )

    criterion: str = param(
        "gini",
        "Criterion",
        "How the mixture of classes in a leaf is measured",
        choices=CRITERIA,
        titles=("Gini", "Entropy", "Errors"),
    )
    depth: int = param(6, "Depth", "How many questions may follow each other", low=1, high=30)
    leaf: int = param(1, "Smallest leaf", "How many points each leaf must hold at least", low=1, high=50)
    pruning: float = param(
        0.0, "Pruning", "What a leaf costs: branches that save less impurity are cut", low=0.0, high=1.0
    )

    def learn(self, data: Dataset, start: Start | None) -> Iterator[Step | None]:
        """Yield one leaf, then the tree after each split, then the tree after each cut."""
        del start
        classes = Classes.of(data.labels, data.classes)
        grown = yield from growing(Sorted.of(data.points), classes, self.criterion, self.depth, self.leaf)
        links: list[Link] = []
        for link in weakest_links(grown) if self.pruning else ():
            if link.price > self.pruning + TIE:
                break
            links.append(link)
            if len(links) % PAUSE == 0:
                yield None
        plan = Plan(self, data, grown, growth(grown), tuple(links))
        kind, count = TwoClassTreeStep if classes.count == 2 else TreeStep, len(plan.order)
        for splits in range(count + 1):
            yield kind(iteration=splits, classes=data.classes, plan=plan, splits=splits, cuts=0)
        for cuts in range(1, len(links) + 1):
            yield kind(iteration=count + cuts, phase="prune", classes=data.classes, plan=plan, splits=count, cuts=cuts)
