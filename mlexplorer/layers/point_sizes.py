"""How large points are drawn: by their weight, or by their share of the loss."""

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import HasPointWeights
from mlexplorer.core.curves import HasResiduals
from mlexplorer.layers.layer import LayerKind, has
from mlexplorer.pipeline.snapshot import Snapshot

LOSS_SHARES = "loss shares"
WEIGHED, SHARED = (0.55, 1.9), (0.45, 3.2)  # the least and the largest factor of a diameter


def sizes_of(snapshot: Snapshot) -> Array | None:
    """Return factors of the diameter that make areas proportional to weights or shares, if the step has such."""
    step, view = snapshot.step if snapshot.moment is None else snapshot.moment.coming, snapshot.session.view
    if isinstance(step, HasPointWeights) and view.shows("weights", True):
        return _sizes(snapshot, step.point_weights, WEIGHED)
    if isinstance(step, HasResiduals) and view.shows(LOSS_SHARES, False):
        total = float(step.point_losses.sum())
        return _sizes(snapshot, step.point_losses / total, SHARED) if total > 0 else None
    return None


def _sizes(snapshot: Snapshot, shares: Array, limits: tuple[float, float]) -> Array | None:
    """Return the factors of all points from the shares of the training points."""
    training = snapshot.run.model.training(snapshot.data)
    if len(shares) != len(training):
        return None
    sizes = np.ones(len(snapshot.data))
    sizes[training.rows] = np.clip(np.sqrt(shares * len(training)), *limits)
    return sizes


LAYERS = (
    LayerKind(
        LOSS_SHARES,
        "Shares of the loss",
        "Marker area shows how much of the loss each point makes",
        "",
        has(HasResiduals),
        shown=False,
        order=285,
    ),
)
