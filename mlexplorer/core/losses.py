"""Losses of a straight boundary, for one choice of weights or for thousands at once."""

import numpy as np

from mlexplorer.core.arrays import Array, Mask

_BLOCK = 65_536  # numbers in one temporary: it stays in the cache


def blocks(count: int, width: int) -> list[slice]:
    """Return slices over count rows of a width, each small enough to stay in the cache."""
    height = max(1, _BLOCK // max(1, width))
    return [slice(first, first + height) for first in range(0, count, height)]


def errors(points: Array, positive: Mask, weights: Array) -> Array:
    """Return how many points each row (w1, w2, t) of weights puts on the wrong side; f > 0 is the positive side.

    The sum w1·x1 + w2·x2 − t is made in the order of HasWeights, so that places on the line are judged alike.
    """
    x, y = points[:, 0], points[:, 1]
    counts = np.empty(len(weights))
    for part in blocks(len(weights), len(points)):
        first, second, threshold = weights[part].T[:, :, None]
        counts[part] = ((first * x + second * y - threshold > 0) != positive).sum(axis=1)
    return counts
