"""Twenty scores of a classifier with what was true."""

from dataclasses import dataclass

from mlexplorer.core.data import Dataset
from mlexplorer.core.source import Source, given

POSITIVE = (0.9, 0.8, 0.6, 0.55, 0.54, 0.51, 0.4, 0.38, 0.34, 0.3)
NEGATIVE = (0.7, 0.53, 0.52, 0.505, 0.39, 0.37, 0.36, 0.35, 0.33, 0.1)


@dataclass(frozen=True)
class ScoreList(Source):
    """Twenty scores, ten of each class: move a threshold along them and draw the ROC curve with pencil and paper."""

    title = "Twenty scores"
    family = "Course sets"

    def make(self) -> Dataset:
        """Return the scores from high to low; x₂ is 0 for all."""
        rows = sorted([(score, 1) for score in POSITIVE] + [(score, 0) for score in NEGATIVE], reverse=True)
        points = [(score, 0.0) for score, _ in rows]
        return given(points, [label for _, label in rows], ("score", "(no second feature)"), ("Negative", "Positive"))
