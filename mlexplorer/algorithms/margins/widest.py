"""Classifiers with the widest margin, soft or hard: a loose interior point first, then the exact support vectors."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np

from mlexplorer.algorithms.margins.active_set import (
    MOST_DENSE,
    SMALL,
    Chunk,
    MarginProblem,
    State,
    balanced,
    chunked,
    dense,
    evened,
    fresh,
    pinned,
    pinned_nearby,
    rough,
    violations,
)
from mlexplorer.algorithms.margins.kernels import Kernel
from mlexplorer.algorithms.margins.pairwise import CLOSE, MANY, KernelTable, exchanged
from mlexplorer.algorithms.margins.quadratic import BoxProblem, LowRank, Quadratic, interior_points
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.notice import CannotFit, Remedy
from mlexplorer.core.numbers import text

Stage: TypeAlias = Literal["zero", "even", "inside", "exchange", "close", "exact"]
FINISHED = ("close", "exact")  # close: many points with a narrow kernel, right to a thousandth
EXACT = 1e-6  # largest violation of an optimality condition that is accepted, in units of the margin
ROUGH = 1e-2  # and the largest that is shown at all, where no better state is found
SOFT_COST = 1000.0  # the cost a hard margin begins with, and falls back on
_THIN = 1e-5  # thinnest hard margin that is looked for, as a share of the extent of the features
_SAME = 1e-9  # a violation so small that nothing is left to do
_ROUNDED = 1e-12  # of a cap: multipliers nearer to a bound are at it
_ROUNDS = 60
_SETTLING = 8  # turns after which as many points are undecided as there will be
_SMOOTH = 100.0  # gamma × area of the points: below, the exact search is quicker than long exchanges
_SHARP = 300.0  # gamma × area: above, exchanges come near the end sooner than interior points
_SHARP_COUNTS = range(300, 5001)  # points for which that pays, and whose table of all pairs is small enough
_PASSES = 20  # exchanges for each point, at most
_NEAR = 1e-4  # violation after which the exact search has little left to do
_EXCHANGES = 500  # between two chances to interrupt
_LARGEST_DENSE = 2000  # points whose kernel matrix is factored where so many are undecided


@dataclass(frozen=True, eq=False)
class MarginTask:
    """Points of two classes (signs −1 and +1), a kernel and a cost: ½‖w‖² + cost·Σ slack is to be least."""

    kernel: Kernel
    points: Array
    signs: Array
    cost: float

    @cached_property
    def problem(self) -> MarginProblem:
        """The dual problem, equal points merged."""
        first, _, counts = self.merged
        return MarginProblem(self.kernel, self.points[first], self.signs[first], counts, self.cost)

    @cached_property
    def merged(self) -> tuple[Labels, Labels, Array]:
        """One row of each group of equal points with equal labels, the group of each row, the size of each group."""
        alone = np.arange(len(self.points))
        if (np.diff(np.sort(self.points[:, 0])) > 0).all():  # no two share a first coordinate: the usual case
            return alone, alone, np.ones(len(alone))
        table = np.column_stack([self.points, self.signs])
        order = np.lexsort(table.T)
        fresh_row = np.append(True, (np.diff(table[order], axis=0) != 0).any(axis=1))
        if fresh_row.all():
            return alone, alone, np.ones(len(alone))
        groups = np.empty(len(table), dtype=np.intp)
        groups[order] = np.cumsum(fresh_row) - 1
        first = order[fresh_row]
        return first, groups, np.bincount(groups).astype(np.float64)


@dataclass(frozen=True, eq=False)
class Machine:
    """f(x) = Σ aᵢ·yᵢ·k(xᵢ, x) − t at some moment of a fit; a multiplier a at the bound equals the cost to the bit."""

    task: MarginTask
    values: Array  # the multipliers of the merged points, in units of 1/scale
    level: float  # the threshold of the centred sums
    stage: Stage
    hard: bool = False

    @cached_property
    def multipliers(self) -> Array:
        """The multiplier of every point."""
        _, groups, counts = self.task.merged
        problem, values = self.task.problem, self.values
        shares = np.where(values >= problem.cap, self.task.cost, values / (problem.sums.scale * counts))
        return shares[groups]

    @cached_property
    def support(self) -> Labels:
        """The rows with a multiplier above 0; where all are, inside the box, above a thousandth of the largest."""
        least = 1e-3 * float(self.multipliers.max()) if self.stage in ("even", "inside") else 0.0
        return np.flatnonzero(self.multipliers > least)

    @cached_property
    def coefficients(self) -> Array:
        """What each feature of a finite kernel counts: w."""
        problem = self.task.problem
        return (self.values * problem.signs) @ problem.sums.features / problem.sums.scale**0.5

    @cached_property
    def threshold(self) -> float:
        """The threshold t; 0 where only rounding, of a score that is ±1 at the margins, is left of it."""
        parts = self.task.problem.sums.origin * self.coefficients if self.task.problem.kernel.finite else np.zeros(1)
        total, size = self.level + float(parts.sum()), 1 + abs(self.level) + float(np.abs(parts).sum())
        return total if abs(total) > 1e-15 * size else 0.0

    @cached_property
    def margins(self) -> Array:
        """y·f at every training point, from sums made anew."""
        problem = self.task.problem
        sums = problem.sums.weighted(self.values * problem.signs)
        return (problem.signs * (sums - self.level))[self.task.merged[1]]

    @cached_property
    def slacks(self) -> Array:
        """How far each training point lies on the wrong side of its margin line, in units of f."""
        return np.maximum(1 - self.margins, 0.0)

    @cached_property
    def length(self) -> float:
        """‖w‖ in the space of the features."""
        problem = self.task.problem
        weights = self.values * problem.signs
        return (max(float(weights @ problem.sums.weighted(weights)), 0.0) / problem.sums.scale) ** 0.5

    @cached_property
    def primal(self) -> float:
        """½‖w‖² + cost·Σ slack, which the fit makes least."""
        slack = 0.0 if self.hard else self.task.cost * float(self.slacks.sum())
        return 0.5 * self.length**2 + slack

    @cached_property
    def dual(self) -> float:
        """Σa − ½‖w‖², which no primal value can fall below."""
        return float(self.multipliers.sum()) - 0.5 * self.length**2

    @cached_property
    def residual(self) -> float:
        """The largest violation of an optimality condition, in units of f."""
        problem = self.task.problem
        return float(violations(problem, fresh(problem, self.values, self.level)).max())

    def bounded(self) -> bool:
        """Return whether any multiplier is at the cost."""
        return bool((self.values >= self.task.problem.cap).any())

    def discriminant(self, points: Array) -> Array:
        """Return f at points."""
        kernel = self.task.kernel
        if kernel.finite:
            return (kernel.features(points) * self.coefficients).sum(axis=1) - self.threshold
        rows = np.flatnonzero(self.multipliers)
        weights, sources = (self.multipliers * self.task.signs)[rows], self.task.points[rows]
        total, step = np.empty(len(points)), max(1, (1 << 15) // max(1, len(rows)))
        for first in range(0, len(points), step):
            total[first : first + step] = kernel.matrix(points[first : first + step], sources) @ weights
        return total - self.threshold

    def field(self, xs: Array, ys: Array) -> Array:
        """Return f on a grid, one row per y."""
        kernel = self.task.kernel
        if kernel.finite:
            return kernel.polynomial_on_grid(xs, ys, self.coefficients) - self.threshold
        rows = np.flatnonzero(self.multipliers)
        weights = (self.multipliers * self.task.signs)[rows]
        return kernel.sum_on_grid(xs, ys, self.task.points[rows], weights) - self.threshold


def soft_margin(task: MarginTask) -> Iterator[Machine | None]:
    """Yield the start, the interior points, the exchanges and last the exact machine; None between."""
    problem = task.problem
    zero = np.zeros(len(problem.signs))
    yield Machine(task, zero, fresh(problem, zero).threshold, "zero")
    if _is_sharp(task):
        near = yield from _by_exchanges(task, zero)
        if near.stage != "close":
            yield from _finished(task, fresh(problem, near.values), True)
        return
    quadratic, exact = _first_model(problem)
    box = BoxProblem(quadratic, -np.ones(len(problem.signs)), problem.signs, 0.0, problem.cap)
    point = None
    for number, point in enumerate(interior_points(box, 1e-5 if exact else 1e-2)):
        yield Machine(task, point.values.copy(), -point.level, "inside" if number else "even")  # not its whole table
    assert point is not None, "an interior point method yields its start"
    rounded = balanced(point.rounded(problem.cap), problem.signs, 0.0, problem.cap)
    yield from _finished(task, fresh(problem, rounded, -point.level), exact)


def _is_sharp(task: MarginTask) -> bool:
    """Return whether bumps are so narrow that many points stay undecided, and all of them fit into one table."""
    area = float(np.prod(np.ptp(task.points, axis=0)))
    count, least = len(task.points), _SHARP * (1 if len(task.points) <= MANY else 3)
    return not task.kernel.finite and task.kernel.gamma * area > least and count in _SHARP_COUNTS


def _by_exchanges(task: MarginTask, values: Array) -> Generator[Machine | None, None, Machine]:
    """Yield states on the way to multipliers that are right to a ten-thousandth (of many points to a thousandth)."""
    problem, many = task.problem, len(values) > MANY
    table, gradient = KernelTable.of(task.kernel, problem.points), None
    most, close = (_EXCHANGES // 2, CLOSE) if many else (_EXCHANGES, _NEAR)
    for _ in range(_PASSES * len(values) // most + 1):
        values, level, done, gradient = exchanged(table, problem.signs, problem.cap, values, most, close, gradient)
        yield (machine := Machine(task, values, level, "close" if done and many else "exchange"))
        if done:
            break
    return machine


def _first_model(problem: MarginProblem) -> tuple[Quadratic, bool]:
    """Return a Q to begin with, and whether it is exact: where its rank is small or the points are few."""
    count = len(problem.signs)
    if problem.kernel.finite:
        return LowRank(problem.sums.features * problem.signs[:, None]), True
    if count <= 64:
        return dense(problem, np.arange(count)), True
    columns = int(np.clip(count // 4, 64, max(320, count // 20)))
    model = rough(problem, slice(None), 1e-3 / max(1.0, problem.cost) ** 0.5, columns)
    if count <= 300 and model.rows.shape[1] > count // 4:
        return dense(problem, np.arange(count)), True
    return model, False


def _finished(task: MarginTask, state: State, near: bool) -> Iterator[Machine | None]:
    """Yield the states of the search for the exact support vectors, the quick way and the sure way in turn.

    It stops short where the answer is degenerate or the kernel's values leave no digits: then the best state found is
    the last, or an error if it is no answer at all. near: the state is nearly right, try the quick way at once.
    """
    problem = task.problem
    best, least, waited = state, (_worst(problem, state) if near else np.inf), 0
    for turn in range(_ROUNDS if least > _SAME else 0):
        candidate = _quick(problem, state, near, turn)
        if candidate is not None:
            candidate, worst = _judged(problem, candidate)
            waited = 0 if worst < 0.8 * least else waited + 1
            best, least = (candidate, worst) if worst < least else (best, least)
            if least < EXACT or (waited > 8 and least < ROUGH):
                break
            yield Machine(task, state.multipliers, state.threshold, "exchange")
        free = int(problem.free(state.multipliers).sum())
        if turn > _SETTLING and _is_crowded(free):
            break
        for following in chunked(problem, state, _chunk(free, turn, near)):
            state = following or state
            yield None
    if least > ROUGH:
        raise _refusal(problem, state)
    yield Machine(task, best.multipliers, best.threshold, "exact")


def _refusal(problem: MarginProblem, state: State) -> CannotFit:
    """Return why no answer was found: too many points are undecided, or the kernel's values leave no digits."""
    if problem.kernel.finite or not _is_crowded(int(problem.free(state.multipliers).sum())):
        return CannotFit("The numbers are too far apart for this kernel: centre or rescale the points.")
    wider = problem.kernel.gamma / 10
    sentence = f"With gamma {text(problem.kernel.gamma)} nearly every point is a support vector: these are too many."
    return CannotFit(sentence, Remedy(f"Use gamma {text(wider)}", {"gamma": wider}))


