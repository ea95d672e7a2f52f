"""The perceptron: one line, corrected by one mistake after the other; many classes have a line each."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial

import numpy as np

from mlexplorer.algorithms.descent.online import Lines, PerceptronData, beginning, orders, visit_by_many
from mlexplorer.algorithms.descent.rule_losses import errors
from mlexplorer.algorithms.lines import straight
from mlexplorer.algorithms.lines.straight import ToldLine
from mlexplorer.core import sklearn_lines
from mlexplorer.core.arrays import Array, Labels, blocks
from mlexplorer.core.capabilities import (
    HasFocus,
    HasLandscape,
    HasReasons,
    HasRegions,
    HasScores,
    HasVisits,
    Landscape,
    Reason,
)
from mlexplorer.core.data import Dataset
from mlexplorer.core.model import CanResume, Knob, Start, Step, Stretch
from mlexplorer.core.notice import Notice, Remedy
from mlexplorer.core.numbers import counted, pair, tex_sum, text
from mlexplorer.core.params import param
from mlexplorer.core.region import Region, highest
from mlexplorer.core.source import LARGEST_SEED

SPARSE = 0.02  # share of mistakes in a pass below which searching arrays beats plain floats
MOST_EPOCHS = 1000


@dataclass(frozen=True, eq=False)
class Lap:
    """One pass over the points that made mistakes, or the start: the weights after each update, and its row."""

    data: Dataset
    epoch: int
    path: Array  # (updates, lines, 3); empty after a pass without mistakes
    rows: Labels
    turns: Labels  # when in the pass each row came, counted from 0
    before: "Lap | None" = None
    cycle: int = 0  # the earlier epoch that ended with the same weights, if one did

    @property
    def origin(self) -> "Lap":
        """The lap of the start."""
        lap = self
        while lap.before is not None:
            lap = lap.before
        return lap

    @cached_property
    def fewest(self) -> tuple[int, int]:
        """The fewest training errors of any weights of this lap, and the first place that has them."""
        counts = mistakes(self.data, self.path)
        return int(counts.min()), int(counts.argmin())


def first_lap(data: Dataset, table: Array) -> Lap:
    """Return the lap of the start: weights (lines, 3) before any update."""
    return Lap(data, 0, np.array(table, dtype=np.float64)[None], np.array([-1]), np.array([-1]))


def mistakes(data: Dataset, tables: Array) -> Array:
    """Return the training errors of weights (m, lines, 3)."""
    if len(data.classes) == 2:
        return errors(data.points, data.labels == data.classes[1], tables[:, 0])
    counts, columns = np.empty(len(tables)), np.searchsorted(data.classes, data.labels)
    for part in blocks(len(tables), len(data.classes) * len(data)):
        counts[part] = (_scores(tables[part], data.points).argmax(axis=1) != columns).sum(axis=1)
    return counts


def _scores(tables: Array, points: Array) -> Array:
    """Return w·x − t of weights (m, lines, 3) at points, as (m, lines, n), in the order of sums all decisions use."""
    first, second, threshold = np.moveaxis(tables, -1, 0)[..., None]
    return first * points[:, 0] + second * points[:, 1] - threshold


@dataclass(frozen=True, eq=False, kw_only=True)
class PerceptronStep(HasScores, HasReasons, HasFocus, HasVisits, partial=True):
    """The weights after one update, and what is known of it."""

    lap: Lap
    place: int
    ending: str = ""
    by_hand: bool = False

    @cached_property
    def classes(self) -> Labels:
        """The classes present in training."""
        return self.lap.data.classes

    @cached_property
    def table(self) -> Array:
        """The weights (w1, w2, t), one row for each line."""
        return self.lap.path[self.place].copy()

    @cached_property
    def loss(self) -> float:
        """The number of training errors."""
        return float(mistakes(self.lap.data, self.table[None])[0])

    @cached_property
    def measures(self) -> Mapping[str, float]:
        """Training errors, the pass over the data, and how wrong the wrong points are (perceptron criterion)."""
        data = self.lap.data
        scores = _scores(self.table[None], data.points)[0]
        wanted = data.labels == (data.classes[1:] if len(scores) == 1 else data.classes)[:, None]
        wrong = np.where((scores > 0) != wanted, np.abs(scores), 0.0)
        return {"errors": self.loss, "epoch": float(self.lap.epoch), "criterion": float(wrong.sum())}

    @cached_property
    def fewest(self) -> int:
        """The fewest training errors of any weights up to this step."""
        return self._best[0]

    @cached_property
    def pocket(self) -> Array:
        """The weights that made the fewest errors up to this step, one row for each line."""
        return self._best[1].copy()

    @cached_property
    def note(self) -> str:
        """Which point was wrong and where the weights went."""
        end = f" {self.ending}" if self.ending else ""
        if self._row < 0:
            where = "A line placed by hand" if self.by_hand else "Start"
            told = f"{counted(int(self.loss), 'error')} on {counted(len(self.lap.data), 'training point')}"
            return f"{where}: {told}.{end}"
        data = self.lap.data
        point, label = data.numbers[self._row], data.class_names[data.labels[self._row]]
        return f"Epoch {self.lap.epoch}: point {point} ({label}) is wrong, {self._moved}.{end}"

    @cached_property
    def working(self) -> tuple[str, ...]:
        """The update of each line that was wrong, with its numbers, and the best weights so far."""
        updates = [line for index in self._wrong for line in self._update(index)]
        pocket = ", ".join(pair(row, 4) for row in self.pocket)
        best = f"fewest errors so far: {self.fewest}, with (w₁, w₂, t) = {pocket}"
        return (*updates, best)

    @cached_property
    def notice(self) -> Notice | None:
        """That the weights go round in circles, or that the epochs were too few."""
        lap = self.lap
        if lap.cycle:
            again = (
                f"Epoch {lap.epoch} ends with the weights of epoch {lap.cycle}: the perceptron goes round in circles"
            )
            what = (
                "no line separates the classes"
                if len(self.table) == 1
                else "no lines separate each class from the rest"
            )
            return Notice(f"{again} for ever, because {what}.")
        if self.ending and not self.ending.startswith(CLEAN):
            more = min(MOST_EPOCHS, 10 * lap.epoch)
            sentence = "The last epoch still made mistakes: more epochs may help, or no line separates the classes."
            return Notice(sentence, Remedy(f"Allow {more} epochs", {"epochs": more}) if more > lap.epoch else None)
        return None

    @property
    def focus(self) -> Labels:
        """The point that was wrong; none for the start."""
        return np.array([self._row] if self._row >= 0 else [], dtype=np.intp)

    @property
    def visited(self) -> int:
        """How many points it has looked at, from the start to this update."""
        return max(self.lap.epoch - 1, 0) * len(self.lap.data) + int(self.lap.turns[self.place]) + 1

    @property
    def _row(self) -> int:
        return int(self.lap.rows[self.place])

    @cached_property
    def _earlier(self) -> Array:
        """The weights before this update."""
        lap, place = (self.lap, self.place - 1) if self.place else (self.lap.before, -1)
        return self.table if lap is None else lap.path[place]

    @property
    def _wrong(self) -> list[int]:
        """The lines that this update moved."""
        return [] if self._row < 0 else np.flatnonzero((self.table != self._earlier).any(axis=1)).tolist()

    @property
    def _best(self) -> tuple[int, Array]:
        """The fewest errors so far, and the weights that made them."""
        counts = mistakes(self.lap.data, self.lap.path[: self.place + 1])
        best = int(counts.min()), self.lap.path[int(counts.argmin())]
        lap = self.lap.before
        while lap is not None:
            if lap.fewest[0] <= best[0]:
                best = lap.fewest[0], lap.path[lap.fewest[1]]
            lap = lap.before
        return best

    @property
    def _moved(self) -> str:
        """Which way the weights went."""
        names, own = self.lap.data.class_names, self.lap.data.labels[self._row]
        if len(self.table) == 1:
            return f"so w moves {'towards' if own == self.classes[1] else 'away from'} it"
        moved = [
            f"{names[self.classes[index]]} {'towards' if self.classes[index] == own else 'away'}"
            for index in self._wrong
        ]
        return f"so these lines move: {', '.join(moved)}"

    def _update(self, index: int) -> tuple[str, ...]:
        """Return the arithmetic of one line's update."""
        data, before, after = self.lap.data, self._earlier[index], self.table[index]
        point = data.points[self._row]
        answer = int(float(_scores(before[None, None], point[None])[0, 0, 0]) > 0)
        value = f"f = w·x − t = {text(float(before[0] * point[0] + before[1] * point[1] - before[2]), 4)}"
        name = f"{data.class_names[self.classes[index]]}: " if len(self.table) > 1 else ""
        rate = f"{text(abs(float(after[2] - before[2])), 4)}·({1 - answer} − {answer})"
        return (
            f"{name}{value}, so the answer ŷ is {answer}, wanted y = {1 - answer}",
            f"w + η·(y − ŷ)·x = {pair(before[:2], 4)} + {rate}·{pair(point, 4)} = {pair(after[:2], 4)}",
            f"t − η·(y − ŷ) = {text(float(before[2]), 4)} − {rate} = {text(float(after[2]), 4)}",
        )


