"""Nested cross-validation: a choice judged on points that took no part in it, beside what the choice promised."""

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.data import Dataset
from mlexplorer.core.knobs import anywhere, chosen_knob, value_words
from mlexplorer.core.model import Knob, Model, Step
from mlexplorer.core.params import Value, param
from mlexplorer.core.source import LARGEST_SEED
from mlexplorer.core.study import Chart, Cost, Result, Series, Study, Task, points_param
from mlexplorer.judging.costs import ErrorKind
from mlexplorer.judging.folds import deal, summary
from mlexplorer.judging.trials import FoldTable, Trial, coarse_to_fine, cost_of, known_measure, models_of, number, tried


@dataclass(frozen=True, eq=False)
class NestedErrors(Result):
    """For each outer fold the value chosen inside, the error that promised, and the error it has outside."""

    model: Model
    name: str
    measure: ErrorKind
    chosen: tuple[Value | None, ...]
    promised: Array  # the least inner error of each outer fold; NaN where it is not known
    errors: Array  # on the outer folds
    sizes: Labels
    work: Cost

    @property
    def mean(self) -> float:
        """The error of the whole method, choice included; every point counts the same."""
        return self._mean(self.errors)

    @property
    def optimistic(self) -> float:
        """The error the choices promised: the least of several is too small."""
        return self._mean(self.promised)

    @property
    def deviation(self) -> float:
        """The deviation of the outer errors, divisor n − 1."""
        return summary(self.errors).deviation

    @property
    def sentence(self) -> str:
        """What was promised and what is kept."""
        if np.isnan(self.mean):
            return "No fold could be fitted."
        promised, kept = self.measure.words(self.optimistic), self.measure.words(self.mean)
        if self.mean > self.optimistic:
            return f"The best value promises {promised}; on points that took no part in the choice it is {kept}."
        return f"On points that took no part in the choice the error is {kept}, no more than the {promised} promised."

    @property
    def facts(self) -> Mapping[str, str]:
        """Both means, the values chosen, and the work."""
        names = [value_words(self.model, self.name, value) for value in self.chosen if value is not None]
        times = {name: names.count(name) for name in dict.fromkeys(names)}
        return {
            "Outer error": f"{self.measure.words(self.mean)}, deviation {self.measure.words(self.deviation)}",
            "Promised inside": self.measure.words(self.optimistic),
            "Chosen": ", ".join(f"{name} ({count} times)" for name, count in times.items()) or "–",
            "Work": self.work.words,
        }

    @property
    def charts(self) -> tuple[Chart, ...]:
        """A bar for each outer fold, and what was promised as dots."""
        folds = np.arange(1.0, len(self.errors) + 1)
        bars = Series("outside", folds, self.measure.shown(self.errors), "bars")
        dots = Series("promised inside", folds, self.measure.shown(self.promised), "dots")
        title = f"{self.measure.title}: bars outside, dots promised inside"
        return (Chart(title, ("outer fold", self.measure.axis), (bars, dots)),)

    @property
    def numbers(self) -> Mapping[str, object]:
        """Errors outside and promised, the values chosen, and the means."""
        return {
            "parameter": self.name,
            "errors": [number(error) for error in self.errors],
            "promised": [number(error) for error in self.promised],
            "chosen": list(self.chosen),
            "sizes": self.sizes.tolist(),
            "mean": number(self.mean),
            "optimistic": number(self.optimistic),
            "deviation": number(self.deviation),
            "measure": self.measure.title,
        }

    def _mean(self, errors: Array) -> float:
        mean = summary(np.square(errors) if self.measure.is_root else errors, self.sizes).mean
        return float(np.sqrt(mean)) if self.measure.is_root else mean


