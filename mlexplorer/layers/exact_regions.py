"""Exact regions: the convex cells of a step clipped to the view, and the edges on which the prediction changes."""

import itertools
import math
from collections import defaultdict
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import Bounds
from mlexplorer.core.region import Edge, Region
from mlexplorer.marks.contours import joined

TOUCH = 1e-9  # of the size of the view: nearer than this is on a line
Side: TypeAlias = tuple[float, float, int]  # from, to along a line, and the label of the cell that lies there


@dataclass(frozen=True, eq=False)
class Clipped:
    """The cells that reach into the view: their corners and their regions."""

    polygons: tuple[Array, ...]
    regions: tuple[Region, ...]

    @property
    def labels(self) -> Labels:
        """The label of each cell."""
        return np.array([region.label for region in self.regions], dtype=np.intp)

    @property
    def middles(self) -> Array:
        """A place inside each cell."""
        return np.array([corners.mean(axis=0) for corners in self.polygons]).reshape(-1, 2)


def clipped(regions: tuple[Region, ...], bounds: Bounds) -> Clipped:
    """Return what is in view of some regions."""
    found = [(region.clipped(*bounds), region) for region in regions]
    kept = [(corners, region) for corners, region in found if len(corners) > 2]
    return Clipped(tuple(corners for corners, _ in kept), tuple(region for _, region in kept))


def edges(cells: Clipped, bounds: Bounds) -> Array:
    """Return the pieces of lines that have cells of different labels on their two sides."""
    size = max(bounds[1] - bounds[0], bounds[3] - bounds[2])
    lines: dict[Edge, tuple[list[Side], list[Side]]] = defaultdict(lambda: ([], []))
    for polygon, region in zip(cells.polygons, cells.regions, strict=True):
        corners = polygon.tolist()  # plain floats: arrays of four are slow
        for edge in region.edges:
            line, above = _canonical(edge)
            part = _part(corners, line, TOUCH * size)
            if part is not None:
                lines[line][above].append((*part, region.label))
    return joined([piece for line, sides in lines.items() for piece in _between(line, *sides)])


def _canonical(edge: Edge) -> tuple[Edge, int]:
    """Return the line of a half-plane in a form both its sides share, and which side it is."""
    a, b, c = edge
    return ((-a, -b, -c), 1) if (a, b) < (0.0, 0.0) else ((a, b, c), 0)


def _part(corners: list[list[float]], line: Edge, reach: float) -> tuple[float, float] | None:
    """Return from where to where a polygon touches a line, measured along it."""
    a, b, c = line
    length = math.hypot(a, b)
    along = [(y * a - x * b) / length for x, y in corners if abs(x * a + y * b - c) <= reach * length]
    return (min(along), max(along)) if len(along) > 1 else None  # a corner alone is no side


def _between(line: Edge, below: list[Side], above: list[Side]) -> list[Array]:
    a, b, c = line
    length = math.hypot(a, b)
    foot, way = np.array([a, b]) * c / length**2, np.array([-b, a]) / length
    pieces = []
    for one, two in itertools.product(below, above):
        low, high = max(one[0], two[0]), min(one[1], two[1])
        if one[2] != two[2] and high > low:
            pieces.append(np.stack([foot + low * way, foot + high * way]))
    return pieces
