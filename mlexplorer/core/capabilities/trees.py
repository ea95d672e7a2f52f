"""Thresholds and trees."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mlexplorer.core import sklearn_lines
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities.scores import HasScores
from mlexplorer.core.declared import declared
from mlexplorer.core.model import Step
from mlexplorer.core.params import Value

if TYPE_CHECKING:
    from mlexplorer.algorithms.trees.pruning import Path  # it builds on what is defined here

Bounds = tuple[float, float, float, float]  # left, right, bottom, top


class HasThresholds(Step, ABC):
    """A step that cuts the plane at a threshold of one feature, chosen by what every threshold would cost."""

    @abstractmethod
    def thresholds(self, feature: int) -> tuple[Array, Array]:
        """Return (places, errors), a staircase: errors[i] holds from places[i] up to, but not at, places[i + 1].

        The first place lies a little below the least value of the feature, the others are its distinct values; the
        last error holds for every larger threshold. Points weigh what they weighed when this step was fitted.
        """

    def visits(self, feature: int) -> Array:
        """Return the thresholds of a feature that the search tries, if it says so."""
        del feature
        return np.empty(0)


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
    level: float = 0.0  # of a curve: what it says there

    def inside(self, points: Array) -> Labels:
        """Return the rows of the points in its box."""
        (left, right, bottom, top), (x, y) = self.box, points.T
        return np.flatnonzero((x > left) & (x <= right) & (y > bottom) & (y <= top))


class HasTree(HasScores, exported=("tree",)):
    """A decision tree as data: nodes by index, the root first."""

    @declared
    def tree(self) -> tuple[Node, ...]:
        """The nodes; children come after their parent."""

    def sklearn_form(self) -> sklearn_lines.Lines | None:
        """Return the tree as columns."""
        return sklearn_lines.tree(self.tree)


class HasPruning(HasTree, ABC):
    """A tree whose branches are cut at a price of a leaf, the parameter "pruning" of its model, and by hand."""

    @declared
    def pruning_path(self) -> "Path":
        """The trees that pruning passes, from the whole tree to the root."""

    @abstractmethod
    def reshaped(self, node: int) -> Mapping[str, Value] | None:
        """Return the parameters of the model that cut a question or split a leaf by hand; None if it has no split."""
