"""The contract every source of points keeps."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.data import Dataset
from mlexplorer.core.params import Recipe


@dataclass(frozen=True)
class Source(Recipe, ABC):
    """A recipe for points: the same values give the same points on every machine."""

    family: ClassVar[str] = ""

    @abstractmethod
    def make(self) -> Dataset:
        """Return the points."""

    def chances(self, points: Array) -> Array | None:
        """Return the true (n, k) class probabilities at points if the law is known, else None."""
        del points
        return None


def stream(seed: int, *purpose: int) -> np.random.Generator:
    """Return the random stream of one purpose (a class, the noise …), independent of all others of this seed."""
    return np.random.default_rng([seed, *purpose])
