"""A regression, and a function to walk on."""

from abc import ABC, abstractmethod
from typing import ClassVar

from mlexplorer.core.arrays import Array
from mlexplorer.core.declared import declared
from mlexplorer.core.model import Step
from mlexplorer.core.reach import first_coordinates


class HasCurve(Step, ABC):
    """A regression of the second coordinate on the first."""

    @abstractmethod
    def curve(self, places: Array) -> Array:
        """Return the fitted value at each place of the first coordinate."""

    def predict(self, points: Array) -> Array:
        """Return the fitted value at points, of which only the first coordinate counts: (n, 2), or (n,) of those."""
        return self.curve(first_coordinates(points))


class HasSurface(Step, ABC, exported=("place",)):
    """A place on a function over the plane, which takes the place of points."""

    coordinates: ClassVar[tuple[str, str]] = ("x", "y")  # as the formula calls them

    @declared
    def place(self) -> Array:
        """The place, (2,)."""

    @abstractmethod
    def heights(self, points: Array) -> Array:
        """Return the function at points, as (n,); infinite where it is not a number."""
