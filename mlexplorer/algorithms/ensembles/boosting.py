"""Weighted votes: the learners of AdaBoost, how the best stump is found, and how votes are added up."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

import numpy as np

from mlexplorer.algorithms.ensembles.weighted_lines import Lines, fitted_lines
from mlexplorer.algorithms.trees.boxes import covered
from mlexplorer.algorithms.trees.growing import Grown, grow
from mlexplorer.algorithms.trees.splits import TIE, ClassWeights, Sorted, as_good, midpoint
from mlexplorer.algorithms.trees.thresholds import Staircase
from mlexplorer.core.arrays import Array, Labels, Mask
from mlexplorer.core.data import Dataset
from mlexplorer.core.grid import Grid

DRAWS = 20  # of a sample whose learner only guesses
LEAST_ERROR = 1e-100  # mistakes that weigh less count as so much: e^2α stays a number
LARGEST_BOUND = 1e100


@dataclass(frozen=True)
class Stump:
    """One threshold: the class (as a column) at or below it, and above it."""

    feature: int
    threshold: float
    low: int
    high: int

    def says(self, points: Array) -> Labels:
        """Return the class of each point, as a column."""
        return np.where(points[:, self.feature] > self.threshold, self.high, self.low)


Learner: TypeAlias = Stump | Grown | Lines


@dataclass(frozen=True)
class Round:
    """A learner, the weight of its mistakes, and the weight of its vote."""

    learner: Learner
    error: float
    alpha: float


@dataclass(frozen=True, eq=False)
class School:
    """Points sorted once, from which a learner is trained for any weights."""

    order: Sorted
    columns: Labels
    count: int  # of classes
    criterion: str
    depth: int
    learner: str = "tree"  # or "logistic", "line"

    @classmethod
    def of(cls, data: Dataset, criterion: str, depth: int, learner: str = "tree") -> "School":
        """Return the school of training data."""
        columns = data.columns
        return cls(Sorted.of(data.points), columns, len(data.classes), criterion, depth, learner)

    def part(self, rows: Labels) -> "School":
        """Return the school of some points, each as often as it is named."""
        return replace(self, order=Sorted.of(self.order.columns[:, rows].T), columns=self.columns[rows])

    @cached_property
    def signs(self) -> Array:
        """−1 for the first class, +1 for the others."""
        return np.where(self.columns > 0, 1.0, -1.0)

    @cached_property
    def barred(self) -> Labels:
        """The places, in one row for both features, after which no threshold can stand."""
        return np.flatnonzero(self.order.values[:, 1:] <= self.order.values[:, :-1])

    def staircase(self, weights: Array) -> Staircase:
        """Return what every threshold costs."""
        return Staircase(self.order, ClassWeights(self.columns, self.count, weights), self.criterion)

    def taught(self, weights: Array) -> tuple[Learner, Labels]:
        """Return the best learner for weights that add up to 1, and what it says of the points."""
        if self.learner != "tree":
            wanted = np.arange(1, 2) if self.count == 2 else np.arange(self.count)
            signs = np.where(self.columns == wanted[:, None], 1.0, -1.0)
            lines = fitted_lines(self.learner, self.order.columns, signs, weights)
            return lines, lines.says(self.order.columns.T)
        if self.depth > 1:
            grown = grow(self.order, ClassWeights(self.columns, self.count, weights), self.criterion, self.depth)
            return grown, grown.label[grown.homes]
        stump = self._quick(weights) if self.count == 2 and self.criterion == "error" else self._thorough(weights)
        return stump, np.where(self.order.columns[stump.feature] > stump.threshold, stump.high, stump.low)

    def best(self, weights: Array, random: np.random.Generator | None) -> tuple[Learner, Labels, float]:
        """Return the learner of a round, what it says of the points, and the weight of its mistakes.

        With a random stream it is taught by a sample drawn with the weights as chances; again, if it only guesses.
        """
        count = len(weights)
        for _ in range(1 if random is None else DRAWS):
            if random is None:
                learner, said = self.taught(weights)
            else:
                learner, _ = self.part(random.choice(count, count, p=weights)).taught(np.full(count, 1 / count))
                said = learner.says(self.order.columns.T)
            error = float(weights @ (said != self.columns))
            if not self.is_guess(error):
                break
        return learner, said, error

    def is_guess(self, error: float) -> bool:
        """Return whether mistakes of some weight are no better than guessing."""
        return error >= 1 - 1 / self.count - TIE

    def judged(self, scores: Array, total: float) -> tuple[int, float]:
        """Return how many points the scores, (n, classes), decide wrongly, and their least voting margin."""
        return int((scores.argmax(axis=1) != self.columns).sum()), least_margin(scores.T, self.columns, total)

    def _thorough(self, weights: Array) -> Stump:
        """Return the best stump for any criterion and any number of classes."""
        stairs = self.staircase(weights)
        (first, least), (second, other) = stairs.best(0), stairs.best(1)
        feature, threshold = (0, first) if stairs.good(np.array(least), min(least, other)) else (1, second)
        return Stump(feature, threshold, *stairs.columns(feature, threshold))

    def _quick(self, weights: Array) -> Stump:
        """Return the stump with the fewest mistakes between two classes.

        With s the sum of signed weights below a threshold and t that of all, the best labels get (1 + |s| + |t − s|)/2
        right, so −|s| − |t − s| is twice their cost, less a constant.
        """
        below = (weights * self.signs).take(self.order.orders).cumsum(axis=1)
        total, below = float(below[0, -1]), below[:, :-1]
        costs = np.abs(below)
        costs += np.abs(total - below)
        np.negative(costs, out=costs)
        costs.ravel()[self.barred] = 1.0
        best = float(costs.min())
        if best > 0:  # all points in one place
            return self._thorough(weights)
        feature, place = divmod(int(as_good(costs, best, 2.0).argmax()), costs.shape[1])
        threshold = float(midpoint(*self.order.values[feature, place : place + 2]))
        balance = float(below[feature, place])
        return Stump(feature, threshold, int(balance > TIE), int(total - balance > TIE))


class Tally:
    """The votes for the training points, counted as they come in."""

    def __init__(self, school: School) -> None:
        self.columns, self.signs, self.total = school.columns, school.signs, 0.0
        self.sums = np.zeros((school.count, len(school.columns)))

    def add(self, said: Labels, alpha: float) -> tuple[int, float]:
        """Count what a learner says; return how many points the vote gets wrong, and the least voting margin.

        Ties go to the lower class. A margin is how much more of all votes the own class has than any other.
        """
        self.total += alpha
        for column in range(len(self.sums)):
            self.sums[column] += alpha * (said == column)
        slack = 1e-12 * self.total
        if len(self.sums) == 2:
            force = self.sums[1] - self.sums[0]
            margin = float((self.signs * force).min()) / self.total
            return int(np.count_nonzero((force > slack) != self.columns)), margin
        winners = (self.sums >= self.sums.max(axis=0) - slack).argmax(axis=0)
        return int(np.count_nonzero(winners != self.columns)), least_margin(self.sums, self.columns, self.total)


def vote_of(error: float, classes: int, points: int) -> float:
    """Return α = ½·(ln((1 − ε)/ε) + ln(K − 1)) for the weight ε of the mistakes; 0 counts as half a point."""
    counted = max(error, LEAST_ERROR) if error > 0 else 0.5 / points
    return 0.5 * (math.log((1 - counted) / counted) + math.log(classes - 1))


def bound_of(factors: Array) -> float:
    """Return the product of the factors of rounds; beyond one it bounds nothing, so it stops at a large number."""
    with np.errstate(over="ignore"):
        return min(float(np.prod(factors)), LARGEST_BOUND)


def least_margin(sums: Array, columns: Labels, total: float) -> float:
    """Return by how much of all votes a point's own class leads at least: sums of votes are (classes, n)."""
    own = np.take_along_axis(sums, columns[None], axis=0)[0]
    others = np.where(np.arange(len(sums))[:, None] == columns, -np.inf, sums).max(axis=0)
    return float((own - others).min() / total) if total > 0 else 0.0


