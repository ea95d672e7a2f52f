"""Rearranging a group of points about its middle: turn, stretch, mirror, jitter, pull together."""

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.law import turn

JITTER = 0.05  # standard deviation, as a share of the group's own spread
PULL = 0.8  # what is left of the distance from the middle


def rotated(points: Array, degrees: float) -> Array:
    """Return points turned to the left about their mean."""
    return _about_mean(points, turn(degrees))


def scaled(points: Array, factor: float) -> Array:
    """Return points at distances from their mean that are larger by a factor."""
    return _about_mean(points, np.diag([factor, factor]))


def mirrored(points: Array, axis: int) -> Array:
    """Return points with one coordinate mirrored at the middle of its range, so that the group stays in its frame."""
    result = points.copy()
    result[:, axis] = points[:, axis].min() + points[:, axis].max() - points[:, axis]
    return result


def jittered(points: Array, spread: Array, seed: int) -> Array:
    """Return points shaken by Gaussian noise whose deviation is a twentieth of a spread in each coordinate."""
    return points + np.random.default_rng(seed).normal(size=points.shape) * JITTER * spread


def gathered(points: Array) -> Array:
    """Return points a fifth nearer to their mean."""
    return scaled(points, PULL)


def _about_mean(points: Array, matrix: Array) -> Array:
    middle = points.mean(axis=0)
    return np.asarray((points - middle) @ matrix.T + middle)
