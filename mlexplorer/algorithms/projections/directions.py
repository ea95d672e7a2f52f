"""Directions to look along: that of most variance and Fisher's, and what a line through the mean keeps of points."""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlexplorer.core.arrays import Array, Labels

RIDGE = 1e-12  # of the spread within classes: what is added where they have none in some direction
SAME = 1e-12  # of the spread: class means that are nearer to each other are the same


def principal(points: Array) -> Array:
    """Return the unit vector along which points vary most; the first axis if they vary alike along all."""
    away = _away(points)
    (across, mixed), (_, along) = away.T @ away
    turn = 0.5 * math.atan2(2 * mixed, across - along)
    return np.array([math.cos(turn), math.sin(turn)])


def fisher(points: Array, labels: Labels) -> Array | None:
    """Return the unit vector along which class means lie farthest apart in units of the spread within classes.

    S_W⁻¹(m₂ − m₁) for two classes, the first eigenvector of S_W⁻¹S_B for more; None if the means coincide.
    """
    away = _away(points)
    means, within, between = _scatter(away, labels)
    if len(means) < 2 or not np.abs(means - means[0]).max() > SAME:
        return None
    ridge = max(RIDGE * float(np.trace(within)), 1e-300)
    inverse = np.linalg.inv(within / ridge + np.eye(2))  # of S_W + ridge, in a unit that never is too small
    if len(means) == 2:
        return _oriented(inverse @ (means[1] - means[0]))
    values, vectors = np.linalg.eig(inverse @ between)
    return _oriented(np.real(vectors[:, np.real(values).argmax()]))


def separation(values: Array, labels: Labels) -> float | None:
    """Return J = (m₁ − m₂)²/(s₁² + s₂²) of two classes along a line, s² the sums of squares around the class means.

    More classes: the sum of squares between them over that within. None for less than two classes.
    """
    present = np.unique(labels[labels >= 0])
    parts = [values[labels == label] for label in present]
    if len(parts) < 2:
        return None
    within = sum(float(np.square(part - part.mean()).sum()) for part in parts)
    if len(parts) == 2:
        between = float(parts[0].mean() - parts[1].mean()) ** 2
    else:
        middle = float(np.concatenate(parts).mean())
        between = sum(len(part) * (float(part.mean()) - middle) ** 2 for part in parts)
    return between / within if within > 0 else math.inf if between > 0 else 0.0


@dataclass(frozen=True, eq=False)
class Projected:
    """Points on a line through their mean along a unit vector w: x ↦ wᵀ(x − m)."""

    points: Array
    way: Array

    @cached_property
    def mean(self) -> Array:
        """The mean m of the points."""
        return self.points.mean(axis=0)

    @cached_property
    def lengths(self) -> Array:
        """Where along the line each point falls, from the mean on."""
        return (self.points - self.mean) @ self.way

    @cached_property
    def feet(self) -> Array:
        """Where on the plane each point falls."""
        return self.mean + self.lengths[:, None] * self.way

    @property
    def variance(self) -> float:
        """The variance along the line, wᵀCw with divisor n − 1."""
        return float(self.lengths @ self.lengths) / max(len(self.points) - 1, 1)

    @property
    def residual(self) -> float:
        """The sum of the squared distances from the line."""
        return float(np.square(self.points - self.feet).sum())

    @property
    def share(self) -> float | None:
        """The variance along the line as a share of all; None where there is none."""
        total = float(np.square(self.points - self.mean).sum())
        return float(self.lengths @ self.lengths) / total if total > 0 else None


def _away(points: Array) -> Array:
    """Return points from their mean on, the farthest coordinate 1: directions have no unit."""
    away = points - points.mean(axis=0)
    most = float(np.abs(away).max(initial=0.0))
    return away / most if most > 0 else away


def _scatter(away: Array, labels: Labels) -> tuple[Array, Array, Array]:
    """Return the mean of each class, and the scatter within and between the classes."""
    means, within, between = [], np.zeros((2, 2)), np.zeros((2, 2))
    middle = away[labels >= 0].mean(axis=0) if (labels >= 0).any() else np.zeros(2)
    for label in np.unique(labels[labels >= 0]):
        own = away[labels == label]
        means.append(own.mean(axis=0))
        within += (own - means[-1]).T @ (own - means[-1])
        between += len(own) * np.outer(means[-1] - middle, means[-1] - middle)
    return np.array(means).reshape(-1, 2), within, between


def _oriented(way: Array) -> Array:
    """Return the unit vector along a way that points to the right, or straight up."""
    unit = way / np.hypot(*way)
    return -unit if unit[0] < 0 or (unit[0] == 0 and unit[1] < 0) else unit
