"""A function over the plane and a way down on it: optimisers without data."""

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from mlexplorer.algorithms.descent.downhill import descend, largest_stable_rate, newton
from mlexplorer.algorithms.descent.formula import BadFormula, Formula, read
from mlexplorer.algorithms.descent.valleys import EXAMPLE, OWN, OWN_REGION, VALLEYS
from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import Bounds, HasLandscape, HasRows, HasSurface, Landscape
from mlexplorer.core.data import Dataset
from mlexplorer.core.model import Model, Start, Step
from mlexplorer.core.notice import Notice, Remedy
from mlexplorer.core.numbers import change, pair, tex, text
from mlexplorer.core.params import param
from mlexplorer.core.source import LARGEST_SEED, stream

SOLVERS = ("gradient", "momentum", "nesterov", "adagrad", "rmsprop", "adam", "newton")
TITLES = ("Gradient", "Momentum", "Nesterov", "AdaGrad", "RMSprop", "Adam", "Newton")
STEPPING, MOVING = ("solver", SOLVERS[:-1]), ("solver", ("momentum", "nesterov", "adam"))
FAR = 1e6  # a place beyond this has run away
FLAT = 1e-6  # a slope less than this is the bottom
ENDINGS = {
    "": "",
    "bottom": " The ground is flat here.",
    "diverged": " The next step would run away to infinity, so the walk stops.",
    "limit": " The allowed steps are over.",
}


@dataclass(frozen=True, eq=False)
class SurfaceLook:
    """What can be seen of a formula from one place."""

    formula: Formula
    place: Array

    @cached_property
    def value(self) -> float:
        """The height."""
        return float(self.formula.values(self.place[None])[0])

    @cached_property
    def gradient(self) -> Array:
        """The slope."""
        return self.formula.gradient(self.place)

    @cached_property
    def hessian(self) -> Array:
        """The curvatures."""
        return self.formula.hessian(self.place)


@dataclass(frozen=True, eq=False, kw_only=True)
class PlaceStep(HasSurface, HasLandscape, HasRows):
    """A place on the way down, and the one before it."""

    model: "Surface"
    place: Array
    before: Array | None = None
    ending: str = ""  # why the walk ended here, a key of ENDINGS; "hand": nobody walked
    rows: None = None

    def heights(self, points: Array) -> Array:
        """Return the function at points."""
        return self.model.formula_read.values(points)

    @cached_property
    def look(self) -> SurfaceLook:
        """What can be seen from here."""
        return SurfaceLook(self.model.formula_read, self.place)

    @property
    def loss(self) -> float:
        """The height."""
        return self.look.value

    @cached_property
    def measures(self) -> Mapping[str, float]:
        """The length of the slope, and the largest stable rate where the ground curves upwards."""
        found = {"gradient": float(np.linalg.norm(self.look.gradient))}
        rate = self._largest_rate
        return found if rate is None else {**found, "largest stable rate": rate}

    @property
    def _largest_rate(self) -> float | None:
        curvature = float(np.linalg.eigvalsh(self.look.hessian)[-1])
        return largest_stable_rate(self.model.solver, curvature, self.model.momentum)

    @cached_property
    def note(self) -> str:
        """Where it went and how far down."""
        if self.ending == "hand":
            return f"Placed by hand at {pair(self.place)}: height {text(self.loss)}."
        if self.before is None:
            return f"Start at {pair(self.place)}: height {text(self.loss)}."
        before = SurfaceLook(self.model.formula_read, self.before).value
        return f"Step {self.iteration} to {pair(self.place)}: height {change(before, self.loss)}.{ENDINGS[self.ending]}"

    @cached_property
    def working(self) -> tuple[str, ...]:
        """The step with its numbers."""
        here = f"f({text(self.place[0], 4)}, {text(self.place[1], 4)}) = {text(self.loss, 5)}"
        lines = [f"f(x, y) = {self.model.formula_read.words}", here]
        if self.before is not None:
            slope = self.model.formula_read.gradient(self.before)
            lines += [f"gradient before = {pair(slope, 4)}", f"moved by {pair(self.place - self.before, 4)}"]
        return tuple(lines)

    @cached_property
    def equation(self) -> str:
        """The height of this place."""
        return rf"f({tex(float(self.place[0]))}, \; {tex(float(self.place[1]))}) = {tex(self.loss)}"

    @cached_property
    def notice(self) -> Notice | None:
        """A rate that is too large."""
        if self.ending != "diverged" or self.model.solver == "newton":
            return None
        start = replace(self, place=self.model.beginning(None), before=None)
        limit = start._largest_rate
        rate = max(1e-5, float(f"{0.5 * limit if limit else self.model.rate / 10:.1e}"))
        sentence = f"The rate {text(self.model.rate)} is too large: the steps run away to infinity."
        return Notice(f"{sentence} Try {text(rate)}.", Remedy(f"Use {text(rate)}", {"rate": rate}))

    def landscape(self, data: Dataset) -> Landscape:
        """Return the function itself."""
        del data
        formula = self.model.formula_read
        at = lambda place: PlaceStep(model=self.model, place=np.array(place, dtype=np.float64), ending="hand")  # noqa: E731 - one use
        return Landscape(self.coordinates, self.place, formula.values, at, formula.gradient, "Height")


