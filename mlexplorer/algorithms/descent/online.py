"""One point at a time: the updates of a line (w1, w2, t), in plain floats because arrays of three are slow."""

import math
from collections.abc import Iterable, Iterator

import numpy as np

from mlexplorer.core.arrays import Array, Labels, Mask
from mlexplorer.core.source import stream

Weights = tuple[float, float, float]  # w1, w2, t
Lines = tuple[Weights, ...]  # one for two classes, else one for each class
PerceptronRow = tuple[int, float, float, bool, float, float, float]
_CHUNK = 256  # updates kept in one array, which lives as long as one of them is kept: not too many


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
        path: list[Weights] = []
        for index in visited.tolist():
            a, b, target = rows[index]
            f = u * a + v * b - t
            chance = 1.0 / (1.0 + math.exp(-f)) if f > -700.0 else 0.0  # e^700 is still a number
            push = rate * (chance - target)
            u, v, t = u - push * a - decay * u, v - push * b - decay * v, t + push
            path.append((u, v, t))
        yield np.array(path), visited


class PerceptronData:
    """Points as a perceptron visits them: plain rows for a pass with many mistakes, arrays to search for few.

    A row is the number of the point, x1, x2, whether it should lie where f > 0, and what a mistake adds to w1, w2, t.
    """

    def __init__(self, points: Array, wanted: Mask, rate: float) -> None:
        push = np.where(wanted, rate, -rate)
        self._wanted, self._points = wanted, points
        self._pushes = np.column_stack([push[:, None] * points, -push])
        columns = [*points.T, wanted, *self._pushes.T]
        numbers = range(len(points))
        self.rows: list[PerceptronRow] = list(zip(numbers, *(column.tolist() for column in columns), strict=True))

    def visit(self, order: Labels | None, weights: Weights, *, sparse: bool) -> Labels:
        """Return the points one pass gets wrong, in the order it comes upon them; order None: as they are.

        Both ways of going through them add the same products in the same order, so they take the same decisions to the
        last bit; where mistakes are sparse, searching arrays is quicker.
        """
        if sparse:
            found = self._search(np.arange(len(self.rows)) if order is None else order, weights)
        else:
            found, (u, v, t) = [], weights
            add = found.append
            for index, a, b, wanted, du, dv, dt in self.rows if order is None else map(self.rows.__getitem__, order):
                if (u * a + v * b > t) is not wanted:
                    u += du
                    v += dv
                    t += dt
                    add(index)
        return np.array(found, dtype=np.intp)

    def path(self, weights: Weights, rows: Labels) -> Array:
        """Return the weights after each update: a running sum adds as the visits do, equal to the last bit."""
        return np.vstack([weights, self._pushes[rows]]).cumsum(axis=0)[1:]

    def _search(self, order: Labels, weights: Weights) -> list[int]:
        """Jump from mistake to mistake: look ahead in windows that widen while all is right."""
        found, (u, v, t) = list[int](), weights
        (xs, ys), wanted = self._points[order].T, self._wanted[order]
        place, window = 0, 256
        while place < len(order):
            ahead = slice(place, place + window)
            wrong = (u * xs[ahead] + v * ys[ahead] > t) != wanted[ahead]
            hit = int(wrong.argmax())
            if not wrong[hit]:
                place, window = place + window, 4 * window
                continue
            index, *_, du, dv, dt = self.rows[order[place + hit]]
            u, v, t = u + du, v + dv, t + dt
            found.append(index)
            place += hit + 1
        return found


def visit_by_many(learners: list[PerceptronData], order: Labels, weights: Lines) -> tuple[list[int], list[Lines]]:
    """Return the points that one pass of many lines gets wrong, and the weights after each visit that moved one."""
    state, path, rows = list(weights), list[Lines](), list[int]()
    for row in order.tolist():
        moved = False
        for index, learner in enumerate(learners):
            _, a, b, wanted, du, dv, dt = learner.rows[row]
            u, v, t = state[index]
            if (u * a + v * b - t > 0.0) is not wanted:
                state[index], moved = (u + du, v + dv, t + dt), True
        if moved:
            path.append(tuple(state))
            rows.append(row)
    return rows, path


def beginning(how: str, shape: tuple[int, ...], seed: int, given: Array | None) -> Array:
    """Return the weights to begin with: zero, drawn at random, or those given if their number fits."""
    if how == "random":
        return stream(seed, 0).normal(size=shape)
    if how == "given" and given is not None and given.size == math.prod(shape):
        return np.array(given, dtype=np.float64).reshape(shape)
    return np.zeros(shape)
