"""Complexity: errors on seen and unseen points against the parameter that makes a model simpler or more complex."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import HasDensity
from mlexplorer.core.data import Dataset
from mlexplorer.core.knobs import anywhere, axis_of, chosen_knob, nearest_index, number_spec, place_of, value_words
from mlexplorer.core.model import Knob, Model, Step
from mlexplorer.core.numbers import counted
from mlexplorer.core.params import param
from mlexplorer.core.source import LARGEST_SEED
from mlexplorer.core.study import Chart, Cost, Fit, Flag, Result, Series, Steps, Study, Task, points_param
from mlexplorer.judging.bayes import bayes_error
from mlexplorer.judging.costs import ErrorKind
from mlexplorer.judging.folds import deal
from mlexplorer.judging.trials import (
    FoldTable,
    StepShelf,
    Trial,
    coarse_to_fine,
    known_measure,
    models_of,
    number,
    tried,
)

STIFF, FREE = "too stiff: both errors are high", "too free: only the training error is low"


@dataclass(frozen=True, eq=False)
class ErrorCurve(Result):
    """Errors for each value of a parameter, NaN where they are not known yet, or never."""

    model: Model
    knob: Knob
    measure: ErrorKind
    training: Array
    test: Array  # on points that are held out; NaN if there are none
    folds: FoldTable  # of cross-validation
    bic: Array  # NaN where a model has none
    steps: Steps  # fits to all training points, as far as memory allows
    bayes: float | None
    work: Cost

    @property
    def values(self) -> tuple[float, ...]:
        """The values that are tried, in order."""
        return tuple(float(value) for value in self.knob.values)

    @property
    def cross_validated(self) -> Array:
        """The error on points that were left out, over all folds."""
        return self.folds.means(self.measure)

    @property
    def standard_error(self) -> Array:
        """How sure that error is: the deviation between the folds over the root of their number."""
        return self.folds.standard_errors(self.measure)

    @property
    def present(self) -> int | None:
        """The index of the value tried that is nearest to the model's; None if that lies beyond them."""
        return nearest_index(self.model, self.knob)

    @property
    def unseen(self) -> Array:
        """The errors that choose: cross-validated, on test points where there are no folds, else none."""
        return self.cross_validated if np.isfinite(self.cross_validated).any() else self.test

    @property
    def least(self) -> int | None:
        """The index of the least error on unseen points; of equal ones the simplest. None where it always falls."""
        if self.measure.always_falls or not np.isfinite(self.unseen).any():
            return None
        return self._simplest(self.unseen <= np.nanmin(self.unseen))

    @property
    def one_standard_error(self) -> int | None:
        """The index of the simplest value whose error is within one standard error of the least."""
        return None if self.least is None else self._simplest(self.unseen <= self._limit)

    @property
    def sentence(self) -> str:
        """Which value is best, and whether the present one under- or overfits."""
        if not np.isfinite(self.training).any():
            return "The model cannot be fitted to these points."
        if self.measure.always_falls:
            return "More of them always come nearer to the points: look for the bend, after which little is gained."
        if self.least is None:
            return "Without points to judge on only the training error is known, and that falls with complexity."
        best, simple = self._told(self.least), self.one_standard_error
        shown = f"{best} errs least on unseen points, {self.measure.words(self.unseen[self.least])}"
        if simple is not None and simple != self.least:
            shown = f"{shown}; {self._told(simple)} is the simplest within one standard error"
        return f"{shown[:1].upper()}{shown[1:]}. {self._verdict}".strip()

    @property
    def facts(self) -> Mapping[str, str]:
        """The choices, the errors of the present value, and the work."""
        found = {}
        for name, index in (("Least", self.least), ("Within one standard error", self.one_standard_error)):
            if index is not None:
                found[name] = f"{self._told(index)}: {self.measure.words(self.unseen[index])}"
        if self.present is not None:
            found["Now"] = f"{self._present(self.present)}: {self._errors(self.present)}"
        if np.isfinite(self.bic).any():
            found["Least BIC"] = self._told(int(np.nanargmin(self.bic)))
        if self.bayes is not None:
            found["Bayes error"] = self.measure.words(self.bayes)
        if self.folds.failed:
            found["Not fitted"] = f"{counted(self.folds.failed, 'fit')} of folds could not be done and are left out"
        return {**found, "Work": self.work.words}

    @property
    def charts(self) -> tuple[Chart, ...]:
        """The errors against the parameter, and BIC where there is one."""
        axis, shown = axis_of(self.model, self.knob), self.measure.shown
        cross, spread = shown(self.cross_validated), shown(self.standard_error)
        lines = [
            Series("cross-validated", axis.places, cross, "line", cross - spread, cross + spread),
            Series("training", axis.places, shown(self.training)),
            Series("test", axis.places, shown(self.test)),
        ]
        series = [line for line in lines if np.isfinite(line.ys).any()]
        if self.bayes is not None:
            ends = axis.places[[0, -1]]
            series.append(Series("Bayes error", ends, shown(np.full(2, self.bayes)), "level"))
        chosen = [index for index in dict.fromkeys([self.least, self.one_standard_error]) if index is not None]
        if chosen:
            series.append(Series("choice", axis.places[chosen], shown(self.unseen[chosen]), "ring"))
        names = (axis.name, self.measure.axis)
        charts = [
            Chart(self.measure.title, names, tuple(series), axis.log, flags=self._flags(axis.places), wings=self._wings)
        ]
        if np.isfinite(self.bic).any():
            charts.append(Chart("BIC", (axis.name, "BIC"), (Series("BIC", axis.places, self.bic),), axis.log))
        return tuple(charts)

    @cached_property
    def fits(self) -> tuple[Fit, ...]:
        """The fit to all training points with each value."""
        places = axis_of(self.model, self.knob).places.tolist()
        return tuple(
            Fit(f"{self._told(index)}: {self._errors(index)}", self.steps, index, place, None, {self.knob.name: value})
            for index, (place, value) in enumerate(zip(places, self.knob.values, strict=True))
        )

    @property
    def numbers(self) -> Mapping[str, object]:
        """The values, the errors of each, and the choices."""
        chosen = {"least": self.least, "one_standard_error": self.one_standard_error}
        found: dict[str, object] = {
            "parameter": self.knob.name,
            "values": list(self.knob.values),
            "training": [number(error) for error in self.training],
            "test": [number(error) for error in self.test],
            "cross_validated": [number(error) for error in self.cross_validated],
            "standard_error": [number(error) for error in self.standard_error],
            **{name: None if index is None else self.knob.values[index] for name, index in chosen.items()},
            "measure": self.measure.title,
        }
        return found | ({"bic": [number(value) for value in self.bic]} if np.isfinite(self.bic).any() else {})

    def _flags(self, places: Array) -> tuple[Flag, ...]:
        """Return the present value, the one that errs least, and the simplest that is as good."""
        found = [Flag(place_of(self.model, self.knob), "now", is_now=True)] if self.present is not None else []
        if self.least is not None:
            found.append(Flag(float(places[self.least]), "lowest"))
        if self.one_standard_error is not None and self.one_standard_error != self.least:
            found.append(Flag(float(places[self.one_standard_error]), "simplest good one"))
        return tuple(found)

    @property
    def _wings(self) -> tuple[str, str]:
        """What is the matter at both ends of the parameter, where they err more than the choices."""
        if self.least is None:
            return "", ""
        known = np.flatnonzero(np.isfinite(self.unseen))
        simple, complex_ = (known[0], known[-1]) if self.knob.rising else (known[-1], known[0])
        stiff = STIFF if self.unseen[simple] > self._limit and simple != self.least else ""
        free = FREE if self.unseen[complex_] > self._limit and complex_ != self.least else ""
        return (stiff, free) if self.knob.rising else (free, stiff)

    @property
    def _limit(self) -> float:
        """The largest error that is as good as the least."""
        assert self.least is not None
        slack = self.standard_error[self.least] if np.isfinite(self.cross_validated).any() else 0.0
        return float(self.unseen[self.least] + np.nan_to_num(slack))

    @property
    def _verdict(self) -> str:
        """Whether the present value under- or overfits."""
        now, least = self.present, self.least
        if now is None or least is None or np.isnan(self.unseen[now]):
            return ""
        told = f"The present {self._present(now)}"
        if self.unseen[now] <= self._limit:
            return f"{told} is about as good." if now != least else ""
        if (now > least) == self.knob.rising:
            return f"{told} overfits: {self._errors(now)}."
        if self.training[now] > self.training[least]:
            return f"{told} underfits: even its own points are fitted badly, {self._errors(now)}."
        return f"{told} is simpler than it should be: {self._errors(now)}."

    def _simplest(self, good: np.ndarray) -> int:
        places = np.flatnonzero(good)
        return int(places[0] if self.knob.rising else places[-1])

    def _present(self, index: int) -> str:
        """Return the present value, and the one tried whose errors stand for it."""
        now, tried_one = self.model.values()[self.knob.name], self.knob.values[index]
        told = value_words(self.model, self.knob.name, now)
        return (
            told
            if now == tried_one
            else f"{told} (judged as {number_spec(self.model, self.knob.name).words(tried_one)})"
        )

    def _told(self, index: int) -> str:
        return value_words(self.model, self.knob.name, self.knob.values[index])

    def _errors(self, index: int) -> str:
        training, unseen = self.measure.words(self.training[index]), self.measure.words(self.unseen[index])
        return f"{training} on training points, {unseen} on unseen ones"