def _is_crowded(free: int) -> bool:
    """Return whether hardly any point is left to exchange with the undecided ones in a matrix of the largest size."""
    return free > 0.98 * _LARGEST_DENSE


def _quick(problem: MarginProblem, state: State, near: bool, turn: int) -> State | None:
    """Return the state pinned where that can be tried; None if there is nothing new to judge."""
    if turn == 0:
        return pinned(problem, state) if near else None
    free = problem.free(state.multipliers)
    outside = int(((violations(problem, state) > SMALL) & ~free).sum())
    return (pinned_nearby(problem, state) if outside <= 8 + int(free.sum()) / 20 else None) or state


def _judged(problem: MarginProblem, state: State) -> tuple[State, float]:
    """Return the state and its worst violation; a good one is judged on sums made afresh, not carried along."""
    worst = _worst(problem, state)
    if worst > ROUGH:
        return state, worst
    values, cap = state.multipliers, problem.cap
    values = np.where(values > cap * (1 - _ROUNDED), cap, np.where(values < cap * _ROUNDED, 0.0, values))
    state = fresh(problem, values, state.threshold)  # where rounding alone leaves points free, the middle is taken
    return state, _worst(problem, state)


def _worst(problem: MarginProblem, state: State) -> float:
    """Return the worst violation, infinite where the multipliers do not balance."""
    if abs(float(state.multipliers @ problem.signs)) > 1e-10 * float(problem.cap.sum()):
        return np.inf
    return float(violations(problem, state).max())


