"""The tree of joins as a picture: leaves side by side, each join as high as its distance, and a cut across."""

import numpy as np

from mlexplorer.algorithms.hierarchies.tree import cut_at, cut_height
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import Bounds, HasMerges
from mlexplorer.core.numbers import counted, text
from mlexplorer.marks.marks import Fill, Layer, Line, Mark, Points, Text
from mlexplorer.marks.plot import Plot

SHAPES = 80  # leaves up to which each has its marker
FINE, FINEST = 60, 0.4  # leaves from which on branches are drawn finer, and the finest, in units of a curve
BELOW, ABOVE = 0.06, 0.1  # room below the leaves and above the last join, in units of the highest one
MOST_LASTING = 10  # numbers of clusters whose lasting is shown
BAR, PALE = 0.7, 0.45  # the width of a bar, and how faint those are that are not chosen


def places(step: HasMerges) -> Array:
    """Return where each node stands: leaves at 0, 1, 2 …, a join halfway between its two, at its height."""
    count = len(step.order)
    across = [0.0] * count
    for place, row in enumerate(step.order.tolist()):
        across[row] = float(place)
    for one, other in step.pairs.tolist():
        across.append((across[one] + across[other]) / 2)
    return np.c_[across, np.concatenate([np.zeros(count), step.levels])]


def tree_plot(step: HasMerges, lit: int | None) -> Plot:
    """Return the dendrogram with the present cut; the branch below a lit node stands out."""
    where = places(step)
    layers = (Layer("branches", _branches(step, where, lit)), Layer("leaves", _leaves(step)), Layer("cut", _cut(step)))
    told = counted(len(step.order) - step.joins, "cluster") if lit is None else _told(step, lit)
    names = ("", step.level_name)
    return Plot(layers, bounds(step), names, "Who joined whom, and when", told, height=2.4, counts=False)


def bounds(step: HasMerges) -> Bounds:
    """Return the rectangle that holds the tree and the line of a cut above it."""
    count, top = len(step.order), _top(step)
    room = 0.02 * count + 0.5
    return (-room, count - 1 + room, -BELOW * top if count <= SHAPES else 0.0, (1 + ABOVE) * top)


def node_at(step: HasMerges, x: float, y: float) -> int | None:
    """Return the cluster a place belongs to: the largest one above its leaf that is not higher."""
    count, leaf = len(step.order), round(x)
    if not 0 <= leaf < count or y > (1 + ABOVE) * _top(step):
        return None
    parents = np.full(2 * count - 1, -1)
    parents[step.pairs.reshape(-1)] = np.repeat(np.arange(count, 2 * count - 1), 2)
    node = int(step.order[leaf])
    while parents[node] >= 0 and step.levels[parents[node] - count] <= y:
        node = int(parents[node])
    return node


def clusters_at(step: HasMerges, y: float) -> int:
    """Return how many clusters a cut at a height leaves."""
    return len(step.order) - cut_at(step.levels, y)


def lasting_plot(step: HasMerges) -> Plot | None:
    """Return bars of how long each number of clusters lasts while the cut is raised; None if there is no choice."""
    most = min(MOST_LASTING, len(step.order) - 1)
    if most < 2:
        return None
    numbers, lengths = np.arange(2, most + 1), lasting(step)[: most - 1]
    now = len(step.order) - step.joins
    bars = [_bar(float(number), length) for number, length in zip(numbers.tolist(), lengths.tolist(), strict=True)]
    pale = tuple(bar for number, bar in zip(numbers.tolist(), bars, strict=True) if number != now)
    here = tuple(bar for number, bar in zip(numbers.tolist(), bars, strict=True) if number == now)
    layer = Layer("bars", (Fill(pale, "axis", PALE), Fill(here, "path")))
    top = float(lengths.max()) or 1.0
    told = f"the longest: {int(numbers[lengths.argmax()])}"
    return Plot((layer,), (1.4, most + 0.6, 0.0, 1.1 * top), title="How long each number lasts", now=told, height=0.7)


