"""Junk features: columns of noise beside the two real ones, and who is confused by them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from mlexplorer.algorithms.descent.wide_logit import likeliest
from mlexplorer.algorithms.neighbours.wide_votes import voted
from mlexplorer.core.arrays import Array, Labels, Mask
from mlexplorer.core.data import Dataset
from mlexplorer.core.numbers import counted
from mlexplorer.core.params import param
from mlexplorer.core.source import LARGEST_SEED, stream
from mlexplorer.core.study import Chart, Cost, Result, Series, Study, Task, points_param
from mlexplorer.judging.costs import WRONG
from mlexplorer.judging.folds import deal
from mlexplorer.judging.trials import number

METHODS = ("nearest neighbours", "logistic")


@dataclass(frozen=True, eq=False)
class JunkErrors(Result):
    """The share wrong on unseen points of each method (rows) for each number of junk features."""

    counts: Labels
    errors: Array  # (methods, counts): NaN where they are not known yet
    k: int

    @property
    def sentence(self) -> str:
        """What the junk did to each method, from none to the most that is known."""
        known = np.flatnonzero(np.isfinite(self.errors).all(axis=0))
        if len(known) < 2:
            return "Too few numbers of junk features are known to compare them."
        first, last = self.errors[:, known[0]], self.errors[:, known[-1]]
        told = [
            f"{name} from {WRONG.words(a)} to {WRONG.words(b)}" for name, a, b in zip(METHODS, first, last, strict=True)
        ]
        rise = last - first
        end = (
            "distances count every feature alike, weights can ignore some"
            if rise[0] > rise[1]
            else "with so few points even weights follow the noise"
        )
        return (
            f"With {counted(int(self.counts[known[-1]]), 'junk feature')} the errors go: {told[0]}, {told[1]}; {end}."
        )

    @property
    def facts(self) -> Mapping[str, str]:
        """The errors of both methods without and with most junk, and k."""
        found = {
            f"{counted(int(self.counts[index]), 'junk feature')}": ", ".join(
                f"{name} {WRONG.words(error)}" for name, error in zip(METHODS, self.errors[:, index], strict=True)
            )
            for index in (0, len(self.counts) - 1)
        }
        return {**found, "Neighbours k": str(self.k)}

    @property
    def charts(self) -> tuple[Chart, ...]:
        """The errors against the number of junk features."""
        places = self.counts.astype(np.float64)
        lines = [Series(name, places, WRONG.shown(row)) for name, row in zip(METHODS, self.errors, strict=True)]
        return (Chart(WRONG.title, ("junk features", WRONG.axis), tuple(lines)),)

    @property
    def numbers(self) -> Mapping[str, object]:
        """The numbers of junk features and the errors of each method."""
        rows = zip(METHODS, self.errors, strict=True)
        return {"counts": self.counts.tolist()} | {
            name.replace(" ", "_"): [number(error) for error in row] for name, row in rows
        }


@dataclass(frozen=True)
class Junk(Study):
    """Puts columns of pure noise beside the two features and shows how neighbours and a logistic line suffer."""

    title = "Junk features"
    family = "Errors"

    most: int = param(20, "Junk features", "How many columns of noise are added at most", low=1, high=200, scale="log")
    folds: int = param(10, "Folds", "Parts of the points on which the fits are judged in turn", low=2, high=1000)
    k: int = param(
        5, "Neighbours k", "How many neighbours vote, unless the model is Nearest neighbours", low=1, high=50
    )
    penalty: float = param(
        1.0, "Penalty", "The price of large weights of the line", low=0.001, high=1000.0, scale="log"
    )
    seed: int = param(0, "Seed", "Another seed draws other noise and folds", low=0, high=LARGEST_SEED)
    points: int = points_param()

    def refusal(self, task: Task) -> str:
        """Return a sentence where there are no classes to tell apart, or too few points."""
        part = task.learnable(self.points)
        if task.model.task != "classify" or len(part.classes) < 2 or len(part) < 4:
            return "Junk features need a model that tells classes apart, two classes and four points."
        return ""

    def cost(self, task: Task) -> Cost:
        """Return two fits for each number of junk features and fold."""
        part = task.learnable(self.points)
        return Cost(2 * len(self._counts()) * self._folds(part), len(part), len(task.model.learnable(task.data)))

    def run(self, task: Task) -> Iterator[Result | None]:
        """Yield the errors after each number of junk features, from none to the most."""
        part, counts = task.learnable(self.points), self._counts()
        k = int(task.model.values().get("k", self.k)) if task.model.public_name() == "knn" else self.k
        dealt = deal(part.ids, self._folds(part), self.seed, 0, part.labels)
        rows = np.hstack([part.points, stream(self.seed, 1).standard_normal((len(part), self.most))])
        columns = part.columns
        errors = np.full((2, len(counts)), np.nan)
        for index, count in enumerate(counts.tolist()):
            wrong = np.zeros(2)
            for fold in range(self._folds(part)):
                wrong += self._wrong(rows[:, : 2 + count], columns, dealt == fold, k)
                yield None
            errors[:, index] = wrong / len(part)
            yield JunkErrors((index + 1) / len(counts), counts, errors.copy(), k)

    def _wrong(self, rows: Array, columns: Labels, left: Mask, k: int) -> Array:
        """Return how many points of a fold that was left out each method gets wrong; all features on one scale."""
        seen = rows[~left]
        scale = seen.std(axis=0)
        rows = (rows - seen.mean(axis=0)) / np.where(scale > 0, scale, 1.0)
        answers = (
            voted(rows[~left], columns[~left], rows[left], k),
            likeliest(rows[~left], columns[~left], rows[left], self.penalty),
        )
        return np.array([np.count_nonzero(answer != columns[left]) for answer in answers], dtype=np.float64)

    def _counts(self) -> Labels:
        """Return 0 and numbers in about equal ratios up to the most."""
        return np.unique(np.concatenate([[0], np.geomspace(1, self.most, 8).round()])).astype(np.intp)

    def _folds(self, part: Dataset) -> int:
        return min(self.folds, len(part))
