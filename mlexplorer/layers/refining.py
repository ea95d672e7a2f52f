"""Boundaries of votes: votes change in jumps, so that where a line crosses the grid is looked for, not interpolated."""

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import HasScores
from mlexplorer.core.decision import Rule, decide
from mlexplorer.core.grid import Grid
from mlexplorer.marks.contours import joined, thinned

HALVINGS = 5  # of a cell
ON_LINE = 1e-6  # of a cell: nearer than this a place lies on a line of the grid


def refined(path: Array, grid: Grid, step: HasScores, rule: Rule, tolerance: float) -> Array:
    """Return a boundary whose places on the lines of a grid are where the decision really changes."""
    size = np.array([(grid.right - grid.left) / (grid.columns - 1), (grid.top - grid.bottom) / (grid.rows - 1)])
    corner = np.array([grid.left, grid.bottom])
    places = (path - corner) / size
    known = np.isfinite(places).all(axis=1)
    on_line = np.abs(places - np.round(places)) < ON_LINE
    rows = np.flatnonzero(known & (on_line.sum(axis=1) == 1))  # between two places of the grid
    free = ~on_line[rows]
    low, high = (
        np.where(free, np.floor(places[rows]), places[rows]),
        np.where(free, np.ceil(places[rows]), places[rows]),
    )
    first, last = (decide(step, ends * size + corner, rule) for ends in (low, high))
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        is_first = (decide(step, middle * size + corner, rule) == first)[:, None]
        low, high = np.where(is_first, middle, low), np.where(is_first, high, middle)
    found = path.copy()
    found[rows] = np.where((first != last)[:, None], (low + high) / 2 * size + corner, path[rows])
    pieces = np.split(found, np.flatnonzero(~known))
    return joined([thinned(piece[np.isfinite(piece).all(axis=1)], tolerance) for piece in pieces])
