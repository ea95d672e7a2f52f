"""The scores of a network on a grid: the sums of the first layer are outer sums, and so are most of its bends."""

from collections.abc import Sequence

import numpy as np

from mlexplorer.algorithms.networks.passes import ACTIVATIONS, forward
from mlexplorer.core.arrays import Array
from mlexplorer.core.grid import Grid

FARTHEST = 170.0  # of a sum: e^680 is still a number


def scores_on(grid: Grid, matrices: Sequence[Array], bend: str) -> Array:
    """Return the scores on a grid, (scores, rows, columns)."""
    bands = [
        forward(matrices[1:], first_layer(band, matrices[0], bend), ACTIVATIONS[bend])[-1] for band in grid.bands()
    ]
    return np.concatenate(bands, axis=1).reshape(-1, grid.rows, grid.columns)


def first_layer(grid: Grid, matrix: Array, bend: str) -> Array:
    """Return what the units of the first layer give on a grid, (units + 1, places), above a row of ones.

    With u and v the parts of a sum along both axes, tanh(u + v) = 1 − 2/(1 + e²ᵘe²ᵛ) and 1/(1 + e^−(u + v)) need an
    exponential for each column and each row instead of one for each place.
    """
    across = np.multiply.outer(matrix[:, 0], grid.xs) + matrix[:, 2:]
    up = np.multiply.outer(matrix[:, 1], grid.ys)
    layer = np.ones((len(matrix) + 1, grid.rows, grid.columns))
    units, steep = layer[:-1], {"tanh": 2.0, "logistic": 1.0}.get(bend, 0.0)
    if not steep or max(np.abs(across).max(), np.abs(up).max()) > FARTHEST:
        np.add(across[:, None, :], up[:, :, None], out=units)
        ACTIVATIONS[bend].bend(units)
    else:
        np.multiply(np.exp(steep * across)[:, None, :], np.exp(steep * up)[:, :, None], out=units)
        units += 1.0
        np.divide(-steep, units, out=units)
        units += 1.0
    return layer.reshape(len(layer), -1)
