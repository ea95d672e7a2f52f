"""The boundary without one point, and rings that show how much of the view each point decides."""

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import HasCurve, HasScores
from mlexplorer.core.decision import preferences
from mlexplorer.core.model import Step
from mlexplorer.marks.contours import boundary_lines
from mlexplorer.marks.marks import Line, Mark, Points
from mlexplorer.marks.regions import pixel
from mlexplorer.session.snapshot import Snapshot

PLACES = 160
WIDEST = 16.0  # design pixels from the most influential point to its ring
LEAST = 0.08  # of the largest share: points below it have no ring


def boundary_of(step: Step, snapshot: Snapshot) -> Array:
    """Return the boundary, or the curve, of a step over the view of a snapshot."""
    if isinstance(step, HasCurve):
        xs = np.linspace(*snapshot.frame.bounds[:2], PLACES)
        return np.c_[xs, step.curve(xs)]
    if not isinstance(step, HasScores):
        return np.empty((0, 2))
    grid = snapshot.frame.grid(PLACES)
    _, values = preferences(step, step.field(grid), snapshot.session.document.rule)
    return boundary_lines(grid, values, pixel(snapshot) * 0.2)


def marks_without(step: Step, row: int, snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the boundary of a step that was fitted without a point, and a ring around that point."""
    ring = Points(snapshot.data.points[[row]], "ghost", 0, "changed")
    path = boundary_of(step, snapshot)
    return (Line(path, "without"), ring) if len(path) else (ring,)


def rings(snapshot: Snapshot, shares: Array) -> tuple[Mark, ...]:
    """Return a ring around each point, farther away the more of the view flips without it."""
    known = np.nan_to_num(shares)
    most = float(known.max(initial=0.0))
    if most <= 0 or len(shares) != len(snapshot.data):
        return ()
    rows = np.flatnonzero(known > LEAST * most)
    gaps = WIDEST * known[rows] / most
    return (Points(snapshot.data.points[rows], "path", 0, "influence", gaps=gaps),)
