"""The boundary without one point, and discs that show how much of the view each point decides."""

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.model import Step
from mlexplorer.layers.regions import boundary_of
from mlexplorer.marks.marks import Line, Mark, Points
from mlexplorer.pipeline.snapshot import Snapshot

EVEN = 0.75  # below 1 small shares are seen, too
PALEST, DARKEST = 2, 9  # steps from the colour of the plane to ink; points below the palest have no disc


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
