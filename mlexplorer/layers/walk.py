"""A function over the plane and the way down on it, drawn on the plane itself."""

import numpy as np

from mlexplorer.core.capabilities import HasLandscape, HasSurface
from mlexplorer.landscapes.descent import Descent, here_marks, path_marks, rate_of, rival_marks, rival_paths
from mlexplorer.landscapes.heights import along, bands, through_here, usual_spacing
from mlexplorer.landscapes.parameter_plane import ParameterPlane, path_of
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
    if not isinstance(step, HasSurface):
        return ()
    grid = snapshot.frame.grid(PLACES)
    _, path = path_of(snapshot.trace, snapshot.data)
    values = step.heights(grid.points).reshape(grid.rows, grid.columns)
    here = through_here(grid, values, float(step.heights(step.place[None])[0]))
    return (*bands(grid, values, usual_spacing(values), along(path)), *here)


def walk(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the way so far, those of other runs, the slope and the next step, and where it is now."""
    step, bounds = snapshot.step, snapshot.frame.bounds
    if not isinstance(step, HasSurface) or not isinstance(step, HasLandscape):
        return ()
    places, path = path_of(snapshot.trace, snapshot.data)
    place = snapshot.session.view.step_number
    now = snapshot.trace.total - 1 if place is None else place
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
