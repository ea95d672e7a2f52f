"""AdaBoost: many small trees, each taught the mistakes of those before, and a weighted vote."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from mlexplorer.algorithms.ensembles.boosting import (
    Round,
    School,
    Stump,
    StumpVotes,
    Tally,
    Votes,
    bound_of,
    outer,
    reweighted,
    rounded,
    vote_of,
    votes_of,
)
from mlexplorer.algorithms.ensembles.boosting_words import (
    DEEPEST,
    End,
    ballot_of,
    end_note,
    guess_notice,
    round_working,
    told,
    vote_lines,
    weight_working,
)
from mlexplorer.algorithms.margins.voting import Ballot
from mlexplorer.algorithms.trees.boxes import joined
from mlexplorer.core import sklearn_lines
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import (
    HasDiscriminant,
    HasLandscape,
    HasPointWeights,
    HasPointWorking,
    HasProbabilities,
    HasReasons,
    HasRegions,
    HasRounds,
    HasThresholds,
    Landscape,
    Reason,
    Term,
)
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid
from mlexplorer.core.model import IsStaged, Knob, Start, Step
from mlexplorer.core.notice import Notice
from mlexplorer.core.numbers import counted, tex_sum, text
from mlexplorer.core.params import param
from mlexplorer.core.region import Region
from mlexplorer.core.source import LARGEST_SEED, stream

MOST_CELLS = 40_000  # cells between the lines of stumps up to which the regions are joined to exact boxes
SHOWN = 4  # votes written out in the equation
TREES = ("learner", ("tree",))


@dataclass(frozen=True, eq=False)
class BoostingPlan:
    """The model, its data and the school that teaches its learners: shared by all steps of a fit."""

    model: "AdaBoost"
    data: Dataset
    school: School


@dataclass(frozen=True, eq=False, kw_only=True)
class VoteStep(
    HasProbabilities, HasPointWeights, HasRounds, HasReasons, exported=("alphas", "errors", "bound", "next_weights")
):
    """The vote after some rounds; the score of a class is the sum of the α of the learners that say it."""

    classes: Labels
    plan: BoostingPlan
    rounds: tuple[Round, ...] = ()
    point_weights: Array  # those the last learner was fitted with
    next_weights: Array  # those the next one is fitted with
    tally: tuple[int, float] | None = None  # mistakes of the vote on the training points, and its least margin
    end: End = ""

    @cached_property
    def alphas(self) -> Array:
        """The weight of each vote."""
        return np.array([item.alpha for item in self.rounds])

    @cached_property
    def errors(self) -> Array:
        """The weight ε of the mistakes of each learner, in its own round."""
        return np.array([item.error for item in self.rounds])

    @cached_property
    def ballots(self) -> tuple[Ballot, ...]:
        """What each learner says, with its error and the weight of its vote."""
        return tuple(ballot_of(item, self.plan.data, self.classes) for item in self.rounds)

    @cached_property
    def factors(self) -> Array:
        """By what each round multiplies the bound: Z = (1 − ε)·e^−α + ε·e^α."""
        return (1 - self.errors) * np.exp(-self.alphas) + self.errors * np.exp(self.alphas)

    @cached_property
    def bound(self) -> float:
        """The product of all Z: the share of training errors of the vote is never larger."""
        return bound_of(self.factors)

    @cached_property
    def votes(self) -> Votes:
        """The votes, ready to be added up anywhere."""
        return votes_of([item.learner for item in self.rounds], self.alphas, len(self.classes))

    def sklearn_form(self) -> sklearn_lines.Lines | None:
        """Return the learners, and their vote."""
        return vote_lines(self.rounds, self.classes)

    def scores(self, points: Array) -> Array:
        """Return the votes for each class at points."""
        return self.votes.at(points)

    def field(self, grid: Grid) -> Array:
        """Return the votes for each class on a grid."""
        return self.votes.on(grid)

    def chances(self, scores: Array) -> Array:
        """Return e^(2·score) of each class, shared out: 1/(1 + e^−2F) for two classes."""
        powers = np.exp(2 * (scores - scores.max(axis=-1, keepdims=True)))
        return powers / powers.sum(axis=-1, keepdims=True)

    @cached_property
    def loss(self) -> float:
        """The mean of e^(α of the wrong learners − α of the right ones) over the points: the bound."""
        return self.bound

    @cached_property
    def measures(self) -> Mapping[str, float]:
        """The training errors and their share, the bound on it, ε and α of the last round, the least voting margin."""
        school, points = self.plan.school, self.plan.data.points
        wrong, margin = self.tally or school.judged(self.scores(points), float(np.abs(self.alphas).sum()))
        found = {"errors": float(wrong), "error rate": wrong / len(self.plan.data), "bound": self.bound}
        if self.rounds:
            found |= {"ε": self.rounds[-1].error, "α": self.rounds[-1].alpha, "least voting margin": margin}
        return found

    @cached_property
    def note(self) -> str:
        """What the last learner says, how wrong it is, and what its vote counts."""
        count = len(self.plan.data)
        said = f"All {counted(count, 'point')} weigh the same, and nobody has voted yet."
        if self.rounds:
            last, sampled = self.rounds[-1], self.plan.model.draw == "resample"
            learner = f"{told(last.learner, self.plan.data, self.classes)}{', taught by a sample,' * sampled}"
            wrong = f"is wrong on {text(100 * last.error)} % of the weight"
            said = f"Round {len(self.rounds)}: {learner} {wrong}, so its vote counts α = {text(last.alpha)}."
        return f"{said} {end_note(self.end, int(self.measures['errors']), count)}" if self.end else said

    @cached_property
    def working(self) -> tuple[str, ...]:
        """From ε to α, to the new weights, to the bound."""
        count = len(self.plan.data)
        if not self.rounds:
            return (f"weight of each point = 1/{count} = {text(1 / count)}",)
        asked = (self.plan.model.rate, len(self.classes), count)
        return round_working(self.rounds[-1], float(self.factors[-1]), self.bound, asked)

    @cached_property
    def equation(self) -> str:
        """The vote with its numbers, the first few of them."""
        parts = [(alpha, f"h_{{{k}}}") for k, alpha in enumerate(self.alphas[:SHOWN].tolist(), 1)]
        more = r" + \ldots" if len(self.alphas) > SHOWN else ""
        return rf"F(\mathbf{{x}}) = {tex_sum(parts)}{more}"

    @cached_property
    def notice(self) -> Notice | None:
        """A fit that stopped because no learner was better than guessing."""
        model = self.plan.model
        return guess_notice(len(self.rounds), model.learner, model.depth) if self.end == "chance" else None

    def reasons(self, point: Array) -> tuple[Reason, ...]:
        """Return the votes for each class."""
        said = self._said(point)
        return tuple(
            self._reason(f"votes for {self.plan.data.class_names[label]}", said, [float(k == column) for k in said])
            for column, label in enumerate(self.classes)
        )

    def _said(self, point: Array) -> list[int]:
        """Return the class each learner says at a place, as columns."""
        return [int(item.learner.says(point[None])[0]) for item in self.rounds]

    def _reason(self, label: str, said: list[int], signs: list[float]) -> Reason:
        """Return a sum of ±α or of 0 and α, those that count."""
        votes = rounded(self.alphas).tolist()
        terms = [
            Term(f"round {number}: {self.plan.data.class_names[self.classes[column]]}, α = {text(vote)}", sign * vote)
            for number, (column, sign, vote) in enumerate(zip(said, signs, votes, strict=True), 1)
            if sign
        ]
        return Reason(label, tuple(terms), math.fsum(term.value for term in terms))


@dataclass(frozen=True, eq=False, kw_only=True)
class TwoClassVoteStep(VoteStep, HasDiscriminant):
    """The vote between two classes: F = Σ α·h with h = −1 for the first class and +1 for the second."""

    def discriminant(self, points: Array) -> Array:
        """Return F at points."""
        return self.votes.at(points)[:, 0]

    def discriminant_field(self, grid: Grid) -> Array:
        """Return F on a grid."""
        return self.votes.on(grid)[:, :, 0]

    def scores(self, points: Array) -> Array:
        """Return (−F/2, +F/2) at points."""
        return HasDiscriminant.scores(self, points)

    def field(self, grid: Grid) -> Array:
        """Return (−F/2, +F/2) on a grid."""
        return HasDiscriminant.field(self, grid)

    def reasons(self, point: Array) -> tuple[Reason, ...]:
        """Return the vote of each learner, with its sign."""
        said = self._said(point)
        return (self._reason("F = Σ α·h", said, [2.0 * column - 1 for column in said]),)


@dataclass(frozen=True, eq=False, kw_only=True)
class RoundStep(VoteStep, HasLandscape, HasPointWorking):
    """The vote after at least one round; its landscape is the bound as a function of the last α."""

    def landscape(self, data: Dataset) -> Landscape:
        """Return the bound before the round times (1 − ε)·e^−α + ε·e^α."""
        del data
        before, error = bound_of(self.factors[:-1]), self.rounds[-1].error
        return Landscape(
            ("α",),
            np.array([self.rounds[-1].alpha]),
            lambda places: before * ((1 - error) * np.exp(-places[:, 0]) + error * np.exp(places[:, 0])),
            lambda place: self.voting(float(place[0])),
            lambda place: before * (error * np.exp(place) - (1 - error) * np.exp(-place)),
            "Exponential loss",
        )

    def working_at(self, row: int) -> tuple[str, ...]:
        """Return how the weight of a training row changes in this round."""
        said = int(self.rounds[-1].learner.says(self.plan.data.points[[row]])[0])
        names = [self.plan.data.class_names[label] for label in self.classes[[said, self.plan.school.columns[row]]]]
        weights = float(self.point_weights[row]), float(self.next_weights[row])
        return weight_working(self.rounds[-1], names[0], names[1], weights)

    def voting(self, alpha: float) -> "RoundStep":
        """Return this step with another weight of the last vote."""
        last = self.rounds[-1]
        wrong = last.learner.says(self.plan.data.points) != self.plan.school.columns
        after = reweighted(self.point_weights, wrong, alpha)
        rounds = (*self.rounds[:-1], replace(last, alpha=alpha))
        return replace(self, rounds=rounds, next_weights=after, tally=None, end="")


@dataclass(frozen=True, eq=False, kw_only=True)
class TwoClassRoundStep(RoundStep, TwoClassVoteStep):
    """The vote between two classes after at least one round."""


@dataclass(frozen=True, eq=False, kw_only=True)
class StumpVoteStep(VoteStep, HasRegions, HasThresholds):
    """The vote of stumps: exact boxes between their lines."""

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """The boxes between the lines of the stumps, joined where neighbours agree."""
        assert isinstance(self.votes, StumpVotes)
        sums = outer(*self.votes.stairs)
        columns = (sums[:, :, 0] > 0).astype(np.intp) if len(self.classes) == 2 else sums.argmax(axis=2)
        boxes = joined(*self.votes.lines, self.classes[columns])
        return tuple(Region.box(*box, label) for box, label in boxes)

    def thresholds(self, feature: int) -> tuple[Array, Array]:
        """Return what a stump at every threshold of a feature would have cost in this round."""
        return self.plan.school.staircase(self.point_weights).curve(feature)


@dataclass(frozen=True, eq=False, kw_only=True)
class StumpRoundStep(StumpVoteStep, RoundStep):
    """The vote of stumps after at least one round."""


@dataclass(frozen=True, eq=False, kw_only=True)
class TwoClassStumpRoundStep(StumpVoteStep, RoundStep, TwoClassVoteStep):
    """The vote of stumps between two classes."""


@dataclass(frozen=True)
class AdaBoost(IsStaged):
    """Lets many weak learners vote, each trained to mend the mistakes of those before it.

    All points begin with the weight 1/n. Each round fits a tree of the given depth (1: a stump) to the weights, with
    the mistakes ε = Σ of the weights it gets wrong; its vote is α = rate · ½·(ln((1 − ε)/ε) + ln(K − 1)) for K classes
    (SAMME); then the weights of wrong points are multiplied by e^2α and all are divided by their sum. ε = 0 ends the
    fit, with ε counted as 1/(2n) for α; ε ≥ 1 − 1/K ends it without that round. The score of a class is the sum of the
    α of the learners that say it; for two classes F = Σ α·h with h = ±1. Probabilities are e^(2·score), shared out:
    1/(1 + e^−2F) for two classes. Learners may be lines too, by least squares of ±1 or logistic regression of weighted
    points (many classes: a line each); with samples each is taught by n points drawn with the weights as chances, again
    up to 20 times while it is no better than guessing. A voting margin is how much more of Σ α the own class of a point
    has than any other. The share of training errors is at most Π ((1 − ε)·e^−α + ε·e^α), which for two
    classes and rate 1 is Π 2·√(ε(1 − ε)), and which is also the loss. Ties are decided as in a decision tree.
    """

    title = "AdaBoost"
    family = "Ensembles"
    most_points, length = 20_000, "rounds"  # every round keeps a weight for each point
    watch = (
        "Step through the rounds: wrong points grow until a learner listens to them. Points that can never be right "
        "keep growing: noise is what boosting cannot ignore. The bound falls fast, the test errors say when to stop."
    )

    rounds: int = param(50, "Rounds", "How many learners vote at most", low=1, high=1000, scale="log")
    learner: str = param(
        "tree",
        "Learner",
        "What each round fits",
        choices=("tree", "logistic", "line"),
        titles=("Trees", "Logistic regressions", "Least-squares lines"),
    )
    depth: int = param(
        1, "Depth", "How many questions a tree may ask in a row; 1: a stump", low=1, high=DEEPEST, shown_when=TREES
    )
    criterion: str = param(
        "error",
        "Criterion",
        "What each tree makes small",
        choices=("error", "gini", "entropy"),
        titles=("Errors", "Gini", "Entropy"),
        shown_when=TREES,
    )
    rate: float = param(1.0, "Learning rate", "Shrinks every vote", low=0.01, high=2.0, scale="log")
    draw: str = param(
        "weights",
        "Weights",
        "How a learner hears of the weights: as they are, or as the chances of a random sample",
        choices=("weights", "resample"),
        titles=("Used as they are", "Drawn as a sample"),
    )
    seed: int = param(
        0, "Seed", "Another seed draws other samples", low=0, high=LARGEST_SEED, shown_when=("draw", ("resample",))
    )

    def knobs(self) -> tuple[Knob, ...]:
        """Return how many learners vote, and how much each tree may ask."""
        depth = (Knob("depth", tuple(range(1, DEEPEST + 1))),) if self.learner == "tree" else ()
        return Knob("rounds", (1, 2, 3, 5, 10, 20, 30, 50, 100, 200)), *depth

    def learn(self, data: Dataset, start: Start | None) -> Iterator[Step | None]:
        """Yield equal weights, then the vote after each round."""
        del start
        plan = BoostingPlan(self, data, School.of(data, self.criterion, self.depth, self.learner))
        weights = np.full(len(data), 1 / len(data))
        kind = TwoClassVoteStep if plan.school.count == 2 else VoteStep
        step: VoteStep = kind(classes=data.classes, plan=plan, point_weights=weights, next_weights=weights)
        tally, lines = Tally(plan.school), (set[float](), set[float]())
        end: End = "rounds"
        while len(step.rounds) < self.rounds and end == "rounds":
            after = self._round(step, tally, lines)
            if after is None:
                return (yield replace(step, end="chance"))
            yield step
            step, end = after, "rounds" if after.rounds[-1].error > 0 else "perfect"
        yield replace(step, end=end)

    def _round(self, before: VoteStep, tally: Tally, lines: tuple[set[float], set[float]]) -> VoteStep | None:
        """Return the step after one more round, or None if no learner is better than guessing."""
        school, weights = before.plan.school, before.next_weights
        random = stream(self.seed, before.iteration) if self.draw == "resample" else None
        learner, said, error = school.best(weights, random)
        if school.is_guess(error):
            return None
        alpha = self.rate * vote_of(error, school.count, len(weights))
        if isinstance(learner, Stump):
            lines[learner.feature].add(learner.threshold)
        exact = isinstance(learner, Stump) and (len(lines[0]) + 1) * (len(lines[1]) + 1) <= MOST_CELLS
        return KINDS[school.count == 2][exact](
            iteration=before.iteration + 1,
            classes=before.classes,
            plan=before.plan,
            rounds=(*before.rounds, Round(learner, error, alpha)),
            point_weights=weights,
            next_weights=reweighted(weights, said != school.columns, alpha),
            tally=tally.add(said, alpha),
        )


KINDS = ((RoundStep, StumpRoundStep), (TwoClassRoundStep, TwoClassStumpRoundStep))  # two classes, exact regions
