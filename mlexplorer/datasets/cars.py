"""How far cars rolled before they stood, published by Ezekiel in 1930."""

from dataclasses import dataclass

import numpy as np

from mlexplorer.core.data import Dataset
from mlexplorer.core.resources import cells
from mlexplorer.core.source import Source, given


@dataclass(frozen=True)
class Cars(Source):
    """Speed and stopping distance of 50 cars of the 1920s (Ezekiel 1930, public domain): a curve to be fitted."""

    title = "Cars of the 1920s"
    family = "Real data"
    purpose = "regress"

    def make(self) -> Dataset:
        """Return speed along x₁ and distance along x₂, all of one class."""
        (speed, distance), *rows = cells("tables/cars.csv")
        return given(np.array(rows, float), np.zeros(len(rows)), (speed, distance), ("Cars",))
