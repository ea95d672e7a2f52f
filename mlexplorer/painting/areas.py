"""Regions and landscapes as polygons: bands that lie on one another, so that nothing shows between them."""

from dataclasses import dataclass

import numpy as np
from contourpy import ContourGenerator, FillType, contour_generator
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainterPath, QPolygonF

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import Bounds
from mlexplorer.core.grid import Grid
from mlexplorer.marks import palette
from mlexplorer.marks.contours import thinned
from mlexplorer.marks.marks import Cells, Heat, Regions
from mlexplorer.marks.palette import Theme
from mlexplorer.painting.paths import Placing

MOST_BANDS = 10  # of certainty, for each class
HEAT_BANDS = 12
FINENESS = 0.04  # points: corners nearer than this to their neighbours' chord are left out


@dataclass(frozen=True, eq=False)
class Area:
    """A filled path, its colour, and the class whose hatch it carries (None for none)."""

    path: QPainterPath
    colour: QColor
    hatched: int | None = None


def region_areas(mark: Regions, theme: Theme, to_device: Placing) -> list[Area]:
    """Return the areas of all classes: each whole at its least certainty, then the more certain parts of it."""
    grid = _grid(mark.bounds, mark.labels)
    found: list[Area] = []
    for column, label in enumerate(mark.candidates.tolist()):
        inside = mark.labels == label
        if not inside.any():
            continue
        levels, values = _bands(mark.certainty[inside])
        whole = _path(_contours(grid, _gap(mark.preferences, column, inside)), 0.0, to_device)
        found.append(Area(whole, _tint(theme, label, values[0]), label if label >= 0 else None))
        signed = _contours(grid, np.where(inside, mark.certainty, -mark.certainty))
        for level, value in zip(levels, values[1:], strict=True):
            found.append(Area(_path(signed, level, to_device), _tint(theme, label, value)))
    return found


def cell_areas(mark: Cells, theme: Theme, to_device: Placing, blended: bool = False) -> list[Area]:
    """Return the areas of exact cells, those of one colour together; blended: each in the colours of its shares."""
    if blended and mark.shares is not None and mark.candidates is not None:
        colours = palette.blend_rgba(theme, mark.candidates, mark.shares)[:, :3].tolist()
        return [
            Area(_closed(corners, to_device), QColor(*colour))
            for corners, colour in zip(mark.polygons, colours, strict=True)
        ]
    groups: dict[tuple[int, float], QPainterPath] = {}
    for corners, label, sure in zip(mark.polygons, mark.labels.tolist(), mark.certainty.tolist(), strict=True):
        path = groups.setdefault((label, round(sure, 3)), QPainterPath())
        path.setFillRule(Qt.FillRule.WindingFill)
        path.addPath(_closed(corners, to_device))
    return [
        Area(path, _tint(theme, label, sure), label if label >= 0 else None) for (label, sure), path in groups.items()
    ]


def heat_areas(mark: Heat, theme: Theme, to_device: Placing) -> list[Area]:
    """Return the areas of a landscape from low to high."""
    grid = _grid(mark.bounds, mark.heights)
    heights = np.clip(np.nan_to_num(mark.heights, nan=1.0, posinf=1.0, neginf=0.0), 0.0, 1.0)
    contours = _contours(grid, heights)
    found: list[Area] = []
    for band in range(HEAT_BANDS):
        path = _path(contours, band / HEAT_BANDS if band else -1.0, to_device)
        colour = QColor(*palette.ramp_rgb(theme, np.array(band / (HEAT_BANDS - 1))).tolist())
        if not path.isEmpty():
            found.append(Area(path, colour))
    return found


def _closed(corners: Array, to_device: Placing) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in to_device(corners).tolist()]))
    path.closeSubpath()
    return path


def _bands(certainty: Array) -> tuple[list[float], list[float]]:
    """Return the levels at which bands of certainty meet, and the certainty each band is painted with.

    Few different values, as votes have them, are bands of their own; many are cut into equal ones.
    """
    values = np.unique(np.round(certainty, 3))
    if len(values) > MOST_BANDS:
        low, high = (min(int(value * MOST_BANDS), MOST_BANDS - 1) for value in (values[0], values[-1]))
        values = (np.arange(low, high + 1) + 0.5) / MOST_BANDS
    return ((values[:-1] + values[1:]) / 2).tolist(), values.tolist()


def _tint(theme: Theme, label: int, certainty: float) -> QColor:
    return QColor(*palette.region_rgba(theme, np.array([label]), np.array([certainty]))[0, :3].tolist())


def _gap(preferences: Array, column: int, inside: np.ndarray) -> Array:
    """Return by how much one candidate is preferred to the best of the others; positive inside its region."""
    if preferences.shape[-1] == 1:
        return np.ones(inside.shape)
    others = np.delete(preferences, column, axis=-1).max(axis=-1)
    gap = preferences[..., column] - others
    tiny = np.finfo(float).tiny
    return np.where(inside, np.maximum(gap, tiny), np.minimum(gap, -tiny))  # a tie belongs where the label says


def _contours(grid: Grid, values: Array) -> ContourGenerator:
    return contour_generator(grid.xs, grid.ys, values, name="serial", fill_type=FillType.OuterOffset)


def _path(contours: ContourGenerator, level: float, to_device: Placing) -> QPainterPath:
    """Return the part of the plane where values exceed a level."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.OddEvenFill)
    for points, offsets in zip(*contours.filled(level, np.inf), strict=True):
        for corners in np.split(np.asarray(points), offsets[1:-1]):
            ring = thinned(to_device(corners), FINENESS)
            path.addPolygon(QPolygonF([QPointF(x, y) for x, y in ring.tolist()]))
            path.closeSubpath()
    return path


def _grid(bounds: Bounds, values: np.ndarray) -> Grid:
    return Grid(*bounds, values.shape[1], values.shape[0])
