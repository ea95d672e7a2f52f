"""The points that lie most alone: ranked by the density that the model sees at them."""

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import HasDensity, HasPointDensities
from mlexplorer.core.numbers import text
from mlexplorer.layers.layer import LayerKind, has
from mlexplorer.layers.points import nearest_row
from mlexplorer.marks.marks import Mark, Points, Text
from mlexplorer.pipeline.snapshot import Snapshot

SHOWN = 5  # ranks


def densities(snapshot: Snapshot) -> Array | None:
    """Return the density at each point the model has learned from, by the others if it knows; None if it has none.

    Bumps and bins rank points alike with and without their own share, which is the same for all of them.
    """
    step = snapshot.step
    if isinstance(step, HasPointDensities):
        return step.point_densities
    return step.density(snapshot.training.points) if isinstance(step, HasDensity) else None


def outliers(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return rings around the points of least density, with their ranks; equal densities have equal ranks."""
    found, training = densities(snapshot), snapshot.training
    if found is None or len(found) != len(training):
        return ()
    rows = np.argsort(found, kind="stable")[: min(SHOWN, len(found) - 1)]
    places = snapshot.places[training.rows[rows]]
    ranks = [
        Text(
            place, str(int(np.count_nonzero(found < found[row])) + 1), anchor=(0.0, 0.0), offset=(9.0, 7.0), plate=True
        )
        for row, place in zip(rows, places, strict=True)
    ]
    return (Points(places, "ghost", 0, "changed"), *ranks) if len(rows) else ()


def rank_at(snapshot: Snapshot, place: Array) -> tuple[Mark, ...]:
    """Return the rank of the point under a place, and its density."""
    row, found = nearest_row(snapshot, place), densities(snapshot)
    own = np.flatnonzero(snapshot.training.rows == row)
    if found is None or len(own) == 0 or len(found) != len(snapshot.training):
        return ()
    density = float(found[own[0]])
    rank = int(np.count_nonzero(found < density)) + 1
    words = f"rank {rank} of {len(found)}, density {text(density)}"
    return (Text(snapshot.data.points[row], words, anchor=(0.0, 1.0), offset=(14.0, -8.0)),)


LAYERS = (
    LayerKind(
        "outliers",
        "Outliers",
        "The points where the model sees the least density, ranked; the pointer tells the rank of any other",
        "",
        has(HasDensity),
        outliers,
        shown=False,
        at=rank_at,
        order=315,
    ),
)
