"""Eleven points on a line, in four runs."""

from dataclasses import dataclass

from mlexplorer.core.data import Dataset
from mlexplorer.core.source import Source, given

RUNS = [(1, (6.0, 12.0)), (0, (18.0, 20.5, 23.2)), (1, (27.1, 33.0, 40.0, 46.0)), (0, (54.0, 60.0))]


@dataclass(frozen=True)
class LinePoints(Source):
    """Eleven points on a line in four runs: one threshold is never enough, three are."""

    title = "Eleven points on a line"
    family = "Course sets"

    def make(self) -> Dataset:
        """Return the points from left to right; x₂ is 0 for all."""
        rows = [(place, 0.0) for _, places in RUNS for place in places]
        return given(rows, [label for label, places in RUNS for _ in places], ("x", "(no second feature)"))
