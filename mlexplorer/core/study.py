"""The contract every study keeps: many fits of one task, told as they come."""

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import Bounds
from mlexplorer.core.data import Dataset
from mlexplorer.core.decision import PLAIN, Rule
from mlexplorer.core.model import Model, Start, Step
from mlexplorer.core.notice import CannotFit
from mlexplorer.core.params import Recipe, specs
from mlexplorer.core.shown import Shown
from mlexplorer.core.source import Source

MARGIN = 0.06  # of the spread of the points, around them, where nobody says which part of the plane is looked at


@dataclass(frozen=True)
class Task:
    """What is studied: a model with its start, the points after hold-out and transforms, the rule, and their source.

    source is None where points were edited by hand: then no fresh points can be drawn. bounds is the part of the plane
    that is looked at.
    """

    model: Model
    data: Dataset
    start: tuple[float, ...] | None = None
    rule: Rule = PLAIN
    source: Source | None = None
    transforms: tuple[str, ...] = ()
    bounds: Bounds | None = None

    @property
    def view(self) -> Bounds:
        """The part of the plane that is looked at: as asked for, else a little more than the points."""
        if self.bounds is not None or not len(self.data):
            return self.bounds or (-1.0, 1.0, -1.0, 1.0)
        low, high = self.data.points.min(axis=0), self.data.points.max(axis=0)
        room = MARGIN * np.where(high > low, high - low, 1.0)
        (left, bottom), (right, top) = (low - room).tolist(), (high + room).tolist()
        return left, right, bottom, top

    def last_step(self, data: Dataset, model: Model | None = None) -> Generator[None, None, Step | None]:
        """Return the last step of a fit to other points, None if it cannot be done; yields where it may pause."""
        start: Start | None = None if self.start is None else np.array(self.start)
        last: Step | None = None
        try:
            for step in (model or self.model).fit(data, start):
                last = step or last
                yield None
        except CannotFit:
            return None
        return last


@dataclass(frozen=True, eq=False)
class Series:
    """Numbers of a chart under one name: a line, dots or bars, with a band from low to high where there is one."""

    name: str
    xs: Array
    ys: Array
    style: Literal["line", "dots", "bars"] = "line"
    low: Array | None = None
    high: Array | None = None


@dataclass(frozen=True, eq=False)
class Chart:
    """Series over common axes: all a view needs to draw them."""

    title: str
    names: tuple[str, str]
    series: tuple[Series, ...]
    log: bool = False  # the places are powers of ten
    level: float | None = None  # a value worth a line across


@dataclass(frozen=True, eq=False)
class Result(Shown, ABC):
    """What a study has found so far; each result replaces the one before. Its fields are numbers under public names."""

    done: float  # share of the work, from 0 to 1

    @property
    @abstractmethod
    def facts(self) -> Mapping[str, str]:
        """What was found, in words and numbers a person reads, by name."""

    def in_a_line(self) -> str:
        """Return what it means, or the first of what was found."""
        facts = "; ".join(f"{name}: {value}" for name, value in [*self.facts.items()][:3])
        return f"{type(self).__name__}: {self.sentence or facts}"

    @property
    def sentence(self) -> str:
        """What it means, in one plain sentence."""
        return ""

    @property
    def charts(self) -> tuple[Chart, ...]:
        """The pictures of what was found."""
        return ()

    @property
    def point_values(self) -> Array | None:
        """A number for each point of the data (a fold, a share), NaN where there is none; None if there is nothing."""
        return None

    @property
    @abstractmethod
    def numbers(self) -> Mapping[str, object]:
        """Plain numbers, lists and texts under public names, as JSON and CSV hold them."""


@dataclass(frozen=True)
class Study(Recipe, ABC):
    """A question that takes many fits: its parameters, and a generator of ever better answers.

    A study is one file: its parameters as fields made by param(), and run(). Lists of values are text ("1,3,5"). Its
    first docstring line is what a picker shows.
    """

    family: ClassVar[str] = ""

    @abstractmethod
    def run(self, task: Task) -> Iterator[Result | None]:
        """Yield what is known so far, a useful picture first; None where the work may be interrupted."""

    def refusal(self, task: Task) -> str:
        """Return why this study has nothing to say of a task, in a sentence; "" if it has."""
        del task
        return ""

    def needs_bounds(self) -> bool:
        """Return whether the answer hangs on the part of the plane that is looked at."""
        return False


def values_of(words: str) -> tuple[str, ...]:
    """Return the values in a list written as text: "1, 3,5" gives 1, 3 and 5."""
    return tuple(word.strip() for word in words.split(",") if word.strip())


def split_values(study: type[Study], given: Mapping[str, object]) -> tuple[dict[str, object], dict[str, object]]:
    """Part values into those of a study and those of its model: a name both know is the study's, model__name never."""
    known = {spec.name for spec in specs(study)}
    mine = {name: value for name, value in given.items() if name in known}
    others = {name.removeprefix("model__"): value for name, value in given.items() if name not in known}
    return mine, others
