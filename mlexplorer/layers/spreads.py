"""Layers of how points lie: Gaussians, densities, cluster centres, curves and what they miss."""

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import HasCentres, HasCurve, HasCurveTree, HasDensity, HasGaussians, HasScores
from mlexplorer.core.numbers import text
from mlexplorer.layers.density_marks import density
from mlexplorer.layers.layer import LayerKind, has
from mlexplorer.marks.contours import joined, segments
from mlexplorer.marks.marks import Fill, Line, Mark, Points, Text
from mlexplorer.pipeline.snapshot import Frame, Snapshot

CURVE_PLACES = 400
LEAP, HALVINGS = 0.03, 12  # a rise between two places, as a share of the frame's height, that is looked at more closely
SHADE = 0.1  # of squares


def gaussians(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the ellipses of each Gaussian at 1, 2 and 3 standard deviations."""
    step = snapshot.step
    if not isinstance(step, HasGaussians):
        return ()
    turn = np.linspace(0, 2 * np.pi, 73)
    circle = np.c_[np.cos(turn), np.sin(turn)]
    marks: list[Mark] = []
    for label, mean, covariance in zip(np.asarray(step.classes), step.means, step.covariances, strict=True):
        rings = [mean + radius * circle @ _axes(covariance).T for radius in (1, 2, 3)]
        marks.append(Line(joined(rings), f"ellipse {label}"))
    return tuple(marks)


def axes_at(snapshot: Snapshot, place: Array) -> tuple[Mark, ...]:
    """Return the principal axes of the Gaussian whose mean is nearest to a place, with their deviations."""
    step = snapshot.step
    if not isinstance(step, HasGaussians) or len(step.means) == 0:
        return ()
    nearest = int(np.hypot(*(step.means - place).T).argmin())
    mean, axes = step.means[nearest], _axes(step.covariances[nearest])
    if np.hypot(*(mean - place)) > 3 * np.hypot(*axes[:, 1]):
        return ()
    label = int(step.classes[nearest])
    ends = [np.stack([mean - axis, mean + axis]) for axis in axes.T]
    words = [
        Text(mean + axis, f"σ = {text(float(np.hypot(*axis)))}", anchor=(0.0, 0.0), offset=(6.0, 4.0))
        for axis in axes.T
    ]
    return (Line(joined(ends), f"ellipse {label}"), *words)


def centres(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the centre of each cluster and the way it came, or the mean of each Gaussian."""
    step = snapshot.step
    if isinstance(step, HasGaussians):
        labels = np.asarray(step.classes).tolist()
        means = zip(labels, step.means, strict=True)
        return tuple(Points(mean[None], f"class {label}", label, "centre") for label, mean in means)
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


def spokes(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return a line from each point to the centre of its cluster."""
    step = snapshot.step
    training = snapshot.training
    if not isinstance(step, HasCentres) or len(step.assignments) != len(training):
        return ()
    marks: list[Mark] = []
    marked = np.isin(training.rows, snapshot.marked_singly(training.rows))
    for index, centre in enumerate(step.centres):
        members = training.points[marked & (step.assignments == index)]
        if len(members):
            marks.append(Line(segments(members, centre), f"spoke {index}", 0.55))
    return tuple(marks)


def has_centres(snapshot: Snapshot) -> bool:
    """Return whether there are centres of clusters or means of Gaussians."""
    return isinstance(snapshot.step, HasCentres | HasGaussians)


def is_all_density(snapshot: Snapshot) -> bool:
    """Return whether the step has a density and decides nothing."""
    return isinstance(snapshot.step, HasDensity) and not isinstance(snapshot.step, HasScores)


def has_densities(snapshot: Snapshot) -> bool:
    """Return whether the step decides by a density of each class or cluster."""
    return isinstance(snapshot.step, HasDensity) and isinstance(snapshot.step, HasScores)


def curve(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the fitted curve."""
    step = snapshot.step
    if not isinstance(step, HasCurve):
        return ()
    left, right, _, _ = snapshot.frame.bounds
    places = np.linspace(left, right, CURVE_PLACES)
    if isinstance(step, HasCurveTree):  # a staircase rises where it is cut, not between two places
        cuts = np.array([node.threshold for node in step.tree if node.feature >= 0])
        places = np.sort(np.concatenate([places, cuts, np.nextafter(cuts, np.inf)]))
    elif not snapshot.dragging:
        places = np.sort(np.concatenate([places, _leaps(step, places, snapshot.frame)]))
    return (Line(np.c_[places, step.curve(places)], "boundary"),)


def _leaps(step: HasCurve, places: Array, frame: Frame) -> Array:
    """Return places close before and behind each leap of a curve, so that it stands upright there."""
    heights = step.curve(places)
    rises = np.flatnonzero(np.abs(np.diff(heights)) > LEAP * (frame.bounds[3] - frame.bounds[2]))
    before, after = places[rises], places[rises + 1]
    lower, upper = heights[rises], heights[rises + 1]
    for _ in range(HALVINGS if len(rises) else 0):
        middle = (before + after) / 2
        height = step.curve(middle)
        is_behind = np.abs(height - lower) > np.abs(upper - height)  # the larger part of the rise is before the middle
        before, lower = np.where(is_behind, before, middle), np.where(is_behind, lower, height)
        after, upper = np.where(is_behind, middle, after), np.where(is_behind, height, upper)
    return np.concatenate([before, after])


def residuals(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return a line from each point to the curve."""
    step = snapshot.step
    if not isinstance(step, HasCurve):
        return ()
    points = snapshot.data.points[snapshot.marked_singly(snapshot.training.rows)]
    ends = np.c_[points[:, 0], step.curve(points[:, 0])]
    return (Line(segments(points, ends), "residual"),)


def residual_squares(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return a square on the screen for each training point, between the point and the curve, on the emptier side."""
    step = snapshot.step
    if not isinstance(step, HasCurve):
        return ()
    points = snapshot.data.points[snapshot.marked_singly(snapshot.training.rows)]
    heights = step.curve(points[:, 0])
    left, right, bottom, top = snapshot.frame.bounds
    width, height = (right - left) / snapshot.frame.width, (top - bottom) / snapshot.frame.height  # of a pixel
    away = np.where(points[:, 0] > 0.5 * (left + right), -1.0, 1.0) * np.abs(points[:, 1] - heights) * (width / height)
    squares = tuple(
        np.array([(x, y), (x + side, y), (x + side, on), (x, on), (x, y)])
        for (x, y), on, side in zip(points.tolist(), heights.tolist(), away.tolist(), strict=True)
        if side
    )
    return (Fill(squares, "path", SHADE), Line(joined(list(squares)), "residual")) if squares else ()


def _axes(covariance: Array) -> Array:
    """Return the principal axes as columns, one standard deviation long, the longer one last."""
    values, vectors = np.linalg.eigh(covariance)
    return vectors * np.sqrt(np.maximum(values, 0))


LAYERS = (
    LayerKind(
        "density", "Density", "How dense the points are according to the model", "D", is_all_density, density, order=20
    ),
    LayerKind(
        "densities",
        "Density lines",
        "Lines of equal density of the points, according to the Gaussians",
        "F7",
        has_densities,
        density,
        shown=False,
        order=30,
    ),
    LayerKind(
        "spokes",
        "Lines to centres",
        "From each point to its centre",
        "K",
        has(HasCentres),
        spokes,
        group="points",
        follows=True,
        order=70,
    ),
    LayerKind(
        "residual squares",
        "Squares",
        "A square on each residual: their areas add up to the sum of squares",
        "",
        has(HasCurve),
        residual_squares,
        shown=False,
        group="points",
        order=75,
    ),
    LayerKind(
        "residuals",
        "Gaps to the curve",
        "From each point to the curve",
        "R",
        has(HasCurve),
        residuals,
        group="points",
        follows=True,
        order=80,
    ),
    LayerKind("curve", "Curve", "The fitted curve", "C", has(HasCurve), curve, order=200),
    LayerKind(
        "gaussians",
        "Clouds",
        "1, 2 and 3 standard deviations of each Gaussian; its axes under the pointer",
        "A",
        has(HasGaussians),
        gaussians,
        at=axes_at,
        order=210,
    ),
    LayerKind(
        "centres",
        "Centres",
        "The middle of each cluster or cloud, and the way clusters came",
        "N",
        has_centres,
        centres,
        order=360,
    ),
)
