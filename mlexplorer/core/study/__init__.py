"""The contract every study keeps: many fits of one task, told as they come."""

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

import numpy as np

from mlexplorer.core.arrays import Array, Labels, Mask
from mlexplorer.core.capabilities import Bounds
from mlexplorer.core.data import Dataset, sampled
from mlexplorer.core.decision import PLAIN, Rule
from mlexplorer.core.grid import Grid
from mlexplorer.core.model import CanHurry, CanResume, CanSweep, IsStaged, Model, Start, Step
from mlexplorer.core.notice import CannotFit
from mlexplorer.core.numbers import counted
from mlexplorer.core.params import Recipe, Value, param, specs
from mlexplorer.core.shown import ShowsItself
from mlexplorer.core.source import Source
from mlexplorer.core.study.many_fits import CanFitMany, Samples

Steps: TypeAlias = Sequence[Step | None]  # None where a fit could not be done
Work: TypeAlias = Generator[None, None, Step | None]
HURRIED = 1000  # points up to which a rough refit pays: its tables grow with their square
RESUMED = 400  # points up to which a refit from a neighbouring fit is short enough not to be interrupted
MARGIN = 0.06  # of the spread of the points, around them, where nobody says which part of the plane is looked at


@dataclass(frozen=True)
class Rival:
    """Another model that can be compared with the one that is studied: what it is called, and its start."""

    name: str
    model: Model
    start: tuple[float, ...] | None = None


