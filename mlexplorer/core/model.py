"""The contract every model keeps: hyper-parameters, and a generator of the steps of its fit."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Literal, Self, TypeAlias

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.data import Dataset, sampled
from mlexplorer.core.declared import has, is_declared, lacking
from mlexplorer.core.notice import CannotFit, Notice
from mlexplorer.core.numbers import text
from mlexplorer.core.params import Recipe, Spec, Value
from mlexplorer.core.reach import ask_within_reach, beyond_reach
from mlexplorer.core.shown import ShowsItself
from mlexplorer.core.sklearn_lines import Lines

Start: TypeAlias = Array
Task: TypeAlias = Literal["classify", "cluster", "regress", "density", "descend"]
SEED = "seed"  # the parameter that chance hangs on
MOST_MAIN = 3  # parameters a lecture is about


class Facts(ShowsItself):
    """What every step can tell of itself, with what it is if a step has nothing to tell.

    A step overrides these with a cached_property (anything that costs time) or with a field of its own.
    """

    if TYPE_CHECKING:  # read-only, so that mypy lets a cached_property or a field take their place

        @property
        def loss(self) -> float | None:
            """The model's objective."""

        @property
        def measures(self) -> Mapping[str, float]:
            """Other figures worth a curve, by their plain name."""

        @property
        def note(self) -> str:
            """What happened in this step, in one plain sentence."""

        @property
        def working(self) -> tuple[str, ...]:
            """The arithmetic of this step, line by line, with its numbers."""

        @property
        def equation(self) -> str:
            """The fitted rule with its present numbers, as LaTeX."""

        @property
        def notice(self) -> Notice | None:
            """What a person should be warned of, such as divergence or an empty cluster."""
    else:
        loss, notice, measures = None, None, MappingProxyType({})
        note, working, equation = "", (), ""


@dataclass(frozen=True, eq=False, kw_only=True)
class Step(Facts):
    """One moment of a fit: immutable, and able to answer as if the fit ended here.

    Every step is such a dataclass too: @dataclass(frozen=True, eq=False, kw_only=True). A class of steps has all that
    its capabilities declare, or is refused when it is made; partial=True is for one that others complete.
    """

    exported: ClassVar[tuple[str, ...]] = ()  # the attributes that are the numbers a step is made of

    iteration: int = 0
    phase: str = ""  # "assign", "move", "E", "M": the phases of one iteration that change the fit

    def in_a_line(self) -> str:
        """Return which step it is, and its loss."""
        moment = f"{self.iteration}{f' ({self.phase})' if self.phase else ''}"
        loss = "" if self.loss is None else f": loss {text(self.loss, 4)}"
        return f"{type(self).__name__} {moment}{loss}"

    def __init_subclass__(cls, *, partial: bool = False, exported: tuple[str, ...] = ()) -> None:
        """Refuse a class that lacks what its capabilities declare; see that it is asked about places within reach."""
        super().__init_subclass__()
        inherited = [name for base in reversed(cls.__mro__[1:]) if issubclass(base, Step) for name in base.exported]
        cls.exported = tuple(dict.fromkeys([*inherited, *exported]))
        if not partial and not any(is_declared(cls, name) for name in vars(cls)):
            cls._refuse_gaps()
        ask_within_reach(cls)

    @classmethod
    def _refuse_gaps(cls) -> None:
        for owner, name in lacking(cls):
            what = "method" if callable(vars(owner)[name]) else "field or property"
            raise TypeError(f"{cls.__name__} inherits {owner.__name__} and lacks its {what} {name!r}.")
        for name in cls.exported:
            if not has(cls, name):
                raise TypeError(f"{cls.__name__} exports {name!r}, which it does not have.")

    @property
    def numbers(self) -> dict[str, object]:
        """The numbers it is made of, by public name: what its class and its capabilities export."""
        return {name: getattr(self, name) for name in self.exported}

    def sklearn_form(self) -> Lines | None:
        """Return lines of Python that define predict(places) with NumPy and scikit-learn alone; None: there are none.

        predict answers with labels, the heights of a curve or a density, as this step does. core/sklearn_lines has
        what most lines are composed of; most capabilities bring theirs. Where places belong to no cluster, lines set
        labels instead of predict.
        """
        return None


