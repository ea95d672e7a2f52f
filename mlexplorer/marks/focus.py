"""The points a step is about: those whose slope or mistake it followed."""

import numpy as np

from mlexplorer.core.arrays import Labels
from mlexplorer.core.capabilities import HasFocus, HasRows
from mlexplorer.marks.marks import Mark, Points
from mlexplorer.session.snapshot import NO_ROWS, Snapshot

MOST = 60  # a batch of more points is not worth a ring each


def is_offered(snapshot: Snapshot) -> bool:
    """Return whether the steps look at single points, so that one may ask which."""
    return any(len(_rows_of(step)) for step in snapshot.trace.steps[1:3])


def focus(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return rings around the points the shown step looked at."""
    rows = _rows_of(snapshot.step)
    training = snapshot.run.model.training(snapshot.data)
    if not 0 < len(rows) <= MOST or rows.max() >= len(training):
        return ()
    places = training.points[rows]
    return (Points(places, "boundary", 0, "selected", sizes=np.full(len(places), 1.5)),)


def _rows_of(step: object) -> Labels:
    if isinstance(step, HasFocus):
        return step.focus
    return step.rows if isinstance(step, HasRows) and step.rows is not None else NO_ROWS