@dataclass(frozen=True)
class Task:
    """What is studied: a model with its start, the points after hold-out and transforms, the rule, and their source.

    source is None where points were edited by hand: then no fresh points can be drawn. bounds is the part of the plane
    that is looked at; rivals are the other runs and the pinned fits.
    """

    model: Model
    data: Dataset
    start: tuple[float, ...] | None = None
    rule: Rule = PLAIN
    source: Source | None = None
    transforms: tuple[str, ...] = ()
    bounds: Bounds | None = None
    rivals: tuple[Rival, ...] = ()

    @property
    def view(self) -> Bounds:
        """The part of the plane that is looked at: as asked for, else a little more than the points."""
        if self.bounds is not None or not len(self.data):
            return self.bounds or (-1.0, 1.0, -1.0, 1.0)
        low, high = self.data.points.min(axis=0), self.data.points.max(axis=0)
        room = MARGIN * np.where(high > low, high - low, 1.0)
        (left, bottom), (right, top) = (low - room).tolist(), (high + room).tolist()
        return left, right, bottom, top

    def learnable(self, most: int) -> Dataset:
        """Return the points the model may learn from, a sample if there are more; `rows` are those of the data."""
        return sampled(self.model.learnable(self.data), most)

    def testing(self, most: int) -> Dataset:
        """Return the points that are held out and can judge a fit, a sample if there are more."""
        held = self.data.testing if self.model.task == "classify" else self.data.part(self.data.held_out)
        return sampled(held, most)

    def last_step(self, data: Dataset, model: Model | None = None) -> Work:
        """Return the last step of a fit to other points, None if it cannot be done; yields where it may pause."""
        try:
            return (yield from self._fit(data, model or self.model))
        except CannotFit:
            return None

    def problem(self, data: Dataset) -> Generator[None, None, str]:
        """Return why a fit to other points cannot be done, "" if it can."""
        try:
            yield from self._fit(data, self.model)
        except CannotFit as refusal:
            return str(refusal)
        return ""

    def near_step(self, data: Dataset, model: Model, near: Step | None, rough: bool = False) -> Work:
        """Return the last step of a fit, found from one with similar parameters where a model can do that.

        rough: errors are counted, and a thousandth of a score does not matter.
        """
        hurries = rough and isinstance(model, CanHurry) and len(data) <= HURRIED
        if near is None or not isinstance(model, CanResume) or (len(data) > RESUMED and not hurries):
            return (yield from self.last_step(data, model))
        try:
            training = model.training(data)
            model.refuse(training)
            if not hurries or not isinstance(model, CanHurry):
                yield None
                return model.resume(training, near)
            last: Step | None = None
            for step in model.hurry(training, near):
                last = step or last
                yield None
            return last
        except CannotFit:
            return None

    def shares(self, name: str) -> bool:
        """Return whether fits with many values of a parameter cost little more than one."""
        model = self.model
        staged = isinstance(model, IsStaged) and model.staged == name
        return staged or (isinstance(model, CanSweep) and model.shares(name))

    def samples(self, data: Dataset, counts: Labels) -> Samples | None:
        """Return samples of points whose fits share work; None where they do not, or where some cannot be fitted.

        counts say how often each sample holds each of the points: (samples, n).
        """
        model = self.model
        if not isinstance(model, CanFitMany) or len(data) > model.most_points or not model.shares_samples(data):
            return None
        samples = Samples(data, counts)
        try:
            model.refuse(samples.sample(int(samples.sizes.argmin())))
        except CannotFit:
            return None
        return None if samples.lack_a_class else samples

    def sweep(self, data: Dataset, models: Sequence[Model]) -> Generator[None, None, Steps]:
        """Return the last step of the fit of each model; they differ in a parameter whose fits share work."""
        model = self.model
        if not isinstance(model, CanSweep):
            return (yield from self._stages(data, models))
        try:
            training = model.training(data)
            for other in models:
                other.refuse(training)
            steps = []
            for step in model.sweep(training, [other for other in models if isinstance(other, CanSweep)]):
                steps += [] if step is None else [step]
                yield None
            return tuple(steps)
        except CannotFit:
            return (None,) * len(models)

    def _stages(self, data: Dataset, models: Sequence[Model]) -> Generator[None, None, Steps]:
        """Return the steps of one fit, each after as many stages as a model asks for; the last if it ended before."""
        assert isinstance(self.model, IsStaged), "shares has said so"
        numbers = [int(model.values()[self.model.staged]) for model in models]
        found: dict[int, Step] = {}
        last: Step | None = None
        try:
            for step in models[numbers.index(max(numbers))].fit(data, self._start):
                last = step or last
                if step is not None and step.iteration in numbers:
                    found[step.iteration] = step
                yield None
        except CannotFit:
            return (None,) * len(models)
        return tuple(found.get(number, last) for number in numbers)

    @property
    def _start(self) -> Start | None:
        return None if self.start is None else np.array(self.start)

    def _fit(self, data: Dataset, model: Model) -> Work:
        last: Step | None = None
        for step in model.fit(data, self._start):
            last = step or last
            yield None
        return last


@dataclass(frozen=True, eq=False)
class Series:
    """Numbers of a chart under one name: lines, dots, bars or rings, with a band where there are low and high."""

    name: str
    xs: Array
    ys: Array
    style: Literal["line", "dots", "bars", "level", "thin", "ring"] = "line"
    low: Array | None = None
    high: Array | None = None


@dataclass(frozen=True)
class Flag:
    """A place along x that is worth a line across a chart, with its name; the present one is drawn strongest."""

    x: float
    words: str
    is_now: bool = False


@dataclass(frozen=True, eq=False)
class Chart:
    """Series over common axes: all a view needs to draw them."""

    title: str
    names: tuple[str, str]
    series: tuple[Series, ...]
    log: bool = False  # the places are powers of ten
    level: float | None = None  # a value worth a line across
    flags: tuple[Flag, ...] = ()
    wings: tuple[str, str] = ("", "")  # what is the matter at the left end, and at the right


@dataclass(frozen=True, eq=False)
class Mosaic:
    """Numbers over two axes as coloured cells, some of them outlined: all a view needs to draw it."""

    title: str
    names: tuple[str, str]
    xs: Array
    ys: Array
    values: Array  # (ys, xs); NaN where nothing is known yet
    best: tuple[int, int] | None = None  # the cell (row, column) worth a dot
    now: tuple[int, int] | None = None  # the present one
    good: Mask | None = None  # cells (ys, xs) that are as good as the best: their area is outlined
    log: tuple[bool, bool] = (False, False)  # the places are powers of ten
    range: tuple[float, float] | None = None  # what the ends of the ramp stand for; else most of the values
    unit: str = ""  # of the values


