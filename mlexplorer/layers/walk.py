"""A function over the plane and the way down on it, drawn on the plane itself."""

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import HasLandscape, HasSurface
from mlexplorer.core.grid import Grid
from mlexplorer.landscapes.descent import Descent, here_marks, path_marks, rate_of, rival_marks, rival_paths
from mlexplorer.landscapes.heights import Ground, along, ground_of, through_here, usual_spacing
from mlexplorer.landscapes.parameter_plane import ParameterPlane, path_of, with_present
from mlexplorer.layers.layer import LayerKind
from mlexplorer.marks.marks import Mark
from mlexplorer.pipeline.snapshot import Snapshot

PLACES = 160  # along the longer side
PLANE = ParameterPlane(np.zeros(2), np.array([1.0, 0.0]), np.array([0.0, 1.0]), HasSurface.coordinates)


def is_offered(snapshot: Snapshot) -> bool:
    """Return whether the shown step stands on a function over the plane."""
    return isinstance(snapshot.step, HasSurface)


def heights(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the function as bands with numbered edges, and the contour through the present place."""
    step = snapshot.step
    if not isinstance(step, HasSurface) or not isinstance(step, HasLandscape):
        return ()
    grid = snapshot.frame.grid(PLACES)
    values, ground, numbers = _ground(step.landscape(snapshot.data).values, grid)
    here = through_here(grid, values, float(step.heights(step.place[None])[0]))
    if ground is not None and snapshot.trace.finished and not snapshot.dragging:  # while it moves they stay in place
        numbers = ground.numbers(along(path_of(snapshot.trace, snapshot.data)[1]))
    return (*(() if ground is None else ground.marks), *numbers, *here)


@lru_cache(maxsize=4)
def _ground(heights: Callable[[Array], Array], grid: Grid) -> tuple[Array, Ground | None, tuple[Mark, ...]]:
    """Return the heights of a function on a grid, their bands and numbers: the same however one walks on it."""
    values = heights(grid.points).reshape(grid.rows, grid.columns)
    ground = ground_of(grid, values, usual_spacing(values))
    return values, ground, () if ground is None else ground.numbers()


def walk(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the way so far, those of other runs, the slope and the next step, and where it is now."""
    step, bounds = snapshot.step, snapshot.frame.bounds
    if not isinstance(step, HasSurface) or not isinstance(step, HasLandscape):
        return ()
    places, path = path_of(snapshot.trace, snapshot.data)
    place, last = snapshot.session.view.step_number, snapshot.trace.total - 1
    now = last if place is None else min(place, last)
    if snapshot.run.by_hand is None:
        places, path = with_present(places, path, now, step.place)
    landscape, rate = step.landscape(snapshot.data), rate_of(snapshot.run.model, len(snapshot.data))
    descent = Descent(landscape, places, path, now, rival_paths(snapshot, landscape), rate)
    return (
        *rival_marks(descent, PLANE, bounds),
        *path_marks(descent, path, bounds),
        *here_marks(descent, PLANE, step.place, bounds),
    )


LAYERS = (
    LayerKind("heights", "Heights", "The function, in bands with numbered edges", "F2", is_offered, heights, order=130),
    LayerKind("walk", "Path", "The way down, the slope and the next step", "F3", is_offered, walk, order=140),
)
