"""Points laid onto a line through their mean: the arrow that says along which, their feet, and what is left over."""

import math

import numpy as np

from mlexplorer.algorithms.projections.directions import Projected, fisher, principal
from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import Bounds, HasSurface
from mlexplorer.core.numbers import pair
from mlexplorer.layers.layer import LayerKind
from mlexplorer.marks.clipping import clipped
from mlexplorer.marks.contours import segments
from mlexplorer.marks.marks import Arrow, Line, Mark, Points, Text
from mlexplorer.pipeline.snapshot import Snapshot

PRINCIPAL, FISHER, HAND = "principal", "fisher", "hand"  # of View.direction
ARROW = 0.3  # of the sides of the plane
FOOT = 0.7  # size of a foot
FEWEST = 2  # points


def offered(snapshot: Snapshot) -> bool:
    """Return whether there are points that can be laid onto a line."""
    return len(snapshot.data.unheld) >= FEWEST and not isinstance(snapshot.step, HasSurface)


def projection_of(snapshot: Snapshot) -> Projected:
    """Return the points that are not held out on the line the view asks for; the principal one where it has none."""
    data, view = snapshot.data.unheld, snapshot.session.view
    way = None
    if view.direction == HAND and any(view.arrow):
        way = np.array(view.arrow) / math.hypot(*view.arrow)
    elif view.direction == FISHER:
        way = fisher(data.points, data.labels)
    return Projected(data.points, principal(data.points) if way is None else way)


def line_marks(snapshot: Snapshot, found: Projected, bounds: Bounds) -> tuple[Mark, ...]:
    """Return a segment from each point to its foot, the line, and the feet."""
    data = snapshot.data.unheld
    shown = np.isin(data.rows, snapshot.marked_singly(data.rows))
    feet, labels = found.feet[shown], data.labels[shown]
    reach = 2 * math.hypot(bounds[1] - bounds[0], bounds[3] - bounds[2])
    line = clipped(np.stack([found.mean - reach * found.way, found.mean + reach * found.way]), bounds)
    dots = [
        Points(feet[labels == label], f"class {label}", int(label), "filled", np.full((labels == label).sum(), FOOT))
        for label in np.unique(labels)
    ]
    residuals = Line(segments(data.points[shown], feet), "residual", opacity=0.6)
    return residuals, Line(line, "learner"), *dots


def arrow(found: Projected, bounds: Bounds) -> tuple[Arrow, Points]:
    """Return the arrow from the mean along the direction, as long whichever way it points."""
    sides = np.array([bounds[1] - bounds[0], bounds[3] - bounds[2]])
    tip = found.mean + found.way * ARROW / np.hypot(*(found.way / sides))
    return Arrow(found.mean, tip, "path"), Points(found.mean[None], "path", 0, "start", sizes=np.array([0.8]))


def on_plane(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the projection of the view on the plane, its direction named at the arrow's tip."""
    if not offered(snapshot):
        return ()
    found = projection_of(snapshot)
    bounds = snapshot.frame.bounds
    shaft, start = arrow(found, bounds)
    words = Text(shaft.end, f"w = {pair(found.way)}", anchor=(0.0, 0.0), offset=(8.0, 8.0), plate=True)
    return *line_marks(snapshot, found, bounds), shaft, start, words


def turned_to(found: Projected, place: Array) -> tuple[float, float] | None:
    """Return the direction from the mean to a place, as View.arrow; None at the mean itself."""
    away = place - found.mean
    most = float(np.abs(away).max())
    if not most > 0:
        return None
    x, y = (away / most / np.hypot(*(away / most))).tolist()
    return x, y


LAYERS = (
    LayerKind(
        "projection",
        "Projection",
        "The points laid onto a line, as in the view Projection: its arrow, their feet, what is left over",
        "",
        offered,
        on_plane,
        shown=False,
        order=335,
    ),
)
