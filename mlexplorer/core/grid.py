"""A rectangle of the plane sampled on a tensor of places."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.core.arrays import Array, frozen


@dataclass(frozen=True)
class Grid:
    """linspace(left, right, columns) × linspace(bottom, top, rows), ends included; row 0 is the bottom."""

    left: float
    right: float
    bottom: float
    top: float
    columns: int
    rows: int

    @cached_property
    def xs(self) -> Array:
        """The places along x, from left to right."""
        return frozen(np.linspace(self.left, self.right, self.columns))  # type: ignore[return-value] # float64

    @cached_property
    def ys(self) -> Array:
        """The places along y, from bottom to top."""
        return frozen(np.linspace(self.bottom, self.top, self.rows))  # type: ignore[return-value] # float64

    @cached_property
    def points(self) -> Array:
        """All places as (rows · columns, 2), row by row from the bottom."""
        return np.stack(np.broadcast_arrays(self.xs[None, :], self.ys[:, None]), axis=-1).reshape(-1, 2)

    def sampled(self, of: Callable[[Array], Array]) -> Array:
        """Return a function of points, (n, 2) to (n,) or (n, k), on the grid: (rows, columns) or (rows, columns, k)."""
        found = np.concatenate([of(band.points) for band in self.bands()])
        return found.reshape(self.rows, self.columns, *found.shape[1:])

    def bands(self, places: int = 8192) -> Iterator["Grid"]:
        """Yield the grid in bands of whole rows of about so many places, from the bottom."""
        height = max(1, places // self.columns)
        for first in range(0, self.rows, height):
            ys = self.ys[first : first + height]
            yield _Band(self.left, self.right, float(ys[0]), float(ys[-1]), self.columns, len(ys), ys)


@dataclass(frozen=True, eq=False)
class _Band(Grid):
    """Some rows of a grid: the very same numbers, not a second linspace."""

    heights: Array

    @cached_property
    def ys(self) -> Array:
        """The places along y, from bottom to top."""
        return self.heights
