"""Fits to some points judged on others: what every study of errors is made of."""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import numpy as np

from mlexplorer.core.arrays import Array, Labels, held_bytes
from mlexplorer.core.capabilities import HasScores
from mlexplorer.core.data import Dataset
from mlexplorer.core.decision import PLAIN
from mlexplorer.core.model import CanSweep, Knob, Model, Step
from mlexplorer.core.notice import CannotFit
from mlexplorer.core.study import Steps, Task
from mlexplorer.core.study.many_fits import CanFitMany, LaterSteps, ManyFits
from mlexplorer.judging.confusion import average
from mlexplorer.judging.costs import USUAL, ErrorKind, costs, measure_of

MOST_BYTES = 8_000_000  # of steps that a result keeps
TOGETHER = 1 << 17  # entries of samples that are fitted together: an answer comes soon, and their tables stay small
TOLD = 40  # times a study tells what it has found so far, about


@dataclass(frozen=True)
class Trial:
    """Models that differ in one parameter, the points they are fitted to, and sets of points they are judged on."""

    name: str  # of the parameter
    models: tuple[Model, ...]
    training: Dataset
    judged: tuple[Dataset, ...]  # the sets of points


Judged = Generator[tuple[int, Step | None, tuple[Array, ...]] | None, None, None]


def tried(task: Task, trial: Trial, order: Sequence[int], rough: bool = False) -> Judged:
    """Yield (index of a model, last step, costs of the points of each set) as they come; None where it may pause.

    Where fits share work all come together, else in the order given, each fit from the nearest one before it; rough
    fits only count errors.
    """
    if task.shares(trial.name):
        steps = yield from task.sweep(trial.training, trial.models)
        yield from zip(range(len(steps)), steps, _shared_costs(task, steps, trial.judged), strict=True)
        return
    known: dict[int, Step] = {}
    for index in order:
        near = known[min(known, key=partial(_away, index))] if known else None
        step = yield from task.near_step(trial.training, trial.models[index], near, rough)
        if step is not None:
            known[index] = step
        yield index, step, tuple(cost_of(task, step, part) for part in trial.judged)


def _away(index: int, other: int) -> int:
    return abs(other - index)


def models_of(model: Model, knob: Knob) -> tuple[Model, ...]:
    """Return the model with each value of a knob."""
    return tuple(model.with_values({knob.name: value}) for value in knob.values)


def cost_of(task: Task, step: Step | None, data: Dataset, scores: Array | None = None) -> Array:
    """Return what each point costs a step; NaN for all if there is none."""
    return np.full(len(data), np.nan) if step is None else costs(step, data, task.model.task, task.rule, scores)


def _shared_costs(task: Task, steps: Steps, parts: Sequence[Dataset]) -> Iterator[tuple[Array, ...]]:
    """Yield what the points of each set cost each step of a sweep."""
    model = task.model
    if not isinstance(model, CanSweep) or not all(isinstance(step, HasScores) for step in steps):
        yield from (tuple(cost_of(task, step, part) for part in parts) for step in steps)
        return
    sure = [step for step in steps if isinstance(step, HasScores)]
    every = [model.scores_of(sure, part.points) for part in parts]
    if parts and task.rule == PLAIN and all(np.array_equal(step.classes, sure[0].classes) for step in sure):
        tables = [cost_of(task, sure[0], part, np.stack(list(found))) for part, found in zip(parts, every, strict=True)]
        yield from zip(*tables, strict=True)  # the rule looks at scores alone, so that all are decided at once
        return
    for step, *scores in zip(sure, *every, strict=True):
        yield tuple(cost_of(task, step, part, found) for part, found in zip(parts, scores, strict=True))


