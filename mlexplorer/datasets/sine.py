"""Points scattered about a sine wave."""

from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.data import Dataset
from mlexplorer.core.params import param
from mlexplorer.core.source import MOST_POINTS, Source, given, noise_param, seed_param, stream

LISTED = (0.4110, 0.7194, 0.1936, 0.0158, -1.4302, 0.7001, 1.4574, -0.8109, -0.9305, 0.5890)
DRAWN = ("random", "even")
ALONG, ACROSS = 0, 1  # the streams of the places and of the noise


@dataclass(frozen=True)
class Sine(Source):
    """Points about one sine wave per unit: a stiff curve misses the wave, a supple one follows the noise."""

    title = "Noisy sine"
    family = "Regression"
    purpose = "regress"
    places: str = param(
        "random",
        "Places",
        "Where the points lie along x; the ten listed ones go from −1 to 1",
        choices=(*DRAWN, "listed"),
        titles=("Random", "Evenly spaced", "Ten listed points"),
    )
    count: int = param(
        30,
        "Points",
        "How many points are drawn; at random places more points keep the first ones",
        low=4,
        high=MOST_POINTS,
        scale="log",
        shown_when=("places", DRAWN),
    )
    noise: float = noise_param(0.3, high=2.0, shown_when=("places", DRAWN))
    low: float = param(-1.0, "From x", "Where the places begin", low=-5.0, high=0.0, shown_when=("places", DRAWN))
    high: float = param(1.0, "To x", "Where the places end", low=0.1, high=5.0, shown_when=("places", DRAWN))
    seed: int = seed_param(shown_when=("places", DRAWN))

    def make(self) -> Dataset:
        """Return the points, all of one class."""
        xs = self._places()
        heights = np.array(LISTED) if self.places == "listed" else self.curve(xs) + self._noise()
        return given(np.column_stack([xs, heights]), np.zeros(len(xs)), ("x", "y"), ("Points",))

    def curve(self, places: Array) -> Array:
        """Return sin 2πx."""
        heights: Array = np.sin(2 * np.pi * places)
        return heights

    def _places(self) -> Array:
        if self.places == "listed":
            return np.linspace(-1.0, 1.0, len(LISTED))
        if self.places == "even":
            return np.linspace(self.low, self.high, self.count)
        return self.low + (self.high - self.low) * stream(self.seed, ALONG).random(self.count)

    def _noise(self) -> Array:
        return self.noise * stream(self.seed, ACROSS).standard_normal(self.count)
