"""The boundary of another step beside the present one, as a ghost."""

from mlexplorer.core.capabilities import HasCurve, HasLandscape, HasScores
from mlexplorer.layers.regions import boundary_of
from mlexplorer.marks.marks import Line, Mark
from mlexplorer.pipeline.snapshot import Snapshot

PLACES = 128  # along the longer side


def is_offered(snapshot: Snapshot) -> bool:
    """Return whether there is a path of steps that can be pointed at."""
    return len(snapshot.trace) > 1 and isinstance(snapshot.step, HasLandscape) and _draws(snapshot)


def other_boundary(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the boundary or the curve of the step that is pointed at, drawn from the trace: nothing is fitted."""
    place = snapshot.session.view.ghost
    if place is None or not len(snapshot.trace):
        return ()
    path = boundary_of(snapshot.trace.at(place), snapshot, PLACES)
    return (Line(path, "ghost"),) if len(path) else ()


def _draws(snapshot: Snapshot) -> bool:
    return isinstance(snapshot.step, HasScores | HasCurve)
