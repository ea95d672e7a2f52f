"""Ten points for growing a tree by hand."""

from dataclasses import dataclass

from mlexplorer.core.data import Dataset
from mlexplorer.core.source import Source, given

BLUE = [(9, 2), (1, 4), (4, 6), (4, 1), (1, 2)]
RED = [(1, 8), (6, 4), (7, 9), (9, 8), (9, 6)]


@dataclass(frozen=True)
class TreePoints(Source):
    """Ten points on whole coordinates, few enough to grow a decision tree with pencil and paper."""

    title = "Ten points for a tree"
    family = "Course sets"

    def make(self) -> Dataset:
        """Return five blue points as class 0, then five red ones as class 1."""
        return given(BLUE + RED, [0] * 5 + [1] * 5, ("x₁", "x₂"), ("Blue", "Orange"))
