"""Places to take hold of, whose coordinates are the parameters of a landscape: centres, or where a walk has come to."""

from dataclasses import replace

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import HasCentres, HasGaussians, HasLandscape, HasSurface, Landscape
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.session import Session


def held_centres(snapshot: Snapshot) -> tuple[Array, Landscape] | None:
    """Return the centres of the shown step, (k, 2), and the landscape over their places, if it has such."""
    step = snapshot.step
    if not isinstance(step, HasLandscape):
        return None
    if isinstance(step, HasSurface):
        centres = step.place[None]
    elif isinstance(step, HasCentres | HasGaussians):
        centres = step.centres if isinstance(step, HasCentres) else step.means
    else:
        return None
    landscape = step.landscape(snapshot.training)
    return (centres, landscape) if np.array_equal(landscape.here, centres.ravel()) else None


def with_centre(session: Session, centres: Array, index: int, place: Array) -> Session:
    """Return the session whose run starts anew from these centres, one of them at another place, at its first step."""
    moved = centres.copy()
    moved[index] = place
    started = session.with_start(moved.ravel())
    return replace(started, view=replace(started.view, centre=index, step=0))
