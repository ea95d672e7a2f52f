"""How far cars roll before they stand, from the 1959 textbook of Ezekiel and Fox."""

from dataclasses import dataclass

from mlexplorer.core.data import Dataset
from mlexplorer.core.source import Source, given

DISTANCES = {
    4: (4,), 5: (2, 4, 8, 8), 7: (7, 7), 8: (8, 9, 11, 13), 9: (5, 5, 13), 10: (8, 14, 17), 12: (11, 19, 21),
    13: (15, 18, 27), 14: (14, 16), 15: (16,), 16: (14, 19, 34), 17: (22, 29), 18: (29, 34, 47), 19: (30,), 20: (48,),
    21: (39, 42, 55), 24: (56,), 25: (33, 48, 56, 59), 26: (39, 41), 27: (57, 78), 28: (64, 84), 29: (54, 68),
    30: (60, 67, 101), 31: (77,), 35: (85, 107), 36: (79,), 39: (138,), 40: (110, 134),
}  # fmt: skip


@dataclass(frozen=True)
class Stopping(Source):
    """Speed and stopping distance of 62 cars, measured in the 1950s: a curve to be fitted, not classes."""

    title = "Car stopping"
    family = "Course sets"
    purpose = "regress"

    def make(self) -> Dataset:
        """Return speed along x₁ and distance along x₂, all of one class."""
        rows = [(speed, distance) for speed, distances in DISTANCES.items() for distance in distances]
        return given(rows, [0] * len(rows), ("speed (mph)", "distance (ft)"), ("Cars",))
