"""What a step may be able to show: small abstract classes, inherited openly and asked for with isinstance.

A new capability is one class here and one layer or view that shows it. Attributes are properties for mypy alone.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from mlexplorer.core.arrays import Array, Labels, halves
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid
from mlexplorer.core.model import Step
from mlexplorer.core.params import Value
from mlexplorer.core.places import first_coordinates, places_of
from mlexplorer.core.region import Region, highest

if TYPE_CHECKING:
    from mlexplorer.algorithms.margins.voting import Ballot
    from mlexplorer.algorithms.trees.pruning import Path  # it builds on what is defined here

Bounds = tuple[float, float, float, float]  # left, right, bottom, top


class HasScores(Step, ABC):
    """A step that scores every class at every place; the largest score is the prediction, the first on a tie."""

    if TYPE_CHECKING:

        @property
        def classes(self) -> Labels:
            """The labels the columns of scores stand for, in order: those present in training, or the clusters."""

    @abstractmethod
    def scores(self, points: Array) -> Array:
        """Return the (n, k) scores at points."""

    def predict(self, points: Array) -> Labels:
        """Return the label with the largest score at each point."""
        return np.asarray(self.classes)[self.scores(places_of(points)).argmax(axis=1)]

    def field(self, grid: Grid) -> Array:
        """Return the scores on a grid as (rows, columns, k)."""
        return grid.sampled(self.scores)


class HasDiscriminant(HasScores):
    """A step for two classes with one number f at each place: class 1 where f > 0. Scores are (−f/2, +f/2)."""

    @abstractmethod
    def discriminant(self, points: Array) -> Array:
        """Return f at points, as (n,)."""

    def discriminant_field(self, grid: Grid) -> Array:
        """Return f on a grid, as (rows, columns)."""
        return grid.sampled(self.discriminant)

    def scores(self, points: Array) -> Array:
        """Return (−f/2, +f/2) at points."""
        return halves(self.discriminant(points))

    def field(self, grid: Grid) -> Array:
        """Return (−f/2, +f/2) on a grid."""
        return halves(self.discriminant_field(grid))


class HasRegions(HasScores):
    """A step whose classes fill exact convex regions."""

    if TYPE_CHECKING:

        @property
        def regions(self) -> tuple[Region, ...]:
            """The regions; together they fill the plane."""


class HasWeights(HasDiscriminant, HasRegions):
    """A straight boundary between two classes: f(x) = w·x − t with weights (w1, w2, t)."""

    if TYPE_CHECKING:

        @property
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
        return (first * grid.xs)[None, :] + (second * grid.ys)[:, None] - threshold


class HasMargins(HasDiscriminant):
    """A discriminant whose lines f = −1 and f = +1 mean something: the edges of the street."""


class HasProbabilities(HasScores):
    """A step that gives every class a probability at every place."""

    @abstractmethod
    def chances(self, scores: Array) -> Array:
        """Return the probabilities that belong to scores: any shape, classes along the last axis."""

    def probabilities(self, points: Array) -> Array:
        """Return the (n, k) probabilities at points."""
        return self.chances(self.scores(places_of(points)))


class HasSupport(Step):
    """Support vectors: rows of training, their multipliers, slacks, and the margin; tuples by pair for many classes."""

    if TYPE_CHECKING:

        @property
        def support(self) -> Labels | tuple[Labels, ...]:
            """The rows of training with a multiplier above 0."""

        @property
        def multipliers(self) -> Array | tuple[Array, ...]:
            """The multiplier of each support vector."""

        @property
        def slacks(self) -> Array | tuple[Array, ...]:
            """How far each support vector lies on the wrong side of its margin line, in units of f."""

        @property
        def bound(self) -> float:
            """The largest multiplier allowed: a support vector with it is bounded, the others are free."""

        @property
        def margin(self) -> float | tuple[float, ...]:
            """The distance from the boundary to a margin line, 1/‖w‖."""


class HasCentres(HasScores):
    """Cluster centres, and the cluster of each training row."""

    if TYPE_CHECKING:

        @property
        def centres(self) -> Array:
            """The (k, 2) centres."""

        @property
        def assignments(self) -> Labels:
            """The cluster of each training row."""


class HasGaussians(HasScores):
    """A Gaussian for each class or component."""

    if TYPE_CHECKING:

        @property
        def means(self) -> Array:
            """The (k, 2) means."""

        @property
        def covariances(self) -> Array:
            """The (k, 2, 2) covariances."""

        @property
        def shares(self) -> Array:
            """The (k,) weights of the components, or priors of the classes; they add up to 1."""


class HasPointWeights(Step):
    """A weight for each training row."""

    if TYPE_CHECKING:

        @property
        def point_weights(self) -> Array:
            """The weights this step's learner was fitted with; they add up to 1."""


class HasRows(Step):
    """A step that came from the slope of the loss at some training rows, or at all of them."""

    if TYPE_CHECKING:

        @property
        def rows(self) -> Labels | None:
            """The rows it looked at; None: all."""


