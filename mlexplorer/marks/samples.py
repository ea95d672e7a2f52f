"""Layers of the points themselves: filled and hollow, sized by weight, marked where wrong, and near neighbours."""

import math

import numpy as np

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import HasNeighbours, HasPointWeights, HasProbabilities, HasRounds, HasScores
from mlexplorer.core.numbers import text
from mlexplorer.marks.clouds import cloud
from mlexplorer.marks.contours import joined
from mlexplorer.marks.marks import Line, Mark, Points, PointStyle, Text
from mlexplorer.marks.regions import pixel
from mlexplorer.session.beats import LEARNER
from mlexplorer.session.drawn import is_crowded
from mlexplorer.session.snapshot import Snapshot

REACH = 10.0  # pixels


def points(snapshot: Snapshot, held: bool, among: Labels | None = None) -> tuple[Mark, ...]:
    """Return the training points, or those held out, class by class."""
    data, labels = snapshot.data, _labels(snapshot)
    chosen = np.flatnonzero(data.held == held) if among is None else among[data.held[among] == held]
    sizes = None if held else _sizes(snapshot)
    marks: list[Mark] = []
    for label in np.flatnonzero(np.bincount(labels[chosen] + 1)) - 1:
        rows = chosen[labels[chosen] == label]
        if len(rows):
            style: PointStyle = "hollow" if held else "filled"
            some = None if sizes is None else sizes[rows]
            marks.append(Points(snapshot.places[rows], f"class {label}", int(label), style, sizes=some))
    return tuple(marks)


def crowd(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return all points as one picture of their density."""
    return cloud(snapshot, _labels(snapshot))


def has_crowd(snapshot: Snapshot) -> bool:
    """Return whether the points are too many to be drawn one by one."""
    return is_crowded(snapshot.data)


def errors(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the wrong points, outlined with the shape and colour of what was predicted."""
    wrong = snapshot.marked_singly(snapshot.wrong)
    marks: list[Mark] = []
    if snapshot.predicted is None or len(wrong) == 0:
        return ()
    for label in np.unique(snapshot.predicted[wrong]):
        rows = wrong[snapshot.predicted[wrong] == label]
        marks.append(Points(snapshot.places[rows], f"class {label}", int(label), "wrong"))
    return (*marks, *points(snapshot, True, wrong), *points(snapshot, False, wrong))  # above their outlines' casings


def nearest_row(snapshot: Snapshot, place: Array) -> int | None:
    """Return the row of the point under a place, if one is there."""
    if len(snapshot.data) == 0 or is_crowded(snapshot.data):
        return None
    gaps = np.hypot(*(snapshot.places - place).T)
    return int(gaps.argmin()) if gaps.min() <= REACH * pixel(snapshot) else None


def error_at(snapshot: Snapshot, place: Array) -> tuple[Mark, ...]:
    """Return what a wrong point is, what it is taken for, and how likely its own class seems."""
    row, step, predicted = nearest_row(snapshot, place), snapshot.step, snapshot.predicted
    if row is None or predicted is None or not snapshot.is_wrong[row]:
        return ()
    names, label = snapshot.data.class_names, int(snapshot.data.labels[row])
    words = (
        f"{names[label]}, taken for {names[predicted[row]]}" if predicted[row] >= 0 else f"{names[label]}, undecided"
    )
    point = snapshot.data.points[row]
    if isinstance(step, HasProbabilities) and label in step.classes:
        chance = float(step.probabilities(point[None])[0, list(step.classes).index(label)])
        words += f"; p of {names[label]} {text(chance, 2)}, log loss {text(-math.log(max(chance, 1e-300)), 3)}"
    return (Text(point, words, anchor=(0.0, 1.0), offset=(14.0, -8.0)),)


def latest_learner(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the threshold of the newest learner of a vote as a line across the view."""
    moment = snapshot.moment
    step = moment.coming if moment is not None and moment.beat.name == LEARNER else snapshot.step
    if not isinstance(step, HasRounds) or not step.ballots or step.ballots[-1].feature < 0:
        return ()
    left, right, bottom, top = snapshot.frame.bounds
    ballot, newest = step.ballots[-1], len(step.ballots)
    x = ballot.threshold
    upright = ballot.feature == 0
    ends = np.array([[x, bottom], [x, top]] if upright else [[left, x], [right, x]])
    offset = (8.0, 12.0) if upright else (12.0, 7.0)
    said = f"α = {text(ballot.alpha)}" if step is snapshot.step else f"ε = {text(ballot.error)}"
    return (Line(ends, "learner"), Text(ends[0], f"round {newest}, {said}", anchor=(0.0, 0.0), offset=offset))


def neighbours_at(snapshot: Snapshot, place: Array) -> tuple[Mark, ...]:
    """Return the nearest points of a place, the circle that holds them, and how they vote."""
    step = snapshot.step
    if not isinstance(step, HasNeighbours):
        return ()
    training = snapshot.run.model.training(snapshot.data)
    gaps, found = step.neighbours(place[None])
    rows = found[0]
    near = training.points[rows]
    away = np.hypot(*(near - place).T)
    turn = np.linspace(0, 2 * math.pi, 97)
    circle = place + away.max() * np.c_[np.cos(turn), np.sin(turn)]
    is_round = np.allclose(gaps[0], away)  # other distances have circles of another shape
    marks = [Line(joined([np.stack([place, one]) for one in near]), "residual")]
    marks += [Line(circle, "margin")] if is_round else []
    top = place + np.array([0.0, float(away.max())])
    words = Text(top, _tally(training.labels[rows], snapshot), anchor=(0.5, 0.0), offset=(0.0, 6.0))
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


def _tally(labels: Labels, snapshot: Snapshot) -> str:
    names, votes = snapshot.data.class_names, np.bincount(labels)
    order = [int(label) for label in np.argsort(-votes, kind="stable") if votes[label]]
    words = ", ".join(f"{names[label]}: {votes[label]}" for label in order)
    tied = len(order) > 1 and votes[order[0]] == votes[order[1]]
    return f"{words} – a tie, the nearest decides" if tied else words


def colours_clusters(snapshot: Snapshot) -> bool:
    """Return whether the step finds clusters of its own."""
    return isinstance(snapshot.step, HasScores) and snapshot.run.model.task == "cluster"


def _labels(snapshot: Snapshot) -> Labels:
    """Return what colours the points: their class, or their cluster unless the layer of classes is switched on."""
    predicted = snapshot.predicted
    clusters = colours_clusters(snapshot) and "classes" not in snapshot.session.view.toggled
    return predicted if clusters and predicted is not None else snapshot.data.labels


def _sizes(snapshot: Snapshot) -> Array | None:
    """Return factors of the diameter that make areas proportional to point weights, if the step has such."""
    step = snapshot.step if snapshot.moment is None else snapshot.moment.coming
    training = snapshot.run.model.training(snapshot.data)
    if not isinstance(step, HasPointWeights) or len(step.point_weights) != len(training):
        return None
    if "weights" in snapshot.session.view.toggled:
        return None
    share = step.point_weights * len(training)
    sizes = np.ones(len(snapshot.data))
    sizes[training.rows] = np.clip(np.sqrt(share), 0.55, 1.9)
    return sizes
