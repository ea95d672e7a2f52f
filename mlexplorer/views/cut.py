"""Cut: scores and probabilities along a line drawn across the plane, with margins, crossings and points beside it."""

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import HasDensity, HasDiscriminant, HasMargins, HasProbabilities, HasScores
from mlexplorer.core.decision import decide
from mlexplorer.core.numbers import counted, pair, text
from mlexplorer.layers.cutting import CutLine, cut_of, reach_of
from mlexplorer.marks.marks import Layer, Line, Mark, Points
from mlexplorer.marks.plot import Drawn, Fact, Plot, ViewKind, always
from mlexplorer.pipeline.snapshot import Snapshot

HALF = 0.5
TWO = 2  # classes


def offered(snapshot: Snapshot) -> bool:
    """Return whether there are scores or a density to follow, and a cut along which to follow them."""
    return isinstance(snapshot.step, HasScores | HasDensity) and cut_of(snapshot) is not None


def draw(snapshot: Snapshot) -> Drawn:
    """Return a panel for the scores along the cut, one for the probabilities, and one for the density."""
    step, cut = snapshot.step, cut_of(snapshot)
    if cut is None:
        return Drawn(words="Choose the tool Cut and draw a line across the plane.")
    panels, facts = [], [Fact("From A to B", f"{pair(cut.start)} to {pair(cut.end)}"), Fact("Length", text(cut.length))]
    if isinstance(step, HasScores):
        panels.append(_scores(snapshot, step, cut))
        places = ", ".join(text(place) for place in _crossings(snapshot, step, cut)[:6]) or "never"
        facts.append(Fact("Prediction changes at", places))
    if isinstance(step, HasProbabilities):
        panels.append(_probabilities(snapshot, step, cut))
    if isinstance(step, HasDensity):
        panels.append(_density(snapshot, step, cut))
    beside = counted(len(cut.beside(snapshot.data, reach_of(snapshot))[0]), "point")
    return Drawn(
        tuple(panels), tuple(facts), f"From A on the left to B on the right; {beside} near the cut on the axis."
    )


def _scores(snapshot: Snapshot, step: HasScores, cut: CutLine) -> Plot:
    points, distances = cut.points, cut.distances
    if isinstance(step, HasDiscriminant):
        values = step.discriminant(points)
        curves: list[Mark] = [Line(np.c_[distances, values], "progress")]
        levels = [
            ("cursor", _threshold(snapshot, step)),
            *((("margin", -1.0), ("margin", 1.0)) if isinstance(step, HasMargins) else ()),
        ]
        title = "f along the cut"
    else:
        values = step.scores(points)
        curves, levels, title = _curves(step, distances, values), [], "Scores along the cut"
    shown = [*(level for _, level in levels), float(values.min()), float(values.max())]
    low, high = min(shown), max(shown)
    room = 0.12 * (high - low) or 1.0
    lines = [Line(np.array([[0.0, level], [cut.length, level]]), role) for role, level in levels]
    marks = (
        *lines,
        *_upright(snapshot, step, cut, low - room, high + room),
        *curves,
        *_beside(snapshot, cut, low - 0.5 * room),
    )
    return Plot((Layer("cut", marks),), (0.0, cut.length, low - room, high + room), title=title)


def _probabilities(snapshot: Snapshot, step: HasProbabilities, cut: CutLine) -> Plot:
    chances = step.probabilities(cut.points)
    rule, two = snapshot.session.document.rule, len(step.classes) == TWO
    level = HALF if rule.threshold is None else rule.threshold
    threshold = [Line(np.array([[0.0, level], [cut.length, level]]), "cursor")] if two else []
    curves = _curves(step, cut.distances, chances)
    marks = (*threshold, *_upright(snapshot, step, cut, -0.12, 1.05), *curves, *_beside(snapshot, cut, -0.06))
    return Plot((Layer("cut", marks),), (0.0, cut.length, -0.12, 1.05), title="Probabilities along the cut")


def _density(snapshot: Snapshot, step: HasDensity, cut: CutLine) -> Plot:
    heights = step.density(cut.points)
    high = float(heights.max()) or 1.0
    marks = (Line(np.c_[cut.distances, heights], "progress"), *_beside(snapshot, cut, -0.06 * high))
    return Plot((Layer("cut", marks),), (0.0, cut.length, -0.12 * high, 1.08 * high), title="Density along the cut")


def _threshold(snapshot: Snapshot, step: HasDiscriminant) -> float:
    """Return the f from which on the second class is decided; a threshold of probability is marked at its curve."""
    threshold = snapshot.session.document.rule.threshold
    return 0.0 if threshold is None or isinstance(step, HasProbabilities) else threshold


def _curves(step: HasScores, distances: Array, values: Array) -> list[Mark]:
    labels = np.asarray(step.classes).tolist()
    return [Line(np.c_[distances, values[:, column]], f"curve {label}") for column, label in enumerate(labels)]


def _upright(snapshot: Snapshot, step: HasScores, cut: CutLine, low: float, high: float) -> list[Mark]:
    """Return a line wherever the prediction changes."""
    return [Line(np.array([[place, low], [place, high]]), "ghost") for place in _crossings(snapshot, step, cut)]


def _crossings(snapshot: Snapshot, step: HasScores, cut: CutLine) -> list[float]:
    labels = decide(step, cut.points, snapshot.session.document.rule)
    after = np.flatnonzero(labels[1:] != labels[:-1])
    return ((cut.distances[after] + cut.distances[after + 1]) / 2).tolist()


def _beside(snapshot: Snapshot, cut: CutLine, height: float) -> list[Mark]:
    data = snapshot.data
    rows, along = cut.beside(data, reach_of(snapshot))
    return [
        Points(np.c_[along[chosen], np.full(int(chosen.sum()), height)], f"class {label}", int(label))
        for label in np.unique(data.labels[rows])
        if (chosen := data.labels[rows] == label).any()
    ]


VIEW = ViewKind(
    "cut",
    "Slice",
    "Scores, probabilities and densities along a line across the plane",
    offered,
    draw,
    order=47,
    by_class=always,
)
