"""Projection: the points on a line that a person turns, their histogram there, and what the line keeps of them."""

from dataclasses import replace

import numpy as np

from mlexplorer.algorithms.projections.association import best_cut, correlation
from mlexplorer.algorithms.projections.directions import Projected, fisher, separation
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import Bounds
from mlexplorer.core.data import Dataset
from mlexplorer.core.numbers import pair, text
from mlexplorer.core.transforms import bare_name
from mlexplorer.layers.projecting import FISHER, HAND, PRINCIPAL, arrow, line_marks, offered, projection_of, turned_to
from mlexplorer.marks.marks import Fill, Layer, Line, Mark, Points
from mlexplorer.marks.plot import Drawn, Fact, Option, Plot, Touched, ViewKind, always
from mlexplorer.pipeline.frame import around, is_locked
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.session import Session

DIRECTION = "direction"  # the option, kept in View.direction
DIRECTIONS = {PRINCIPAL: "Most variance (PCA)", FISHER: "Fisher", HAND: "By hand"}
WORDS = {
    PRINCIPAL: "The direction in which the points vary most. It does not look at the classes.",
    FISHER: "The direction in which the class means lie farthest apart, in units of the spread within the classes.",
    HAND: "Turn the arrow, and watch how much variance the line keeps and how well it parts the classes.",
}
FEWEST_BINS, MOST_BINS = 6, 30
SMALL = 0.7  # size of a point beside the plane
SHADE, ROOM, BELOW = 0.3, 0.1, 0.1  # of a bar; above the highest one; below all for the class means
LEAST_BITS = 0.05  # of a cut that is worth a line
DIGITS = 4


def draw(snapshot: Snapshot) -> Drawn:
    """Return the points with the line, their histogram along it, and the figures of both and of either axis."""
    if not offered(snapshot):
        return Drawn(words="Two points are needed: place some on the plane.")
    data, found = snapshot.data.unheld, projection_of(snapshot)
    facts = (*_line_facts(found, data), *(_axis_fact(data, axis) for axis in (0, 1)))
    chosen = _chosen(snapshot)
    lost = chosen == FISHER and fisher(data.points, data.labels) is None
    words = (
        "Fisher needs two classes whose means differ: the line of most variance is shown." if lost else WORDS[chosen]
    )
    option = Option(DIRECTION, "Direction", DIRECTIONS, chosen)
    return Drawn((_plane(snapshot, found), _histogram(found, data)), facts, words, (option,))


def touch(snapshot: Snapshot, touched: Touched) -> Session | None:
    """Return the session whose arrow points to where the upper panel was touched."""
    if touched.panel != 0 or touched.kind not in ("press", "drag") or not offered(snapshot):
        return None
    arrow = turned_to(projection_of(snapshot), np.array([touched.x, touched.y]))
    if arrow is None:
        return None
    return replace(snapshot.session, view=replace(snapshot.session.view, direction=HAND, arrow=arrow))


def choose(snapshot: Snapshot, name: str, value: str) -> Session:
    """Return the session with another kind of direction; the hand begins with the present one."""
    del name
    view = replace(snapshot.session.view, direction=value)
    if value == HAND and offered(snapshot):
        first, second = projection_of(snapshot).way.tolist()
        view = replace(view, arrow=(first, second))
    return replace(snapshot.session, view=view)


def _chosen(snapshot: Snapshot) -> str:
    direction = snapshot.session.view.direction
    return direction if direction in DIRECTIONS else PRINCIPAL


def _plane(snapshot: Snapshot, found: Projected) -> Plot:
    data = snapshot.data.unheld
    locked = is_locked(around(data), snapshot.session.view.units)
    bounds = _turning_bounds(found) if locked else around(data)
    shown = np.isin(data.rows, snapshot.marked_singly(data.rows))
    points, labels = data.points[shown], data.labels[shown]
    marks = [
        Points(points[own], f"class {label}", int(label), sizes=np.full(int(own.sum()), SMALL))
        for label in np.unique(labels)
        if (own := labels == label).any()
    ]
    layers = (
        Layer("line", line_marks(snapshot, found, bounds)),
        Layer("points", tuple(marks)),
        Layer("arrow", arrow(found, bounds)),
    )
    names = (bare_name(data.names[0]), bare_name(data.names[1]))
    return Plot(layers, bounds, names, "Onto a line", hint="drag the arrow", height=1.7, equal=locked)


