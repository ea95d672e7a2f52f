"""Changes of coordinates a person can switch on: each is affine, so that a place on the plane can be taken back."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np

from mlexplorer.core.arrays import Array
from mlexplorer.core.data import Dataset


@dataclass(frozen=True, eq=False)
class Affine:
    """x ↦ matrix · x + offset, and what the axes are called afterwards."""

    matrix: Array
    offset: Array
    names: tuple[str, str]

    def forth(self, points: Array) -> Array:
        """Return points in the new coordinates."""
        return points @ self.matrix.T + self.offset

    def back(self, points: Array) -> Array:
        """Return points in the old coordinates."""
        return (points - self.offset) @ np.linalg.inv(self.matrix).T


def standardise(data: Dataset) -> Affine:
    """Subtract the mean of the training points and divide by their deviation (divisor n)."""
    points = data.unheld.points
    spread = points.std(axis=0) if len(points) else np.ones(2)
    scale = 1.0 / np.where(spread > 0, spread, 1.0)
    centre = points.mean(axis=0) if len(points) else np.zeros(2)
    names = (f"{data.names[0]} (standardised)", f"{data.names[1]} (standardised)")
    return Affine(np.diag(scale), -centre * scale, names)


def rescale(data: Dataset) -> Affine:
    """Stretch each coordinate to run from 0 to 1 over the training points."""
    points = data.unheld.points
    low = points.min(axis=0) if len(points) else np.zeros(2)
    span = np.ptp(points, axis=0) if len(points) else np.ones(2)
    scale = 1.0 / np.where(span > 0, span, 1.0)
    return Affine(np.diag(scale), -low * scale, (f"{data.names[0]} (0 to 1)", f"{data.names[1]} (0 to 1)"))


def rotate(data: Dataset) -> Affine:
    """Turn the plane by 45 degrees about the origin."""
    half = np.sqrt(0.5)
    names = (f"({data.names[0]} − {data.names[1]})/√2", f"({data.names[0]} + {data.names[1]})/√2")
    return Affine(np.array([[half, -half], [half, half]]), np.zeros(2), names)


def swap(data: Dataset) -> Affine:
    """Exchange the two coordinates."""
    return Affine(np.array([[0.0, 1.0], [1.0, 0.0]]), np.zeros(2), (data.names[1], data.names[0]))


@dataclass(frozen=True)
class Transform:
    """What a transform is called, what is said of points after it, and what it does."""

    title: str
    done: str
    of: Callable[[Dataset], Affine]


TRANSFORMS = {
    "standardise": Transform("Standardise", "standardised", standardise),
    "rescale": Transform("Rescale to 0–1", "rescaled to 0–1", rescale),
    "rotate": Transform("Rotate by 45°", "rotated by 45°", rotate),
    "swap": Transform("Swap axes", "axes swapped", swap),
}


def bare_name(name: str) -> str:
    """Return the name of a coordinate without what a transform or a unit says of it in brackets at its end."""
    return name if name.startswith("(") else name.partition(" (")[0]


def transformed(data: Dataset, names: Iterable[str]) -> tuple[Dataset, Affine]:
    """Return data after the named transforms in turn, and the affine map from the old to the new coordinates.

    A transform is left out where the numbers are too large or too small for it.
    """
    total = Affine(np.eye(2), np.zeros(2), data.names)
    for name in names:
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            step = TRANSFORMS[name].of(data)
            points = step.forth(data.points)
        if np.isfinite(points).all() and step.matrix.any(axis=0).all():
            total = Affine(step.matrix @ total.matrix, step.matrix @ total.offset + step.offset, step.names)
            data = replace(data, points=points, names=step.names)
    return data, total
