"""Polynomial and ridge regression of the second coordinate on the first."""

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

import numpy as np

from mlexplorer.algorithms.descent.downhill import gradient, largest_stable_rate
from mlexplorer.algorithms.lines.monomials import powers, shifted_powers
from mlexplorer.core import sklearn_lines
from mlexplorer.core.arrays import Array, blocks
from mlexplorer.core.capabilities import HasCurve, HasLandscape, HasReasons, Landscape, Reason, Term
from mlexplorer.core.data import Dataset
from mlexplorer.core.model import CanSweep, Knob, Start
from mlexplorer.core.notice import Notice, Remedy
from mlexplorer.core.numbers import change, counted, numbered, tex_sum, text, text_sum
from mlexplorer.core.params import param
from mlexplorer.core.reach import REACH, refuse_powers

LARGEST = 1e30  # weights beyond this are running away to infinity
LOWEST_RATE = 1e-12
HIGHEST_DEGREE = 12
DESCENT = ("solver", ("gradient",))
POWERS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
ENDINGS = {
    "": "",
    "limit": " The allowed steps are over.",
    "diverged": " The next step would run away to infinity, so the fit stops.",
}


@dataclass(frozen=True, eq=False)
class Squares:
    """Σ(y − f(x))² + penalty·‖w‖² as a function of the weights w of 1, x, x² and so on."""

    model: "Polynomial"
    data: Dataset
    start: Array | None = None  # where a descent begins

    @cached_property
    def peak(self) -> float:
        """The loss of the start, or of no weights if that is larger: above it a descent has failed."""
        starts = [np.zeros(self.model.degree + 1), *([] if self.start is None else [self.start])]
        return float(self.values(np.array(starts)).max())

    @cached_property
    def powers(self) -> Array:
        """The powers of every x, as (degree + 1, n)."""
        return powers(self.data.points[:, 0], self.model.degree)

    @cached_property
    def prices(self) -> Array:
        """The price of each squared weight."""
        return np.append(self.model.penalty * self.model.constant, np.full(self.model.degree, self.model.penalty))

    @cached_property
    def curvature(self) -> float:
        """The largest curvature of the loss, which is the same everywhere."""
        return float(np.linalg.eigvalsh(2 * (self.powers @ self.powers.T) + 2 * np.diag(self.prices))[-1])

    @cached_property
    def largest_rate(self) -> float | None:
        """The largest stable rate of gradient descent."""
        return largest_stable_rate("gradient", self.curvature / (len(self.data) if self.model.average else 1))

    def values(self, weights: Array) -> Array:
        """Return the loss at each row of weights, in blocks."""
        result = np.square(weights) @ self.prices
        for rows in blocks(len(weights), len(self.data)):
            gaps = weights[rows] @ self.powers - self.data.points[:, 1]
            result[rows] += np.einsum("ij,ij->i", gaps, gaps)
        return result

    def gradient(self, weights: Array) -> Array:
        """Return the slope of the loss."""
        return 2 * (self.powers @ (weights @ self.powers - self.data.points[:, 1]) + self.prices * weights)

    def solved(self) -> tuple[Array, float, float]:
        """Return the best weights for the powers of (x − centre)/scale, with centre and scale; the shortest if many.

        Least squares by orthogonal factors, not by normal equations, in coordinates where powers differ clearly.
        """
        x, y = self.data.points.T
        centre, scale = middle(x)
        rows = powers((x - centre) / scale, self.model.degree).T
        pull = np.sqrt(self.prices)[:, None] * shifted_powers(self.model.degree, centre, scale).T
        system, target = np.vstack([rows, pull]), np.append(y, np.zeros(len(pull)))
        return np.linalg.lstsq(system, target, rcond=1e-13)[0], centre, scale


def middle(places: Array) -> tuple[float, float]:
    """Return the mean of places and how far they reach from it: the centre and scale of their powers."""
    centre = float(places.mean())
    width = float(np.abs(places - centre).max())
    return centre, width if width > 1e-12 * abs(centre) else 1.0