@dataclass(frozen=True)
class Nested(Study):
    """Chooses a parameter by inner folds and judges the choice on outer ones, which took no part in it."""

    title = "Nested cross-validation"
    family = "Errors"

    folds: int = param(5, "Outer folds", "How many parts judge the choice", low=2, high=1000)
    inner: int = param(5, "Inner folds", "How many parts of the rest make the choice", low=2, high=1000)
    parameter: str = param("", "Parameter", "Which one is chosen; empty: the one that makes the model complex")
    tries: str = param("", "Values", "Such as 1,3,5 or low:high:count; empty: usual ones")
    seed: int = param(0, "Seed", "Another seed deals other folds", low=0, high=LARGEST_SEED)
    points: int = points_param()

    def refusal(self, task: Task) -> str:
        """Return a sentence for models without such a parameter, and for too few points."""
        if task.model.task == "descend" or len(task.learnable(self.points)) < 4:
            return "Nested cross-validation needs at least four points to learn from."
        try:
            knob = chosen_knob(task.model, self.parameter, self.tries)
        except ValueError as error:
            return str(error)
        return "" if knob.values else "There are no values to try."

    def cost(self, task: Task) -> Cost:
        """Return one fit for each value, inner fold and outer fold, and one for each outer fold."""
        part, every = task.learnable(self.points), task.model.learnable(task.data)
        values = len(chosen_knob(task.model, self.parameter, self.tries).values)
        folds = min(self.folds, len(part) // 2)
        return Cost(folds * (self.inner * values + 1), len(part), len(every))

    def kept(self, task: Task) -> Task:
        """Return the task with any value of the parameter, which is chosen anew."""
        task = super().kept(task)
        if self.refusal(task):
            return task
        return replace(task, model=anywhere(task.model, chosen_knob(task.model, self.parameter, self.tries)))

    def run(self, task: Task) -> Iterator[Result | None]:
        """Yield the errors after each outer fold."""
        part, knob = task.learnable(self.points), chosen_knob(task.model, self.parameter, self.tries)
        folds = min(self.folds, len(part) // 2)
        dealt = self._dealt(task, part, folds)
        errors, promised = np.full(folds, np.nan), np.full(folds, np.nan)
        chosen: list[Value | None] = [None] * folds
        first: Step | None = None
        for fold in range(folds):
            training, left = part.part(dealt != fold), part.part(dealt == fold)
            index, promised[fold] = yield from self._choice(task, knob, training)
            if index is not None:
                chosen[fold] = knob.values[index]
                step = yield from task.last_step(training, task.model.with_values({knob.name: knob.values[index]}))
                first = first or step
                errors[fold] = known_measure(task, first).error(cost_of(task, step, left))
            yield NestedErrors(
                done=(fold + 1) / folds,
                model=task.model,
                name=knob.name,
                measure=known_measure(task, first),
                chosen=tuple(chosen),
                promised=promised.copy(),
                errors=errors.copy(),
                sizes=np.bincount(dealt, minlength=folds),
                work=self.cost(task),
            )

    def _choice(self, task: Task, knob: Knob, data: Dataset) -> Generator[None, None, tuple[int | None, float]]:
        """Return the index of the value with the least error over inner folds, the simplest of equal ones, and it."""
        folds = min(self.inner, len(data))
        dealt = self._dealt(task, data, folds)
        table = FoldTable(np.full((folds, len(knob.values)), np.nan), np.bincount(dealt, minlength=folds), folds)
        models = models_of(task.model, knob)
        first: Step | None = None
        for fold in range(folds):
            trial = Trial(knob.name, models, data.part(dealt != fold), (data.part(dealt == fold),))
            for found in tried(task, trial, coarse_to_fine(len(knob.values)), rough=True):
                if found is not None:
                    index, step, (costs,) = found
                    first = first or step
                    table.note(fold, index, costs, step is None)
                yield None
        means = table.means(known_measure(task, first))
        if not np.isfinite(means).any():
            return None, np.nan
        places = np.flatnonzero(means <= np.nanmin(means))
        return int(places[0] if knob.rising else places[-1]), float(np.nanmin(means))

    def _dealt(self, task: Task, data: Dataset, folds: int) -> Labels:
        return deal(data.ids, folds, self.seed, 0, data.labels if task.model.task == "classify" else None)
