"""How the regions are shaded: by probability, by the signed score f, or not at all; and the bar that says so."""

from typing import Literal, TypeAlias

import numpy as np

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import (
    HasDiscriminant,
    HasNeighbours,
    HasProbabilities,
    HasRegions,
    HasScores,
    HasTree,
)
from mlexplorer.core.decision import certainty
from mlexplorer.core.numbers import text
from mlexplorer.layers.layer import LayerKind
from mlexplorer.marks.marks import Legend, Mark
from mlexplorer.marks.ticks import ticks
from mlexplorer.pipeline.slow_motion import SLOW
from mlexplorer.pipeline.snapshot import Field, Snapshot

Shading: TypeAlias = Literal["probability", "score", "class"]

REGIONS, SHADING, SCORE, EXPORTED = "regions", "shading", "score", "exported"  # names in View.switches
PLACES = 240  # along the bar
LEVELS = (0.1, 0.3, 0.5, 0.7, 0.9)
MOST = 0.9  # share of the view whose scores differ in colour; beyond it all are full
STRIDE = 4  # places of the field looked at for that
HALF = "½"


def has_probabilities(snapshot: Snapshot) -> bool:
    """Return whether the shown step has probabilities to shade by; one class or neighbour alone is always sure."""
    step = snapshot.step
    is_sure = isinstance(step, HasNeighbours) and isinstance(step, HasRegions)
    return isinstance(step, HasProbabilities) and len(step.classes) > 1 and not is_sure


def has_score(snapshot: Snapshot) -> bool:
    """Return whether the shown step has a score f that tells more than which side a place is on."""
    return isinstance(snapshot.step, HasDiscriminant) and not isinstance(snapshot.step, HasTree)


def shading(snapshot: Snapshot) -> Shading:
    """Return what the regions are shaded by."""
    view = snapshot.session.view
    if view.shows(SCORE) and has_score(snapshot):
        return "score"
    return "probability" if view.shows(SHADING, True) and has_probabilities(snapshot) else "class"


def strengths(snapshot: Snapshot, step: HasScores, scores: Array) -> Array:
    """Return how strongly places with these scores are coloured, from 0 to 1."""
    match shading(snapshot):
        case "probability":
            return certainty(step, scores)
        case "score" if snapshot.field is not None:
            return np.minimum(np.abs(scores[..., 1] - scores[..., 0]) / reach(snapshot.field), 1.0)
    return np.ones(scores.shape[:-1])


def shares(snapshot: Snapshot, scores: Array) -> Array | None:
    """Return the probabilities whose class colours are blended: of many classes, and of clusters."""
    step = snapshot.step
    if shading(snapshot) != "probability" or not isinstance(step, HasProbabilities):
        return None
    is_blended = scores.shape[-1] > 2 or snapshot.run.model.task == "cluster"
    return step.chances(scores) if is_blended else None


def reach(field: Field) -> float:
    """Return the score from which on regions have their full colour."""
    values = field.scores[::STRIDE, ::STRIDE]
    return max(float(np.quantile(np.abs(values[..., 1] - values[..., 0]), MOST)), 1e-12)


def probability_legend(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the bar of probabilities, if the regions are shaded by them."""
    field, step = snapshot.field, snapshot.step
    shown = shading(snapshot) == "probability" and _has_room(snapshot)
    if field is None or not shown or not isinstance(step, HasScores):
        return ()
    classes = np.asarray(step.classes)
    banded = snapshot.session.view.shows(EXPORTED)
    if len(classes) > 2:
        return (_of_many(snapshot, classes, banded),)
    values = np.linspace(0.0, 1.0, PLACES)
    stops = tuple((level, f"p = {text(level)}" if level == 0.5 else text(level)) for level in LEVELS)
    pair = np.stack([1 - values, values], axis=-1) if snapshot.run.model.task == "cluster" else None
    cut = snapshot.session.document.rule.threshold
    labels = classes[(values > (0.5 if cut is None else cut)).astype(np.intp)]
    return (Legend(labels, np.abs(2 * values - 1), stops, _ends(snapshot, classes), classes, pair, banded),)


def score_legend(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the bar of the score f, if the regions are shaded by it."""
    field, step = snapshot.field, snapshot.step
    if field is None or not isinstance(step, HasScores) or not _has_room(snapshot) or not has_score(snapshot):
        return ()
    classes, most = np.asarray(step.classes), reach(field)
    values = np.linspace(-most, most, PLACES)
    marked = [float(place) for place in ticks(-most, most, 6) if abs(place) <= 0.9 * most]
    stops = tuple(
        ((place + most) / (2 * most), f"f = {text(place)}" if abs(place) < 1e-9 * most else text(place))
        for place in marked
    )
    cut = snapshot.session.document.rule.threshold
    labels = classes[(values > (cut if cut is not None and not has_probabilities(snapshot) else 0.0)).astype(np.intp)]
    banded = snapshot.session.view.shows(EXPORTED)
    return (Legend(labels, np.abs(values) / most, stops, _ends(snapshot, classes), banded=banded),)


def _of_many(snapshot: Snapshot, classes: Labels, banded: bool) -> Legend:
    """Return a bar on which each class is pure at its name and half of a place belongs to either between two."""
    count = len(classes)
    at = np.clip(np.linspace(0.0, count, PLACES) - 0.5, 0.0, count - 1.0)
    parts = np.maximum(1 - np.abs(at[:, None] - np.arange(count)), 0.0)
    largest = np.sort(parts, axis=1)
    names = [((index + 0.5) / count, name) for index, name in enumerate(_names(snapshot, classes))]
    halves = [((index + 1) / count, HALF) for index in range(count - 1)]
    labels = classes[parts.argmax(axis=1)]
    sure = largest[:, -1] - largest[:, -2]
    return Legend(labels, sure, tuple(sorted([*names, *halves])), ("", ""), classes, parts, banded)


def _has_room(snapshot: Snapshot) -> bool:
    """Return whether there are regions to tell of, and room for the bar: slow motion of a tree has its teeth there."""
    view = snapshot.session.view
    teeth = view.shows(SLOW) and not view.shows(EXPORTED) and isinstance(snapshot.step, HasTree)
    return view.shows(REGIONS, True) and not teeth


def _ends(snapshot: Snapshot, classes: Labels) -> tuple[str, str]:
    names = _names(snapshot, classes)
    return (names[0], names[-1])


def _names(snapshot: Snapshot, classes: Labels) -> list[str]:
    if snapshot.run.model.task == "cluster":
        return [f"Cluster {label}" for label in classes.tolist()]
    return [snapshot.data.class_names[label] for label in classes.tolist()]


LAYERS = (
    LayerKind(
        SHADING,
        "Shade by certainty",
        "Regions are paler where the model is less sure; the bar tells the probabilities",
        "Z",
        has_probabilities,
        probability_legend,
        order=230,
    ),
    LayerKind(
        SCORE,
        "Shade by score",
        "Regions are shaded by the signed score f instead; the bar tells its values",
        "Q",
        has_score,
        score_legend,
        shown=False,
        order=240,
    ),
)
