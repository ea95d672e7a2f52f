"""Losses against the margin, with the points on the curve of one of them."""

import numpy as np

from mlexplorer.algorithms.lines.margin_losses import MARGIN_LOSSES, MarginLoss
from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import Bounds
from mlexplorer.core.numbers import text
from mlexplorer.marks.curve_names import curve_names
from mlexplorer.marks.marks import Layer, Line, Mark, Points
from mlexplorer.marks.plot import Plot

PLACES = 241
LEAST, TALL = -2.2, 3.0  # the plot reaches at least so far: there the losses differ
WIDEST = 6.0  # margins beyond this, either way, are drawn at the edge


def _bounds(chosen: str, margins: Array) -> Bounds:
    low, high = max(float(margins.min()), -WIDEST), min(float(margins.max()), WIDEST)
    left, right = min(low, LEAST) - 0.3, max(high, 2.0) + 0.3
    top = float(MARGIN_LOSSES[chosen].of(np.clip(margins, left, right)).max())
    top = min(max(top, TALL), 60.0)
    return (left, right, -0.06 * top, 1.12 * top)


def margin_plot(chosen: str, margins: Array, labels: Array, named: bool = True) -> Plot:
    """Return the curves of all losses, one of them in bold with the points on it at their margins."""
    bounds = _bounds(chosen, margins)
    left, right, _, top = bounds
    xs = np.linspace(left, right, PLACES)
    upright = np.c_[np.zeros(PLACES), np.linspace(bounds[2], top, PLACES)]
    marks: list[Mark] = [Line(upright[[0, -1]], "cursor")]
    curves = {name: _curve(xs, loss) for name, loss in MARGIN_LOSSES.items()}
    marks += [Line(curve, "ahead") for name, curve in curves.items() if name != chosen]
    marks.append(Line(curves[chosen], "progress"))
    places = np.clip(margins, left, right)
    heights = np.minimum(MARGIN_LOSSES[chosen].of(places), top)
    for label in np.unique(labels):
        rows = labels == label
        sizes = np.full(int(rows.sum()), 0.75)
        marks.append(Points(np.c_[places, heights][rows], f"class {label}", int(label), "filled", sizes=sizes))
    if named:
        marks += curve_names({MARGIN_LOSSES[name].word: curve for name, curve in curves.items()}, bounds, upright)
    total = float(MARGIN_LOSSES[chosen].of(margins).sum())
    return Plot(
        (Layer("curve", tuple(marks)),),
        bounds,
        ("margin y·f", ""),
        f"{MARGIN_LOSSES[chosen].title} against the margin",
        text(total),
    )


def _curve(xs: Array, loss: MarginLoss) -> Array:
    """Return a curve; one without a slope falls at once, where the margin is 0."""
    if loss.slope is None:
        high, low = loss.of(xs[[0, -1]]).tolist()
        return np.concatenate([np.c_[xs[xs < 0], 0 * xs[xs < 0] + high], [[0.0, high], [0.0, low], [xs[-1], low]]])
    return np.c_[xs, loss.of(xs)]