@dataclass(frozen=True, eq=False)
class Factors:
    """The powers of all x up to a degree as Q·R, from which the curve of any lower degree is read off."""

    centre: float
    scale: float
    triangle: Array  # R
    target: Array  # Qᵀ·y

    @classmethod
    def of(cls, data: Dataset, degree: int) -> "Factors":
        """Return the factors of data."""
        x, y = data.points.T
        centre, scale = middle(x)
        turned, triangle = np.linalg.qr(powers((x - centre) / scale, degree).T)
        return cls(centre, scale, triangle, turned.T @ y)

    def solved(self, squares: Squares) -> tuple[Array, float, float] | None:
        """Return the best weights, centre and scale; None where too few places fix them."""
        size = squares.model.degree + 1
        edge = np.abs(self.triangle.diagonal()[:size])
        if len(edge) < size or edge.min() < 1e-9 * edge.max():
            return None
        pull = np.sqrt(squares.prices)[:, None] * shifted_powers(size - 1, self.centre, self.scale).T
        priced = pull[pull.any(axis=1)]
        system = np.vstack([self.triangle[:size, :size], priced])
        target = np.concatenate([self.target[:size], np.zeros(len(priced))])
        return np.linalg.lstsq(system, target, rcond=1e-13)[0], self.centre, self.scale