Picture: TypeAlias = Chart | Mosaic


@dataclass(frozen=True, eq=False)
class Fit:
    """One of the fits behind a result, at its place in the first picture: it can be looked at, or even gone to."""

    words: str
    steps: Steps = field(repr=False)  # among which it is
    number: int
    x: float
    y: float | None = None  # None: a whole column
    values: Mapping[str, Value] | None = None  # of the model: what going there sets; None: it is only looked at
    left: Labels | None = None  # rows of the data that it has not seen, on which it is judged

    @property
    def step(self) -> Step | None:
        """Its last step; None where it is not known yet, was not kept, or cannot be done."""
        return self.steps[self.number]


@dataclass(frozen=True, eq=False)
class Bundle:
    """Fits that are looked at together: how many of them say each class where, and curves through their midst."""

    steps: Steps
    classes: Labels
    grid: Grid | None = None  # over which there are shares
    shares: Array | None = None  # (rows, columns, classes)
    curves: tuple[Series, ...] = ()


def nearest_fit(fits: Sequence[Fit], x: float, y: float) -> int | None:
    """Return the number of the fit whose column, and then cell, a place of the first picture lies in."""
    gaps = [(abs(fit.x - x), abs((y if fit.y is None else fit.y) - y)) for fit in fits]
    return gaps.index(min(gaps)) if gaps else None


@dataclass(frozen=True)
class Cost:
    """What a study will take: how many fits, to how many points of how many."""

    fits: int
    points: int
    of: int

    @property
    def words(self) -> str:
        """The cost as a person reads it."""
        if self.points >= self.of:
            return f"{counted(self.fits, 'fit')} to {counted(self.points, 'point')}"
        return f"{counted(self.fits, 'fit')} to a random sample of {self.points:,} of {counted(self.of, 'point')}"


def points_param() -> Any:
    """Declare how many points a study looks at."""
    help_text = "Of more points a random sample is studied: all of them would take long"
    return param(2000, "Points at most", help_text, low=4, high=1_000_000, scale="log")


@dataclass(frozen=True, eq=False)
class Result(ShowsItself, ABC):
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
    def charts(self) -> tuple[Picture, ...]:
        """The pictures of what was found."""
        return ()

    @property
    def fits(self) -> tuple[Fit, ...]:
        """The fits that can be looked at one by one on the plane."""
        return ()

    @property
    def bundle(self) -> Bundle | None:
        """The fits that are looked at together on the plane; None if there are none."""
        return None

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

    @abstractmethod
    def run(self, task: Task) -> Iterator[Result | None]:
        """Yield what is known so far, a useful picture first; None where the work may be interrupted."""

    def refusal(self, task: Task) -> str:
        """Return why this study has nothing to say of a task, in a sentence; "" if it has."""
        del task
        return ""

    def cost(self, task: Task) -> Cost | None:
        """Return what the study will take, None if it is not worth telling."""
        del task
        return None

    def kept(self, task: Task) -> Task:
        """Return a task as far as the answer hangs on it: what is known of one is known of all that agree in this."""
        return replace(task, rivals=())

    def retold(self, result: Result, task: Task) -> Result:
        """Return what was found for a task that agrees with this one as it reads here."""
        del task
        return result

    def needs_bounds(self) -> bool:
        """Return whether the answer hangs on the part of the plane that is looked at."""
        return False


def split_values(study: type[Study], given: Mapping[str, object]) -> tuple[dict[str, object], dict[str, object]]:
    """Part values into those of a study and those of its model: a name both know is the study's, model__name never."""
    known = {spec.name for spec in specs(study)}
    mine = {name: value for name, value in given.items() if name in known}
    others = {name.removeprefix("model__"): value for name, value in given.items() if name not in known}
    return mine, others
