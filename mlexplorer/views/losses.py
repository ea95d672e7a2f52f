"""Losses against the margin: what each training point costs at its y·f, under every loss there is a name for."""

import numpy as np

from mlexplorer.algorithms.lines.margin_losses import MARGIN_LOSSES, margins
from mlexplorer.core.capabilities import HasDiscriminant, HasMargins, HasProbabilities
from mlexplorer.core.numbers import text
from mlexplorer.landscapes.margin_plot import margin_plot
from mlexplorer.marks.plot import Drawn, Fact, Option, ViewKind, always
from mlexplorer.pipeline.snapshot import Snapshot

CHOSEN = "margin loss"


def offered(snapshot: Snapshot) -> bool:
    """Return whether the shown step gives two classes one number f, so that points have a margin."""
    return snapshot.classifies and isinstance(snapshot.step, HasDiscriminant) and len(snapshot.step.classes) == 2


def draw(snapshot: Snapshot) -> Drawn:
    """Return the curves of all losses, the points on the chosen one, and the sum of each over the training points."""
    step = snapshot.step
    if not offered(snapshot) or not isinstance(step, HasDiscriminant):
        return Drawn(words="These points have no margin.")
    data = snapshot.training
    found = margins(step, data)
    chosen = snapshot.session.view.option(CHOSEN, _usual(snapshot))
    chosen = chosen if chosen in MARGIN_LOSSES else "hinge"
    option = Option(CHOSEN, "Loss", {name: loss.title for name, loss in MARGIN_LOSSES.items()}, chosen)
    facts = [Fact(loss.title, text(float(loss.of(found).sum()))) for loss in MARGIN_LOSSES.values()]
    panel = margin_plot(chosen, found, np.asarray(data.labels))
    return Drawn((panel,), tuple(facts), options=(option,))


def _usual(snapshot: Snapshot) -> str:
    if isinstance(snapshot.step, HasMargins):
        return "hinge"
    return "log" if isinstance(snapshot.step, HasProbabilities) else "errors"


VIEW = ViewKind(
    "losses",
    "Losses",
    "What each point costs at its margin, under every loss",
    offered,
    draw,
    order=30,
    by_class=always,
)
