"""The plane: regions, boundary, margins, centres and points of the shown step, layer by layer."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Labels
from mlexplorer.core.capabilities import (
    HasCentres,
    HasCurve,
    HasDensity,
    HasGaussians,
    HasMargins,
    HasNeighbours,
    HasPointWeights,
    HasScores,
    HasSupport,
)
from mlexplorer.core.decision import preferences
from mlexplorer.marks.contours import boundary_lines, joined, level_line
from mlexplorer.marks.marks import Heat, Layer, Line, Mark, Points, PointStyle, Regions, Text
from mlexplorer.session.grasp import handles, held_line
from mlexplorer.session.snapshot import Snapshot

CURVE_PLACES = 400
RUNNER_PLACES = 128
DENSITY_LEVELS = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)


@dataclass(frozen=True)
class LayerKind:
    """One layer of the plane: its chip, its key, when it is offered, and its marks."""

    name: str
    title: str
    help: str
    key: str
    offered: Callable[[Snapshot], bool]
    marks: Callable[[Snapshot], tuple[Mark, ...]]
    shown: bool = True
    of_points: bool = False  # follows the points at once, before the next fit


def layers(snapshot: Snapshot, only_points: bool = False) -> tuple[Layer, ...]:
    """Return the layers that are offered and switched on; with only_points those that follow the points at once."""
    return tuple(
        Layer(kind.name, kind.marks(snapshot))
        for kind in offered(snapshot)
        if is_shown(kind, snapshot) and (kind.of_points or not only_points)
    )


def offered(snapshot: Snapshot) -> tuple[LayerKind, ...]:
    """Return the layers the shown step can show, in drawing order."""
    return tuple(kind for kind in LAYERS if kind.offered(snapshot))


def is_shown(kind: LayerKind, snapshot: Snapshot) -> bool:
    """Return whether a layer is switched on."""
    return kind.shown != (kind.name in snapshot.session.view.toggled)


def _regions(snapshot: Snapshot) -> tuple[Mark, ...]:
    field = snapshot.field
    if field is None:
        return ()
    grid = field.grid
    bounds = (grid.left, grid.right, grid.bottom, grid.top)
    return (Regions(bounds, field.labels, field.certainty, field.candidates, field.preferences),)


def _boundary(snapshot: Snapshot) -> tuple[Mark, ...]:
    field = snapshot.field
    if field is None:
        return ()
    grid = field.grid
    # Votes change in jumps, so a contour follows the cells of the grid; thinning it to half a cell straightens it.
    coarse = 0.6 * (grid.right - grid.left) / grid.columns if isinstance(snapshot.step, HasNeighbours) else 0.0
    path = boundary_lines(grid, field.preferences, max(_pixel(snapshot) * 0.15, coarse))
    return (Line(path, "boundary"),) if len(path) else ()


def _runners(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the boundaries of the other runs, each in its own dashes, with its name."""
    grid = snapshot.frame.grid(RUNNER_PLACES)
    marks: list[Mark] = []
    for index, step in enumerate(snapshot.shown):
        if index != snapshot.active and isinstance(step, HasScores):
            _, values = preferences(step, step.field(grid), snapshot.session.document.rule)
            path = boundary_lines(grid, values, _pixel(snapshot) * 0.2)
            if len(path):
                place = path[np.isfinite(path).all(axis=1)]
                marks += [Line(path, f"runner {index}"), Text(place[len(place) // 5], f"{index + 1}", "text")]
    return tuple(marks)


def _races(snapshot: Snapshot) -> bool:
    return len(snapshot.session.document.runs) > 1


def _handles(snapshot: Snapshot) -> tuple[Mark, ...]:
    weights = held_line(snapshot)
    found = None if weights is None else handles(weights, snapshot.frame.bounds)
    if found is None:
        return ()
    arm = Line(np.stack([found.middle, found.arm]), "arm")
    return (arm, Points(np.stack([found.middle, found.arm]), "path", 0, "start", sizes=np.array([1.1, 1.1])))


def _margins(snapshot: Snapshot) -> tuple[Mark, ...]:
    field = snapshot.field
    if field is None or not isinstance(snapshot.step, HasMargins):
        return ()
    value = field.scores[..., 1] - field.scores[..., 0]
    lines = [level_line(field.grid, value, level, _pixel(snapshot) * 0.2) for level in (-1.0, 1.0)]
    return (Line(joined([line for line in lines if len(line)]), "margin"),)


def _support(snapshot: Snapshot) -> tuple[Mark, ...]:
    step = snapshot.step
    if not isinstance(step, HasSupport):
        return ()
    rows, weights = _support_rows(step)
    if len(rows) == 0:
        return ()
    share = np.clip(weights / max(float(weights.max()), 1e-300), 0, 1)
    rows = snapshot.run.model.training(snapshot.data).rows[rows]
    low, high = np.where(np.isin(rows, snapshot.wrong)[:, None], (7.5, 9.7), (3.2, 5.4)).T
    gaps = low + (high - low) * np.sqrt(share)
    bounded = weights >= step.bound * (1 - 1e-9)
    places = snapshot.data.points[rows]
    return (
        Points(places[~bounded], "support", 0, "support", gaps=gaps[~bounded]),
        Points(places[bounded], "support", 0, "bounded", gaps=gaps[bounded]),
    )


def _support_rows(step: HasSupport) -> tuple[Labels, np.ndarray]:
    """Return the support vectors of all pairs of classes, each once, with its largest multiplier."""
    if not isinstance(step.support, tuple):
        return np.asarray(step.support), np.asarray(step.multipliers)
    assert isinstance(step.multipliers, tuple)
    every = np.concatenate(step.support) if step.support else np.empty(0, np.intp)
    rows, where = np.unique(every, return_inverse=True)
    weights = np.zeros(len(rows))
    np.maximum.at(weights, where, np.concatenate(step.multipliers) if step.multipliers else np.empty(0))
    return rows, weights


def _gaussians(snapshot: Snapshot) -> tuple[Mark, ...]:
    step = snapshot.step
    if not isinstance(step, HasGaussians):
        return ()
    turn = np.linspace(0, 2 * np.pi, 73)
    circle = np.c_[np.cos(turn), np.sin(turn)]
    marks: list[Mark] = []
    labels = np.asarray(step.classes) if isinstance(step, HasScores) else np.arange(len(step.means))
    for label, mean, covariance in zip(labels, step.means, step.covariances, strict=True):
        values, vectors = np.linalg.eigh(covariance)
        axes = vectors * np.sqrt(np.maximum(values, 0))
        rings = [mean + radius * circle @ axes.T for radius in (1, 2, 3)]
        marks += [Line(joined(rings), f"ellipse {label}"), Points(mean[None], f"class {label}", int(label), "centre")]
    return tuple(marks)


def _centres(snapshot: Snapshot) -> tuple[Mark, ...]:
    step = snapshot.step
    if not isinstance(step, HasCentres):
        return ()
    trail = [
        other.centres for other in snapshot.trace if isinstance(other, HasCentres) and other.iteration <= step.iteration
    ]
    marks: list[Mark] = []
    if len(trail) > 1:
        paths = np.stack(trail)
        marks.append(Line(joined([paths[:, index] for index in range(paths.shape[1])]), "trail"))
    for index, centre in enumerate(step.centres):
        marks.append(Points(centre[None], f"class {index}", index, "centre"))
    return tuple(marks)


def _density(snapshot: Snapshot) -> tuple[Mark, ...]:
    step = snapshot.step
    if not isinstance(step, HasDensity):
        return ()
    grid = snapshot.frame.grid(128)
    values = step.density_field(grid)
    top = float(values.max())
    if not np.isfinite(top) or top <= 0:
        return ()
    bounds = (grid.left, grid.right, grid.bottom, grid.top)
    lines = [level_line(grid, values, share * top, _pixel(snapshot) * 0.2) for share in DENSITY_LEVELS]
    path = joined([line for line in lines if len(line)])
    heat = () if isinstance(step, HasScores) else (Heat(bounds, values / top),)
    return (*heat, Line(path, "contour", opacity=0.75))


def _curve(snapshot: Snapshot) -> tuple[Mark, ...]:
    step = snapshot.step
    if not isinstance(step, HasCurve):
        return ()
    left, right, _, _ = snapshot.frame.bounds
    places = np.linspace(left, right, CURVE_PLACES)
    return (Line(np.c_[places, step.curve(places)], "boundary"),)


def _residuals(snapshot: Snapshot) -> tuple[Mark, ...]:
    step = snapshot.step
    if not isinstance(step, HasCurve):
        return ()
    points = snapshot.run.model.training(snapshot.data).points
    ends = np.c_[points[:, 0], step.curve(points[:, 0])]
    return (Line(joined([np.stack(pair) for pair in zip(points, ends, strict=True)]), "residual"),)


def _points(snapshot: Snapshot, held: bool, among: Labels | None = None) -> tuple[Mark, ...]:
    data, labels = snapshot.data, _labels(snapshot)
    chosen = data.held == held
    if among is not None:
        chosen &= np.isin(np.arange(len(data)), among)
    sizes = None if held else _sizes(snapshot)
    marks: list[Mark] = []
    for label in np.unique(labels):
        rows = np.flatnonzero((labels == label) & chosen)
        if len(rows):
            style: PointStyle = "hollow" if held else "filled"
            some = None if sizes is None else sizes[rows]
            marks.append(Points(data.points[rows], f"class {label}", int(label), style, sizes=some))
    return tuple(marks)


def _labels(snapshot: Snapshot) -> Labels:
    """Return what colours the points: their class, or their cluster unless the layer of classes is switched on."""
    predicted = snapshot.predicted
    clusters = _clusters(snapshot) and "classes" not in snapshot.session.view.toggled
    return predicted if clusters and predicted is not None else snapshot.data.labels


def _sizes(snapshot: Snapshot) -> np.ndarray | None:
    """Return factors of the diameter that make areas proportional to point weights, if the step has such."""
    step = snapshot.step
    training = snapshot.run.model.training(snapshot.data)
    if not isinstance(step, HasPointWeights) or len(step.point_weights) != len(training):
        return None
    if "weights" in snapshot.session.view.toggled:
        return None
    share = step.point_weights * len(training)
    sizes = np.ones(len(snapshot.data))
    sizes[training.rows] = np.clip(np.sqrt(share), 0.55, 1.9)
    return sizes


def _errors(snapshot: Snapshot) -> tuple[Mark, ...]:
    wrong = snapshot.wrong
    marks: list[Mark] = []
    if snapshot.predicted is None or len(wrong) == 0:
        return ()
    for label in np.unique(snapshot.predicted[wrong]):
        rows = wrong[snapshot.predicted[wrong] == label]
        marks.append(Points(snapshot.data.points[rows], f"class {label}", int(label), "wrong"))
    return (*marks, *_points(snapshot, True, wrong), *_points(snapshot, False, wrong))  # above their outlines' casings


def _pixel(snapshot: Snapshot) -> float:
    """Return the length of a pixel in data units."""
    left, right, bottom, top = snapshot.frame.bounds
    return min((right - left) / snapshot.frame.width, (top - bottom) / snapshot.frame.height)


def _has(kind: type) -> Callable[[Snapshot], bool]:
    return lambda snapshot: isinstance(snapshot.step, kind)


def _always(snapshot: Snapshot) -> bool:
    del snapshot
    return True


def _classifies(snapshot: Snapshot) -> bool:
    return snapshot.classifies


def _has_line(snapshot: Snapshot) -> bool:
    return held_line(snapshot) is not None


def _clusters(snapshot: Snapshot) -> bool:
    return isinstance(snapshot.step, HasScores) and snapshot.run.model.task == "cluster"


LAYERS: tuple[LayerKind, ...] = (
    LayerKind(
        "regions",
        "Regions",
        "Which class is predicted where; paler where it is less sure",
        "G",
        _has(HasScores),
        _regions,
    ),
    LayerKind("density", "Density", "How dense the points are according to the model", "D", _has(HasDensity), _density),
    LayerKind(
        "margins", "Margins", "The lines f = −1 and f = +1: the edges of the street", "M", _has(HasMargins), _margins
    ),
    LayerKind("residuals", "Residuals", "From each point to the curve", "R", _has(HasCurve), _residuals),
    LayerKind("boundary", "Boundary", "Where the prediction changes", "B", _has(HasScores), _boundary),
    LayerKind("runners", "Other runs", "The boundaries of the other runs, by their number", "O", _races, _runners),
    LayerKind("curve", "Curve", "The fitted curve", "C", _has(HasCurve), _curve),
    LayerKind(
        "gaussians",
        "Gaussians",
        "Mean and 1, 2, 3 standard deviations of each Gaussian",
        "A",
        _has(HasGaussians),
        _gaussians,
    ),
    LayerKind(
        "test",
        "Test",
        "Points held out for testing, drawn hollow",
        "T",
        _always,
        lambda snapshot: _points(snapshot, True),
        of_points=True,
    ),
    LayerKind(
        "training",
        "Training",
        "Points the model learns from",
        "P",
        _always,
        lambda snapshot: _points(snapshot, False),
        of_points=True,
    ),
    LayerKind(
        "classes",
        "Classes",
        "Colour the points by their class, which the model never sees, instead of their cluster",
        "L",
        _clusters,
        lambda _: (),
        shown=False,
    ),
    LayerKind(
        "weights", "Weights", "Marker area shows the weight of each point", "W", _has(HasPointWeights), lambda _: ()
    ),
    LayerKind(
        "support",
        "Support",
        "Support vectors: points that hold the boundary; a double ring has reached the cost",
        "S",
        _has(HasSupport),
        _support,
    ),
    LayerKind(
        "errors",
        "Errors",
        "Wrong points: outlined with the shape and colour of the predicted class",
        "E",
        _classifies,
        _errors,
    ),
    LayerKind("centres", "Centres", "Cluster centres and the way they came", "N", _has(HasCentres), _centres),
    LayerKind(
        "handles",
        "Handles",
        "Drag the line or the dot in its middle to shift it, the dot on its arm to turn it",
        "H",
        _has_line,
        _handles,
    ),
)