@dataclass(frozen=True)
class Knob:
    """A numeric parameter that says how complex a fit may be: values worth trying, and which way complexity grows."""

    name: str
    values: tuple[Value, ...]
    rising: bool = True  # larger values are more complex


@dataclass(frozen=True, eq=False)
class Stretch:
    """Steps that follow each other and are known together: each is made only when it is looked at."""

    count: int
    make: Callable[[int], Step]

    def __iter__(self) -> Iterator[Step]:
        return map(self.make, range(self.count))


@dataclass(frozen=True)
class Model(Recipe, ABC):
    """Hyper-parameters and the algorithm that uses them; never changed by fitting.

    A model is one file: its parameters as fields made by param(), and learn(). It never draws, saves or prints, and
    touches no global random state: seeds are parameters. Its first docstring line is what a picker shows, the others
    hold its formulas and conventions. Degenerate data give a defined, finite answer, or CannotFit with a sentence.
    """

    task: ClassVar[Task] = "classify"
    watch: ClassVar[str] = ""  # what to try and what to see, in a few sentences
    length: ClassVar[str] = ""  # the parameter that says how many steps there are; fewer are the first of these
    main: ClassVar[tuple[str, ...]] = ()  # the parameters a lecture is about; its knobs and the first ones if empty
    averages: ClassVar[bool] = False  # steps by the mean slope of the points, not by the sum
    fewest_points: ClassVar[int] = 1
    most_points: ClassVar[int] = 100_000  # of more, a random sample is learned from
    fewest_classes: ClassVar[int] = 2  # for task "classify"

    @abstractmethod
    def learn(self, data: Dataset, start: Start | None) -> Iterator[Step | None]:
        """Yield the start, then the state after each iteration; None where the fit may be interrupted.

        data is what the model may learn from (see training); per-point arrays of a step index it. A step costs next to
        nothing when it is yielded and keeps no large array of its own: what takes time is a cached_property. Between
        two yields pass about 10 ms at most.
        """

    def fit(self, data: Dataset, start: Start | None = None) -> Iterator[Step | None]:
        """Yield the steps of a fit to data, or raise CannotFit with a sentence a student understands."""
        training = self.training(data)
        self.refuse(training)
        yield from self.learn(training, None if start is None else np.asarray(start, dtype=np.float64))

    def in_stretches(self, data: Dataset, start: Start | None = None) -> Iterator[Step | Stretch | None]:
        """Yield a fit as fit does; where many steps are known at once they come as a stretch."""
        training = self.training(data)
        self.refuse(training)
        yield from self.stretches(training, None if start is None else np.asarray(start, dtype=np.float64))

    def stretches(self, data: Dataset, start: Start | None) -> Iterator[Step | Stretch | None]:
        """Yield what learn yields; a model with many cheap steps yields them in stretches."""
        return self.learn(data, start)

    def again(self, training: Dataset, start: Start | None, known: Step) -> Iterator[Step | None]:
        """Yield the steps of a fit once more; of several attempts only the one that a known first step belongs to."""
        del known
        return self.learn(training, start)

    def training(self, data: Dataset) -> Dataset:
        """Return the part of data this model learns from: labels are needed to classify, and only then.

        Of more than most_points it is a random sample, always the same one; `learnable` is the whole.
        """
        return sampled(self.learnable(data), self.most_points)

    def learnable(self, data: Dataset) -> Dataset:
        """Return the part of data this model could learn from, however large."""
        return data.training if self.task == "classify" else data.unheld

    def refuse(self, data: Dataset) -> None:
        """Raise CannotFit if there are too few points or classes, or if they are beyond the reach of the numbers."""
        if sentence := beyond_reach(data.points):
            raise CannotFit(sentence)
        if len(data) == 0 and self.fewest_points > 0:
            raise CannotFit("There are no points to learn from: place some on the plane.")
        if self.task == "classify" and len(data.classes) < self.fewest_classes:
            raise CannotFit("Two classes are needed: place a point of another class.")
        if len(data) < self.fewest_points:
            raise CannotFit(f"{self.title} needs at least {self.fewest_points} points: place some more.")

    def region(self) -> tuple[float, float, float, float] | None:
        """Return the rectangle (left, right, bottom, top) this model is about, if it is not that of the points."""
        return None

    def knobs(self) -> tuple[Knob, ...]:
        """Return the parameters that make this model simpler or more complex, as it is set now; the main one first."""
        return ()

    def main_parameters(self) -> tuple[Spec, ...]:
        """Return the two or three parameters a lecture is about, as the model is set now; they have room on a stage."""
        shown = {spec.name: spec for spec in self.shown()}
        first = (name for name, spec in shown.items() if name != SEED and (spec.choices or not _is_words(spec)))
        names = self.main or (*(knob.name for knob in self.knobs()), *first)
        return tuple(shown[name] for name in dict.fromkeys(names) if name in shown)[:MOST_MAIN]

    def knob(self) -> Knob | None:
        """Return the parameter whose under- and overfitting a curve shows, None if it has none."""
        return next(iter(self.knobs()), None)


