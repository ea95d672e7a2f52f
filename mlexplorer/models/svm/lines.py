"""Straight boundaries of support vector machines: those of a fit, and those put by hand into its landscape."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.algorithms.lines import straight
from mlexplorer.algorithms.lines.straight import ToldLine
from mlexplorer.algorithms.margins.hinge import HingeLoss
from mlexplorer.core import sklearn_lines
from mlexplorer.core.arrays import Array, Labels, signs
from mlexplorer.core.capabilities import HasLandscape, HasMargins, HasWeights, Landscape
from mlexplorer.core.data import Dataset
from mlexplorer.core.numbers import counted, text
from mlexplorer.models.svm.steps import PairStep


@dataclass(frozen=True, eq=False, kw_only=True)
class LineMachine(ToldLine, HasLandscape, PairStep):
    """A moment of the fit of a straight boundary, with a place in the landscape over (w1, w2, t)."""

    @cached_property
    def weights(self) -> Array:
        """The weights (w1, w2, t)."""
        return np.append(self.machine.coefficients, self.machine.threshold)

    @cached_property
    def working(self) -> tuple[str, ...]:
        """The line, then the objective, the dual bound, the street and the largest multipliers."""
        return (*straight.working(self.weights), *super().working)

    def sklearn_form(self) -> sklearn_lines.Lines | None:
        """Return the machine fitted anew; before the end of its fit a line with these weights."""
        return PairStep.sklearn_form(self) or ToldLine.sklearn_form(self)

    def landscape(self, data: Dataset) -> Landscape:
        """Return the objective over w1, w2 and t."""
        return line_landscape(self, data, self.classes, self.machine.task.cost)


@dataclass(frozen=True, eq=False, kw_only=True)
class PlacedLine(ToldLine, HasMargins, HasLandscape):
    """A line put by hand into the landscape of a linear machine."""

    weights: Array
    data: Dataset
    classes: Labels
    cost: float

    @cached_property
    def loss(self) -> float:
        """½‖w‖² + cost·Σ slack."""
        return float(_objective(self.data, self.classes, self.cost).values(self.weights[None])[0])

    @cached_property
    def measures(self) -> Mapping[str, float]:
        """The errors and the sum of the slacks."""
        wrong = self.predict(self.data.points) != self.data.labels
        slack = _objective(self.data, self.classes, self.cost).slacks(self.weights).sum()
        return {"errors": float(wrong.sum()), "slack": float(slack)}

    @cached_property
    def note(self) -> str:
        """What the line costs."""
        wrong = counted(int(self.measures["errors"]), "error")
        return f"A line placed by hand: objective {text(self.loss, 4)}, {wrong}."

    @cached_property
    def working(self) -> tuple[str, ...]:
        """The line in its usual form, and its objective."""
        return (*straight.working(self.weights), f"½‖w‖² + C·Σ slack = {text(self.loss, 5)}")

    def landscape(self, data: Dataset) -> Landscape:
        """Return the objective over w1, w2 and t."""
        return line_landscape(self, data, self.classes, self.cost)


def _objective(data: Dataset, classes: Labels, cost: float) -> HingeLoss:
    return HingeLoss(data.points, signs(data.labels, classes[1]), cost)


def line_landscape(step: HasWeights, data: Dataset, classes: Labels, cost: float) -> Landscape:
    """Return the objective ½‖w‖² + cost·Σ slack around a line."""
    objective = _objective(data, classes, cost)

    def at(weights: Array) -> PlacedLine:
        return PlacedLine(weights=np.asarray(weights, dtype=np.float64), data=data, classes=classes, cost=cost)

    return Landscape(straight.NAMES, step.weights, objective.values, at, objective.gradient, "Hinge loss + penalty")
