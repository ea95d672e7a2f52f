"""Learning curve: errors against the number of points that are learned from."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array, Labels, scrambled
from mlexplorer.core.data import Dataset
from mlexplorer.core.model import Step
from mlexplorer.core.numbers import counted
from mlexplorer.core.params import param
from mlexplorer.core.source import LARGEST_SEED
from mlexplorer.core.study import Chart, Cost, Result, Series, Study, Task, points_param
from mlexplorer.judging.bayes import bayes_error
from mlexplorer.judging.costs import ErrorKind
from mlexplorer.judging.folds import deal
from mlexplorer.judging.trials import FoldTable, coarse_to_fine, cost_of, known_measure, number

FEWEST = 4  # points of the smallest fit


@dataclass(frozen=True, eq=False)
class SizeErrors(Result):
    """Errors on seen and unseen points for each number of training points; NaN where they are not known yet."""

    measure: ErrorKind
    sizes: Labels
    seen: FoldTable
    left: FoldTable
    held: FoldTable  # on points that are held out
    bayes: float | None
    work: Cost

    @property
    def training(self) -> Array:
        """The error on the points learned from."""
        return self.seen.means(self.measure)

    @property
    def unseen(self) -> Array:
        """The error on the points of the folds that were left out."""
        return self.left.means(self.measure)

    @property
    def test(self) -> Array:
        """The error on the points that are held out, NaN if there are none."""
        return self.held.means(self.measure)

    @property
    def sentence(self) -> str:
        """What more points would bring."""
        known = np.flatnonzero(np.isfinite(self.unseen) & np.isfinite(self.training))
        if not len(known):
            return "Too few points: no part of them could be fitted."
        last, half = known[-1], known[len(known) // 2]
        gap = self.unseen[last] - self.training[last]
        spread = np.nan_to_num(self.left.standard_errors(self.measure)[last])
        shown = f"With {counted(int(self.sizes[last]), 'point')} {self._told(self.training[last])} on them and "
        shown += f"{self._told(self.unseen[last])} on unseen ones"
        if gap <= spread:
            return f"{shown}: the curves have met, so more points would bring little; a richer model might."
        if self.unseen[last] < self.unseen[half] - spread:
            return f"{shown}: the error still falls, so more points would help."
        return f"{shown}: a gap stays between the curves; more points or a simpler model would narrow it."

    @property
    def facts(self) -> Mapping[str, str]:
        """The errors with the fewest and with most points, and the work."""
        known = np.flatnonzero(np.isfinite(self.unseen))
        found = {
            f"{counted(int(self.sizes[index]), 'point')}": f"{self.measure.words(self.training[index])} on training "
            f"points, {self.measure.words(self.unseen[index])} on unseen ones"
            for index in dict.fromkeys([*known[:1].tolist(), *known[-1:].tolist()])
        }
        if self.bayes is not None:
            found["Bayes error"] = self.measure.words(self.bayes)
        if self.left.failed:
            found["Not fitted"] = f"{counted(self.left.failed, 'fit')} to too few points or classes, left out"
        return {**found, "Work": self.work.words}

    @property
    def charts(self) -> tuple[Chart, ...]:
        """The errors against the number of points."""
        places, shown = self.sizes.astype(np.float64), self.measure.shown
        unseen, spread = shown(self.unseen), shown(self.left.standard_errors(self.measure))
        lines = [
            Series("unseen", places, unseen, "line", unseen - spread, unseen + spread),
            Series("training", places, shown(self.training)),
            Series("test", places, shown(self.test)),
        ]
        series = [line for line in lines if np.isfinite(line.ys).any()]
        if self.bayes is not None:
            series.append(Series("Bayes error", places[[0, -1]], shown(np.full(2, self.bayes)), "level"))
        return (Chart(self.measure.title, ("training points", self.measure.axis), tuple(series)),)

    @property
    def numbers(self) -> Mapping[str, object]:
        """The sizes and the errors of each."""
        spread = self.left.standard_errors(self.measure)
        return {
            "sizes": self.sizes.tolist(),
            "training": [number(error) for error in self.training],
            "unseen": [number(error) for error in self.unseen],
            "standard_error": [number(error) for error in spread],
            "test": [number(error) for error in self.test],
            "measure": self.measure.title,
        }

    def _told(self, error: float) -> str:
        return f"the {self.measure.noun} {'are' if self.measure.is_share else 'is'} {self.measure.words(error)}"


@dataclass(frozen=True)
class LearningCurve(Study):
    """Fits to more and more of the points and shows how the errors on seen and unseen points meet."""

    title = "Learning curve"
    family = "Errors"

    sizes: int = param(8, "Sizes", "How many numbers of points are tried", low=2, high=40)
    folds: int = param(5, "Folds", "Parts of the points on which the fits are judged in turn", low=2, high=1000)
    seed: int = param(0, "Seed", "Another seed takes the points in another order", low=0, high=LARGEST_SEED)
    points: int = points_param()

    def refusal(self, task: Task) -> str:
        """Return a sentence for a walk on a function and for too few points."""
        if task.model.task == "descend" or len(task.learnable(self.points)) <= FEWEST:
            return f"A learning curve needs more than {FEWEST} points to learn from."
        return ""

    def cost(self, task: Task) -> Cost:
        """Return one fit for each size and fold."""
        part, every = task.learnable(self.points), task.model.learnable(task.data)
        return Cost(len(self._sizes(part)) * self._folds(part), len(part), len(every))

    def run(self, task: Task) -> Iterator[Result | None]:
        """Yield the errors after each fit of the first fold, then after each fold."""
        part, testing = task.learnable(self.points), task.testing(self.points)
        sizes, folds, stratified = self._sizes(part), self._folds(part), task.model.task == "classify"
        dealt = deal(part.ids, folds, self.seed, 0, part.labels if stratified else None)
        ones = np.bincount(dealt)
        tables = tuple(FoldTable(np.full((folds, len(sizes)), np.nan), ones) for _ in range(3))
        first: Step | None = None
        for fold in range(folds):
            training = in_lots(part.part(dealt != fold), self.seed, stratified)
            for count, index in enumerate(coarse_to_fine(len(sizes)), 1):
                some = training.part(np.arange(sizes[index]))
                step = yield from task.last_step(some)
                first = first or step
                is_whole = count == len(sizes)
                for table, data in zip(tables, (some, part.part(dealt == fold), testing), strict=True):
                    table.note(fold, index, cost_of(task, step, data), step is None)
                    table.finished = fold + 1 if is_whole or not fold else fold  # the first is shown as it comes
                done = (fold + count / len(sizes)) / folds
                yield self._result(task, sizes, tables, first, done) if is_whole or not fold else None

    def _result(
        self, task: Task, sizes: Labels, tables: tuple[FoldTable, ...], first: Step | None, done: float
    ) -> SizeErrors:
        source = task.source if task.model.task == "classify" else None
        return SizeErrors(
            done=done,
            measure=known_measure(task, first),
            sizes=sizes,
            seen=tables[0].copy(),
            left=tables[1].copy(),
            held=tables[2].copy(),
            bayes=None if source is None else bayes_error(source),
            work=self.cost(task),
        )

    def _folds(self, part: Dataset) -> int:
        return min(self.folds, len(part))

    def _sizes(self, part: Dataset) -> Labels:
        """Return numbers of points in equal ratios, up to those of the smallest training part."""
        folds = self._folds(part)
        most = len(part) - -(-len(part) // folds)
        return np.unique(np.geomspace(min(FEWEST, most), most, self.sizes).round().astype(np.intp))


def in_lots(data: Dataset, seed: int, stratified: bool) -> Dataset:
    """Return the points by lot; if stratified every beginning of them has its share of every class."""
    lots = scrambled(data.ids * (LARGEST_SEED + 1) + seed)
    order = np.argsort(lots, kind="stable")
    if not stratified:
        return data.part(order)
    turns = np.empty(len(data))
    for label in data.classes:
        own = order[data.labels[order] == label]
        turns[own] = (np.arange(len(own)) + 0.5) / len(own)
    return data.part(np.lexsort((lots, turns)))
