"""The steps of a logistic regression: weights, where they came from, and what they say."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from mlexplorer.algorithms.descent.downhill import largest_stable_rate
from mlexplorer.algorithms.descent.logits import ENDINGS, LogitProblem
from mlexplorer.algorithms.descent.rule_losses import softmax
from mlexplorer.algorithms.lines.monomials import Monomials, Scaling
from mlexplorer.core import sklearn_lines
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import (
    HasDiscriminant,
    HasLandscape,
    HasProbabilities,
    HasReasons,
    HasRegions,
    HasRows,
    HasWeights,
    Landscape,
    Reason,
)
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid
from mlexplorer.core.notice import Notice, Remedy
from mlexplorer.core.numbers import change, counted, pair, text
from mlexplorer.core.region import Region, highest

if TYPE_CHECKING:
    from mlexplorer.models.logistic import LogisticRegression  # it makes these steps

LOWEST_RATE = 1e-6


@dataclass(frozen=True, eq=False)
class Setting:
    """What all steps of one fit share: the model, the data, where it began, and the loss over the weights."""

    model: "LogisticRegression"
    data: Dataset
    start: Array | None = None

    @cached_property
    def problem(self) -> LogitProblem:
        """The loss over the weights."""
        data, model = self.data, self.model
        columns = data.columns
        return LogitProblem(data.points, columns, len(data.classes), Monomials(model.degree), model.penalty)

    @cached_property
    def peak(self) -> float:
        """The loss of the start, or of no weights if that is larger: above it a descent has failed."""
        start = 0.0 if self.start is None else self.problem.objective.look(self.start).value
        return max(start, self.problem.floor)

    def largest_rate(self, weights: Array) -> float | None:
        """Return the largest stable rate by the curvature at some weights; None where a solver has none."""
        model, size = self.model, len(self.data)
        if model.solver == "newton":
            return None
        if model.solver == "stochastic":
            return largest_stable_rate("gradient", float(self.problem.objective.curvatures(weights).max()))
        batch = min(model.batch, size) if model.solver == "minibatch" else size
        curvature = self.problem.curvature(weights) / (size if model.average else size / batch)
        rule = "gradient" if model.solver == "minibatch" else model.solver
        return largest_stable_rate(rule, curvature, model.momentum)

    def step(self, weights: Array, iteration: int = 0, **facts: object) -> "LogisticStep":
        """Return the step with these weights, of the kind the classes and the degree ask for."""
        straight, curved = (LogisticLine, LogisticCurve) if len(self.data.classes) <= 2 else (PlanesStep, SoftmaxStep)
        kind = straight if self.model.degree == 1 else curved
        return kind(setting=self, weights=weights, iteration=iteration, classes=self.data.classes, **facts)  # type: ignore[arg-type] # the fields' own names


@dataclass(frozen=True, eq=False, kw_only=True)
class LogisticStep(HasProbabilities, HasLandscape, HasRows, HasReasons, partial=True, exported=("weights",)):
    """Weights, where they came from, and everything that can be said of them."""

    setting: Setting
    classes: Labels
    weights: Array  # in data units; for many classes one class after the other
    before: Array | None = None  # the weights of the step before
    rows: Labels | None = None  # the training rows this step looked at; None: all
    remark: str = ""
    ending: str = ""  # why the fit ended here, a key of ENDINGS; "hand": there was no fit
    frame: Scaling = Scaling()  # noqa: RUF009 - frozen
    inner: Array | None = None  # the weights inside the frame, exact where data units lose digits

    def sklearn_form(self) -> sklearn_lines.Lines | None:
        """Return a linear model of all terms with these weights."""
        rows = self.weights.reshape(-1, len(self.setting.problem.terms))
        return sklearn_lines.polynomial(self.classes, rows, self.setting.model.degree)

    def chances(self, scores: Array) -> Array:
        """Return the softmax of scores; for two classes 1/(1 + e^−f)."""
        return softmax(scores)

    def landscape(self, data: Dataset) -> Landscape:
        """Return the loss over all weights, with its gradient."""
        setting = self.setting if data is self.setting.data else replace(self.setting, data=data)
        names, objective = setting.problem.terms.names, setting.problem.objective
        if len(self.classes) > 2:
            names = tuple(f"{name} · {data.class_names[label]}" for label in self.classes for name in names)
        return Landscape(
            names,
            self.weights,
            objective.values,
            lambda weights: setting.step(np.array(weights, dtype=np.float64), ending="hand"),
            lambda weights: objective.look(weights).gradient,
            "Log loss + penalty" if setting.model.penalty else "Log loss",
        )

    @cached_property
    def loss(self) -> float:
        """The sum of log losses and the penalty."""
        return self.setting.problem.objective.look(self.weights).value

    @cached_property
    def measures(self) -> Mapping[str, float]:
        """Training errors, the length of the gradient, and the largest stable rate for solvers that have one."""
        wrong = self.predict(self.setting.data.points) != self.setting.data.labels
        slope = self.setting.problem.objective.look(self.weights).gradient
        found = {"errors": float(wrong.sum()), "gradient": float(np.linalg.norm(slope))}
        calm = self.weights if self.loss <= self.setting.problem.floor else np.zeros_like(self.weights)
        rate = self.setting.largest_rate(calm)
        return found if rate is None else {**found, "largest stable rate": rate}

    @cached_property
    def note(self) -> str:
        """What this step did, with its numbers."""
        mistakes = counted(int(self.measures["errors"]), "error")
        if self.ending == "hand":
            return f"Weights placed by hand: objective {text(self.loss)}, {mistakes}."
        if self.before is None:
            return f"Start: the objective is {text(self.loss)}, with {mistakes}{self.remark}."
        before = self.setting.problem.objective.look(self.before).value
        return f"{self._deed}, objective {change(before, self.loss)}{self.remark}.{ENDINGS[self.ending]}"

    @cached_property
    def working(self) -> tuple[str, ...]:
        """The update with its numbers, then the rule it leads to."""
        table = self.weights.reshape(-1, len(self.setting.problem.terms))
        names = [f"f of {self.setting.data.class_names[label]}" for label in self.classes] if len(table) > 1 else ["f"]
        rules = [f"{name} = {self.setting.problem.terms.text(row)}" for name, row in zip(names, table, strict=True)]
        return (*self._update, *rules, f"objective = {text(self.loss, 5)}")

    @cached_property
    def notice(self) -> Notice | None:
        """Weights that grow for ever, a rate that is too large, a bottom not reached."""
        model, problem = self.setting.model, self.setting.problem
        if self.ending == "separable" or (not model.penalty and problem.objective.separated(self.weights)):
            shape = "straight lines" if model.degree == 1 else f"curves of degree {model.degree}"
            sentence = f"The classes can be told apart by {shape}: without a penalty the weights grow for ever."
            return Notice(sentence, Remedy("Add a small penalty", {"penalty": 0.1}))
        if self.ending == "diverged" or (self.before is not None and self.loss > 1.001 * self.setting.peak):
            return self._too_fast
        if self.ending == "limit" and model.solver == "newton":
            sentence = f"Newton’s method needs more than {counted(model.steps, 'step')} here."
            return Notice(sentence, Remedy("Allow 100 steps", {"steps": 100}))
        return None

    @property
    def _inside(self) -> Array:
        weights = self.weights if self.inner is None else self.inner
        return weights.reshape(-1, len(self.setting.problem.terms))

    @property
    def _deed(self) -> str:
        """What was done, without its effect."""
        if self.setting.model.solver == "newton":
            return f"Newton step {self.iteration}"
        assert self.before is not None
        moved = f"the weights move by {text(float(np.linalg.norm(self.weights - self.before)))}"
        if self.rows is None:
            return f"Step {self.iteration}: {moved}"
        if len(self.rows) > 1:
            return f"Update {self.iteration} looks at {len(self.rows)} points: {moved}"
        data, row = self.setting.data, int(self.rows[0])
        label = int(data.labels[row])
        chance = self.setting.step(self.before).probabilities(data.points[[row]])[0, list(self.classes).index(label)]
        return f"Point {data.numbers[row]} was {data.class_names[label]} with probability {text(chance)}: {moved}"

    @property
    def _update(self) -> tuple[str, ...]:
        """The arithmetic that led here from the step before."""
        if self.before is None:
            return ()
        objective, model = self.setting.problem.objective, self.setting.model
        moved = f"change of the weights = {pair(self.weights - self.before, 4)}"
        if self.rows is None:
            return (f"gradient before = {pair(objective.look(self.before).gradient, 4)}", moved)
        slope = objective.slope(self.before, self.rows) / (len(self.rows) if model.average else 1)
        whose = f"gradient of {counted(len(self.rows), 'point')}"
        return (f"{whose} = {pair(slope, 4)}", f"{moved} = −{text(model.rate, 4)} × gradient")

    @property
    def _too_fast(self) -> Notice:
        """That the rate is too large, and one that works."""
        model = self.setting.model
        sentence = f"The rate {text(model.rate)} is too large: the objective has climbed to {text(self.loss)}."
        limit = self.setting.largest_rate(np.zeros_like(self.weights))
        rate = float(f"{model.rate / 10 if limit is None else 0.9 * limit:.1e}")
        if rate < LOWEST_RATE:
            return Notice(sentence, Remedy("Use Newton’s method", {"solver": "newton"}))
        return Notice(f"{sentence} The rate {text(rate)} is small enough.", Remedy(f"Use {text(rate)}", {"rate": rate}))

    def _chance(self, point: Array, column: int) -> str:
        """Return the probability of a class at one place as a sentence of the probe."""
        name = self.setting.data.class_names[self.classes[column]]
        return f"p({name}) = {text(self.probabilities(point[None])[0, column])}"


@dataclass(frozen=True, eq=False, kw_only=True)
class LogisticCurve(LogisticStep, HasDiscriminant):
    """Two classes, with a boundary of any degree."""

    def discriminant(self, points: Array) -> Array:
        """Return the polynomial at points."""
        return self._inside[0] @ self.setting.problem.terms.rows(points, self.frame)

    def discriminant_field(self, grid: Grid) -> Array:
        """Return the polynomial on a grid."""
        return self.setting.problem.terms.field(self._inside[0], grid, self.frame)

    @cached_property
    def equation(self) -> str:
        """The probability of the second class."""
        rule = self.setting.problem.terms.tex(self.weights)
        return rf"p = \frac{{1}}{{1 + e^{{-f}}}}, \quad f(\mathbf{{x}}) = {rule}"

    def reasons(self, point: Array) -> tuple[Reason, ...]:
        """Return every term of the polynomial at one place, and the probability it stands for."""
        return (self.setting.problem.terms.reason(self.weights, point, "f = w·x − t", self._chance(point, 1)),)


@dataclass(frozen=True, eq=False, kw_only=True)
class LogisticLine(HasWeights, LogisticCurve):
    """Two classes with a straight boundary: a curve of degree 1 whose weights are (w1, w2, t)."""

    weights: Array


@dataclass(frozen=True, eq=False, kw_only=True)
class SoftmaxStep(LogisticStep):
    """Many classes: a score for each, and the softmax of the scores."""

    def scores(self, points: Array) -> Array:
        """Return the score of each class at points."""
        return (self._inside @ self.setting.problem.terms.rows(points, self.frame)).T

    def field(self, grid: Grid) -> Array:
        """Return the score of each class on a grid."""
        return np.stack([self.setting.problem.terms.field(row, grid, self.frame) for row in self._inside], axis=-1)

    @cached_property
    def equation(self) -> str:
        """The probability of each class."""
        rows, terms = self.weights.reshape(len(self.classes), -1), self.setting.problem.terms
        rules = [f"f_{{{label}}} = {terms.tex(row)}" for label, row in zip(self.classes, rows, strict=True)]
        return r", \quad ".join([r"p_k = \frac{e^{f_k}}{\sum_j e^{f_j}}", *rules])

    def reasons(self, point: Array) -> tuple[Reason, ...]:
        """Return the terms of every class's score at one place, and its probability."""
        rows, names = self.weights.reshape(len(self.classes), -1), self.setting.data.class_names
        return tuple(
            self.setting.problem.terms.reason(row, point, f"f of {names[label]}", self._chance(point, column))
            for column, (label, row) in enumerate(zip(self.classes, rows, strict=True))
        )


@dataclass(frozen=True, eq=False, kw_only=True)
class PlanesStep(SoftmaxStep, HasRegions):
    """Many classes with straight boundaries."""

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """Where each class has the largest score."""
        return highest(self.weights.reshape(len(self.classes), -1), self.classes)
