"""Rectangles along the axes: laid over a grid, and many small ones joined to few."""

import itertools
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import Bounds
from mlexplorer.core.grid import Grid

Kind = TypeVar("Kind", np.intp, np.float64)
EVERYWHERE: Bounds = (-np.inf, np.inf, -np.inf, np.inf)
FEW = 300  # boxes up to which painting one after the other is quicker than running sums


def half_planes(feature: int, threshold: float) -> tuple[Bounds, Bounds]:
    """Return the boxes at or below a threshold of a feature, and above it."""
    if feature == 0:
        return (-np.inf, threshold, -np.inf, np.inf), (threshold, np.inf, -np.inf, np.inf)
    return (-np.inf, np.inf, -np.inf, threshold), (-np.inf, np.inf, threshold, np.inf)


def painted(boxes: Array, grid: Grid) -> Labels:
    """Return which box lies over each place of a grid: boxes (m, 4) that fill the plane and do not overlap."""
    numbers = np.arange(len(boxes))
    if len(boxes) > FEW:
        return covered(boxes, numbers, grid)
    values = np.empty((grid.rows, grid.columns), dtype=np.intp)
    across, up = _places(boxes, grid)
    for number, left, right, bottom, top in zip(numbers, *across.tolist(), *up.tolist(), strict=True):
        values[bottom:top, left:right] = number
    return values


def covered(boxes: Array, values: npt.NDArray[Kind], grid: Grid) -> npt.NDArray[Kind]:
    """Return the sum of the values of the boxes over each place of a grid: boxes (m, 4), values (m,) or (m, k).

    A box owns its right and upper edge. Each box marks four corners; two running sums fill it, however large it is.
    """
    (left, right), (bottom, top) = _places(boxes, grid)
    width, count = grid.columns + 1, (grid.rows + 1) * (grid.columns + 1)
    low, high = bottom * width, top * width
    corners = np.concatenate([low + left, low + right, high + left, high + right])
    columns = values.reshape(len(values), int(np.prod(values.shape[1:]))).T
    sums = np.empty((grid.rows, grid.columns, len(columns)), dtype=values.dtype)
    for k, own in enumerate(columns):
        marks = np.bincount(corners, np.concatenate([own, -own, -own, own]), count).reshape(-1, width)
        sums[:, :, k] = marks.cumsum(axis=0).cumsum(axis=1)[:-1, :-1]
    return sums.reshape(grid.rows, grid.columns, *values.shape[1:])


def _places(boxes: Array, grid: Grid) -> tuple[Labels, Labels]:
    """Return the first column right of either side, and the first row above bottom and top: x ≤ side is inside."""
    return (
        np.searchsorted(grid.xs, boxes[:, :2].T, side="right"),
        np.searchsorted(grid.ys, boxes[:, 2:].T, side="right"),
    )


def joined(across: Array, up: Array, labels: Labels) -> list[tuple[Bounds, int]]:
    """Return few boxes for the cells between lines: labels is (len(up) + 1, len(across) + 1), from the bottom left.

    Equal neighbours in a row are joined, then equal runs of rows above each other; columns first if that gives fewer.
    """
    by_rows = _joined(across, up, labels)
    by_columns = [
        ((left, right, bottom, top), label) for (bottom, top, left, right), label in _joined(up, across, labels.T)
    ]
    return min(by_rows, by_columns, key=len)


def _joined(across: Array, up: Array, labels: Labels) -> list[tuple[Bounds, int]]:
    """Return the boxes made of runs along the rows."""
    edges, levels = [-np.inf, *across.tolist(), np.inf], [-np.inf, *up.tolist(), np.inf]
    boxes: list[tuple[Bounds, int]] = []
    open_runs: dict[tuple[int, int, int], int] = {}  # first and last cell and label of a run → the row it began in
    for row in range(len(levels)):
        runs = _runs(labels[row]) if row < len(labels) else []
        for run in [run for run in open_runs if run not in runs]:
            first, last, label = run
            boxes.append(((edges[first], edges[last], levels[open_runs.pop(run)], levels[row]), label))
        for run in runs:
            open_runs.setdefault(run, row)
    return boxes


def _runs(labels: Labels) -> list[tuple[int, int, int]]:
    """Return the runs of equal labels as (first cell, cell after the last, label)."""
    ends = [0, *(np.flatnonzero(np.diff(labels)) + 1).tolist(), len(labels)]
    return [(first, last, int(labels[first])) for first, last in itertools.pairwise(ends)]