@dataclass(frozen=True, eq=False, kw_only=True)
class PerceptronLine(ToldLine, PerceptronStep, HasLandscape):
    """Two classes and one line."""

    @cached_property
    def weights(self) -> Array:
        """The weights (w1, w2, t)."""
        return self.table[0]

    def landscape(self, data: Dataset) -> Landscape:
        """Return the staircase of errors over w1, w2 and t."""

        def at(weights: Array) -> PerceptronLine:
            return PerceptronLine(lap=first_lap(data, weights[None]), place=0, by_hand=True)

        return Landscape(
            straight.NAMES, self.weights, lambda weights: mistakes(data, weights[:, None]), at, title="Errors"
        )


@dataclass(frozen=True, eq=False, kw_only=True)
class LinesStep(PerceptronStep, HasRegions, exported=("table",)):
    """Many classes: one line each against all others; the largest f wins."""

    def sklearn_form(self) -> sklearn_lines.Lines | None:
        """Return a linear model with these lines."""
        return sklearn_lines.linear(self.classes, self.table)

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """Where each class has the largest f."""
        return highest(self.table, self.classes)

    def scores(self, points: Array) -> Array:
        """Return f of each class at points."""
        return np.ascontiguousarray(_scores(self.table[None], points)[0].T)

    @cached_property
    def equation(self) -> str:
        """The lines with their numbers."""
        rows = zip(self.classes, self.table.tolist(), strict=True)
        rules = [f"f_{{{label}}} = {tex_sum([(u, 'x_1'), (v, 'x_2'), (-t, '')])}" for label, (u, v, t) in rows]
        return r", \quad ".join(rules)

    def reasons(self, point: Array) -> tuple[Reason, ...]:
        """Return w1·x1 + w2·x2 − t of every class at one place."""
        names = self.lap.data.class_names
        rows = zip(self.classes, self.table, strict=True)
        return tuple(straight.reason(row, point, f"f of {names[label]}") for label, row in rows)


