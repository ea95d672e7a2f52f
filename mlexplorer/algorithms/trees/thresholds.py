"""What a cut at any threshold of a feature costs, from points sorted once: the staircase of a decision stump."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.algorithms.trees.splits import TIE, ClassWeights, Sorted, as_good, majority, midpoint, side_costs
from mlexplorer.core.arrays import Array, Labels, Mask

MARGIN = 0.05  # how far the staircase begins below the least value, as a share of the range


@dataclass(frozen=True, eq=False)
class Staircase:
    """The cost n₁·Q₁ + n₂·Q₂ of x ≤ threshold against x > threshold, for every threshold of either feature.

    With the criterion "error" that is the weight of the points whose side says another class. Each side says its
    heaviest class; if fixed is True the left side says the first class and the right side the second.
    """

    order: Sorted
    classes: ClassWeights
    criterion: str
    fixed: bool = False

    @cached_property
    def running(self) -> Array:
        """The weight of each class below each place of either order: (classes, 2, n + 1)."""
        sums = np.zeros((self.classes.count, 2, len(self.classes.columns) + 1))
        self.classes.hot.take(self.order.orders, axis=1).cumsum(axis=2, out=sums[:, :, 1:])
        return sums

    @cached_property
    def total(self) -> Array:
        """The weight of each class."""
        return self.running[:, 0, -1]

    def ranks(self, feature: int, thresholds: Array) -> Labels:
        """Return how many points lie at or below each threshold."""
        return np.searchsorted(self.order.values[feature], thresholds, side="right")

    def sides(self, feature: int, threshold: float) -> Array:
        """Return the class weights at or below a threshold, and above it: (2, classes)."""
        low = self.running[:, feature, int(self.ranks(feature, np.array([threshold]))[0])]
        return np.stack([low, np.maximum(self.total - low, 0.0)])

    def columns(self, feature: int, threshold: float) -> tuple[int, int]:
        """Return the class either side says, as columns; an empty side says what all points say."""
        if self.fixed:
            return 0, 1
        sides = self.sides(feature, threshold)
        low, high = majority(np.where(sides.sum(axis=1, keepdims=True) > 0, sides, self.total))
        return int(low), int(high)

    def costs(self, feature: int, thresholds: Array) -> Array:
        """Return what each threshold costs."""
        return self.rank_costs(feature, self.ranks(feature, thresholds))

    def rank_costs(self, feature: int, ranks: Labels) -> Array:
        """Return the costs of thresholds with so many points at or below."""
        low = self.running[:, feature].take(ranks, axis=1)
        high = self.total[:, None] - low
        if self.fixed and self.criterion == "error":
            return low[1] + high[0]
        return side_costs(list(low), list(high), (low.sum(axis=0), high.sum(axis=0)), self.criterion)

    def gaps(self, feature: int) -> Labels:
        """Return after how many points the feature grows: between these and the next a midpoint can stand."""
        values = self.order.values[feature]
        return np.flatnonzero(values[1:] > values[:-1]) + 1

    def midpoints(self, feature: int) -> Array:
        """Return the places halfway between neighbouring values."""
        values, gaps = self.order.values[feature], self.gaps(feature)
        return midpoint(values[gaps - 1], values[gaps])

    def best(self, feature: int) -> tuple[float, float]:
        """Return the smallest of the best midpoints and its cost; all points on the left if there is no midpoint."""
        gaps = self.gaps(feature)
        if not len(gaps):
            return float(self.order.values[feature, -1]), float(self.rank_costs(feature, np.array([-1]))[0])
        costs = self.rank_costs(feature, gaps)
        first = int(self.good(costs, float(costs.min())).argmax())
        low, high = self.order.values[feature, gaps[first] - 1 : gaps[first] + 1]
        return float(midpoint(low, high)), float(costs[first])

    def walk(self, feature: int, step: float) -> Array:
        """Return the places least value + i · step up to the largest value, none of them summed up."""
        least, largest = self.order.values[feature, [0, -1]].tolist()
        return least + step * np.arange(int((largest - least) / step + TIE) + 1)

    def last_best(self, costs: Array) -> Labels:
        """Return for each place of a walk the last of the best places so far."""
        good = self.good(costs, np.minimum.accumulate(costs))
        return np.maximum.accumulate(np.where(good, np.arange(len(costs)), 0))

    def good(self, costs: Array, best: Array | float) -> Mask:
        """Return which costs are as good as the best."""
        return as_good(costs, best, float(self.total.sum()))

    def curve(self, feature: int) -> tuple[Array, Array]:
        """Return the staircase: costs[i] holds from places[i] up to, but not at, places[i + 1]."""
        values = self.order.values[feature]
        distinct = values[np.concatenate([values[1:] > values[:-1], [True]])]
        places = np.concatenate([[distinct[0] - (MARGIN * float(np.ptp(distinct)) or 1.0)], distinct])
        return places, self.costs(feature, places)
