"""A random sample of points where all would be too many: always the same one, and stable when points are added."""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from mlexplorer.core.arrays import Labels
from mlexplorer.core.data import Dataset

FIRST, SECOND, THIRD = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB  # of the splitmix64 generator


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


def scrambled(numbers: Labels) -> np.ndarray:
    """Return whole numbers that look random, one for each number and always the same."""
    with np.errstate(over="ignore"):  # wrapping round is meant
        mixed = (numbers.astype(np.uint64) + np.uint64(1)) * np.uint64(FIRST)
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(SECOND)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(THIRD)
        return np.asarray(mixed ^ (mixed >> np.uint64(31)))
