"""A plane through parameter space: which one, where a path lies on it, and the heights of the loss above it."""

from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import Bounds, HasLandscape, Landscape
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid
from mlexplorer.core.trace import Trace
from mlexplorer.session.snapshot import NO_ROWS

MOST_STEPS = 300  # of a path that are drawn
BLOCK = 2048  # places evaluated at once: temporaries stay small, so that the window gets the interpreter
ROOM = 0.25  # beyond the path, on each side


@dataclass(frozen=True, eq=False)
class ParameterPlane:
    """Two directions through an origin in parameter space, and what they are called."""

    origin: Array
    across: Array
    up: Array
    names: tuple[str, str]

    def inside(self, parameters: Array) -> Array:
        """Return where parameters, (m, p), lie on the plane, as (m, 2)."""
        gaps = parameters - self.origin
        return np.stack([gaps @ self.across, gaps @ self.up], axis=-1)

    def outside(self, places: Array) -> Array:
        """Return the parameters at places of the plane, (m, 2), as (m, p)."""
        return self.origin + places[:, :1] * self.across + places[:, 1:] * self.up


def axes_plane(landscape: Landscape, first: int, second: int) -> ParameterPlane:
    """Return the plane of two parameters; the others are held where the landscape is."""
    origin = landscape.here.copy()
    origin[[first, second]] = 0.0
    unit = np.eye(len(origin))
    return ParameterPlane(origin, unit[first], unit[second], (landscape.names[first], landscape.names[second]))


def path_plane(landscape: Landscape, path: Array) -> ParameterPlane:
    """Return the plane through the present place along the two main directions of a path."""
    _, _, directions = np.linalg.svd(path - landscape.here, full_matrices=True)
    names = ("main direction of the path", "second direction")
    return ParameterPlane(landscape.here, directions[0], directions[1], names)


def path_of(trace: Trace, data: Dataset) -> tuple[Array, Array]:
    """Return the places in the trace and the parameters of its steps, thinned, for those with a landscape."""
    chosen = np.unique(np.linspace(0, len(trace) - 1, MOST_STEPS).round().astype(int)) if len(trace) else NO_ROWS
    steps = [(trace.places[index], trace.steps[index]) for index in chosen]
    rows = [(place, step.landscape(data).here) for place, step in steps if isinstance(step, HasLandscape)]
    if not rows:
        return np.empty(0), np.empty((0, 0))
    return np.array([place for place, _ in rows], dtype=np.float64), np.stack([here for _, here in rows])


def bounds_around(places: Array) -> Bounds:
    """Return a rectangle around places, with room, and never thin."""
    low, high = places.min(axis=0), places.max(axis=0)
    spread, size = float((high - low).max()), float(np.abs(places).max())
    alone = spread <= 1e-6 * size  # a single place: show it with the origin
    least = (2.5 * size or 2.0) if alone else spread * 0.6
    half = np.maximum(high - low, least) * (0.5 + ROOM)
    middle = (low + high) / 2
    return (
        float(middle[0] - half[0]),
        float(middle[0] + half[0]),
        float(middle[1] - half[1]),
        float(middle[1] + half[1]),
    )


def losses_on(landscape: Landscape, plane: ParameterPlane, grid: Grid) -> Array:
    """Return the losses on a grid over the plane, as (rows, columns)."""
    places = grid.points
    parts = [landscape.values(plane.outside(places[at : at + BLOCK])) for at in range(0, len(places), BLOCK)]
    return np.concatenate(parts).reshape(grid.rows, grid.columns)
