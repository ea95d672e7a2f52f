"""What the step of a fitted curve may be able to show beside the curve: its residuals, its terms, their weights."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import HasCurve, HasReasons, Node, Reason, Term
from mlexplorer.core.data import Dataset
from mlexplorer.core.numbers import text


class HasResiduals(HasCurve, ABC):
    """A curve that knows how far it misses each training row, and what each miss costs."""

    if TYPE_CHECKING:

        @property
        def residuals(self) -> Array:
            """How far each training row lies above the curve."""

        @property
        def point_losses(self) -> Array:
            """What each training row adds to the loss."""

    def predict(self, points: npt.ArrayLike) -> Array:
        """Return the curve at places of x, (n,), or at those of points, (n, 2), whose y plays no part."""
        places = np.asarray(points, dtype=np.float64)
        return self.curve(places[:, 0] if places.ndim == 2 else places)


@dataclass(frozen=True, eq=False)
class WeightPath:
    """The weights of a curve at rising prices of them."""

    penalties: Array
    weights: Array  # (penalties, terms)


class HasTerms(HasCurve, ABC):
    """A curve that is a sum of weighted terms."""

    if TYPE_CHECKING:

        @property
        def coefficients(self) -> Array:
            """The weight of each term, in data units."""

        @property
        def term_names(self) -> tuple[str, ...]:
            """What each weight multiplies; nothing for the constant."""

        @property
        def terms_script(self) -> str:
            """The terms at an array `places` as NumPy writes them: (terms, n)."""

    @abstractmethod
    def weight_path(self, penalties: Array) -> WeightPath:
        """Return the weights that fit best at each of some penalties."""


class HasCurveReasons(HasReasons, HasCurve, ABC):
    """A curve whose height above a place is a sum that can be told."""

    @abstractmethod
    def curve_terms(self, place: float) -> tuple[Term, ...]:
        """Return the terms that add up to the curve above a place."""

    def reasons(self, point: Array) -> tuple[Reason, ...]:
        """Return the terms of the curve above one place, and how far the place is from it."""
        x, height = float(point[0]), float(self.curve(point[:1])[0])
        gap = float(point[1]) - height
        note = f"the place lies {text(abs(gap))} {'above' if gap >= 0 else 'below'} the curve"
        return (Reason(f"y at x = {text(x)}", self.curve_terms(x), height, note),)


def missed(step: HasCurve, data: Dataset) -> Array:
    """Return how far points lie above the curve of a step."""
    return data.points[:, 1] - step.curve(data.points[:, 0])


def root_mean_square(residuals: Array) -> float:
    """Return the root of the mean of the squares; 0 without any."""
    return float(np.sqrt(np.mean(np.square(residuals)))) if len(residuals) else 0.0


class HasCurveTree(HasCurve, ABC):
    """A curve that a tree of questions about x decides; its nodes say the levels of the curve."""

    if TYPE_CHECKING:

        @property
        def tree(self) -> tuple[Node, ...]:
            """The nodes; children come after their parent."""
