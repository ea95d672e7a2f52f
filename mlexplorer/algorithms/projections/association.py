"""What one number says of the class: its correlation, and the information of its best cut."""

import numpy as np

from mlexplorer.algorithms.trees.splits import ClassWeights, Sorted, impurity
from mlexplorer.algorithms.trees.thresholds import Staircase
from mlexplorer.core.arrays import Array, Labels


def correlation(values: Array, labels: Labels) -> float | None:
    """Return the correlation of values with the class as 0 or 1; None unless there are two classes and they vary."""
    known = labels >= 0
    own, classes = values[known], np.unique(labels[known])
    if len(classes) != 2 or not np.ptp(own):
        return None
    away, side = own - own.mean(), (labels[known] == classes[1]) - np.mean(labels[known] == classes[1])
    size = np.abs(away).max()
    return float((away / size) @ side / np.sqrt(np.square(away / size).sum() * (side @ side)))


def best_cut(values: Array, labels: Labels) -> tuple[float, float] | None:
    """Return the threshold that says most of the class, and how many bits; None if there is nothing to cut or to say.

    The bits are the mutual information of value ≤ threshold and the class: the entropy that a cut saves.
    """
    known = labels >= 0
    own, classes = values[known], np.unique(labels[known])
    if len(classes) < 2 or not np.ptp(own):
        return None
    weights = ClassWeights.of(labels[known], classes)
    threshold, cost = Staircase(Sorted.of(np.c_[own, own]), weights, "entropy").best(0)
    before = float(impurity(weights.hot.sum(axis=1), "entropy"))
    return threshold, max(before - cost / len(own), 0.0)
