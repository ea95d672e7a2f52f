"""Structure: what a fit is made of: tree or network as a diagram, the list of learners, the table of components."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from mlexplorer.core.capabilities import (
    HasBags,
    HasCentres,
    HasCurveTree,
    HasFeatureDensities,
    HasGaussians,
    HasMemberTree,
    HasMerges,
    HasModels,
    HasNetwork,
    HasProbabilities,
    HasPruning,
    HasResiduals,
    HasRounds,
    HasScores,
    HasTree,
)
from mlexplorer.core.numbers import counted, pair, text
from mlexplorer.core.params import Value, specs
from mlexplorer.layers import feature_densities
from mlexplorer.layers.shares import can_share
from mlexplorer.marks.marks import Layer, Line, Points
from mlexplorer.marks.plot import Drawn, Option, Plot, TableBlock, Touched, ViewKind
from mlexplorer.pipeline.slow_motion import BACK, FORWARD, rows_of
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.session import Session
from mlexplorer.views import dendrogram, network_layout, tree_layout
from mlexplorer.views.share_band import WORDS, share_band

TREE, PRUNING = 0, 1  # panels
LEAST_REACH = 3.0  # a drag across the whole diagram changes a weight by twice as much at least
WIRES = (
    "Wide: a large weight; dashed: below 0. Point at a unit to see its line. Drag an edge up or down to change its "
    "weight, a unit to change its offset; move along the timeline to let go."
)
CLUSTERS = "clusters"  # the parameter of a model that says where its tree of joins is cut
FIGURE = "tree figure"  # the name of an option
BESIDE_TREE = 0.25  # share of the height for the list of learners where the newest one is drawn
LEVELS = {
    tree_layout.LEVEL: "Mean",
    tree_layout.COUNTS: "Points",
    tree_layout.IMPURITY: "Variance",
    tree_layout.GAIN: "Gain",
}
FIGURES_OF_ROUNDS = {"ε": "error", "α": "alpha"}
FIGURES_OF_SUMS = {"Loss": "error"}  # after the round
FIGURES_OF_MEMBERS = {"Error": "error"}
FIGURES = {tree_layout.COUNTS: "Counts", tree_layout.IMPURITY: "Impurity", tree_layout.GAIN: "Gain"}


def offered(snapshot: Snapshot) -> bool:
    """Return whether the shown step has parts to show."""
    return isinstance(snapshot.step, tuple(kind for kind, _ in PARTS))


def _is_drawn(snapshot: Snapshot) -> bool:
    """Return whether the parts are a picture rather than a table."""
    step = snapshot.step
    is_picture = isinstance(step, HasTree | HasCurveTree | HasNetwork | HasFeatureDensities | HasMerges)
    return is_picture or (isinstance(step, HasRounds) and bool(step.ballots))


def draw(snapshot: Snapshot) -> Drawn:
    """Return the parts of the shown step."""
    step = snapshot.step
    found = (write(snapshot, step) for kind, write in PARTS if isinstance(step, kind))
    return next(found, Drawn(words="There is nothing to show yet."))


def touch(snapshot: Snapshot, touched: Touched) -> Session | None:
    """Return the session after a touch of what is shown: of a tree, a network, joins or rounds."""
    step = snapshot.step
    return next((answer(snapshot, step, touched) for kind, answer in TOUCHES if isinstance(step, kind)), None)


def _touched_tree(snapshot: Snapshot, step: HasTree, touched: Touched) -> Session | None:
    """Return the session that points at a node, prunes or splits there, or sets the price of a leaf."""
    if touched.panel == PRUNING and isinstance(step, HasPruning) and touched.kind in ("press", "drag"):
        return _with_values(snapshot, {"pruning": float(min(max(touched.x, 0.0), 1.0))})
    node = tree_layout.diagram(step.tree).nearest(touched.x, touched.y) if touched.panel == TREE else None
    if touched.kind == "press" and node is not None and isinstance(step, HasPruning):
        return _with_values(snapshot, step.reshaped(node))
    return _looking(snapshot, node=node) if touched.kind == "hover" and touched.panel == TREE else None


def _touched_curve_tree(snapshot: Snapshot, step: HasCurveTree, touched: Touched) -> Session | None:
    """Return the session that points at a node."""
    node = tree_layout.diagram(step.tree).nearest(touched.x, touched.y) if touched.panel == TREE else None
    return _looking(snapshot, node=node) if touched.kind == "hover" else None


def _touched_rounds(snapshot: Snapshot, step: HasRounds, touched: Touched) -> Session | None:
    """Return the session that shows a round."""
    if touched.kind != "row" and not _is_on_bars(step, touched):
        return None
    place = int(touched.x) + 1 if touched.kind == "row" else round(touched.x)
    return _looking(snapshot, step=min(max(place, 0), snapshot.trace.total - 1))


def _touched_merges(snapshot: Snapshot, step: HasMerges, touched: Touched) -> Session | None:
    """Return the session that points at a branch, or whose tree is cut where the hand is."""
    if touched.kind == "hover":
        node = dendrogram.node_at(step, touched.x, touched.y) if touched.panel == TREE else None
        return _looking(snapshot, node=node)
    if touched.kind not in ("press", "drag"):
        return None
    wanted = dendrogram.clusters_at(step, touched.y) if touched.panel == TREE else round(touched.x)
    model = snapshot.run.model
    most = next(int(spec.high or wanted) for spec in specs(type(model)) if spec.name == CLUSTERS)
    return _with_values(snapshot, {CLUSTERS: min(max(wanted, 1), most, len(step.order))})


def _is_on_bars(step: HasRounds, touched: Touched) -> bool:
    """Return whether bars of the rounds are pressed or dragged along: the tree of a member comes below them."""
    return touched.kind in ("press", "drag") and touched.panel < len(_figures(step))


def _figures(step: HasRounds) -> Mapping[str, str]:
    """Return the figures of each round that are drawn and listed: their title, and the field of a ballot."""
    if isinstance(step, HasResiduals):
        return FIGURES_OF_SUMS
    return FIGURES_OF_MEMBERS if isinstance(step, HasBags | HasModels) else FIGURES_OF_ROUNDS


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
    drawing, lit = tree_layout.diagram(step.tree, figure, snapshot.data.names), view.node
    labels = np.asarray(step.classes).tolist()
    layers = tree_layout.layers(drawing, labels, lit)
    told = _told(step, lit, drawing.leaves)
    plot = Plot(layers, drawing.bounds, title="Up is yes, down is no", now=told, height=drawing.height, axes=False)
    pruning = (_pruning(snapshot, step),) if isinstance(step, HasPruning) and len(step.pruning_path.prices) > 1 else ()
    words = ""
    if isinstance(step, HasPruning):
        words = "Click a question to cut its branch, a mixed leaf to split it once. Drag the price of a leaf to prune."
    return Drawn((plot, *pruning), words=words, options=(Option(FIGURE, "At the nodes", FIGURES, figure),))


def _curve_tree(snapshot: Snapshot, step: HasCurveTree) -> Drawn:
    """Return the tree of a staircase, with the mean of each node."""
    view = snapshot.session.view
    chosen = view.option(FIGURE, tree_layout.LEVEL)
    figure = chosen if chosen in LEVELS else tree_layout.LEVEL
    drawing = tree_layout.diagram(step.tree, figure, snapshot.data.names)
    lit = view.node if view.node is not None and view.node < len(step.tree) else None
    layers = tree_layout.layers(drawing, [0], lit)
    told = counted(drawing.leaves, "leaf", "leaves")
    if lit is not None:
        node = step.tree[lit]
        told = f"{text(node.counts[0])} points, mean {text(node.level)}, variance {text(node.impurity)}"
    plot = Plot(layers, drawing.bounds, title="Up is yes, down is no", now=told, height=drawing.height, axes=False)
    return Drawn((plot,), options=(Option(FIGURE, "At the nodes", LEVELS, figure),))


def _network(snapshot: Snapshot, step: HasNetwork) -> Drawn:
    drawing, view = network_layout.NetworkDiagram(step), snapshot.session.view
    lit = view.node if view.node is not None and view.node < drawing.nodes else None  # of another model
    layers = network_layout.layers(drawing, snapshot.frame.bounds, lit, _said(snapshot, step))
    is_free = snapshot.run.by_hand is None
    title = network_layout.told(drawing, lit) or "Each unit as a map"  # a sum needs the whole row of a narrow panel
    now = f"{len(drawing.weights)} weights and offsets" if is_free else "held by hand"
    tall = min(max(0.35 * drawing.most, 1.2), 2.2)
    plot = Plot(layers, drawing.bounds, title=title, now=now, height=tall, axes=False)
    return Drawn((plot,), words=WIRES)


def _said(snapshot: Snapshot, step: HasNetwork) -> network_layout.Said:
    """Return what each unit gives at the probed place; in slow motion at the next point, then the errors going back."""
    moment, probe = snapshot.moment, snapshot.session.view.probe
    if moment is None or moment.beat.name not in (FORWARD, BACK):
        return [] if probe is None else [part[0] for part in step.activations(np.array([probe]))]
    row = int(rows_of(moment.coming)[0])
    if moment.beat.name == BACK:
        return step.errors(row)
    return [part[0] for part in step.activations(snapshot.training.points[[row]])]


def _touched_network(snapshot: Snapshot, step: HasNetwork, touched: Touched) -> Session | None:
    """Return the session that points at a unit or an edge, or whose weight there is changed by dragging up or down."""
    drawing = network_layout.NetworkDiagram(step)
    if touched.kind in ("hover", "press"):
        return _looking(snapshot, node=drawing.nearest(touched.x, touched.y))
    place, held = drawing.weight_of(snapshot.session.view.node), snapshot.run.by_hand
    if touched.kind != "drag" or place is None:
        return None
    weights = drawing.weights.copy() if held is None or len(held) != len(drawing.weights) else np.array(held)
    last = snapshot.trace.last if len(snapshot.trace) else step
    reach = network_layout.NetworkDiagram(last).weights if isinstance(last, HasNetwork) else weights
    weights[place] += touched.up / drawing.height * 2 * max(LEAST_REACH, float(np.abs(reach).max()))
    return snapshot.session.with_held(weights)


def _dendrogram(snapshot: Snapshot, step: HasMerges) -> Drawn:
    """Return the tree of joins with its cut, and how long each number of clusters lasts."""
    if not len(step.pairs):
        return Drawn(words="A single point has nothing to join.")
    lasting = dendrogram.lasting_plot(step)
    panels = (dendrogram.tree_plot(step, snapshot.session.view.node), *(() if lasting is None else (lasting,)))
    return Drawn(
        panels, words="Drag the cut to choose how many clusters are left. Point at a branch to see its points."
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
    figures = _figures(step)
    what = "member" if isinstance(step, HasBags | HasModels) else "round"
    panels = tuple(
        _bars(_bars_title(step, title), [getattr(ballot, field) for ballot in ballots], now)
        for title, field in figures.items()
    )
    rows = tuple(
        (f"{number}  {ballot.words}", *(text(getattr(ballot, field)) for field in figures.values()))
        for number, ballot in enumerate(ballots, 1)
    )
    table = TableBlock("Learners", rows, (what.capitalize(), *figures), hands=True, current=now - 1)
    tree = _member_tree(snapshot)
    return Drawn(
        (*panels, *tree) if ballots else (),
        blocks=(table,) if rows else (),
        words="" if rows else f"No {what} is done yet.",
        reading=BESIDE_TREE if tree else Drawn.reading,
    )


def _bars_title(step: HasRounds, title: str) -> str:
    """Return what the bars of a figure show."""
    if isinstance(step, HasResiduals):
        return f"{title} after each round"
    if isinstance(step, HasModels):
        return f"{title} of each member alone"
    return f"{title} of each member on points left out" if isinstance(step, HasBags) else f"{title} of each round"


def _member_tree(snapshot: Snapshot) -> tuple[Plot, ...]:
    """Return the diagram of the newest learner, if it is a tree."""
    step = snapshot.step
    if not isinstance(step, HasMemberTree) or not isinstance(step, HasScores) or not step.member_tree:
        return ()
    figure = tree_layout.ADDED if isinstance(step, HasResiduals) else tree_layout.COUNTS
    drawing = tree_layout.diagram(step.member_tree, figure, snapshot.data.names)
    layers = tree_layout.layers(drawing, np.asarray(step.classes).tolist(), None)
    told = counted(drawing.leaves, "leaf", "leaves")
    adds = ", and what it adds" if figure == tree_layout.ADDED else ": up is yes, down is no"
    title = f"The newest tree{adds}"
    return (Plot(layers, drawing.bounds, title=title, now=told, height=drawing.height, axes=False),)


def _bars(name: str, values: list[float], now: int) -> Plot:
    marks = []
    for number, value in enumerate(values, 1):
        path = np.array([[float(number), 0.0], [float(number), value]])
        marks.append(Line(path, "progress" if number == now else "cursor", width=1.6))
    top = max([*values, 1e-9])
    bounds = (0.2, len(values) + 0.8, 0.0, 1.1 * top)
    shown = text(values[now - 1]) if 0 < now <= len(values) else ""
    return Plot((Layer("bars", tuple(marks)),), bounds, title=name, now=shown, height=0.5, whole=(True, False))


def _clusters(snapshot: Snapshot, step: HasCentres) -> Drawn:
    points = snapshot.training.points
    rows = []
    for index, centre in enumerate(step.centres):
        members = points[step.assignments == index] if len(step.assignments) == len(points) else points[:0]
        rows.append((f"Cluster {index}", str(len(members)), pair(centre), text(float(((members - centre) ** 2).sum()))))
    table = TableBlock("Clusters", tuple(rows), ("", "Points", "Centre", "Squares"), colours=tuple(range(len(rows))))
    return Drawn(blocks=(table,))


def _densities(snapshot: Snapshot, step: HasFeatureDensities) -> Drawn:
    """Return the densities along both features, and the Gaussians if that is what they are."""
    table = (_table_of(snapshot, step),) if isinstance(step, HasGaussians) else ()
    return Drawn(feature_densities.plots(snapshot, step), blocks=table)


def _components(snapshot: Snapshot, step: HasGaussians) -> Drawn:
    table = _table_of(snapshot, step)
    if can_share(snapshot) and isinstance(step, HasProbabilities):
        return Drawn((share_band(snapshot, step),), words=WORDS, blocks=(table,))
    return Drawn(blocks=(table,))


def _table_of(snapshot: Snapshot, step: HasGaussians) -> TableBlock:
    labels = np.asarray(step.classes).tolist()
    names = snapshot.data.class_names
    rows = []
    for label, share, mean, covariance in zip(labels, step.shares, step.means, step.covariances, strict=True):
        name = names[label] if snapshot.classifies else f"Cluster {label}"
        deviations = np.sqrt(np.maximum(np.linalg.eigvalsh(covariance)[::-1], 0))
        rows.append((name, f"{100 * float(share):.0f} %", pair(mean), pair(deviations, 2)))
    return TableBlock("Gaussians", tuple(rows), ("", "Share", "Mean", "Deviations"), colours=tuple(labels))


PARTS: tuple[tuple[type, Callable[[Snapshot, Any], Drawn]], ...] = (  # the first that a step has is shown
    (HasTree, _tree),
    (HasCurveTree, _curve_tree),
    (HasNetwork, _network),
    (HasMerges, _dendrogram),
    (HasRounds, _rounds),
    (HasCentres, _clusters),
    (HasFeatureDensities, _densities),
    (HasGaussians, _components),
)
TOUCHES: tuple[tuple[type, Callable[[Snapshot, Any, Touched], Session | None]], ...] = (
    (HasNetwork, _touched_network),
    (HasTree, _touched_tree),
    (HasCurveTree, _touched_curve_tree),
    (HasMerges, _touched_merges),
    (HasRounds, _touched_rounds),
)

VIEW = ViewKind(
    "structure",
    "Inside",
    "What the fit is made of: the tree, the network, the learners, the clusters",
    offered,
    draw,
    touch,
    order=35,
    prints=_is_drawn,
    by_class=lambda snapshot: snapshot.classifies,
)