def _chunk(free: int, turn: int, near: bool) -> Chunk:
    """Return how to solve next: for those undecided and some more, in later turns for more and better.

    Where more are undecided than a full matrix can quickly hold, a rough model thins them first.
    """
    if turn == 0 and free > 0.75 * MOST_DENSE:
        return Chunk(min(int(1.6 * free), max(free, 4000)), 1e-3, rough=True)
    most = MOST_DENSE if turn < 2 else min(max(MOST_DENSE, int(1.1 * free)), _LARGEST_DENSE)
    size = int(min(1.2 + turn / 3, 2.2) * free)  # larger ones cost more than the turns they save
    return Chunk(max(120, min(most, size)), max(1e-12, 10.0 ** -(turn + (9 if near else 6))))


def resumed(task: MarginTask, multipliers: Array) -> Machine:
    """Return the exact machine, found from nearly right multipliers of the same points."""
    problem = task.problem
    _, groups, _ = task.merged
    start = np.minimum(np.bincount(groups, multipliers) * problem.sums.scale, problem.cap)
    start = evened(np.where(start > problem.cap * (1 - 1e-12), problem.cap, start), problem)
    machine = None
    if _is_sharp(task) and len(start) > MANY and (near := last(_by_exchanges(task, start))).stage == "close":
        return near
    try:
        for machine in _finished(task, fresh(problem, start), True):  # noqa: B007 - the last one
            pass
    except CannotFit:
        machine = None
    return machine or last(soft_margin(task))


