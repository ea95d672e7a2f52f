"""The present fit beside a pinned one: its boundary as a ghost, what has flipped as a hatch, points that changed."""

from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array, Labels, Mask
from mlexplorer.core.capabilities import HasCurve, HasScores
from mlexplorer.core.decision import decide, decide_scores, preferences
from mlexplorer.core.grid import Grid
from mlexplorer.core.model import Step
from mlexplorer.core.numbers import counted, text
from mlexplorer.edits.pins import compared_index
from mlexplorer.layers.hatching import hatch
from mlexplorer.layers.layer import LayerKind
from mlexplorer.layers.regions import boundary_of, pixel
from mlexplorer.marks.contours import boundary_lines
from mlexplorer.marks.marks import Line, Mark, Points, Text
from mlexplorer.pipeline.snapshot import Snapshot


@dataclass(frozen=True, eq=False)
class Flips:
    """Where two fits disagree: on a grid, as a share of the view, and for which rows of the data."""

    grid: Grid
    pinned: Array  # preferences of the pinned fit
    mask: Mask
    share: float
    rows: Labels
    before: Labels  # what the pinned fit says of those rows


def is_offered(snapshot: Snapshot) -> bool:
    """Return whether there is a pinned fit to compare with."""
    scored = isinstance(snapshot.step, HasScores) and pinned_step(snapshot) is not None
    return scored or (isinstance(snapshot.step, HasCurve) and isinstance(_pinned(snapshot), HasCurve))


def pinned_step(snapshot: Snapshot) -> HasScores | None:
    """Return the pinned fit that is compared with, if it is done and scores classes."""
    step = _pinned(snapshot)
    return step if isinstance(step, HasScores) else None


def _pinned(snapshot: Snapshot) -> Step | None:
    index = compared_index(snapshot.session)
    return snapshot.pinned[index] if index is not None and index < len(snapshot.pinned) else None


def flips(snapshot: Snapshot) -> Flips | None:
    """Return where the present fit says something else than the pinned one."""
    field, step, rule = snapshot.field, pinned_step(snapshot), snapshot.session.document.rule
    if field is None or step is None or snapshot.predicted is None:
        return None
    scores = step.field(field.grid)
    mask = decide_scores(step, scores, rule) != field.labels
    points = snapshot.data.points
    before = decide(step, points, rule) if len(points) else snapshot.predicted
    rows = np.flatnonzero(before != snapshot.predicted)
    return Flips(field.grid, preferences(step, scores, rule)[1], mask, float(mask.mean()), rows, before[rows])


def compared(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the pinned curve, or boundary with a hatch over what has flipped, its share, and rings around changes."""
    other = _pinned(snapshot)
    if isinstance(other, HasCurve):
        return (Line(boundary_of(other, snapshot), "ghost"),)
    found = flips(snapshot)
    if found is None:
        return ()
    line = Line(boundary_lines(found.grid, found.pinned, pixel(snapshot) * 0.2), "ghost")
    rings = Points(snapshot.data.points[found.rows], "ghost", 0, "changed")
    left, _, bottom, _ = snapshot.frame.bounds
    said = Text(np.array([left, bottom]), sentence(found), "text", (0.0, 0.0), (12.0, 32.0))
    return (Line(hatch(found.mask, snapshot), "hatch"), line, rings, said)


def sentence(found: Flips) -> str:
    """Return how much has flipped, in words."""
    changed = counted(len(found.rows), "point")
    return f"{text(100 * found.share)} % of the view and {changed} changed"


LAYERS = (
    LayerKind(
        "pinned",
        "Pinned fit",
        "The boundary or curve of the pinned fit; what has flipped since is hatched",
        "J",
        is_offered,
        compared,
        order=190,
    ),
)
