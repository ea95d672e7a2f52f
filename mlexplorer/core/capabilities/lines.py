"""Straight boundaries, margins and support vectors."""

import numpy as np

from mlexplorer.core import sklearn_lines
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities.scores import HasDiscriminant, HasRegions
from mlexplorer.core.declared import declared
from mlexplorer.core.grid import Grid
from mlexplorer.core.model import Step
from mlexplorer.core.region import Region, highest


class HasWeights(HasDiscriminant, HasRegions, exported=("weights",)):
    """A straight boundary between two classes: f(x) = w·x − t with weights (w1, w2, t)."""

    @declared
    def weights(self) -> Array:
        """The weights (w1, w2, t)."""

    @property
    def regions(self) -> tuple[Region, ...]:
        """The two sides of the line; all of the plane where there is no line."""
        return highest(np.stack([-0.5 * self.weights, 0.5 * self.weights]), self.classes)

    def discriminant(self, points: Array) -> Array:
        """Return w·x − t at points; the order of the sum is fixed, so that batches agree to the last bit."""
        first, second, threshold = self.weights
        return first * points[:, 0] + second * points[:, 1] - threshold

    def discriminant_field(self, grid: Grid) -> Array:
        """Return w·x − t on a grid: an outer sum."""
        first, second, threshold = self.weights
        field = (first * grid.xs)[None, :] + (second * grid.ys)[:, None]
        field -= threshold
        return field

    def sklearn_form(self) -> sklearn_lines.Lines | None:
        """Return a linear model with these weights."""
        return sklearn_lines.linear(self.classes, np.asarray(self.weights)[None])


class HasMargins(HasDiscriminant, partial=True):
    """A discriminant whose lines f = −1 and f = +1 mean something: the edges of the street."""


class HasSupport(Step, exported=("support", "multipliers", "slacks", "margin", "bound")):
    """Support vectors: rows of training, their multipliers, slacks, and the margin; tuples by pair for many classes."""

    @declared
    def support(self) -> Labels | tuple[Labels, ...]:
        """The rows of training with a multiplier above 0."""

    @declared
    def multipliers(self) -> Array | tuple[Array, ...]:
        """The multiplier of each support vector."""

    @declared
    def slacks(self) -> Array | tuple[Array, ...]:
        """How far each support vector lies on the wrong side of its margin line, in units of f."""

    @declared
    def bound(self) -> float:
        """The largest multiplier allowed: a support vector with it is bounded, the others are free."""

    @declared
    def margin(self) -> float | tuple[float, ...]:
        """The distance from the boundary to a margin line, 1/‖w‖."""