@dataclass(frozen=True, eq=False, kw_only=True)
class CurveStep(HasCurve, HasLandscape, HasReasons, exported=("coefficients",)):
    """Weights of 1, x, x² …, the curve they draw, and how far it misses the points."""

    squares: Squares
    weights: Array  # of the powers of (x − centre)/scale
    centre: float = 0.0
    scale: float = 1.0
    before: Array | None = None
    ending: str = ""

    def sklearn_form(self) -> sklearn_lines.Lines | None:
        """Return the polynomial with these coefficients, which needs NumPy alone."""
        return (
            f"coefficients = {self.coefficients.tolist()}  # of 1, x, x² and so on",
            *sklearn_lines.predicting("return np.polynomial.polynomial.polyval(places, coefficients)"),
        )

    @cached_property
    def coefficients(self) -> Array:
        """The weights w0, w1, w2 … of 1, x, x² … in data units."""
        return self.weights @ shifted_powers(len(self.weights) - 1, self.centre, self.scale)

    def _near(self, places: Array) -> Array:
        """Return places with those put nearer that lie so far, in units of the scale, that the powers overflow."""
        far = REACH * self.scale
        return np.clip(places, self.centre - far, self.centre + far)

    @cached_property
    def residuals(self) -> Array:
        """How far each training point lies above the curve."""
        points = self.squares.data.points
        return points[:, 1] - self.curve(points[:, 0])

    @cached_property
    def loss(self) -> float:
        """The sum of squared residuals, and the price of the weights."""
        return float(self.residuals @ self.residuals + np.square(self.coefficients) @ self.squares.prices)

    @cached_property
    def measures(self) -> Mapping[str, float]:
        """The RMS error, the length of w, and for gradient descent the largest stable rate."""
        root = math.sqrt(float(np.mean(np.square(self.residuals))))
        found = {"RMS error": root, "length of w": float(np.linalg.norm(self.coefficients))}
        rate = self.squares.largest_rate if self.squares.model.solver == "gradient" else None
        return found if rate is None else {**found, "largest stable rate": rate}

    @cached_property
    def note(self) -> str:
        """What this step did, and how well the curve fits."""
        fits = f"RMS error {text(self.measures['RMS error'])} on {counted(len(self.residuals), 'point')}"
        if self.before is not None:
            moved = text(float(np.linalg.norm(self.weights - self.before)))
            fall = change(float(self.squares.values(self.before[None])[0]), self.loss)
            return f"Step {self.iteration}: the weights move by {moved}, objective {fall}.{ENDINGS[self.ending]}"
        if self.ending == "hand":
            return f"Weights placed by hand: {fits}."
        if self.squares.model.solver == "gradient":
            return f"Start: {fits}."
        shape = {0: "level line", 1: "straight line"}.get(self.squares.model.degree, "curve")
        return f"The {shape} with the smallest sum of squares: {fits}."

    @cached_property
    def working(self) -> tuple[str, ...]:
        """The curve with its numbers, and what its loss is made of."""
        squares = float(self.residuals @ self.residuals)
        price = float(np.square(self.coefficients) @ self.squares.prices)
        root = f"√({text(squares, 4)}/{len(self.residuals)})"
        return (
            f"y = {text_sum(zip(self.coefficients.tolist(), self._names, strict=True), 4)}",
            f"objective = Σ residual² + price of w = {text(squares, 5)} + {text(price, 5)} = {text(self.loss, 5)}",
            f"RMS error = {root} = {text(self.measures['RMS error'], 4)}",
        )

    @property
    def _names(self) -> list[str]:
        """What each weight multiplies, in words: "", x, x² …."""
        return ["", "x", *(f"x{str(power).translate(POWERS)}" for power in range(2, len(self.weights)))][
            : len(self.weights)
        ]

    @cached_property
    def equation(self) -> str:
        """The curve with its numbers."""
        names = [f"x^{{{power}}}" for power in range(len(self.weights))]
        names[:2] = ["", "x"][: len(names)]
        return f"y = {tex_sum(zip(self.coefficients.tolist(), names, strict=True))}"

    @cached_property
    def notice(self) -> Notice | None:
        """Too few different places for the degree, or a rate that is too large."""
        model, squares = self.squares.model, self.squares
        if self.ending == "diverged" or (self.before is not None and self.loss > 1.001 * squares.peak):
            return _too_fast(model, squares.largest_rate, self.loss)
        different = len(np.unique(squares.data.points[:, 0]))
        if model.solver == "direct" and not model.penalty and different <= model.degree:
            sentence = f"{counted(different, 'place')} cannot fix a curve of degree {model.degree}"
            remedy = Remedy(f"Use degree {different - 1}", {"degree": different - 1})
            return Notice(f"{sentence}: of all that fit equally well this is the flattest.", remedy)
        return None

    def curve(self, places: Array) -> Array:
        """Return the polynomial at places, innermost first (Horner)."""
        inside = (self._near(places) - self.centre) / self.scale
        value = np.full(inside.shape, self.weights[-1])
        for weight in self.weights[-2::-1]:
            value = value * inside + weight
        return value

    def reasons(self, point: Array) -> tuple[Reason, ...]:
        """Return the curve above one place as the sum of its powers."""
        x, value = float(self._near(point[0])), float(self.curve(point[:1])[0])
        terms = tuple(
            Term(f"{text(weight)}{name and f'·{name}'}", weight * x**power)
            for power, (weight, name) in enumerate(zip(self.coefficients.tolist(), self._names, strict=True))
        )
        gap = float(point[1]) - value
        note = f"the place lies {text(abs(gap))} {'above' if gap >= 0 else 'below'} the curve"
        return (Reason(f"y at x = {text(x)}", terms, value, note),)

    def landscape(self, data: Dataset) -> Landscape:
        """Return the loss over w0, w1, w2 and so on: a parabolic bowl."""
        squares = self.squares if data is self.squares.data else replace(self.squares, data=data)
        names = tuple(numbered("w", power) for power in range(len(self.weights)))
        title = "Squared errors + penalty" if squares.model.penalty else "Squared errors"
        at = lambda weights: CurveStep(squares=squares, weights=np.array(weights, dtype=np.float64), ending="hand")  # noqa: E731 - one use
        return Landscape(names, self.coefficients, squares.values, at, squares.gradient, title)


def _too_fast(model: "Polynomial", limit: float | None, loss: float) -> Notice:
    """Return that the rate is too large, and one that works."""
    sentence = f"The rate {text(model.rate)} is too large: the objective has climbed to {text(loss)}."
    rate = float(f"{0.9 * (limit or 0.0):.1e}")
    if rate < LOWEST_RATE:
        return Notice(sentence, Remedy("Solve directly", {"solver": "direct"}))
    return Notice(f"{sentence} The rate {text(rate)} is small enough.", Remedy(f"Use {text(rate)}", {"rate": rate}))


