"""Bagging and random forests: learners of random samples vote, one member after the other."""

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from mlexplorer.algorithms.ensembles.bags import correlation_of, distinct_share, draw_bags, mean_variance
from mlexplorer.algorithms.ensembles.committee import Committee, StepCommittee, TreeCommittee, fitting
from mlexplorer.algorithms.ensembles.forest_growth import TreeShape, growing_forest
from mlexplorer.algorithms.margins.voting import Ballot
from mlexplorer.algorithms.trees.splits import ClassWeights, Sorted
from mlexplorer.algorithms.trees.tree_nodes import nodes_of
from mlexplorer.core import registry
from mlexplorer.core.arrays import Array, Labels, Mask
from mlexplorer.core.capabilities import (
    HasBags,
    HasCommittee,
    HasMemberTree,
    HasProbabilities,
    HasReasons,
    Node,
    Reason,
    Term,
)
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid
from mlexplorer.core.model import IsStaged, Knob, Start, Step
from mlexplorer.core.notice import Notice, Remedy
from mlexplorer.core.numbers import counted, text
from mlexplorer.core.params import param
from mlexplorer.core.source import LARGEST_SEED

TREES = ("tree", "stump")
BASES = (*TREES, "logistic", "perceptron", "knn")
BASE_TITLES = ("Trees", "Stumps", "Logistic regressions", "Perceptrons", "Nearest neighbours")
NOUNS = dict(zip(BASES, ("tree", "stump", "logistic regression", "perceptron", "vote of neighbours"), strict=True))


@dataclass(frozen=True, eq=False)
class ForestPlan:
    """The model, its data, the samples, and all members: shared by the steps of a fit."""

    model: "Forest"
    data: Dataset
    bags: Labels  # (members, n): how often each member saw each point
    committee: Committee

    @cached_property
    def columns(self) -> Labels:
        """The class of each point, as a column."""
        return self.data.columns

    @cached_property
    def said(self) -> Labels:
        """What each member says of each training point."""
        return self.committee.said(self.data.points)

    @cached_property
    def mistakes(self) -> Labels:
        """How many points the vote of the first 1, 2, … members gets wrong."""
        return (self._leaders(np.ones_like(self.bags, dtype=bool)) != self.columns).sum(axis=1)

    @cached_property
    def left_out(self) -> tuple[Labels, Labels]:
        """Of how many points some of the first 1, 2, … members tell without having seen them, and how many wrongly."""
        out = self.bags == 0
        judged = np.logical_or.accumulate(out, axis=0)
        return judged.sum(axis=1), ((self._leaders(out) != self.columns) & judged).sum(axis=1)

    def _leaders(self, voting: Mask) -> npt.NDArray[np.int16]:
        """Return who leads at each point after each member, if only some members vote at each; ties go to the lower."""
        best = ((self.said == 0) & voting).cumsum(axis=0, dtype=np.int16)
        leaders = np.zeros_like(best)
        for column in range(1, len(self.data.classes)):
            votes = ((self.said == column) & voting).cumsum(axis=0, dtype=np.int16)
            leaders[votes > best] = column
            np.maximum(best, votes, out=best)
        return leaders

    @cached_property
    def ballots(self) -> tuple[Ballot, ...]:
        """What each member is, with its share of mistakes on the points it has not seen."""
        return tuple(self._ballot(number) for number in range(len(self.committee)))

    def _ballot(self, number: int) -> Ballot:
        (wrong, out), noun = self.own_error(number), NOUNS[self.model.base]
        error = wrong / out if out else 0.0
        if not isinstance(self.committee, TreeCommittee):
            return Ballot(noun, error, 1.0)
        grove, rows = self.committee.grove, self.committee.grove.tree(number)
        feature, place = int(grove.feature[rows.start]), float(grove.threshold[rows.start])
        if feature < 0:
            return Ballot(f"{noun} of one leaf", error, 1.0)
        leaves = counted(int((grove.feature[rows] < 0).sum()), "leaf", "leaves")
        words = f"{noun} of {leaves}, first {self.data.names[feature]} ≤ {text(place)}"
        return Ballot(words, error, 1.0, *((feature, place) if rows.stop - rows.start == 3 else ()))

    def own_error(self, number: int) -> tuple[int, int]:
        """Return how many points a member gets wrong of those it has not seen, and how many these are."""
        out = self.bags[number] == 0
        return int((self.said[number][out] != self.columns[out]).sum()), int(out.sum())