@dataclass(frozen=True)
class Surface(Model):
    """Walks down on a function over the plane: optimisers without data.

    The function is f(x, y), one of the well-known or your own formula of x and y with + − * / ^ ( ), sin, cos, tan,
    tanh, exp, log, sqrt, abs, pi and e. Slopes are exact, by automatic differentiation. The methods step by rate ×
    gradient; Newton's method to the bottom of the parabola that fits best. The walk ends where the slope is less than
    10⁻⁶, when it has run away, or when the steps are over. What is not a number counts as infinitely high.
    """

    title = "Test function"
    task = "descend"
    family = "Descent"
    fewest_points = 0
    watch = (
        "Start beside a ridge and see which minimum catches the walk. On the elongated bowl raise the learning rate "
        "until the path zigzags, then until it leaves; there compare gradient descent with momentum, too."
    )
    main = ("function", "rate", "solver", "steps")

    function: str = param(
        "peaks",
        "Function",
        "What to walk down on",
        choices=(*VALLEYS, OWN),
        titles=(*(valley.title for valley in VALLEYS.values()), "Own formula"),
    )
    formula: str = param(EXAMPLE, "Formula", "A formula of x and y", shown_when=("function", (OWN,)))
    solver: str = param("gradient", "Solver", "The way down", choices=SOLVERS, titles=TITLES)
    rate: float = param(
        0.02, "Learning rate", "Length of a step", low=1e-5, high=10.0, scale="log", shown_when=STEPPING
    )
    momentum: float = param(0.9, "Momentum", "How much of a move is kept", low=0.0, high=0.99, shown_when=MOVING)
    steps: int = param(200, "Steps", "How many steps are made at most", low=1, high=5000, scale="log")
    start: str = param(
        "place",
        "Start",
        "Where the walk begins",
        choices=("place", "random", "given"),
        titles=("At a place", "Anywhere", "Given"),
    )
    x: float = param(-1.0, "Start x", "Where the walk begins", low=-10.0, high=10.0, shown_when=("start", ("place",)))
    y: float = param(1.0, "Start y", "Where the walk begins", low=-10.0, high=10.0, shown_when=("start", ("place",)))
    seed: int = param(
        0, "Seed", "Another seed draws another start", low=0, high=LARGEST_SEED, shown_when=("start", ("random",))
    )

    def __post_init__(self) -> None:
        """Refuse formulas that cannot be read, too."""
        super().__post_init__()
        try:
            read(self.formula)
        except BadFormula as error:
            raise ValueError(f"The formula is not understood: {error}.") from None

    @property
    def formula_read(self) -> Formula:
        """The function that is walked on."""
        return read(self.formula) if self.function == OWN else VALLEYS[self.function].formula

    def region(self) -> Bounds:
        """Return where to look at the function."""
        return OWN_REGION if self.function == OWN else VALLEYS[self.function].region

    def beginning(self, start: Start | None) -> Array:
        """Return where the walk begins."""
        if self.start == "given" and start is not None and start.size == 2:
            return np.array(start, dtype=np.float64).ravel()
        if self.start == "random":
            left, right, bottom, top = self.region()
            return stream(self.seed, 0).uniform((left, bottom), (right, top))
        return np.array([self.x, self.y])

    def learn(self, data: Dataset, start: Start | None) -> Iterator[Step]:
        """Yield the start, then each step."""
        del data
        step = PlaceStep(model=self, place=self.beginning(start))
        for place in itertools.islice(self._places(step.place), self.steps):
            if not np.isfinite(place).all() or np.abs(place).max() > FAR or not np.isfinite(_height(self, place)):
                yield replace(step, ending="diverged")
                return
            yield step
            step = PlaceStep(model=self, iteration=step.iteration + 1, place=place, before=step.place)
            if float(np.linalg.norm(step.look.gradient)) < FLAT:
                yield replace(step, ending="bottom")
                return
        yield replace(step, ending="limit")

    def _places(self, place: Array) -> Iterator[Array]:
        formula = self.formula_read
        if self.solver == "newton":
            return (move.place for move in newton(lambda here: SurfaceLook(formula, here), place, np.ones(2)))
        slopes = itertools.repeat(formula.gradient)
        return descend(self.solver, slopes, place, self.rate, self.momentum)


def _height(model: Surface, place: Array) -> float:
    return float(model.formula_read.values(place[None])[0])
