"""Least absolute deviations, exactly: the curve with the smallest sum of sizes of residuals."""

import numpy as np

from mlexplorer.core.arrays import Array, Labels

ROUNDS = 12  # of reweighting before the exchange of points begins
MOST_EXCHANGES = 2000
LEAST = 1e-6  # residuals below this share of the largest value weigh no more
JITTER = 1e-11  # so much of the largest value keeps points apart that would be hit at once
SLACK = 1e-9


def least_absolute(rows: Array, goals: Array) -> Array:
    """Return the shortest weights that minimise Σ|goal − row·w|.

    An optimum goes through as many points as it has weights. Some rounds of reweighted squares find points near it;
    then one of them at a time is exchanged for the weighted median along the edge that leads down steepest, until no
    edge leads down (Bloomfield and Steiger).
    """
    left, sizes, right = np.linalg.svd(rows, full_matrices=False)
    kept = sizes > 1e-12 * max(float(sizes.max(initial=0.0)), 1e-300)
    if not kept.any():
        return np.zeros(rows.shape[1])
    inner = left[:, kept] * np.sqrt(len(rows))  # as columns without dependence, all of one size
    jitter = JITTER * float(np.abs(goals).max(initial=0.0)) * np.random.default_rng(0).standard_normal(len(goals))
    basis = _exchanged(inner, goals + jitter, _nearest(inner, goals))
    found: Array = right[kept].T @ (np.linalg.solve(inner[basis], goals[basis]) * np.sqrt(len(rows)) / sizes[kept])
    return found


def _nearest(rows: Array, goals: Array) -> Labels:
    """Return the points nearest to a reweighted fit that fix a curve."""
    weights = np.linalg.lstsq(rows, goals, rcond=None)[0]
    least = LEAST * max(float(np.abs(goals).max(initial=0.0)), 1e-300)
    for _ in range(ROUNDS):
        heavy = rows.T / np.maximum(np.abs(goals - rows @ weights), least)
        weights = np.linalg.solve(heavy @ rows, heavy @ goals)
    basis: list[int] = []
    across = np.empty((0, rows.shape[1]))
    for row in np.abs(goals - rows @ weights).argsort(kind="stable").tolist():
        rest = rows[row] - across.T @ (across @ rows[row])
        rest = rest - across.T @ (across @ rest)  # once more: the first time leaves rounding
        length = float(np.linalg.norm(rest))
        if length > 1e-7 * float(np.linalg.norm(rows[row])):
            basis.append(row)
            across = np.vstack([across, rest / length])
        if len(basis) == rows.shape[1]:
            break
    return np.array(basis, dtype=np.intp)


def _exchanged(rows: Array, goals: Array, basis: Labels) -> Labels:
    """Return the points an optimum goes through, from those of a curve nearby."""
    basis = basis.copy()
    for _ in range(MOST_EXCHANGES):
        inverse = np.linalg.inv(rows[basis])
        away = goals - rows @ (inverse @ goals[basis])
        away[basis] = 0.0
        slopes = -(np.sign(away) @ rows) @ inverse  # along each edge; beyond ±1 it leads down
        steepest = int(np.abs(slopes).argmax())
        if abs(slopes[steepest]) <= 1 + SLACK:
            break
        moves = rows @ (inverse[:, steepest] * -np.sign(slopes[steepest]))
        moves[basis] = 0.0
        meets = np.flatnonzero(away * moves > 0)
        met = meets[(away[meets] / moves[meets]).argsort(kind="stable")]
        slope = 1 - abs(slopes[steepest]) + 2 * np.abs(moves[met]).cumsum()
        if not len(met) or slope[-1] < 0:
            break
        basis[steepest] = met[np.searchsorted(slope, 0.0)]
    return basis
