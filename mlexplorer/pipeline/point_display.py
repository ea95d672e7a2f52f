"""Where points are drawn: where they are, but one-feature data may be spread off their line, in the drawing only."""

import numpy as np

from mlexplorer.core.arrays import Array, Labels, scrambled
from mlexplorer.core.capabilities import Bounds
from mlexplorer.core.data import Dataset
from mlexplorer.session.session import View

JITTER, LOCK = "jitter", "lock"  # names of the switches in View.switches
SPREAD = 0.12  # of the height of the view, to either side of the line
MANY = 20_000  # points above which they are drawn by density
HUGE = 100_000  # points above which they are not drawn in the window's own thread
SINGLY = 100  # marks of a kind (errors, support vectors …) that single points of a crowd get
GOLDEN = (5**0.5 - 1) / 2  # its multiples spread evenly, and each id keeps its own


def is_one_feature(data: Dataset) -> bool:
    """Return whether all points lie on a line x₂ = constant, and there are at least two."""
    heights = data.points[:, 1]
    return len(data) > 1 and heights[0] == heights[1] and bool((heights == heights[0]).all())


def is_crowded(data: Dataset) -> bool:
    """Return whether there are too many points to draw each of them."""
    return len(data) > MANY


def marked_singly(data: Dataset, rows: Labels, bounds: Bounds) -> Labels:
    """Return which of some rows get marks of their own: all, but in a crowd few of those in view, chosen by chance.

    The choice depends on the points alone, so that it is the same again and zooming in adds to it.
    """
    if not is_crowded(data):
        return rows
    left, right, bottom, top = bounds
    x, y = data.points[rows].T
    seen = rows[(x >= left) & (x <= right) & (y >= bottom) & (y <= top)]
    if len(seen) <= SINGLY:
        return seen
    return np.sort(seen[np.argpartition(scrambled(data.ids[seen]), SINGLY)[:SINGLY]])


def drawn_places(data: Dataset, view: View, bounds: Bounds) -> Array:
    """Return where the points of a view are drawn."""
    if not view.shows(JITTER) or not is_one_feature(data):
        return data.points
    away = ((data.ids + 1) * GOLDEN) % 1 * 2 - 1
    return np.c_[data.points[:, 0], data.points[:, 1] + SPREAD * (bounds[3] - bounds[2]) * away]
