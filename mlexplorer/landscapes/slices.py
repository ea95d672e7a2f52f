"""The objective along one parameter, with the tangent at the present place, and other losses beside it."""

from collections.abc import Callable, Mapping

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import Bounds
from mlexplorer.landscapes.descent import Descent
from mlexplorer.marks.curve_names import curve_names
from mlexplorer.marks.marks import Layer, Line, Mark, Points
from mlexplorer.marks.plot import Plot

PLACES = 320
TALLEST = 8.0  # how far above the lowest place a slice reaches, in heights of its middling places
Values = Callable[[Array], Array]


def slice_plot(scene: Descent, index: int, title: str, others: Mapping[str, Values]) -> Plot:
    """Return the landscape along one parameter; others are losses by name, drawn on the same axes."""
    landscape = scene.landscape
    here, value = float(landscape.here[index]), float(landscape.values(landscape.here[None])[0])
    xs = _range(scene, index)
    places = np.repeat(landscape.here[None], PLACES, axis=0)
    places[:, index] = xs
    curve = np.c_[xs, landscape.values(places)]
    rivals = {name: np.c_[xs, values(places)] for name, values in others.items()}
    bounds = _bounds(curve, list(rivals.values()), value)
    marks: list[Mark] = [Line(_stairs(line), "learner") for line in rivals.values()]
    marks.append(Line(_stairs(curve), "progress"))
    marks += curve_names({"own": curve, **rivals}, bounds) if rivals else []
    marks += _tangent(scene, index, value, bounds)
    marks.append(Points(np.array([[here, value]]), "path", 0, "here"))
    name = landscape.names[index]
    words = f"Losses against {name}" if rivals else f"{title} against {name}"
    return Plot((Layer("curve", tuple(marks)),), bounds, (name, ""), words)


def _range(scene: Descent, index: int) -> Array:
    """Return places along a parameter: the path so far as it is calm, the present one, and room on both sides."""
    here = float(scene.landscape.here[index])
    along = np.append(scene.path[scene.calm, index], here)
    low, high = float(along.min()), float(along.max())
    half = max((high - low) * 0.75, abs(here) * 0.5, 1.0)
    return np.linspace((low + high) / 2 - half, (low + high) / 2 + half, PLACES)


def _bounds(curve: Array, rivals: list[Array], value: float) -> Bounds:
    """Return the rectangle around a curve; where it climbs out of all measure it is cut."""
    heights = curve[np.isfinite(curve[:, 1]), 1]
    low = float(min(np.nanmin(line[:, 1]) for line in (curve, *rivals)))
    high = float(heights.max())
    high = max(min(high, low + TALLEST * (float(np.median(heights)) - low)), value, low + 0.2 * (high - low))
    room = 0.08 * (high - low) or 1.0
    return (float(curve[0, 0]), float(curve[-1, 0]), low - 1.8 * room, high + room)


def _tangent(scene: Descent, index: int, value: float, bounds: Bounds) -> list[Mark]:
    """Return the tangent at the present place, as long as it stays in view."""
    if scene.landscape.gradient is None:
        return []
    slope, here = float(scene.landscape.gradient(scene.landscape.here)[index]), float(scene.landscape.here[index])
    half = 0.18 * (bounds[1] - bounds[0])
    half /= max(1.0, abs(slope) * half / (0.4 * (bounds[3] - bounds[2])))
    ends = np.array([here - half, here + half])
    return [Line(np.c_[ends, value + slope * (ends - here)], "ahead")]


def _stairs(curve: Array) -> Array:
    """Return a curve; if it counts, with upright risers half-way between its places."""
    x, y = curve.T
    if not np.array_equal(y, np.round(y)):
        return curve
    risers = np.repeat((x[:-1] + x[1:]) / 2, 2)
    return np.c_[np.concatenate([x[:1], risers, x[-1:]]), np.repeat(y, 2)]
