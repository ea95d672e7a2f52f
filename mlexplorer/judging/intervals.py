"""How sure a share is, and whether two methods differ: Jeffreys' interval and McNemar's test."""

import numbers
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

LEVEL = 0.95
MOST_POINTS = 10**9  # that are counted in one cell of a test


def jeffreys(right: int, count: int, level: float = LEVEL) -> tuple[float, float]:
    """Return the interval of a probability after so many successes of so many: quantiles of Beta(m + ½, n − m + ½).

    It reaches 0 if there was no success and 1 if there was no failure, so without trials it is all of [0, 1].
    """
    from scipy.special import betaincinv  # start-up time

    first, second, tail = right + 0.5, count - right + 0.5, (1 - level) / 2
    low = 0.0 if right == 0 else float(betaincinv(first, second, tail))
    high = 1.0 if right == count else float(betaincinv(first, second, 1 - tail))
    return low, high


@dataclass(frozen=True)
class McNemar:
    """Two methods on the same points: by how much the first is more often right, and whether that may be chance."""

    difference: float  # share right of the first minus that of the second
    interval: tuple[float, float]  # of the difference, 95 %
    p: float  # the chance of so unequal disagreements if both methods are equally good


def mcnemar(both: int, first: int, second: int, neither: int, level: float = LEVEL) -> McNemar:
    """Return McNemar's test from the points that both, only the first, only the second or neither got right.

    Where the formula of the interval has no spread (no point or every point tells the same way) its limit is a single
    number; without points the interval is all of [−1, 1]. p is exact (binomial), both sides together.
    """
    from scipy.special import bdtr, betaincinv  # start-up time

    counts = (both, first, second, neither)
    if not all(isinstance(count, numbers.Integral) and 0 <= count <= MOST_POINTS for count in counts):
        raise ValueError(f"McNemar's test needs four counts up to {MOST_POINTS:,}; none can be negative.")
    count, unequal = sum(counts), first + second
    p = min(1.0, 2 * float(bdtr(min(first, second), unequal, 0.5)))
    if not count:
        return McNemar(0.0, (-1.0, 1.0), p)
    difference = (first - second) / count
    spread = count * unequal - (first - second) ** 2
    if not spread:
        return McNemar(difference, (difference, difference), p)
    weight = count**2 * (count + 1) * (1 - difference**2) / spread - 1
    shape = (1 + difference) / 2 * weight, (1 - difference) / 2 * weight
    tail = (1 - level) / 2
    low, high = (2 * float(betaincinv(*shape, side)) - 1 for side in (tail, 1 - tail))
    return McNemar(difference, (low, high), p)


def agreement(truth: npt.ArrayLike, first: npt.ArrayLike, second: npt.ArrayLike) -> tuple[int, int, int, int]:
    """Return how many points both, only the first, only the second and neither of two predictions got right."""
    one, two = np.asarray(first) == np.asarray(truth), np.asarray(second) == np.asarray(truth)
    both, lone, other = (int(np.count_nonzero(part)) for part in (one & two, one & ~two, ~one & two))
    return both, lone, other, len(one) - both - lone - other