@dataclass(frozen=True, eq=False, kw_only=True)
class ForestStep(HasProbabilities, HasCommittee, HasBags, HasReasons):
    """The vote of some members; the scores are the shares of their votes."""

    classes: Labels
    plan: ForestPlan
    members: int = 0

    @property
    def committee(self) -> Committee:
        """All members of the fit."""
        return self.plan.committee

    @cached_property
    def samples(self) -> tuple[Labels, ...]:
        """The training rows each member learned from, as often as it saw them."""
        return tuple(np.arange(len(self.plan.data)).repeat(bag) for bag in self.plan.bags)

    def scores(self, points: Array) -> Array:
        """Return the share of the votes for each class at points."""
        if not self.members:
            return np.full((len(points), len(self.classes)), 1 / len(self.classes))
        return self.committee.tally_at(points, self.members) / self.members

    def field(self, grid: Grid) -> Array:
        """Return the shares on a grid."""
        if not self.members:
            return np.full((grid.rows, grid.columns, len(self.classes)), 1 / len(self.classes))
        return self.committee.tally_on(grid, self.members) / self.members

    def chances(self, scores: Array) -> Array:
        """Return the shares themselves."""
        return scores

    @cached_property
    def point_weights(self) -> Array:
        """How often the newest member saw each point, as a share of its sample; 0 for points left out."""
        if not self.members:
            return np.full(len(self.plan.data), 1 / len(self.plan.data))
        bag = self.plan.bags[self.members - 1]
        return bag / bag.sum()

    @cached_property
    def ballots(self) -> tuple[Ballot, ...]:
        """What each member is, with its share of mistakes on the points it has not seen."""
        return self.plan.ballots[: self.members]

    @cached_property
    def measures(self) -> Mapping[str, float]:
        """The training errors and their share, and the share of errors on points left out, where there are such."""
        data, number = self.plan.data, self.members - 1
        if number < 0:
            wrong = int((self.plan.columns != 0).sum())
            return {"errors": float(wrong), "error rate": wrong / len(data)}
        wrong, (judged, missed) = int(self.plan.mistakes[number]), self.plan.left_out
        found = {"errors": float(wrong), "error rate": wrong / len(data)}
        if judged[number]:
            found["out-of-bag error"] = float(missed[number] / judged[number])
        return found

    @cached_property
    def note(self) -> str:
        """What the newest member saw, and how the vote does."""
        count, model = len(self.plan.data), self.plan.model
        if not self.members:
            how = "with replacement" if model.replace else "without replacement"
            size = int(self.plan.bags[0].sum())
            return f"Each member will learn from {size} of {counted(count, 'point')}, drawn {how}; nobody votes yet."
        distinct = int((self.plan.bags[self.members - 1] > 0).sum())
        seen = f"Member {self.members}, a {self.ballots[-1].words}, saw {distinct} of {counted(count, 'point')}."
        wrong = int(self.measures["errors"])
        vote = f"The vote gets {wrong or 'none'} wrong"
        share = self.measures.get("out-of-bag error")
        tail = (
            ""
            if share is None
            else f", and {text(100 * share)} % of the points where only members vote that never saw them"
        )
        return f"{seen} {vote}{tail}."

    @cached_property
    def working(self) -> tuple[str, ...]:
        """How many points a sample holds, how alike the members are, and what that does to the variance of the vote."""
        data, bags = self.plan.data, self.plan.bags
        size, lines = int(bags[0].sum()), list[str]()
        if self.plan.model.replace:
            share = distinct_share(len(data), size)
            lines.append(f"a sample holds 1 − (1 − 1/{len(data)})^{size} = {text(share)} of the points on average")
        if self.members:
            held = float((bags[self.members - 1] > 0).mean())
            lines.append(f"the sample of member {self.members} holds {text(held)} of them")
        alike = correlation_of(self.plan.said[: self.members])
        if alike is not None:
            spread = text(mean_variance(alike, self.members))
            lines.append(f"mean correlation between answers of members ρ = {text(alike)}")
            lines.append(f"variance of their mean / of one = ρ + (1 − ρ)/{self.members} = {spread}")
        return tuple(lines) or (f"nobody votes yet: every class has the share 1/{len(self.classes)}",)

    @cached_property
    def equation(self) -> str:
        """The vote."""
        return (
            rf"p_k(\mathbf{{x}}) = \frac{{1}}{{{self.members}}} \sum_{{m=1}}^{{{self.members}}} [h_m(\mathbf{{x}}) = k]"
        )

    @cached_property
    def notice(self) -> Notice | None:
        """Samples that hold every point, so that nothing is left to judge the vote by."""
        if not self.members or (self.plan.bags == 0).any():
            return None
        said = "Every member sees every point, so none is left out to judge it by"
        return Notice(f"{said}.", Remedy("Draw with replacement", {"replace": True}))

    def reasons(self, point: Array) -> tuple[Reason, ...]:
        """Return the members that vote for each class."""
        names = [self.plan.data.class_names[label] for label in self.classes]
        if not self.members:
            share = 1 / len(names)
            return tuple(Reason(f"votes for {name}", (Term("nobody votes yet", share),), share) for name in names)
        said = self.committee.said(point[None])[: self.members, 0]
        return tuple(self._reason(name, np.flatnonzero(said == column)) for column, name in enumerate(names))

    def _reason(self, name: str, voters: Labels) -> Reason:
        vote = 1 / self.members
        terms = tuple(Term(f"member {number + 1}: {name}", vote) for number in voters.tolist())
        note = f"{counted(len(voters), 'vote')} of {self.members}"
        return Reason(f"share of the votes for {name}", terms, len(voters) * vote, note)


