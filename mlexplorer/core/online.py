"""One point at a time: the updates of a line (w1, w2, t), in plain floats because arrays of three are slow."""

import math
from collections.abc import Iterable, Iterator

import numpy as np

from mlexplorer.core.arrays import Array, Labels

_CHUNK = 2048  # updates between two chances to interrupt: about 2 ms


def logistic_updates(
    design: Array, weights: Array, orders: Iterable[Labels], *, rate: float, decay: float
) -> Iterator[tuple[Array, Labels]]:
    """Yield the weights after each visit, as (visits, 3), with the rows visited: w ← w − rate·(p − y)·x − decay·w.

    design has the rows x1, x2 and y (0 or 1); p is the probability of 1 before the visit. The threshold does not decay.
    """
    rows = list(zip(*design.tolist(), strict=True))
    u, v, t = map(float, weights)
    for order in orders:
        for first in range(0, len(order), _CHUNK):
            visited = order[first : first + _CHUNK]
            path: list[tuple[float, float, float]] = []
            for index in visited.tolist():
                a, b, target = rows[index]
                f = u * a + v * b - t
                chance = 1.0 / (1.0 + math.exp(-f)) if f > -700.0 else 0.0  # e^700 is still a number
                push = rate * (chance - target)
                u, v, t = u - push * a - decay * u, v - push * b - decay * v, t + push
                path.append((u, v, t))
            yield np.array(path), visited
