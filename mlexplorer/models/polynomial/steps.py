"""The steps of a curve that is a sum of terms: its weights, what they miss, and what they cost."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from mlexplorer.algorithms.curves.bases import Basis, PowerBasis, weight_names
from mlexplorer.algorithms.curves.objective import CurveCost
from mlexplorer.algorithms.descent.downhill import largest_stable_rate
from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import (
    HasCurveReasons,
    HasCurveResiduals,
    HasLandscape,
    HasTerms,
    Landscape,
    Term,
    WeightPath,
)
from mlexplorer.core.capabilities.curves import missed, root_mean_square
from mlexplorer.core.data import Dataset
from mlexplorer.core.notice import Notice, Remedy
from mlexplorer.core.numbers import change, counted, tex_sum, text, text_sum
from mlexplorer.core.reach import REACH

LOWEST_RATE = 1e-12
NOTHING = 1e-9  # weights below this share of the largest are rounding
ENDINGS = {
    "": "",
    "limit": " The allowed steps are over.",
    "diverged": " The next step would run away to infinity, so the fit stops.",
}
LOSSES = {"squares": "sum of squares", "absolute": "sum of absolute errors", "huber": "Huber loss"}
MISSES = {"squares": "Σ residual²", "absolute": "Σ |residual|", "huber": "Huber loss of the residuals"}
TITLES = {"squares": "Squared errors", "absolute": "Absolute errors", "huber": "Huber loss"}


@dataclass(frozen=True, eq=False)
class CurveProblem:
    """What all steps of a fit share: the points, the cost, where a descent begins, and how it steps."""

    data: Dataset
    cost: CurveCost
    degree: int  # of a polynomial; −1 for other terms
    penalty: float
    rate: float | None = None  # of a descent
    average: bool = True
    start: Array | None = None

    @cached_property
    def peak(self) -> float:
        """The loss of the start, or of no weights if that is larger: above it a descent has failed."""
        starts = [np.zeros(len(self.cost.prices)), *([] if self.start is None else [self.start])]
        return float(self.cost.values(np.array(starts)).max())

    @cached_property
    def largest_rate(self) -> float | None:
        """The largest stable rate of gradient descent, where there is one."""
        if self.rate is None or (curvature := self.cost.curvature) is None:
            return None
        return largest_stable_rate("gradient", curvature / (len(self.data) if self.average else 1))


@dataclass(frozen=True, eq=False, kw_only=True)
class CurveStep(HasCurveResiduals, HasTerms, HasLandscape, HasCurveReasons):
    """Weights of terms such as 1, x, x² …, the curve they draw, and how far it misses the points."""

    problem: CurveProblem
    basis: Basis  # the terms of the inner weights; perhaps in other units than those of the data
    inner: Array
    before: Array | None = None
    ending: str = ""

    @cached_property
    def coefficients(self) -> Array:
        """The weights w0, w1, w2 … of the terms in data units."""
        return self.inner @ self.basis.units

    @property
    def weights(self) -> Array:
        """The weights w0, w1, w2 … of the terms in data units, by their other name."""
        return self.coefficients

    @property
    def term_names(self) -> tuple[str, ...]:
        """What each weight multiplies."""
        return self.basis.names

    @property
    def terms_script(self) -> str:
        """The terms in data units as NumPy writes them."""
        return self.problem.cost.basis.script

    @cached_property
    def residuals(self) -> Array:
        """How far each training point lies above the curve."""
        return missed(self, self.problem.data)

    @cached_property
    def point_losses(self) -> Array:
        """What each training point costs."""
        return self.problem.cost.point_costs(self.residuals)

    @cached_property
    def loss(self) -> float:
        """What the residuals cost, and the price of the weights."""
        return float(self.point_losses.sum()) + self.problem.cost.price_of(self.coefficients)

    @cached_property
    def measures(self) -> Mapping[str, float]:
        """The RMS error, the length of w, and for gradient descent the largest stable rate."""
        found = {
            "RMS error": root_mean_square(self.residuals),
            "length of w": float(np.linalg.norm(self.coefficients)),
        }
        rate = self.problem.largest_rate
        return found if rate is None else {**found, "largest stable rate": rate}

    @cached_property
    def note(self) -> str:
        """What this step did, and how well the curve fits."""
        fits = f"RMS error {text(self.measures['RMS error'])} on {counted(len(self.residuals), 'point')}"
        if self.before is not None:
            moved = text(float(np.linalg.norm(self.coefficients - self.before)))
            fall = change(float(self.problem.cost.values(self.before[None])[0]), self.loss)
            return f"Step {self.iteration}: the weights move by {moved}, objective {fall}.{ENDINGS[self.ending]}"
        if self.ending == "hand":
            return f"Weights placed by hand: {fits}."
        if self.problem.rate is not None:
            return f"Start: {fits}."
        shape = {0: "level line", 1: "straight line"}.get(self.problem.degree, "curve")
        sizes = np.abs(self.coefficients)
        zeros = int((sizes <= NOTHING * sizes.max(initial=0.0)).sum())
        none = (
            f" Of {counted(len(sizes), 'weight')} {zeros} {'is' if zeros == 1 else 'are'} 0." if self._is_lasso else ""
        )
        return f"The {shape} with the smallest {LOSSES[self.problem.cost.loss]}: {fits}.{none}"

    @property
    def _is_lasso(self) -> bool:
        return self.problem.cost.norm == "l1" and self.problem.penalty > 0

    @cached_property
    def working(self) -> tuple[str, ...]:
        """The curve with its numbers, and what its loss is made of."""
        missing, price = float(self.point_losses.sum()), self.problem.cost.price_of(self.coefficients)
        squares = float(self.residuals @ self.residuals)
        root = f"√({text(squares, 4)}/{len(self.residuals)})"
        costs = f"{text(missing, 5)} + {text(price, 5)} = {text(self.loss, 5)}"
        return (
            f"y = {text_sum(zip(self.coefficients.tolist(), self.term_names, strict=True), 4)}",
            f"objective = {MISSES[self.problem.cost.loss]} + price of w = {costs}",
            f"RMS error = {root} = {text(self.measures['RMS error'], 4)}",
        )

    @cached_property
    def equation(self) -> str:
        """The curve with its numbers."""
        return f"y = {tex_sum(zip(self.coefficients.tolist(), self.basis.symbols, strict=True))}"

    @cached_property
    def notice(self) -> Notice | None:
        """Too few different places for the terms, or a rate that is too large."""
        problem = self.problem
        if self.ending == "diverged" or (self.before is not None and self.loss > 1.001 * problem.peak):
            return _too_fast(problem.rate or 0.0, problem.largest_rate, self.loss)
        different, terms = len(np.unique(problem.data.points[:, 0])), len(self.inner)
        if problem.rate is not None or problem.penalty or different >= terms:
            return None
        if problem.degree < 0:
            sentence = f"{counted(different, 'place')} cannot fix {terms} weights"
            remedy = Remedy("Add a penalty", {"penalty": 0.001})
        else:
            sentence = f"{counted(different, 'place')} cannot fix a curve of degree {problem.degree}"
            degree = different - (1 if self.basis.constant else 0)
            remedy = Remedy(f"Use degree {degree}", {"degree": degree})
        return Notice(f"{sentence}: of all that fit equally well this is the flattest.", remedy)

    def curve(self, places: Array) -> Array:
        """Return the weighted sum of the terms at places."""
        return self.basis.curve(self.inner, places)

    def curve_terms(self, place: float) -> tuple[Term, ...]:
        """Return each term with its weight."""
        at = np.array([place])
        if isinstance(self.basis, PowerBasis):  # beyond the reach of its powers a polynomial goes on level
            far = REACH * self.basis.scale
            at = np.clip(at, self.basis.centre - far, self.basis.centre + far)
        values = self.coefficients * self.problem.cost.basis.columns(at)[:, 0]
        return tuple(
            Term(f"{text(weight)}{name and f'·{name}'}", value)
            for weight, name, value in zip(self.coefficients.tolist(), self.term_names, values.tolist(), strict=True)
        )

    def landscape(self, data: Dataset) -> Landscape:
        """Return the loss over w0, w1, w2 and so on: a bowl."""
        problem, cost = self.problem, self.problem.cost
        if data is not problem.data:
            cost = replace(cost, x=data.points[:, 0], y=data.points[:, 1])
            problem = replace(problem, data=data, cost=cost)
        title = f"{TITLES[cost.loss]} + penalty" if problem.penalty else TITLES[cost.loss]

        def at(weights: Array) -> CurveStep:
            return CurveStep(
                problem=problem, basis=cost.basis, inner=np.array(weights, dtype=np.float64), ending="hand"
            )

        return Landscape(weight_names(cost.basis), self.coefficients, cost.values, at, cost.gradient, title)

    def weight_path(self, penalties: Array) -> WeightPath:
        """Return the best weights at each penalty."""
        cost = self.problem.cost
        priced = np.ones(len(cost.prices)) if not cost.prices.any() else cost.prices / cost.prices.max()
        if not cost.prices.any() and cost.basis.constant:
            priced[:1] = 0.0
        if cost.norm == "l1" and cost.loss == "squares":
            lasso = replace(cost, prices=priced).lasso
            return WeightPath(penalties, np.array([lasso.at(penalty) for penalty in penalties.tolist()]))
        found = [
            inner @ basis.units
            for basis, inner in (replace(cost, prices=priced * penalty).solved() for penalty in penalties.tolist())
        ]
        return WeightPath(penalties, np.array(found))


def _too_fast(used: float, limit: float | None, loss: float) -> Notice:
    """Return that the rate is too large, and one that works."""
    sentence = f"The rate {text(used)} is too large: the objective has climbed to {text(loss)}."
    rate = float(f"{0.9 * (limit or 0.0):.1e}")
    if rate < LOWEST_RATE:
        return Notice(sentence, Remedy("Solve directly", {"solver": "direct"}))
    return Notice(f"{sentence} The rate {text(rate)} is small enough.", Remedy(f"Use {text(rate)}", {"rate": rate}))
