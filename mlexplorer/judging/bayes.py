"""The least error any method can reach on a source, and the true error of one: by fine quadrature of the law."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.source import Source


@dataclass(frozen=True, eq=False)
class Quadrature:
    """Places in the plane, their weights (1 in all), and the class probabilities there."""

    points: Array
    weights: Array
    chances: Array


@lru_cache(maxsize=8)
def quadrature(source: Source) -> Quadrature | None:
    """Return the law of a source at many places, or None if it has none."""
    law = source.law()
    if law is None:
        return None
    points, weights = law.rule()
    used = weights > 1e-12
    return Quadrature(points[used], weights[used] / weights[used].sum(), law.chances(points[used]))


@lru_cache(maxsize=8)
def bayes_error(source: Source) -> float | None:
    """Return the share of points that even the best rule gets wrong, or None if the law is unknown."""
    rule = quadrature(source)
    return None if rule is None else float(rule.weights @ (1 - rule.chances.max(axis=1)))


def true_error(source: Source, predict: Callable[[Array], Labels]) -> float | None:
    """Return the error of a rule on endless new points of a source, or None if the law is unknown."""
    rule = quadrature(source)
    if rule is None:
        return None
    labels = np.asarray(predict(rule.points))
    known = (labels >= 0) & (labels < rule.chances.shape[1])
    right = rule.chances[np.arange(len(labels)), np.where(known, labels, 0)] * known
    return float(1 - rule.weights @ right)
