"""Truth against prediction: the table of counts and all the shares that are read off it."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mlexplorer.core.arrays import NO_ROWS, Array, Labels
from mlexplorer.core.data import UNLABELLED
from mlexplorer.core.numbers import counted
from mlexplorer.core.shown import ShowsItself
from mlexplorer.judging.intervals import jeffreys

LEAST_CHANCE = float(np.finfo(np.float64).eps)  # of the true class: one that was never learnt costs 36, not ∞


@dataclass(frozen=True, eq=False)
class Judgement(ShowsItself):
    """How well labels were predicted; each share is of the points for which a class was said.

    A share of nothing is NaN, shown as "–": the precision of a class never said, the recall of a class without points,
    all of them without points. Averages are over the classes that have the share.
    """

    classes: Labels  # (K,) the labels that rows and columns stand for, in order
    confusion: Labels  # (K, K) counts: rows truth, columns prediction
    rejected: Labels  # (K,) points of each class for which no class was said
    usual: int  # the most frequent label of the training points
    log_loss: float = np.nan  # mean −log p of the true class over all points; NaN without probabilities

    def in_a_line(self) -> str:
        """Return how many points are right."""
        rejected = f", {int(self.rejected.sum())} rejected" if self.rejected.any() else ""
        return f"Judgement: {self.right} of {counted(self.decided, 'point')} right{rejected}"

    @property
    def count(self) -> int:
        """The labelled points, rejected ones included."""
        return int(self.confusion.sum() + self.rejected.sum())

    @property
    def right(self) -> int:
        """The points on the diagonal."""
        return int(self.confusion.trace())

    @property
    def decided(self) -> int:
        """The points for which a class was said."""
        return int(self.confusion.sum())

    @property
    def accuracy(self) -> float:
        """The share that is right."""
        return float(share(self.right, self.decided))

    @property
    def error(self) -> float:
        """The share that is wrong."""
        return float(share(self.decided - self.right, self.decided))

    @property
    def interval(self) -> tuple[float, float]:
        """Where the accuracy lies on endless new points: 95 % by Jeffreys; from 0 to 1 without points."""
        return jeffreys(self.right, self.decided)

    @property
    def baseline(self) -> float:
        """The accuracy of always saying the most frequent label of the training points."""
        sizes = self.confusion.sum(axis=1) + self.rejected
        return float(share(sizes[self.classes == self.usual].sum(), sizes.sum()))

    @property
    def rows(self) -> Array:
        """The table with each row as shares of its class: which class its points are taken for."""
        return share(self.confusion, self.confusion.sum(axis=1, keepdims=True))

    @property
    def recall(self) -> Array:
        """For each class the share of its points that is found: the true positive rate."""
        return share(self.confusion.diagonal(), self.confusion.sum(axis=1))

    @property
    def precision(self) -> Array:
        """For each class the share of the points taken for it that are of it."""
        return share(self.confusion.diagonal(), self.confusion.sum(axis=0))

    @property
    def false_alarm(self) -> Array:
        """For each class the share of the others' points that is taken for it: the false positive rate."""
        sizes, hits = self.confusion.sum(axis=1), self.confusion.diagonal()
        return share(self.confusion.sum(axis=0) - hits, self.decided - sizes)

    @property
    def f1(self) -> Array:
        """For each class the harmonic mean of precision and recall: 0 if nothing is found."""
        return share(2 * self.confusion.diagonal(), self.confusion.sum(axis=0) + self.confusion.sum(axis=1))

    @property
    def balanced(self) -> float:
        """The recall averaged over the classes: small classes count as much as large ones."""
        return average(self.recall)

    @property
    def mean_precision(self) -> float:
        """The precision averaged over the classes that were said."""
        return average(self.precision)

    @property
    def mean_f1(self) -> float:
        """F1 averaged over the classes that have points or were said."""
        return average(self.f1)


def judged(
    truth: Labels,
    predicted: Labels,
    classes: Labels = NO_ROWS,
    chances: Array | None = None,
    usual: int | None = None,
) -> Judgement:
    """Return the judgement of predictions (−1: rejected); points without a label are left out.

    The table has the classes given, whether or not they occur, and all that occur. chances are the probabilities of
    the classes given, in their order; usual is the most frequent label of the training points, by default of these.
    """
    known = truth != UNLABELLED
    truth, predicted = truth[known], predicted[known]
    rows = labels_among(classes, truth, predicted)
    said = predicted != UNLABELLED
    return Judgement(
        rows,
        confusion(truth[said], predicted[said], rows),
        np.bincount(np.searchsorted(rows, truth[~said]), minlength=len(rows)),
        most_frequent(truth) if usual is None else usual,
        np.nan if chances is None else log_loss(truth, chances[known], classes),
    )


def confusion(truth: Labels, predicted: Labels, classes: Labels) -> Labels:
    """Return the counts of each pair: rows truth, columns prediction, in the order of the (sorted) classes."""
    size = len(classes)
    codes = np.zeros(int(classes.max(initial=-1)) + 1, np.intp)
    codes[classes] = np.arange(size)  # looked up, not searched for: ten times as quick
    pairs = codes[truth] * size + codes[predicted]
    return np.bincount(pairs, minlength=size * size).reshape(size, size)


def log_loss(truth: Labels, chances: Array, classes: Labels) -> float:
    """Return the mean −log p of the true class; one that is not among the classes has the least chance there is."""
    if not len(truth):
        return np.nan
    learnt, of_truth = np.isin(truth, classes), np.zeros(len(truth))
    of_truth[learnt] = chances[learnt, np.searchsorted(classes, truth[learnt])]
    return float(-np.log(of_truth.clip(LEAST_CHANCE, 1.0)).mean())


def labels_among(*groups: Labels) -> Labels:
    """Return the labels that occur in any of the groups, in order, without −1."""
    most = max(int(group.max(initial=UNLABELLED)) for group in groups)
    occurs = np.zeros(most + 1, bool)
    for group in groups:
        occurs |= np.bincount(group[group != UNLABELLED], minlength=most + 1) > 0
    return np.flatnonzero(occurs)


def most_frequent(labels: Labels) -> int:
    """Return the label that most points have, the lowest on a tie; −1 if no point has one."""
    known = labels[labels != UNLABELLED]
    return int(np.bincount(known).argmax()) if len(known) else UNLABELLED


def share(part: npt.ArrayLike, whole: npt.ArrayLike) -> Array:
    """Return part/whole, NaN where there is no whole."""
    part, whole = np.broadcast_arrays(np.asarray(part, dtype=float), np.asarray(whole, dtype=float))
    return np.divide(part, whole, out=np.full(part.shape, np.nan), where=whole != 0)


def average(shares: Array) -> float:
    """Return the mean of the shares there are; NaN if there is none."""
    known = shares[~np.isnan(shares)]
    return float(known.mean()) if len(known) else np.nan
