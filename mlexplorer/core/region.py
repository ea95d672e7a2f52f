"""Convex parts of the plane, bounded or not, and how they are clipped to a rectangle."""

from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array, Labels

Edge = tuple[float, float, float]  # (a, b, c): the half-plane a·x + b·y ≤ c


@dataclass(frozen=True)
class Region:
    """The places inside all half-planes, and the label they carry."""

    edges: tuple[Edge, ...]
    label: int

    @classmethod
    def box(cls, left: float, right: float, bottom: float, top: float, label: int) -> "Region":
        """Return a rectangle; sides at infinity are no sides."""
        sides = [(-1.0, 0.0, -left), (1.0, 0.0, right), (0.0, -1.0, -bottom), (0.0, 1.0, top)]
        return cls(tuple(side for side in sides if np.isfinite(side[2])), label)

    def clipped(self, left: float, right: float, bottom: float, top: float) -> Array:
        """Return the corners of the part inside a rectangle, in order; none if it lies outside."""
        corners = [(left, bottom), (right, bottom), (right, top), (left, top)]
        for edge in self.edges:
            corners = _cut(corners, edge)
        return np.array(corners, dtype=np.float64).reshape(-1, 2)


def highest(planes: Array, labels: Labels) -> tuple[Region, ...]:
    """Return where each of some planes w·x − t, rows (w1, w2, t), is the highest; of equal planes the first."""
    edges = [_above(planes, place) for place in range(len(planes))]
    return tuple(Region(own, label) for own, label in zip(edges, labels.tolist(), strict=True) if own is not None)


def _above(planes: Array, place: int) -> tuple[Edge, ...] | None:
    """Return the half-planes where one plane is the highest; None if another is above it everywhere."""
    edges: list[Edge] = []
    for other, (first, second, threshold) in enumerate((planes - planes[place]).tolist()):
        if first or second:
            edges.append((first, second, threshold))
        elif threshold < 0 or (threshold == 0 and other < place):
            return None
    return tuple(edges)


def _cut(corners: list[tuple[float, float]], edge: Edge) -> list[tuple[float, float]]:
    """Return a convex polygon without what lies outside one half-plane."""
    a, b, c = edge
    gaps = [a * x + b * y - c for x, y in corners]
    kept: list[tuple[float, float]] = []
    for index, (corner, gap) in enumerate(zip(corners, gaps, strict=True)):
        before, before_gap = corners[index - 1], gaps[index - 1]
        if (gap <= 0) != (before_gap <= 0):
            share = before_gap / (before_gap - gap)
            kept.append((before[0] + share * (corner[0] - before[0]), before[1] + share * (corner[1] - before[1])))
        if gap <= 0:
            kept.append(corner)
    return kept
