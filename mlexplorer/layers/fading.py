"""What does not matter is faded: points that no street needs, and all of them where runs race for the eye."""

import numpy as np

from mlexplorer.core.arrays import NO_ROWS, Array, Labels, Mask
from mlexplorer.core.capabilities import HasSupport
from mlexplorer.layers.layer import LayerKind
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.side_by_side import is_race, is_race_seen

FADE = "fade"
SUPPORT = "support"  # the layer of support vectors
AT_BOUND = 1e-9  # a multiplier this near to its bound, as a share of it, has reached it
SMALLER = 0.79  # of the usual diameter


def faded(snapshot: Snapshot) -> Mask | None:
    """Return for every point whether it is faded; None if none is. New points are not: nothing was learnt of them."""
    view, data = snapshot.session.view, snapshot.data
    if not view.shows(FADE, True):
        return None
    if is_race_seen(snapshot.session):
        return np.ones(len(data), bool)
    if not isinstance(snapshot.step, HasSupport) or not view.shows(SUPPORT, True):
        return None
    learned, fitted = snapshot.learned_from, snapshot.fitted or data
    rows = support_rows(snapshot.step)[0]
    if fitted is data:
        needless = np.ones(len(data), bool)
        needless[learned.rows[rows]] = False
        return needless
    return np.isin(data.ids, fitted.ids) & ~np.isin(data.ids, learned.ids[rows])


def support_rows(step: HasSupport) -> tuple[Labels, Array]:
    """Return the support vectors of all pairs of classes, each once, with its largest multiplier."""
    if not isinstance(step.support, tuple):
        return np.asarray(step.support), np.asarray(step.multipliers)
    assert isinstance(step.multipliers, tuple)
    every = np.concatenate(step.support) if step.support else NO_ROWS
    rows, where = np.unique(every, return_inverse=True)
    weights = np.zeros(len(rows))
    np.maximum.at(weights, where, np.concatenate(step.multipliers) if step.multipliers else np.empty(0))
    return rows, weights


def parted_support(step: HasSupport) -> tuple[Labels, Labels]:
    """Return the support vectors that hold the street, and those inside it or beyond: at the bound of multipliers."""
    rows, weights = support_rows(step)
    is_bounded = weights >= step.bound * (1 - AT_BOUND)
    return rows[~is_bounded], rows[is_bounded]


def _can_fade(snapshot: Snapshot) -> bool:
    return isinstance(snapshot.step, HasSupport) or is_race(snapshot.session)


LAYERS = (
    LayerKind(
        FADE,
        "Fade the others",
        "Points that do not hold the street are pale, and all points while several runs are drawn",
        "",
        _can_fade,
        group="points",
        order=305,
    ),
)
