"""Structure: what a fit is made of: the tree as a diagram, the list of learners, the table of components."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from mlexplorer.core.capabilities import HasCentres, HasGaussians, HasPruning, HasRounds, HasTree
from mlexplorer.core.numbers import counted, pair, text
from mlexplorer.core.params import Value
from mlexplorer.marks.marks import Layer, Line, Points
from mlexplorer.marks.plot import Drawn, Option, Plot, TableBlock, Touched, ViewKind
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.session import Session
from mlexplorer.views import tree_layout

TREE, PRUNING = 0, 1  # panels
FIGURE = "tree figure"  # the name of an option
FIGURES = {tree_layout.COUNTS: "Counts", tree_layout.IMPURITY: "Impurity", tree_layout.GAIN: "Gain"}


def offered(snapshot: Snapshot) -> bool:
    """Return whether the shown step has parts to show."""
    return isinstance(snapshot.step, HasTree | HasRounds | HasGaussians | HasCentres)


def _is_drawn(snapshot: Snapshot) -> bool:
    """Return whether the parts are a picture rather than a table."""
    return isinstance(snapshot.step, HasTree) or (isinstance(snapshot.step, HasRounds) and bool(snapshot.step.ballots))


def draw(snapshot: Snapshot) -> Drawn:
    """Return the parts of the shown step."""
    step = snapshot.step
    if isinstance(step, HasTree):
        return _tree(snapshot, step)
    if isinstance(step, HasRounds):
        return _rounds(snapshot, step)
    if isinstance(step, HasCentres):
        return Drawn(blocks=(_clusters(snapshot, step),))
    if isinstance(step, HasGaussians):
        return Drawn(blocks=(_components(snapshot, step),))
    return Drawn(words="There is nothing to show yet.")


def touch(snapshot: Snapshot, touched: Touched) -> Session | None:
    """Return the session that points at a node, prunes or splits there, sets the price of a leaf, or shows a round."""
    step = snapshot.step
    if isinstance(step, HasTree) and touched.panel == TREE:
        node = tree_layout.diagram(step.tree).nearest(touched.x, touched.y)
        if touched.kind == "press" and node is not None and isinstance(step, HasPruning):
            return _with_values(snapshot, step.reshaped(node))
        return _looking(snapshot, node=node) if touched.kind == "hover" else None
    if isinstance(step, HasPruning) and touched.panel == PRUNING and touched.kind in ("press", "drag"):
        return _with_values(snapshot, {"pruning": float(min(max(touched.x, 0.0), 1.0))})
    if isinstance(step, HasRounds) and touched.kind in ("press", "drag", "row"):
        place = int(touched.x) + 1 if touched.kind == "row" else round(touched.x)
        return _looking(snapshot, step=min(max(place, 0), snapshot.trace.total - 1))
    return None


def _looking(snapshot: Snapshot, **seen: int | None) -> Session:
    return replace(snapshot.session, view=replace(snapshot.session.view, **seen))  # type: ignore[arg-type] # names of View


def _with_values(snapshot: Snapshot, values: Mapping[str, Value] | None) -> Session | None:
    """Return the session whose tree has other parameters, and is looked at when it is done."""
    if values is None:
        return None
    session = snapshot.session.with_model(snapshot.run.model.with_values(values))
    return replace(session, view=replace(session.view, step=None, node=None))


def _tree(snapshot: Snapshot, step: HasTree) -> Drawn:
    view = snapshot.session.view
    figure = view.option(FIGURE, tree_layout.COUNTS)
    drawing, lit = tree_layout.diagram(step.tree, figure), view.node
    labels = np.asarray(step.classes).tolist()
    layers = tree_layout.layers(drawing, snapshot.data.names, labels, lit)
    told = _told(step, lit, drawing.leaves)
    plot = Plot(layers, drawing.bounds, title="Up is yes, down is no", now=told, height=2.2, axes=False)
    pruning = (_pruning(snapshot, step),) if isinstance(step, HasPruning) and len(step.pruning_path.prices) > 1 else ()
    words = ""
    if isinstance(step, HasPruning):
        words = "Click a question to cut its branch, a mixed leaf to split it once. Drag the price of a leaf to prune."
    return Drawn(
        (plot, *pruning), words=words, options=(Option(FIGURE, "What is written at the nodes", FIGURES, figure),)
    )


def _told(step: HasTree, lit: int | None, leaves: int) -> str:
    """Return the figures of the node that is pointed at, or how many leaves there are."""
    if lit is None or lit >= len(step.tree):
        return counted(leaves, "leaf", "leaves")
    node = step.tree[lit]
    counts = " : ".join(text(count) for count in node.counts)
    gain = f", gain {text(node.gain)}" if node.feature >= 0 else ""
    return f"{counts}, impurity {text(node.impurity)}{gain}"


def _pruning(snapshot: Snapshot, step: HasPruning) -> Plot:
    """Return how many leaves stay at which price of a leaf, with the present price."""
    path = step.pruning_path
    end = float(path.prices[-1]) * 1.15 or 1.0
    xs = np.repeat([*path.prices.tolist(), end], 2)[1:-1]
    ys = np.repeat(path.leaves, 2).astype(float)
    price = float(snapshot.run.model.values().get("pruning", 0.0))
    top = float(path.leaves.max())
    stay = float(path.leaves[max(int(np.searchsorted(path.prices, price + 1e-9)) - 1, 0)])
    here = Points(np.array([[min(price, end), stay]]), "boundary", 0, "dot")
    upright = Line(np.array([[min(price, end), 0.0], [min(price, end), top]]), "cursor")
    layer = Layer("path", (upright, Line(np.c_[xs, ys], "progress"), here))
    bounds = (-0.02 * end, end, 0.0, 1.12 * top)
    return Plot((layer,), bounds, title="Leaves at each price of a leaf", now=_price(price, int(stay)))


def _price(price: float, leaves: int) -> str:
    return f"price {text(price)}, {counted(leaves, 'leaf', 'leaves')}"


def _rounds(snapshot: Snapshot, step: HasRounds) -> Drawn:
    """Return ε and α of all rounds of the fit, and the list of the learners so far."""
    last = snapshot.trace.last if len(snapshot.trace) else step
    ballots = last.ballots if isinstance(last, HasRounds) else step.ballots
    now = len(step.ballots)
    panels = tuple(
        _bars(name, [getattr(ballot, field) for ballot in ballots], now)
        for name, field in (("ε", "error"), ("α", "alpha"))
    )
    rows = tuple(
        (f"{number}  {ballot.words}", text(ballot.error), text(ballot.alpha))
        for number, ballot in enumerate(ballots, 1)
    )
    table = TableBlock("Learners", rows, ("Round", "ε", "α"), hands=True, current=now - 1)
    return Drawn(
        panels if ballots else (), blocks=(table,) if rows else (), words="" if rows else "No round is done yet."
    )


def _bars(name: str, values: list[float], now: int) -> Plot:
    marks = []
    for number, value in enumerate(values, 1):
        path = np.array([[float(number), 0.0], [float(number), value]])
        marks.append(Line(path, "progress" if number == now else "cursor", width=1.6))
    top = max([*values, 1e-9])
    bounds = (0.2, len(values) + 0.8, 0.0, 1.1 * top)
    shown = text(values[now - 1]) if 0 < now <= len(values) else ""
    return Plot((Layer("bars", tuple(marks)),), bounds, title=f"{name} of each round", now=shown, height=0.5)


def _clusters(snapshot: Snapshot, step: HasCentres) -> TableBlock:
    points = snapshot.training.points
    rows = []
    for index, centre in enumerate(step.centres):
        members = points[step.assignments == index] if len(step.assignments) == len(points) else points[:0]
        rows.append((f"Cluster {index}", str(len(members)), pair(centre), text(float(((members - centre) ** 2).sum()))))
    return TableBlock("Clusters", tuple(rows), ("", "Points", "Centre", "Squares"), colours=tuple(range(len(rows))))


def _components(snapshot: Snapshot, step: HasGaussians) -> TableBlock:
    labels = np.asarray(step.classes).tolist()
    names = snapshot.data.class_names
    rows = []
    for label, share, mean, covariance in zip(labels, step.shares, step.means, step.covariances, strict=True):
        name = names[label] if snapshot.classifies else f"Component {label}"
        deviations = np.sqrt(np.maximum(np.linalg.eigvalsh(covariance)[::-1], 0))
        rows.append((name, text(float(share)), pair(mean), pair(deviations)))
    return TableBlock("Gaussians", tuple(rows), ("", "Share", "Mean", "Deviations"), colours=tuple(labels))


VIEW = ViewKind(
    "structure",
    "Structure",
    "What the fit is made of: the tree, the learners, the clusters",
    offered,
    draw,
    touch,
    order=35,
    prints=_is_drawn,
)
