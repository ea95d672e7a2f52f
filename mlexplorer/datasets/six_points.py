"""Six points for counting neighbours by hand."""

from dataclasses import dataclass

from mlexplorer.core.data import Dataset
from mlexplorer.core.source import Source, given

POINTS = [(-1, 3), (2, 1), (-2, 2), (-1, 2), (-1, 0), (1, 1)]
LABELS = [1, 0, 1, 0, 0, 1]


@dataclass(frozen=True)
class SixPoints(Source):
    """Six points whose nearest neighbours can be counted by hand: one and three of them disagree at (1, 2)."""

    title = "Six points for neighbours"
    family = "Course sets"

    def make(self) -> Dataset:
        """Return the points in the order of the exercise, blue as class 0 and red as class 1."""
        return given(POINTS, LABELS, ("x₁", "x₂"), ("Blue", "Orange"))