def _turning_bounds(found: Projected) -> Bounds:
    """Return a rectangle with all points and wherever they fall, however the line is turned.

    The foot of a point runs around a circle through the point and the mean.
    """
    away = found.points - found.mean
    lengths = np.hypot(*away.T)[:, None]
    low, high = found.mean + ((away - lengths) / 2).min(axis=0), found.mean + ((away + lengths) / 2).max(axis=0)
    return around(Dataset(np.stack([low, high, *found.points]), np.full(len(found.points) + 2, -1)))


def _histogram(found: Projected, data: Dataset) -> Plot:
    """Return bars of how many points of each class fall where along the line, with the mean of each class."""
    edges = _edges(found.lengths)
    marks: list[Mark] = []
    highest = 1
    for label in np.unique(data.labels):
        own = found.lengths[data.labels == label]
        counts, _ = np.histogram(own, edges)
        highest = max(highest, int(counts.max()))
        marks += _bars(edges, counts, int(label))
    top = (1 + ROOM) * highest
    cut = best_cut(found.lengths, data.labels)
    if cut is not None and cut[1] >= LEAST_BITS:
        marks.append(Line(np.array([[cut[0], 0.0], [cut[0], top]]), "without"))
    for label in data.classes.tolist():
        mean = found.lengths[data.labels == label].mean()
        marks.append(Points(np.array([[mean, -0.5 * BELOW * top]]), f"class {label}", label))
    room = 0.02 * (edges[-1] - edges[0])
    bounds = (float(edges[0] - room), float(edges[-1] + room), -BELOW * top, top)
    return Plot((Layer("bars", tuple(marks)),), bounds, ("wᵀ(x − m)", "points"), "Along the line")


def _edges(values: Array) -> Array:
    """Return the edges of bins around values: about as many as the root of their number says."""
    count = int(np.clip(np.sqrt(2 * len(values)), FEWEST_BINS, MOST_BINS))
    low, high = float(values.min()), float(values.max())
    if not high > low:
        low, high = low - 0.5, high + 0.5
    return np.linspace(low, high, count + 1)


def _bars(edges: Array, counts: Labels, label: int) -> list[Mark]:
    """Return the bars of one class as a shade and its outline."""
    tops = np.repeat(counts.astype(np.float64), 2)
    path = np.c_[np.repeat(edges, 2), np.concatenate([[0.0], tops, [0.0]])]
    return [Fill((path,), f"class {label}", SHADE), Line(path, f"ellipse {label}")]


def _line_facts(found: Projected, data: Dataset) -> tuple[Fact, ...]:
    """Return the direction, how much of the variance it keeps, and how well it parts the classes."""
    parted = separation(found.lengths, data.labels)
    two = len(data.classes) == 2
    facts = [Fact("Direction w", pair(found.way, DIGITS)), Fact("Variance wᵀCw", text(found.variance, DIGITS))]
    if found.share is not None:
        facts.append(Fact("Share of all variance", f"{text(100 * found.share, DIGITS)} %"))
    facts.append(Fact("Squared residuals", text(found.residual, DIGITS)))
    if parted is not None:
        facts.append(Fact("Fisher's J" if two else "Between over within", text(parted, DIGITS)))
    cut = best_cut(found.lengths, data.labels)
    return (*facts, Fact("Best cut of the line", _bits(cut))) if cut is not None else tuple(facts)


def _axis_fact(data: Dataset, axis: int) -> Fact:
    """Return what one feature says of the class by itself."""
    values, name = data.points[:, axis], bare_name(data.names[axis])
    linear, cut = correlation(values, data.labels), best_cut(values, data.labels)
    if cut is None:
        return Fact(f"{name} alone", "says nothing of a class")
    return Fact(f"{name} alone", (f"r = {text(linear)}, " if linear is not None else "") + _bits(cut))


def _bits(cut: tuple[float, float]) -> str:
    said = text(cut[1])
    return f"{said} {'bit' if said == '1' else 'bits'} at {text(cut[0])}"


VIEW = ViewKind(
    "projection",
    "Projection",
    "The points on a line that you turn: variance kept, classes parted, and what each axis says alone",
    offered,
    draw,
    touch,
    order=48,
    chosen=choose,
    by_class=always,
)
