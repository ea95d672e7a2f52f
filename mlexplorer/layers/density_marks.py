"""How a density is drawn: shades with level lines, bins exact to their edges, a single feature as a curve."""

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import Bounds, HasBins, HasDensity, HasPointDensities, HasScores
from mlexplorer.core.data import features
from mlexplorer.core.grid import Grid
from mlexplorer.layers.regions import pixel
from mlexplorer.marks.contours import contour_lines, joined
from mlexplorer.marks.marks import Heat, Line, Mark, Quads
from mlexplorer.pipeline.snapshot import Snapshot

FINE, COARSE, SOUGHT = 128, 64, 48  # places along the longer side: at rest, and two while something is dragged
LEVELS = np.array([0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9])  # of the density with the full colour
HALVINGS = 8  # of a density with peaks without bound, from the full colour to none: every line halves it
DENSE = 0.9  # of the points lie below what then has the full colour
MOST_BINS = 4000  # in view that are drawn one by one
OUTLINED = 400  # bins in view that are told apart by their edges
PLACES = 400  # along a single feature
TALL = 0.4  # of the height of the plane: the curve of a single feature


def density(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return how dense the points are according to the step: level lines, over a picture where nothing else is."""
    step = snapshot.step
    if not isinstance(step, HasDensity):
        return ()
    alone = features(snapshot.training.points) == 1
    if isinstance(step, HasBins) and (exact := bins(step, snapshot.frame.bounds)):
        return (*exact, *_profile(snapshot, step)) if alone else exact
    grid = snapshot.frame.grid(_places(step) if snapshot.dragging else FINE)
    values = step.density_field(grid)
    if not np.isfinite(values).all() or values.max() <= 0:
        return ()
    shades, levels = _shades(step, values)
    heat = () if isinstance(step, HasScores) else (Heat(_bounds(grid), shades),)
    if alone:
        return (*heat, *_profile(snapshot, step))
    lines = contour_lines(grid, shades, levels, pixel(snapshot) * 0.2)
    path = joined([line for line in lines if len(line)])
    return (*heat, Line(path, "contour" if heat else "probability", opacity=0.75))


def _places(step: HasDensity) -> int:
    """Return along how many places a density follows the hand: fewer where the nearest points are sought at each."""
    return SOUGHT if isinstance(step, HasPointDensities) else COARSE


def bins(step: HasBins, bounds: Bounds) -> tuple[Mark, ...]:
    """Return every bin in view with points in it, shaded by its density; none if they are too many to be told apart."""
    left, right, bottom, top = bounds
    boxes, (lows, highs) = step.boxes, (step.boxes[:, 0::2], step.boxes[:, 1::2])
    seen = (lows < [right, top]).all(axis=1) & (highs > [left, bottom]).all(axis=1)
    if not seen.any() or np.count_nonzero(seen) > MOST_BINS:
        return ()
    x0, x1 = np.clip(boxes[seen, :2], left, right).T
    y0, y1 = np.clip(boxes[seen, 2:], bottom, top).T
    corners = np.stack([np.c_[x0, y0], np.c_[x1, y0], np.c_[x1, y1], np.c_[x0, y1]], axis=1)
    shades = step.box_heights[seen] / step.box_heights.max()
    if len(corners) > OUTLINED:
        return (Quads(corners, shades),)
    rings = joined([np.r_[ring, ring[:1]] for ring in corners])
    return Quads(corners, shades), Line(rings, "contour", opacity=0.75)


def _shades(step: HasDensity, values: Array) -> tuple[Array, Array]:
    """Return values from 0 to 1, and where among them lines are drawn.

    Peaks without bound would leave nothing else to see: their densities are shaded by how often they have been halved
    from that of the densest points.
    """
    top = float(values.max())
    if not isinstance(step, HasPointDensities):
        return values / top, LEVELS
    top = min(top, float(np.quantile(step.point_densities, DENSE)))
    halved = np.log2(np.maximum(values, 1e-300) / top)
    return np.clip(1 + halved / HALVINGS, 0.0, 1.0), np.arange(1, HALVINGS) / HALVINGS


def _profile(snapshot: Snapshot, step: HasDensity) -> tuple[Mark, ...]:
    """Return the density of a single feature as a curve that stands on the lower edge."""
    left, right, bottom, top = snapshot.frame.bounds
    places = np.linspace(left, right, PLACES)
    if isinstance(step, HasBins):  # a staircase rises at its edges, not between two places
        edges = np.unique(step.boxes[:, :2])
        places = np.sort(np.concatenate([places, edges, np.nextafter(edges, -np.inf)]))
    heights = step.density(np.c_[places, np.full(len(places), snapshot.training.points[0, 1])])
    most = float(heights.max())
    if isinstance(step, HasPointDensities):
        most = min(most, 2 * float(np.quantile(step.point_densities, DENSE)))
    if most <= 0:
        return ()
    return (Line(np.c_[places, bottom + TALL * (top - bottom) * np.minimum(heights / most, 1.0)], "progress"),)


def _bounds(grid: Grid) -> Bounds:
    return grid.left, grid.right, grid.bottom, grid.top