def found_together(
    task: Task, data: Dataset, counts: Labels, rough: bool = False
) -> Iterator[tuple[int, ManyFits] | None]:
    """Yield fits to many samples and the number of the first, so many at a time as are soon found; None for a pause.

    Nothing comes where fits share no work. counts say how often each sample holds each point: (samples, n). rough: a
    thousandth of a score does not matter.
    """
    samples, model = task.samples(data, counts), task.model
    if samples is None or not isinstance(model, CanFitMany) or (model.only_nearly and not rough):
        return
    some = max(1, TOGETHER // max(1, len(data)))
    for first in range(0, len(counts), some):
        try:
            fits = yield from model.fit_many(samples.some(first, some))
        except CannotFit:
            return  # each is tried by itself
        yield first, fits


def judged_together(task: Task, fits: ManyFits) -> tuple[Labels, Array, Array]:
    """Return rows of the data that fits have not seen, what each costs, and the error of each fit on those of its own.

    Rows come fit after fit, so that many come several times.
    """
    numbers, rows = np.nonzero(fits.samples.counts == 0)
    data, points = fits.samples.data, fits.samples.data.points[rows]
    scores = fits.scores(points, numbers)
    best = np.sort(scores, axis=1)
    for place in np.flatnonzero(best[:, -1] - best[:, -2] < fits.near * (1 + np.abs(best[:, -1]))):
        scores[place] = fits.scored(int(numbers[place])).scores(points[place : place + 1])[0]
    found = cost_of(task, fits.scored(0), data.part(rows), scores)
    told = ~np.isnan(found)
    sums, times = (np.bincount(numbers[told], weights, len(fits.samples)) for weights in (found[told], None))
    return rows, found, np.where(times > 0, sums / np.maximum(times, 1), np.nan)


def coarse_to_fine(count: int, first: int | None = None) -> list[int]:
    """Return the numbers below count in an order that soon tells their range: first, both ends, halves, quarters …."""
    order = [first] if first is not None else []
    known = sorted({0, count - 1}) if count else []
    order += known
    while len(known) < count:
        between = [(low + high) // 2 for low, high in pairwise(known) if high - low > 1]
        order += between
        known = sorted(known + between)
    return list(dict.fromkeys(order))


def known_measure(task: Task, step: Step | None) -> ErrorKind:
    """Return how errors are measured: by a step, else by what is usual for the task."""
    found = None if step is None else measure_of(step, task.model.task)
    return found or USUAL[task.model.task]


def is_worth_showing(index: int, count: int) -> bool:
    """Return whether a result is told after a part of the work: some tens of times, and at the end."""
    return index + 1 == count or (index + 1) % max(1, count // TOLD) == 0


def number(value: float) -> float | None:
    """Return a number as JSON holds it: None for one that is not known."""
    return float(value) if np.isfinite(value) else None


class StepShelf:
    """Steps as they come; None in place of those that would take too much memory together."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most, self._total, self._size, self._steps = most, 0, 0, list[Step | None]()
        self._later: list[tuple[ManyFits, int]] = []
        self.first: Step | None = None

    def add(self, step: Step | None) -> None:
        """Put a step at the end if there is room."""
        self.first = self.first or step
        if step is not None and self._total <= self._most:
            count = len(self._steps)
            if not count & (count - 1):  # weighing takes longer than some fits: now and then
                self._size = max(self._size, held_bytes([step]))
            self._total += self._size
        self._steps.append(step if self._total <= self._most else None)

    def add_many(self, fits: ManyFits) -> int:
        """Put the steps of fits that were found together at the end, and return how many there are."""
        self.first = self.first or fits.scored(0)
        self._later += [(fits, number) for number in range(len(fits.samples))]
        return len(self._later)

    @property
    def steps(self) -> Steps:
        """The steps in their order."""
        return LaterSteps(tuple(self._later)) if self._later else tuple(self._steps)


@dataclass(eq=False)
class FoldTable:
    """What the points of each fold cost on average with each value (or cell) of a study; NaN where it is not known."""

    costs: Array  # (folds, …)
    sizes: Array | Labels  # the points of each fold
    finished: int = 0  # folds that are known for all values
    failed: int = 0  # fits that could not be done

    def note(self, fold: int, place: int | tuple[int, ...], costs: Array, failed: bool) -> None:
        """Note what the points of a fold cost with one value."""
        self.costs[fold][place] = average(costs)
        self.failed += failed

    def copy(self) -> "FoldTable":
        """Return the table as it is now."""
        return FoldTable(self.costs.copy(), self.sizes, self.finished, self.failed)

    def errors(self, measure: ErrorKind) -> Array:
        """Return the error of each fold that is finished."""
        known = self.costs[: self.finished]
        return np.sqrt(known) if measure.is_root else known

    def means(self, measure: ErrorKind) -> Array:
        """Return the error over all finished folds, every point counting the same; NaN where no fold was fitted."""
        known = self.costs[: self.finished]
        weights = np.expand_dims(self.sizes[: self.finished], tuple(range(1, known.ndim))) * np.isfinite(known)
        total = weights.sum(axis=0)
        mean = np.where(total > 0, (weights * np.nan_to_num(known)).sum(axis=0) / np.maximum(total, 1), np.nan)
        return np.sqrt(mean) if measure.is_root else mean

    def standard_errors(self, measure: ErrorKind) -> Array:
        """Return the deviation between the finished folds over the root of their number; NaN for fewer than two."""
        errors = self.errors(measure)
        count = np.isfinite(errors).sum(axis=0)
        middle = np.where(count > 0, np.nansum(errors, axis=0) / np.maximum(count, 1), np.nan)
        squares = np.nansum(np.square(errors - middle), axis=0)
        return np.where(count > 1, np.sqrt(squares / np.maximum(count - 1, 1) / np.maximum(count, 1)), np.nan)
