"""A line of your own: no fit, only a hand."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.algorithms.descent.rule_losses import errors
from mlexplorer.algorithms.lines import straight
from mlexplorer.algorithms.lines.straight import ToldLine
from mlexplorer.core.arrays import Array, Labels, frozen
from mlexplorer.core.capabilities import HasLandscape, Landscape
from mlexplorer.core.data import Dataset
from mlexplorer.core.model import IsByHand, Start, Step
from mlexplorer.core.notice import Notice, Remedy
from mlexplorer.core.numbers import counted, text
from mlexplorer.core.params import param, specs


@dataclass(frozen=True, eq=False, kw_only=True)
class LineStep(ToldLine, HasLandscape):
    """The line as it is, with the mistakes it makes; its loss is their number."""

    weights: Array
    classes: Labels
    data: Dataset

    @cached_property
    def loss(self) -> float:
        """The number of training points on the wrong side, those of a third class included."""
        return float(_mistakes(self.data, self.classes, self.weights[None])[0])

    @cached_property
    def measures(self) -> Mapping[str, float]:
        """The errors, and the distance from the line to the nearest point (negative: to the worst error)."""
        length = math.hypot(*self.weights[:2])
        chosen = np.isin(self.data.labels, self.classes)
        if not length or not chosen.any():
            return {"errors": self.loss}
        signs = np.where(self.data.labels[chosen] == self.classes[1], 1.0, -1.0)
        return {
            "errors": self.loss,
            "margin": float((signs * self.discriminant(self.data.points[chosen])).min()) / length,
        }

    @cached_property
    def note(self) -> str:
        """How many points the line gets wrong."""
        if not self.weights[:2].any():
            label = self.classes[int(-self.weights[2] > 0)]
            return f"With w = 0 there is no line: every place is {self.data.class_names[label]}."
        if not len(self.data):
            return "Your line divides the plane: place points and see on which side they fall."
        return f"Your line makes {counted(int(self.loss), 'error')} on {counted(len(self.data), 'training point')}."

    @cached_property
    def notice(self) -> Notice | None:
        """A line far from all points is brought back with one click."""
        if not len(self.data) or not _misses(self.weights, self.data):
            return None
        line = ByHand.across(self.weights[:2], self.data)
        return Notice("All points lie on one side of your line.", Remedy("Bring it to the middle", line.values()))

    @cached_property
    def working(self) -> tuple[str, ...]:
        """The line in its usual form, and its nearest point."""
        found = [f"{name} = {text(value, 4)}" for name, value in self.measures.items()]
        return (*straight.working(self.weights), *found)

    def landscape(self, data: Dataset) -> Landscape:
        """Return the staircase of errors over w1, w2 and t."""
        return Landscape(
            straight.NAMES,
            self.weights,
            lambda weights: _mistakes(data, self.classes, weights),
            lambda weights: LineStep(weights=_read_only(weights), classes=self.classes, data=data),
            title="Errors",
        )


@dataclass(frozen=True)
class ByHand(IsByHand):
    """A straight line that you place yourself; nothing is learned.

    f(x) = w1·x1 + w2·x2 − t, the second class where f > 0, the first where f ≤ 0. The two classes are the lowest two
    present (0 and 1 if there are none); points of a third class are always wrong. The loss is the number of errors.
    """

    title = "By hand"
    family = "By hand"
    fewest_points = 0
    fewest_classes = 0
    watch = (
        "Shift and turn the line yourself and count the errors. Then compare with what a method finds, and ask "
        "which of the lines without errors you would trust on new points."
    )

    w1: float = param(1.0, "w₁", "How much the first coordinate counts", low=-10.0, high=10.0)
    w2: float = param(1.0, "w₂", "How much the second coordinate counts", low=-10.0, high=10.0)
    t: float = param(0.5, "t", "The threshold: larger shifts the line along w", low=-10.0, high=10.0)

    @classmethod
    def through(cls, weights: Array) -> "ByHand":
        """Return the line with these weights; beyond the limits all three are shrunk alike: the line is the same."""
        limits = [float(spec.high or math.inf) for spec in specs(cls)]
        excess = max(1.0, *(abs(float(value)) / limit for value, limit in zip(weights, limits, strict=True)))
        return cls(*(float(value) / excess for value in weights))

    @classmethod
    def across(cls, normal: Array, data: Dataset) -> "ByHand":
        """Return the line with this normal through the middle of the points."""
        return cls.through(np.append(normal, normal @ (data.points.min(axis=0) + data.points.max(axis=0)) / 2))

    def holding(self, parameters: Array) -> "ByHand":
        """Return the line with these weights."""
        return self.through(parameters)

    def learn(self, data: Dataset, start: Start | None) -> Iterator[Step]:
        """Yield the line."""
        del start
        weights = _read_only([self.w1, self.w2, self.t])
        yield LineStep(weights=weights, classes=_two_classes(data), data=data)


def _two_classes(data: Dataset) -> Labels:
    """Return the two lowest classes present, filled up from 0 if there are fewer."""
    present = [int(label) for label in data.classes[:2]]
    spare = [label for label in (0, 1) if label not in present]
    return np.array(sorted(present + spare[: 2 - len(present)]), dtype=np.intp)


def _misses(weights: Array, data: Dataset) -> bool:
    """Return whether a line leaves all points on one side, and is a line."""
    sides = data.points @ weights[:2] > weights[2]
    return bool(weights[:2].any() and (sides.all() or not sides.any()))


def _mistakes(data: Dataset, classes: Labels, weights: Array) -> Array:
    """Return the number of training points each line gets wrong."""
    chosen = np.isin(data.labels, classes)
    return errors(data.points[chosen], data.labels[chosen] == classes[1], weights) + float(np.sum(~chosen))


def _read_only(weights: Array | list[float]) -> Array:
    return frozen(weights)  # type: ignore[return-value] # float64
