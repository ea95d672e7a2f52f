"""Ten people, five of each trade."""

from dataclasses import dataclass

from mlexplorer.core.data import Dataset
from mlexplorer.core.source import Source, given

BALLET = [(42.8, 171.9), (47.6, 182.3), (45.0, 165.0), (60.0, 175.0), (63.0, 160.0)]
RUGBY = [(85.0, 162.1), (98.7, 157.6), (93.6, 138.8), (87.9, 142.7), (92.8, 154.5)]


@dataclass(frozen=True)
class Rugby(Source):
    """Ten rugby players and ballet dancers by weight and height: one threshold on the weight separates them."""

    title = "Rugby and ballet"
    family = "Course sets"

    def make(self) -> Dataset:
        """Return five dancers as class 0, then five players as class 1."""
        return given(BALLET + RUGBY, [0] * 5 + [1] * 5, ("weight (kg)", "height (cm)"), ("Ballet", "Rugby"))
