"""k nearest neighbours: the points nearby vote."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import Self

import numpy as np

from mlexplorer.algorithms.neighbours import neighbour_field
from mlexplorer.algorithms.neighbours.cells import cells
from mlexplorer.algorithms.neighbours.distances import EUCLIDEAN, Distance, mahalanobis
from mlexplorer.algorithms.neighbours.many_votes import ManyVotes
from mlexplorer.algorithms.neighbours.nearest import BONUS, Neighbours, without_own
from mlexplorer.core import sklearn_lines
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import (
    HasNeighbours,
    HasProbabilities,
    HasReasons,
    HasRegions,
    Reason,
    Term,
)
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid
from mlexplorer.core.model import CanSweep, Knob, Start, Step
from mlexplorer.core.notice import Notice, Remedy
from mlexplorer.core.numbers import counted, text
from mlexplorer.core.params import param
from mlexplorer.core.region import Region
from mlexplorer.core.study.many_fits import CanFitMany, ManyFits, Samples

METRICS = ("euclidean", "manhattan", "chebyshev", "mahalanobis")
METRIC_TITLES = ("Euclidean", "Manhattan (city blocks)", "Chebyshev (larger side)", "Mahalanobis (by spread)")
VOTES = ("equal", "distance", "squared")
VOTE_TITLES = ("All alike", "1 / distance", "1 / squared distance")
MANY = 60_000  # neighbours of all points: beyond these the errors are left to others
POWERS = {"equal": "", "distance": "d_i", "squared": "d_i^2"}
KNOB = (1, 3, 5, 7, 9, 11, 15, 21, 31, 45)  # values of k worth trying: odd, so that two classes do not tie


WEIGHINGS = {  # in Python, of distances in order
    "equal": "lambda away: np.ones_like(away) + 1e-6 * 0.5 ** np.arange(away.shape[1])  # a tie goes to the nearest",
    "distance": "lambda away: 1 / np.maximum(away, 1e-300)",
    "squared": "lambda away: 1 / np.maximum(away, 1e-150) ** 2",
}


@dataclass(frozen=True, eq=False, kw_only=True)
class NeighboursStep(HasNeighbours, HasProbabilities, HasReasons):
    """The stored points, ready to vote; scores are shares of the vote, the winner of a tie with a trace more."""

    classes: Labels
    data: Dataset
    model: "NearestNeighbours"
    voters: Neighbours

    def sklearn_form(self) -> sklearn_lines.Lines | None:
        """Return a classifier of neighbours with these votes and this distance."""
        metric = f'metric="{self.model.metric}"'
        if self.model.metric == "mahalanobis":
            metric += ', metric_params={"VI": np.linalg.inv(np.cov(points[training].T))}, algorithm="brute"'
        made = f"KNeighborsClassifier(min({self.model.k!r}, int(training.sum())), weights=votes, {metric})"
        votes = f"votes = {WEIGHINGS[self.model.votes]}"
        return sklearn_lines.fitted("sklearn.neighbors.KNeighborsClassifier", made, [votes])

    def scores(self, points: Array) -> Array:
        """Return the shares of the vote."""
        return self.voters.shares(points)

    def field(self, grid: Grid) -> Array:
        """Return the shares of the vote on a grid, searching once for many places."""
        return neighbour_field.field(self.voters, grid)

    def chances(self, scores: Array) -> Array:
        """Return the shares, adding up to 1."""
        return scores / reduce(np.add, np.moveaxis(scores, -1, 0))[..., None]

    def neighbours(self, points: Array) -> tuple[Array, Labels]:
        """Return the distances and rows of the voters at each place."""
        gaps, rows = self.voters.nearest(points)
        return self.voters.distance.lengths(gaps), rows

    def lengths(self, ways: Array) -> Array:
        """Return how long ways are by the distance of the model."""
        distance = self.voters.distance
        return distance.lengths(distance.gaps(*distance.places(ways).T))

    def reasons(self, point: Array) -> tuple[Reason, ...]:
        """Return the votes for each class, and the trace that decides a tie."""
        gaps, rows = self.voters.nearest(point[None])
        distances, weights = self.voters.distance.lengths(gaps[0]), self.voters.weights(gaps)[0]
        votes = [
            Term(f"neighbour {number + 1}, distance {text(distances[number])}", float(share), int(rows[0, number]))
            for number, share in enumerate(weights / weights.sum())
        ]
        columns, scores = self.voters.columns[rows[0]], self.scores(point[None])[0]
        return tuple(
            self._reason(int(label), [vote for vote, own in zip(votes, columns == column, strict=True) if own], score)
            for column, (label, score) in enumerate(zip(self.classes, scores, strict=True))
        )

    def _reason(self, label: int, votes: list[Term], score: float) -> Reason:
        note = f"{counted(len(votes), 'vote')} of {self.voters.k}"
        if score - sum(vote.value for vote in votes) > BONUS / 2:
            votes = [*votes, Term("a tie: it has the nearest neighbour of those tied", BONUS, words="decides")]
        return Reason(self.data.class_names[label], tuple(votes), float(score), note)

    @cached_property
    def measures(self) -> Mapping[str, float]:
        """How many points get another class than their own, with and without a vote for themselves.

        Only told where it is found quickly.
        """
        count = min(self.voters.k, len(self.data) - 1)
        if not count or (count + 1) * len(self.data) > MANY:
            return {}
        gaps, rows = self.voters.with_k(count + 1).nearest(self.data.points)
        with_own = gaps[:, : self.voters.k], rows[:, : self.voters.k]
        return {"errors": self._errors(*with_own), "left-out errors": self._errors(*without_own(gaps, rows))}

    @cached_property
    def note(self) -> str:
        """What is done at each place."""
        if self.voters.k == 1:
            return f"Nothing is learned: each place takes the class of the nearest of {len(self.data)} points."
        if self.voters.k == len(self.data):
            return f"All {self.voters.k} points vote everywhere{self._how()}."
        who = f"the {self.voters.k} nearest of {len(self.data)} points"
        return f"Nothing is learned: at each place {who} vote{self._how()}."

    @cached_property
    def notice(self) -> Notice | None:
        """Too few points for k, or for the Mahalanobis distance."""
        if self.model.k > len(self.data):
            sentence = f"k is {self.model.k}, but there are only {counted(len(self.data), 'point')}: all of them vote."
            return Notice(sentence, Remedy(f"Use k = {len(self.data)}", {"k": len(self.data)}))
        if self.model.metric == "mahalanobis" and self.voters.distance == EUCLIDEAN:
            sentence = "The points spread in one direction only, so the Mahalanobis distance has no meaning here:"
            return Notice(f"{sentence} the Euclidean one is used.", Remedy("Use Euclidean", {"metric": "euclidean"}))
        return None

    @cached_property
    def equation(self) -> str:
        """The share of a class."""
        near, power = rf"i \in N_{{{self.voters.k}}}(\mathbf{{x}})", POWERS[self.voters.votes]
        if not power:
            return rf"p_c(\mathbf{{x}}) = \frac{{1}}{{{self.voters.k}}} \sum_{{{near}}} [y_i = c]"
        return rf"p_c(\mathbf{{x}}) = \frac{{\sum_{{{near}}} [y_i = c] / {power}}}{{\sum_{{{near}}} 1 / {power}}}"

    def _how(self) -> str:
        return "" if self.voters.votes == "equal" else ", near ones counting more"

    def _errors(self, gaps: Array, rows: Labels) -> float:
        """Return how many training rows are outvoted by these neighbours."""
        shares = self.voters.shared(gaps, self.voters.columns[rows])
        return float(np.count_nonzero(shares.argmax(axis=1) != self.voters.columns))


@dataclass(frozen=True, eq=False, kw_only=True)
class NearestStep(NeighboursStep, HasRegions):
    """One neighbour and Euclidean distance: each point rules its own cell."""

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """The cell of each point."""
        return cells(self.data.points, self.data.labels)


@dataclass(frozen=True)
class NearestNeighbours(CanSweep, CanFitMany):
    """Each place takes the class most common among the k nearest points.

    Share of class c at x: Σ wᵢ[yᵢ = c] / Σ wᵢ over the k nearest points i, with wᵢ = 1, 1/dᵢ or 1/dᵢ². Points at
    distance 0 alone vote when votes are weighted. Of points equally far the lower rows come first. A tied vote goes to
    the nearest member of the tied classes; its score is 1e-9 above its share. Mahalanobis: d² = (x−z)ᵀΣ⁻¹(x−z) with
    the covariance Σ of all training points, divisor n − 1. If there are fewer than k points, all of them vote.
    """

    title = "Nearest neighbours"
    family = "Neighbours"
    watch = (
        "With one neighbour every point rules its own cell and no training point is wrong. More neighbours smooth "
        "the boundary; watch the test errors, and what a change of units does to the distances."
    )

    k: int = param(
        5,
        "Neighbours k",
        "How many of the nearest points vote: more is smoother",
        low=1,
        high=200,
        scale="log",
        ends=("follows every point", "smooth"),
    )
    metric: str = param("euclidean", "Distance", "What counts as near", choices=METRICS, titles=METRIC_TITLES)
    votes: str = param("equal", "Votes", "Whether nearer points count more", choices=VOTES, titles=VOTE_TITLES)

    def knobs(self) -> tuple[Knob, ...]:
        """Return k: few neighbours follow every point."""
        return (Knob("k", KNOB, rising=False),)

    def learn(self, data: Dataset, start: Start | None) -> Iterator[Step]:
        """Yield the one step: to store the points."""
        del start
        yield self._step(data, self._voters(data))

    def shares(self, name: str) -> bool:
        """Return True for k: the nearest of many are the first of them."""
        return name == "k"

    def sweep(self, data: Dataset, models: Sequence[Self]) -> Iterator[Step | None]:
        """Yield the step of each k."""
        (first,) = self.learn(data, None)
        assert isinstance(first, NeighboursStep)
        for model in models:
            yield model._step(data, first.voters.with_k(min(model.k, len(data))))

    def scores_of(self, steps: Sequence[Step], points: Array) -> Iterator[Array]:
        """Yield the shares of the vote for each k: the neighbours are sought once, for the largest."""
        voters = [step.voters for step in steps if isinstance(step, NeighboursStep)]
        gaps, rows = max(voters, key=lambda item: item.k).nearest(points)
        columns = voters[0].columns[rows]
        running = (
            np.cumsum(columns[..., None] == np.arange(voters[0].classes), axis=1) if self.votes == "equal" else None
        )
        for item in voters:
            some = gaps[:, : item.k], columns[:, : item.k]
            yield item.shared(*some) if running is None else item.decided(running[:, item.k - 1] / item.k, *some)

    def shares_samples(self, data: Dataset) -> bool:
        """Return True unless the distance itself is learned from the points."""
        del data
        return self.metric != "mahalanobis"

    def fit_many(self, samples: Samples) -> Generator[None, None, ManyFits]:
        """Return the fits to samples: the neighbours among all points, of which a sample has some."""
        yield None
        return ManyVotes(self, samples, self._voters(samples.data))

    def _voters(self, data: Dataset) -> Neighbours:
        distance = mahalanobis(data.points) if self.metric == "mahalanobis" else Distance(self.metric)
        return Neighbours(
            points=data.points,
            columns=data.columns,
            classes=len(data.classes),
            k=min(self.k, len(data)),
            distance=distance or EUCLIDEAN,
            votes=self.votes,
        )

    def _step(self, data: Dataset, voters: Neighbours) -> NeighboursStep:
        kind = NearestStep if voters.k == 1 and voters.distance == EUCLIDEAN else NeighboursStep
        return kind(classes=data.classes, data=data, model=self, voters=voters)
