"""Every threshold at once: the ROC curve, its area and hull, precision against recall, and many classes in pairs."""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

from mlexplorer.core.arrays import Array, Labels, Mask
from mlexplorer.core.numbers import text
from mlexplorer.core.reach import labels_of, numbers_of
from mlexplorer.core.shown import ShowsItself
from mlexplorer.judging.confusion import average


@dataclass(frozen=True, eq=False)
class Roc(ShowsItself):
    """One vertex for each distinct score, from (0, 0) to (1, 1); equal scores make a diagonal.

    At a vertex the points with score ≥ its threshold are taken for positive. Without positives (or negatives) their
    rate is 0 everywhere, and the areas are NaN.
    """

    hits: Labels  # positives at or above each threshold
    alarms: Labels  # negatives at or above each threshold
    thresholds: Array  # falling from ∞: at first nothing is positive

    def in_a_line(self) -> str:
        """Return the points and the area."""
        return f"Roc of {self.positives} positives and {self.negatives} negatives: area {text(self.area, 4)}"

    @property
    def positives(self) -> int:
        """How many points are positive."""
        return int(self.hits[-1])

    @property
    def negatives(self) -> int:
        """How many points are negative."""
        return int(self.alarms[-1])

    @cached_property
    def true(self) -> Array:
        """The share of the positives taken for positive: up the curve."""
        return self.hits / max(self.positives, 1)

    @cached_property
    def false(self) -> Array:
        """The share of the negatives taken for positive: along the curve."""
        return self.alarms / max(self.negatives, 1)

    @cached_property
    def cuts(self) -> Array:
        """For each vertex a threshold that reaches it where a point is positive iff its score is *above* it."""
        scores = self.thresholds[1:]
        if not len(scores):
            return np.zeros(1)
        with np.errstate(over="ignore"):  # below the least number is −∞
            below = np.nextafter(scores, -np.inf)
        between = np.minimum(scores[:-1] / 2 + scores[1:] / 2, below[:-1])
        return np.concatenate([scores[:1], between, below[-1:]])

    @cached_property
    def area(self) -> float:
        """The area below the curve: how often a positive scores higher than a negative, a tie counting half."""
        return self._area_below(np.arange(len(self.hits)))

    @cached_property
    def hull(self) -> Labels:
        """The vertices of the upper convex hull: only they are best for some costs."""
        kept = np.arange(len(self.hits))
        while len(kept) > 2:
            across, up = np.diff(self.alarms[kept]), np.diff(self.hits[kept])
            turns_right = up[:-1] * across[1:] > up[1:] * across[:-1]  # whole numbers: exact
            if turns_right.all():
                break
            kept = kept[np.concatenate([[True], turns_right, [True]])]  # none of the others is above its neighbours
        return kept

    @property
    def hull_area(self) -> float:
        """The area below the hull: what mixing two thresholds by lot can reach."""
        return self._area_below(self.hull)

    @property
    def accuracy(self) -> Array:
        """The share of points that is right at each vertex."""
        count = self.positives + self.negatives
        return (self.hits + self.negatives - self.alarms) / max(count, 1)

    @property
    def best(self) -> int:
        """The vertex with the best accuracy, the first on a tie."""
        return int(self.accuracy.argmax())

    def slope(self, false_positive: float = 1.0, false_negative: float = 1.0, prior: float | None = None) -> float:
        """Return the slope of the lines of equal cost: c(FP)·N / (c(FN)·P); ∞ if missing a positive costs nothing.

        prior is the share of positives where the method will be used, by default that of these points.
        """
        alarm, miss = self._prices(false_positive, false_negative, prior)
        return alarm / miss if miss else np.inf

    def cheapest(self, false_positive: float = 1.0, false_negative: float = 1.0, prior: float | None = None) -> int:
        """Return the vertex of the least expected cost, the first on a tie: where an iso-cost line touches the hull."""
        alarm, miss = self._prices(false_positive, false_negative, prior)
        return int((alarm * self.false - miss * self.true).argmin())

    def _prices(self, false_positive: float, false_negative: float, prior: float | None) -> tuple[float, float]:
        known = self.positives / max(self.positives + self.negatives, 1) if prior is None else prior
        return false_positive * (1 - known), false_negative * known

    def _area_below(self, vertices: Labels) -> float:
        pairs = self.positives * self.negatives
        hits, alarms = self.hits[vertices], self.alarms[vertices]
        return float((np.diff(alarms) * (hits[1:] + hits[:-1])).sum() / (2 * pairs)) if pairs else np.nan


