"""Curves that are judged by the squares of their misses."""

from functools import cached_property

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import HasCurveResiduals
from mlexplorer.core.capabilities.curves import missed
from mlexplorer.core.data import Dataset
from mlexplorer.core.declared import declared


class SquaresCurve(HasCurveResiduals, partial=True):
    """A curve that knows the points it was fitted to; what it misses them by is squared and summed."""

    @declared
    def data(self) -> Dataset:
        """The training points."""

    @cached_property
    def residuals(self) -> Array:
        """How far each training point lies above the curve."""
        return missed(self, self.data)

    @cached_property
    def point_losses(self) -> Array:
        """The square of each residual."""
        return np.square(self.residuals)

    @cached_property
    def loss(self) -> float:
        """The sum of squares."""
        return float(self.residuals @ self.residuals)
