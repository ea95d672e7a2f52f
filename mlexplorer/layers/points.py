"""Layers of the points themselves: filled and hollow, sized by weight or loss, marked if wrong, and near neighbours."""

import math
from typing import cast

import numpy as np

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import (
    Bounds,
    HasBags,
    HasCurveResiduals,
    HasDiscriminant,
    HasMargins,
    HasMerges,
    HasNeighbours,
    HasPointWeights,
    HasProbabilities,
    HasRounds,
    HasScores,
    HasSurface,
)
from mlexplorer.core.model import Step
from mlexplorer.core.numbers import text
from mlexplorer.edits.line_handles import gap
from mlexplorer.layers.clouds import cloud
from mlexplorer.layers.fading import SMALLER, faded
from mlexplorer.layers.labels import cut_words
from mlexplorer.layers.layer import LayerKind, has
from mlexplorer.layers.regions import pixel
from mlexplorer.layers.shares import shared_points, shows_shares
from mlexplorer.marks.clipping import clipped
from mlexplorer.marks.contours import segments
from mlexplorer.marks.marks import Line, Mark, Points, PointStyle, Text
from mlexplorer.marks.palette import has_body
from mlexplorer.pipeline.point_display import JITTER, LOCK, is_crowded, is_one_feature
from mlexplorer.pipeline.slow_motion import LEARNER
from mlexplorer.pipeline.snapshot import Snapshot

REACH = 10.0  # pixels
ON_EDGE = 1e-6  # slack below which a point stands on the edge of the street: so well the fit keeps its conditions
TIED = 1e-6  # shares of the vote that differ by less are equal
LEFT_OUT = 0.8  # size of a point that has no weight at all
LOSS_SHARES = "loss shares"
WEIGHED, SHARED = (0.55, 1.9), (0.45, 3.2)  # the least and the largest factor of a diameter
STYLES: tuple[PointStyle, ...] = ("hollow", "filled")


def points(snapshot: Snapshot, held: bool, among: Labels | None = None) -> tuple[Mark, ...]:
    """Return the training points, or those held out, class by class; hollow are those nothing was learned from."""
    data, labels = snapshot.data, _labels(snapshot)
    chosen = np.flatnonzero(data.held_out == held) if among is None else among[data.held_out[among] == held]
    if shows_shares(snapshot) and not held:
        return shared_points(snapshot, chosen)
    sizes = None if held else sizes_of(snapshot)
    hollow = data.held_out | (np.zeros(len(data), bool) if sizes is None else sizes == 0)
    pale = faded(snapshot)
    parts = [(chosen, False)] if pale is None else [(chosen[pale[chosen]], True), (chosen[~pale[chosen]], False)]
    marks: list[Mark] = []
    for part, is_pale in parts:
        for label in np.flatnonzero(np.bincount(labels[part] + 1)) - 1:
            for style in STYLES:
                rows = part[(labels[part] == label) & (hollow[part] == (style == "hollow"))]
                if len(rows):
                    some = None if sizes is None else np.where(sizes[rows] == 0, LEFT_OUT, sizes[rows])
                    marks.append(_mark(snapshot.places[rows], int(label), style, some, is_pale))
    return tuple(marks)


def _mark(places: Array, label: int, style: PointStyle, sizes: Array | None, is_pale: bool) -> Points:
    if not is_pale:
        return Points(places, f"class {label}", label, style, sizes=sizes)
    smaller = SMALLER * (np.ones(len(places)) if sizes is None else sizes)
    return Points(places, f"pale {label}", label, style, sizes=smaller)


