"""The four corners of the unit square, labelled by a logical gate."""

from dataclasses import dataclass

from mlexplorer.core.data import Dataset
from mlexplorer.core.params import param
from mlexplorer.core.source import Source, given

POINTS = [(0, 0), (0, 1), (1, 0), (1, 1)]
LABELS = {"and": [0, 0, 0, 1], "or": [0, 1, 1, 1], "xor": [0, 1, 1, 0], "nand": [1, 1, 1, 0], "nor": [1, 0, 0, 0]}


@dataclass(frozen=True)
class Corners(Source):
    """The four corners of a square, labelled by a logical gate: a line can do all of them but XOR."""

    title = "Gates on four corners"
    family = "Course sets"
    gate: str = param(
        "xor", "Gate", "Which corners are of class 1", choices=tuple(LABELS), titles=tuple(map(str.upper, LABELS))
    )

    def make(self) -> Dataset:
        """Return the corners in the order of the truth table."""
        return given(POINTS, LABELS[self.gate], ("x₁", "x₂"), ("False", "True"))
