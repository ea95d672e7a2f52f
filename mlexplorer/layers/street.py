"""Layers of a boundary's surroundings: the street and its width, slacks, support vectors, the weight arrow."""

import math

import numpy as np
from contourpy import FillType, contour_generator

from mlexplorer.algorithms.lines.straight import foot as nearest_to_origin
from mlexplorer.core.arrays import Array, Labels, signs
from mlexplorer.core.capabilities import HasDiscriminant, HasMargins, HasSupport, HasWeights
from mlexplorer.core.numbers import pair, text
from mlexplorer.edits.line_handles import gap, handles, held_line
from mlexplorer.layers.fading import parted_support
from mlexplorer.layers.labels import Levels, line_labels
from mlexplorer.layers.layer import LayerKind, has
from mlexplorer.layers.points import nearest_row, points
from mlexplorer.layers.regions import pixel
from mlexplorer.marks.clipping import is_inside
from mlexplorer.marks.contours import joined, level_line
from mlexplorer.marks.marks import Arrow, Fill, Line, Mark, Points, Text
from mlexplorer.pipeline.snapshot import Field, Snapshot

STREET = 0.62  # opacity
FEW_RINGS = 60  # more are drawn thinner
ERRORS = "errors"  # the layer that tells of wrong points
TOUCHING = 1e-6  # a slack below it is none
PLACES = 41  # along the boundary, tried for the arrow across the street
ARROW = 0.17  # length of the weight arrow, as a share of the view
FOOT_STEPS = 12
WORDS = np.array([0.1, 0.07])  # half the width and the height of the words above the arrow, of the view


