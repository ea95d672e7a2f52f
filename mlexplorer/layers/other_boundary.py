"""The boundaries of other fits beside the present one: of a step or a study's fit pointed at, and of other runs."""

import numpy as np

from mlexplorer.core.capabilities import HasCurve, HasLandscape, HasScores, HasSurface
from mlexplorer.core.study import Fit
from mlexplorer.layers.layer import LayerKind
from mlexplorer.layers.regions import boundary_of, run_badge
from mlexplorer.marks.marks import Line, Mark, Text
from mlexplorer.pipeline.previews import previewed
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.side_by_side import is_race

PLACES = 128  # along the longer side


def is_offered(snapshot: Snapshot) -> bool:
    """Return whether there is a path of steps, or a study with fits, that can be pointed at."""
    path = len(snapshot.trace) > 1 and isinstance(snapshot.step, HasLandscape)
    return (path or bool(snapshot.results)) and _draws(snapshot)


def other_boundary(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the boundary or the curve of the step or fit that is pointed at: nothing is fitted for it."""
    shown, place = previewed(snapshot), snapshot.session.view.ghost
    if shown is not None and shown.fit.left is None:
        return named_fit(snapshot, shown.fit)
    if place is None or not len(snapshot.trace):
        return ()
    path = boundary_of(snapshot.trace.at(place), snapshot, PLACES)
    return (Line(path, "ghost"),) if len(path) else ()


def named_fit(snapshot: Snapshot, fit: Fit) -> tuple[Mark, ...]:
    """Return the boundary or the curve of a fit of a study, and what it is called at the upper left."""
    left, _, _, top = snapshot.frame.bounds
    known = fit.words if fit.step is not None else f"{fit.words} (no picture is kept of it)"
    said = Text(np.array([left, top]), known, anchor=(0.0, 1.0), offset=(12.0, -12.0), plate=True)
    path = boundary_of(fit.step, snapshot, PLACES)
    return (Line(path, "without"), said) if len(path) else (said,)


def _draws(snapshot: Snapshot) -> bool:
    return isinstance(snapshot.step, HasScores | HasCurve)


def _runners(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the boundaries or curves of the other runs, each in its own colour and dashes, with its letter."""
    marks: list[Mark] = []
    for index, step in enumerate(snapshot.shown):
        if index != snapshot.active and isinstance(step, HasScores | HasCurve):
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
        "The boundary of the step or fit you point at on the landscape, in the progress or in a study",
        "X",
        is_offered,
        other_boundary,
        order=160,
    ),
    LayerKind(
        "runners",
        "Other runs",
        "The boundaries or curves of the other runs, each in its colour with its letter",
        "O",
        _races,
        _runners,
        order=170,
    ),
)
