"""Twenty-five points whose error landscape has two equal valleys."""

from dataclasses import dataclass

from mlexplorer.core.data import Dataset
from mlexplorer.core.source import Source, given

ZEROS = [
    (-2.10, -0.32), (-1.73, -0.21), (-1.44, 0.41), (-1.17, -0.12), (-0.93, -0.61), (-0.71, 0.74), (-0.52, 1.08),
    (-0.28, 3.46), (-0.13, 1.69), (0.03, 0.14), (0.12, -0.05), (0.66, -0.29), (1.42, -0.51),
]  # fmt: skip
ONES = [
    (0.33, 0.13), (0.86, 0.54), (1.03, 0.06), (1.18, 0.37), (1.31, 0.25), (1.54, 0.73), (1.67, -0.88), (1.83, 0.45),
    (2.02, -2.20), (2.24, 0.98), (2.47, 0.98), (2.78, 0.70),
]  # fmt: skip


@dataclass(frozen=True)
class LandscapePoints(Source):
    """Twenty-five points whose error by threshold on x₁ has two equal valleys: a search must choose."""

    title = "Two valleys"
    family = "Course sets"

    def make(self) -> Dataset:
        """Return thirteen points of class 0, then twelve of class 1."""
        return given(ZEROS + ONES, [0] * len(ZEROS) + [1] * len(ONES), ("x₁", "x₂"))