class HasFocus(Step):
    """A step that was made for the sake of a few training rows."""

    if TYPE_CHECKING:

        @property
        def focus(self) -> Labels:
            """The rows it was made for; none for the start."""


class HasVisits(Step):
    """A step of a method that goes from point to point, and moves only at some of them."""

    if TYPE_CHECKING:

        @property
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


class HasDensity(Step, ABC):
    """A probability density over the plane."""

    @abstractmethod
    def density(self, points: Array) -> Array:
        """Return the density at points, as (n,)."""

    def density_field(self, grid: Grid) -> Array:
        """Return the density on a grid, as (rows, columns)."""
        return grid.sampled(self.density)


class HasFeatureDensities(HasScores):
    """A step that gives every class a density of its own along each feature."""

    @abstractmethod
    def feature_heights(self, feature: int, values: Array) -> Array:
        """Return share × density of each class at values of one feature, as (k, n)."""


class HasSurface(Step, ABC):
    """A place on a function over the plane, which takes the place of points."""

    coordinates: ClassVar[tuple[str, str]] = ("x", "y")  # as the formula calls them

    if TYPE_CHECKING:

        @property
        def place(self) -> Array:
            """The place, (2,)."""

    @abstractmethod
    def heights(self, points: Array) -> Array:
        """Return the function at points, as (n,); infinite where it is not a number."""


class HasCurve(Step, ABC):
    """A regression of the second coordinate on the first."""

    @abstractmethod
    def curve(self, places: Array) -> Array:
        """Return the fitted value at each place of the first coordinate."""

    def predict(self, points: Array) -> Array:
        """Return the fitted value at points, of which only the first coordinate counts: (n, 2), or (n,) of those."""
        return self.curve(first_coordinates(points))


@dataclass(frozen=True)
class Landscape:
    """The objective as a function of the parameters of a step."""

    names: tuple[str, ...]
    here: Array
    values: Callable[[Array], Array]  # (m, p) parameters → (m,) losses
    at: Callable[[Array], Step]  # (p,) parameters → the step that has them
    gradient: Callable[[Array], Array] | None = None  # (p,) → (p,)
    title: str = "Objective"  # what is measured


class HasLandscape(Step, ABC):
    """A step with a place in parameter space."""

    @abstractmethod
    def landscape(self, data: Dataset) -> Landscape:
        """Return the objective around this step; data is the training part."""


class HasThresholds(Step, ABC):
    """A step that cuts the plane at a threshold of one feature, chosen by what every threshold would cost."""

    @abstractmethod
    def thresholds(self, feature: int) -> tuple[Array, Array]:
        """Return (places, errors), a staircase: errors[i] holds from places[i] up to, but not at, places[i + 1]."""
        # places: a little below the least value of the feature, then its distinct values; points weigh as in this fit

    def visits(self, feature: int) -> Array:
        """Return the thresholds of a feature that the search tries, if it says so."""
        del feature
        return np.empty(0)


class HasRounds(Step):
    """A vote of learners, one for each round."""

    if TYPE_CHECKING:

        @property
        def ballots(self) -> tuple[Ballot, ...]:
            """The learners in the order of the rounds."""


@dataclass(frozen=True)
class Node:
    """A node of a decision tree. Test: feature ≤ threshold goes left."""

    box: Bounds
    counts: tuple[float, ...]  # for each class present, weights included
    label: int
    impurity: float
    depth: int
    feature: int = -1  # −1 for a leaf
    threshold: float = 0.0
    gain: float = 0.0
    left: int = -1  # index of the child; −1 for a leaf
    right: int = -1

    def inside(self, points: Array) -> Labels:
        """Return the rows of the points in its box."""
        (left, right, bottom, top), (x, y) = self.box, points.T
        return np.flatnonzero((x > left) & (x <= right) & (y > bottom) & (y <= top))


class HasTree(HasScores):
    """A decision tree as data: nodes by index, the root first."""

    if TYPE_CHECKING:

        @property
        def tree(self) -> tuple[Node, ...]:
            """The nodes; children come after their parent."""


class HasPruning(HasTree, ABC):
    """A tree whose branches are cut at a price of a leaf, the parameter "pruning" of its model, and by hand."""

    if TYPE_CHECKING:

        @property
        def pruning_path(self) -> Path:
            """The trees that pruning passes, from the whole tree to the root."""

    @abstractmethod
    def reshaped(self, node: int) -> Mapping[str, Value] | None:
        """Return the parameters of the model that cut a question or split a leaf by hand; None if it has no split."""


@dataclass(frozen=True)
class Term:
    """One number of a sum, what it is, and the training row it comes from (−1 for none)."""

    label: str
    value: float
    row: int = -1


@dataclass(frozen=True)
class Reason:
    """Why a score is what it is: terms that add up to it."""

    label: str
    terms: tuple[Term, ...]
    total: float
    note: str = ""


class HasReasons(Step, ABC):
    """A step that can say where its scores, its density or its curve come from."""

    @abstractmethod
    def reasons(self, point: Array) -> tuple[Reason, ...]:
        """Return the arithmetic at one place, shape (2,): one per column of scores, or one for f, density or curve."""
