"""Which rectangle of the plane is shown: around the points, zoomed, panned, with equal units."""

from dataclasses import replace

import numpy as np

from mlexplorer.core.capabilities import Bounds
from mlexplorer.core.data import Dataset
from mlexplorer.core.reach import LEAST, REACH, within_reach
from mlexplorer.pipeline.snapshot import Frame
from mlexplorer.session.session import Session, View

PADDING = 0.08
FEW, ROOM = 40, 0.2  # so few points keep so much more distance: each counts, and chips and buttons lie at the edges
EMPTY: Bounds = (-3.0, 3.0, -3.0, 3.0)
FARTHEST, NARROWEST = 10 * REACH, LEAST / 1000  # how far out and how far in one may zoom
ROUNDING = 16 * float(np.finfo(float).eps)  # no side is shorter than this share of its distance from the origin
LOCK_LIMIT = 4.0  # axes have equal units while their ranges differ by less than this factor


def framed(data: Dataset, view: View, width: int, height: int, unit: float = 1.0) -> Frame:
    """Return the frame for a view: its own bounds, or all points, with equal units on both axes where that is fit."""
    chosen = around(data) if view.bounds is None else shown(view.bounds)
    if is_locked(chosen, view.units):
        chosen = with_equal_units(chosen, max(width, 1) / max(height, 1))
    return Frame(chosen, max(width, 2), max(height, 2), unit)


def looked_at(session: Session) -> View:
    """Return the view of a session as its model asks for it.

    A model that is not about the points says itself where to look; a curve has a height, in a unit of its own.
    """
    view, model = session.view, session.run.model
    if view.units == "auto" and model.task == "regress":
        view = replace(view, units="free")
    return view if view.bounds is not None else replace(view, bounds=model.region())


def around(data: Dataset) -> Bounds:
    """Return a rectangle around all points with some room."""
    if len(data) == 0:
        return EMPTY
    low, high = within_reach(data.points.min(axis=0)), within_reach(data.points.max(axis=0))
    span = high - low
    span = np.where(span > 0, span, max(float(span.max()), 2.0 if span.max() == 0 else 0.0))
    middle, half = (low + high) / 2, span * (0.5 + (ROOM if len(data) <= FEW else PADDING))
    left, bottom = map(float, middle - half)
    right, top = map(float, middle + half)
    return shown((left, right, bottom, top))


def shown(bounds: Bounds) -> Bounds:
    """Return the bounds that can be shown: not too far out, and each side long enough for its ends to differ."""
    left, right, bottom, top = bounds
    return (*_side(left, right), *_side(bottom, top))


def _side(low: float, high: float) -> tuple[float, float]:
    low, high = (min(max(end, -FARTHEST), FARTHEST) for end in (low, high))
    least = max(NARROWEST, ROUNDING * max(abs(low), abs(high)))
    middle = (low + high) / 2
    return (low, high) if high - low >= least else (middle - least / 2, middle + least / 2)


def is_locked(bounds: Bounds, units: str = "auto") -> bool:
    """Return whether both axes get the same unit: because it was asked for, or because the ranges are alike."""
    if units != "auto":
        return units == "equal"
    width, height = bounds[1] - bounds[0], bounds[3] - bounds[2]
    return max(width, height) < LOCK_LIMIT * min(width, height)


def zoomed(bounds: Bounds, factor: float, centre: tuple[float, float]) -> Bounds:
    """Return bounds shrunk by a factor about a place."""
    left, right, bottom, top = bounds
    x, y = centre
    return shown((x + (left - x) * factor, x + (right - x) * factor, y + (bottom - y) * factor, y + (top - y) * factor))


def panned(bounds: Bounds, x: float, y: float) -> Bounds:
    """Return bounds moved by a distance."""
    return shown((bounds[0] + x, bounds[1] + x, bounds[2] + y, bounds[3] + y))


def with_equal_units(bounds: Bounds, aspect: float) -> Bounds:
    """Return bounds widened so that a unit is as long on both axes of a rectangle of this aspect."""
    left, right, bottom, top = bounds
    width, height = right - left, top - bottom
    wider, taller = max(width, height * aspect), max(height, width / aspect)
    x, y = (left + right) / 2, (bottom + top) / 2
    return (x - wider / 2, x + wider / 2, y - taller / 2, y + taller / 2)
