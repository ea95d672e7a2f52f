"""Gradient boosting: small trees, each following what the sum of those before still lacks."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.algorithms.descent.rule_losses import softmax
from mlexplorer.algorithms.ensembles.boosted_losses import BoostedLoss
from mlexplorer.algorithms.ensembles.grove import Grove, planted
from mlexplorer.algorithms.ensembles.residual_trees import ResidualTrees
from mlexplorer.algorithms.margins.voting import Ballot
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import (
    HasDiscriminant,
    HasMemberTree,
    HasPointWorking,
    HasProbabilities,
    HasReasons,
    HasResiduals,
    HasSums,
    Node,
    Reason,
    Term,
)
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid
from mlexplorer.core.model import IsStaged, Knob, Start, Step
from mlexplorer.core.numbers import counted, tex, text
from mlexplorer.core.params import param

LOSSES = ("deviance", "exponential", "squares")
UNIT = 2.0**-40  # sums of its multiples are exact, whatever their order
SLOPES = {"deviance": "y/(1 + e^(y·C))", "exponential": "y·e^(−y·C)", "squares": "y − C"}


@dataclass(frozen=True, eq=False)
class BoostPlan:
    """What the steps of a fit share: all trees, and the loss and the errors after each round."""

    model: "GradientBoosting"
    data: Dataset
    loss: BoostedLoss
    start: Array  # (functions,)
    grove: Grove  # a round is one tree for each function, in order
    losses: tuple[float, ...]
    mistakes: tuple[int, ...]

    @cached_property
    def values(self) -> Array:
        """What each node adds to the score of each function: the value of its leaf in the column of its tree."""
        functions = len(self.start)
        sizes = np.diff(self.grove.roots)
        trees = np.arange(len(sizes)).repeat(sizes)
        return self.grove.values * (trees[:, None] % functions == np.arange(functions))

    @cached_property
    def ballots(self) -> tuple[Ballot, ...]:
        """The tree of each round, with the loss after it and the rate; of many classes the tree of the first."""
        return tuple(self._ballot(number) for number in range(len(self.losses) - 1))

    def nodes(self, number: int) -> tuple[Node, ...]:
        """Return the nodes of a tree, with the points of each class in them."""
        rows, data = self.grove.tree(number), self.data
        depths, levels = self.grove.depth[rows].tolist(), self.grove.values[rows, 0].tolist()
        found = []
        for box, depth, level, feature, threshold, left, right in zip(
            self.grove.boxes[rows].tolist(), depths, levels, *self.grove.columns(number), strict=True
        ):
            (x, y), (west, east, south, north) = data.points.T, box
            inside = (x > west) & (x <= east) & (y > south) & (y <= north)
            counts = np.bincount(data.columns[inside], minlength=len(data.classes))
            label, shown = int(data.classes[counts.argmax()]), tuple(counts.astype(float).tolist())
            found.append(Node(tuple(box), shown, label, 0.0, depth, feature, threshold, 0.0, left, right, level))
        return tuple(found)

    def _ballot(self, number: int) -> Ballot:
        rows = self.grove.tree(number * len(self.start))
        feature, place = int(self.grove.feature[rows.start]), float(self.grove.threshold[rows.start])
        loss, rate = self.losses[number + 1], self.model.rate
        values = [text(value) for value in self.grove.values[rows, 0].tolist()]
        if len(values) == 1:
            return Ballot(f"{values[0]} everywhere", loss, rate)
        test = f"{self.data.names[feature]} ≤ {text(place)}"
        if len(values) == 3:
            return Ballot(f"{test}: {values[1]}, else {values[2]}", loss, rate, feature, place)
        leaves = counted(int((self.grove.feature[rows] < 0).sum()), "leaf", "leaves")
        return Ballot(f"a tree of {leaves}, first {test}", loss, rate)


@dataclass(frozen=True, eq=False, kw_only=True)
class BoostStep(HasProbabilities, HasSums, HasMemberTree, HasResiduals, HasReasons, HasPointWorking):
    """The sum of the trees of some rounds; many classes have a sum each."""

    classes: Labels
    plan: BoostPlan

    @property
    def trees(self) -> int:
        """How many trees are added up."""
        return self.iteration * len(self.plan.start)

    @property
    def grove(self) -> Grove:
        """All trees of the fit."""
        return self.plan.grove

    @property
    def start(self) -> Array:
        """The constant each sum starts with."""
        return self.plan.start

    def sums(self, points: Array) -> Array:
        """Return the score of each function at points, as (n, functions)."""
        return self.plan.start + self.plan.grove.sums_at(points, self.trees, self.plan.values)

    def sums_on(self, grid: Grid) -> Array:
        """Return these scores on a grid, as (rows, columns, functions)."""
        return self.plan.start + self.plan.grove.sums_on(grid, self.trees, self.plan.values)

    def scores(self, points: Array) -> Array:
        """Return the sum of each class at points."""
        return self.sums(points)

    def field(self, grid: Grid) -> Array:
        """Return the sum of each class on a grid."""
        return self.sums_on(grid)

    def chances(self, scores: Array) -> Array:
        """Return e^(factor·score), shared out."""
        return softmax(self.plan.loss.factor * scores)

    @cached_property
    def _slopes(self) -> Array:
        return self.plan.loss.slopes(self.sums(self.plan.data.points).T)

    @cached_property
    def residuals(self) -> Array:
        """The residual g of each training row: of C for two classes, of the score of its own class for more."""
        if len(self.plan.start) == 1:
            return self._slopes[0]
        own = self.plan.data.columns
        return np.take_along_axis(self._slopes, own[None], axis=0)[0]

    @property
    def loss(self) -> float:
        """The loss of all training points."""
        return self.plan.losses[self.iteration]

    @cached_property
    def measures(self) -> Mapping[str, float]:
        """The training errors, and their share."""
        wrong = float(self.plan.mistakes[self.iteration])
        return {"errors": wrong, "error rate": wrong / len(self.plan.data)}

    @cached_property
    def ballots(self) -> tuple[Ballot, ...]:
        """The tree of each round, with the loss after it and the rate; of many classes the tree of the first."""
        return self.plan.ballots[: self.iteration]

    @cached_property
    def member_tree(self) -> tuple[Node, ...]:
        """The nodes of the newest tree, of many classes that of the first; a level is what a leaf adds."""
        return self.plan.nodes((self.iteration - 1) * len(self.plan.start)) if self.iteration else ()

    @cached_property
    def note(self) -> str:
        """What the newest tree adds, and what that does to the loss."""
        wrong, count = self.plan.mistakes[self.iteration], counted(len(self.plan.data), "point")
        errors = f"{wrong or 'none'} of {count} wrong"
        if not self.iteration:
            return f"The start is the same everywhere: {self._starts}; loss {text(self.loss, 4)}, {errors}."
        told = self.ballots[-1].words
        whose = "" if len(self.plan.start) == 1 else f" for {self._names[0]}"
        before, after = text(self.plan.losses[self.iteration - 1], 4), text(self.loss, 4)
        return f"Round {self.iteration} adds “{told}”{whose}: loss {before} → {after}, {errors}."

    @property
    def _names(self) -> list[str]:
        return [self.plan.data.class_names[label] for label in self.classes]

    @property
    def _starts(self) -> str:
        if len(self.plan.start) == 1:
            return f"C = {text(self.plan.start[0])}"
        return ", ".join(f"{name} {text(value)}" for name, value in zip(self._names, self.plan.start, strict=True))

    @cached_property
    def working(self) -> tuple[str, ...]:
        """Where the sum starts, the residuals, and the leaves that follow them."""
        name, count = self.plan.model.loss, len(self.plan.data)
        if not self.iteration:
            slope = SLOPES[name] if len(self.plan.start) == 1 or name != "deviance" else "[own class] − p"
            return (f"start {self._starts}", f"residual of a point g = {slope}")
        mean = "Σg/Σ|g|" if name == "exponential" else "mean of g"
        rate = self.plan.model.rate
        return (
            f"each leaf of the new tree holds {'' if rate == 1 else text(rate) + ' × '}the {mean} of its points",
            f"{self.ballots[-1].words}",
            f"loss of {counted(count, 'point')} = {text(self.loss, 7)}",
        )

    def working_at(self, row: int) -> tuple[str, ...]:
        """Return the score and the residual of a training row."""
        scores = self.sums(self.plan.data.points[[row]])[0]
        said = ", ".join(text(value) for value in scores)
        return (f"its score is {said}", f"its residual is g = {text(self.residuals[row])}")

    @cached_property
    def equation(self) -> str:
        """The sum with its start."""
        rate = "" if self.plan.model.rate == 1 else rf"{tex(self.plan.model.rate)} "
        if len(self.plan.start) > 1:
            return rf"C_k(\mathbf{{x}}) = C_k^0 + {rate}\sum_{{m=1}}^{{{self.iteration}}} b_{{mk}}(\mathbf{{x}})"
        start = tex(float(self.plan.start[0]))
        return rf"C(\mathbf{{x}}) = {start} + {rate}\sum_{{m=1}}^{{{self.iteration}}} b_m(\mathbf{{x}})"

    def reasons(self, point: Array) -> tuple[Reason, ...]:
        """Return the start and what each round adds, for each function."""
        return tuple(self._reason(column, point) for column in range(len(self.plan.start)))

    def _reason(self, column: int, point: Array) -> Reason:
        functions, terms = len(self.plan.start), [Term("start", float(self.plan.start[column]))]
        if self.trees:
            leaves = self.plan.grove.walk(point[None], 0, self.trees)[column::functions, 0]
            values = self.plan.grove.values[leaves, 0].tolist()
            terms += [Term(f"round {number}", value) for number, value in enumerate(values, 1)]
        label = "C" if functions == 1 else f"C of {self._names[column]}"
        return Reason(label, tuple(terms), math.fsum(term.value for term in terms))


@dataclass(frozen=True, eq=False, kw_only=True)
class TwoClassBoostStep(BoostStep, HasDiscriminant):
    """The sum C for two classes: the second class where C > 0."""

    def discriminant(self, points: Array) -> Array:
        """Return C at points."""
        return self.sums(points)[:, 0]

    def discriminant_field(self, grid: Grid) -> Array:
        """Return C on a grid."""
        return self.sums_on(grid)[:, :, 0]

    def scores(self, points: Array) -> Array:
        """Return (−C/2, +C/2) at points."""
        return HasDiscriminant.scores(self, points)

    def field(self, grid: Grid) -> Array:
        """Return (−C/2, +C/2) on a grid."""
        return HasDiscriminant.field(self, grid)


@dataclass(frozen=True)
class GradientBoosting(IsStaged):
    """Adds up small trees, each fitted to what the sum so far gets wrong.

    Two classes are y = ±1 and have one sum C, class 2 where C > 0; it starts as the best constant: log(n₊/n₋) for the
    deviance Σ log(1 + e^−yC), half of it for the exponential loss Σ e^−yC, the mean of y for squares Σ ½(y − C)². Each
    round fits a tree to the residuals g, the slopes against the loss: y/(1 + e^yC), y·e^−yC or y − C, by least squares;
    its leaves add rate × the mean of g, for the exponential loss rate × Σg/Σ|g|. Many classes have a sum each, against
    all others; their deviance is Σ −log p with p = e^C shared out and g = [own class] − p. Probabilities are e^C shared
    out for the deviance, e^2C for the others. Of equally good splits the first feature, then the smallest threshold.
    """

    title = "Gradient boosting"
    family = "Ensembles"
    length = "rounds"
    most_points = 20_000
    watch = (
        "The arrows are the residuals: which way and how far the score of each point should still move. Each tree "
        "follows them a little, and they shrink. With a small rate it takes longer, and errs less on test points."
    )

    rounds: int = param(50, "Rounds", "How many trees are added up", low=1, high=1000, scale="log")
    depth: int = param(1, "Depth", "How many questions each tree may ask in a row; 1: a stump", low=1, high=6)
    rate: float = param(0.5, "Learning rate", "How far each tree is followed", low=0.01, high=1.0, scale="log")
    loss: str = param(
        "deviance",
        "Loss",
        "What a wrong score costs",
        choices=LOSSES,
        titles=("Deviance (log loss)", "Exponential", "Squares"),
    )

    def knobs(self) -> tuple[Knob, ...]:
        """Return how many learners are added up."""
        return (Knob("rounds", (1, 2, 3, 5, 10, 20, 30, 50, 100)),)

    def learn(self, data: Dataset, start: Start | None) -> Iterator[Step | None]:
        """Yield the constant start, then the sum after each round."""
        del start
        columns, count = data.columns, len(data.classes)
        loss, trees = BoostedLoss.of(self.loss, columns, count), ResidualTrees(data.points, self.depth)
        first = _exact(loss.start())
        scores = np.tile(first[:, None], (1, len(data)))
        losses, mistakes, groves = [loss.value(scores)], [_wrong(scores, columns)], []
        for _ in range(self.rounds):
            for function, slopes in enumerate(loss.slopes(scores)):
                draft, homes = trees.grow(slopes)
                values = _exact(self.rate * loss.leaves(slopes, homes, len(draft.parent)))
                scores[function] += values.take(homes)
                groves.append(draft.grove(values))
            losses.append(loss.value(scores))
            mistakes.append(_wrong(scores, columns))
            yield None
        plan = BoostPlan(self, data, loss, first, planted(groves), tuple(losses), tuple(mistakes))
        kind = TwoClassBoostStep if count == 2 else BoostStep
        for iteration in range(self.rounds + 1):
            yield kind(iteration=iteration, classes=data.classes, plan=plan)


def _exact(values: Array) -> Array:
    """Return numbers whose sums are exact, so that a field and its points agree to the last bit."""
    return np.rint(values / UNIT) * UNIT


def _wrong(scores: Array, columns: Labels) -> int:
    """Return how many points the scores decide wrongly; ties go to the lower class."""
    said = scores[0] > 0 if len(scores) == 1 else scores.argmax(axis=0)
    return int(np.count_nonzero(said != columns))