def margins(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the street, its edges with their scores, and its width."""
    field, step = snapshot.field, snapshot.step
    if field is None or not isinstance(step, HasMargins):
        return ()
    value = field.scores[..., 1] - field.scores[..., 0]
    lines = [level_line(field.grid, value, level, pixel(snapshot) * 0.2) for level in (-1.0, 1.0)]
    edges = Line(joined([line for line in lines if len(line)]), "margin")
    street = (_street(field, value),)
    if snapshot.dragging:
        return (*street, edges)
    found = {level: line for level, line in zip((-1.0, 1.0), lines, strict=True) if len(line)}
    words = line_labels(found, {-1.0: "f = −1", 1.0: "f = +1"}, Levels(value, (), 1.0), snapshot, level=True)
    return (*street, edges, *words, *_width(snapshot))


def support(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return rings around the points that hold the street: those whose multiplier is neither 0 nor at its bound."""
    step = snapshot.step
    if not isinstance(step, HasSupport):
        return ()
    holding = snapshot.marked_singly(snapshot.learned_from.rows[parted_support(step)[0]])
    if len(holding) == 0:
        return ()
    rings = Points(snapshot.places[holding], "support", 0, "support" if len(holding) <= FEW_RINGS else "support_many")
    return (rings, *points(snapshot, False, holding))  # above the rings of their neighbours


def weight_arrow(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return w as an arrow across the boundary, and the way from the origin to the boundary with its length."""
    step = snapshot.step
    if not isinstance(step, HasWeights) or not step.weights[:2].any():
        return ()
    weights, bounds = step.weights, snapshot.frame.bounds
    length = math.hypot(*weights[:2])
    size = min(bounds[1] - bounds[0], bounds[3] - bounds[2])
    middle = np.array([(bounds[0] + bounds[1]) / 2, (bounds[2] + bounds[3]) / 2])
    foot = middle - gap(weights, middle)
    way = weights[:2] / length
    tip = foot + ARROW * size * way
    anchor, offset = (0.5 - way / np.abs(way).max() / 2).tolist(), (10.0 * way).tolist()  # beyond the tip
    words = Text(tip, f"w = {pair(weights[:2])}", "text", (anchor[0], anchor[1]), (offset[0], offset[1]))
    origin = np.zeros(2)
    nearest = nearest_to_origin(weights)
    ends = np.stack([origin, nearest])
    marks: list[Mark] = [Arrow(foot, tip, "path"), words]
    if is_inside(ends, bounds).all() and np.hypot(*nearest) > 12 * pixel(snapshot):
        said = f"t/‖w‖ = {text(weights[2] / length, beside=1.0)}"
        far = Text((origin + nearest) / 2, said, "text", (0.0, 0.5), (8.0, 0.0))
        marks += [Line(ends, "arm"), Points(origin[None], "path", 0, "start", sizes=np.array([0.6])), far]
    return tuple(marks)


def distance_at(snapshot: Snapshot, place: Array) -> tuple[Mark, ...]:
    """Return the way from a place to a straight boundary, with its signed length."""
    step = snapshot.step
    if not isinstance(step, HasWeights) or not step.weights[:2].any():
        return ()
    value = float(step.discriminant(place[None])[0]) / math.hypot(*step.weights[:2])
    ends = np.stack([place, place - gap(step.weights, place)])
    words = Text(ends.mean(axis=0), f"{text(value)}", anchor=(0.0, 0.5), offset=(8.0, 0.0))
    return (Line(ends, "arm"), words)


def slack_at(snapshot: Snapshot, place: Array) -> tuple[Mark, ...]:
    """Return the slack of the point at a place, in words."""
    step = snapshot.step
    row = nearest_row(snapshot, place)
    if row is None or not isinstance(step, HasMargins) or snapshot.data.labels[row] not in step.classes:
        return ()
    if snapshot.predicted is not None and snapshot.is_wrong[row] and snapshot.session.view.shows(ERRORS, True):
        return ()  # told with the error
    point = snapshot.data.points[row]
    sign = signs(snapshot.data.labels[row : row + 1], step.classes[1])
    slack = max(0.0, float((1 - sign * step.discriminant(point[None]))[0]))
    words = Text(point, f"slack {text(slack)}", anchor=(0.0, 0.0), offset=(14.0, 8.0))
    return (words,) if slack > TOUCHING else ()


def _street(field: Field, value: Array) -> Fill:
    contours = contour_generator(
        field.grid.xs, field.grid.ys, value, name="serial", fill_type=FillType.OuterOffset
    ).filled(-1.0, 1.0)
    rings = [
        ring for points, offsets in zip(*contours, strict=True) for ring in np.split(np.asarray(points), offsets[1:-1])
    ]
    return Fill(tuple(rings), "plane", STREET)


def slacks(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the way from each point inside the street or beyond to the edge it should be behind."""
    step = snapshot.step
    if snapshot.dragging or not isinstance(step, HasMargins):
        return ()
    training = snapshot.training
    wanted = signs(training.labels, step.classes[1])
    slack = np.where(np.isin(training.labels, step.classes), 1 - wanted * step.discriminant(training.points), 0.0)
    rows = np.flatnonzero(slack > TOUCHING)
    rows = rows[np.isin(training.rows[rows], snapshot.marked_singly(training.rows[rows]))]
    places = training.points[rows]
    feet, found = _feet(step, places, wanted[rows], pixel(snapshot))
    pieces = [np.stack(ends) for ends in zip(places[found], feet[found], strict=True)]
    return (Line(joined(pieces), "slack"),) if pieces else ()


def _feet(step: HasDiscriminant, places: Array, wanted: Array, unit: float) -> tuple[Array, Labels]:
    """Return where following the gradient from places meets a level of f, and which of them meet it."""
    here = places.copy()
    for _ in range(FOOT_STEPS):
        values = step.discriminant(here)
        slope = np.stack([(step.discriminant(here + shift) - values) / unit for shift in unit * np.eye(2)], axis=1)
        square = np.maximum((slope**2).sum(axis=1), 1e-12)
        move = ((wanted - values) / square)[:, None] * slope
        length = np.maximum(np.hypot(*move.T), 1e-300)
        here = here + move * np.minimum(1.0, 40 * unit / length)[:, None]
    return here, np.flatnonzero(np.abs(step.discriminant(here) - wanted) < 0.02)


def _width(snapshot: Snapshot) -> list[Mark]:
    """Return an arrow across a straight street, where it is empty, with the width beside it."""
    step, bounds = snapshot.step, snapshot.frame.bounds
    if not isinstance(step, HasWeights) or not step.weights[:2].any():
        return []
    weights, length = step.weights, math.hypot(*step.weights[:2])
    half = weights[:2] / length**2
    size = max(bounds[1] - bounds[0], bounds[3] - bounds[2])
    middle = np.array([(bounds[0] + bounds[1]) / 2, (bounds[2] + bounds[3]) / 2])
    along = np.array([-weights[1], weights[0]]) / length
    feet = middle - gap(weights, middle) + np.linspace(-0.6, 0.6, PLACES)[:, None] * size * along
    upper = half if half[1] >= 0 else -half
    room = WORDS * np.array([bounds[1] - bounds[0], bounds[3] - bounds[2]])
    above = [upper + room, upper + room * np.array([-1.0, 1.0])]  # the corners of the words
    fitting = [foot for foot in feet if is_inside(foot + np.stack([-half, half, *above]), bounds).all()]
    if not fitting:
        return []
    found = handles(weights, bounds)
    taken = [] if found is None else [found.middle, found.arm]
    crowd = np.concatenate([snapshot.data.points, np.array(taken).reshape(-1, 2)])
    foot = max(
        fitting, key=lambda foot: min(_room(crowd, foot), _room(crowd, foot + upper + room * np.array([0.0, 0.5])))
    )
    words = Text(foot + upper, f"width {text(2 / length)}", anchor=(0.5, 0.0), offset=(0.0, 6.0))
    return [Arrow(foot, foot + half, "dimension"), Arrow(foot, foot - half, "dimension"), words]


def _room(crowd: Array, place: Array) -> float:
    return float(np.hypot(*(crowd - place).T).min()) if len(crowd) else 0.0


def _handles(snapshot: Snapshot) -> tuple[Mark, ...]:
    weights = held_line(snapshot)
    found = None if weights is None else handles(weights, snapshot.frame.bounds)
    if found is None:
        return ()
    arm = Line(np.stack([found.middle, found.arm]), "arm")
    return (arm, Points(np.stack([found.middle, found.arm]), "path", 0, "start", sizes=np.array([1.1, 1.1])))


def _has_line(snapshot: Snapshot) -> bool:
    return held_line(snapshot) is not None


LAYERS = (
    LayerKind(
        "margins",
        "Street",
        "The street between f = −1 and f = +1, and its width; the pointer tells the slack of a point",
        "M",
        has(HasMargins),
        margins,
        at=slack_at,
        order=50,
    ),
    LayerKind(
        "slack",
        "Slack lines",
        "From each point that is not behind its edge of the street to that edge",
        "F10",
        has(HasMargins),
        slacks,
        shown=False,
        group="points",
        follows=True,
        order=60,
    ),
    LayerKind(
        "support",
        "Support points",
        "Points that hold the street are ringed, those inside it keep their colour, the others are pale",
        "S",
        has(HasSupport),
        support,
        group="points",
        follows=True,
        order=310,
    ),
    LayerKind(
        "arrow",
        "Weight arrow",
        "The weights w as an arrow across the boundary, t/‖w‖ from the origin, and the distance of the pointer",
        "V",
        has(HasWeights),
        weight_arrow,
        shown=False,
        at=distance_at,
        order=330,
    ),
    LayerKind(
        "handles",
        "Drag handles",
        "Drag the line or the dot in its middle to shift it, the dot on its arm to turn it",
        "H",
        _has_line,
        _handles,
        order=380,
    ),
)
