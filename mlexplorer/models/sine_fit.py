"""Sine fit: y = a·sin(bx), found by Gauss–Newton or Levenberg–Marquardt steps from a start."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from mlexplorer.algorithms.curves.sine import SineCost
from mlexplorer.algorithms.curves.squares import SquaresCurve
from mlexplorer.core import sklearn_lines
from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import HasCurveReasons, HasLandscape, Landscape, Term
from mlexplorer.core.capabilities.curves import root_mean_square
from mlexplorer.core.data import Dataset
from mlexplorer.core.model import Model, Start
from mlexplorer.core.notice import Notice, Remedy
from mlexplorer.core.numbers import change, counted, pair, tex, text
from mlexplorer.core.params import param

DAMPED = ("solver", ("levenberg_marquardt",))
LARGEST = 1e12  # weights beyond this are running away
SETTLED = 1e-15  # a relative fall of the loss below this ends the fit
WORSE = 1.001  # times the loss of the start: beyond, the steps have failed
ENDINGS = {
    "": "",
    "settled": " The loss does not fall any more: finished.",
    "limit": " The allowed steps are over.",
    "away": " The next step would run away, so the fit stops.",
    "hand": "",
}


@dataclass(frozen=True, eq=False, kw_only=True)
class SineStep(SquaresCurve, HasLandscape, HasCurveReasons, exported=("coefficients",)):
    """a and b, the wave they draw, and how far it misses the points."""

    data: Dataset
    model: "SineFit"
    cost: SineCost
    weights: Array  # (a, b)
    damping: float = 0.0
    before: Array | None = None
    ending: str = ""

    def sklearn_form(self) -> sklearn_lines.Lines | None:
        """Return the wave with these two numbers, which needs NumPy alone."""
        a, b = self.weights.tolist()
        return f"a, b = {a!r}, {b!r}", *sklearn_lines.curve("a * np.sin(b * places)")

    @property
    def coefficients(self) -> Array:
        """The same two numbers by their other name."""
        return self.weights

    def curve(self, places: Array) -> Array:
        """Return a·sin(bx)."""
        a, b = self.weights.tolist()
        found: Array = a * np.sin(b * places)
        return found

    def curve_terms(self, place: float) -> tuple[Term, ...]:
        """Return the wave as its one term."""
        a, b = self.weights.tolist()
        return (Term(f"{text(a)}·sin({text(b)}·{text(place)})", a * math.sin(b * place)),)

    @cached_property
    def measures(self) -> Mapping[str, float]:
        """The RMS error, the length of the slope, and the damping of a damped fit."""
        found = {
            "RMS error": root_mean_square(self.residuals),
            "gradient": float(np.linalg.norm(self.cost.gradient(self.weights))),
        }
        return {**found, "damping": self.damping} if self.model.solver == "levenberg_marquardt" else found

    @cached_property
    def note(self) -> str:
        """What this step did."""
        where = f"(a, b) = {pair(self.weights)}"
        if self.before is None:
            origin = "Placed by hand" if self.ending == "hand" else "Start"
            fits = f"RMS error {text(self.measures['RMS error'])} on {counted(len(self.residuals), 'point')}"
            return f"{origin} at {where}: {fits}.{ENDINGS[self.ending]}"
        fall = change(self.cost.value(self.before), self.loss)
        return f"Step {self.iteration} goes to {where}, the loss {fall}.{ENDINGS[self.ending]}"

    @cached_property
    def working(self) -> tuple[str, ...]:
        """The step with its numbers, from where it was made."""
        total = f"Σ residual² = {text(self.loss, 6)}, RMS error = {text(self.measures['RMS error'], 4)}"
        if self.before is None:
            return (f"y = {text(float(self.weights[0]), 5)}·sin({text(float(self.weights[1]), 5)}·x)", total)
        slopes = self.cost.slopes(self.before)
        (first, mixed), (_, second) = slopes.T @ slopes
        pulls = -0.5 * self.cost.gradient(self.before)
        damped = self.model.solver == "levenberg_marquardt"
        rule = f"(JᵀJ + {text(self.damping)}·diag JᵀJ)·Δ = Jᵀr" if damped else "JᵀJ·Δ = Jᵀr"
        return (
            "J = (sin bx, a·x·cos bx) for each point",
            f"JᵀJ = ({text(first)}, {text(mixed)}; {text(mixed)}, {text(second)}), Jᵀr = {pair(pulls)}",
            f"{rule}, Δ = {pair(self.weights - self.before)}",
            total,
        )

    @cached_property
    def equation(self) -> str:
        """The wave with its numbers."""
        a, b = self.weights.tolist()
        return rf"y = {tex(a, 4)}\,\sin({tex(b, 4)}\,x)"

    @cached_property
    def notice(self) -> Notice | None:
        """Steps that ran away, or a slope that is nothing."""
        start = self.cost.value(np.array([self.model.a, self.model.b]))
        if self.ending == "away" or (self.before is not None and self.loss > WORSE * start):
            remedy = Remedy("Damp the steps", {"solver": "levenberg_marquardt"})
            return Notice("Gauss–Newton steps lead away from the points: the model is far from straight here.", remedy)
        if self.ending == "settled" and self.before is None and self.loss:
            return Notice("Every slope is 0 here, so there is no way down: begin elsewhere.")
        return None

    def landscape(self, data: Dataset) -> Landscape:
        """Return the sum of squares over a and b: many valleys."""
        cost = self.cost if data is self.data else SineCost(data.points[:, 0], data.points[:, 1])

        def at(weights: Array) -> SineStep:
            placed = np.array(weights, dtype=np.float64)
            return SineStep(data=data, model=self.model, cost=cost, weights=placed, ending="hand")

        return Landscape(("a", "b"), self.weights, cost.values, at, cost.gradient, "Squared errors")


@dataclass(frozen=True)
class SineFit(Model):
    """Bends the wave y = a·sin(b·x) towards the points, step by step from a start.

    x is the first coordinate, y the second; classes play no part. Loss: Σ(y − a·sin bx)². J holds the slopes of the
    model. Gauss–Newton: (JᵀJ)Δ = Jᵀr. Levenberg–Marquardt: (JᵀJ + λ·diag JᵀJ)Δ = Jᵀr; tried with λ, then with λ/factor,
    which is kept if it helps; if neither lowers the loss, λ grows by the factor. Ends when the loss hardly falls.
    """

    title = "Sine fit"
    task = "regress"
    family = "Regression"
    watch = (
        "The landscape over a and b has a valley for every number of waves. Begin near the right b and it is found in "
        "a few steps; begin elsewhere and the fit ends in a valley that is not the deepest."
    )

    a: float = param(1.0, "Height a", "Where the height of the wave begins", low=-1000.0, high=1000.0)
    b: float = param(2.5, "Speed b", "Where b in sin(b·x) begins", low=-1000.0, high=1000.0)
    solver: str = param(
        "levenberg_marquardt",
        "Steps by",
        "Full steps, or steps that are damped until they lower the loss",
        choices=("levenberg_marquardt", "gauss_newton"),
        titles=("Levenberg–Marquardt", "Gauss–Newton"),
    )
    damping: float = param(
        0.01, "Damping", "λ at the start: large is short and safe", low=1e-9, high=1e9, scale="log", shown_when=DAMPED
    )
    factor: float = param(
        10.0, "Factor", "By how much the damping changes", low=1.1, high=100.0, scale="log", shown_when=DAMPED
    )
    steps: int = param(100, "Steps", "How many steps are made at most", low=1, high=1000, scale="log")

    def learn(self, data: Dataset, start: Start | None) -> Iterator[SineStep]:
        """Yield the start, then a step at a time until the loss settles or the steps run away."""
        cost = SineCost(data.points[:, 0], data.points[:, 1])
        first = start.ravel() if start is not None and start.size == 2 else np.array([self.a, self.b])
        step = SineStep(data=data, model=self, cost=cost, weights=first, damping=self.damping)
        for _ in range(self.steps):
            after, damping = self._next(cost, step)
            if not np.isfinite(after).all() or np.abs(after).max() > LARGEST:
                yield replace(step, ending="away")
                return
            fall = cost.value(step.weights) - cost.value(after)
            if abs(fall) <= SETTLED * cost.value(step.weights):
                yield replace(step, ending="settled")
                return
            yield step
            step = replace(step, weights=after, damping=damping, before=step.weights, iteration=step.iteration + 1)
        yield replace(step, ending="limit")

    def _next(self, cost: SineCost, step: SineStep) -> tuple[Array, float]:
        if self.solver == "gauss_newton":
            return step.weights + cost.step(step.weights, 0.0), 0.0
        return cost.damped(step.weights, step.damping, self.factor)
