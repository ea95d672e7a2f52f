"""What each class is like along one feature: share × density at the edges of the plane, and as plots of their own."""

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import HasFeatureDensities
from mlexplorer.core.numbers import text
from mlexplorer.core.transforms import bare_name
from mlexplorer.layers.layer import LayerKind, has
from mlexplorer.marks.contours import segments
from mlexplorer.marks.marks import Fill, Layer, Line, Mark, Points, Text
from mlexplorer.marks.plot import Plot
from mlexplorer.pipeline.snapshot import Snapshot

PLACES = 400  # along each axis
TALL = 0.2  # of the shorter side of the plane: the highest of the curves at an edge
SHADE = 0.16  # of what lies below a curve
ROOM = 1.08  # above the highest curve of a plot


def edge_curves(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return a curve for each class along the lower edge, and one along the left edge."""
    step = snapshot.step
    if not isinstance(step, HasFeatureDensities):
        return ()
    marks: list[Mark] = []
    for feature in (0, 1):
        values, heights = _sampled(snapshot, step, feature)
        lifted = _lifted(snapshot, feature, heights, _highest(heights))
        low = np.full(len(values), _edge(snapshot, feature))
        for label, curve in zip(np.asarray(step.classes).tolist(), lifted, strict=True):
            marks += _curve(_turned(feature, values, curve), _turned(feature, values, low), label)
    return tuple(marks)


def heights_at(snapshot: Snapshot, place: Array) -> tuple[Mark, ...]:
    """Return how high each curve is below a place and to its left."""
    step = snapshot.step
    if not isinstance(step, HasFeatureDensities):
        return ()
    marks: list[Mark] = []
    for feature in (0, 1):
        here = place[feature : feature + 1]
        heights = step.feature_heights(feature, here)
        lifted = _lifted(snapshot, feature, heights, _highest(_sampled(snapshot, step, feature)[1]))[:, 0]
        dots = _turned(feature, np.repeat(here, len(lifted)), lifted)
        foot = _turned(feature, here, np.array([_edge(snapshot, feature)]))
        marks.append(Line(segments(place[None], foot[0]), "residual"))
        for label, dot in zip(np.asarray(step.classes).tolist(), dots, strict=True):
            marks.append(Points(dot[None], f"class {label}", 0, "dot"))
        words = " : ".join(text(float(height), 2) for height in heights[:, 0])
        marks.append(Text(dots[lifted.argmax()], words, anchor=(0.0, 0.0), offset=(8.0, 4.0)))
    return tuple(marks)


def plots(snapshot: Snapshot, step: HasFeatureDensities) -> tuple[Plot, ...]:
    """Return the curves of all classes along each feature, one plot above the other."""
    made = []
    for feature in (0, 1):
        values, heights = _sampled(snapshot, step, feature)
        low, marks = np.c_[values, np.zeros(len(values))], list[Mark]()
        for label, curve in zip(np.asarray(step.classes).tolist(), heights, strict=True):
            marks += _curve(np.c_[values, curve], low, label)
        name = bare_name(snapshot.data.names[feature])
        bounds = (float(values[0]), float(values[-1]), 0.0, ROOM * _highest(heights))
        made.append(Plot((Layer("densities", tuple(marks)),), bounds, title=f"Share × density along {name}"))
    return tuple(made)


def _curve(path: Array, low: Array, label: int) -> list[Mark]:
    """Return a curve, and a shade between it and its foot."""
    return [Fill((np.concatenate([path, low[::-1]]),), f"class {label}", SHADE), Line(path, f"ellipse {label}")]


def _sampled(snapshot: Snapshot, step: HasFeatureDensities, feature: int) -> tuple[Array, Array]:
    """Return places along a feature in view, and the height of each class there."""
    low, high = snapshot.frame.bounds[2 * feature : 2 * feature + 2]
    values = np.linspace(low, high, PLACES)
    return values, step.feature_heights(feature, values)


def _highest(heights: Array) -> float:
    return float(heights.max(initial=0.0)) or 1.0


def _edge(snapshot: Snapshot, feature: int) -> float:
    """Return where the curves of a feature stand: at the bottom or at the left."""
    return snapshot.frame.bounds[2 * (1 - feature)]


def _lifted(snapshot: Snapshot, feature: int, heights: Array, highest: float) -> Array:
    """Return heights as coordinates across a feature, the highest a fixed share of the plane."""
    low, high = snapshot.frame.bounds[2 * (1 - feature) : 2 * (1 - feature) + 2]
    sides = (snapshot.frame.width, snapshot.frame.height)
    tall = TALL * min(sides) / sides[1 - feature] * (high - low)
    return low + tall * np.minimum(heights / highest, 1.0)


def _turned(feature: int, along: Array, across: Array) -> Array:
    """Return places from coordinates along a feature and across it."""
    return np.c_[along, across] if feature == 0 else np.c_[across, along]


LAYERS = (
    LayerKind(
        "feature densities",
        "Along axes",
        "Share × density of each class along either axis; the pointer tells the heights there",
        "F6",
        has(HasFeatureDensities),
        edge_curves,
        at=heights_at,
        order=220,
    ),
)
