"""Fits of one model to many samples of the same points, found together."""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, TypeAlias, overload

import numpy as np

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import HasScores
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid
from mlexplorer.core.model import Model, Step

Decided: TypeAlias = Callable[[Array], Labels]  # labels for scores with classes along the last axis


@dataclass(frozen=True, eq=False)
class Samples:
    """Samples of points: how often each of them holds each point."""

    data: Dataset
    counts: Labels  # (samples, n)

    def __len__(self) -> int:
        return len(self.counts)

    @cached_property
    def columns(self) -> Labels:
        """The column of the class of each point."""
        return np.searchsorted(self.data.classes, self.data.labels)

    @cached_property
    def sizes(self) -> Labels:
        """How many points each sample holds."""
        return np.asarray(self.counts.sum(axis=1, dtype=np.intp))

    @property
    def lack_a_class(self) -> bool:
        """Whether one of them has no point of a class that the data have."""
        own = (self.counts[:, self.columns == column] for column in range(len(self.data.classes)))
        return any(not counts.any(axis=1).all() for counts in own)

    def some(self, first: int, count: int) -> "Samples":
        """Return some of them."""
        return Samples(self.data, self.counts[first : first + count])

    def sample(self, number: int) -> Dataset:
        """Return the points of a sample in order, those drawn several times as often."""
        return self.data.part(np.arange(len(self.data)).repeat(self.counts[number]))


@dataclass(frozen=True, eq=False)
class ManyFits(ABC):
    """The fits of a model to samples; the step of each is made only when it is looked at, by a fit of its own."""

    near: ClassVar[float] = 0.0  # scores nearer than this share of them may change places by rounding

    model: Model
    samples: Samples

    @abstractmethod
    def scores(self, points: Array, numbers: Labels) -> Array:
        """Return the scores of each point by the fit whose number stands beside it, (n, classes), as its step does."""

    def fields(self, grid: Grid) -> Iterator[Array]:
        """Yield the scores of each fit on a grid."""
        for number in range(len(self.samples)):
            yield self.scored(number).field(grid)

    def votes(self, grid: Grid, decided: Decided) -> Array:
        """Return how many fits say each class at each place of a grid, (rows, columns, classes)."""
        classes = self.samples.data.classes
        found = np.zeros((grid.rows, grid.columns, len(classes)))
        for field in self.fields(grid):
            found += decided(field)[..., None] == classes
        return found

    def scored(self, number: int) -> HasScores:
        """Return the last step of a fit."""
        if number not in self._made:
            steps = (step for step in self.model.learn(self.samples.sample(number), None) if step is not None)
            (self._made[number],) = deque(steps, maxlen=1)
        step = self._made[number]
        assert isinstance(step, HasScores), "only fits that say classes are found together"
        return step

    @cached_property
    def _made(self) -> dict[int, Step]:
        return {}


@dataclass(frozen=True, eq=False)
class LaterSteps(Sequence[Step]):
    """The steps of fits that were found together, made when they are looked at."""

    fits: tuple[tuple[ManyFits, int], ...]

    def __len__(self) -> int:
        return len(self.fits)

    @overload
    def __getitem__(self, index: int) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> "LaterSteps": ...

    def __getitem__(self, index: int | slice) -> "Step | LaterSteps":
        if isinstance(index, slice):
            return LaterSteps(self.fits[index])
        fits, number = self.fits[index]
        return fits.scored(number)

    if TYPE_CHECKING:

        def __iter__(self) -> Iterator[Step]: ...


class CanFitMany(Model):
    """A model whose fits to many samples of the same points share work, as folds or bootstrap samples do."""

    only_nearly: ClassVar[bool] = False  # found together their scores are right to a thousandth, not to the last digit

    def shares_samples(self, data: Dataset) -> bool:
        """Return whether they do so as the model is set now."""
        del data
        return True

    @abstractmethod
    def fit_many(self, samples: Samples) -> Generator[None, None, ManyFits]:
        """Return the fits, with pauses. No sample lacks a class of the data, and none is one that it refuses."""
