"""The boundary of another step beside the present one, as a ghost."""

import numpy as np

from mlexplorer.core.capabilities import HasCurve, HasLandscape, HasScores
from mlexplorer.core.decision import preferences
from mlexplorer.marks.contours import boundary_lines
from mlexplorer.marks.marks import Line, Mark
from mlexplorer.session.snapshot import Snapshot

PLACES = 128  # along the longer side
CURVE_PLACES = 200


def is_offered(snapshot: Snapshot) -> bool:
    """Return whether there is a path of steps that can be pointed at."""
    return len(snapshot.trace) > 1 and isinstance(snapshot.step, HasLandscape) and _draws(snapshot)


def ghost(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the boundary or the curve of the step that is pointed at, drawn from the trace: nothing is fitted."""
    place = snapshot.session.view.ghost
    if place is None or not len(snapshot.trace):
        return ()
    step = snapshot.trace.at(place)
    left, right, _, _ = snapshot.frame.bounds
    if isinstance(step, HasCurve):
        xs = np.linspace(left, right, CURVE_PLACES)
        return (Line(np.c_[xs, step.curve(xs)], "ghost"),)
    if not isinstance(step, HasScores):
        return ()
    grid = snapshot.frame.grid(PLACES)
    _, values = preferences(step, step.field(grid), snapshot.session.document.rule)
    path = boundary_lines(grid, values, 0.2 * (right - left) / max(snapshot.frame.width, 1))
    return (Line(path, "ghost"),) if len(path) else ()


def _draws(snapshot: Snapshot) -> bool:
    return isinstance(snapshot.step, HasScores | HasCurve)
