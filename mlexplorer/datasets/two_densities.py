"""A tight cloud, a loose cloud, and two points that may be outliers."""

from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.data import CLASS_NAMES, Dataset
from mlexplorer.core.law import MixtureLaw, covariance
from mlexplorer.core.params import param
from mlexplorer.core.source import Source, count_param, interleaved, per_class, seed_param, stream

MIDDLES = np.array([[-2.0, 0.0], [2.0, 0.0]])
CANDIDATES = np.array([[-2.0, 0.4], [6.0, 0.0]])
NAMES = ("Tight", "Loose", "Candidate")


@dataclass(frozen=True)
class TwoDensities(Source):
    """A tight and a loose cloud with a candidate beside each: which is the outlier depends on who is asked."""

    title = "Two densities"
    family = "Clouds"
    count: int = count_param(42)
    tight: float = param(0.07, "Tight spread", "Standard deviation of the cloud on the left", low=0.02, high=1.0)
    loose: float = param(1.0, "Loose spread", "Standard deviation of the cloud on the right", low=0.1, high=3.0)
    seed: int = seed_param()

    def make(self) -> Dataset:
        """Return the two candidates first, then the clouds in turn."""
        labels = interleaved(self.count - 2, [1, 1])
        points = np.concatenate([CANDIDATES, per_class(labels, self._draw)])
        return Dataset(points, np.concatenate([[2, 2], labels]), class_names=NAMES + CLASS_NAMES[len(NAMES) :])

    def law(self) -> MixtureLaw:
        """Return the two clouds; the candidates are not drawn from any law."""
        covariances = np.stack([covariance(self.tight), covariance(self.loose)])
        return MixtureLaw(MIDDLES, covariances, np.full(2, 0.5), np.arange(2))

    def _draw(self, label: int, number: int) -> Array:
        spread = (self.tight, self.loose)[label]
        return MIDDLES[label] + spread * stream(self.seed, label, 0).standard_normal((number, 2))
