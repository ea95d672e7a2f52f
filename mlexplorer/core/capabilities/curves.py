"""A regression, what its curve misses and is made of, and a function to walk on."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from mlexplorer.core import sklearn_lines
from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities.reasons import HasReasons, Reason, Term
from mlexplorer.core.capabilities.trees import Node
from mlexplorer.core.data import Dataset
from mlexplorer.core.declared import declared
from mlexplorer.core.model import Step
from mlexplorer.core.numbers import text
from mlexplorer.core.reach import first_coordinates


class HasCurve(Step, ABC):
    """A regression of the second coordinate on the first."""

    @abstractmethod
    def curve(self, places: Array) -> Array:
        """Return the fitted value at each place of the first coordinate."""

    def predict(self, points: npt.ArrayLike) -> Array:
        """Return the curve at places of x, (n,), or at those of points, (n, 2), whose y plays no part."""
        return self.curve(first_coordinates(points))


class HasCurveResiduals(HasCurve, exported=("residuals",)):
    """A curve that knows how far it misses each training row, and what each miss costs."""

    @declared
    def residuals(self) -> Array:
        """How far each training row lies above the curve."""

    @declared
    def point_losses(self) -> Array:
        """What each training row adds to the loss."""


@dataclass(frozen=True, eq=False)
class WeightPath:
    """The weights of a curve at rising prices of them."""

    penalties: Array
    weights: Array  # (penalties, terms)


class HasTerms(HasCurve, exported=("coefficients", "term_names")):
    """A curve that is a sum of weighted terms."""

    @declared
    def coefficients(self) -> Array:
        """The weight of each term, in data units."""

    @declared
    def term_names(self) -> tuple[str, ...]:
        """What each weight multiplies; nothing for the constant."""

    @declared
    def terms_script(self) -> str:
        """The terms at an array `places` as NumPy writes them: (terms, n)."""

    @abstractmethod
    def weight_path(self, penalties: Array) -> WeightPath:
        """Return the weights that fit best at each of some penalties."""

    def sklearn_form(self) -> sklearn_lines.Lines | None:
        """Return the sum of the terms with these weights, which needs NumPy alone."""
        weights = f"weights = {sklearn_lines.array(self.coefficients)}  # of the terms below"
        return weights, *sklearn_lines.curve(f"weights @ {self.terms_script}")


class HasCurveTree(HasCurve):
    """A curve that a tree of questions about x decides; its nodes say the levels of the curve."""

    @declared
    def tree(self) -> tuple[Node, ...]:
        """The nodes; children come after their parent."""


class HasCurveReasons(HasReasons, HasCurve):
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


class HasSurface(Step, ABC, exported=("place",)):
    """A place on a function over the plane, which takes the place of points."""

    coordinates: ClassVar[tuple[str, str]] = ("x", "y")  # as the formula calls them

    @declared
    def place(self) -> Array:
        """The place, (2,)."""

    @abstractmethod
    def heights(self, points: Array) -> Array:
        """Return the function at points, as (n,); infinite where it is not a number."""


def missed(step: HasCurve, data: Dataset) -> Array:
    """Return how far points lie above the curve of a step."""
    return data.points[:, 1] - step.curve(data.points[:, 0])


def root_mean_square(residuals: Array) -> float:
    """Return the root of the mean of the squares; 0 without any."""
    return float(np.sqrt(np.mean(np.square(residuals)))) if len(residuals) else 0.0
