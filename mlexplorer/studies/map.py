"""Map: the error over two parameters at once, cell by cell."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from mlexplorer.core.arrays import Array, Labels, Mask
from mlexplorer.core.data import Dataset
from mlexplorer.core.knobs import anywhere, axis_of, chosen_knob, nearest_index, value_words
from mlexplorer.core.model import Knob, Model, Step
from mlexplorer.core.params import param
from mlexplorer.core.source import LARGEST_SEED
from mlexplorer.core.study import Cost, Fit, Mosaic, Result, Steps, Study, Task, points_param
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

Cell = tuple[int, int]  # row (second parameter) and column (first parameter)


@dataclass(frozen=True, eq=False)
class ErrorMap(Result):
    """Errors for each pair of values, (second, first); NaN where they are not known yet, or never."""

    model: Model
    first: Knob
    second: Knob
    measure: ErrorKind
    training: Array
    test: Array  # on points that are held out; NaN if there are none
    folds: FoldTable  # of cross-validation
    steps: tuple[Steps, ...]  # fits to all training points by row, as far as memory allows
    work: Cost

    @property
    def cross_validated(self) -> Array:
        """The error on points that were left out, over all folds."""
        return self.folds.means(self.measure)

    @property
    def errors(self) -> Array:
        """The errors that choose: cross-validated, else on test points, else on training points."""
        ranked = (self.cross_validated, self.test, self.training)
        return next((errors for errors in ranked if np.isfinite(errors).any()), self.training)

    @property
    def least(self) -> Cell | None:
        """The cell with the least error, the first of equal ones."""
        if not np.isfinite(self.errors).any():
            return None
        row, column = np.unravel_index(int(np.nanargmin(self.errors)), self.errors.shape)
        return int(row), int(column)

    @property
    def good(self) -> Mask | None:
        """The cells whose error is within one standard error of the least; None where no folds tell that."""
        if self.least is None or not np.isfinite(self.cross_validated).any():
            return None
        slack = np.nan_to_num(self.folds.standard_errors(self.measure)[self.least])
        return np.asarray(self.errors <= self.errors[self.least] + slack)

    @property
    def present(self) -> Cell | None:
        """The cell nearest to the model as it is now; None if that lies beyond the map."""
        row, column = nearest_index(self.model, self.second), nearest_index(self.model, self.first)
        return None if row is None or column is None else (row, column)

    @property
    def sentence(self) -> str:
        """Which cell is best, and how the present one compares."""
        if self.least is None:
            return "No cell could be fitted."
        shown = f"{self._told(self.least)} errs least, {self.measure.words(self.errors[self.least])}"
        shown = f"{shown[:1].upper()}{shown[1:]}"
        if self.present is None or np.isnan(self.errors[self.present]):
            return f"{shown}."
        return f"{shown}; the present {self._told(self.present)} has {self.measure.words(self.errors[self.present])}."

    @property
    def facts(self) -> Mapping[str, str]:
        """The least error, the present one, and the work."""
        found = {}
        for name, cell in (("Least", self.least), ("Now", self.present)):
            if cell is not None:
                found[name] = f"{self._told(cell)}: {self.measure.words(self.errors[cell])}"
        return {**found, "Work": self.work.words}

    @property
    def charts(self) -> tuple[Mosaic, ...]:
        """The errors as cells, the least and the present one marked, those as good as the least outlined."""
        across, up = axis_of(self.model, self.first), axis_of(self.model, self.second)
        unit = " % wrong" if self.measure.is_share else f" {self.measure.axis}"
        shown = self.measure.shown(self.errors)
        names, log = (across.name, up.name), (across.log, up.log)
        marked = (self.least, self.present, self.good)
        return (Mosaic(self.measure.title, names, across.places, up.places, shown, *marked, log, None, unit),)

    @cached_property
    def fits(self) -> tuple[Fit, ...]:
        """The fit to all training points of each cell."""
        across, up = axis_of(self.model, self.first).places.tolist(), axis_of(self.model, self.second).places.tolist()
        return tuple(
            Fit(
                f"{self._told((row, column))}: {self.measure.words(self.errors[row, column])}",
                self.steps[row],
                column,
                across[column],
                up[row],
                {self.first.name: self.first.values[column], self.second.name: self.second.values[row]},
            )
            for row in range(len(up))
            for column in range(len(across))
        )

    @property
    def numbers(self) -> Mapping[str, object]:
        """The values along both axes and the errors, row by row: all first values with the first second one, …."""
        errors = {"errors": self.errors, "training": self.training, "test": self.test}
        cells = [(one, two) for two in self.second.values for one in self.first.values]
        return {
            self.first.name: [one for one, _ in cells],
            self.second.name: [two for _, two in cells],
            **{name: [number(error) for error in values.ravel()] for name, values in errors.items()},
            "measure": self.measure.title,
        }

    def _told(self, cell: Cell) -> str:
        row, column = cell
        one = value_words(self.model, self.first.name, self.first.values[column])
        return f"{one}, {value_words(self.model, self.second.name, self.second.values[row])}"


@dataclass(frozen=True)
class Map(Study):
    """Shows the error over two parameters at once, as a map of coloured cells."""

    title = "Map of two parameters"
    family = "Errors"

    first: str = param("", "Across", "The parameter along x; empty: the one that makes the model complex")
    second: str = param("", "Up", "The parameter along y; empty: the next one that does")
    across: str = param("", "Values across", "Such as 1,3,5 or low:high:count; empty: usual ones")
    up: str = param("", "Values up", "Such as 1,3,5 or low:high:count; empty: usual ones")
    folds: int = param(5, "Folds", "Of the cross-validation; 0: only training and test errors", low=0, high=1000)
    seed: int = param(0, "Seed", "Another seed deals other folds", low=0, high=LARGEST_SEED)
    points: int = points_param()

    def knobs(self, task: Task) -> tuple[Knob, Knob]:
        """Return both parameters with their values, or refuse with a sentence."""
        own = [knob.name for knob in task.model.knobs()]
        first = self.first or next((name for name in own if name != self.second), "")
        second = self.second or next((name for name in own if name != first), "")
        if not first or not second or first == second:
            raise ValueError(f"A map needs two parameters: name those of {task.model.title} that it should show.")
        return chosen_knob(task.model, first, self.across), chosen_knob(task.model, second, self.up)

    def refusal(self, task: Task) -> str:
        """Return a sentence for models without two such parameters."""
        if task.model.task == "descend":
            return "A walk on a function learns from no points, so it has no errors."
        try:
            self.knobs(task)
        except ValueError as error:
            return str(error)
        return ""

    def cost(self, task: Task) -> Cost:
        """Return one fit for each cell and fold, and one for each cell to all points."""
        part, every, (first, second) = task.learnable(self.points), task.model.learnable(task.data), self.knobs(task)
        fits = len(first.values) * len(second.values) * (1 + self._folds(part))
        return Cost(fits, len(part), len(every))

    def kept(self, task: Task) -> Task:
        """Return the task with any values of both parameters: the map is the same for all."""
        task = super().kept(task)
        return task if self.refusal(task) else replace(task, model=anywhere(task.model, *self.knobs(task)))

    def retold(self, result: Result, task: Task) -> Result:
        """Return the map as it reads from the present cell."""
        if not isinstance(result, ErrorMap) or result.model == task.model:
            return result
        return replace(result, model=task.model)

    def run(self, task: Task) -> Iterator[Result | None]:
        """Yield the map of fits to all points first, row by row from coarse to fine, then with each fold."""
        part, testing, (first, second) = task.learnable(self.points), task.testing(self.points), self.knobs(task)
        draft = _MapDraft(self, task, part)
        inner, outer = (second, first) if task.shares(second.name) and not task.shares(first.name) else (first, second)
        lines = coarse_to_fine(len(outer.values), nearest_index(task.model, outer))
        for fold in range(-1, self._folds(part)):
            left = draft.dealt == fold
            judged = (part, testing) if fold < 0 else (part.part(left),)
            for line in lines:
                along = replace(task, model=task.model.with_values({outer.name: outer.values[line]}))
                trial = Trial(inner.name, models_of(along.model, inner), part.part(~left), judged)
                for found in tried(along, trial, range(len(inner.values)), rough=True):
                    if found is not None:
                        cell = (line, found[0]) if inner is first else (found[0], line)
                        draft.note(fold, cell, found[1], found[2])
                    yield None
                if fold < 0:
                    yield draft.result()
            draft.table.finished = fold + 1
            yield draft.result()

    def _folds(self, part: Dataset) -> int:
        return min(self.folds, len(part)) if min(self.folds, len(part)) > 1 else 0


class _MapDraft:
    """What is known of the map so far."""

    def __init__(self, study: Map, task: Task, part: Dataset) -> None:
        self.task, self.work, folds = task, study.cost(task), study._folds(part)
        self.first, self.second = study.knobs(task)
        shape = len(self.second.values), len(self.first.values)
        labels = part.labels if task.model.task == "classify" else None
        self.dealt: Labels = deal(part.ids, folds, study.seed, 0, labels) if folds else np.zeros(len(part), np.intp)
        self.table = FoldTable(np.full((folds, *shape), np.nan), np.bincount(self.dealt)[:folds])
        self.training, self.test = np.full(shape, np.nan), np.full(shape, np.nan)
        self.steps: list[list[Step | None]] = [[None] * shape[1] for _ in range(shape[0])]
        self.shelf, self.fits = StepShelf(), 0

    def note(self, fold: int, cell: Cell, step: Step | None, costs: tuple[Array, ...]) -> None:
        """Note a fit to all points (fold −1), or without a fold."""
        self.fits += 1
        if fold >= 0:
            self.table.note(fold, cell, costs[0], step is None)
            return
        self.shelf.add(step)
        measure = known_measure(self.task, self.shelf.first)
        self.steps[cell[0]][cell[1]] = self.shelf.steps[-1]
        self.training[cell], self.test[cell] = (measure.error(part) for part in costs)

    def result(self) -> ErrorMap:
        """Return what is known."""
        return ErrorMap(
            done=self.fits / self.work.fits,
            model=self.task.model,
            first=self.first,
            second=self.second,
            measure=known_measure(self.task, self.shelf.first),
            training=self.training.copy(),
            test=self.test.copy(),
            folds=self.table.copy(),
            steps=tuple(map(tuple, self.steps)),
            work=self.work,
        )
