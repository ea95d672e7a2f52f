"""The boundaries of other steps beside the present one: of a step that is pointed at, and of the other runs."""

import numpy as np

from mlexplorer.core.capabilities import HasCurve, HasLandscape, HasScores, HasSurface
from mlexplorer.layers.layer import LayerKind
from mlexplorer.layers.regions import boundary_of
from mlexplorer.marks.marks import Line, Mark, Text
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.side_by_side import ALONE

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


def _runners(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the boundaries of the other runs, each in its own dashes, with its name."""
    marks: list[Mark] = []
    for index, step in enumerate(snapshot.shown):
        if index != snapshot.active and isinstance(step, HasScores):
            path = boundary_of(step, snapshot, PLACES)
            if len(path):
                place = path[np.isfinite(path).all(axis=1)]
                marks += [Line(path, f"runner {index}"), Text(place[len(place) // 5], f"{index + 1}", "text")]
    return tuple(marks)


def _races(snapshot: Snapshot) -> bool:
    is_alone = snapshot.session.view.shows(ALONE) or isinstance(snapshot.step, HasSurface)
    return len(snapshot.session.document.runs) > 1 and not is_alone


LAYERS = (
    LayerKind(
        "ghost",
        "Preview",
        "The boundary of the step you point at on the landscape or in the progress",
        "X",
        is_offered,
        other_boundary,
        order=160,
    ),
    LayerKind(
        "runners", "Other runs", "The boundaries of the other runs, by their number", "O", _races, _runners, order=170
    ),
)
