"""Points about a line, and one far off it."""

from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.data import Dataset
from mlexplorer.core.params import param
from mlexplorer.core.source import Source, count_param, given, noise_param, seed_param, stream

WIDTH = 10.0
LEVEL = 2.0
ALONG, ACROSS = 0, 1  # the streams of the places and of the noise


@dataclass(frozen=True)
class LineOutlier(Source):
    """Points about a line and one far off it: least squares tilt towards it, least absolute errors hardly do."""

    title = "Line and outlier"
    family = "Regression"
    purpose = "regress"
    count: int = count_param(15)
    slope: float = param(0.3, "Slope", "How much the line rises per unit of x", low=-2.0, high=2.0)
    noise: float = noise_param(0.4, high=3.0)
    place: float = param(
        9.0, "Outlier at x", "Where the outlier lies along x; the others are in 0 … 10", low=0.0, high=20.0
    )
    distance: float = param(-18.0, "Distance", "How far the outlier lies above the line", low=-50.0, high=50.0)
    seed: int = seed_param()

    def make(self) -> Dataset:
        """Return the outlier first, then the points of the line, all of one class."""
        xs = WIDTH * stream(self.seed, ALONG).random(self.count)
        moves = self.noise * stream(self.seed, ACROSS).standard_normal(self.count)
        xs[0], moves[0] = self.place, self.distance
        return given(np.column_stack([xs, self.curve(xs) + moves]), np.zeros(self.count), ("x", "y"), ("Points",))

    def curve(self, places: Array) -> Array:
        """Return the line that all points but the outlier scatter about."""
        return LEVEL + self.slope * places
