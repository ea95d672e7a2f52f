"""Losses against the margin: what each training point costs at its y·f, under every loss there is a name for."""

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import Bounds, HasDiscriminant, HasMargins, HasProbabilities
from mlexplorer.core.margin_losses import MARGIN_LOSSES
from mlexplorer.core.numbers import text
from mlexplorer.marks.marks import Layer, Line, Mark, Points
from mlexplorer.marks.plot import Drawn, Fact, Option, Plot, ViewKind
from mlexplorer.session.snapshot import Snapshot

CHOSEN = "margin loss"
PLACES = 241
WIDEST = 8.0  # margins beyond this, either way, are drawn at the edge


def offered(snapshot: Snapshot) -> bool:
    """Return whether the shown step gives two classes one number f, so that points have a margin."""
    return snapshot.classifies and isinstance(snapshot.step, HasDiscriminant) and len(snapshot.step.classes) == 2


def draw(snapshot: Snapshot) -> Drawn:
    """Return the curves of all losses, the points on the chosen one, and the sum of each over the training points."""
    step = snapshot.step
    if not offered(snapshot) or not isinstance(step, HasDiscriminant):
        return Drawn(words="These points have no margin.")
    data = snapshot.run.model.training(snapshot.data)
    signs = np.where(data.labels == step.classes[1], 1.0, -1.0)
    margins = signs * step.discriminant(data.points)
    chosen = snapshot.session.view.option(CHOSEN, _usual(snapshot))
    chosen = chosen if chosen in MARGIN_LOSSES else "hinge"
    option = Option(CHOSEN, "Which loss", {name: loss.title for name, loss in MARGIN_LOSSES.items()}, chosen)
    facts = [Fact(loss.title, text(float(loss.of(margins).sum()))) for loss in MARGIN_LOSSES.values()]
    panel = _panel(chosen, margins, np.asarray(data.labels), _bounds(chosen, margins))
    return Drawn((panel,), tuple(facts), options=(option,))


def _usual(snapshot: Snapshot) -> str:
    if isinstance(snapshot.step, HasMargins):
        return "hinge"
    return "log" if isinstance(snapshot.step, HasProbabilities) else "errors"


def _bounds(chosen: str, margins: Array) -> Bounds:
    low, high = max(float(margins.min()), -WIDEST), min(float(margins.max()), WIDEST)
    left, right = min(low, -1.5) - 0.3, max(high, 2.0) + 0.3
    top = float(MARGIN_LOSSES[chosen].of(np.clip(margins, left, right)).max())
    top = min(max(top, 2.0), 60.0)
    return (left, right, -0.06 * top, 1.12 * top)


def _panel(chosen: str, margins: Array, labels: Array, bounds: Bounds) -> Plot:
    left, right, _, top = bounds
    xs = np.linspace(left, right, PLACES)
    marks: list[Mark] = [Line(np.array([[0.0, bounds[2]], [0.0, top]]), "cursor")]
    marks += [Line(_stepped(xs, name), "ahead") for name in MARGIN_LOSSES if name != chosen]
    marks.append(Line(_stepped(xs, chosen), "progress"))
    places = np.clip(margins, left, right)
    heights = np.minimum(MARGIN_LOSSES[chosen].of(places), top)
    for label in np.unique(labels):
        rows = labels == label
        sizes = np.full(int(rows.sum()), 0.75)
        marks.append(Points(np.c_[places, heights][rows], f"class {label}", int(label), "filled", sizes=sizes))
    total = float(MARGIN_LOSSES[chosen].of(margins).sum())
    return Plot(
        (Layer("curve", tuple(marks)),),
        bounds,
        ("margin y·f", ""),
        f"{MARGIN_LOSSES[chosen].title} against the margin",
        text(total),
    )


def _stepped(xs: Array, name: str) -> Array:
    """Return a curve; the staircase of errors falls at once."""
    if name == "errors":
        return np.array([[xs[0], 1.0], [0.0, 1.0], [0.0, 0.0], [xs[-1], 0.0]])
    return np.c_[xs, MARGIN_LOSSES[name].of(xs)]


VIEW = ViewKind("losses", "Losses", "What each point costs at its margin, under every loss", offered, draw, place=30)
