"""Straight lines fitted to weighted points: learners of a vote that are not trees."""

from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.decision import largest
from mlexplorer.core.grid import Grid

RIDGE = 1e-6  # keeps weights finite where a line separates the classes, and defined where points are on a line
MOST_STEPS = 50


@dataclass(frozen=True, eq=False)
class Lines:
    """Rows (w1, w2, t): one for two classes, the second where w·x > t; else one each, of which the largest wins."""

    table: Array

    def says(self, points: Array) -> Labels:
        """Return the class of each point, as a column."""
        first, second, threshold = self.table.T[:, :, None]
        return _decided(first * points[:, 0] + second * points[:, 1] - threshold)

    def on(self, grid: Grid) -> Labels:
        """Return the class of each place of a grid, as a column."""
        first, second, threshold = self.table.T[:, :, None, None]
        return _decided(first * grid.xs[None, :] + second * grid.ys[:, None] - threshold)


def _decided(scores: Array) -> Labels:
    """Return the winner of scores, (lines, …); of a single line whether it is positive."""
    return (scores[0] > 0).astype(np.intp) if len(scores) == 1 else largest(np.moveaxis(scores, 0, -1))


def fitted_lines(kind: str, columns: Array, signs: Array, weights: Array) -> Lines:
    """Return a line for each row of signs (±1), by least squares or logistic regression of weighted points.

    columns are the coordinates, (2, n); weights add up to 1. The fit is made around the mean, in units of the spread.
    """
    middle = columns @ weights
    spread = np.sqrt(np.square(columns - middle[:, None]) @ weights)
    spread = np.where(spread > 0, spread, 1.0)
    design = np.vstack([(columns - middle[:, None]) / spread[:, None], np.ones(columns.shape[1])])
    fit, ridge = (logistic_weights if kind == "logistic" else _squares), np.full(len(design), RIDGE)
    inner = np.stack([fit(design, row, weights, ridge) for row in signs])
    slopes = inner[:, :2] / spread
    return Lines(np.c_[slopes, slopes @ middle - inner[:, 2]])


def _squares(design: Array, signs: Array, weights: Array, ridge: Array) -> Array:
    """Return the weights of least weighted squares Σ w·(y − f)²."""
    table = (design * weights) @ design.T + np.diag(ridge)
    return np.linalg.solve(table, design @ (weights * signs)).astype(np.float64)


def logistic_weights(design: Array, signs: Array, weights: Array, ridge: Array) -> Array:
    """Return the weights of the least log loss Σ w·log(1 + e^−yf) + ½·Σ ridge·weight², by Newton's method.

    design has a row for each term of f, signs are ±1.
    """
    against = design * -signs
    place, value = np.zeros(len(design)), float(np.log(2.0))
    for _ in range(MOST_STEPS):
        chances = 1 / (1 + np.exp(-np.clip(place @ against, -500, 500)))
        slope = against @ (weights * chances) + ridge * place
        bend = (against * (weights * chances * (1 - chances))) @ against.T + np.diag(ridge)
        move, fall = np.linalg.solve(bend, slope), 0.0
        for halving in range(30):
            there = place - 0.5**halving * move
            after = float(weights @ np.logaddexp(0.0, there @ against) + 0.5 * ridge @ np.square(there))
            fall = value - after
            if fall >= 0:
                place, value = there, after
                break
        if fall < 1e-12:
            break
    return place
