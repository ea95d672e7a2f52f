"""Taking hold of a straight boundary: where its handles are, and what dragging them makes of the session."""

import math
from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import Bounds, HasLandscape, HasWeights
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.answers import hidden_runs

ARM = 0.28  # from the middle of the line to the handle that turns it, as a share of the view


@dataclass(frozen=True, eq=False)
class Handles:
    """Where a line can be taken: in the middle to shift it, at the end of an arm to turn it."""

    middle: Array
    arm: Array


def held_line(snapshot: Snapshot) -> Array | None:
    """Return the weights of the shown boundary if it is a line whose weights can be set by hand."""
    step = snapshot.step
    hidden = snapshot.active in hidden_runs(snapshot.session)
    if hidden or not isinstance(step, HasWeights) or not isinstance(step, HasLandscape):
        return None
    landscape = step.landscape(snapshot.training)
    same = landscape.here.shape == step.weights.shape and np.array_equal(landscape.here, step.weights)
    return step.weights if same and step.weights[:2].any() else None


def handles(weights: Array, bounds: Bounds) -> Handles | None:
    """Return the handles of a line in view, or None if it does not cross the view."""
    left, right, bottom, top = bounds
    centre = np.array([(left + right) / 2, (bottom + top) / 2])
    normal = weights[:2] / math.hypot(*weights[:2])
    middle = centre - (normal @ centre - weights[2] / math.hypot(*weights[:2])) * normal
    if not (left <= middle[0] <= right and bottom <= middle[1] <= top):
        return None
    along = np.array([-normal[1], normal[0]])
    along = along if along[0] > 0 or (along[0] == 0 and along[1] > 0) else -along
    return Handles(middle, middle + ARM * min(right - left, top - bottom) * along)


def gap(weights: Array, place: Array) -> Array:
    """Return the way from the nearest place of the line to a place."""
    return (weights[:2] @ place - weights[2]) / float(weights[:2] @ weights[:2]) * weights[:2]


def shifted(weights: Array, way: Array) -> Array:
    """Return the line moved by a way."""
    return np.array([*weights[:2], weights[2] + weights[:2] @ way])


def turned(weights: Array, about: Array, towards: Array) -> Array:
    """Return the line through two places, with w as long as before and on the side it was."""
    way = towards - about
    length = math.hypot(*way)
    if length == 0:
        return weights
    normal = np.array([way[1], -way[0]]) / length
    normal = normal if normal @ weights[:2] >= 0 else -normal
    first, second = normal * math.hypot(*weights[:2])
    return np.array([first, second, first * about[0] + second * about[1]])