def _is_words(spec: Spec) -> bool:
    return isinstance(spec.default, str)


class IsByHand(Model):
    """A model whose parameters are set by hand, so that it has nothing to learn."""

    @abstractmethod
    def holding(self, parameters: Array) -> Model:
        """Return the model that has these parameters."""


class DrawsStart(Model):
    """A model whose start is drawn from the points, so that it would leap where one of them moves.

    The start of the first edit by hand is kept as numbers, and every fit begins with them until one is drawn again.
    """

    drawn_by: ClassVar[tuple[str, ...]] = ()  # the parameters that say which start is drawn

    @abstractmethod
    def drawn(self, first: Step) -> Array:
        """Return the numbers that make a fit begin as the one did whose first step this is."""


class CanResume(Model):
    """A model that can refit from a neighbouring fit, for the length of a drag."""

    @abstractmethod
    def resume(self, data: Dataset, near: Step) -> Step:
        """Return the last step of a fit to data, found from a step of a fit to similar data or with similar parameters.

        data is the training part. The answer has the same scores as the last step of fit.
        """


class CanFollow(Model):
    """A model whose long fit has a likeness that follows the hand; the fit itself is made when the hand rests."""

    @abstractmethod
    def follow(self, data: Dataset, near: Step) -> Step | None:
        """Return a step like the last of a fit to data, found from the last step of one before few points were moved.

        data is the training part. Where nothing was moved the answer is that of near; None if too much was.
        """


class CanHurry(CanResume):
    """A model that can be fitted a little roughly where only errors are counted, and many fits are wanted."""

    @abstractmethod
    def hurry(self, data: Dataset, near: Step) -> Iterator[Step | None]:
        """Yield, after pauses, a step that decides as the last of fit does, but where scores tie to a thousandth.

        data is the training part; near is a step of a fit to similar data or with similar parameters.
        """


class IsStaged(Model):
    """A model whose fit passes the fits of all smaller values of a parameter, as a vote after each round."""

    staged: ClassVar[str] = "rounds"  # the parameter; step.iteration is its value


class CanSweep(Model):
    """A model whose fits with many values of a parameter share work, as one tree holds all shallower ones."""

    @abstractmethod
    def shares(self, name: str) -> bool:
        """Return whether fits that differ in a parameter share work, as the model is set now."""

    @abstractmethod
    def sweep(self, data: Dataset, models: Sequence[Self]) -> Iterator[Step | None]:
        """Yield the last step of the fit of each model, in their order; None where it may pause.

        The models are as this one but for a parameter whose fits share work. data is the training part, which none of
        them refuses. Each step has the same scores as the last step of fit.
        """

    def scores_of(self, steps: Sequence[Step], points: Array) -> Iterator[Array]:
        """Yield the scores at points of each step of a sweep; overridden where they share work as well."""
        for step in steps:
            yield step.scores(points)  # type: ignore[attr-defined] # only asked of steps that have scores
