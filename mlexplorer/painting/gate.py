"""The gate between numbers and Qt: nothing that is no number, or too far away to be painted, goes through."""

import math

import numpy as np
from PySide6.QtCore import QRectF

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import Bounds
from mlexplorer.marks.clipping import clipped, clipped_ring, is_inside, seen_box

FARTHEST = 1e6  # device units: Qt counts in fixed-point numbers and loses itself a little beyond
MODERATE = 2.0  # times as wide and high as the frame: larger pictures are cut
LARGEST = 1e3  # design units a marker may be wide
EVERYWHERE: Bounds = (-FARTHEST, FARTHEST, -FARTHEST, FARTHEST)


def passing_places(places: Array) -> Array:
    """Return places of the device; those that cannot be painted as NaN."""
    seen = is_inside(places, EVERYWHERE)
    return places if seen.all() else np.where(seen[:, None], places, np.nan)


def passing_line(path: Array, within: Bounds = EVERYWHERE) -> Array:
    """Return the part of a line that can be painted within a rectangle; rows of NaN separate its pieces."""
    return passing_places(clipped(path, within))


def passing_ring(corners: Array, within: Bounds = EVERYWHERE) -> Array:
    """Return the part of a polygon that can be painted within a rectangle, as a polygon; none of one beside it."""
    if is_inside(corners, within).all():
        return corners
    finite = corners[np.isfinite(corners).all(axis=1)]
    (left, bottom), (right, top) = finite.min(axis=0, initial=np.inf), finite.max(axis=0, initial=-np.inf)
    if seen_box((left, right, bottom, top), within) is None:
        return finite[:0]
    return clipped_ring(finite, within)


def around(frame: QRectF | None) -> Bounds:
    """Return the rectangle beyond which nothing need be painted: as much again on every side of the frame."""
    if frame is None:
        return EVERYWHERE
    wide, high = frame.width(), frame.height()
    return frame.left() - wide, frame.right() + wide, frame.top() - high, frame.bottom() + high


def passing_sizes(sizes: Array) -> Array:
    """Return the diameters of markers, each one that can be painted."""
    if ((sizes >= 0.0) & (sizes <= LARGEST)).all():
        return sizes
    return np.asarray(np.clip(np.nan_to_num(sizes, nan=0.0, posinf=LARGEST), 0.0, LARGEST))


def is_moderate(target: QRectF, frame: QRectF | None) -> bool:
    """Return whether a picture over a rectangle of the device is at most a little larger than the frame."""
    wide, high = (FARTHEST, FARTHEST) if frame is None else (frame.width(), frame.height())
    return 0 < target.width() <= MODERATE * wide and 0 < target.height() <= MODERATE * high


def seen_part(target: QRectF, frame: QRectF | None, rows: int, columns: int) -> tuple[QRectF, QRectF] | None:
    """Return which part of a picture over a rectangle of the device is painted, and the part of its pixels there.

    It is never much larger than the frame, however large the rectangle.
    """
    if is_moderate(target, frame) and abs(target.x()) + abs(target.y()) < FARTHEST:
        return target, QRectF(0, 0, columns, rows)
    seen = target.intersected(QRectF(-FARTHEST, -FARTHEST, 2 * FARTHEST, 2 * FARTHEST) if frame is None else frame)
    if not all(map(math.isfinite, (target.x(), target.y(), target.width(), target.height()))) or seen.isEmpty():
        return None
    across, down = columns / target.width(), rows / target.height()
    left, top = (seen.left() - target.left()) * across, (seen.top() - target.top()) * down
    return seen, QRectF(left, top, seen.width() * across, seen.height() * down)