def lasting(step: HasMerges) -> Array:
    """Return how far the cut can be raised with 2, 3, 4 … clusters."""
    risen = np.maximum.accumulate(np.concatenate([[0.0], step.levels]))
    return np.diff(risen)[::-1]


def _branches(step: HasMerges, where: Array, lit: int | None) -> tuple[Mark, ...]:
    """Return a bracket for each join: in the colour of its cluster if it is done, those of a lit branch above all."""
    count = len(step.order)
    labels = np.full(len(step.pairs), -1)
    labels[: step.joins] = [step.colours[step.members(count + join)[0]] for join in range(step.joins)]
    brackets = _brackets(step, where)
    width = min(max(FINE / count, FINEST), 1.0)
    marks: list[Mark] = [Line(_chained(brackets[step.joins :]), "progress", width=width)]
    marks += [
        Line(_chained(brackets[labels == label]), f"curve {label}", width=width)
        for label in np.unique(labels[: step.joins]).tolist()
    ]
    if lit is not None and count <= lit < 2 * count - 1:
        inside = _inside(step, lit)
        marks.append(Line(_chained(brackets[inside]), "box", width=1.8 * width))
    return tuple(mark for mark in marks if isinstance(mark, Line) and len(mark.path))


def _brackets(step: HasMerges, where: Array) -> Array:
    """Return for each join the line up from one node, across, and down to the other, as (joins, 4, 2)."""
    one, other = where[step.pairs[:, 0]], where[step.pairs[:, 1]]
    up, down = one.copy(), other.copy()
    up[:, 1] = down[:, 1] = step.levels
    return np.stack([one, up, down, other], axis=1)


def _chained(brackets: Array) -> Array:
    """Return lines one after the other, separated by NaN."""
    return np.concatenate([brackets, np.full((len(brackets), 1, 2), np.nan)], axis=1).reshape(-1, 2)[:-1]


def _inside(step: HasMerges, node: int) -> Labels:
    """Return the joins at and below a node."""
    count, waiting, found = len(step.order), [node], list[int]()
    while waiting:
        join = waiting.pop() - count
        if join >= 0:
            found.append(join)
            waiting += step.pairs[join].tolist()
    return np.array(found, np.intp)


def _leaves(step: HasMerges) -> tuple[Mark, ...]:
    """Return the marker of each point below its leaf, if there is room."""
    if len(step.order) > SHAPES:
        return ()
    labels = step.colours[step.order]
    y, size = -0.5 * BELOW * _top(step), 0.75 if len(step.order) < SHAPES / 2 else 0.5
    marks = []
    for label in np.unique(labels).tolist():
        xs = np.flatnonzero(labels == label).astype(np.float64)
        sizes = np.full(len(xs), size)
        marks.append(Points(np.c_[xs, np.full(len(xs), y)], f"class {label}", label, "filled", sizes=sizes))
    return tuple(marks)


def _cut(step: HasMerges) -> tuple[Mark, ...]:
    """Return the line of the cut, with how many clusters it leaves."""
    left, right, _, _ = bounds(step)
    y = cut_height(step.levels, step.joins) or 0.5 * _top(step)
    words = counted(len(step.order) - step.joins, "cluster")
    said = Text(np.array([right, y]), words, anchor=(1.0, 0.0), offset=(-4.0, 5.0), plate=True)
    return (Line(np.array([[left, y], [right, y]]), "without"), said)


def _bar(x: float, height: float) -> Array:
    """Return an upright rectangle that stands at x."""
    left, right = x - BAR / 2, x + BAR / 2
    return np.array([[left, 0.0], [right, 0.0], [right, height], [left, height]])


def _told(step: HasMerges, node: int) -> str:
    """Return how many points a node has, and at which height they were joined."""
    join = node - len(step.order)
    if join < 0 or join >= len(step.pairs):
        return "1 point"
    return f"{counted(int(step.sizes[join]), 'point')}, joined at {text(float(step.heights[join]))}"


def _top(step: HasMerges) -> float:
    return float(step.levels.max(initial=0.0)) or 1.0