def rounded(alphas: Array) -> Array:
    """Return the votes with twelve digits of their sum: sums of such numbers are exact, so equal sums do tie."""
    total = float(np.abs(alphas).sum())
    unit = 2.0 ** (np.ceil(np.log2(total)) - 40) if total > 0 else 1.0
    return np.rint(alphas / unit) * unit


def coding(count: int) -> Array:
    """Return what a vote for each class adds: −1 or +1 to one sum for two classes, 1 to its own sum for more."""
    return np.array([[-1.0], [1.0]]) if count == 2 else np.eye(count)


@dataclass(frozen=True, eq=False)
class StumpVotes:
    """The votes of stumps: a staircase along each axis, and in the plane their sum."""

    stumps: tuple[Stump, ...]
    votes: Array
    code: Array

    @cached_property
    def lines(self) -> tuple[Array, Array]:
        """The thresholds on each axis, in order."""
        first, second = (
            np.unique([stump.threshold for stump in self.stumps if stump.feature == axis]) for axis in (0, 1)
        )
        return first, second

    @cached_property
    def stairs(self) -> tuple[Array, Array]:
        """The sums between the lines of each axis: (lines + 1, sums)."""
        parts = [(stump.feature, stump.low, stump.high) for stump in self.stumps]
        feature, low, high = np.array(parts, dtype=np.intp).reshape(-1, 3).T
        thresholds = np.array([stump.threshold for stump in self.stumps])
        jumps = self.votes[:, None] * (self.code[high] - self.code[low])
        first, second = (self._along(axis, feature == axis, thresholds, jumps) for axis in (0, 1))
        return first + self.votes @ self.code[low], second

    def _along(self, axis: int, chosen: Mask, thresholds: Array, jumps: Array) -> Array:
        steps = np.zeros((len(self.lines[axis]) + 1, self.code.shape[1]))
        np.add.at(steps, np.searchsorted(self.lines[axis], thresholds[chosen]) + 1, jumps[chosen])
        return steps.cumsum(axis=0)

    def between(self, axis: int, places: Array) -> Array:
        """Return the sums of one axis at places; a place on a line lies below it."""
        return self.stairs[axis].take(np.searchsorted(self.lines[axis], places), axis=0)

    def at(self, points: Array) -> Array:
        """Return the sums at points."""
        return self.between(0, points[:, 0]) + self.between(1, points[:, 1])

    def on(self, grid: Grid) -> Array:
        """Return the sums on a grid."""
        return outer(self.between(0, grid.xs), self.between(1, grid.ys))


