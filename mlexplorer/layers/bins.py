"""The bins of a density, exact to their edges."""

import numpy as np

from mlexplorer.core.capabilities import Bounds, HasBins
from mlexplorer.marks.contours import joined
from mlexplorer.marks.marks import Line, Mark, Quads

MOST = 4000  # bins in view that are drawn one by one
OUTLINED = 400  # bins in view that are told apart by their edges


def bins(step: HasBins, bounds: Bounds) -> tuple[Mark, ...]:
    """Return every bin in view with points in it, shaded by its density; none if they are too many to be told apart."""
    left, right, bottom, top = bounds
    boxes, (lows, highs) = step.boxes, (step.boxes[:, 0::2], step.boxes[:, 1::2])
    seen = (lows < [right, top]).all(axis=1) & (highs > [left, bottom]).all(axis=1)
    if not seen.any() or np.count_nonzero(seen) > MOST:
        return ()
    x0, x1 = np.clip(boxes[seen, :2], left, right).T
    y0, y1 = np.clip(boxes[seen, 2:], bottom, top).T
    corners = np.stack([np.c_[x0, y0], np.c_[x1, y0], np.c_[x1, y1], np.c_[x0, y1]], axis=1)
    shades = step.box_heights[seen] / step.box_heights.max()
    if len(corners) > OUTLINED:
        return (Quads(corners, shades),)
    rings = joined([np.r_[ring, ring[:1]] for ring in corners])
    return Quads(corners, shades), Line(rings, "contour", opacity=0.75)
