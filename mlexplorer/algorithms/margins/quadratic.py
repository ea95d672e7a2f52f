"""Interior points of min ½·aᵀQa + linear·a where signs·a = total and 0 ≤ a ≤ cap."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, TypeAlias

import numpy as np

from mlexplorer.core.arrays import Array

Solve: TypeAlias = Callable[[Array], Array]  # (n,) or (m, n) right-hand sides → solutions of the same shape
_SETTLED = 1e-3  # rows that change the small matrix by less than this in all are left out of it
_SINGLE = 3e5  # sums up to this lose little of the 1 that is added to them when they are made in single precision
_MANY, _WIDE = 1 << 16, 32  # numbers in a factor, and columns, above which leaving rows out pays


class Quadratic(Protocol):
    """What the interior point asks of Q: products, and solutions with Q + diagonal."""

    def times(self, vector: Array) -> Array:
        """Return Q·vector."""

    def solver(self, diagonal: Array) -> Solve | None:
        """Return how to solve with Q + diagonal, or None if rounding made it indefinite."""


@dataclass(frozen=True, eq=False)
class Dense:
    """Q as a full symmetric matrix."""

    matrix: Array

    def times(self, vector: Array) -> Array:
        """Return Q·vector."""
        return self.matrix @ vector

    def solver(self, diagonal: Array) -> Solve | None:
        """Return solutions by Cholesky; a unit diagonal keeps it accurate when the shifts span twenty orders."""
        scale = 1 / np.sqrt(self.matrix.diagonal() + diagonal)
        scaled = self.matrix * scale
        scaled *= scale[:, None]
        scaled.flat[:: len(scaled) + 1] = 1 + 1e-14
        inner = cholesky(scaled)
        return None if inner is None else lambda right: scale * inner(scale * right)


@dataclass(frozen=True, eq=False)
class LowRank:
    """Q = rows·rowsᵀ + the diagonal rest, with few columns; solutions by the formula of Sherman, Morrison and Woodbury.

    A rough model adds up in single precision where the digits allow: half the time, and errors below its own.
    """

    rows: Array
    rest: Array | float = 0.0
    rough: bool = False

    @cached_property
    def _sizes(self) -> Array:
        return np.einsum("ij,ij->i", self.rows, self.rows)

    @cached_property
    def _shortened(self) -> Array:
        return self.rows.astype(np.float32)

    def times(self, vector: Array) -> Array:
        """Return Q·vector."""
        return self.rows @ (vector @ self.rows) + self.rest * vector

    def solver(self, diagonal: Array) -> Solve | None:
        """Return solutions that cost n·columns, after n·columns² for the small matrix."""
        inverse = 1 / (diagonal + self.rest)
        rows = self._shortened if self._is_short(inverse) else self.rows
        small = self._small(rows, inverse)
        small.flat[:: len(small) + 1] += 1
        inner = cholesky(small)
        if inner is None:
            return None

        def solve(right: Array) -> Array:
            first = inverse * right
            weights = inner(first.astype(rows.dtype, copy=False) @ rows)
            return first - inverse * (weights.astype(rows.dtype, copy=False) @ rows.T)

        return solve

    def _is_short(self, inverse: Array) -> bool:
        """Return whether single precision will do: the first column is the one with the largest sums."""
        return self.rough and self.rows.size > _MANY and float(inverse @ self.rows[:, 0] ** 2) < _SINGLE

    def _small(self, rows: Array, inverse: Array) -> Array:
        """Return rowsᵀ·inverse·rows; points settled at a bound hardly enter it."""
        roots = np.sqrt(inverse).astype(rows.dtype, copy=False)[:, None]
        if rows.size > _MANY and rows.shape[1] > _WIDE:
            reach = inverse * self._sizes
            order = np.argsort(reach)
            settled = int(np.searchsorted(np.cumsum(reach[order]), _SETTLED))
            if settled > len(order) // 8:
                kept = np.sort(order[settled:])
                rows, roots = rows[kept], roots[kept]
        half = rows * roots
        return (half.T @ half).astype(np.float64)


def cholesky(matrix: Array) -> Solve | None:
    """Return how to solve with a positive definite matrix, which is overwritten; None if it is not one."""
    from scipy.linalg.lapack import dpotrf, dpotrs  # start-up time

    factor, failed = dpotrf(matrix.T, lower=1, clean=0, overwrite_a=1)
    return None if failed else lambda right: dpotrs(factor, right.T, lower=1)[0].T


@dataclass(frozen=True, eq=False)
class BoxProblem:
    """min ½·aᵀQa + linear·a where signs·a = total and 0 ≤ a ≤ cap."""

    quadratic: Quadratic
    linear: Array
    signs: Array
    total: float
    cap: Array


@dataclass(frozen=True, eq=False)
class Interior:
    """A point inside the box: its distances from both bounds, their prices, and the price of the equality.

    room and prices are (2, n): first of the lower bound, then of the upper. gradient is Q·a + linear.
    """

    room: Array
    prices: Array
    level: float
    gradient: Array

    @property
    def values(self) -> Array:
        """The point a."""
        return self.room[0]

    @cached_property
    def gap(self) -> float:
        """The sum of distance times price over all bounds: 0 at the solution."""
        return float(np.vdot(self.room, self.prices))

    def rounded(self, cap: Array) -> Array:
        """Return the point with each value put exactly on the bound whose price outweighs its distance."""
        values = self.values
        return np.where(values < cap * self.prices[0], 0.0, np.where(self.room[1] < cap * self.prices[1], cap, values))


def interior_points(problem: BoxProblem, tolerance: float, near: Array | None = None) -> Iterator[Interior]:
    """Yield the start and each iterate of Mehrotra's method until the gap is small for the size of the problem.

    near: values to start close to, where they are nearly right.
    """
    point = _begun(problem, _inside(problem, near))
    for _ in range(60):
        yield point
        if _solved(problem, point, tolerance):
            return
        following = _advanced(problem, point)
        if following is None or not np.isfinite(following.gap):
            return
        point = following
    yield point


def _inside(problem: BoxProblem, near: Array | None) -> Array:
    """Return values inside the box that keep the equality: near pushed off the bounds, or equal ones for each sign."""
    pushed = None if near is None else _pushed(near, problem.cap, problem.signs, problem.total)
    return _even(problem) if pushed is None else pushed


def _pushed(near: Array, cap: Array, signs: Array, total: float) -> Array | None:
    """Return near a little off every bound, the equality restored by what room is left; None if that is too little."""
    values = np.clip(near, 0.03 * cap, 0.97 * cap)
    excess = float(signs @ values) - total
    room = np.where(signs * excess > 0, values - 0.01 * cap, 0.99 * cap - values)
    if abs(excess) > float(room.sum()):
        return None
    return values - signs * room * (excess / float(room.sum()))


def _even(problem: BoxProblem) -> Array:
    """Return one value for each sign: of all that keep the equality, some way towards the best."""
    cap, signs, total = problem.cap, problem.signs, problem.total
    positive = signs > 0
    plus, minus = float(cap[positive].sum()), float(cap[~positive].sum())
    if not plus or not minus:
        return cap * np.clip(abs(total) / (plus + minus), 1e-9, 1 - 1e-9)
    low, high = max(0.0, total / plus), min(1.0, (total + minus) / plus)
    base = np.where(positive, low * cap, (low * plus - total) / minus * cap)
    along = np.where(positive, cap, plus / minus * cap)
    bend = problem.quadratic.times(along)
    best = -float(problem.linear @ along + base @ bend) / max(float(along @ bend), 1e-300)
    return base + along * min(max(0.3 * best, 1e-9 * (high - low)), 0.5 * (high - low))


def _begun(problem: BoxProblem, values: Array) -> Interior:
    """Return values with prices that agree with the gradient and are well away from 0."""
    gradient = problem.quadratic.times(values) + problem.linear
    level = -float(np.median(gradient * problem.signs))
    slope = gradient + level * problem.signs
    spread = float(np.abs(slope).mean()) + 1e-9
    prices = np.maximum(_pair(slope, -slope), 0) + spread
    return Interior(_pair(values, problem.cap - values), prices, level, gradient)


def _solved(problem: BoxProblem, point: Interior, tolerance: float) -> bool:
    size = 1 + 0.5 * abs(float(point.values @ (point.gradient + problem.linear)))
    uneven = abs(float(problem.signs @ point.values) - problem.total)
    if point.gap > tolerance * size or uneven > tolerance * (1 + float(point.values.max())):
        return False
    return float(np.abs(_residual(problem, point)).max()) < 10 * tolerance


def _residual(problem: BoxProblem, point: Interior) -> Array:
    """Return by how much the prices disagree with the gradient."""
    return point.gradient + point.level * problem.signs - point.prices[0] + point.prices[1]


def _advanced(problem: BoxProblem, point: Interior) -> Interior | None:
    """Return the point after one step: straight ahead first, then bent by what that step would have met."""
    signs, room, prices = problem.signs, point.room, point.prices
    ratio = prices / room
    solve = problem.quadratic.solver(ratio[0] + ratio[1])
    if solve is None:
        return None
    uneven, slope = float(signs @ room[0]) - problem.total, point.gradient + point.level * signs
    across, ahead = solve(_pair(signs, -slope))
    bend = float(signs @ across)

    def moved(part: Array, target: Array) -> tuple[Array, Array, float]:
        shift = (float(signs @ part) + uneven) / bend
        change = part - across * shift
        both = _pair(change, -change)
        return both, target - ratio * both, shift

    change, dearer, _ = moved(ahead, -prices)
    forward, back = _longest(room, change), _longest(prices, dearer)
    left = float(np.vdot(room + forward * change, prices + back * dearer))
    mean = point.gap / room.size
    pull = (mean * (left / point.gap) ** 3 - change * dearer) / room
    change, dearer, shift = moved(solve(pull[0] - pull[1] - slope), pull - prices)
    keep = min(max(0.9, 1 - mean), 0.9995)  # nearer to the border as the end comes nearer
    forward, back = keep * _longest(room, change), keep * _longest(prices, dearer)
    return _stepped(problem, point, forward * change[0], back * dearer, back * shift)


def _stepped(problem: BoxProblem, point: Interior, change: Array, dearer: Array, shift: float) -> Interior:
    values = point.values + change
    room = np.maximum(_pair(values, problem.cap - values), 1e-20 * problem.cap)
    gradient = problem.quadratic.times(values) + problem.linear
    return Interior(room, point.prices + dearer, point.level + shift, gradient)


def _pair(first: Array, second: Array) -> Array:
    """Return two rows as (2, n), several times as fast as np.stack."""
    both = np.empty((2, len(first)))
    both[0], both[1] = first, second
    return both


def _longest(distances: Array, changes: Array) -> float:
    """Return the longest step up to 1 that keeps every distance positive."""
    ratio = float((changes / distances).min())
    return 1.0 if ratio > -1.0 else -1.0 / ratio
