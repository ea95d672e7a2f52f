"""Lots: whole numbers that look random and are always the same, for drawing without a generator."""

import numpy as np
import numpy.typing as npt

from mlexplorer.core.arrays import Labels

FIRST, SECOND, THIRD = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB  # of the splitmix64 generator


def scrambled(numbers: Labels | npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Return whole numbers that look random, one for each number and always the same."""
    with np.errstate(over="ignore"):  # wrapping round is meant
        mixed = (numbers.astype(np.uint64) + np.uint64(1)) * np.uint64(FIRST)
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(SECOND)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(THIRD)
        return np.asarray(mixed ^ (mixed >> np.uint64(31)))