@dataclass(frozen=True)
class Curve(Study):
    """Shows how the errors on seen and unseen points change with a parameter: too simple, right, too complex."""

    title = "Complexity curve"
    family = "Errors"

    parameter: str = param("", "Parameter", "Whose values are tried; empty: the one that makes the model complex")
    tries: str = param("", "Values", "Such as 1,3,5 or low:high:count; empty: usual ones")
    folds: int = param(5, "Folds", "Of the cross-validation; 0: only training and test errors", low=0, high=1_000_000)
    seed: int = param(0, "Seed", "Another seed deals other folds", low=0, high=LARGEST_SEED)
    points: int = points_param()

    def refusal(self, task: Task) -> str:
        """Return a sentence for models without such a parameter, and where nothing is learned from points."""
        if task.model.task == "descend":
            return "A walk on a function learns from no points, so it has no errors."
        try:
            knob = self._knob(task)
        except ValueError as error:
            return str(error)
        return "" if knob.values else "There are no values to try."

    def cost(self, task: Task) -> Cost:
        """Return one fit for each value and fold, and one for each value to all points."""
        part, every = task.learnable(self.points), task.model.learnable(task.data)
        values = len(self._knob(task).values)
        return Cost(values * (1 + self._folds(part)), len(part), len(every))

    def _folds(self, part: Dataset) -> int:
        return min(self.folds, len(part)) if min(self.folds, len(part)) > 1 else 0

    def kept(self, task: Task) -> Task:
        """Return the task with any value of the parameter: the curve is the same for all."""
        task = super().kept(task)
        return task if self.refusal(task) else replace(task, model=anywhere(task.model, self._knob(task)))

    def retold(self, result: Result, task: Task) -> Result:
        """Return the curve as it reads from the present value."""
        if not isinstance(result, ErrorCurve) or result.model == task.model:
            return result
        return replace(result, model=task.model)

    def _knob(self, task: Task) -> Knob:
        return chosen_knob(task.model, self.parameter, self.tries)

    def run(self, task: Task) -> Iterator[Result | None]:
        """Yield the errors on training and test points first, then those of each fold."""
        part, knob = task.learnable(self.points), self._knob(task)
        order = coarse_to_fine(len(knob.values), nearest_index(task.model, knob))
        draft = _CurveDraft(self, task, knob, part)
        models = models_of(task.model, knob)
        whole = Trial(knob.name, models, part, (part, task.testing(self.points)))
        for found in tried(task, whole, order, rough=True):
            if found is not None:
                draft.add(*found)
            yield None if found is None or task.shares(knob.name) else draft.result()
        if task.shares(knob.name):
            yield draft.result()
        for fold in range(self._folds(part)):
            left = draft.dealt == fold
            trial = Trial(knob.name, models, part.part(~left), (part.part(left),))
            for found in tried(task, trial, range(len(models)), rough=True):  # each from the one before it
                if found is not None:
                    index, step, (costs,) = found
                    draft.table.note(fold, index, costs, step is None)
                    draft.fits += 1
                yield None
            draft.table.finished += 1
            yield draft.result()


