"""Slanted lines over a part of the plane, evenly apart on the screen."""

import numpy as np

from mlexplorer.core.arrays import Array, Labels, Mask
from mlexplorer.marks.contours import segments
from mlexplorer.pipeline.snapshot import Snapshot

SPACING = 8.0  # pixels between two lines
FINENESS = 2.0  # pixels between two places along them


def hatch(mask: Mask, snapshot: Snapshot, spacing: float = SPACING) -> Array:
    """Return slanted lines, evenly apart on the screen, wherever a mask on the grid is true."""
    width, height = snapshot.frame.width, snapshot.frame.height
    rows, columns = mask.shape
    starts, along = np.arange(-height, width, spacing), np.arange(0.0, height, FINENESS)
    x, y = starts[:, None] + along, np.broadcast_to(along, (len(starts), len(along)))
    inside = (x >= 0) & (x < width)
    column = np.clip((x / width * columns).astype(int), 0, columns - 1)
    row = np.clip((y / height * rows).astype(int), 0, rows - 1)
    on = np.pad(mask[row, column] & inside, ((0, 0), (1, 1)))
    change = np.diff(on.astype(np.int8), axis=1)
    first, last = np.argwhere(change == 1), np.argwhere(change == -1)
    last[:, 1] -= 1
    if len(first) == 0:
        return np.empty((0, 2))
    lines = segments(_pixels(starts, along, first), _pixels(starts, along, last))
    left, right, bottom, top = snapshot.frame.bounds
    scale = np.array([(right - left) / width, (top - bottom) / height])
    return lines * scale + np.array([left, bottom])


def _pixels(starts: Array, along: Array, places: Labels) -> Array:
    return np.c_[starts[places[:, 0]] + along[places[:, 1]], along[places[:, 1]]]
