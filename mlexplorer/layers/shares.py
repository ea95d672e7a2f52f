"""Whose points they are: those of a mixture as pies of their responsibilities where they are not sure."""

import numpy as np

from mlexplorer.core.arrays import Labels
from mlexplorer.core.capabilities import HasGaussians, HasProbabilities
from mlexplorer.layers.layer import LayerKind
from mlexplorer.marks.marks import Mark, Pies, Points
from mlexplorer.pipeline.snapshot import Snapshot

SHARES = "shares"
SURE = 0.98  # a component that has so much of a point has it
MOST = 1500  # points: pies of more could not be read, and would keep the hand waiting


def can_share(snapshot: Snapshot) -> bool:
    """Return whether every point belongs to several components, more or less."""
    mixes = isinstance(snapshot.step, HasGaussians) and isinstance(snapshot.step, HasProbabilities)
    return mixes and snapshot.run.model.task == "cluster"


def shows_shares(snapshot: Snapshot) -> bool:
    """Return whether points are drawn as their shares where several components have one."""
    view = snapshot.session.view
    is_read = len(snapshot.data) <= MOST and not view.shows("classes")
    return is_read and can_share(snapshot) and view.shows(SHARES, True)


def shared_points(snapshot: Snapshot, rows: Labels) -> tuple[Mark, ...]:
    """Return points that are surely of one component as its markers, and the others as pies."""
    step = snapshot.step
    assert isinstance(step, HasProbabilities), "shares are asked for of what has them"
    shares, places = step.probabilities(snapshot.data.points[rows]), snapshot.places[rows]
    best, sure = shares.argmax(axis=1), shares.max(axis=1) >= SURE
    labels = np.asarray(step.classes)
    markers = [
        Points(places[sure & (best == column)], f"class {labels[column]}", int(labels[column]))
        for column in np.unique(best[sure]).tolist()
    ]
    return (*markers, Pies(places[~sure], shares[~sure], labels)) if not sure.all() else tuple(markers)


LAYERS = (
    LayerKind(
        SHARES,
        "Shares",
        "Points that belong to several components are pies of their responsibilities; the others are sure to 98 %",
        "",
        can_share,
        group="points",
        order=265,
    ),
)