class _CurveDraft:
    """What is known of the curve so far."""

    def __init__(self, study: Curve, task: Task, knob: Knob, part: Dataset) -> None:
        self.task, self.knob, self.part, self.shelf, self.fits = task, knob, part, StepShelf(), 0
        self.work, folds, count = study.cost(task), study._folds(part), len(knob.values)
        labels = part.labels if task.model.task == "classify" else None
        self.dealt: Labels = deal(part.ids, folds, study.seed, 0, labels) if folds else np.zeros(len(part), np.intp)
        self.table = FoldTable(np.full((folds, count), np.nan), np.bincount(self.dealt)[:folds])
        self.training, self.test, self.bic = (np.full(count, np.nan) for _ in range(3))
        self.steps: list[Step | None] = [None] * count

    def add(self, index: int, step: Step | None, costs: tuple[Array, ...]) -> None:
        """Note a fit to all training points."""
        self.shelf.add(step)
        measure = known_measure(self.task, self.shelf.first)
        self.steps[index] = self.shelf.steps[-1]
        self.training[index], self.test[index] = (measure.error(part) for part in costs)
        self.bic[index] = step.measures.get("BIC", np.nan) if isinstance(step, HasDensity) else np.nan
        self.fits += 1

    def result(self) -> ErrorCurve:
        """Return what is known."""
        source = self.task.source if self.task.model.task == "classify" else None
        return ErrorCurve(
            done=self.fits / self.work.fits,
            model=self.task.model,
            knob=self.knob,
            measure=known_measure(self.task, self.shelf.first),
            training=self.training.copy(),
            test=self.test.copy(),
            folds=self.table.copy(),
            bic=self.bic.copy(),
            steps=tuple(self.steps),
            bayes=None if source is None else bayes_error(source),
            work=self.work,
        )
