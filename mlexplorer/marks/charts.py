"""Charts of numbers as plots: lines with bands, dots and bars over common axes, named where they run."""

from collections.abc import Iterator

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import Bounds
from mlexplorer.core.study import Chart, Mosaic, Picture, Series
from mlexplorer.marks.curve_names import curve_names
from mlexplorer.marks.marks import Fill, Layer, Line, Mark, Points, Text
from mlexplorer.marks.mosaics import mosaic_plot
from mlexplorer.marks.plot import Plot

BAR, BAND = 0.72, 0.1  # the width of a bar as a share of its room; how strongly a band is drawn
NAME_PLACES = 60  # along a curve, where its name may stand
NAMED = ("line", "level")  # styles that have a path, on which the name is written
ROOM, SIDE = 0.08, 0.03  # above and below the curves, and beside them, as shares of their ranges
WORDS, NEAR = 0.3, 0.35  # room above for words, and how near an end with words a name stands a line lower


def chart_plot(chart: Picture, height: float = 1.0, named: bool = True) -> Plot:
    """Return a chart as a plot; its first series is drawn strongest. named: curves have their names on them."""
    if isinstance(chart, Mosaic):
        return mosaic_plot(chart, height)
    bounds = _bounds(chart)
    marks: list[Mark] = []
    if chart.level is not None:
        marks.append(Line(np.array([[bounds[0], chart.level], [bounds[1], chart.level]]), "cursor"))
    for index, series in enumerate(chart.series):
        marks += _marks(series, min(index, 3), bounds)
    if len(chart.series) > 1 and named:
        marks += curve_names({name: _even(curve) for name, curve in paths(chart).items()}, bounds)
    marks += _flags(chart, bounds)
    layers = (Layer("chart", tuple(marks)),)
    return Plot(layers, bounds, chart.names, chart.title, height=height, log=(chart.log, False))


def paths(chart: Chart) -> dict[str, Array]:
    """Return the curves of a chart by name, as far as they are known."""
    curves = {series.name: _path(series) for series in chart.series if series.style in NAMED and len(series.xs) > 1}
    return {name: curve[np.isfinite(curve[:, 1])] for name, curve in curves.items()}


def _flags(chart: Chart, bounds: Bounds) -> Iterator[Mark]:
    """Yield a line at each flag with its name, and what is the matter at both ends."""
    left, right, bottom, top = bounds
    near = NEAR * (right - left)
    crowded = [x for words, x in zip(chart.wings, (left, right), strict=True) if words]
    for flag in chart.flags:
        yield Line(np.array([[flag.x, bottom], [flag.x, top]]), "boundary" if flag.is_now else "cursor")
        side = 1.0 if flag.x > (left + right) / 2 else 0.0  # words stand inside
        place, high = (np.array([flag.x, bottom]), 0.0) if flag.is_now else (np.array([flag.x, top]), 1.0)
        if flag.words:
            down = 22.0 if any(abs(flag.x - x) < near for x in crowded) else 4.0
            yield Text(place, flag.words, anchor=(side, high), offset=(4 - 8 * side, 4 - (4 + down) * high))
    for words, x, side in ((chart.wings[0], left, 0.0), (chart.wings[1], right, 1.0)):
        beside = next((flag.x for flag in chart.flags if abs(flag.x - x) < 2 * SIDE * (right - left)), x)
        if words:
            yield Text(np.array([beside, top]), words, anchor=(side, 1.0), offset=(6 - 12 * side, -4.0))


def _even(path: Array) -> Array:
    """Return a path with many places, so that a name finds one even where it has few corners."""
    if len(path) < 2:
        return path
    along = np.linspace(path[0, 0], path[-1, 0], NAME_PLACES)
    return np.c_[along, np.interp(along, *path.T)]


def _path(series: Series) -> Array:
    return np.c_[series.xs, series.ys]


def _marks(series: Series, index: int, bounds: Bounds) -> Iterator[Mark]:
    known = np.isfinite(series.ys)
    places = _path(series)[known]
    if series.style == "bars":
        yield Fill(tuple(_bar(x, y, bounds) for x, y in places), "path", 0.55)
        return
    if series.low is not None and series.high is not None and known.any():
        edges = np.r_[np.c_[series.xs, series.low][known], np.c_[series.xs, series.high][known][::-1]]
        yield Fill((edges,), "path", BAND)
    if series.style == "thin":
        yield Line(places, "ghost", 0.5)
        return
    if series.style == "ring":
        yield Points(places, "path", -1, "here")
        return
    if series.style in NAMED:
        yield Line(places, f"runner {index}")
    if series.style != "level":
        yield Points(places, "boundary", 0, "dot" if index == 0 else "start", np.full(len(places), 0.6))


def _bar(x: float, y: float, bounds: Bounds) -> Array:
    base = max(0.0, bounds[2])
    return np.array([[x - BAR / 2, base], [x + BAR / 2, base], [x + BAR / 2, y], [x - BAR / 2, y]])


def _bounds(chart: Chart) -> Bounds:
    """Return a rectangle around all series, their bands and the level, with some room; bars stand on 0."""
    bars = any(series.style == "bars" for series in chart.series)
    xs = np.concatenate([series.xs for series in chart.series] or [np.zeros(1)])
    heights = [part for series in chart.series for part in (series.ys, series.low, series.high) if part is not None]
    ys = np.concatenate([*heights, [0.0] if bars else [], [] if chart.level is None else [chart.level]])
    xs, ys = xs[np.isfinite(xs)], ys[np.isfinite(ys)]
    left, right = (float(xs.min()), float(xs.max())) if len(xs) else (0.0, 1.0)
    low, high = (float(ys.min()), float(ys.max())) if len(ys) else (0.0, 1.0)
    side = 0.5 if bars else SIDE * (right - left) or 0.5
    room = ROOM * (high - low) or max(0.1 * abs(high), 0.5)
    over = WORDS * (high - low) if any(flag.words for flag in chart.flags) or any(chart.wings) else 0.0
    return left - side, right + side, low if bars and low == 0 else low - room, high + room + over
