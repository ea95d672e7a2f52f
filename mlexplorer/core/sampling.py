"""A random sample of points where all would be too many: always the same one, and stable when points are added."""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from mlexplorer.core.arrays import scrambled
from mlexplorer.core.data import Dataset


def sampled(data: Dataset, most: int) -> Dataset:
    """Return at most so many points, in order; each class keeps its share, and at least one point."""
    return data if len(data) <= most else _sampled(data, most)


@lru_cache(maxsize=4)
def _sampled(data: Dataset, most: int) -> Dataset:
    order = np.argsort(scrambled(data.ids))
    chosen = [order[:most]]
    for label in data.classes:
        if not (data.labels[chosen[0]] == label).any():
            chosen.append(order[data.labels[order] == label][:1])
    rows = np.sort(np.concatenate(chosen))
    return replace(data.part(rows), rows=data.rows[rows])