@dataclass(frozen=True, eq=False, kw_only=True)
class TreesStep(ForestStep, HasMemberTree):
    """The vote of some trees."""

    @cached_property
    def member_tree(self) -> tuple[Node, ...]:
        """The nodes of the newest tree."""
        committee = self.plan.committee
        assert isinstance(committee, TreeCommittee)
        if not self.members:
            return ()
        return nodes_of(committee.grown(self.members - 1, self.plan.data.points), self.classes)


@dataclass(frozen=True)
class Forest(IsStaged):
    """Lets many learners vote, each taught by a random sample of the points.

    A sample has share · n points, drawn with replacement (bagging) or without; a point drawn twice counts twice. Trees
    and stumps are grown as decision trees with the Gini impurity; with one feature each split looks at one coordinate,
    drawn for it alone (a random forest), or at the other where all its points agree in that one. Logistic regressions,
    perceptrons and nearest neighbours have their usual settings; a sample of one class says that class. The class with
    most votes wins, of equal ones the lower; probabilities are shares of the votes. The out-of-bag error judges each
    point by those members that never saw it.
    """

    title = "Forest and bagging"
    family = "Ensembles"
    length = "members"
    staged = "members"
    most_points = 10_000  # every member keeps how often it saw each, and what it says of it
    watch = (
        "Each member alone follows its sample; together they smooth each other out. Large points were drawn often, "
        "hollow ones not at all: on those the member is judged. The out-of-bag error tells what test points would."
    )

    members: int = param(50, "Members", "How many learners vote", low=1, high=500, scale="log")
    base: str = param("tree", "Learner", "What each member is", choices=BASES, titles=BASE_TITLES)
    depth: int = param(
        6, "Depth", "How many questions may follow each other", low=1, high=30, shown_when=("base", ("tree",))
    )
    features: int = param(
        1, "Features", "How many coordinates each split may choose from", low=1, high=2, shown_when=("base", TREES)
    )
    share: float = param(1.0, "Sample", "How large each sample is", low=0.05, high=1.0, unit="%")
    replace: bool = param(True, "Replace", "Whether a point may be drawn several times")
    seed: int = param(0, "Seed", "Another seed draws other samples", low=0, high=LARGEST_SEED)

    def knobs(self) -> tuple[Knob, ...]:
        """Return how many questions each tree may ask in a row, if trees vote."""
        return (Knob("depth", tuple(range(1, 11))),) if self.base == "tree" else ()

    def learn(self, data: Dataset, start: Start | None) -> Iterator[Step | None]:
        """Yield the empty vote, then the vote after each member."""
        del start
        size = max(1, round(self.share * len(data)))
        bags = draw_bags(self.members, len(data), size, self.replace, self.seed)
        committee = yield from self._trees(data, bags) if self.base in TREES else self._others(data, bags)
        plan = ForestPlan(self, data, bags, committee)
        step = (TreesStep if self.base in TREES else ForestStep)(classes=data.classes, plan=plan)
        for members in range(self.members + 1):
            yield replace(step, iteration=members, members=members)

    def _trees(self, data: Dataset, bags: Labels) -> Generator[None, None, Committee]:
        """Grow the trees of all samples together."""
        shape = TreeShape(self.depth if self.base == "tree" else 1, self.features, self.seed)
        classes = ClassWeights.of(data.labels, data.classes)
        grove = yield from growing_forest(Sorted.of(data.points), classes, bags, shape)
        return TreeCommittee(len(data.classes), grove)

    def _others(self, data: Dataset, bags: Labels) -> Generator[None, None, Committee]:
        """Fit the model of the base to each sample, with a point as often as it was drawn."""
        model, members = registry.model(self.base)(), []
        for bag in bags:
            rows = np.arange(len(data)).repeat(bag)
            sample = Dataset(data.points[rows], data.labels[rows], names=data.names, class_names=data.class_names)
            members.append((yield from fitting(model, sample, data.classes)))
        return StepCommittee(len(data.classes), tuple(members))
