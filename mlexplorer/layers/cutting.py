"""A straight cut across the plane: places along it, the points beside it, and its line."""

import math
from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.data import Dataset
from mlexplorer.marks.marks import Line, Mark, Points, Text
from mlexplorer.pipeline.snapshot import Snapshot

PLACES = 400
NEAR = 0.04  # of the diagonal of the view: points nearer than this are shown on the cut


@dataclass(frozen=True, eq=False)
class CutLine:
    """A line from a start to an end."""

    start: Array
    end: Array

    @property
    def length(self) -> float:
        """How long it is, in units of the plane."""
        return math.hypot(*(self.end - self.start))

    @property
    def distances(self) -> Array:
        """Places along it, as distances from its start."""
        return np.linspace(0.0, self.length, PLACES)

    @property
    def points(self) -> Array:
        """The same places on the plane."""
        return self.start + np.linspace(0.0, 1.0, PLACES)[:, None] * (self.end - self.start)

    def beside(self, data: Dataset, reach: float) -> tuple[Labels, Array]:
        """Return the rows of the points within reach of the cut, and where along it they lie."""
        way = (self.end - self.start) / self.length
        gaps = data.points - self.start
        along, aside = gaps @ way, np.abs(gaps[:, 0] * way[1] - gaps[:, 1] * way[0])
        rows = np.flatnonzero((aside <= reach) & (along >= 0) & (along <= self.length))
        return rows, along[rows]


def cut_of(snapshot: Snapshot) -> CutLine | None:
    """Return the cut of the view, if one is drawn and has a length."""
    ends = snapshot.session.view.cut
    if ends is None or ends[:2] == ends[2:]:
        return None
    return CutLine(np.array(ends[:2]), np.array(ends[2:]))


def reach_of(snapshot: Snapshot) -> float:
    """Return how near to the cut a point must be to be shown on it."""
    left, right, bottom, top = snapshot.frame.bounds
    return NEAR * math.hypot(right - left, top - bottom)


def marks(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the cut on the plane, with its start and its end named."""
    cut = cut_of(snapshot)
    if cut is None:
        return ()
    ends = np.stack([cut.start, cut.end])
    names = [Text(end, name, anchor=(0.5, 0.0), offset=(0.0, 9.0)) for end, name in zip(ends, "AB", strict=True)]
    return (Line(ends, "path"), Points(ends, "path", 0, "start", sizes=np.array([0.8, 0.8])), *names)
