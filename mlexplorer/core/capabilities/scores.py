"""What a step says of every place: scores, a discriminant, probabilities, regions."""

from abc import ABC, abstractmethod

import numpy as np

from mlexplorer.core.arrays import Array, Labels, halves
from mlexplorer.core.declared import declared
from mlexplorer.core.grid import Grid
from mlexplorer.core.model import Step
from mlexplorer.core.reach import places_of
from mlexplorer.core.region import Region


class HasScores(Step, ABC, exported=("classes",)):
    """A step that scores every class at every place; the largest score is the prediction, the first on a tie."""

    @declared
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

    @declared
    def regions(self) -> tuple[Region, ...]:
        """The regions; together they fill the plane."""


class HasProbabilities(HasScores):
    """A step that gives every class a probability at every place."""

    @abstractmethod
    def chances(self, scores: Array) -> Array:
        """Return the probabilities that belong to scores: any shape, classes along the last axis."""

    def probabilities(self, points: Array) -> Array:
        """Return the (n, k) probabilities at points."""
        return self.chances(self.scores(places_of(points)))
