"""What every threshold of a feature would cost or gain: the landscapes of stumps, trees and rounds of boosting."""

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import HasThresholds, HasTree, Node
from mlexplorer.core.data import Dataset
from mlexplorer.core.numbers import text
from mlexplorer.core.splits import Classes, Sorted
from mlexplorer.core.thresholds import Staircase
from mlexplorer.marks.marks import Layer, Line, Mark, Points
from mlexplorer.marks.plot import Plot
from mlexplorer.session.beats import inside_box

MOST_NODES = 24  # offered to be looked at
MOST_TICKS = 400


def threshold_plots(step: HasThresholds, data: Dataset) -> tuple[Plot, ...]:
    """Return the cost of every threshold of either feature; rings mark the lowest stairs, ticks what was tried."""
    root = step.tree[0] if isinstance(step, HasTree) else None
    plots = []
    for feature in (0, 1):
        places, costs = step.thresholds(feature)
        here = root.threshold if root is not None and root.feature == feature else None
        plots.append(_plot(data.names[feature], (places, costs), here, step.visits(feature), lowest=True))
    return tuple(plots)


def gain_plots(step: HasTree, node: Node, data: Dataset, criterion: str) -> tuple[Plot, ...]:
    """Return what a cut at every threshold of either feature would gain in a node."""
    if len(inside_box(node, data)) < 2:
        return ()
    plots = []
    for feature, stairs in enumerate(gains(step, node, data, criterion)):
        here = node.threshold if node.feature == feature else None
        plots.append(_plot(data.names[feature], stairs, here, np.empty(0), lowest=False))
    return tuple(plots)


def gains(step: HasTree, node: Node, data: Dataset, criterion: str) -> list[tuple[Array, Array]]:
    """Return places and gains of either feature, a staircase: what a cut of the points of a node would gain."""
    part = data.part(inside_box(node, data))
    stairs = Staircase(Sorted.of(part.points), Classes.of(part.labels, step.classes), criterion)
    total = float(stairs.rank_costs(0, np.array([len(part)]))[0])
    curves = [stairs.curve(feature) for feature in (0, 1)]
    return [(places, (total - costs) / len(part)) for places, costs in curves]


def node_choices(tree: tuple[Node, ...], names: tuple[str, str]) -> dict[str, str]:
    """Return the nodes of a tree by index, with what each asks or says."""
    return {str(index): _said(index, node, names) for index, node in enumerate(tree[:MOST_NODES])}


def _said(index: int, node: Node, names: tuple[str, str]) -> str:
    where = "Root" if index == 0 else f"Node {index}"
    return f"{where}: leaf" if node.feature < 0 else f"{where}: {names[node.feature]} ≤ {text(node.threshold)}"


def _plot(name: str, stairs: tuple[Array, Array], here: float | None, tried: Array, *, lowest: bool) -> Plot:
    places, values = stairs
    room = 0.05 * float(np.ptp(places)) or 1.0
    ends = np.append(places[1:], places[-1] + room)
    curve = np.c_[np.c_[places, ends].ravel(), np.repeat(values, 2)]
    best = float(values.min() if lowest else values.max())
    middles = ((places + ends) / 2)[np.isclose(values, best, rtol=1e-9, atol=1e-12)]
    low, high = min(0.0, float(values.min())), float(values.max())
    span = high - low or 1.0
    marks: list[Mark] = [Line(curve, "progress")]
    if len(tried):
        some = tried[:: len(tried) // MOST_TICKS + 1]
        marks.append(Line(_uprights(some, low - 0.1 * span, low - 0.04 * span), "residual"))
    marks.append(Points(np.c_[middles, np.full(len(middles), best)], "path", 0, "start"))
    if here is not None:
        height = float(values[max(0, int(np.searchsorted(places, here, side="right")) - 1)])
        marks.append(Points(np.array([[here, height]]), "path", 0, "here"))
    bounds = (float(places[0]) - room, float(ends[-1]) + room, low - 0.12 * span, high + 0.1 * span)
    word = "Cost" if lowest else "Gain"
    title = f"{word} against the threshold of {name}"
    return Plot((Layer("curve", tuple(marks)),), bounds, (name, ""), title, f"best {text(best)}")


def _uprights(places: Array, low: float, high: float) -> Array:
    lines = np.full((len(places), 3, 2), np.nan)
    lines[:, 0] = np.c_[places, np.full(len(places), low)]
    lines[:, 1] = np.c_[places, np.full(len(places), high)]
    return lines.reshape(-1, 2)
