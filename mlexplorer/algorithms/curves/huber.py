"""Huber's loss: squares for small residuals, sizes for large ones, and a scale that says which are large."""

from dataclasses import dataclass

import numpy as np

from mlexplorer.algorithms.curves.symmetric import solved
from mlexplorer.core.arrays import Array, Mask

BEND = 1.35  # residuals beyond so many scales count by their size
LEAST = 1e-9  # the scale is never below this share of the largest value
MOST_STEPS = 80
SHORTEST = 1e-10  # of a step
FARTHEST = 1e100  # that weights go in a step: where nothing bends, the squares of residuals stay numbers


@dataclass(frozen=True, eq=False)
class Split:
    """Residuals at a scale: which are small, and what all cost, n·s + Σ H(r/s)·s with H = r² up to the bend."""

    away: Array
    scale: float
    small: Mask
    costs: Array

    @classmethod
    def of(cls, away: Array, scale: float) -> "Split":
        """Return residuals at a scale."""
        size = np.abs(away)
        small = size <= BEND * scale
        costs = scale + np.where(small, size * size / scale, 2 * BEND * size - scale * BEND**2)
        return cls(away, scale, small, costs)


def best_scale(away: Array, least: float) -> float:
    """Return the scale at which residuals cost least: s² = Σ r²/(n − bend²·k), k beyond the bend."""
    sizes = np.sort(np.abs(away))
    sums, count = np.cumsum(sizes * sizes), len(sizes)
    inside = np.arange(1, count + 1)
    room = count - BEND**2 * (count - inside)
    with np.errstate(divide="ignore", invalid="ignore"):
        scales = np.where(room > 0, np.sqrt(sums / room), np.inf)
    above = np.append(sizes[1:], np.inf)
    fits = np.flatnonzero((BEND * scales >= sizes) & (BEND * scales <= above))
    return max(float(scales[fits[0]]), least) if len(fits) else least


def least_scale(goals: Array) -> float:
    """Return the scale below which it is not let fall."""
    return LEAST * max(float(np.abs(goals).max(initial=0.0)), 1e-100)


def least_huber(rows: Array, goals: Array, pull: Array, start: Array) -> Array:
    """Return the weights that minimise Huber's loss at its best scale, + w·pull·w: damped Newton steps."""
    floor = least_scale(goals)

    def look(weights: Array) -> tuple[Split, float]:
        away = goals - rows @ weights
        split = Split.of(away, best_scale(away, floor))
        return split, float(split.costs.sum() + weights @ pull @ weights)

    weights = start
    now, cost = look(weights)
    for _ in range(MOST_STEPS):
        slope, bend = _slope_and_bend(rows, now, weights, pull)
        step = -solved(bend, slope, 1e-14)
        fall = float(slope @ step)
        if abs(fall) <= 1e-15 * abs(cost):
            break
        length = 1.0 / max(1.0, float(np.abs(step).max()) / FARTHEST)
        other = look(weights + length * step)
        while other[1] > cost + 1e-4 * length * fall and length > SHORTEST:
            length *= 0.5
            other = look(weights + length * step)
        if not other[1] < cost:
            break
        weights, (now, cost) = weights + length * step, other
    return weights


def _slope_and_bend(rows: Array, now: Split, weights: Array, pull: Array) -> tuple[Array, Array]:
    """Return the gradient and the Hessian over the weights, the scale following them."""
    scale, is_small = now.scale, now.small.astype(np.float64)
    away = now.away * is_small
    mixed = away @ rows
    far = np.where(now.small, 0.0, np.copysign(BEND, now.away))
    slope: Array = -2 * mixed / scale - 2 * far @ rows + 2 * pull @ weights
    squares = max(float(away @ away), 1e-300)
    inner: Array = (rows.T * is_small) @ rows
    bend: Array = 2 * (inner - np.outer(mixed, mixed) / squares) / scale + 2 * pull
    bend.flat[:: len(weights) + 1] += 1e-9 * float(np.trace(bend)) / len(weights)
    return slope, bend
