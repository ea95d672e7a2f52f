"""What every threshold of a feature would cost or gain: the landscapes of stumps, trees and rounds of boosting."""

import numpy as np

from mlexplorer.algorithms.trees.splits import ClassWeights, Sorted, midpoint
from mlexplorer.algorithms.trees.thresholds import Staircase
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import HasPointWeights, HasThresholds, HasTree, Node
from mlexplorer.core.data import Dataset
from mlexplorer.core.model import Model
from mlexplorer.core.numbers import small, text
from mlexplorer.marks.marks import Layer, Line, Mark, Points
from mlexplorer.marks.plot import Option, Plot, TableBlock
from mlexplorer.pipeline.snapshot import Snapshot

MOST_NODES = 24  # offered to be looked at
MOST_TICKS = 400
ROUNDED = 12  # decimals of a cost that are more than rounding
NODE = "tree node"  # the name of the choice
COSTS = {"error": "Errors", "gini": "Gini impurity", "entropy": "Entropy"}
GAIN = "Gain"


def threshold_plots(step: HasThresholds, data: Dataset, model: Model) -> tuple[Plot, ...]:
    """Return the cost of every threshold of either feature; rings mark the lowest stairs, ticks what was tried."""
    root = step.tree[0] if isinstance(step, HasTree) else None
    word = COSTS[_criterion(model)]
    word = f"Weighted {small(word)}" if isinstance(step, HasPointWeights) else word
    plots = []
    for feature in (0, 1):
        places, costs = step.thresholds(feature)
        here = root.threshold if root is not None and root.feature == feature else None
        plots.append(_plot(data.names[feature], (places, costs), here, step.visits(feature), word))
    return tuple(plots)


def gain_plots(step: HasTree, node: Node, data: Dataset, model: Model) -> tuple[Plot, ...]:
    """Return what a cut at every threshold of either feature would gain in a node."""
    if len(node.inside(data.points)) < 2:
        return ()
    plots = []
    for feature, stairs in enumerate(gains(step, node, data, model)):
        here = node.threshold if node.feature == feature else None
        plots.append(_plot(data.names[feature], stairs, here, np.empty(0), GAIN))
    return tuple(plots)


def gains(step: HasTree, node: Node, data: Dataset, model: Model) -> list[tuple[Array, Array]]:
    """Return places and gains of either feature, a staircase: what a cut of the points of a node would gain."""
    part = data.part(node.inside(data.points))
    stairs = _staircase(step, part, model)
    total = float(stairs.rank_costs(0, np.array([len(part)]))[0])
    curves = [stairs.curve(feature) for feature in (0, 1)]
    return [(places, (total - costs) / len(part)) for places, costs in curves]


def split_table(step: HasTree, node: Node, data: Dataset, model: Model) -> TableBlock:
    """Return the best question of either feature in a node, with what lies on its sides and what it gains."""
    part, leaf = data.part(node.inside(data.points)), int(model.values().get("leaf", 1))
    stairs = _staircase(step, part, model)
    rows: list[tuple[str, ...]] = []
    current = -1
    for feature in (0, 1):
        gaps = stairs.gaps(feature)
        gaps = gaps[(gaps >= leaf) & (gaps <= len(part) - leaf)]
        if len(gaps):
            current = len(rows) if node.feature == feature else current
            rows.append(_question(stairs, data.names[feature], feature, gaps))
    counts = " : ".join(text(count) for count in node.counts)
    title = f"Best splits of {'the leaf' if node.feature < 0 else 'the node'} {counts}, Q = {text(node.impurity)}"
    return TableBlock(title, tuple(rows), ("", "Yes", "No", "Gain"), current=current)


def _staircase(step: HasTree, part: Dataset, model: Model) -> Staircase:
    return Staircase(Sorted.of(part.points), ClassWeights.of(part.labels, step.classes), _criterion(model))


def _criterion(model: Model) -> str:
    """Return how a model measures the mixture of classes."""
    return str(model.values().get("criterion", "gini"))


def _question(stairs: Staircase, name: str, feature: int, gaps: Labels) -> tuple[str, ...]:
    """Return the best of some thresholds of a feature as a row: the question, both sides, and the gain."""
    costs, total = stairs.rank_costs(feature, gaps), float(stairs.total.sum())
    best = int(stairs.good(costs, float(costs.min())).argmax())
    low, high = stairs.order.values[feature, gaps[best] - 1 : gaps[best] + 1]
    threshold = float(midpoint(low, high))
    sides = (" : ".join(text(count) for count in side) for side in stairs.sides(feature, threshold))
    whole = float(stairs.rank_costs(feature, np.array([-1]))[0])
    return f"{name} ≤ {text(threshold)}", *sides, text((whole - float(costs[best])) / total)


def chosen_node(snapshot: Snapshot, step: HasTree) -> tuple[int, Option]:
    """Return the node of a tree that is looked at closely, and the choice of another."""
    view = snapshot.session.view
    choices = node_choices(step.tree, snapshot.data.names)
    chosen = view.option(NODE, str(view.node or 0))
    chosen = chosen if chosen in choices else "0"
    return int(chosen), Option(NODE, "Node", choices, chosen)


def node_choices(tree: tuple[Node, ...], names: tuple[str, str]) -> dict[str, str]:
    """Return the nodes of a tree by index, with what each asks or says."""
    return {str(index): _said(index, node, names) for index, node in enumerate(tree[:MOST_NODES])}


def _said(index: int, node: Node, names: tuple[str, str]) -> str:
    where = "Root" if index == 0 else f"Node {index}"
    return f"{where}: leaf" if node.feature < 0 else f"{where}: {names[node.feature]} ≤ {text(node.threshold)}"


def _plot(name: str, stairs: tuple[Array, Array], here: float | None, tried: Array, word: str) -> Plot:
    places, values = stairs
    room = 0.05 * float(np.ptp(places)) or 1.0
    ends = np.append(places[1:], places[-1] + room)
    curve = np.c_[np.c_[places, ends].ravel(), np.repeat(values, 2)]
    best = float(values.max() if word == GAIN else values.min())
    middles = ((places + ends) / 2)[np.isclose(values, best, rtol=1e-9, atol=1e-12)]
    low, high = float(values.min()), float(values.max())
    low = low if low > high / 2 else min(low, 0.0)  # from nothing, unless the stairs would be flat then
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
    title = f"{word} against the threshold of {name}"
    return Plot((Layer("curve", tuple(marks)),), bounds, (name, ""), title, f"best {text(round(best, ROUNDED))}")


def _uprights(places: Array, low: float, high: float) -> Array:
    lines = np.full((len(places), 3, 2), np.nan)
    lines[:, 0] = np.c_[places, np.full(len(places), low)]
    lines[:, 1] = np.c_[places, np.full(len(places), high)]
    return lines.reshape(-1, 2)
