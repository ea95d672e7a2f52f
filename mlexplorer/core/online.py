"""One point at a time: the updates of a line (w1, w2, t), in plain floats because arrays of three are slow."""

import math
from collections.abc import Iterable, Iterator

import numpy as np

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.source import stream

_CHUNK = 2048  # updates between two chances to interrupt: about 2 ms


def orders(count: int, passes: int, seed: int | None) -> Iterator[Labels]:
    """Yield the order of count points in each pass: as given, or with a seed shuffled anew each time."""
    random = None if seed is None else stream(seed, 1)
    for _ in range(passes):
        yield np.arange(count) if random is None else random.permutation(count)


def batches(visits: Iterable[Labels], width: int) -> Iterator[Labels]:
    """Yield orders in pieces of a width; the last piece of each may be shorter."""
    for order in visits:
        yield from (order[first : first + width] for first in range(0, len(order), width))


def logistic_updates(
    design: Array, weights: Array, visits: Iterable[Labels], *, rate: float, decay: float
) -> Iterator[tuple[Array, Labels]]:
    """Yield the weights after each visit, as (visits, 3), with the rows visited: w ← w − rate·(p − y)·x − decay·w.

    design has the rows x1, x2 and y (0 or 1); p is the probability of 1 before the visit. The threshold does not decay.
    """
    rows = list(zip(*design.tolist(), strict=True))
    u, v, t = map(float, weights)
    for visited in batches(visits, _CHUNK):
        path: list[tuple[float, float, float]] = []
        for index in visited.tolist():
            a, b, target = rows[index]
            f = u * a + v * b - t
            chance = 1.0 / (1.0 + math.exp(-f)) if f > -700.0 else 0.0  # e^700 is still a number
            push = rate * (chance - target)
            u, v, t = u - push * a - decay * u, v - push * b - decay * v, t + push
            path.append((u, v, t))
        yield np.array(path), visited
