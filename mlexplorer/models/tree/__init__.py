"""A decision tree: grown best split first, pruned by its weakest links."""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self

from mlexplorer.algorithms.ensembles.forest_growth import TreeShape, growing_forest
from mlexplorer.algorithms.ensembles.many_trees import ManyTrees
from mlexplorer.algorithms.trees.growing import Grown, growing
from mlexplorer.algorithms.trees.pruning import Link, weakest_links
from mlexplorer.algorithms.trees.splits import CRITERIA, TIE, ClassWeights, Sorted
from mlexplorer.algorithms.trees.stopping import without_idle_splits
from mlexplorer.algorithms.trees.tree_plan import Plan, read_edits
from mlexplorer.core.data import Dataset
from mlexplorer.core.model import CanSweep, Knob, Start, Step
from mlexplorer.core.params import param
from mlexplorer.core.study.many_fits import CanFitMany, ManyFits, Samples
from mlexplorer.models.tree.steps import TreeStep, TwoClassTreeStep

PAUSE = 100  # links found between two chances to interrupt


@dataclass(frozen=True)
class DecisionTree(CanSweep, CanFitMany):
    """Cuts the plane into rectangles by asking one yes-or-no question after another.

    Each question is x ≤ threshold (yes: left) with a threshold halfway between two neighbouring values. It is the one
    with the least n₁·Q₁ + n₂·Q₂, where Q is 1 − Σp² (gini), −Σ p·log₂p in bits (entropy) or 1 − max p (error); gain
    ratio takes the largest gain of entropy for each bit of the split itself. Costs closer than 1e-9 of the node's
    weight are equal: then the first feature, then the smallest threshold. An impure node is split even if nothing is
    gained, unless it shall stop there. A step is a split; the leaf whose split has the largest n·gain is next. A leaf
    answers with its most frequent class, the lower one if two are equal; probabilities are shares in the leaf. With
    pruning the branches that save least per leaf are cut until Σ (n/N)·Q + pruning · leaves is least (CART), or
    errors + pruning · leaves if errors are priced; what a hand cuts or splits comes last.
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
        titles=("Gini", "Entropy", "Errors", "Gain ratio"),
    )
    depth: int = param(6, "Depth", "How many questions may follow each other", low=1, high=30)
    leaf: int = param(1, "Smallest leaf", "How many points each leaf must hold at least", low=1, high=50)
    stop: str = param(
        "pure",
        "Stop",
        "When a leaf is left as it is",
        choices=("pure", "gain"),
        titles=("When pure", "When nothing is gained"),
    )
    pruning: float = param(0.0, "Pruning", "What a leaf costs: branches that save less are cut", low=0.0, high=1.0)
    priced: str = param(
        "impurity",
        "Priced in",
        "Whether a leaf is paid for in impurity, or in training errors",
        choices=("impurity", "errors"),
        hidden_when=("pruning", (0.0,)),
    )

    by_hand: str = param(
        "",
        "By hand",
        "Nodes cut (−) and split (+) in Structure: the root is 1, below node n are 2n and 2n + 1",
        hidden_when=("by_hand", ("",)),
    )

    def __post_init__(self) -> None:
        """Refuse edits that cannot be read, too."""
        super().__post_init__()
        read_edits(self.by_hand)

    def knobs(self) -> tuple[Knob, ...]:
        """Return the depth, the smallest leaf, and the price of a leaf."""
        leaves, prices = (1, 2, 3, 5, 8, 12, 20, 30, 50), (0.0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2)
        depths = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15)
        return Knob("depth", depths), Knob("leaf", leaves, rising=False), Knob("pruning", prices, rising=False)

    def shares(self, name: str) -> bool:
        """Return True for the depth without pruning and for pruning: one tree is grown for all, if no hand edits it."""
        return not self.by_hand and (name == "pruning" or (name == "depth" and not self.pruning))

    def sweep(self, data: Dataset, models: Sequence[Self]) -> Iterator[Step | None]:
        """Yield the tree of each depth, or what each price leaves of the one tree."""
        grown = yield from self._growing(data, max((model.depth for model in models), default=1))
        links = tuple(weakest_links(grown, self.priced == "errors")) if any(model.pruning for model in models) else ()
        for model in models:
            cut = tuple(link for link in links if model.pruning and link.price <= model.pruning + TIE)
            plan = self._plan(data, grown.above(model.depth), cut)
            yield model._step(plan, plan.splits, len(cut))

    def learn(self, data: Dataset, start: Start | None) -> Iterator[Step | None]:
        """Yield one leaf, then the tree after each split, each cut, and each edit by hand."""
        del start
        grown = yield from self._growing(data, self.depth)
        links: list[Link] = []
        for link in weakest_links(grown, self.priced == "errors") if self.pruning else ():
            if link.price > self.pruning + TIE:
                break
            links.append(link)
            if len(links) % PAUSE == 0:
                yield None
        plan = self._plan(data, grown, tuple(links)).edited(read_edits(self.by_hand))
        whole, last = plan.splits, len(links)
        for splits in range(whole + 1):
            yield self._step(plan, splits)
        for cuts in range(1, last + 1):
            yield self._step(plan, whole, cuts)
        for edits in range(1, len(plan.edits) + 1):
            yield self._step(plan, whole, last, edits)

    def shares_samples(self, data: Dataset) -> bool:
        """Return True for plain trees: they grow a level at a time, all together."""
        del data
        plain = self.criterion == "gini" and self.stop == "pure" and self.leaf == 1
        return plain and not self.pruning and not self.by_hand

    def fit_many(self, samples: Samples) -> Generator[None, None, ManyFits]:
        """Return the trees of samples, grown beside each other."""
        data = samples.data
        classes, shape = ClassWeights.of(data.labels, data.classes), TreeShape(self.depth)
        grove = yield from growing_forest(Sorted.of(data.points), classes, samples.counts, shape)
        return ManyTrees(self, samples, grove)

    def _growing(self, data: Dataset, depth: int) -> Generator[None, None, Grown]:
        classes = ClassWeights.of(data.labels, data.classes)
        grown = yield from growing(Sorted.of(data.points), classes, self.criterion, depth, self.leaf)
        return without_idle_splits(grown) if self.stop == "gain" else grown

    def _plan(self, data: Dataset, grown: Grown, links: tuple[Link, ...]) -> Plan:
        return replace(Plan.of(data, grown, links, self.leaf), by_errors=self.priced == "errors")

    def _step(self, plan: Plan, splits: int, cuts: int = 0, edits: int = 0) -> TreeStep:
        classes = plan.data.classes
        return (TwoClassTreeStep if len(classes) == 2 else TreeStep)(
            iteration=splits + cuts + edits,
            phase="hand" if edits else "prune" if cuts else "",
            classes=classes,
            model=self,
            plan=plan,
            splits=splits,
            cuts=cuts,
            edits=edits,
        )
