"""A band of one class across a square of the other, with some wrong labels if wanted."""

from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.data import Dataset
from mlexplorer.core.law import Tiles, turn
from mlexplorer.core.params import param
from mlexplorer.core.source import Source, count_param, interleaved, noise_param, per_class, seed_param, stream

HALF_SIDE = 2.0
FLIPS = 2  # the stream that decides which labels are wrong


@dataclass(frozen=True)
class Stripe(Source):
    """A band of one class across a square of the other: two cuts separate them, but turned it costs a tree many."""

    title = "Stripe"
    family = "Patterns"
    count: int = count_param(200)
    width: float = param(1.2, "Width", "Width of the stripe; the square has side 4", low=0.2, high=3.8)
    angle: float = param(0.0, "Angle", "How far the square is turned, in degrees", low=-90.0, high=90.0)
    flips: float = param(0.0, "Wrong labels", "Which part of the labels is turned round", low=0.0, high=0.5, unit="%")
    noise: float = noise_param(0.0, high=1.0)
    seed: int = seed_param()

    def make(self) -> Dataset:
        """Return points spread evenly over the square, of class 1 within the stripe but for the wrong labels."""
        inside = interleaved(self.count, [2 * HALF_SIDE - self.width, self.width])
        wrong = stream(self.seed, FLIPS, 0).random(self.count) < self.flips
        points = per_class(inside, self._draw) @ turn(self.angle).T
        return Dataset(points, np.where(wrong, 1 - inside, inside))

    def law(self) -> Tiles:
        """Return an even density on the three parts of the square, blurred by the noise, labels mixed by the flips."""
        edges = np.array([-HALF_SIDE, -self.width / 2, self.width / 2, HALF_SIDE])
        pure = np.diff(edges) / (2 * HALF_SIDE) * np.array([[1, 0, 1], [0, 1, 0]])
        mixed = (1 - self.flips) * pure + self.flips * pure[::-1]
        return Tiles(edges, np.array([-HALF_SIDE, HALF_SIDE]), mixed[:, :, None], self.noise, self.angle)

    def _draw(self, label: int, number: int) -> Array:
        across, along = stream(self.seed, label, 0).uniform(-1, 1, (number, 2)).T
        reach = HALF_SIDE - self.width / 2
        places = across * self.width / 2 if label == 1 else across * reach + np.sign(across) * self.width / 2
        moves = stream(self.seed, label, 1).standard_normal((number, 2))
        return np.stack([places, along * HALF_SIDE], axis=1) + self.noise * moves