@dataclass(frozen=True)
class Polynomial(CanSweep):
    """Draws the polynomial y = w₀ + w₁·x + w₂·x² + … that misses the points by the smallest sum of squares.

    x is the first coordinate, y the second; classes play no part. Loss = Σ(y − f(x))² + penalty·‖w‖² (ridge), sums
    without ½ or 1/n; the constant w0 is penalised only if asked for. Solved directly by least squares, or by gradient
    descent from zero, where average divides the slope by the number of points.
    """

    title = "Polynomial"
    task = "regress"
    family = "Regression"
    watch = (
        "A higher degree always comes nearer to the points and soon swings between them. A penalty tames the "
        "swings; look at the ends of the curve, where no points hold it."
    )

    degree: int = param(3, "Degree", "The highest power of x: 1 is a straight line", low=0, high=HIGHEST_DEGREE)
    penalty: float = param(
        0.0, "Penalty", "The price of large weights (ridge); 0: none", low=0.0, high=1000.0, scale="log"
    )
    constant: bool = param(False, "Penalise the constant", "Whether w₀ is pulled to zero as well")
    solver: str = param("direct", "Solver", "At once, or step by step downhill", choices=("direct", "gradient"))
    rate: float = param(
        0.01, "Learning rate", "Length of a step", low=LOWEST_RATE, high=10.0, scale="log", shown_when=DESCENT
    )
    average: bool = param(True, "Average", "Step by the mean slope of the points; off: by the sum", shown_when=DESCENT)
    steps: int = param(100, "Steps", "How many steps are made", low=1, high=5000, scale="log", shown_when=DESCENT)

    def knobs(self) -> tuple[Knob, ...]:
        """Return the degree, and the penalty, which tames it."""
        penalties = (0.0, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 1.0, 10.0, 100.0)
        return Knob("degree", tuple(range(HIGHEST_DEGREE + 1))), Knob("penalty", penalties, rising=False)

    def refuse(self, data: Dataset) -> None:
        """Raise CannotFit also for x with powers too large or too small for a number."""
        super().refuse(data)
        refuse_powers(data.points[:, :1], self.degree)

    def shares(self, name: str) -> bool:
        """Return True for degree and penalty where they are solved at once: one factorisation serves all."""
        return self.solver == "direct" and name in {"degree", "penalty"}

    def sweep(self, data: Dataset, models: Sequence[Self]) -> Iterator[CurveStep]:
        """Yield the curve of each degree or penalty."""
        whole = Factors.of(data, max((model.degree for model in models), default=0))
        for model in models:
            squares = Squares(model, data)
            weights, centre, scale = whole.solved(squares) or squares.solved()
            yield CurveStep(squares=squares, weights=weights, centre=centre, scale=scale)

    def learn(self, data: Dataset, start: Start | None) -> Iterator[CurveStep]:
        """Yield the solution, or the start and the steps of gradient descent, up to the last finite one."""
        squares = Squares(self, data)
        if self.solver == "direct":
            weights, centre, scale = squares.solved()
            yield CurveStep(squares=squares, weights=weights, centre=centre, scale=scale)
            return
        if start is not None and start.size == self.degree + 1:
            squares = replace(squares, start=start.ravel())
        step = CurveStep(squares=squares, weights=np.zeros(self.degree + 1) if squares.start is None else squares.start)
        count = len(data) if self.average else 1
        slopes = itertools.repeat(lambda place: squares.gradient(place) / count, self.steps)
        for weights in gradient(slopes, step.weights, self.rate):
            if not float(weights @ weights) < LARGEST**2:
                yield replace(step, ending="diverged")
                return
            yield step
            step = CurveStep(squares=squares, weights=weights, before=step.weights, iteration=step.iteration + 1)
        yield replace(step, ending="limit")
