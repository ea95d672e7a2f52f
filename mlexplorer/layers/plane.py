"""The plane: every layer of it in one table, with its chip, its key, when it is offered, and its marks."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import (
    HasCentres,
    HasCurve,
    HasFeatureDensities,
    HasGaussians,
    HasMargins,
    HasNeighbours,
    HasPointWeights,
    HasScores,
    HasSupport,
    HasSurface,
    HasWeights,
)
from mlexplorer.core.merges import HasMerges
from mlexplorer.core.networks import HasNetwork
from mlexplorer.edits.line_handles import handles, held_line
from mlexplorer.layers import (
    centre_valley,
    comparison,
    feature_densities,
    focus,
    groups,
    other_boundary,
    points,
    regions,
    shading,
    spreads,
    street,
    unit_lines,
    walk,
)
from mlexplorer.marks.marks import Layer, Line, Mark, Points, Text
from mlexplorer.pipeline.point_display import JITTER, LOCK, is_one_feature
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.answers import hidden_runs
from mlexplorer.session.session import View
from mlexplorer.session.side_by_side import ALONE

RUNNER_PLACES = 128


def _nothing(snapshot: Snapshot) -> tuple[Mark, ...]:
    del snapshot
    return ()


def _nothing_at(snapshot: Snapshot, place: Array) -> tuple[Mark, ...]:
    del snapshot, place
    return ()


@dataclass(frozen=True)
class LayerKind:
    """One layer of the plane: its chip, its key, when it is offered, its marks, and those that follow the pointer."""

    name: str
    title: str
    help: str
    key: str
    offered: Callable[[Snapshot], bool]
    marks: Callable[[Snapshot], tuple[Mark, ...]] = _nothing
    shown: bool = True
    of_points: bool = False  # follows the points at once, before the next fit
    at: Callable[[Snapshot, Array], tuple[Mark, ...]] = _nothing_at


def layers(snapshot: Snapshot, only_points: bool = False) -> tuple[Layer, ...]:
    """Return the layers that are offered and switched on; with only_points those that follow the points at once."""
    return tuple(
        Layer(kind.name, kind.marks(snapshot))
        for kind in offered(snapshot)
        if is_shown(kind, snapshot) and (kind.of_points or not only_points)
    )


def offered(snapshot: Snapshot) -> tuple[LayerKind, ...]:
    """Return the layers the shown step can show, in drawing order; of a hidden answer only the points."""
    hidden = snapshot.active in hidden_runs(snapshot.session)
    return tuple(kind for kind in LAYERS if kind.offered(snapshot) and (kind.of_points or not hidden))


def is_shown(kind: LayerKind, snapshot: Snapshot) -> bool:
    """Return whether a layer is switched on."""
    return snapshot.session.view.shows(kind.name, kind.shown)


def is_switched_on(name: str, view: View) -> bool:
    """Return whether a layer, or another switch, stands on: as it was switched, else as it usually does."""
    return view.shows(name, next((kind.shown for kind in LAYERS if kind.name == name), False))


def marks_at(snapshot: Snapshot, place: tuple[float, float]) -> tuple[Mark, ...]:
    """Return what the layers that are switched on show of the place under the pointer; nothing is fitted for it."""
    where = np.array(place)
    shown = [kind for kind in offered(snapshot) if is_shown(kind, snapshot)]
    marks = (mark for kind in shown for mark in kind.at(snapshot, where))
    return tuple(replace(mark, plate=True) if isinstance(mark, Text) else mark for mark in marks)


def _runners(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the boundaries of the other runs, each in its own dashes, with its name."""
    marks: list[Mark] = []
    for index, step in enumerate(snapshot.shown):
        if index != snapshot.active and isinstance(step, HasScores):
            path = regions.boundary_of(step, snapshot, RUNNER_PLACES)
            if len(path):
                place = path[np.isfinite(path).all(axis=1)]
                marks += [Line(path, f"runner {index}"), Text(place[len(place) // 5], f"{index + 1}", "text")]
    return tuple(marks)


def _races(snapshot: Snapshot) -> bool:
    is_alone = snapshot.session.view.shows(ALONE) or isinstance(snapshot.step, HasSurface)
    return len(snapshot.session.document.runs) > 1 and not is_alone


def _handles(snapshot: Snapshot) -> tuple[Mark, ...]:
    weights = held_line(snapshot)
    found = None if weights is None else handles(weights, snapshot.frame.bounds)
    if found is None:
        return ()
    arm = Line(np.stack([found.middle, found.arm]), "arm")
    return (arm, Points(np.stack([found.middle, found.arm]), "path", 0, "start", sizes=np.array([1.1, 1.1])))


def _has(kind: type) -> Callable[[Snapshot], bool]:
    return lambda snapshot: isinstance(snapshot.step, kind)


def _has_points(snapshot: Snapshot) -> bool:
    return not isinstance(snapshot.step, HasSurface) and not points.has_crowd(snapshot)


def _holds_out(snapshot: Snapshot) -> bool:
    return bool(snapshot.data.held_out.any()) and _has_points(snapshot)


def _classifies(snapshot: Snapshot) -> bool:
    return snapshot.classifies


def _has_one_feature(snapshot: Snapshot) -> bool:
    return is_one_feature(snapshot.data)


def _can_lock(snapshot: Snapshot) -> bool:
    return is_one_feature(snapshot.data) or snapshot.session.view.shows(LOCK)


def _has_line(snapshot: Snapshot) -> bool:
    return held_line(snapshot) is not None


LAYERS: tuple[LayerKind, ...] = (
    LayerKind(
        "regions",
        "Regions",
        "Which class is predicted where",
        "G",
        _has(HasScores),
        regions.regions,
    ),
    LayerKind(
        "density",
        "Density",
        "How dense the points are according to the model",
        "D",
        spreads.is_all_density,
        spreads.density,
    ),
    LayerKind(
        "densities",
        "Density",
        "Lines of equal density of the points, according to the Gaussians",
        "F7",
        spreads.has_densities,
        spreads.density,
        shown=False,
    ),
    LayerKind(
        "probability",
        "Levels",
        "Lines of equal probability, or of equal score f where there is none",
        "I",
        regions.has_smooth_levels,
        regions.level_marks,
        shown=False,
    ),
    LayerKind(
        "margins",
        "Margins",
        "The street between f = −1 and f = +1, and its width; the pointer tells the slack of a point",
        "M",
        _has(HasMargins),
        street.margins,
        at=street.slack_at,
    ),
    LayerKind(
        "slack",
        "Slack",
        "From each point that is not behind its edge of the street to that edge",
        "F10",
        _has(HasMargins),
        street.slacks,
        shown=False,
    ),
    LayerKind("spokes", "Spokes", "From each point to its centre", "K", _has(HasCentres), spreads.spokes),
    LayerKind("residuals", "Residuals", "From each point to the curve", "R", _has(HasCurve), spreads.residuals),
    LayerKind(
        "crowd",
        "Points",
        "All points, drawn by their density because they are so many",
        "F8",
        points.has_crowd,
        points.crowd,
        of_points=True,
    ),
    LayerKind(
        "groups", "Groups", "A hull around each cluster of two points or more", "F1", _has(HasMerges), groups.hulls
    ),
    LayerKind("boundary", "Boundary", "Where the prediction changes", "B", _has(HasScores), regions.boundary),
    LayerKind(
        "units",
        "Units",
        "Where each hidden unit of the first layer changes sign",
        "F5",
        _has(HasNetwork),
        unit_lines.lines,
    ),
    LayerKind("heights", "Heights", "The function, in bands with numbered edges", "F2", walk.is_offered, walk.heights),
    LayerKind("walk", "Walk", "The way down, the slope and the next step", "F3", walk.is_offered, walk.walk),
    LayerKind(
        "centre valley",
        "Cost of its place",
        "What another place of the selected centre would cost, all others as they are",
        "F",
        centre_valley.is_offered,
        centre_valley.centre_valley,
    ),
    LayerKind(
        "ghost",
        "Ghost",
        "The boundary of the step you point at on the landscape or in the progress",
        "X",
        other_boundary.is_offered,
        other_boundary.other_boundary,
    ),
    LayerKind("runners", "Other runs", "The boundaries of the other runs, by their number", "O", _races, _runners),
    LayerKind(
        "bayes",
        "Bayes",
        "The boundary of the best rule there is for this source, and how much worse this fit is on endless points",
        "Y",
        regions.knows_law,
        regions.bayes_boundary,
        shown=False,
    ),
    LayerKind(
        "pinned",
        "Pinned",
        "The boundary of the pinned fit; what has flipped since is hatched",
        "J",
        comparison.is_offered,
        comparison.compared,
    ),
    LayerKind("curve", "Curve", "The fitted curve", "C", _has(HasCurve), spreads.curve),
    LayerKind(
        "gaussians",
        "Gaussians",
        "Mean and 1, 2, 3 standard deviations of each Gaussian; its axes under the pointer",
        "A",
        _has(HasGaussians),
        spreads.gaussians,
        at=spreads.axes_at,
    ),
    LayerKind(
        "feature densities",
        "Along axes",
        "Share × density of each class along either axis; the pointer tells the heights there",
        "F6",
        _has(HasFeatureDensities),
        feature_densities.edge_curves,
        at=feature_densities.heights_at,
    ),
    LayerKind(
        shading.SHADING,
        "Shading",
        "Regions are paler where the model is less sure; the bar tells the probabilities",
        "Z",
        shading.has_probabilities,
        shading.probability_legend,
    ),
    LayerKind(
        shading.SCORE,
        "By score",
        "Regions are shaded by the signed score f instead; the bar tells its values",
        "Q",
        shading.has_score,
        shading.score_legend,
        shown=False,
    ),
    LayerKind(
        "test",
        "Test",
        "Points held out for testing, drawn hollow",
        "T",
        _holds_out,
        lambda snapshot: points.points(snapshot, True),
        of_points=True,
    ),
    LayerKind(
        "training",
        "Training",
        "Points the model learns from",
        "P",
        _has_points,
        lambda snapshot: points.points(snapshot, False),
        of_points=True,
    ),
    LayerKind(
        "classes",
        "Classes",
        "Colour the points by their class, which the model never sees, instead of their cluster",
        "L",
        points.colours_clusters,
        shown=False,
    ),
    LayerKind(
        "weights",
        "Weights",
        "Marker area shows the weight of each point, the line the threshold of the newest learner",
        "W",
        _has(HasPointWeights),
        points.latest_learner,
    ),
    LayerKind(
        JITTER,
        "Jitter",
        "Spread points of one feature off their line, in the drawing only",
        "F9",
        _has_one_feature,
        shown=False,
    ),
    LayerKind(LOCK, "Lock to x₁", "The hand changes x₁ only", "F12", _can_lock, shown=False),
    LayerKind(
        "support",
        "Support",
        "Support vectors: points that hold the boundary; a double ring has reached the cost",
        "S",
        _has(HasSupport),
        street.support,
    ),
    LayerKind(
        "errors",
        "Errors",
        "Wrong points: outlined with the shape and colour of the predicted class",
        "E",
        _classifies,
        points.errors,
        at=points.error_at,
    ),
    LayerKind(
        "arrow",
        "Weights w",
        "The weights w as an arrow across the boundary, t/‖w‖ from the origin, and the distance of the pointer",
        "V",
        _has(HasWeights),
        street.weight_arrow,
        shown=False,
        at=street.distance_at,
    ),
    LayerKind(
        "focus",
        "Looked at",
        "The points this step was made for; in slow motion what the next one looks at, weighs and chooses",
        "F4",
        focus.is_offered,
        focus.focus,
    ),
    LayerKind("next join", "Next join", "The two clusters to join next", "F11", _has(HasMerges), groups.next_join),
    LayerKind("centres", "Centres", "Cluster centres and the way they came", "N", _has(HasCentres), spreads.centres),
    LayerKind(
        "neighbours",
        "Neighbours",
        "The nearest points of the pointer and their votes",
        "U",
        _has(HasNeighbours),
        shown=False,
        at=points.neighbours_at,
    ),
    LayerKind(
        "handles",
        "Handles",
        "Drag the line or the dot in its middle to shift it, the dot on its arm to turn it",
        "H",
        _has_line,
        _handles,
    ),
)
