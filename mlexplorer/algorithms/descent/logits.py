"""The log loss of a polynomial rule over labelled points: in data units, inside a frame, and its minimum by Newton."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.algorithms.descent.downhill import NewtonMove, newton
from mlexplorer.algorithms.descent.rule_losses import LogLoss, SoftmaxLoss
from mlexplorer.algorithms.lines.monomials import Monomials, Scaling
from mlexplorer.core.arrays import Array, Labels

FAR = 10.0  # times the loss of no weights: from there weights are halved until Newton's method can work
ENDINGS = {
    "": "",
    "bottom": " The bottom is reached.",
    "separable": " Every point is on its own side, so the fit stops.",
    "diverged": " The next step would run away to infinity, so the fit stops.",
    "limit": " The allowed steps are over.",
}  # how a fit may end, in words


@dataclass(frozen=True, eq=False)
class NewtonStep:
    """Weights after a step of Newton's method, in data units and inside the frame it works in."""

    weights: Array
    frame: Scaling
    inner: Array
    full: bool  # whether it leads to the bottom of the parabola
    last: bool  # whether the bottom is reached
    runaway: bool  # whether the weights would grow for ever


@dataclass(frozen=True, eq=False)
class LogitProblem:
    """Points with the column of their class among `classes`, the terms of the rule, and the penalty on its weights.

    Two classes have one set of weights (f > 0 is the second class), more have one set each, one after the other.
    """

    points: Array
    columns: Labels
    classes: int
    terms: Monomials
    penalty: float

    @cached_property
    def size(self) -> int:
        """The number of weights."""
        return len(self.terms) * (1 if self.classes == 2 else self.classes)

    @cached_property
    def objective(self) -> LogLoss | SoftmaxLoss:
        """The loss of weights in data units."""
        return self._seen_from(Scaling(), np.eye(len(self.terms)))

    @cached_property
    def floor(self) -> float:
        """The loss of no weights at all."""
        return self.objective.look(np.zeros(self.size)).value

    def curvature(self, weights: Array) -> float:
        """Return the largest curvature of the loss at some weights."""
        return float(np.linalg.eigvalsh(self.objective.look(weights).hessian)[-1])

    def by_newton(self, weights: Array) -> Iterator[NewtonStep]:
        """Yield Newton's steps from some weights, made inside a frame around the points.

        Without penalty the loss has no minimum exactly when the classes can be separated. Weights that put every point
        on its own side prove it and end the fit; so does a step that gains nothing and still moves the scores.
        """
        frame = Scaling.around(self.points)
        expansion = self.terms.expansion(frame)
        objective = self._seen_from(frame, expansion)
        inner = np.linalg.solve(expansion, weights.reshape(-1, len(expansion)).T).T.ravel().astype(np.float64)
        while inner.any() and objective.look(inner).value > FAR * objective.look(np.zeros_like(inner)).value:
            inner = 0.5 * inner  # a convex function falls on the way to a lower place
            yield NewtonStep(self._plain(inner, expansion), frame, inner, full=False, last=False, runaway=False)
        for move in newton(objective.look, inner, objective.unit):
            runaway = not self.penalty and (objective.separated(move.place) or _idle(objective, move))
            inner = self._balanced(move.place)
            yield NewtonStep(self._plain(inner, expansion), frame, inner, move.full, move.last, runaway)
            if runaway:
                return

    def _balanced(self, weights: Array) -> Array:
        """Return weights of many classes that add up to 0: a shift of all classes alike changes no probability."""
        if self.classes == 2:
            return weights
        table = weights.reshape(self.classes, -1)
        return (table - table.mean(axis=0)).ravel()

    def _plain(self, weights: Array, expansion: Array) -> Array:
        """Return weights inside a frame in data units."""
        return (weights.reshape(-1, len(expansion)) @ expansion.T).ravel()

    def _seen_from(self, frame: Scaling, expansion: Array) -> LogLoss | SoftmaxLoss:
        """Return the same loss of weights inside a frame; expansion turns them into data units."""
        design = self.terms.rows(self.points, frame)
        ridge = self.penalty * (expansion[:-1].T @ expansion[:-1])
        if self.classes == 2:
            return LogLoss(design, np.where(self.columns == 1, 1.0, -1.0), ridge)
        return SoftmaxLoss(design, self.columns, self.classes, ridge)


def _idle(objective: LogLoss | SoftmaxLoss, move: NewtonMove) -> bool:
    """Return whether a step gains nothing and still moves the scores: some weights grow for ever."""
    if move.fall > 1e-8 * (1 + abs(move.value)):
        return False
    return bool(np.abs(move.step.reshape(-1, len(objective.design)) @ objective.design).max() > 0.1)
