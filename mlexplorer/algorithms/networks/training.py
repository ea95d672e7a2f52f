"""One run of training: the weights after each update, with the rows it looked at and the units it left out."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from mlexplorer.algorithms.descent.downhill import Slope, descend, newton
from mlexplorer.algorithms.descent.online import batches, orders
from mlexplorer.algorithms.networks.loss import NetworkLoss
from mlexplorer.algorithms.networks.passes import UnitLayout
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.source import stream

LARGEST = 1e20  # weights beyond this are running away to infinity
WIDTHS = ("stochastic", "minibatch")  # solvers that look at some points at a time, by plain steps


@dataclass(frozen=True, eq=False)
class WeightMove:
    """Weights after an update: the rows it looked at (None: all), the factors of hidden units, why it was the last."""

    weights: Array
    rows: Labels | None = None
    kept: tuple[Array, ...] = ()
    ending: str = ""


@dataclass(frozen=True)
class Training:
    """How weights go downhill: by which rule, how far, how often, by how many points at a time, without which units."""

    solver: str
    rate: float
    steps: int
    batch: int
    momentum: float
    dropout: float
    seed: int

    def run(self, loss: NetworkLoss, weights: Array, attempt: int = 0) -> Iterator[WeightMove]:
        """Yield the start and the weights after each update, up to the last finite ones; attempts draw other units."""
        move = WeightMove(weights)
        moves = _by_newton(loss, weights) if self.solver == "newton" else self._by_descent(loss, weights, attempt)
        for after in itertools.islice(moves, self.steps if self.solver == "newton" else None):
            if not float(after.weights @ after.weights) < LARGEST**2:
                yield replace(move, ending="diverged")
                return
            yield move
            move = after
        yield move if move.ending else replace(move, ending="limit")

    def _by_descent(self, loss: NetworkLoss, weights: Array, attempt: int) -> Iterator[WeightMove]:
        """Yield the weights after each update of a descent."""
        visits = orders(len(loss.points), self.steps, self.seed)
        looks: Iterator[Labels | None] = itertools.repeat(None, self.steps)
        if self.solver in WIDTHS:
            looks = batches(visits, 1 if self.solver == "stochastic" else self.batch)
        ahead, behind = itertools.tee(zip(looks, self._thinned(loss.layout, attempt), strict=False))
        rule = "gradient" if self.solver in WIDTHS else self.solver
        places = descend(rule, (_slope(loss, *one) for one in ahead), weights, self.rate, self.momentum)
        for place, (rows, kept) in zip(places, behind, strict=True):
            yield WeightMove(place, rows, kept)

    def _thinned(self, layout: UnitLayout, attempt: int) -> Iterator[tuple[Array, ...]]:
        """Yield the factors of the hidden units for one update after the other; none without dropout."""
        random, stay = stream(self.seed, 2, attempt), 1.0 - self.dropout
        sizes = layout.sizes[1:-1] if self.dropout else ()
        while True:
            yield tuple((random.random(size) < stay) / stay for size in sizes)


def _by_newton(loss: NetworkLoss, weights: Array) -> Iterator[WeightMove]:
    """Yield the weights after each step of Newton's method."""
    for move in newton(loss.look, weights, np.ones(len(weights))):
        yield WeightMove(move.place, ending="bottom" if move.last else "")


def _slope(loss: NetworkLoss, rows: Labels | None, kept: tuple[Array, ...]) -> Slope:
    """Return the slope that one update follows."""
    factors = loss.layout.thinned(kept) if kept else None
    return lambda weights: loss.slope(weights, rows, factors)
