"""Arrows at the points: which way and how far the score of each should still move."""

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import HasResiduals, HasRounds, HasScores
from mlexplorer.layers.labels import cut_words
from mlexplorer.layers.layer import LayerKind
from mlexplorer.layers.points import newest_cut
from mlexplorer.layers.regions import pixel
from mlexplorer.marks.contours import segments
from mlexplorer.marks.marks import Line, Mark
from mlexplorer.pipeline.snapshot import Snapshot

LONGEST, HEAD = 52.0, 5.0  # design pixels: an arrow of a residual of 1, or of the largest; and its head
SHORTEST = 2.0  # of which nothing would be seen


def is_offered(snapshot: Snapshot) -> bool:
    """Return whether the shown step has residuals."""
    return isinstance(snapshot.step, HasResiduals)


def arrows(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return an arrow at each training point in the colour of the class it pulls to, and the newest threshold."""
    step, training = snapshot.step, snapshot.training
    if not isinstance(step, HasResiduals) or not isinstance(step, HasScores) or len(step.residuals) != len(training):
        return ()
    kept = np.isin(training.rows, snapshot.marked_singly(training.rows))
    rows, residuals = training.rows[kept], step.residuals[kept]
    lengths = LONGEST * residuals / max(float(np.abs(residuals).max(initial=0.0)), 1.0)
    classes = np.asarray(step.classes)
    towards = classes[(residuals > 0).astype(np.intp)] if len(classes) == 2 else training.labels[kept]
    marks: list[Mark] = []
    for label in np.unique(towards):
        chosen = (towards == label) & (np.abs(lengths) >= SHORTEST)
        if chosen.any():
            path = _arrows(snapshot.places[rows[chosen]], lengths[chosen], pixel(snapshot))
            marks.append(Line(path, f"term {label}"))
    return (*marks, *_newest(snapshot))


def _arrows(places: Array, lengths: Array, unit: float) -> Array:
    """Return upright shafts from places, up or down, each with its head; unit is a pixel."""
    tips = places + np.c_[np.zeros(len(places)), lengths * unit]
    back = np.sign(lengths) * np.minimum(HEAD, np.abs(lengths)) * unit
    wing = np.minimum(HEAD, np.abs(lengths)) * unit * 0.7
    heads = [segments(tips, tips + np.c_[side * wing, -back]) for side in (-1, 1)]
    gap = np.full((1, 2), np.nan)
    return np.concatenate([segments(places, tips), gap, heads[0], gap, heads[1]])


def _newest(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the threshold of the newest learner, if it is a stump, as a line across the view."""
    step, ends = snapshot.step, newest_cut(snapshot.step, snapshot.frame.bounds)
    if not isinstance(step, HasRounds) or ends is None:
        return ()
    return (Line(ends, "learner"), *cut_words(ends, f"round {len(step.ballots)}", snapshot))


LAYERS = (
    LayerKind(
        "pulls",
        "Residuals",
        "Which way and how far the score of each point should still move: what the next learner is fitted to",
        "",
        is_offered,
        arrows,
        group="points",
        follows=True,
        order=85,
    ),
)
