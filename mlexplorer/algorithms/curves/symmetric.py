"""Symmetric systems of a few equations: by Cholesky's factor where it is safe, else the shortest answer."""

import numpy as np

from mlexplorer.core.arrays import Array

SAFE = 1e-5  # of the largest edge of the factor: with a smaller one the equations hardly differ


def solved(matrix: Array, target: Array, rounding: float) -> Array:
    """Return x of matrix·x = target, the shortest of many; directions below a share of the largest are rounding."""
    from scipy.linalg.lapack import dposv  # start-up time

    factor, found, failed = dposv(matrix, target)
    edge = factor.diagonal()
    if failed or edge.min() <= SAFE * edge.max():
        return np.asarray(np.linalg.lstsq(matrix, target, rcond=rounding)[0], dtype=np.float64)
    return np.asarray(found, dtype=np.float64)
