"""What a step knows of single training rows."""

from abc import ABC, abstractmethod

import numpy as np

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities.scores import HasScores
from mlexplorer.core.declared import declared
from mlexplorer.core.model import Step


class HasPointWeights(Step, exported=("point_weights",)):
    """A weight for each training row."""

    @declared
    def point_weights(self) -> Array:
        """The weights this step's learner was fitted with; they add up to 1."""


class HasRows(Step):
    """A step that came from the slope of the loss at some training rows, or at all of them."""

    @declared
    def rows(self) -> Labels | None:
        """The rows it looked at; None: all."""


class HasFocus(Step):
    """A step that was made for the sake of a few training rows."""

    @declared
    def focus(self) -> Labels:
        """The rows it was made for; none for the start."""


class HasVisits(Step):
    """A step of a method that goes from point to point, and moves only at some of them."""

    @declared
    def visited(self) -> int:
        """How many points it has looked at so far, each as often as it came to it."""


class HasPointWorking(Step, ABC):
    """A step that can say what it does with a single training row."""

    @abstractmethod
    def working_at(self, row: int) -> tuple[str, ...]:
        """Return the arithmetic of this step for a training row, line by line, with its numbers."""


class HasNeighbours(HasScores):
    """A step that answers by looking at the nearest training rows."""

    @abstractmethod
    def neighbours(self, points: Array) -> tuple[Array, Labels]:
        """Return the distances and the rows of the k nearest training points, each (n, k), nearest first."""

    def lengths(self, ways: Array) -> Array:
        """Return how long ways (n, 2) are by the distance this step measures."""
        return np.hypot(ways[:, 0], ways[:, 1])
