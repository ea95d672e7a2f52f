"""Clusters that are joined two by two."""

from abc import ABC, abstractmethod

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.declared import declared
from mlexplorer.core.model import Step


class HasMerges(Step, ABC, exported=("pairs", "heights", "sizes", "assignments")):
    """A tree of clusters: two are joined at a time, until all are one; a step has done the first of these joins.

    Node i is training row i, and node n + m is what join m has made of two earlier nodes.
    """

    @declared
    def pairs(self) -> Labels:
        """The two nodes that each join makes one, (n − 1, 2)."""

    @declared
    def heights(self) -> Array:
        """How far apart the two were, for each join."""

    @declared
    def levels(self) -> Array:
        """The heights as they are drawn: their roots where they are squares."""

    @declared
    def level_name(self) -> str:
        """What the levels are called."""

    @declared
    def sizes(self) -> Labels:
        """How many rows each join has brought together."""

    @declared
    def order(self) -> Labels:
        """The rows in an order in which the members of every node stand side by side."""

    @declared
    def joins(self) -> int:
        """How many joins are done by now."""

    @declared
    def assignments(self) -> Labels:
        """The present cluster of each training row; clusters are numbered by their first rows."""

    @declared
    def colours(self) -> Labels:
        """The cluster each row ends in, by which it is coloured on the way there; −1 while it is alone."""

    @abstractmethod
    def members(self, node: int) -> Labels:
        """Return the training rows below a node."""

    @abstractmethod
    def nearest_places(self, join: int) -> Array:
        """Return the two places (2, 2) whose distance decides a join: nearest or farthest points, or the means."""
