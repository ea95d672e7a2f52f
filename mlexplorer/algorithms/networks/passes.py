"""A network of units in layers: forward to its scores, backward to the slopes of its weights.

Points stand in columns. The matrix of a layer is (units, inputs + 1): its last column holds the offsets, which weigh a
row of ones below the numbers of the layer before. The last layer gives scores; nothing bends them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from mlexplorer.core.arrays import Array


@dataclass(frozen=True)
class Activation:
    """How a unit bends its sum: in place, and the slope of the bend where its value is known."""

    bend: Callable[[Array], None]
    slope: Callable[[Array], Array]
    formula: str  # with {} for the sum, as LaTeX
    words: str  # with {} for the sum


def _tanh(sums: Array) -> None:
    np.tanh(sums, out=sums)


def _logistic(sums: Array) -> None:
    sums *= 0.5  # 1/(1 + e^−z) = ½(1 + tanh(z/2)), which cannot overflow
    np.tanh(sums, out=sums)
    sums += 1.0
    sums *= 0.5


def _rectify(sums: Array) -> None:
    np.maximum(sums, 0.0, out=sums)


ACTIVATIONS = {
    "tanh": Activation(_tanh, lambda value: 1.0 - value * value, r"\tanh({})", "tanh({})"),
    "logistic": Activation(_logistic, lambda value: value - value * value, r"\sigma({})", "1/(1 + e^−({}))"),
    "relu": Activation(_rectify, lambda value: (value > 0).astype(np.float64), r"\max(0, {})", "max(0, {})"),
}


@dataclass(frozen=True)
class UnitLayout:
    """How many numbers each layer has, inputs first and scores last, and where its weights lie in a flat vector."""

    sizes: tuple[int, ...]

    @cached_property
    def shapes(self) -> tuple[tuple[int, int], ...]:
        """The shape of the matrix of each layer."""
        return tuple((units, inputs + 1) for inputs, units in pairwise(self.sizes))

    @cached_property
    def cuts(self) -> tuple[int, ...]:
        """Where each matrix begins in a flat vector, and where the last one ends."""
        return (0, *np.cumsum([units * width for units, width in self.shapes]).tolist())

    @property
    def count(self) -> int:
        """The number of all weights and offsets."""
        return self.cuts[-1]

    @cached_property
    def weights(self) -> Array:
        """1 for each weight and 0 for each offset, as a flat vector."""
        flat = np.ones(self.count)
        for matrix in self.matrices(flat):
            matrix[:, -1] = 0.0
        return flat

    def matrices(self, flat: Array) -> list[Array]:
        """Return views of a flat vector, or of many along the first axis, as the matrices of the layers."""
        parts = zip(pairwise(self.cuts), self.shapes, strict=True)
        return [flat[..., first:last].reshape(*flat.shape[:-1], *shape) for (first, last), shape in parts]

    def place(self, layer: int, unit: int, source: int) -> int:
        """Return where the weight of an edge into a unit of a layer lies in the flat vector; layer 0 is the first."""
        return self.cuts[layer] + unit * self.shapes[layer][1] + source

    def thinned(self, kept: Sequence[Array]) -> Array:
        """Return a factor for every weight: that of the hidden unit it comes from, 1 for inputs and offsets."""
        factors = np.ones(self.count)
        for matrix, units in zip(self.matrices(factors)[1:], kept, strict=True):
            matrix[:, :-1] = units
        return factors

    def drawn(self, random: np.random.Generator, spread: float) -> Array:
        """Return a random start: weights and offsets of a unit from N(0, spread²/inputs)."""
        flat = random.normal(size=self.count)
        for matrix in self.matrices(flat):
            matrix[:] = spread / np.sqrt(matrix.shape[1] - 1) * matrix
        return flat


def with_ones(points: Array) -> Array:
    """Return points as inputs, (3, n): their coordinates in rows, and a row of ones."""
    return np.vstack([points.T, np.ones(len(points))])


def forward(matrices: Sequence[Array], inputs: Array, activation: Activation) -> list[Array]:
    """Return what every layer gives: the inputs, the bent sums of the hidden layers above a row of ones, the scores.

    Matrices may have a first axis more, for many networks at once; so have the values then.
    """
    values = [inputs]
    for matrix in matrices[:-1]:
        layer = np.empty((*matrix.shape[:-2], matrix.shape[-2] + 1, inputs.shape[-1]))
        layer[..., -1, :] = 1.0
        units = layer[..., :-1, :]
        np.matmul(matrix, values[-1], out=units)
        activation.bend(units)
        values.append(layer)
    return [*values, matrices[-1] @ values[-1]]


def backward(
    matrices: Sequence[Array], values: Sequence[Array], errors: Array, activation: Activation
) -> tuple[list[Array], list[Array]]:
    """Return the slope of each matrix and the errors of each layer, from those of the scores, dE/ds as (scores, n).

    An error goes back through the old weights and the slope of the bend: Δ = bend′ · Wᵀ Δ of the layer above. The
    slope of a weight is the error of its unit times what comes in, added up over the points.
    """
    slopes, deltas = list[Array](), [errors]
    for number in reversed(range(len(matrices))):
        slopes.append(deltas[-1] @ values[number].T)
        if number:
            delta = matrices[number][:, :-1].T @ deltas[-1]
            delta *= activation.slope(values[number][:-1])
            deltas.append(delta)
    return slopes[::-1], deltas[::-1]
