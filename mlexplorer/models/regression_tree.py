"""Regression tree: cuts x where the sum of squares falls most, and says the mean between two cuts."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from mlexplorer.algorithms.curves.squares import SquaresCurve
from mlexplorer.algorithms.curves.steps_of_means import Segment, SortedHeights, grown, growth, threshold, thresholds
from mlexplorer.core import sklearn_lines
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import HasCurveReasons, HasCurveTree, Node, Term
from mlexplorer.core.capabilities.curves import root_mean_square
from mlexplorer.core.data import Dataset
from mlexplorer.core.model import Knob, Model, Start
from mlexplorer.core.numbers import counted, tex, text
from mlexplorer.core.params import param

MOST_DEPTH = 30


@dataclass(frozen=True, eq=False)
class CutPlan:
    """What all steps share: the points in order, the whole tree, and the order in which it is cut."""

    data: Dataset
    points: SortedHeights
    segments: tuple[Segment, ...]
    order: tuple[int, ...]


@dataclass(frozen=True, eq=False, kw_only=True)
class StairStep(SquaresCurve, HasCurveTree, HasCurveReasons, exported=("thresholds", "levels")):
    """A staircase: cuts of x, and the mean of the points between two of them."""

    stairs: CutPlan
    model: "RegressionTree"

    @property
    def data(self) -> Dataset:
        """The training points."""
        return self.stairs.data

    def sklearn_form(self) -> sklearn_lines.Lines | None:
        """Return a regression tree where all cuts are made, else the cuts and levels of the staircase."""
        if self.iteration == len(self.stairs.order) > 0:
            asked = f"max_depth={self.model.depth!r}, min_samples_leaf={self.model.leaf!r}, random_state=0"
            return sklearn_lines.fitted_curve("sklearn.tree.DecisionTreeRegressor", f"DecisionTreeRegressor({asked})")
        numbers = (f"{name} = {sklearn_lines.array(getattr(self, name))}" for name in ("thresholds", "levels"))
        return *numbers, *sklearn_lines.curve('levels[np.searchsorted(thresholds, places, side="left")]')

    @cached_property
    def _leaves(self) -> list[int]:
        """The segments that are not cut yet, from left to right."""
        cut = set(self.stairs.order[: self.iteration])
        found, waiting = [], [0]
        while waiting:
            node = waiting.pop()
            if node in cut:
                left = self.stairs.segments[node].left
                waiting += [left + 1, left]
            else:
                found.append(node)
        return found

    @cached_property
    def _ends(self) -> tuple[Labels, Labels]:
        """Where the leaves begin and end among the points in order."""
        leaves = [self.stairs.segments[node] for node in self._leaves]
        return np.array([leaf.first for leaf in leaves]), np.array([leaf.last for leaf in leaves])

    @cached_property
    def thresholds(self) -> Array:
        """The cuts, rising."""
        return thresholds(self.stairs.points, self._ends[1][:-1])

    @cached_property
    def levels(self) -> Array:
        """The mean between two cuts."""
        return self.stairs.points.levels(*self._ends)

    def _level(self, node: int) -> float:
        return self.stairs.points.level(self.stairs.segments[node].first, self.stairs.segments[node].last)

    def curve(self, places: Array) -> Array:
        """Return the mean of the step each place belongs to; a cut belongs to its left side."""
        return self.levels[np.searchsorted(self.thresholds, places, side="left")]

    def curve_terms(self, place: float) -> tuple[Term, ...]:
        """Return the mean of all points, and what each question on the way down changes."""
        segments, cut = self.stairs.segments, set(self.stairs.order[: self.iteration])
        node, level = 0, self._level(0)
        terms = [Term("mean of all points", level)]
        while node in cut:
            at = threshold(self.stairs.points, segments[node].cut)
            is_left = place <= at
            node = segments[node].left + (0 if is_left else 1)
            terms.append(Term(f"x {'≤' if is_left else '>'} {text(at)}", self._level(node) - level))
            level = self._level(node)
        return tuple(terms)

    @cached_property
    def measures(self) -> Mapping[str, float]:
        """The RMS error and how many steps the staircase has."""
        return {"RMS error": root_mean_square(self.residuals), "leaves": float(len(self._leaves))}

    @cached_property
    def note(self) -> str:
        """What this step cuts, and what it gains."""
        count = counted(len(self.residuals), "point")
        if not self.iteration:
            return f"Start: one leaf says the mean {text(self._level(0))} of {count}."
        node = self.stairs.order[self.iteration - 1]
        one = self.stairs.segments[node]
        parts = f"{one.cut - one.first} and {one.last - one.cut} points"
        at = text(threshold(self.stairs.points, one.cut))
        return f"Cut {self.iteration}, x ≤ {at}, parts {parts}; the sum of squares falls by {text(one.gain)}."

    @cached_property
    def working(self) -> tuple[str, ...]:
        """Both sides of the newest cut with their means and sums of squares."""
        total = f"Σ residual² = {text(self.loss, 5)}, RMS error = {text(self.measures['RMS error'], 4)}"
        if not self.iteration:
            return (f"mean = {text(self._level(0), 5)}", total)
        one = self.stairs.segments[self.stairs.order[self.iteration - 1]]
        sides = {"left": (one.first, one.cut), "right": (one.cut, one.last), "before": (one.first, one.last)}
        points = self.stairs.points
        rows = [
            f"{side}: n = {last - first}, mean {text(points.level(first, last), 5)}, "
            f"SSE {text(points.miss(first, last), 5)}"
            for side, (first, last) in sides.items()
        ]
        return (*rows, f"gain = before − left − right = {text(one.gain, 5)}", total)

    @cached_property
    def equation(self) -> str:
        """The two outermost steps, and how many there are."""
        if not len(self.thresholds):
            return f"y = {tex(float(self.levels[0]))}"
        first, last = tex(float(self.levels[0])), tex(float(self.levels[-1]))
        low, high = tex(float(self.thresholds[0])), tex(float(self.thresholds[-1]))
        middle = r" \ldots \; " if len(self.thresholds) > 1 else " "
        return rf"y = {first} \; (x \leq {low}),{middle}{last} \; (x > {high})"

    @cached_property
    def tree(self) -> tuple[Node, ...]:
        """The nodes with their means; the impurity is the variance."""
        cut, segments = set(self.stairs.order[: self.iteration]), self.stairs.segments
        kept = [0, *sorted(child for node in cut for child in (segments[node].left, segments[node].left + 1))]
        numbers = {node: number for number, node in enumerate(kept)}
        found = []
        for node in kept:
            leaf, one = self._leaf(node), segments[node]
            if node in cut:
                at, gain = threshold(self.stairs.points, one.cut), one.gain / (one.last - one.first)
                left, right = numbers[one.left], numbers[one.left + 1]
                leaf = replace(leaf, feature=0, threshold=at, gain=gain, left=left, right=right)
            found.append(leaf)
        return tuple(found)

    def _leaf(self, node: int) -> Node:
        """Return a node as if it were a leaf."""
        one, points = self.stairs.segments[node], self.stairs.points
        left = threshold(points, one.first) if one.first else -math.inf
        right = threshold(points, one.last) if one.last < len(points.places) else math.inf
        count = one.last - one.first
        variance = points.miss(one.first, one.last) / count
        box = (left, right, -math.inf, math.inf)
        return Node(box, (float(count),), 0, variance, one.depth, level=self._level(node))


@dataclass(frozen=True)
class RegressionTree(Model):
    """Draws a staircase: cuts x in two where the sum of squares falls most, again and again, and says the means.

    x is the first coordinate, y the second; classes play no part. A cut stands halfway between two points, x ≤ cut goes
    left; of cuts that gain as much the leftmost is taken. Each step cuts the leaf that gains most. Loss: Σ(y − mean)².
    """

    title = "Regression tree"
    task = "regress"
    family = "Regression"
    watch = (
        "The first cuts find the coarse shape, later ones follow single points. Between two cuts the curve is level: "
        "compare it with a polynomial on the same points, and with test points held out."
    )

    depth: int = param(3, "Depth", "How many questions lead to a leaf at most", low=0, high=MOST_DEPTH)
    leaf: int = param(1, "Leaf size", "How many points a leaf holds at least", low=1, high=500, scale="log")

    def knobs(self) -> tuple[Knob, ...]:
        """Return the depth and the leaf size."""
        depths, leaves = (0, 1, 2, 3, 4, 5, 6, 8, 10, 15), (1, 2, 3, 5, 8, 12, 20, 30, 50)
        return Knob("depth", depths), Knob("leaf", leaves, rising=False)

    def learn(self, data: Dataset, start: Start | None) -> Iterator[StairStep | None]:
        """Yield the mean of all points, then the staircase after each cut."""
        del start
        points = SortedHeights.of(data.points[:, 0], data.points[:, 1])
        yield None
        segments = grown(points, self.depth, self.leaf)
        stairs = CutPlan(data, points, segments, growth(segments))
        for cuts in range(len(stairs.order) + 1):
            yield StairStep(iteration=cuts, stairs=stairs, model=self)
