"""AdaBoost: many small trees, each taught the mistakes of those before, and a weighted vote."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np

from mlexplorer.algorithms.ensembles.boosting import (
    Learner,
    Round,
    School,
    Stump,
    StumpVotes,
    Tally,
    TreeVotes,
    coding,
    outer,
    reweighted,
    rounded,
    weight_working,
)
from mlexplorer.algorithms.margins.voting import Ballot
from mlexplorer.algorithms.trees.boxes import joined
from mlexplorer.algorithms.trees.growing import Grown
from mlexplorer.algorithms.trees.splits import TIE
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
from mlexplorer.core.notice import Notice, Remedy
from mlexplorer.core.numbers import counted, tex_sum, text
from mlexplorer.core.params import param
from mlexplorer.core.region import Region

MOST_CELLS = 40_000  # cells between the lines of stumps up to which the regions are joined to exact boxes
SHOWN, DEEPEST = 4, 5  # votes written out in the equation; questions in a row
End = Literal["", "rounds", "perfect", "chance"]


@dataclass(frozen=True, eq=False)
class BoostingPlan:
    """The model, its data and the school that teaches its learners: shared by all steps of a fit."""

    model: "AdaBoost"
    data: Dataset
    school: School


@dataclass(frozen=True, eq=False, kw_only=True)
class VoteStep(HasProbabilities, HasPointWeights, HasRounds, HasReasons):
    """The vote after some rounds; the score of a class is the sum of the α of the learners that say it."""

    classes: Labels
    plan: BoostingPlan
    rounds: tuple[Round, ...] = ()
    point_weights: Array  # those the last learner was fitted with
    next_weights: Array  # those the next one is fitted with
    mistakes: int = -1  # of the vote on the training points; −1 if nobody has counted yet
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
        return tuple(self._ballot(item) for item in self.rounds)

    def _ballot(self, item: Round) -> Ballot:
        words = self._told(item.learner).strip("“”").replace(", above is ", ", else ").replace(" is ", ": ")
        cut = (item.learner.feature, item.learner.threshold) if isinstance(item.learner, Stump) else ()
        return Ballot(words, item.error, item.alpha, *cut)

    @cached_property
    def factors(self) -> Array:
        """By what each round multiplies the bound: Z = (1 − ε)·e^−α + ε·e^α."""
        return (1 - self.errors) * np.exp(-self.alphas) + self.errors * np.exp(self.alphas)

    @cached_property
    def bound(self) -> float:
        """The product of all Z: the share of training errors of the vote is never larger."""
        return float(np.prod(self.factors))

    @cached_property
    def votes(self) -> StumpVotes | TreeVotes:
        """The votes, ready to be added up anywhere."""
        learners, code = [item.learner for item in self.rounds], coding(len(self.classes))
        if self.plan.model.depth == 1 or not learners:
            return StumpVotes(tuple(item for item in learners if isinstance(item, Stump)), rounded(self.alphas), code)
        return TreeVotes(tuple(item for item in learners if isinstance(item, Grown)), rounded(self.alphas), code)

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
        """The training errors and their share, the bound on it, and ε and α of the last round."""
        data = self.plan.data
        wrong = float(self.mistakes if self.mistakes >= 0 else (self.predict(data.points) != data.labels).sum())
        last = {"ε": self.rounds[-1].error, "α": self.rounds[-1].alpha} if self.rounds else {}
        return {"errors": wrong, "error rate": wrong / len(data), "bound": self.bound, **last}

    @cached_property
    def note(self) -> str:
        """What the last learner says, how wrong it is, and what its vote counts."""
        count = counted(len(self.plan.data), "point")
        said = f"All {count} weigh the same, and nobody has voted yet."
        if self.rounds:
            last = self.rounds[-1]
            wrong = f"{self._told(last.learner)} is wrong on {text(100 * last.error)} % of the weight"
            said = f"Round {len(self.rounds)}: {wrong}, so its vote counts α = {text(last.alpha)}."
        return f"{said} {self._end_note}" if self.end else said

    @property
    def _end_note(self) -> str:
        count, wrong = len(self.plan.data), int(self.measures["errors"])
        why = {
            "rounds": "All rounds are done",
            "perfect": f"It makes no mistake, so boosting ends, with ε counted as 1/{2 * count}",
            "chance": "The next learner would be no better than guessing, so boosting ends",
        }[self.end]
        return f"{why}: the vote gets {wrong or 'none'} of {counted(count, 'point')} wrong."

    def _told(self, learner: Learner) -> str:
        if isinstance(learner, Grown):
            return f"a tree of {counted(int((learner.feature < 0).sum()), 'leaf', 'leaves')}"
        low, high = (self.plan.data.class_names[self.classes[column]] for column in (learner.low, learner.high))
        test = f"{self.plan.data.names[learner.feature]} ≤ {text(learner.threshold)}"
        return f"“{test} is {low}, above is {high}”"

    @cached_property
    def working(self) -> tuple[str, ...]:
        """From ε to α, to the new weights, to the bound."""
        count = len(self.plan.data)
        if not self.rounds:
            return (f"weight of each point = 1/{count} = {text(1 / count)}",)
        error, alpha, rate = self.rounds[-1].error, self.rounds[-1].alpha, self.plan.model.rate
        logs = "ln((1 − {0})/{0})".format(text(error or 0.5 / count))
        logs = logs if len(self.classes) == 2 else f"({logs} + ln({len(self.classes) - 1}))"
        return (
            f"ε = sum of the weights of the points it gets wrong = {text(error)}",
            f"α = {'' if rate == 1 else text(rate) + '·'}½·{logs} = {text(alpha)}",
            f"Z = (1 − ε)·e^−α + ε·e^α = {text(self.factors[-1])}",
            f"weights of wrong points × e^α/Z = {text(math.exp(alpha) / self.factors[-1])}, "
            f"of right ones × e^−α/Z = {text(math.exp(-alpha) / self.factors[-1])}",
            f"bound on the share of training errors = product of all Z = {text(self.bound)}",
        )

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
        if self.end != "chance":
            return None
        said = f"After {counted(len(self.rounds), 'round')} no learner of depth {model.depth} is better than guessing."
        deeper = Remedy("Use deeper trees", {"depth": model.depth + 1}) if model.depth < DEEPEST else None
        return Notice(said, deeper)

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
        before, error = float(np.prod(self.factors[:-1])), self.rounds[-1].error
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
        own = int(self.plan.school.columns[row])
        names = [self.plan.data.class_names[self.classes[column]] for column in (said, own)]
        weights = float(self.point_weights[row]), float(self.next_weights[row])
        return weight_working(self.rounds[-1], names[0], names[1], weights)

    def voting(self, alpha: float) -> "RoundStep":
        """Return this step with another weight of the last vote."""
        last = self.rounds[-1]
        wrong = last.learner.says(self.plan.data.points) != self.plan.school.columns
        after = reweighted(self.point_weights, wrong, alpha)
        return replace(
            self, rounds=(*self.rounds[:-1], replace(last, alpha=alpha)), next_weights=after, mistakes=-1, end=""
        )


@dataclass(frozen=True, eq=False, kw_only=True)
class TwoClassRoundStep(RoundStep, TwoClassVoteStep):
    """The vote between two classes after at least one round."""


@dataclass(frozen=True, eq=False, kw_only=True)
class StumpRoundStep(RoundStep, HasRegions, HasThresholds):
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
class TwoClassStumpRoundStep(StumpRoundStep, TwoClassRoundStep):
    """The vote of stumps between two classes."""


@dataclass(frozen=True)
class AdaBoost(IsStaged):
    """Lets many weak learners vote, each trained to mend the mistakes of those before it.

    All points begin with the weight 1/n. Each round fits a tree of the given depth (1: a stump) to the weights, with
    the mistakes ε = Σ of the weights it gets wrong; its vote is α = rate · ½·(ln((1 − ε)/ε) + ln(K − 1)) for K classes
    (SAMME); then the weights of wrong points are multiplied by e^2α and all are divided by their sum. ε = 0 ends the
    fit, with ε counted as 1/(2n) for α; ε ≥ 1 − 1/K ends it without that round. The score of a class is the sum of the
    α of the learners that say it; for two classes F = Σ α·h with h = ±1. Probabilities are e^(2·score), shared out:
    1/(1 + e^−2F) for two classes. The share of training errors is at most Π ((1 − ε)·e^−α + ε·e^α), which for two
    classes and rate 1 is Π 2·√(ε(1 − ε)), and which is also the loss. Ties are decided as in a decision tree.
    """

    title = "AdaBoost"
    family = "Ensembles"
    most_points = 20_000  # every round keeps a weight for each
    watch = (
        "Step through the rounds: wrong points grow until a learner listens to them. Points that can never be "
        "right keep growing: noise is what boosting cannot ignore. The bound falls fast, the test errors tell when "
        "it is enough."
    )

    rounds: int = param(50, "Rounds", "How many learners vote at most", low=1, high=1000, scale="log")
    depth: int = param(1, "Depth", "How many questions each learner may ask in a row; 1: a stump", low=1, high=DEEPEST)
    criterion: str = param(
        "error",
        "Criterion",
        "What each learner makes small",
        choices=("error", "gini", "entropy"),
        titles=("Errors", "Gini", "Entropy"),
    )
    rate: float = param(1.0, "Learning rate", "Shrinks every vote", low=0.01, high=2.0, scale="log")

    def knobs(self) -> tuple[Knob, ...]:
        """Return how many learners vote, and how much each may ask."""
        return Knob("rounds", (1, 2, 3, 5, 10, 20, 30, 50, 100, 200)), Knob("depth", tuple(range(1, DEEPEST + 1)))

    def learn(self, data: Dataset, start: Start | None) -> Iterator[Step | None]:
        """Yield equal weights, then the vote after each round."""
        del start
        plan = BoostingPlan(self, data, School.of(data, self.criterion, self.depth))
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
        learner, said = school.taught(weights)
        wrong = said != school.columns
        error = float(weights @ wrong)
        if error >= 1 - 1 / school.count - TIE:
            return None
        counted_error = error if error > 0 else 0.5 / len(weights)
        alpha = self.rate * 0.5 * (math.log((1 - counted_error) / counted_error) + math.log(school.count - 1))
        if isinstance(learner, Stump):
            lines[learner.feature].add(learner.threshold)
        exact = self.depth == 1 and (len(lines[0]) + 1) * (len(lines[1]) + 1) <= MOST_CELLS
        return KINDS[school.count == 2, exact](
            iteration=before.iteration + 1,
            classes=before.classes,
            plan=before.plan,
            rounds=(*before.rounds, Round(learner, error, alpha)),
            point_weights=weights,
            next_weights=reweighted(weights, wrong, alpha),
            mistakes=tally.add(said, alpha),
        )


KINDS: dict[tuple[bool, bool], type[RoundStep]] = {  # two classes, exact regions
    (False, False): RoundStep,
    (False, True): StumpRoundStep,
    (True, False): TwoClassRoundStep,
    (True, True): TwoClassStumpRoundStep,
}
