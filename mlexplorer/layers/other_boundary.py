"""The boundaries of other steps beside the present one: of a step that is pointed at, and of the other runs."""

from mlexplorer.core.capabilities import HasCurve, HasLandscape, HasScores, HasSurface
from mlexplorer.layers.layer import LayerKind
from mlexplorer.layers.regions import boundary_of, run_badge
from mlexplorer.marks.marks import Line, Mark
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.side_by_side import is_race

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
    """Return the boundaries of the other runs, each in its own colour and dashes, with its letter."""
    marks: list[Mark] = []
    for index, step in enumerate(snapshot.shown):
        if index != snapshot.active and isinstance(step, HasScores):
            path = boundary_of(step, snapshot, PLACES)
            if len(path):
                marks += [Line(path, f"run {index}"), run_badge(path, index)]
    return tuple(marks)


def _races(snapshot: Snapshot) -> bool:
    return is_race(snapshot.session) and not isinstance(snapshot.step, HasSurface)


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
        "runners",
        "Other runs",
        "The boundaries of the other runs, each in its colour with its letter",
        "O",
        _races,
        _runners,
        order=170,
    ),
)