def crowd(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return all points as one picture of their density."""
    return cloud(snapshot, _labels(snapshot))


def has_crowd(snapshot: Snapshot) -> bool:
    """Return whether the points are too many to be drawn one by one."""
    return is_crowded(snapshot.data)


def errors(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the wrong points crossed out; without regions, in the outline of the class that is predicted."""
    wrong = snapshot.marked_singly(snapshot.wrong)
    if snapshot.predicted is None or len(wrong) == 0:
        return ()
    return crossed(snapshot, wrong) if snapshot.session.view.shows("regions", True) else _outlined(snapshot, wrong)


def crossed(snapshot: Snapshot, wrong: Labels) -> tuple[Mark, ...]:
    """Return points with a cross cut in, or struck through where their shape has no body for it."""
    labels, held, sizes = snapshot.data.labels[wrong], snapshot.data.held_out[wrong], sizes_of(snapshot)
    marks: list[Mark] = []
    for is_held in (True, False):
        for label in np.unique(labels[held == is_held]).tolist():
            rows = wrong[(labels == label) & (held == is_held)]
            style = ("wrong" if has_body(label) else "struck") + ("_test" if is_held else "")
            some = None if sizes is None or is_held else np.maximum(sizes[rows], LEFT_OUT)
            marks.append(Points(snapshot.places[rows], f"class {label}", label, cast("PointStyle", style), sizes=some))
    return tuple(marks)


def _outlined(snapshot: Snapshot, wrong: Labels) -> tuple[Mark, ...]:
    """Return points in a second outline: that of the class which is predicted for them."""
    assert snapshot.predicted is not None, "wrong is what differs from a prediction"
    marks: list[Mark] = []
    for label in np.unique(snapshot.predicted[wrong]):
        rows = wrong[snapshot.predicted[wrong] == label]
        marks.append(Points(snapshot.places[rows], f"class {label}", int(label), "taken"))
    return (*marks, *points(snapshot, True, wrong), *points(snapshot, False, wrong))  # above their outlines' casings


def nearest_row(snapshot: Snapshot, place: Array) -> int | None:
    """Return the row of the point under a place, if one is there."""
    if len(snapshot.data) == 0 or is_crowded(snapshot.data):
        return None
    gaps = np.hypot(*(snapshot.places - place).T)
    return int(gaps.argmin()) if gaps.min() <= REACH * pixel(snapshot) else None


def error_at(snapshot: Snapshot, place: Array) -> tuple[Mark, ...]:
    """Return what a wrong point is, what it is taken for, and its loss."""
    row = nearest_row(snapshot, place)
    if row is None or snapshot.predicted is None or not snapshot.is_wrong[row]:
        return ()
    return (Text(snapshot.data.points[row], point_words(snapshot, row), anchor=(0.0, 1.0), offset=(14.0, -8.0)),)


def point_words(snapshot: Snapshot, row: int) -> str:
    """Return the class of a point, what is predicted for it, how likely its own class seems, and its loss."""
    names, label, predicted = snapshot.data.class_names, int(snapshot.data.labels[row]), snapshot.predicted
    if label < 0 or not snapshot.classifies or predicted is None or row >= len(predicted):
        return "unlabelled" if label < 0 else names[label]
    if predicted[row] < 0:
        words = f"{names[label]}, undecided"
    else:
        right = predicted[row] == label
        words = f"{names[label]}, rightly predicted" if right else f"{names[label]}, taken for {names[predicted[row]]}"
    return words + _loss_words(snapshot, row, label)


def _loss_words(snapshot: Snapshot, row: int, label: int) -> str:
    """Return the probability of a point's own class and its log loss, or f and the loss that goes with it."""
    step, point = snapshot.step, snapshot.data.points[row]
    if isinstance(step, HasProbabilities) and label in step.classes:
        chance = float(step.probabilities(point[None])[0, list(step.classes).index(label)])
        loss = text(max(-math.log(max(chance, 1e-300)), 0.0), 3)
        return f"; p of its class = {text(chance, 2)}, log loss = {loss}"
    if isinstance(step, HasDiscriminant) and label in step.classes:
        value = float(step.discriminant(point[None])[0])
        own = value if label == step.classes[1] else -value
        slack = max(0.0, 1 - own)
        hinge = f"slack (hinge loss) = {text(slack if slack > ON_EDGE else 0.0)}"
        told = hinge if isinstance(step, HasMargins) else f"0/1 loss = {int(snapshot.is_wrong[row])}"
        return f"; f = {text(value)}, {told}"
    return ""


def latest_learner(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the threshold or the line of the newest learner of a vote, across the view."""
    moment = snapshot.moment
    step = moment.coming if moment is not None and moment.beat.name == LEARNER else snapshot.step
    ends = newest_cut(step, snapshot.frame.bounds)
    if not isinstance(step, HasRounds) or ends is None:
        return ()
    ballot, newest = step.ballots[-1], len(step.ballots)
    said = f"α = {text(ballot.alpha)}" if step is snapshot.step else f"ε = {text(ballot.error)}"
    words = f"member {newest}" if isinstance(step, HasBags) else f"round {newest}, {said}"
    return (Line(ends, "learner"), *cut_words(ends, words, snapshot))


def newest_cut(step: Step | None, bounds: Bounds) -> Array | None:
    """Return the ends of the threshold or the line of the newest learner across some bounds, if it has one there."""
    if not isinstance(step, HasRounds) or not step.ballots:
        return None
    ballot, (left, right, bottom, top) = step.ballots[-1], bounds
    place = ballot.threshold
    if ballot.feature >= 0:
        return np.array([[place, bottom], [place, top]] if ballot.feature == 0 else [[left, place], [right, place]])
    if ballot.line is None or not any(ballot.line[:2]):
        return None
    weights, middle = np.array(ballot.line), np.array([(left + right) / 2, (bottom + top) / 2])
    way = np.array([-weights[1], weights[0]]) / math.hypot(*weights[:2]) * math.hypot(right - left, top - bottom)
    foot = middle - gap(weights, middle)
    ends = clipped(np.stack([foot - way, foot + way]), bounds)[:2]
    return ends if len(ends) > 1 else None


def neighbours_at(snapshot: Snapshot, place: Array) -> tuple[Mark, ...]:
    """Return the nearest points of a place, the circle that holds them, and how they vote."""
    step = snapshot.step
    if not isinstance(step, HasNeighbours):
        return ()
    training = snapshot.training
    gaps, found = step.neighbours(place[None])
    rows = found[0]
    near = training.points[rows]
    turn = np.linspace(0, 2 * math.pi, 97)
    ways = np.c_[np.cos(turn), np.sin(turn)]
    circle = place + gaps[0].max() * ways / step.lengths(ways)[:, None]  # a square or an ellipse by other distances
    marks = [Line(segments(near, place), "residual"), Line(circle, "margin")]
    top = np.array([place[0], circle[:, 1].max()])
    tally = _tally(training.labels[rows], step.scores(place[None])[0], np.asarray(step.classes), snapshot)
    words = Text(top, tally, anchor=(0.5, 0.0), offset=(0.0, 6.0))
    return (*marks, *_rings(near, training.labels[rows]), words)


def _rings(places: Array, labels: Labels) -> list[Mark]:
    return [
        Points(
            places[labels == label],
            f"class {label}",
            int(label),
            "hovered",
            sizes=np.full((labels == label).sum(), 0.8),
        )
        for label in np.unique(labels)
    ]


def _tally(labels: Labels, shares: Array, classes: Labels, snapshot: Snapshot) -> str:
    """Return how many neighbours vote for each class, with their share of the vote where they do not weigh alike."""
    names, votes = snapshot.data.class_names, (labels[:, None] == classes).sum(axis=0)
    order = [column for column in np.argsort(-shares, kind="stable").tolist() if votes[column]]
    alike = np.allclose(shares, votes / len(labels), atol=TIED)
    parts = [
        f"{names[classes[column]]}: {votes[column]}" + ("" if alike else f" ({100 * shares[column]:.0f} %)")
        for column in order
    ]
    tied = len(order) > 1 and shares[order[0]] - shares[order[1]] < TIED
    return ", ".join(parts) + (" – a tie, the nearest decides" if tied else "")


def colours_clusters(snapshot: Snapshot) -> bool:
    """Return whether the step finds clusters of its own."""
    return isinstance(snapshot.step, HasScores | HasMerges) and snapshot.run.model.task == "cluster"


def _labels(snapshot: Snapshot) -> Labels:
    """Return what colours the points: their class, or their cluster unless the layer of classes is switched on."""
    predicted = snapshot.predicted
    clusters = colours_clusters(snapshot) and not snapshot.session.view.shows("classes")
    return predicted if clusters and predicted is not None else snapshot.data.labels


def sizes_of(snapshot: Snapshot) -> Array | None:
    """Return factors of the diameter that make areas proportional to weights or shares, if any; 0 for no weight."""
    step, view = snapshot.step if snapshot.moment is None else snapshot.moment.coming, snapshot.session.view
    if isinstance(step, HasPointWeights) and view.shows("weights", True):
        return _sizes(snapshot, step.point_weights, WEIGHED, none=0.0)
    if isinstance(step, HasCurveResiduals) and view.shows(LOSS_SHARES, False):
        total = float(step.point_losses.sum())
        return _sizes(snapshot, step.point_losses / total, SHARED, none=SHARED[0]) if total > 0 else None
    return None


def _sizes(snapshot: Snapshot, shares: Array, limits: tuple[float, float], none: float) -> Array | None:
    """Return the factors of all points from the shares of the training points."""
    training = snapshot.training
    if len(shares) != len(training):
        return None
    sizes = np.ones(len(snapshot.data))
    sizes[training.rows] = np.where(shares > 0, np.clip(np.sqrt(shares * len(training)), *limits), none)
    return sizes


def _has_points(snapshot: Snapshot) -> bool:
    return not isinstance(snapshot.step, HasSurface) and not has_crowd(snapshot)


def _holds_out(snapshot: Snapshot) -> bool:
    return bool(snapshot.data.held_out.any()) and _has_points(snapshot)


def _classifies(snapshot: Snapshot) -> bool:
    return snapshot.classifies


def _has_one_feature(snapshot: Snapshot) -> bool:
    return is_one_feature(snapshot.data)


def _can_lock(snapshot: Snapshot) -> bool:
    return is_one_feature(snapshot.data) or snapshot.session.view.shows(LOCK)


LAYERS = (
    LayerKind(
        "crowd",
        "Crowd",
        "All points, drawn by their density because they are so many",
        "F8",
        has_crowd,
        crowd,
        of_points=True,
        group="points",
        order=90,
    ),
    LayerKind(
        "test",
        "Test points",
        "Points held out for testing, drawn hollow",
        "T",
        _holds_out,
        lambda snapshot: points(snapshot, True),
        of_points=True,
        group="points",
        order=250,
    ),
    LayerKind(
        "training",
        "Training points",
        "Points the model learns from",
        "P",
        _has_points,
        lambda snapshot: points(snapshot, False),
        of_points=True,
        group="points",
        order=260,
    ),
    LayerKind(
        "classes",
        "True classes",
        "Colour the points by their class, which the model never sees, instead of their cluster",
        "L",
        colours_clusters,
        shown=False,
        group="points",
        order=270,
    ),
    LayerKind(
        "weights",
        "Size by weight",
        "Marker area shows the weight of each point, the line the threshold of the newest learner",
        "W",
        has(HasPointWeights),
        latest_learner,
        group="points",
        order=280,
    ),
    LayerKind(
        LOSS_SHARES,
        "Size by loss",
        "Marker area shows how much of the loss each point makes",
        "",
        has(HasCurveResiduals),
        shown=False,
        group="points",
        order=285,
    ),
    LayerKind(
        JITTER,
        "Spread apart",
        "Spread points of one feature off their line, in the drawing only",
        "F9",
        _has_one_feature,
        shown=False,
        group="points",
        order=290,
    ),
    LayerKind(LOCK, "Lock to x₁", "The hand changes x₁ only", "", _can_lock, shown=False, group="points", order=300),
    LayerKind(
        "errors",
        "Mistakes",
        "Wrong points, crossed out; without regions outlined as the class that is predicted for them",
        "E",
        _classifies,
        errors,
        follows=True,
        at=error_at,
        group="points",
        order=320,
    ),
    LayerKind(
        "neighbours",
        "Nearest points",
        "The nearest points of the pointer and their votes",
        "U",
        has(HasNeighbours),
        shown=False,
        at=neighbours_at,
        group="points",
        order=370,
    ),
)
