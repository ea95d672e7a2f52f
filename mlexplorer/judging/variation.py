"""What makes the expected error of a method: noise that nobody can foresee, bias², and variance between refits."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mlexplorer.core.arrays import Array, Labels


@dataclass(frozen=True, eq=False)
class Variation:
    """The expected error at each place as a sum of three; it is exact for the refits given."""

    noise: Array
    bias: Array  # squared
    variance: Array

    @property
    def expected(self) -> Array:
        """The expected error at each place: the mean squared error, or the chance of a wrong class."""
        return self.noise + self.bias + self.variance

    @property
    def means(self) -> tuple[float, float, float]:
        """Noise, bias² and variance, each averaged over the places; NaN without places."""
        if not len(self.bias):
            return np.nan, np.nan, np.nan
        return float(self.noise.mean()), float(self.bias.mean()), float(self.variance.mean())


def of_curves(predictions: Array, truth: Array, noise: npt.ArrayLike = 0.0) -> Variation:
    """Return the parts of the squared error of (refits, places) predictions; noise is the variance around the truth."""
    middle = predictions.mean(axis=0)
    variance = np.square(predictions - middle).mean(axis=0)
    return Variation(np.broadcast_to(np.asarray(noise, float), middle.shape), np.square(middle - truth), variance)


def of_classes(predictions: Labels, chances: Array, classes: Labels) -> Variation:
    """Return the parts of the chance of a wrong class, from (refits, places) labels and the true probabilities.

    A label is a corner of a simplex, and half the squared distance of two corners is 0 or 1: the error is a squared
    error, and splits like one. With two classes of chance η, said by a share s: η(1 − η) + (η − s)² + s(1 − s).
    """
    said = shares(predictions, classes)
    return Variation(
        (chances * (1 - chances)).sum(axis=1) / 2,
        np.square(chances - said).sum(axis=1) / 2,
        (said * (1 - said)).sum(axis=1) / 2,
    )


def shares(predictions: Labels, classes: Labels) -> Array:
    """Return for each place the share of (refits, places) predictions that say each class, as (places, K)."""
    return np.stack([(predictions == label).mean(axis=0) for label in classes.tolist()], axis=1)
