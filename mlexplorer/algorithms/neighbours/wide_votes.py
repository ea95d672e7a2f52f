"""The vote of the nearest neighbours where points have any number of features."""

import numpy as np

from mlexplorer.core.arrays import Array, Labels


def voted(rows: Array, columns: Labels, places: Array, k: int) -> Labels:
    """Return the column that most of the k nearest rows have at each place; the lower one where votes are equal."""
    squares = (places**2).sum(axis=1)[:, None] - 2 * places @ rows.T + (rows**2).sum(axis=1)
    nearest = np.argpartition(squares, min(k, len(rows)) - 1, axis=1)[:, :k]
    votes = columns[nearest][:, :, None] == np.arange(columns.max() + 1)
    return np.asarray(votes.sum(axis=1).argmax(axis=1), dtype=np.intp)
