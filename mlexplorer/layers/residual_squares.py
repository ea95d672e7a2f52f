"""A square on each residual: least squares make the sum of their areas as small as it can be."""

import numpy as np

from mlexplorer.core.capabilities import HasCurve
from mlexplorer.layers.layer import LayerKind, has
from mlexplorer.marks.contours import joined
from mlexplorer.marks.marks import Fill, Line, Mark
from mlexplorer.pipeline.snapshot import Snapshot

SHADE = 0.1


def residual_squares(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return a square on the screen for each training point, between the point and the curve, on the emptier side."""
    step = snapshot.step
    if not isinstance(step, HasCurve):
        return ()
    points = snapshot.data.points[snapshot.marked_singly(snapshot.run.model.training(snapshot.data).rows)]
    heights = step.curve(points[:, 0])
    left, right, bottom, top = snapshot.frame.bounds
    across = (
        (right - left) / snapshot.frame.width / ((top - bottom) / snapshot.frame.height)
    )  # x as wide as a y is tall
    away = np.where(points[:, 0] > 0.5 * (left + right), -1.0, 1.0) * np.abs(points[:, 1] - heights) * across
    squares = tuple(
        np.array([(x, y), (x + side, y), (x + side, on), (x, on), (x, y)])
        for (x, y), on, side in zip(points.tolist(), heights.tolist(), away.tolist(), strict=True)
        if side
    )
    return (Fill(squares, "path", SHADE), Line(joined(list(squares)), "residual")) if squares else ()


LAYERS = (
    LayerKind(
        "residual squares",
        "Squares",
        "A square on each residual: their areas add up to the sum of squares",
        "",
        has(HasCurve),
        residual_squares,
        shown=False,
        order=75,
    ),
)
