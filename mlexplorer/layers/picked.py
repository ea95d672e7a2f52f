"""The points of one cell of the table of truth and prediction: ringed, and all the others muted."""

import numpy as np

from mlexplorer.core.arrays import Labels
from mlexplorer.core.data import UNLABELLED
from mlexplorer.core.numbers import counted
from mlexplorer.layers.layer import LayerKind
from mlexplorer.layers.points import colours_clusters, points
from mlexplorer.layers.regions import boundary
from mlexplorer.marks.clipping import outline
from mlexplorer.marks.marks import Fill, Mark, Points, Text
from mlexplorer.pipeline.judged import ONE, picked_rows
from mlexplorer.pipeline.snapshot import Snapshot

VEIL = 0.62  # how strongly everything else is covered
VIEW = "judge"  # the view whose cells are meant


def is_offered(snapshot: Snapshot) -> bool:
    """Return whether cells can be pointed at, or one was chosen."""
    view, judged = snapshot.session.view, snapshot.classifies or colours_clusters(snapshot)
    return judged and (view.panel == VIEW or view.cell is not None or view.pointed is not None)


def picked(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return a veil over the plane, and above it the boundary, the points of the cell and their rings."""
    view, rows = snapshot.session.view, picked_rows(snapshot)
    cell = view.cell if view.pointed is None else view.pointed
    if cell is None:
        return ()
    seen: Labels = snapshot.marked_singly(rows)
    rings = Points(snapshot.places[seen], "boundary", 0, "picked")
    veil = Fill((outline(snapshot.frame.bounds),), "plane", VEIL)
    left, _, bottom, _ = snapshot.frame.bounds
    words = _words(snapshot, cell, len(rows))
    said = Text(np.array([left, bottom]), words, anchor=(0.0, 0.0), offset=(20.0, 78.0), plate=True)
    above = points(snapshot, True, seen) + points(snapshot, False, seen)
    return (veil, *boundary(snapshot), rings, *above, said)


def _words(snapshot: Snapshot, cell: tuple[int, int], count: int) -> str:
    """Return which points are ringed, and how many."""
    (truth, said), names = cell, snapshot.data.class_names
    if truth == ONE:
        return f"Ringed: point {said + 1}"
    many = f"Ringed: {counted(count, 'point')}"
    own = names[truth] if truth != UNLABELLED else "Unlabelled"
    if not snapshot.classifies:
        return f"{many} of {own} in cluster {said}"
    if truth == said:
        return f"{many} of {own}, rightly said"
    return f"{many} of {own}, " + (f"taken for {names[said]}" if said != UNLABELLED else "in doubt")


LAYERS = (
    LayerKind(
        "picked",
        "Picked",
        "The points of the cell you point at or click on in the view Judge; the others are muted",
        "",
        is_offered,
        picked,
        order=335,
    ),
)
