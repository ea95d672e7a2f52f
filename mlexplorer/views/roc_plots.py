"""Curves over every threshold: ROC with hull and lines of equal cost, precision against recall, and the rates."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import Bounds
from mlexplorer.core.numbers import text
from mlexplorer.judging.curves import Roc, precision_recall
from mlexplorer.marks.curve_names import curve_names
from mlexplorer.marks.marks import Fill, Layer, Line, Mark, Points, Text
from mlexplorer.marks.plot import Plot
from mlexplorer.views.confusion_plot import percent

ROOM = 0.03  # around the unit square
UNIT: Bounds = (-ROOM, 1 + ROOM, -ROOM, 1 + ROOM)
SHADE = 0.06
FEWEST = 2  # curves that need names
LOWEST, PITCH, SAMPLE = 0.07, 0.17, 0.08  # of the names: the lowest, from one to the next, and the line before each
HIGHEST = 0.8  # that many names reach


@dataclass(frozen=True, eq=False)
class NamedRoc:
    """A curve with its name and the role it is drawn in; the first of several is the one that is judged."""

    name: str
    curve: Roc
    role: str


@dataclass(frozen=True)
class Prices:
    """What a false alarm and a missed positive cost more than what is right."""

    alarm: float = 1.0
    miss: float = 1.0


def roc_plot(curves: Sequence[NamedRoc], cut: float | None, prices: Prices, height: float = 1.6) -> Plot:
    """Return true against false positives: the area, the hull, the best line of equal cost, and the present dot."""
    first = curves[0].curve
    path = np.c_[first.false, first.true]
    marks: list[Mark] = [Fill((np.r_[path, [[1.0, 0.0]]],), "path", SHADE)]
    marks.append(Line(np.array([[0.0, 0.0], [1.0, 1.0]]), "cursor"))
    marks.append(Line(path[first.hull], "ghost"))
    marks += _iso_cost(first, prices)
    marks += [Line(np.c_[one.curve.false, one.curve.true], one.role) for one in reversed(curves)]
    if len(curves) >= FEWEST:
        marks += _legend(curves, 0.3)
    else:
        marks.append(Text(np.array([0.97, 0.04]), f"area {_number(first.area)}", anchor=(1.0, 0.0)))
    marks += _dot(first, cut, path)
    names = ("false alarms", "found")
    return Plot(
        (Layer("curves", tuple(marks)),),
        UNIT,
        names,
        "ROC: every threshold",
        _now(first, cut),
        height=height,
        least=1.2,
    )


def recall_plot(curves: Sequence[NamedRoc], cut: float | None) -> Plot:
    """Return precision against recall, with the share of positives as the level that guessing reaches."""
    first = curves[0].curve
    found = {one.name: precision_recall(one.curve) for one in curves}
    level = first.positives / max(first.positives + first.negatives, 1)
    marks: list[Mark] = [Line(np.array([[0.0, level], [1.0, level]]), "cursor")]
    paths = {name: np.c_[one.recall, one.precision] for name, one in found.items()}
    marks += [Line(paths[one.name], one.role) for one in reversed(curves)]
    marks += _legend(curves, 0.05) if len(curves) >= FEWEST else []
    marks += _dot(first, cut, paths[curves[0].name])
    mean = found[curves[0].name].average
    now = f"average precision {_number(mean)}"
    return Plot(
        (Layer("curves", tuple(marks)),),
        UNIT,
        ("recall", "precision"),
        "Precision and recall",
        now,
        height=1.6,
        least=1.2,
    )


def rates_plot(first: Roc, low: float, high: float, cut: float | None, letter: str) -> Plot:
    """Return how found, false alarms, precision and the share that is right change with the threshold."""
    inside = np.isfinite(first.thresholds)
    edges = np.concatenate([[low], first.thresholds[inside][::-1], [high]])
    rates = {
        "found": first.true,
        "false alarms": first.false,
        "precision": precision_recall(first).precision,
        "right": first.accuracy,
    }
    bounds = (low, high, -ROOM, 1 + 4 * ROOM)
    paths = {name: _stairs(edges, values[::-1]) for name, values in rates.items()}
    marks: list[Mark] = [Line(path, f"runner {index}") for index, path in enumerate(paths.values())]
    marks += curve_names(paths, bounds)
    if cut is not None:
        x = min(max(cut, low), high)
        marks.insert(0, Line(np.array([[x, 0.0], [x, 1.0]]), "boundary"))
    names = (f"threshold on {letter}", "share")
    now = "" if cut is None else f"threshold {text(cut)}"
    return Plot(
        (Layer("curves", tuple(marks)),), bounds, names, "Rates against the threshold", now, height=1.6, least=1.2
    )


def vertex_of(curve: Roc, cut: float) -> int:
    """Return the vertex at which a threshold stands: what scores above it is taken for positive."""
    return int(np.count_nonzero(curve.thresholds > cut)) - 1


def nearest_cut(curve: Roc, path: Array, x: float, y: float) -> float:
    """Return a threshold for the vertex of a curve nearest to a place."""
    gaps = np.hypot(*(path - [x, y]).T)
    return float(curve.cuts[int(gaps.argmin())])


def _legend(curves: Sequence[NamedRoc], x: float) -> list[Mark]:
    """Return a sample of each curve with its name, from the bottom up; areas stand in the table, which has room."""
    marks: list[Mark] = []
    pitch = min(PITCH, HIGHEST / len(curves))
    for index, one in enumerate(reversed(curves)):
        y = LOWEST + pitch * index
        marks.append(Line(np.array([[x, y], [x + SAMPLE, y]]), one.role))
        marks.append(Text(np.array([x + SAMPLE, y]), one.name, anchor=(0.0, 0.5), offset=(6.0, 0.0)))
    return marks


def _stairs(edges: Array, values: Array) -> Array:
    """Return a path level between two edges."""
    return np.c_[np.repeat(edges, 2)[1:-1], np.repeat(values, 2)]


def _dot(curve: Roc, cut: float | None, path: Array) -> list[Mark]:
    return [] if cut is None else [Points(path[[vertex_of(curve, cut)]], "path", 0, "here")]


def _iso_cost(curve: Roc, prices: Prices) -> list[Mark]:
    """Return the line of equal cost through the cheapest vertex, inside the unit square, with its slope."""
    if not curve.positives or not curve.negatives or not prices.alarm + prices.miss:
        return []
    best, slope = curve.cheapest(prices.alarm, prices.miss), curve.slope(prices.alarm, prices.miss)
    x, y = float(curve.false[best]), float(curve.true[best])
    if not np.isfinite(slope):
        return [Line(np.array([[x, 0.0], [x, 1.0]]), "margin")]
    back, ahead = -x, 1 - x
    if slope > 0:
        back, ahead = max(back, -y / slope), min(ahead, (1 - y) / slope)
    return [Line(np.array([[x + gap, y + slope * gap] for gap in (back, ahead)]), "margin")]


def _now(curve: Roc, cut: float | None) -> str:
    if cut is None:
        return f"area {_number(curve.area)}"
    place = vertex_of(curve, cut)
    return f"found {percent(float(curve.true[place]))}, false alarms {percent(float(curve.false[place]))}"


def _number(value: float) -> str:
    return "–" if np.isnan(value) else text(value)