@dataclass(frozen=True, eq=False)
class TreeVotes:
    """The votes of trees: each leaf is a box with a vote."""

    trees: tuple[Grown, ...]
    votes: Array
    code: Array

    def at(self, points: Array) -> Array:
        """Return the sums at points."""
        sums = np.zeros((len(points), self.code.shape[1]))
        for tree, vote in zip(self.trees, self.votes, strict=True):
            sums += (vote * self.code)[tree.label].take(tree.leaves(points), axis=0)
        return sums

    def on(self, grid: Grid) -> Array:
        """Return the sums on a grid: the boxes of all leaves of all trees at once."""
        leaves = [tree.feature < 0 for tree in self.trees]
        boxes = np.concatenate([tree.boxes[chosen] for tree, chosen in zip(self.trees, leaves, strict=True)])
        values = [
            (vote * self.code)[tree.label[chosen]]
            for tree, chosen, vote in zip(self.trees, leaves, self.votes, strict=True)
        ]
        return covered(boxes, np.concatenate(values), grid)


@dataclass(frozen=True, eq=False)
class LineVotes:
    """The votes of straight lines."""

    lines: tuple[Lines, ...]
    votes: Array
    code: Array

    def at(self, points: Array) -> Array:
        """Return the sums at points."""
        sums = np.zeros((len(points), self.code.shape[1]))
        for lines, vote in zip(self.lines, self.votes, strict=True):
            sums += (vote * self.code).take(lines.says(points), axis=0)
        return sums

    def on(self, grid: Grid) -> Array:
        """Return the sums on a grid."""
        sums = np.zeros((grid.rows, grid.columns, self.code.shape[1]))
        for lines, vote in zip(self.lines, self.votes, strict=True):
            sums += (vote * self.code).take(lines.on(grid), axis=0)
        return sums


Votes: TypeAlias = StumpVotes | TreeVotes | LineVotes


def tree_columns(learner: Stump | Grown) -> tuple[list[int] | list[float], ...]:
    """Return a learner as the columns feature, threshold, left, right and class of a tree."""
    if isinstance(learner, Stump):
        none = [-1, -1]
        sides = [0, learner.low, learner.high]
        return [learner.feature, *none], [learner.threshold, 0.0, 0.0], [1, *none], [2, *none], sides
    right = np.where(learner.left < 0, -1, learner.left + 1)
    found = (learner.feature, learner.threshold, learner.left, right, learner.label)
    return tuple(column.tolist() for column in found)


def votes_of(learners: Sequence[Learner], alphas: Array, count: int) -> Votes:
    """Return the votes of learners of one kind for count classes, ready to be added up anywhere."""
    votes, code = rounded(alphas), coding(count)
    if learners and isinstance(learners[0], Grown):
        return TreeVotes(tuple(item for item in learners if isinstance(item, Grown)), votes, code)
    if learners and isinstance(learners[0], Lines):
        return LineVotes(tuple(item for item in learners if isinstance(item, Lines)), votes, code)
    return StumpVotes(tuple(item for item in learners if isinstance(item, Stump)), votes, code)


def outer(across: Array, up: Array) -> Array:
    """Return all sums of a row of (columns, sums) and a row of (rows, sums): (rows, columns, sums)."""
    sums = np.empty((len(up), len(across), across.shape[1]))
    for k in range(across.shape[1]):
        np.add.outer(up[:, k], across[:, k], out=sums[:, :, k])
    return sums


def reweighted(weights: Array, wrong: Mask, alpha: float) -> Array:
    """Return the weights with those of wrong points multiplied by e^2α, adding up to 1 again."""
    after = weights.copy()
    np.multiply(weights, math.exp(2 * alpha), out=after, where=wrong)
    after /= after.sum()
    return after
