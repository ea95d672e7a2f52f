"""Layers of clusters that are joined two by two: a hull around each, and the two that join next."""

import numpy as np

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import HasMerges
from mlexplorer.core.numbers import text
from mlexplorer.layers.hulls import rounded_hull
from mlexplorer.layers.layer import LayerKind, has
from mlexplorer.layers.points import nearest_row
from mlexplorer.marks.contours import joined
from mlexplorer.marks.marks import Fill, Line, Mark, Points, Text
from mlexplorer.pipeline.snapshot import Snapshot

ROOM = 10.0  # design pixels from a point to the hull around it
SHADE = 0.13
NEWEST = 1.7  # times as wide: the hull that the last join has made
MOST_RINGS = 60  # points below a branch that get a ring each


def hulls(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return a hull around each cluster of two points or more; that of the last join stands out."""
    step, points = _step(snapshot)
    if step is None:
        return ()
    fills: dict[int, list[Array]] = {}
    newest: list[Mark] = []
    by_cluster = np.argsort(step.assignments, kind="stable")
    sizes = np.bincount(step.assignments)
    starts = np.cumsum(sizes) - sizes
    for cluster in np.flatnonzero(sizes > 1).tolist():
        rows = by_cluster[starts[cluster] : starts[cluster] + sizes[cluster]]
        fills.setdefault(int(step.colours[rows[0]]), []).append(rounded_hull(points[rows], _room(snapshot)))
    if 0 < step.joins < len(step.pairs):
        rows = step.members(len(points) + step.joins - 1)
        label = int(step.colours[rows[0]])
        newest.append(Line(rounded_hull(points[rows], _room(snapshot)), f"ellipse {label}", width=NEWEST))
    return (
        *(Fill(tuple(paths), f"class {label}", SHADE) for label, paths in fills.items()),
        *(Line(joined(paths), f"ellipse {label}") for label, paths in fills.items()),
        *newest,
    )


def next_join(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the hull of the two clusters that join next, between what their distance is measured, and that."""
    step, points = _step(snapshot)
    if step is None or step.joins == len(step.pairs):
        return ()
    ends = step.nearest_places(step.joins)
    rows = step.members(len(points) + step.joins)
    height = text(float(step.heights[step.joins]))
    above = ends[ends[:, 1].argmax()]
    words = Text(above, f"next: {height}", anchor=(0.5, 0.0), offset=(0.0, 10.0), plate=True)
    return (Line(rounded_hull(points[rows], 1.6 * _room(snapshot)), "ghost"), Line(ends, "without"), words)


def branch(snapshot: Snapshot, step: HasMerges, node: int) -> tuple[Mark, ...]:
    """Return a hull around the points below a node, and rings around them if they are few."""
    points = snapshot.training.points
    if node >= 2 * len(points) - 1 or len(step.order) != len(points):
        return ()
    rows: Labels = step.members(node)
    path = rounded_hull(points[rows], _room(snapshot))
    rings = (Points(points[rows], "boundary", 0, "selected"),) if len(rows) <= MOST_RINGS else ()
    return (Fill((path,), "path", SHADE), Line(path, "box"), *rings)


def cluster_at(snapshot: Snapshot, step: HasMerges, place: Array) -> int | None:
    """Return the node of the present cluster of the point under a place, if one is there."""
    row = nearest_row(snapshot, place)
    found = np.flatnonzero(snapshot.training.rows == row)
    if row is None or len(found) == 0 or found[0] >= len(step.order):
        return None
    node = int(found[0])
    for join, pair in enumerate(step.pairs[: step.joins].tolist(), len(step.order)):
        node = join if node in pair else node
    return node


def _step(snapshot: Snapshot) -> tuple[HasMerges | None, Array]:
    """Return the shown step if it joins clusters of the present points, and these points."""
    step, points = snapshot.step, snapshot.training.points
    return (step if isinstance(step, HasMerges) and len(step.order) == len(points) else None), points


def _room(snapshot: Snapshot) -> Array:
    """Return how far outside of its points a hull lies along both axes."""
    left, right, bottom, top = snapshot.frame.bounds
    sides = np.array([(right - left) / snapshot.frame.width, (top - bottom) / snapshot.frame.height])
    return ROOM * snapshot.frame.unit * sides


LAYERS = (
    LayerKind(
        "groups", "Groups", "A hull around each cluster of two points or more", "F1", has(HasMerges), hulls, order=100
    ),
    LayerKind("next join", "Next join", "The two clusters to join next", "F11", has(HasMerges), next_join, order=350),
)
