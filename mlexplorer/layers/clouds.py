"""Points by their density, where they are too many to be drawn one by one."""

import numpy as np

from mlexplorer.core.arrays import Array, Labels, Mask
from mlexplorer.marks.marks import Cloud, Mark
from mlexplorer.pipeline.snapshot import Frame, Snapshot

CELL = 2.0  # pixels
FAINTEST = 0.3  # opacity of a cell with a single point


def cloud(snapshot: Snapshot, labels: Labels) -> tuple[Mark, ...]:
    """Return the cloud of all points: each cell in the colour of most of its points, denser ones stronger."""
    frame = snapshot.frame
    columns, rows = max(2, int(frame.width / CELL)), max(2, int(frame.height / CELL))
    cells, inside = _cells(snapshot.places, frame, columns, rows)
    kinds = np.unique(labels[inside])
    if len(kinds) == 0:
        return ()
    where = np.searchsorted(kinds, labels[inside]) * (rows * columns) + cells[inside]
    counts = np.bincount(where, minlength=len(kinds) * rows * columns).reshape(len(kinds), rows, columns)
    total = counts.sum(axis=0)
    strength = np.log1p(total) / np.log1p(max(int(total.max()), 2))
    opacity = np.where(total > 0, FAINTEST + (1 - FAINTEST) * strength, 0.0)
    left, right, bottom, top = frame.bounds
    across, up = (right - left) / columns / 2, (top - bottom) / rows / 2
    return (Cloud((left + across, right - across, bottom + up, top - up), kinds[counts.argmax(axis=0)], opacity),)


def _cells(places: Array, frame: Frame, columns: int, rows: int) -> tuple[Labels, Mask]:
    """Return the cell of each place, and which places are in view."""
    left, right, bottom, top = frame.bounds
    x = np.floor((places[:, 0] - left) * (columns / (right - left)))
    y = np.floor((places[:, 1] - bottom) * (rows / (top - bottom)))
    inside = (x >= 0) & (x < columns) & (y >= 0) & (y < rows)
    return np.where(inside, y * columns + x, 0).astype(np.intp), np.asarray(inside)
