"""Cuts lines at the edge of a plot, so that they end there even where a reader of the file knows no clip paths."""

import numpy as np
from PySide6.QtCore import QRectF

from mlexplorer.core.arrays import Array, Mask


def clipped(path: Array, box: QRectF) -> Array:
    """Return the parts of polylines (separated by NaN) that lie inside a box."""
    low, high = np.array([box.left(), box.top()]), np.array([box.right(), box.bottom()])
    outside = (path < low) | (path > high)
    if not outside.any() or len(path) < 2:
        return path
    start, way = path[:-1], np.diff(path, axis=0)
    first, last = _shares(start, way, low, high)
    kept = np.asarray(first < last)
    joined = np.append(False, kept[1:] & kept[:-1] & (last[:-1] == 1) & (first[1:] == 0))
    begins, ends = start + first[:, None] * way, start + last[:, None] * way
    rows = np.stack([np.full_like(begins, np.nan), begins, ends], axis=1)
    wanted = np.stack([kept & ~joined, kept & ~joined, kept], axis=1)
    pieces: Array = rows[wanted]
    return pieces[1:]


def inside(places: Array, box: QRectF, room: float) -> Mask:
    """Tell which places lie inside a box or within some room around it."""
    low, high = np.array([box.left(), box.top()]) - room, np.array([box.right(), box.bottom()]) + room
    return np.asarray(((places >= low) & (places <= high)).all(axis=1))


def _shares(start: Array, way: Array, low: Array, high: Array) -> tuple[Array, Array]:
    """Return which share of each segment lies inside: from the first to the last, nothing where first ≥ last."""
    with np.errstate(divide="ignore", invalid="ignore"):
        one, two = (low - start) / way, (high - start) / way
    level = way == 0
    within = (start >= low) & (start <= high)
    enter = np.where(level, np.where(within, 0.0, 2.0), np.minimum(one, two))
    leave = np.where(level, np.where(within, 1.0, -1.0), np.maximum(one, two))
    return np.maximum(enter.max(axis=1), 0.0), np.minimum(leave.min(axis=1), 1.0)
