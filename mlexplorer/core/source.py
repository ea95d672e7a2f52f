"""The contract every source of points keeps."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.data import CLASS_NAMES, Dataset
from mlexplorer.core.law import Law
from mlexplorer.core.params import Recipe, param
from mlexplorer.core.resources import cells

MOST_POINTS = 5000
LARGEST_SEED = 9999


@dataclass(frozen=True)
class Source(Recipe, ABC):
    """A recipe for points: the same values give the same points on every machine.

    More points keep the first ones, and more noise moves the same points along the same directions.
    """

    purpose: ClassVar[str] = ""  # the task its points are for, where that is not to classify
    is_empty: ClassVar[bool] = False  # makes no points: there are only those placed by hand

    @abstractmethod
    def make(self) -> Dataset:
        """Return the points."""

    def law(self) -> Law | None:
        """Return the law the points are drawn from if it is known, else None."""
        return None

    def densities(self, points: Array) -> Array | None:
        """Return the true (n, k) share × density of each class at points if the law is known, else None."""
        law = self.law()
        return None if law is None else law.densities(points)

    def chances(self, points: Array) -> Array | None:
        """Return the true (n, k) class probabilities at points if the law is known, else None."""
        law = self.law()
        return None if law is None else law.chances(points)

    def curve(self, places: Array) -> Array | None:  # noqa: ARG002 - for the sources that know one
        """Return the true mean of x₂ at places along x₁ if the points scatter about a known curve, else None."""
        return None


def count_param(default: int, low: int = 4) -> Any:
    """Declare how many points a source makes."""
    help_text = "How many points are drawn; more points keep the first ones"
    return param(default, "Points", help_text, low=low, high=MOST_POINTS, scale="log")


def noise_param(default: float, high: float, **limits: Any) -> Any:
    """Declare how far points stray, in the units of the axes."""
    help_text = "How far the points stray: the same points move further"
    return param(default, "Noise", help_text, low=0.0, high=high, **limits)


def seed_param(**limits: Any) -> Any:
    """Declare the seed of everything a source draws by chance."""
    return param(0, "Seed", "Another seed draws other points from the same law", low=0, high=LARGEST_SEED, **limits)


def stream(seed: int, *purpose: int) -> np.random.Generator:
    """Return the random stream of one purpose (a class, the noise …), independent of all others of this seed."""
    return np.random.default_rng([seed, *(number + 1 for number in purpose)])  # trailing zeros would not count


def interleaved(count: int, shares: npt.ArrayLike) -> Labels:
    """Return the labels of count rows: each class in turn as often as its share says, the same rows for any count."""
    parts = np.asarray(shares, dtype=np.float64)
    numbers = [min(count, int(np.ceil(count * share / parts.sum())) + 1) for share in parts]
    times = np.concatenate([np.arange(number) / share for number, share in zip(numbers, parts, strict=True)])
    return np.repeat(np.arange(len(parts)), numbers)[np.argsort(times, kind="stable")[:count]]


def per_class(labels: Labels, draw: Callable[[int, int], Array]) -> Array:
    """Return one point per label: draw(label, number) gives those of a class, in order."""
    points = np.empty((len(labels), 2))
    for label in np.flatnonzero(np.bincount(labels)):  # np.unique would import a package of 60 ms
        rows = labels == label
        points[rows] = draw(int(label), int(rows.sum()))
    return points


def given(rows: npt.ArrayLike, labels: npt.ArrayLike, names: tuple[str, str], classes: tuple[str, ...] = ()) -> Dataset:
    """Return points that are listed, with the names of the axes and of the first classes."""
    points = np.asarray(rows, dtype=np.float64)
    return Dataset(points, np.asarray(labels, dtype=np.intp), None, None, names, classes + CLASS_NAMES[len(classes) :])  # type: ignore[arg-type] # None: none held out, ids from 0


def column_param(columns: Sequence[str], default: str, label: str, axis: str) -> Any:
    """Return the parameter that says which column of a shipped table lies along an axis."""
    titles = tuple(name.replace("_", " ").capitalize() for name in columns)
    return param(default, label, f"Which measurement lies along {axis}", choices=tuple(columns), titles=titles)


def two_columns(table: str, across: int, along: int) -> Dataset:
    """Return two columns of a shipped table as points, in its order; the last column names their classes."""
    headings, rows, kinds, labels = _measured(table)
    return given(rows[:, [across, along]], labels, (headings[across], headings[along]), kinds)


@cache
def _measured(table: str) -> tuple[list[str], Array, tuple[str, ...], Labels]:
    """Return the headings, the measurements of each row, the kinds in the order they come, and the kind of each row."""
    headings, *rows = cells(f"tables/{table}.csv")
    words = [row[-1].capitalize() for row in rows]
    kinds = tuple(dict.fromkeys(words))
    return headings, np.array([row[:-1] for row in rows], float), kinds, np.array([kinds.index(word) for word in words])
