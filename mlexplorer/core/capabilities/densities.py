"""Centres, Gaussians, densities over the plane and along its axes."""

from abc import ABC, abstractmethod

from mlexplorer.core import sklearn_lines
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities.scores import HasScores
from mlexplorer.core.declared import declared
from mlexplorer.core.grid import Grid
from mlexplorer.core.model import Step


class HasCentres(HasScores, exported=("centres", "assignments")):
    """Cluster centres, and the cluster of each training row."""

    @declared
    def centres(self) -> Array:
        """The (k, 2) centres."""

    @declared
    def assignments(self) -> Labels:
        """The cluster of each training row."""

    def sklearn_form(self) -> sklearn_lines.Lines | None:
        """Return the centres, the nearest of which is predicted."""
        return sklearn_lines.centres(self.centres)


class HasGaussians(HasScores, exported=("means", "covariances", "shares")):
    """A Gaussian for each class or component."""

    @declared
    def means(self) -> Array:
        """The (k, 2) means."""

    @declared
    def covariances(self) -> Array:
        """The (k, 2, 2) covariances."""

    @declared
    def shares(self) -> Array:
        """The (k,) weights of the components, or priors of the classes; they add up to 1."""

    def sklearn_form(self) -> sklearn_lines.Lines | None:
        """Return a mixture with these Gaussians."""
        return sklearn_lines.gaussians(self.classes, self.shares, self.means, self.covariances)


class HasDensity(Step, ABC):
    """A probability density over the plane."""

    @abstractmethod
    def density(self, points: Array) -> Array:
        """Return the density at points, as (n,)."""

    def density_field(self, grid: Grid) -> Array:
        """Return the density on a grid, as (rows, columns)."""
        return grid.sampled(self.density)


class HasBins(HasDensity, exported=("boxes", "box_heights")):
    """A density that is the same all over each of some boxes, and nothing outside of them."""

    @declared
    def boxes(self) -> Array:
        """The (m, 4) boxes: left, right, bottom, top; those of a single feature have no bottom and no top (∓∞)."""

    @declared
    def box_heights(self) -> Array:
        """The density in each box."""


class HasPointDensities(HasDensity, exported=("point_densities",)):
    """A density that knows how dense it is at each training row by the other rows alone."""

    @declared
    def point_densities(self) -> Array:
        """The density at each training row, the row itself left out."""


class HasFeatureDensities(HasScores):
    """A step that gives every class a density of its own along each feature."""

    @abstractmethod
    def feature_heights(self, feature: int, values: Array) -> Array:
        """Return share × density of each class at values of one feature, as (k, n)."""
