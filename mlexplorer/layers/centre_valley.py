"""What another place of one centre would cost, all others as they are, drawn on the plane itself."""

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import HasSurface
from mlexplorer.edits.centres import held_centres
from mlexplorer.landscapes.heights import bands
from mlexplorer.layers.layer import LayerKind
from mlexplorer.marks.marks import Mark, Points
from mlexplorer.pipeline.snapshot import Snapshot

PLACES = 72  # along the longer side
MOST = 300  # points that the numbers keep clear of


def is_offered(snapshot: Snapshot) -> bool:
    """Return whether a centre is selected whose place has a cost."""
    index, found = snapshot.session.view.centre, held_centres(snapshot)
    if isinstance(snapshot.step, HasSurface):
        return False
    return index is not None and found is not None and index < len(found[0])


def centre_valley(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the contours of the objective over the place of the selected centre, with a ring around it."""
    found, index = held_centres(snapshot), snapshot.session.view.centre
    if found is None or index is None or index >= len(found[0]):
        return ()
    centres, landscape = found
    grid = snapshot.frame.grid(PLACES)
    places = np.repeat(landscape.here[None], len(grid.points), axis=0)
    places[:, 2 * index : 2 * index + 2] = grid.points
    losses = landscape.values(places).reshape(grid.rows, grid.columns)
    ring = Points(centres[index][None], "boundary", 0, "selected", sizes=np.array([2.2]))
    return (*bands(grid, losses, clear=_some(snapshot.places))[1:], ring)


def _some(points: Array) -> Array:
    """Return at most so many of the points that numbers can keep clear of them quickly."""
    return points[:: len(points) // MOST + 1]


LAYERS = (
    LayerKind(
        "centre valley",
        "Cost of a centre’s place",
        "What another place of the selected centre would cost, all others as they are",
        "F",
        is_offered,
        centre_valley,
        order=150,
    ),
)
