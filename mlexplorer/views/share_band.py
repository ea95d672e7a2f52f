"""All points of a mixture as columns: how much of each every cluster has, the surest first."""

import numpy as np

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import HasProbabilities
from mlexplorer.core.data import sampled
from mlexplorer.core.numbers import counted
from mlexplorer.layers.shares import SURE
from mlexplorer.marks.marks import Fill, Layer, Mark
from mlexplorer.marks.plot import Plot
from mlexplorer.pipeline.snapshot import Snapshot

MOST = 600  # columns: of more points, a sample
WORDS = "One column for each point. Ragged edges are the points that clusters share."


def share_band(snapshot: Snapshot, step: HasProbabilities) -> Plot:
    """Return the columns, those of the same likeliest cluster side by side."""
    part = sampled(snapshot.training, MOST)
    shares, labels = step.probabilities(part.points), np.asarray(step.classes)
    best = shares.argmax(axis=1)
    order = np.lexsort((-shares.max(axis=1), best))
    marks = [mark for group in np.unique(best).tolist() for mark in _group(shares[order], best[order], group, labels)]
    some = "All" if len(part) == len(snapshot.training) else f"{len(part):,} of"
    return Plot(
        (Layer("band", tuple(marks)),),
        (0.0, float(len(part)), 0.0, 1.0),
        ("", "share"),
        f"{some} {counted(len(snapshot.training), 'point')}, surest first",
        f"{int((shares.max(axis=1) < SURE).sum()):,} shared",
        least=1.3,
        counts=False,
    )


def _group(shares: Array, best: Labels, group: int, labels: Labels) -> list[Mark]:
    """Return the columns of one cluster: its own share below, those of the others above."""
    places = np.flatnonzero(best == group)
    edges = np.repeat(np.arange(places[0], places[-1] + 2, dtype=np.float64), 2)[1:-1]
    others = [column for column in range(shares.shape[1]) if column != group]
    tops = np.cumsum(shares[places][:, [group, *others]], axis=1)
    floors = np.c_[np.zeros(len(places)), tops[:, :-1]]
    marks: list[Mark] = []
    for row, column in enumerate([group, *others]):
        roof, floor = np.repeat(tops[:, row], 2), np.repeat(floors[:, row], 2)
        area = np.r_[np.c_[edges, roof], np.c_[edges, floor][::-1]]
        marks.append(Fill((area,), f"class {labels[column]}"))
    return marks