def hurried(task: MarginTask, table: KernelTable, multipliers: Array) -> Iterator[Machine | None]:
    """Yield, after pauses, a machine whose conditions hold to a thousandth, from nearly right multipliers; rbf only.

    table is that of the merged points.
    """
    problem, (_, groups, counts) = task.problem, task.merged
    start = np.minimum(np.bincount(groups, multipliers), problem.cap)
    start = evened(np.where(start > problem.cap * (1 - 1e-12), problem.cap, start), problem)
    smooth = task.kernel.gamma * float(np.prod(np.ptp(task.points, axis=0))) < _SMOOTH
    most = max(200, int((0.7 if smooth else 20.0 if task.cost <= 3 else 2.0) * len(start)))
    while most > 0:
        found = exchanged(table, problem.signs, problem.cap, start, min(most, _EXCHANGES))
        if found.done:
            yield Machine(task, found.multipliers, found.threshold, "exchange")
            return
        most, start = most - _EXCHANGES, found.multipliers
        yield None
    yield resumed(task, start[groups] / counts[groups])


def last(machines: Iterator[Machine | None]) -> Machine:
    """Return the last machine of a fit."""
    final = None
    for machine in machines:
        final = machine or final
    assert final is not None, "a fit yields a machine"
    return final


def hard_margin(task: MarginTask) -> Iterator[Machine | None]:
    """Yield soft machines of rising cost until no multiplier is at its bound: that one has the hard margin.

    The means of the two classes weighted by any multipliers lie in their hulls, so that no margin is wider than
    ‖w‖/Σa: once that is thinner than can be seen, or the digits end, the machine with the cost 1000 is the last.
    """
    soft = None
    for cost in _costs(task):
        tried = replace(task, cost=cost)
        machine = None
        try:
            for step in soft_margin(tried):
                machine = step or machine
                yield step if soft is None and step is not None and step.stage not in FINISHED else None
        except CannotFit:
            if soft is None:
                raise
            break
        assert machine is not None, "a fit yields a machine"
        if machine.residual < EXACT and not machine.bounded():
            yield replace(machine, hard=True)
            return
        soft = soft or machine
        yield replace(machine, stage="exchange")
        if machine.length < _THIN * float(machine.multipliers.sum()) * task.problem.sums.scale**0.5:
            break
    assert soft is not None, "the first cost is always tried"
    yield soft


def _costs(task: MarginTask) -> list[float]:
    scale = task.problem.sums.scale
    first, _, _ = task.merged
    places = np.unique(task.points[first], axis=0)
    if len(places) < len(first):  # a place with both labels: nothing can separate them
        return [SOFT_COST]
    return [SOFT_COST, *(cost for power in (3, 5, 7, 9, 11) if (cost := 10.0**power / scale) > 2 * SOFT_COST)]
