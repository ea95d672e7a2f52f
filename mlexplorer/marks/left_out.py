"""The boundary without one point, and discs that show how much of the view each point decides."""

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
EVEN = 0.75  # below 1 small shares are seen, too
PALEST, DARKEST = 2, 9  # steps from the colour of the plane to ink; points below the palest have no disc


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


def halos(snapshot: Snapshot, shares: Array) -> tuple[Mark, ...]:
    """Return a disc under each point, the more ink the more of the view flips without the point."""
    known = np.nan_to_num(shares)
    most = float(known.max(initial=0.0))
    if most <= 0 or len(shares) != len(snapshot.data):
        return ()
    steps = np.ceil(DARKEST * (known / most) ** EVEN).astype(int)
    return tuple(
        Points(snapshot.places[steps == step], f"step {step}", 0, "influence")
        for step in range(PALEST, DARKEST + 1)
        if (steps == step).any()
    )