@dataclass(frozen=True, eq=False)
class PrecisionRecall:
    """Precision against recall at the thresholds of a ROC curve; precision 1 where nothing is taken for positive."""

    precision: Array
    recall: Array
    thresholds: Array

    @property
    def average(self) -> float:
        """The precision averaged over the recall it is reached at, as a sum of steps; NaN without positives."""
        return float(np.diff(self.recall) @ self.precision[1:]) if self.recall[-1:].any() else np.nan


def roc(scores: npt.ArrayLike, labels: npt.ArrayLike, positive: object = None) -> Roc:
    """Return the ROC curve of scores; the larger of two labels is positive, or the one named."""
    values, positives = numbers_of(scores, "scores", finite=False), is_positive(labels, positive)
    if values.shape != positives.shape or values.ndim != 1:
        raise ValueError(f"A ROC curve needs one score for each label, not {values.shape} for {positives.shape}.")
    if np.isnan(values).any():
        raise ValueError("A ROC curve needs scores that are numbers; some are NaN.")
    order = values.argsort()[::-1]  # ties in any order: only the ends of their runs are vertices
    falling = values[order]
    ends = np.append(np.flatnonzero(falling[1:] != falling[:-1]), len(values) - 1) if len(values) else order
    hits = positives[order].cumsum(dtype=np.intp)[ends]
    return Roc(
        np.concatenate([[0], hits]),
        np.concatenate([[0], ends + 1 - hits]),
        np.concatenate([[np.inf], falling[ends]]),
    )


def is_positive(labels: npt.ArrayLike, positive: object = None) -> Mask:
    """Return which labels are positive: the one named, else the larger of two; a lone label is if it is above 0."""
    values = labels_of(labels)
    if positive is not None:
        return np.asarray(values == positive)
    if values.dtype == bool or not len(values):
        return values.astype(bool)
    if values.dtype.kind not in "iuf":
        values = np.unique(values, return_inverse=True)[1]  # words have no largest
    low, high = values.min(), values.max()
    is_high = values == high
    if np.count_nonzero(is_high) + np.count_nonzero(values == low) < len(values):
        raise ValueError("There are more than two labels: say which one is positive, as in positive=1.")
    return is_high if low != high else np.full(len(values), bool(high > 0))


def area(scores: Array, positives: Mask) -> float:
    """Return the area below the ROC curve alone, quicker: positives and negatives are sorted apart."""
    high, low = np.sort(scores[positives]), np.sort(scores[~positives])
    if not len(high) or not len(low):
        return np.nan
    wins = np.searchsorted(low, high, "left").sum() + np.searchsorted(low, high, "right").sum()
    return float(wins / (2 * len(high) * len(low)))


def precision_recall(curve: Roc) -> PrecisionRecall:
    """Return precision and recall at the vertices of a ROC curve."""
    said = curve.hits + curve.alarms
    precision = np.concatenate([[1.0], curve.hits[1:] / said[1:]])
    return PrecisionRecall(precision, curve.true, curve.thresholds)


def against_rest(scores: Array, labels: Labels, classes: Labels) -> tuple[Roc, ...]:
    """Return the ROC curve of each class against all others, by its column of scores."""
    return tuple(roc(scores[:, column], labels == label) for column, label in enumerate(classes.tolist()))


def hand_till(scores: Array, labels: Labels, classes: Labels) -> float:
    """Return Hand and Till's mean area over all pairs of classes, each pair judged by both of its columns.

    It does not depend on how frequent the classes are; pairs with an empty class are left out, NaN if none is left.
    """
    areas = [_pair_area(scores[:, pair], labels, classes[list(pair)]) for pair in combinations(range(len(classes)), 2)]
    return average(np.array(areas))


def _pair_area(scores: Array, labels: Labels, pair: Labels) -> float:
    first, second = labels == pair[0], labels == pair[1]
    both = first | second
    return (area(scores[both, 0], first[both]) + area(scores[both, 1], second[both])) / 2
