"""Two ways to the exact support vectors of a margin problem: a few Newton rounds, or a small exact interior point."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.algorithms.margins.kernel_sums import KernelSums
from mlexplorer.algorithms.margins.kernels import Kernel
from mlexplorer.algorithms.margins.quadratic import BoxProblem, Dense, Interior, LowRank, Quadratic, interior_points
from mlexplorer.core.arrays import Array, Labels, Mask

SMALL = 1e-7  # a margin y·f − 1 this close to its condition counts as met
MOST_DENSE = 900  # points whose kernel matrix is made and factored in full
_MOST_COLUMNS = 720  # columns of the rough model of more points than that
_NEAR = 0.5  # margins this close to 1 may meet or leave it while the last few points are exchanged
_MOST_SINGULAR = 120  # unknowns of a singular system that is still solved, by singular values
_PATIENCE = 4  # rounds without progress before the quick way gives up
_ENTER = 0.5  # share of the free points that may be freed in one round


@dataclass(frozen=True, eq=False)
class MarginProblem:
    """min ½·aᵀQa − Σa where Σ a·y = total and 0 ≤ a ≤ cap, with Q = y·yᵀ∘k/scale and cap = cost·scale·count.

    Equal points with equal labels stand here as one, with their count. The total is 0 but where others are held fixed.
    """

    kernel: Kernel
    points: Array
    signs: Array
    counts: Array
    cost: float
    total: float = 0.0

    @cached_property
    def sums(self) -> KernelSums:
        """Products with the kernel matrix."""
        return KernelSums(self.kernel, self.points)

    @cached_property
    def cap(self) -> Array:
        """The largest multipliers, in units of 1/scale."""
        return self.cost * self.sums.scale * self.counts

    def free(self, multipliers: Array) -> Mask:
        """Return which multipliers are at no bound."""
        return (multipliers > 0) & (multipliers < self.cap)


@dataclass(frozen=True, eq=False)
class State:
    """Multipliers in the box (in units of 1/scale), Σ a·y·k(point, ·) at every point, and the threshold."""

    multipliers: Array
    sums: Array
    threshold: float

    def __post_init__(self) -> None:
        """Make the multipliers read-only: sums are updated by differences, an edit in place would go unnoticed."""
        self.multipliers.flags.writeable = False


@dataclass(frozen=True)
class Chunk:
    """How many points to solve for at a time, how well, and whether a rough model of the kernel will do."""

    most: int
    tolerance: float
    rough: bool = False


def moved(problem: MarginProblem, state: State, multipliers: Array, threshold: float) -> State:
    """Return the state with other multipliers; only those that changed are summed."""
    change = problem.sums.weighted((multipliers - state.multipliers) * problem.signs)
    return State(multipliers, state.sums + change, threshold)


def fresh(problem: MarginProblem, multipliers: Array, threshold: float | None = None) -> State:
    """Return a state with sums made anew, and the best threshold where none is given or no point is free."""
    sums = problem.sums.weighted(multipliers * problem.signs)
    given = threshold is not None and bool(problem.free(multipliers).any())
    return State(multipliers, sums, float(threshold or 0) if given else middle(problem, multipliers, sums))


def violations(problem: MarginProblem, state: State) -> Array:
    """Return how far each point is from its condition: y·f − 1 is ≥ 0 at zero, ≤ 0 at the cap, 0 between."""
    excess = problem.signs * (state.sums - state.threshold) - 1
    at_zero, at_cap = state.multipliers <= 0, state.multipliers >= problem.cap
    return np.where(at_zero, np.maximum(-excess, 0), np.where(at_cap, np.maximum(excess, 0), np.abs(excess)))


def middle(problem: MarginProblem, multipliers: Array, sums: Array) -> float:
    """Return the threshold: the median over free points, or the middle of the permitted interval if none is free."""
    values = sums - problem.signs
    free = problem.free(multipliers)
    if free.any():
        return float(np.median(values[free]))
    above = (problem.signs > 0) == (multipliers <= 0)  # these bound the threshold from above, the others from below
    most, least = values[above].min(initial=np.inf), values[~above].max(initial=-np.inf)
    if np.isfinite(most) and np.isfinite(least):
        return float(most + least) / 2
    return float(most if np.isfinite(most) else least)


def pinned(problem: MarginProblem, state: State) -> State | None:
    """Return the state in which every free point lies exactly on its margin, or None if the search stalls.

    Each round solves for the free points, fixes those that left the box, and frees the worst violated.
    """
    free = problem.free(state.multipliers)
    fewest, patience = len(free) + 1, _PATIENCE
    for _ in range(40):
        rows = np.flatnonzero(free)
        trial = _balance(problem, state, rows) if 0 < len(rows) < 2 * MOST_DENSE else None
        if trial is None:
            return None
        left = free & ((trial.multipliers < 0) | (trial.multipliers > problem.cap))
        violated = np.where(free, 0.0, violations(problem, trial))
        count = int(left.sum() + (violated > SMALL).sum())
        if not count:
            return trial
        patience -= count >= fewest
        fewest = min(fewest, count)
        if not patience:
            return None
        state = moved(problem, trial, np.clip(trial.multipliers, 0.0, problem.cap), trial.threshold)
        free = (free & ~left) | _worst(violated, max(8, int(_ENTER * len(rows))))
    return None


def pinned_nearby(problem: MarginProblem, state: State) -> State | None:
    """Return the same, with an eye only on points near their margin: it has to be judged at all points."""
    margins = problem.signs * (state.sums - state.threshold)
    watched = np.flatnonzero((np.abs(margins - 1) < _NEAR) | problem.free(state.multipliers))
    if problem.kernel.finite or 2 * len(watched) > len(margins):
        return pinned(problem, state)
    rest = np.ones(len(margins), bool)
    rest[watched] = False
    total = problem.total - float(state.multipliers[rest] @ problem.signs[rest])
    chosen = (problem.points[watched], problem.signs[watched], problem.counts[watched])
    part = MarginProblem(problem.kernel, *chosen, problem.cost, total)
    found = pinned(part, State(state.multipliers[watched], state.sums[watched], state.threshold))
    if found is None:
        return None
    multipliers = state.multipliers.copy()
    multipliers[watched] = found.multipliers
    return moved(problem, state, multipliers, found.threshold)


def _worst(violated: Array, most: int) -> Mask:
    """Return the most violated points; freeing all at once overshoots, and the set then swings to and fro."""
    wrong = violated > SMALL
    return violated >= np.partition(violated, -most)[-most] if int(wrong.sum()) > most else wrong


def _balance(problem: MarginProblem, state: State, rows: Labels) -> State | None:
    """Return the state with the multipliers of rows and the threshold changed so that rows lie on their margins."""
    count, signs = len(rows), problem.signs[rows]
    system = np.zeros((count + 1, count + 1))
    system[:count, :count] = problem.sums.block(rows)
    system[count, :count] = system[:count, count] = 1
    right = np.append(signs - state.sums[rows], problem.total - float(state.multipliers @ problem.signs))
    answer = _solution(system, right)
    if answer is None:
        return None
    multipliers = state.multipliers.copy()
    multipliers[rows] += signs * answer[:count]
    return moved(problem, state, multipliers, -float(answer[count]))


def _solution(system: Array, right: Array) -> Array | None:
    """Return the solution of a symmetric system, the shortest where there are many, or None if there is none."""
    try:
        answer = np.asarray(np.linalg.solve(system, right), dtype=np.float64)
        if np.isfinite(answer).all() and np.abs(system @ answer - right).max() < SMALL:
            return answer
    except np.linalg.LinAlgError:
        pass
    if len(right) > _MOST_SINGULAR:
        return None
    answer = np.asarray(np.linalg.lstsq(system, right, rcond=1e-11)[0], dtype=np.float64)
    return answer if np.abs(system @ answer - right).max() < SMALL else None


def chunked(problem: MarginProblem, state: State, chunk: Chunk) -> Iterator[State | None]:
    """Yield None while solving over the free and the most violated points, all others fixed; last the better state."""
    rows = _urgent(problem, state, chunk.most)
    signs, old, cap = problem.signs[rows], state.multipliers[rows], problem.cap[rows]
    quadratic = _model(problem, rows, chunk.rough)
    linear = signs * state.sums[rows] - 1 - quadratic.times(old)
    total = float(old @ signs) - float(state.multipliers @ problem.signs)
    answer: Interior | None = None
    box = BoxProblem(quadratic, linear, signs, total, cap)
    for answer in interior_points(box, chunk.tolerance, old):  # noqa: B007 - the last one is the answer
        yield None
    assert answer is not None, "an interior point method yields its start"
    multipliers = state.multipliers.copy()
    multipliers[rows] = balanced(answer.rounded(cap), signs, total, cap)
    if problem.free(multipliers).any():
        yield moved(problem, state, multipliers, -answer.level)
    else:
        yield fresh(problem, multipliers)


def rough(problem: MarginProblem, rows: Labels | slice, tolerance: float, most: int) -> LowRank:
    """Return a model of the rbf Q of some points: the largest products of eigenfunctions, and the missing diagonal."""
    columns = problem.kernel.rough_features(problem.points[rows], tolerance, most)
    missing = np.maximum(1 - np.einsum("ij,ij->i", columns, columns), 0)
    return LowRank(columns * problem.signs[rows][:, None], missing, rough=True)


def dense(problem: MarginProblem, rows: Labels) -> Dense:
    """Return the Q of some points in full."""
    signs = problem.signs[rows]
    return Dense(problem.sums.block(rows) * np.outer(signs, signs))


def _model(problem: MarginProblem, rows: Labels, thinning: bool) -> Quadratic:
    if problem.kernel.finite and len(rows) > MOST_DENSE:
        return LowRank(problem.sums.features[rows] * problem.signs[rows][:, None])
    return rough(problem, rows, 0.0, _MOST_COLUMNS) if thinning else dense(problem, rows)


def _urgent(problem: MarginProblem, state: State, most: int) -> Labels:
    """Return the free points and the most violated others, at most so many; at least two to balance each other."""
    free = problem.free(state.multipliers)
    wrong = violations(problem, state)
    urgency = np.where(free, np.inf, np.where(wrong > SMALL, wrong, 0.0))
    if int(free.sum()) < 2:  # nothing to balance the equality with: those nearest to their margin as well
        urgency = np.maximum(urgency, 1e-9 / (1e-9 + np.abs(problem.signs * (state.sums - state.threshold) - 1)))
    count = max(2, min(int((urgency > 0).sum()), most))
    return np.sort(np.argsort(-urgency, kind="stable")[:count])


def balanced(multipliers: Array, signs: Array, total: float, cap: Array) -> Array:
    """Return multipliers with signs·a = total again: what rounding left over is shared by the free ones."""
    free = (multipliers > 0) & (multipliers < cap)
    if not free.any():
        return multipliers
    share = (float(multipliers @ signs) - total) / int(free.sum())
    return np.where(free, np.clip(multipliers - signs * share, 0.0, cap), multipliers)


def evened(multipliers: Array, problem: MarginProblem) -> Array:
    """Return multipliers with Σ a·y = 0: the larger side is shrunk, which a removed or relabelled point asks for."""
    plus = float(multipliers[problem.signs > 0].sum())
    minus = float(multipliers[problem.signs < 0].sum())
    if abs(plus - minus) <= 1e-12 * (plus + minus):
        return multipliers
    larger = 1.0 if plus > minus else -1.0
    return np.where(problem.signs == larger, multipliers * (min(plus, minus) / max(plus, minus)), multipliers)
