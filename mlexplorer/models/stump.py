"""A decision stump: one threshold on one feature."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial

import numpy as np

from mlexplorer.algorithms.lines import straight
from mlexplorer.algorithms.trees.boxes import EVERYWHERE, half_planes
from mlexplorer.algorithms.trees.splits import ClassWeights, Sorted, gain, impurity
from mlexplorer.algorithms.trees.thresholds import Staircase
from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import (
    HasLandscape,
    HasProbabilities,
    HasReasons,
    HasRegions,
    HasThresholds,
    HasTree,
    HasWeights,
    Landscape,
    Node,
    Reason,
    Term,
)
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid
from mlexplorer.core.model import Model, Start, Step
from mlexplorer.core.notice import CannotFit, Notice, Remedy
from mlexplorer.core.numbers import counted, tex, tex_sum, text
from mlexplorer.core.params import param, specs
from mlexplorer.core.region import Region

CRITERIA = ("error", "gini", "entropy")
FEATURES = {"best": (0, 1), "x1": (0,), "x2": (1,)}
TINY = 1e-300  # half of it is still more than 0
MOST_VISITS = 1_000_000  # of a line search
MOST_STEPS = 1000  # of a line search that are shown, for each feature
RIVALS = (
    ("The steps jump over a better threshold", Remedy("Search exactly", {"search": "exact"})),
    ("With the sides free to choose there is a better stump", Remedy("Let both sides choose", {"sides": "two"})),
)
Found = tuple[int, float, tuple[int, float] | None]  # best feature and threshold so far, and those just tried


@dataclass(frozen=True, eq=False)
class Search:
    """The model, its data, and what every threshold costs: shared by all steps of a fit."""

    model: "DecisionStump"
    data: Dataset

    @cached_property
    def stairs(self) -> Staircase:
        """The cost of every threshold of either feature."""
        classes = ClassWeights.of(self.data.labels, self.data.classes)
        return Staircase(Sorted.of(self.data.points), classes, self.model.criterion, self.fixed)

    @property
    def fixed(self) -> bool:
        """Whether the sides are given in advance: only two classes can be."""
        return self.model.sides == "one" and len(self.data.classes) == 2

    def visits(self, feature: int) -> Array:
        """Return the thresholds tried: midpoints of neighbouring values, or the places of the walk."""
        exact = self.model.search == "exact"
        return self.stairs.midpoints(feature) if exact else self.stairs.walk(feature, self.model.step)


@dataclass(frozen=True, eq=False, kw_only=True)
class StumpStep(
    HasRegions, HasTree, HasLandscape, HasThresholds, HasReasons, partial=True, exported=("feature", "threshold")
):
    """The best threshold so far."""

    classes: Labels
    search: Search
    feature: int
    threshold: float
    seen: tuple[int, float] | None = None  # the feature and threshold just tried; None for the start or by hand
    done: bool = False

    @cached_property
    def sides(self) -> Array:
        """The number of points of each class at or below the threshold, and above it: (2, classes)."""
        return self.search.stairs.sides(self.feature, self.threshold)

    @cached_property
    def columns(self) -> tuple[int, int]:
        """The class either side says, as columns of the scores."""
        return self.search.stairs.columns(self.feature, self.threshold)

    @cached_property
    def labels(self) -> tuple[int, int]:
        """The label at or below the threshold, and above it."""
        return int(self.classes[self.columns[0]]), int(self.classes[self.columns[1]])

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """Two half-planes, or the whole plane if both sides say the same."""
        if self.labels[0] == self.labels[1]:
            return (Region.box(*EVERYWHERE, self.labels[0]),)
        boxes = half_planes(self.feature, self.threshold)
        return tuple(Region.box(*box, label) for box, label in zip(boxes, self.labels, strict=True))

    @cached_property
    def tree(self) -> tuple[Node, ...]:
        """A root and two leaves; the root alone if one side has no points."""
        criterion, total = self.search.model.criterion, self.search.stairs.total
        label, mixture = int(self.classes[total.argmax()]), float(impurity(total, criterion))
        whole = (EVERYWHERE, tuple(total.tolist()), label, mixture)
        if not self.sides.sum(axis=1).all():
            return (Node(*whole, 0),)
        root = Node(*whole, 0, self.feature, self.threshold, gain(self.sides, criterion), 1, 2)
        return root, *(
            Node(box, tuple(side.tolist()), label, float(impurity(side, criterion)), 1)
            for box, side, label in zip(half_planes(self.feature, self.threshold), self.sides, self.labels, strict=True)
        )

    def thresholds(self, feature: int) -> tuple[Array, Array]:
        """Return the cost of every threshold of a feature, as a staircase."""
        return self.search.stairs.curve(feature)

    def visits(self, feature: int) -> Array:
        """Return the thresholds of a feature that the search tries."""
        return self.search.visits(feature)

    def landscape(self, data: Dataset) -> Landscape:
        """Return the cost as a function of the threshold on the present feature."""
        search = self.search if data is self.search.data else Search(self.search.model, data)
        return Landscape(
            ("threshold",),
            np.array([self.threshold]),
            lambda places: search.stairs.costs(self.feature, np.asarray(places)[:, 0]),
            lambda place: replace(self, search=search, threshold=float(place[0]), seen=None, done=False),
        )

    @cached_property
    def loss(self) -> float:
        """The number of errors, or n₁·Q₁ + n₂·Q₂ for the impurities."""
        return self._cost(self.feature, self.threshold)

    @cached_property
    def measures(self) -> Mapping[str, float]:
        """The training errors, and their share of all points."""
        right = sum(side[column] for side, column in zip(self.sides, self.columns, strict=True))
        wrong = float(self.sides.sum() - right)
        return {"errors": wrong, "error rate": wrong / len(self.search.data)}

    def _cost(self, feature: int, threshold: float) -> float:
        return float(self.search.stairs.costs(feature, np.array([threshold]))[0])

    def _said(self, cost: float) -> str:
        if self.search.model.criterion == "error":
            return counted(round(cost), "error")
        return f"n₁·Q₁ + n₂·Q₂ = {text(cost)}"

    @property
    def _names(self) -> tuple[str, str]:
        return self.search.data.names

    @property
    def _rule(self) -> str:
        low, high = (self.search.data.class_names[label] for label in self.labels)
        if low == high:
            return f"everything is {low}"
        return f"{self._names[self.feature]} ≤ {text(self.threshold)} is {low}, above is {high}"

    @cached_property
    def note(self) -> str:
        """What was tried, and what it costs."""
        count = len(self.search.data)
        if self.seen is None:
            return f"At first {self._rule}: {self._said(self.loss)} on {counted(count, 'point')}."
        tried = self._exact_note(*self.seen) if self.search.model.search == "exact" else self._line_note(*self.seen)
        wrong = round(self.measures["errors"])
        return f"{tried} The stump: {self._rule}; {wrong or 'none'} of {count} wrong." if self.done else tried

    def _exact_note(self, feature: int, threshold: float) -> str:
        name, cost = self._names[feature], self._cost(feature, threshold)
        count = len(self.visits(feature))
        if not count:
            return f"All points have the same {name}: it has no threshold to offer."
        kept = "" if feature == self.feature else f", no better than {self._names[self.feature]}"
        return f"The best of {counted(count, 'threshold')} on {name} is {text(threshold)}: {self._said(cost)}{kept}."

    def _line_note(self, feature: int, threshold: float) -> str:
        here = f"Threshold {text(threshold)} on {self._names[feature]}: {self._said(self._cost(feature, threshold))}"
        if (feature, threshold) == (self.feature, self.threshold):
            return f"{here}, the best so far."
        return f"{here}, no better than {text(self.threshold)} on {self._names[self.feature]}."

    @cached_property
    def working(self) -> tuple[str, ...]:
        """The classes on either side, and what they cost."""
        name, place = self._names[self.feature], text(self.threshold)
        counts = [" : ".join(text(count) for count in side) for side in self.sides]
        wrong = [text(side.sum() - side[column]) for side, column in zip(self.sides, self.columns, strict=True)]
        names = [self.search.data.class_names[label] for label in self.labels]
        told = [
            f"{name} ≤ {place}: counts {counts[0]} → {names[0]}, {wrong[0]} wrong",
            f"{name} > {place}: counts {counts[1]} → {names[1]}, {wrong[1]} wrong",
        ]
        if self.search.model.criterion != "error":
            sizes, mixed = self.sides.sum(axis=1), impurity(self.sides, self.search.model.criterion)
            parts = " + ".join(f"{text(size)}·{text(value)}" for size, value in zip(sizes, mixed, strict=True))
            told.append(f"n₁·Q₁ + n₂·Q₂ = {parts} = {text(self.loss)}")
        return tuple(told)

    @cached_property
    def equation(self) -> str:
        """The rule with its numbers."""
        axis, place = f"x_{self.feature + 1}", tex(self.threshold)
        low, high = self.labels
        return rf"y = {low} \;\text{{if}}\; {axis} \leq {place}, \quad y = {high} \;\text{{if}}\; {axis} > {place}"

    @cached_property
    def notice(self) -> Notice | None:
        """A better stump that these settings keep out of reach."""
        model, data = self.search.model, self.search.data
        if not self.done:
            return None
        if model.sides == "one" and not self.search.fixed:
            return Notice("With more than two classes each side takes its most common class.", RIVALS[1][1])
        for said, remedy in RIVALS:
            rival = Search(model.with_values(remedy.changes), data)
            cost = min(rival.stairs.best(feature)[1] for feature in FEATURES[model.feature])
            if not rival.stairs.good(np.array(self.loss), cost):
                return Notice(f"{said}: {self._said(cost)} instead of {self._said(self.loss)}.", remedy)
        return None


@dataclass(frozen=True, eq=False, kw_only=True)
class ManyClassStumpStep(StumpStep, HasProbabilities):
    """A stump for more than two classes: the scores are the shares of the classes on the side of the place."""

    @cached_property
    def table(self) -> Array:
        """The scores of either side: its shares of the classes, those of all points if it is empty."""
        sides = np.where(self.sides.sum(axis=1, keepdims=True) > 0, self.sides, self.search.stairs.total)
        return sides / sides.sum(axis=1, keepdims=True)

    def scores(self, points: Array) -> Array:
        """Return the shares on the side of each point."""
        return self.table.take(points[:, self.feature] > self.threshold, axis=0)

    def field(self, grid: Grid) -> Array:
        """Return the scores on a grid: one row or one column, repeated."""
        values = np.empty((grid.rows, grid.columns, len(self.classes)))
        if self.feature == 0:
            values[:] = self.table.take(grid.xs > self.threshold, axis=0)
        else:
            values[:] = self.table.take(grid.ys > self.threshold, axis=0)[:, None]
        return values

    def chances(self, scores: Array) -> Array:
        """Return the shares themselves."""
        return scores

    def reasons(self, point: Array) -> tuple[Reason, ...]:
        """Return the share of each class on the side of a place."""
        above = bool(point[self.feature] > self.threshold)
        place = f"{self._names[self.feature]} = {text(point[self.feature])}"
        test = f"{place} {'>' if above else '≤'} {text(self.threshold)}"
        return tuple(
            Reason(f"share of {self.search.data.class_names[label]}", (Term(test, float(value)),), float(value))
            for label, value in zip(self.classes, self.table[int(above)], strict=True)
        )


@dataclass(frozen=True, eq=False, kw_only=True)
class TwoClassStumpStep(StumpStep, HasWeights):
    """A stump for two classes as a line: f = ±(x − threshold), or ±1 where both sides say the same."""

    @cached_property
    def weights(self) -> Array:
        """The weights (w1, w2, t) of the line."""
        low, high = self.columns
        if low == high:
            return np.array([0.0, 0.0, 1.0 - 2.0 * low])
        weights = np.zeros(3)
        weights[self.feature] = high - low
        just_above = max(np.nextafter(self.threshold, np.inf), self.threshold + TINY)  # x = threshold goes left
        weights[2] = self.threshold if high else -just_above
        return weights

    @cached_property
    def equation(self) -> str:
        """The discriminant with its numbers."""
        first, second, threshold = map(float, self.weights)
        parts = [(factor, name) for factor, name in ((first, "x_1"), (second, "x_2")) if factor]
        return rf"f(\mathbf{{x}}) = {tex_sum([*parts, (-threshold, '')])}"

    def reasons(self, point: Array) -> tuple[Reason, ...]:
        """Return f as the feature and the threshold."""
        return (straight.reason(self.weights, point, note=f"The stump: {self._rule}."),)


@dataclass(frozen=True)
class DecisionStump(Model):
    """Cuts the plane once, at the threshold of one feature that makes the fewest errors.

    x ≤ threshold is the left side, x > threshold the right one; each says its most frequent class, the lower one if two
    are equal, or with one-way labels always the first class on the left and the second on the right (two classes
    only). The cost is the number of errors, or n₁·Q₁ + n₂·Q₂ with the Gini impurity or the entropy. The exact search
    tries the midpoints between neighbouring values; of costs closer than 1e-9·n the first feature and the smallest
    threshold win. The line search tries least value + i · step up to the largest value, and the last of equal
    thresholds wins. For two classes f = ±(x − threshold).
    """

    title = "Decision stump"
    family = "Trees"
    watch = (
        "One threshold on one feature is all it may use. Look at what every other threshold would have cost, and "
        "drag a point across the line: nothing happens until another threshold becomes cheaper."
    )

    criterion: str = param(
        "error", "Criterion", "What the threshold makes small", choices=CRITERIA, titles=("Errors", "Gini", "Entropy")
    )
    feature: str = param(
        "best", "Feature", "Which coordinate is cut", choices=tuple(FEATURES), titles=("The better one", "x₁", "x₂")
    )
    sides: str = param(
        "two",
        "Sides",
        "Whether each side chooses its class, or the second class is always on the right",
        choices=("two", "one"),
        titles=("Both choose", "Second class right"),
    )
    search: str = param(
        "exact",
        "Search",
        "Try every threshold that matters, or walk along the feature in equal steps",
        choices=("exact", "line"),
        titles=("Exact", "Line search"),
    )
    step: float = param(
        0.1,
        "Step size",
        "How far apart the thresholds of the walk are: large steps may jump over the best",
        low=0.001,
        high=1000.0,
        scale="log",
        shown_when=("search", ("line",)),
    )

    def learn(self, data: Dataset, start: Start | None) -> Iterator[Step | None]:
        """Yield the start and the best of each feature; or the best so far along the walk."""
        del start
        search = Search(self, data)
        kind = TwoClassStumpStep if len(data.classes) == 2 else ManyClassStumpStep
        step = partial(kind, classes=data.classes, search=search)
        found = self._exact(search) if self.search == "exact" else self._line(search)
        before: StumpStep | None = None
        for iteration, (feature, threshold, seen) in enumerate(found):
            if before:
                yield before
            before = step(iteration=iteration, feature=feature, threshold=threshold, seen=seen)
        assert before is not None
        yield replace(before, done=True)

    def _exact(self, search: Search) -> Iterator[Found]:
        """Yield a threshold with all points on the left, then the best so far after each feature."""
        features = FEATURES[self.feature]
        yield features[0], float(search.data.points[:, features[0]].max()), None
        feature, (threshold, least) = features[0], search.stairs.best(features[0])
        yield feature, threshold, (feature, threshold)
        for other in features[1:]:
            place, cost = search.stairs.best(other)
            if not search.stairs.good(np.array(least), cost):
                feature, threshold, least = other, place, cost
            yield feature, threshold, (other, place)

    def _line(self, search: Search) -> Iterator[Found]:
        """Yield the best so far along the walk over each feature; a later feature must be better, not as good."""
        feature, threshold, least = -1, 0.0, np.inf
        for other in FEATURES[self.feature]:
            self._refuse_long_walks(search, other)
            places = search.visits(other)
            costs = search.stairs.costs(other, places)
            last, stride = search.stairs.last_best(costs), -(-len(places) // MOST_STEPS)
            for visit in sorted({*range(0, len(places), stride), len(places) - 1}):
                best = last[visit]
                if feature == other or not search.stairs.good(np.array(least), float(costs[best])):
                    feature, threshold, least = other, float(places[best]), float(costs[best])
                yield feature, threshold, (other, float(places[visit]))

    def _refuse_long_walks(self, search: Search, feature: int) -> None:
        width = float(np.ptp(search.data.points[:, feature]))
        if width / self.step < MOST_VISITS:
            return
        high = next(float(spec.high or np.inf) for spec in specs(type(self)) if spec.name == "step")
        raise CannotFit(
            f"Steps of {text(self.step)} over a width of {text(width)} are too many: take larger ones.",
            Remedy("Take 1000 steps", {"step": min(width / 1000, high)}),
        )
