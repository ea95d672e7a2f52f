"""Support vector machine for two or many classes, with a linear, polynomial or RBF kernel."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from mlexplorer.algorithms.margins.kernels import Kernel
from mlexplorer.algorithms.margins.many_machines import ManyMachines, exchanged_together, shared_starts
from mlexplorer.algorithms.margins.pairwise import KernelTable
from mlexplorer.algorithms.margins.voting import pairs_of
from mlexplorer.algorithms.margins.widest import (
    FINISHED,
    Machine,
    MarginTask,
    hard_margin,
    hurried,
    last,
    resumed,
    soft_margin,
)
from mlexplorer.core.arrays import Array, Labels, signs
from mlexplorer.core.data import Dataset
from mlexplorer.core.model import CanHurry, Knob, Start, Step
from mlexplorer.core.params import param
from mlexplorer.core.reach import refuse_powers
from mlexplorer.core.study.many_fits import CanFitMany, ManyFits, Samples
from mlexplorer.models.svm.lines import LineMachine
from mlexplorer.models.svm.pairs import PairsStep
from mlexplorer.models.svm.steps import PairMachine, PairStep

KERNELS = ("linear", "polynomial", "rbf")
TITLES = ("Linear", "Polynomial", "RBF")
TOGETHER = 1000  # points up to which machines of many samples are found in one go
EXCHANGES = 2  # for each point, in each of them at most


@dataclass(frozen=True)
class SupportVectorMachine(CanHurry, CanFitMany):
    """Draws the boundary with the widest street between the classes.

    Two classes, y = −1 and +1: f(x) = w·φ(x) − t makes ½‖w‖² + cost·Σ slack least, slack = max(0, 1 − y·f). With a
    kernel k, w = Σ αᵢ·yᵢ·φ(xᵢ), so that f(x) = Σ αᵢ·yᵢ·k(xᵢ, x) − t with multipliers 0 ≤ α ≤ cost and Σ α·y = 0:
    linear x·z, polynomial (x·z + offset)^degree, RBF exp(−gamma·‖x − z‖²). Points with α > 0 are the support vectors;
    those with α = cost are bounded, the others free and exactly on the edge of the street, f = ±1. Margin = 1/‖w‖ is
    the distance from the boundary to an edge. Where no support vector is free, t is the middle of what is allowed.
    Loss = the objective above, of which the dual value Σα − ½‖w‖² is a lower bound; their difference is the duality
    gap. A hard margin allows no slack; where there is none, the soft one with cost 1000 is shown, and said to be so.

    The steps are the multipliers 0, the iterates of an interior point method (all points share in w, fewer and fewer
    of them much), then exchanges of single points until every condition holds to 10⁻⁶.

    Many classes vote one against one as in libsvm: the class with most votes wins, on a tie the first. A score is not
    a number of votes but what a class lacks: 0 for the winner, else −(the least change of f that would let it win),
    so that the largest score is the winner's and boundaries lie exactly where an f is 0.
    """

    title = "Support vector machine"
    family = "Kernels"
    only_nearly = True
    most_points = 5_000  # of so many nearly all may be support vectors with a narrow kernel
    watch = (
        "Only points on the edge of the street or beyond hold the boundary: move any other and nothing changes. A "
        "larger cost narrows the street; with an RBF kernel a larger gamma wraps each point by itself."
    )

    kernel: str = param(
        "rbf",
        "Kernel",
        "What may be drawn: a straight line, a curve of some degree, or a sum of round bumps, one on each point (RBF)",
        choices=KERNELS,
        titles=TITLES,
    )
    hard: bool = param(False, "Hard margin", "No point may stand in the street or on the wrong side")
    cost: float = param(
        1.0,
        "Cost C",
        "The price of a point in the street or beyond: small means a wide street, large means few such points",
        low=0.01,
        high=10000.0,
        scale="log",
        ends=("wide street", "few mistakes"),
        shown_when=("hard", (False,)),
    )
    degree: int = param(
        3, "Degree", "How often the boundary may bend", low=1, high=6, shown_when=("kernel", ("polynomial",))
    )
    gamma: float = param(
        2.0,
        "Gamma γ",
        "How narrow the bump of a point is: small means smooth, large means an island around each point",
        low=0.01,
        high=100.0,
        scale="log",
        shown_when=("kernel", ("rbf",)),
    )
    offset: float = param(
        1.0,
        "Offset",
        "How much the low powers count beside the highest; 0: only the highest",
        low=0.0,
        high=10.0,
        shown_when=("kernel", ("polynomial",)),
    )

    def knobs(self) -> tuple[Knob, ...]:
        """Return the cost where there is one, then what shapes the kernel."""
        cost = Knob("cost", (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0))
        gamma = Knob("gamma", (0.01, 0.03, 0.1, 0.3, 1.0, 2.0, 5.0, 10.0, 30.0, 100.0))
        shape = {"rbf": (gamma,), "polynomial": (Knob("degree", (1, 2, 3, 4, 5, 6)),)}.get(self.kernel, ())
        return shape if self.hard else (cost, *shape)

    def refuse(self, data: Dataset) -> None:
        """Raise CannotFit also for points with powers too large or too small for a number."""
        super().refuse(data)
        if self.kernel == "polynomial":
            refuse_powers(data.points, self.degree)

    def learn(self, data: Dataset, start: Start | None) -> Iterator[Step | None]:
        """Yield the start, each state of the solver, and the exact end; for many classes the end of each pair."""
        del start
        if len(data.classes) > 2:
            yield from self._many(data)
            return
        iteration, rows = 0, np.arange(len(data))
        for machine in self._machines(self._task(data, data.classes)):
            yield None if machine is None else self._step(data, PairMachine(machine, rows, data.ids), iteration)
            iteration += machine is not None

    def resume(self, data: Dataset, near: Step) -> Step:
        """Return the last step, found from the multipliers of a step of a fit to similar data."""
        if isinstance(near, PairStep) and np.array_equal(near.classes, data.classes):
            machine = self._resumed(self._task(data, data.classes), data.ids, near.part)
            return self._step(data, PairMachine(machine, np.arange(len(data)), data.ids), near.iteration)
        if isinstance(near, PairsStep) and np.array_equal(near.classes, data.classes):
            return self._resumed_many(data, near)
        final = None
        for step in self.learn(data, None):
            final = step or final
        assert final is not None, "a fit yields a step"
        return final

    def hurry(self, data: Dataset, near: Step) -> Iterator[Step | None]:
        """Yield a step whose conditions hold to a thousandth, found from the multipliers of another."""
        if self.kernel != "rbf" or self.hard or not isinstance(near, PairStep) or len(data.classes) > 2:
            yield self.resume(data, near)
            return
        task, rows = self._task(data, data.classes), np.arange(len(data))
        for machine in hurried(task, _table(task.kernel, data), _carried(data.ids, near.part, self.cost)):
            part = None if machine is None else PairMachine(machine, rows, data.ids)
            yield None if part is None else self._step(data, part, near.iteration)

    def shares_samples(self, data: Dataset) -> bool:
        """Return True for the bumps of not too many points of two classes: one table of the kernel serves all."""
        return self.kernel == "rbf" and not self.hard and len(data.classes) == 2 and len(data) <= TOGETHER

    def fit_many(self, samples: Samples) -> Generator[None, None, ManyFits]:
        """Return the machines of samples, found from that of all points."""
        data, task = samples.data, self._task(samples.data, samples.data.classes)
        whole = last(self._machines(task))
        yield None
        starts = shared_starts(whole.multipliers, samples.counts, task.signs, self.cost)
        caps, table = np.asarray(self.cost * samples.counts, np.float64), KernelTable.of(task.kernel, data.points)
        found = yield from exchanged_together(table, task.signs, caps, starts, EXCHANGES * len(data))
        weights, thresholds = found.multipliers * task.signs, found.thresholds
        for number in np.flatnonzero(~found.done).tolist():  # long ones are finished by the exact search
            counts, rows = samples.counts[number], np.arange(len(data)).repeat(samples.counts[number])
            sample = MarginTask(task.kernel, data.points[rows], task.signs[rows], self.cost)
            machine = resumed(sample, (found.multipliers[number] / np.maximum(counts, 1))[rows])
            weights[number] = np.bincount(rows, machine.multipliers * sample.signs, len(data))
            thresholds[number] = machine.threshold
            yield None
        return ManyMachines(self, samples, task.kernel, weights, thresholds)

    def _machines(self, task: MarginTask) -> Iterator[Machine | None]:
        return hard_margin(task) if self.hard else soft_margin(task)

    def _task(self, data: Dataset, classes: Labels) -> MarginTask:
        """Return the problem of the points of two classes."""
        kernel = Kernel(self.kernel, self.gamma, self.degree, self.offset)  # type: ignore[arg-type] # a choice of KERNELS
        return MarginTask(kernel, data.points, signs(data.labels, classes[1]), self.cost)

    def _step(self, data: Dataset, part: PairMachine, iteration: int) -> PairStep:
        kind = LineMachine if self.kernel == "linear" else PairStep
        return kind(iteration=iteration, data=data, classes=data.classes, part=part, hard=self.hard)

    def _parts(self, data: Dataset) -> Iterator[tuple[Dataset, Labels, MarginTask]]:
        """Yield the points of each pair of classes, their rows, and their problem."""
        for first, second in pairs_of(len(data.classes)):
            classes = data.classes[[first, second]]
            rows = np.flatnonzero(np.isin(data.labels, classes))
            part = data.part(rows)
            yield part, rows, self._task(part, classes)

    def _many(self, data: Dataset) -> Iterator[Step | None]:
        parts = [
            PairMachine(next(item for item in soft_margin(task) if item is not None), rows, part.ids)
            for part, rows, task in self._parts(data)
        ]
        step = PairsStep(data=data, classes=data.classes, parts=tuple(parts), hard=self.hard)
        yield step
        for index, pair in enumerate(parts):
            machine = pair.machine
            for found in self._machines(machine.task):
                machine = found or machine
                yield None
            parts[index] = replace(pair, machine=machine)
            step = replace(step, iteration=index + 1, parts=tuple(parts), latest=index)
            yield step

    def _resumed_many(self, data: Dataset, near: PairsStep) -> Step:
        parts = [
            PairMachine(self._resumed(task, part.ids, old), rows, part.ids)
            for (part, rows, task), old in zip(self._parts(data), near.parts, strict=True)
        ]
        return replace(near, data=data, parts=tuple(parts), hard=self.hard, latest=len(parts) - 1)

    def _resumed(self, task: MarginTask, ids: Labels, old: PairMachine) -> Machine:
        """Return the machine of a pair from an old one: itself if nothing changed, cold if too much did."""
        machine, before = old.machine, old.machine.task
        if before.kernel != task.kernel or machine.stage not in FINISHED or (self.hard and not machine.hard):
            return last(self._machines(task))
        if self.hard:
            task = replace(task, cost=before.cost)
        same = np.array_equal(before.points, task.points) and np.array_equal(before.signs, task.signs)
        if same and before.cost == task.cost and machine.hard == self.hard:
            return machine
        found = resumed(task, _carried(ids, old, task.cost))
        if not self.hard:
            return found
        if found.bounded():
            return last(self._machines(task))
        return replace(found, hard=True)


@lru_cache(maxsize=1)
def _table(kernel: Kernel, data: Dataset) -> KernelTable:
    """Return the kernel matrix of the points of two classes, equal ones merged: fits with many costs share it."""
    first, _, _ = MarginTask(kernel, data.points, signs(data.labels, data.classes[1]), 1.0).merged
    return KernelTable.of(kernel, data.points[first])


def _carried(ids: Labels, old: PairMachine, cost: float) -> Array:
    """Return old multipliers by the ids of the points, 0 for new ones; those at the old cost are at the new one."""
    machine = old.machine
    ratio = cost / machine.task.cost
    values = np.where(machine.multipliers >= machine.task.cost, cost, machine.multipliers * ratio)
    order = np.argsort(old.ids)
    places = np.searchsorted(old.ids[order], ids).clip(max=len(order) - 1)
    known = old.ids[order][places] == ids
    return np.where(known, values[order][places], 0.0)
