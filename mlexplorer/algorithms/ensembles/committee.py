"""The members of a vote, whatever they are: trees of one grove, or fitted steps; and the votes they cast."""

from abc import ABC, abstractmethod
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from mlexplorer.algorithms.ensembles.grove import Grove
from mlexplorer.algorithms.trees.growing import Grown
from mlexplorer.algorithms.trees.splits import majority
from mlexplorer.core import sklearn_lines
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import HasScores
from mlexplorer.core.data import Dataset
from mlexplorer.core.decision import largest
from mlexplorer.core.grid import Grid
from mlexplorer.core.model import Model
from mlexplorer.core.notice import CannotFit

REMEMBERED = 600  # answers of members on a grid: scrubbing through the members asks for the same again


@dataclass(frozen=True, eq=False)
class Committee(ABC):
    """Members that each say one of `classes` classes, as columns; a tally counts the first `count` of them."""

    classes: int

    @abstractmethod
    def __len__(self) -> int:
        """Return how many members there are."""

    @abstractmethod
    def said(self, points: Array) -> Labels:
        """Return what each member says of each point, as (members, n)."""

    @abstractmethod
    def tally_at(self, points: Array, count: int) -> Array:
        """Return the votes for each class at points, as (n, classes)."""

    @abstractmethod
    def tally_on(self, grid: Grid, count: int) -> Array:
        """Return the votes for each class on a grid, as (rows, columns, classes)."""

    @abstractmethod
    def sklearn_form(self, classes: Labels, samples: Sequence[Labels]) -> sklearn_lines.Lines | None:
        """Return the first members and their vote as lines of Python, one for each sample of training rows."""


@dataclass(frozen=True, eq=False)
class TreeCommittee(Committee):
    """Trees that all vote alike."""

    grove: Grove

    @cached_property
    def labels(self) -> Labels:
        """The class of each node, as a column; of equal counts the lower one."""
        return majority(self.grove.values)

    @cached_property
    def votes(self) -> Array:
        """What each node adds to the votes of all classes but the first, which gets what the others leave."""
        return (self.labels[:, None] == np.arange(1, self.classes)).astype(np.float64)

    def __len__(self) -> int:
        return len(self.grove)

    def said(self, points: Array) -> Labels:
        """Return what each tree says of each point."""
        return np.concatenate([self.labels[leaves] for _, leaves in self.grove.walks(points, len(self))])

    def tally_at(self, points: Array, count: int) -> Array:
        """Return the votes at points."""
        return _completed(self.grove.sums_at(points, count, self.votes), count)

    def tally_on(self, grid: Grid, count: int) -> Array:
        """Return the votes on a grid."""
        return _completed(self.grove.sums_on(grid, count, self.votes), count)

    def sklearn_form(self, classes: Labels, samples: Sequence[Labels]) -> sklearn_lines.Lines | None:
        """Return the trees, as they have grown."""
        trees = [
            (1.0, *self.grove.columns(number), self.labels[self.grove.tree(number)].tolist())
            for number in range(len(samples))
        ]
        return sklearn_lines.votes(classes, trees)

    def grown(self, number: int, points: Array) -> Grown:
        """Return one tree as it would have grown alone; points tell the leaf of each training row."""
        rows, grove = self.grove.tree(number), self.grove
        start = rows.start
        return Grown(
            "gini",
            np.where(grove.parent[rows] < 0, -1, grove.parent[rows] - start),
            grove.depth[rows],
            grove.values[rows],
            grove.boxes[rows],
            grove.feature[rows],
            grove.threshold[rows],
            np.where(grove.left[rows] < 0, -1, grove.left[rows] - start),
            grove.walk(points, number, number + 1)[0] - start,
        )


def _completed(votes: Array, count: int) -> Array:
    """Return votes with those of the first class, which are what the others leave of all."""
    return np.concatenate([count - votes.sum(axis=-1, keepdims=True), votes], axis=-1)


@dataclass(frozen=True, eq=False)
class Member:
    """A fitted step in a vote, or a class that is always said; columns are its classes among those of all."""

    model: Model
    step: HasScores | None
    columns: Labels
    _said: list[tuple[Array, Labels]] = field(default_factory=list, repr=False)  # of the points asked about last

    def says(self, points: Array) -> Labels:
        """Return the class of each point, as a column; in every frame it is asked about the same points more often."""
        if self.step is None:
            return np.full(len(points), self.columns[0])
        for known, said in self._said:
            if np.array_equal(known, points):
                return said
        said = self.columns[largest(self.step.scores(points))]
        self._said[:] = [(points, said)]
        return said

    def sklearn_form(self, classes: Labels) -> sklearn_lines.Lines | None:
        """Return the lines of its step, or those that always say its class of all classes."""
        if self.step is not None:
            return self.step.sklearn_form()
        return sklearn_lines.predicting(f"return np.full(len(places), {int(classes[self.columns[0]])})")


@lru_cache(maxsize=REMEMBERED)
def _said_on(member: Member, grid: Grid) -> npt.NDArray[np.int8]:
    """Return what a member says on a grid, as (rows, columns)."""
    columns = member.columns.astype(np.int8)
    if member.step is None:
        return np.full((grid.rows, grid.columns), columns[0])
    return columns[largest(member.step.field(grid))]


@dataclass(frozen=True, eq=False)
class StepCommittee(Committee):
    """Fitted steps that all vote alike."""

    members: tuple[Member, ...]

    def __len__(self) -> int:
        return len(self.members)

    def said(self, points: Array) -> Labels:
        """Return what each member says of each point."""
        return np.stack([member.says(points) for member in self.members])

    def tally_at(self, points: Array, count: int) -> Array:
        """Return the votes at points."""
        return _counted([member.says(points) for member in self.members[:count]], self.classes, (len(points),))

    def tally_on(self, grid: Grid, count: int) -> Array:
        """Return the votes on a grid."""
        return _counted(
            [_said_on(member, grid) for member in self.members[:count]], self.classes, (grid.rows, grid.columns)
        )

    def sklearn_form(self, classes: Labels, samples: Sequence[Labels]) -> sklearn_lines.Lines | None:
        """Return each member in the words of its own model; None if one of them has none."""
        bodies = [member.sklearn_form(classes) for member in self.members[: len(samples)]]
        said = [body for body in bodies if body is not None]
        return sklearn_lines.members(classes, said, samples) if len(said) == len(bodies) else None


def _counted(said: Sequence[npt.NDArray[np.integer]], classes: int, shape: tuple[int, ...]) -> Array:
    """Return how often each class is said at each place."""
    votes = np.zeros((*shape, classes))
    for column in range(classes):
        for one in said:
            votes[..., column] += one == column
    return votes


def fitting(model: Model, data: Dataset, classes: Labels) -> Generator[None, None, Member]:
    """Fit a model to data, with pauses, and return it as a member; of one class alone that class is always said."""
    last = None
    if len(data.classes) < 2:
        return Member(model, None, np.searchsorted(classes, data.classes))
    for step in model.fit(data):
        last = step or last
        yield
    if not isinstance(last, HasScores):
        raise CannotFit(f"{model.title} does not tell classes apart, so it cannot vote.")
    return Member(model, last, np.searchsorted(classes, last.classes))
