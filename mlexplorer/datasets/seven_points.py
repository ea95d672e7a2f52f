"""Seven points for a dendrogram by hand."""

from dataclasses import dataclass

from mlexplorer.core.data import Dataset
from mlexplorer.core.params import param
from mlexplorer.core.source import Source, given

POINTS = {
    "agree": [(0, 0), (1.5, 0), (1.5, 0.8), (4, 2), (5, 2), (9, 6), (9, 8)],
    "differ": [(7, 3), (8, 5), (8, 4.1), (6, 0), (6, 1), (1.9, 5), (4, 3)],
}


@dataclass(frozen=True)
class SevenPoints(Source):
    """Seven points few enough to merge by hand: either every linkage merges alike, or single linkage forms a chain."""

    title = "Seven points to merge"
    family = "Course sets"
    linkages: str = param(
        "agree",
        "Linkages",
        "Whether all linkages merge the points in the same order",
        choices=tuple(POINTS),
        titles=("All agree", "Single differs"),
    )

    def make(self) -> Dataset:
        """Return the points in the order of the dendrogram's numbers, all of one class."""
        return given(POINTS[self.linkages], [0] * 7, ("x₁", "x₂"), ("Points",))
