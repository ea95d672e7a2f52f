"""The present fit beside a pinned one: its boundary as a ghost, what has flipped as a hatch, points that changed."""

from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array, Labels, Mask
from mlexplorer.core.capabilities import HasScores
from mlexplorer.core.decision import decide, decide_scores, preferences
from mlexplorer.core.grid import Grid
from mlexplorer.core.numbers import counted, text
from mlexplorer.edits.pins import compared_index
from mlexplorer.layers.layer import LayerKind
from mlexplorer.layers.regions import pixel
from mlexplorer.marks.contours import boundary_lines, segments
from mlexplorer.marks.marks import Line, Mark, Points, Text
from mlexplorer.pipeline.snapshot import Snapshot

SPACING = 8.0  # pixels between two lines of the hatch
FINENESS = 2.0  # pixels between two places along them


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
    return isinstance(snapshot.step, HasScores) and pinned_step(snapshot) is not None


def pinned_step(snapshot: Snapshot) -> HasScores | None:
    """Return the pinned fit that is compared with, if it is done and scores classes."""
    index = compared_index(snapshot.session)
    step = snapshot.pinned[index] if index is not None and index < len(snapshot.pinned) else None
    return step if isinstance(step, HasScores) else None


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
    """Return the pinned boundary, a hatch over what has flipped with its share, and rings around changed points."""
    found = flips(snapshot)
    if found is None:
        return ()
    line = Line(boundary_lines(found.grid, found.pinned, pixel(snapshot) * 0.2), "ghost")
    rings = Points(snapshot.data.points[found.rows], "ghost", 0, "changed")
    left, _, bottom, _ = snapshot.frame.bounds
    said = Text(np.array([left, bottom]), sentence(found), "text", (0.0, 0.0), (12.0, 32.0))
    return (Line(_hatch(found.mask, snapshot), "hatch"), line, rings, said)


def sentence(found: Flips) -> str:
    """Return how much has flipped, in words."""
    changed = counted(len(found.rows), "point")
    return f"{text(100 * found.share)} % of the view and {changed} changed"


def _hatch(mask: Mask, snapshot: Snapshot) -> Array:
    """Return slanted lines, evenly apart on the screen, wherever a mask on the grid is true."""
    width, height = snapshot.frame.width, snapshot.frame.height
    rows, columns = mask.shape
    starts, along = np.arange(-height, width, SPACING), np.arange(0.0, height, FINENESS)
    x, y = starts[:, None] + along, np.broadcast_to(along, (len(starts), len(along)))
    inside = (x >= 0) & (x < width)
    column = np.clip((x / width * columns).astype(int), 0, columns - 1)
    row = np.clip((y / height * rows).astype(int), 0, rows - 1)
    on = np.pad(mask[row, column] & inside, ((0, 0), (1, 1)))
    change = np.diff(on.astype(np.int8), axis=1)
    first, last = np.argwhere(change == 1), np.argwhere(change == -1)
    last[:, 1] -= 1
    if len(first) == 0:
        return np.empty((0, 2))
    lines = segments(_pixels(starts, along, first), _pixels(starts, along, last))
    left, right, bottom, top = snapshot.frame.bounds
    scale = np.array([(right - left) / width, (top - bottom) / height])
    return lines * scale + np.array([left, bottom])


def _pixels(starts: Array, along: Array, places: Labels) -> Array:
    return np.c_[starts[places[:, 0]] + along[places[:, 1]], along[places[:, 1]]]


LAYERS = (
    LayerKind(
        "pinned",
        "Pinned fit",
        "The boundary of the pinned fit; what has flipped since is hatched",
        "J",
        is_offered,
        compared,
        order=190,
    ),
)
