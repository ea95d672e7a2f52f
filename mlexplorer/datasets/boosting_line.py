"""Ten points on a line for boosting by hand."""

from dataclasses import dataclass

from mlexplorer.core.data import Dataset
from mlexplorer.core.source import Source, given

LABELS = [1, 1, 1, 0, 0, 0, 1, 1, 1, 0]


@dataclass(frozen=True)
class BoostingLine(Source):
    """Ten points on a line whose classes change three times: three boosted stumps get them all right."""

    title = "Ten points for boosting"
    family = "Course sets"

    def make(self) -> Dataset:
        """Return the points 0 … 9 from left to right; x₂ is 0 for all."""
        return given([(place, 0) for place in range(10)], LABELS, ("x", "(no second feature)"), ("Minus", "Plus"))
