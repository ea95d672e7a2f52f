"""Cross-validation: every point is judged once by a fit that has never seen it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.data import Dataset
from mlexplorer.core.model import Step
from mlexplorer.core.numbers import counted
from mlexplorer.core.params import param
from mlexplorer.core.source import LARGEST_SEED
from mlexplorer.core.study import Chart, Cost, Fit, Result, Series, Steps, Study, Task, points_param
from mlexplorer.core.study.many_fits import ManyFits
from mlexplorer.judging.costs import ErrorKind
from mlexplorer.judging.folds import Summary, deals, summary
from mlexplorer.judging.trials import (
    StepShelf,
    cost_of,
    found_together,
    is_worth_showing,
    judged_together,
    known_measure,
    number,
)

MOST_BARS = 40  # folds that are drawn as bars; more are told by how their mean settles


@dataclass(frozen=True, eq=False)
class FoldErrors(Result):
    """The error of each fold, NaN where it is not known yet or could not be fitted, and what they say together."""

    measure: ErrorKind
    errors: Array  # of all folds of the first dealing, then of the second …
    sizes: Labels  # the points of each fold
    fold: Array  # of each point in the first dealing, from 0; NaN for points that take no part
    misses: Array  # what each point cost on average where it was left out; NaN where it never was
    steps: Steps  # of the folds, as far as memory allows
    problems: tuple[str, ...]  # why folds could not be fitted
    cost: Cost
    repeats: int
    strangers: int  # points of a class that their fold's training points lack

    @cached_property
    def summary(self) -> Summary:
        """What the folds say together; errors that are roots are averaged before the root is taken."""
        return summary(np.square(self.errors) if self.measure.is_root else self.errors, self.sizes)

    @property
    def mean(self) -> float:
        """The error over all folds; every point counts the same."""
        return self._rooted(self.summary.mean)

    @property
    def plain(self) -> float:
        """The mean of the errors; every fold counts the same."""
        return summary(self.errors).mean

    @property
    def deviation(self) -> float:
        """The deviation of the errors between the folds, divisor n − 1."""
        return summary(self.errors).deviation

    @property
    def interval(self) -> tuple[float, float]:
        """Where the error of the method lies, 95 % by Student's t."""
        low, high = self.summary.interval
        return self._rooted(low), self._rooted(high)

    @property
    def is_left_out(self) -> bool:
        """Whether every point is a fold of its own."""
        return bool(self.sizes.max(initial=0) == 1)

    @property
    def sentence(self) -> str:
        """What the error on new points is likely to be."""
        if np.isnan(self.mean):
            return f"No fold could be fitted. {' '.join(self.problems)}".strip()
        shown = f"On points it has not seen the method has {self._noun} of {self.measure.words(self.mean)}"
        if np.isnan(self.interval[0]) or not self.deviation:
            return f"{shown}, the same in every fold." if self.deviation == 0 else f"{shown}."
        low, high = (self.measure.words(end) for end in self._within)
        return f"{shown}; with 95 % confidence between {low} and {high}."

    @property
    def facts(self) -> Mapping[str, str]:
        """Mean, deviation, interval, what could not be fitted, and the work."""
        low, high = (self.measure.words(end) for end in self._within)
        found = {"Mean": self.measure.words(self.mean), "Deviation": self.measure.words(self.deviation)}
        if self.summary.differs and not self.measure.is_root:
            found["Mean of the folds"] = self.measure.words(self.plain)
        found["95 % interval"] = f"{low} to {high}"
        if self.problems:
            count = int(np.count_nonzero(np.isnan(self.errors[: round(self.done * len(self.errors))])))
            found["Not fitted"] = f"{counted(count, 'fold')}: {' '.join(self.problems)}"
        if self.strangers:
            found["Unknown class"] = f"{counted(self.strangers, 'point')} of a class missing in training: counted wrong"
        return {**found, "Work": self.cost.words}

    @property
    def charts(self) -> tuple[Chart, ...]:
        """A bar for each fold with the mean; for many folds how the mean settles."""
        known = np.flatnonzero(~np.isnan(self.errors))
        errors, numbers = self.measure.shown(self.errors[known]), known.astype(np.float64) + 1
        names = ("fold", self.measure.axis)
        if len(self.errors) > MOST_BARS:
            costs = self.errors[known] ** (1 + self.measure.is_root) * self.sizes[known]
            running = (costs.cumsum() / self.sizes[known].cumsum()) ** (0.5 if self.measure.is_root else 1.0)
            line = Series("mean so far", numbers, self.measure.shown(running))
            return (Chart("Mean over the folds so far", names, (line,)),)
        mean, ends = self.measure.shown(np.array([self.mean])), self.measure.shown(np.array(self._within))
        bars = Series("error", numbers, errors, "bars")
        wide = np.array([0.5, len(self.errors) + 0.5])
        level = Series("mean, 95 %", wide, mean.repeat(2), "level", ends[:1].repeat(2), ends[1:].repeat(2))
        title = f"{self.measure.title} in each fold"
        return (Chart(title, names, (bars,) if np.isnan(self.mean) else (bars, level)),)

    @cached_property
    def fits(self) -> tuple[Fit, ...]:
        """The fit without each fold of the first dealing, with the points it is judged on."""
        first = min(len(self.steps), len(self.sizes) // self.repeats)
        return tuple(
            Fit(self._told(index), self.steps, index, index + 1.0, left=np.flatnonzero(self.fold == index))
            for index in range(first)
        )

    @property
    def point_values(self) -> Array:
        """The fold of each point, from 0."""
        return self.fold

    @property
    def numbers(self) -> Mapping[str, object]:
        """Errors and sizes of the folds, what they say together, and the fold and the cost of each point."""
        low, high = (number(end) for end in self.interval)
        return {
            "errors": [number(error) for error in self.errors],
            "sizes": self.sizes.tolist(),
            "mean": number(self.mean),
            "plain_mean": number(self.plain),
            "deviation": number(self.deviation),
            "interval_low": low,
            "interval_high": high,
            "fold": [None if np.isnan(number) else int(number) for number in self.fold],
            "misses": [number(miss) for miss in self.misses],
            "measure": self.measure.title,
            "problems": list(self.problems),
        }

    def _told(self, index: int) -> str:
        error = self.measure.words(self.errors[index])
        many = counted(int(self.sizes[index]), "point")
        return f"Fold {index + 1} of {len(self.sizes) // self.repeats}: {error} {self._kind} on {many} it has not seen"

    @property
    def _kind(self) -> str:
        return "wrong" if self.measure.is_share else self.measure.axis

    @property
    def _noun(self) -> str:
        return "an error" if self.measure.is_share else f"a {self.measure.noun}"

    @property
    def _within(self) -> tuple[float, float]:
        """The interval, cut to what is possible."""
        low, high = self.interval
        return (max(low, 0.0), min(high, 1.0)) if self.measure.is_share else (low, high)

    def _rooted(self, value: float) -> float:
        return float(np.sqrt(max(value, 0.0))) if self.measure.is_root else value


@dataclass(frozen=True)
class Folds(Study):
    """Leaves out one part of the points after the other, fits to the rest and judges on the part."""

    title = "Cross-validation"
    family = "Errors"

    folds: int = param(10, "Folds", "How many parts; as many as points leave out one each", low=2, high=1_000_000)
    repeats: int = param(1, "Repeats", "How often the points are dealt anew", low=1, high=100)
    stratified: bool = param(True, "Stratified", "Every fold has its share of every class")
    seed: int = param(0, "Seed", "Another seed deals other folds", low=0, high=LARGEST_SEED)
    points: int = points_param()

    def refusal(self, task: Task) -> str:
        """Return a sentence for a walk on a function and for fewer than two points."""
        if task.model.task == "descend":
            return "A walk on a function learns from no points, so there is nothing to leave out."
        if len(task.learnable(self.points)) < 2:
            return "Cross-validation needs at least two points to learn from."
        return ""

    def cost(self, task: Task) -> Cost:
        """Return one fit for each fold."""
        part, every = task.learnable(self.points), task.model.learnable(task.data)
        folds = min(self.folds, len(part))
        return Cost(folds * (1 if folds == len(part) else self.repeats), len(part), len(every))

    def run(self, task: Task) -> Iterator[Result | None]:
        """Yield the errors as the folds are fitted."""
        part = task.learnable(self.points)
        labels = part.labels if self.stratified and task.model.task == "classify" else None
        ledger = _Ledger(task, part, deals(part.ids, min(self.folds, len(part)), self.repeats, self.seed, labels))
        known = 0
        for found in found_together(task, part, ledger.counts):
            known = known if found is None else ledger.add_many(*found)
            yield None if found is None else ledger.result(known / len(ledger.parts), self.cost(task))
        for index in range(known, len(ledger.parts)):
            training, left = ledger.parted(index)
            step = yield from task.last_step(training)
            problem = "" if step is not None else (yield from task.problem(training))
            ledger.add(index, step, cost_of(task, step, left), problem)
            done = (index + 1) / len(ledger.parts)
            yield ledger.result(done, self.cost(task)) if is_worth_showing(index, len(ledger.parts)) else None


class _Ledger:
    """What is known of the folds so far."""

    def __init__(self, task: Task, part: Dataset, dealt: Labels) -> None:
        self.task, self.part, self.dealt, self.shelf = task, part, dealt, StepShelf()
        self.parts = [(row, number) for row in dealt for number in range(int(row.max()) + 1)]
        self.errors = np.full(len(self.parts), np.nan)
        self.sizes = np.concatenate([np.bincount(row) for row in dealt])
        self.sums, self.times = np.zeros(len(part)), np.zeros(len(part))
        self.problems: list[str] = []
        self.strangers = 0

    @property
    def counts(self) -> Labels:
        """Whether each point is among those a fold is fitted to, as 1 or 0: (folds, n)."""
        return np.concatenate([row != np.arange(int(row.max()) + 1)[:, None] for row in self.dealt]).astype(np.intp)

    def add_many(self, first: int, fits: ManyFits) -> int:
        """Note the fits of many folds and what their points cost; return how many folds are known."""
        rows, costs, errors = judged_together(self.task, fits)
        self.errors[first : first + len(errors)] = errors
        told = ~np.isnan(costs)
        self.sums += np.bincount(rows[told], costs[told], len(self.sums))
        self.times += np.bincount(rows[told], minlength=len(self.sums))
        return self.shelf.add_many(fits)

    def parted(self, index: int) -> tuple[Dataset, Dataset]:
        """Return the points a fold is fitted to, and those it is judged on."""
        row, number = self.parts[index]
        return self.part.part(row != number), self.part.part(row == number)

    def add(self, index: int, step: Step | None, costs: Array, problem: str) -> None:
        """Note the fit of a fold, what its points cost, and why it could not be done."""
        row, number = self.parts[index]
        self.shelf.add(step)
        self.errors[index] = known_measure(self.task, self.shelf.first).error(costs)
        told = np.flatnonzero(row == number)[~np.isnan(costs)]
        self.sums[told] += costs[~np.isnan(costs)]
        self.times[told] += 1
        self.problems += [problem] if problem and problem not in self.problems else []
        if self.task.model.task == "classify":
            is_left = row == number
            self.strangers += int((~np.isin(self.part.labels[is_left], self.part.labels[~is_left])).sum())

    def result(self, done: float, cost: Cost) -> FoldErrors:
        """Return what is known."""
        return FoldErrors(
            done=done,
            measure=known_measure(self.task, self.shelf.first),
            errors=self.errors.copy(),
            sizes=self.sizes,
            fold=self._of_data(self.dealt[0].astype(np.float64)),
            misses=self._of_data(np.where(self.times > 0, self.sums / np.maximum(self.times, 1), np.nan)),
            steps=self.shelf.steps,
            problems=tuple(self.problems),
            cost=cost,
            repeats=len(self.dealt),
            strangers=self.strangers,
        )

    def _of_data(self, values: Array) -> Array:
        """Return values of the points that take part as values of all points of the data, NaN elsewhere."""
        every = np.full(len(self.task.data), np.nan)
        every[self.part.rows] = values
        return every