CLEAN = "A whole pass"


def _kind(data: Dataset) -> type[PerceptronStep]:
    return PerceptronLine if len(data.classes) == 2 else LinesStep


def _ending(updates: int, last: Lap) -> str:
    """Return why the last pass was the last."""
    if len(last.path):
        return "The allowed epochs are over."
    return f"{CLEAN} without mistakes: done after {counted(updates, 'update')} in {counted(last.epoch, 'epoch')}."


@dataclass(frozen=True)
class Moves:
    """The updates of a lap among those of all: how many came before, and why they were the last."""

    lap: Lap
    begin: int
    ending: str = ""

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.lap.path)

    @property
    def end(self) -> int:
        """How many there are with all before."""
        return self.begin + self.count


def _made(moves: Moves, place: int) -> PerceptronStep:
    """Return the step after an update of a lap."""
    ending = moves.ending if place == moves.count - 1 else ""
    return _kind(moves.lap.data)(iteration=moves.begin + place, lap=moves.lap, place=place, ending=ending)


@dataclass(frozen=True)
class Perceptron(CanResume):
    """Looks at one point after the other and moves its line only when the point is on the wrong side.

    f(x) = w·x − t, answer 1 for f > 0, else 0. A mistake moves w ← w + rate·(y − answer)·x, t ← t − rate·(y − answer);
    y is 1 for the second class. It stops after a pass without mistakes, which comes if and only if a line separates
    the classes. Many classes have a line each, with y = 1 for the own class; one step may move several lines, and the
    largest f wins. The loss is the number of training errors; the pocket keeps the weights that made the fewest.
    """

    title = "Perceptron"
    family = "Linear"
    most_points = 20_000  # every update is kept
    watch = (
        "Each mistake turns the line towards its point, and that may spoil others. It ends only if a line separates "
        "the classes, and where it ends depends on the order of the points."
    )
    main = ("rate", "epochs", "order")

    rate: float = param(1.0, "Learning rate", "How far a mistake moves the line", low=0.001, high=10.0, scale="log")
    epochs: int = param(50, "Epochs", "How often it may go through all points", low=1, high=MOST_EPOCHS, scale="log")
    order: str = param(
        "given", "Order", "Which point comes next: as in the table, or shuffled anew", choices=("given", "shuffled")
    )
    start: str = param("zero", "Start", "The weights to begin with", choices=("zero", "random", "given"))
    seed: int = param(0, "Seed", "Another seed draws another start and order", low=0, high=LARGEST_SEED)

    def knobs(self) -> tuple[Knob, ...]:
        """Return how often it goes through all points."""
        return (Knob("epochs", (1, 2, 3, 5, 10, 20, 50, 100)),)

    def learn(self, data: Dataset, start: Start | None) -> Iterator[PerceptronStep | None]:
        """Yield the start, then the weights after each update."""
        for moves in self._moves(data, start):
            yield from map(partial(_made, moves), range(moves.count))

    def stretches(self, data: Dataset, start: Start | None) -> Iterator[Stretch]:
        """Yield the updates of one pass after the other."""
        for moves in self._moves(data, start):
            yield Stretch(moves.count, partial(_made, moves))

    def resume(self, data: Dataset, near: Step) -> Step:
        """Return the last step alone: the way there must be gone again, but need not be told."""
        assert isinstance(near, PerceptronStep)
        laps = list(self._laps(data, near.lap.origin.path[0]))
        moved = [lap for lap in laps if len(lap.path)]
        updates, last = sum(len(lap.path) for lap in moved) - 1, moved[-1]
        return _kind(data)(iteration=updates, lap=last, place=len(last.path) - 1, ending=_ending(updates, laps[-1]))

    def _moves(self, data: Dataset, start: Start | None) -> Iterator[Moves]:
        """Yield the start, then the updates of each pass; those of the last one know why it was."""
        laps = self._laps(data, start)
        moves = Moves(next(laps), 0)
        for lap in laps:
            if not len(lap.path):
                yield replace(moves, ending=_ending(moves.end - 1, lap))
                return
            yield moves
            moves = Moves(lap, moves.end)
        yield replace(moves, ending=_ending(moves.end - 1, moves.lap))

    def _laps(self, data: Dataset, start: Start | None) -> Iterator[Lap]:
        """Yield the start, then each pass that moved the weights, at last an empty one if it made no mistakes."""
        beginning = self._beginning(data, start)
        table = np.array(beginning)
        lap, ends = first_lap(data, table), {table.tobytes(): 0}
        yield lap
        for epoch, (path, rows, turns) in enumerate(self._passes(data, beginning), 1):
            met = ends.setdefault(path[-1].tobytes(), epoch) if len(path) else epoch
            cycle = met if self.order == "given" and met < epoch else 0
            lap = Lap(data, epoch, path, rows, turns, lap, cycle)
            yield lap
            if not len(path):
                return

    def _beginning(self, data: Dataset, start: Start | None) -> Lines:
        """Return the weights to begin with; those given only if their number fits."""
        shape = (1 if len(data.classes) == 2 else len(data.classes), 3)
        table = beginning(self.start, shape, self.seed, start)
        return tuple((float(u), float(v), float(t)) for u, v, t in table)

    def _passes(self, data: Dataset, weights: Lines) -> Iterator[tuple[Array, Labels, Labels]]:
        """Yield the weights after each update of each pass, with the rows that were wrong, and when they came."""
        targets = data.classes[1:] if len(weights) == 1 else data.classes
        learners = [PerceptronData(data.points, data.labels == label, self.rate) for label in targets]
        share = 1.0
        for visited in orders(len(data), self.epochs, self.seed if self.order == "shuffled" else None):
            order = None if self.order == "given" else visited
            if len(learners) == 1:
                wrong = learners[0].visit(order, weights[0], sparse=share < SPARSE)
                path = learners[0].path(weights[0], wrong)[:, None]
            else:
                rows, found = visit_by_many(learners, visited, weights)
                wrong, path = np.array(rows, dtype=np.intp), np.array(found)
            if len(path):
                weights = tuple((u, v, t) for u, v, t in path[-1].tolist())
            share = len(path) / len(data)
            yield path, wrong, wrong if order is None else np.argsort(visited)[wrong]
