"""Two long classes side by side."""

from dataclasses import dataclass

from mlexplorer.core.data import Dataset
from mlexplorer.core.source import Source, given

LOWER = [(place, 0.5 if place % 2 == 0 else -0.5) for place in range(-4, 5)]
UPPER = [(place, height + 3) for place, height in LOWER]


@dataclass(frozen=True)
class Parallel(Source):
    """Two long classes side by side: the direction of most variance mixes them, Fisher's separates them."""

    title = "Parallel classes"
    family = "Course sets"

    def make(self) -> Dataset:
        """Return nine points of class 0, then the same nine moved up by 3 as class 1."""
        return given(LOWER + UPPER, [0] * len(LOWER) + [1] * len(UPPER), ("x₁", "x₂"), ("Lower", "Upper"))
