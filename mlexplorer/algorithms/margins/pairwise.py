"""Multipliers of a margin problem by exchanges of two at a time (SMO): to a thousandth, where many are wanted."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from mlexplorer.algorithms.margins.kernels import Kernel
from mlexplorer.core.arrays import Array, Mask, blocks

CLOSE = 1e-3  # violation of an optimality condition that is accepted, in units of f
MANY = 3000  # points of which one table is all that the memory should hold, and a thousandth must do
_LEAST = 1e-9  # curvature along an exchange: equal points have none
_ROUNDED = 1e-12  # of a cap: multipliers nearer to a bound are at it


@dataclass(frozen=True, eq=False)
class KernelTable:
    """The kernel matrix of points whose kernel with themselves is 1, and 1/‖φ(x) − φ(z)‖² of each two of few points.

    That of many points is in single precision: half the memory, and enough for a thousandth.
    """

    matrix: npt.NDArray[np.floating]
    inverse: Array | None

    @classmethod
    def of(cls, kernel: Kernel, points: Array) -> "KernelTable":
        """Return the table of points."""
        if len(points) <= MANY:
            matrix = kernel.matrix(points, points)
            return cls(matrix, 1 / np.maximum(2 - 2 * matrix, _LEAST))
        short = np.empty((len(points), len(points)), dtype=np.float32)
        for rows in blocks(len(points), len(points)):
            short[rows] = kernel.matrix(points[rows], points)
        return cls(short, None)

    def weigh(self, gains: Array, first: int) -> None:
        """Divide what exchanges of a point with each other would gain by the way between the two."""
        if self.inverse is not None:
            gains *= self.inverse[first]
            return
        ways = 2 - 2 * self.matrix[first]
        gains /= np.maximum(ways, _LEAST, out=ways)

    def way(self, first: int, second: int) -> float:
        """Return ‖φ(x) − φ(z)‖² of two points."""
        return max(2 - 2 * self.matrix.item(first, second), _LEAST)


class Exchanged(NamedTuple):
    """Multipliers, the threshold, whether every condition holds as closely as was asked for, and y − Σ a·y·k."""

    multipliers: Array
    threshold: float
    done: bool
    gradient: Array


def exchanged(  # noqa: PLR0913, PLR0917 - a problem, where to begin, and two limits
    table: KernelTable,
    signs: Array,
    caps: Array,
    start: Array,
    most: int,
    close: float = CLOSE,
    gradient: Array | None = None,
) -> Exchanged:
    """Return multipliers after exchanges between the worst point and the one that gains most, so many at most.

    start is balanced, Σ a·y = 0, and within the caps. A point whose y·a can rise has its gradient in `up`, one whose
    y·a can fall in `low`; all is well where no `up` is above any `low`. gradient: that of the start, if it is known.
    """
    if gradient is None:
        gradient = signs - table.matrix @ (start * signs).astype(table.matrix.dtype)
    positive = signs > 0
    up = np.where(_can_rise(start, caps, positive), gradient, -np.inf)
    low = np.where(_can_rise(start, caps, ~positive), gradient, np.inf)
    values, sides, tops = start.tolist(), signs.tolist(), caps.tolist()
    gaps, gains = np.empty(len(signs)), np.empty(len(signs))
    done = False
    for _ in range(most):
        first = int(up.argmax())
        np.subtract(up.item(first), low, out=gaps)
        np.maximum(gaps, 0.0, out=gaps)
        np.multiply(gaps, gaps, out=gains)
        table.weigh(gains, first)
        second = int(gains.argmax())
        gap = gaps.item(second)
        if gap < close and float(gaps.max()) < close:
            done = True
            break
        one, two = values[first], values[second]
        rise = tops[first] - one if sides[first] > 0 else one
        fall = two if sides[second] > 0 else tops[second] - two
        step = min(gap / table.way(first, second), rise, fall)
        values[first] = _within(one + sides[first] * step, tops[first])
        values[second] = _within(two - sides[second] * step, tops[second])
        slopes = up.item(first), low.item(second)
        np.subtract(table.matrix[first], table.matrix[second], out=gains)
        gains *= step
        up -= gains
        low -= gains
        for place, slope in ((first, slopes[0] - gains.item(first)), (second, slopes[1] - gains.item(second))):
            above, below = values[place] < tops[place], values[place] > 0
            rises, falls = (above, below) if sides[place] > 0 else (below, above)
            up[place], low[place] = slope if rises else -np.inf, slope if falls else np.inf
    level = -(float(up.max()) + float(low.min())) / 2
    return Exchanged(np.array(values), level, done, np.where(np.isfinite(up), up, low))


def _can_rise(values: Array, caps: Array, positive: Mask) -> Mask:
    return np.where(positive, values < caps, values > 0)


def _within(value: float, cap: float) -> float:
    return 0.0 if value < _ROUNDED * cap else cap if cap - value < _ROUNDED * cap else value
