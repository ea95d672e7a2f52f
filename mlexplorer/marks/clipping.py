"""Paths and boxes that run out of a rectangle: which part of them is drawn, and where they leave."""

import numpy as np

from mlexplorer.core.arrays import Array, Mask
from mlexplorer.core.capabilities import Bounds


def clipped(path: Array, bounds: Bounds) -> Array:
    """Return the parts of a path inside a rectangle, separated by rows of NaN; steps to infinity are left out."""
    kept = path[~(np.abs(path) >= 1e150).any(axis=1)]
    if len(kept) < 2 or (is_inside(kept, bounds) | np.isnan(kept).any(axis=1)).all():
        return kept
    starts, ways = kept[:-1], np.diff(kept, axis=0)
    enter, leave = _crossings(starts, ways, bounds)
    seen = enter <= leave
    pieces = np.full((int(seen.sum()), 3, 2), np.nan)
    pieces[:, 0] = (starts + enter[:, None] * ways)[seen]
    pieces[:, 1] = (starts + leave[:, None] * ways)[seen]
    return _joined(pieces)


def clipped_ring(corners: Array, bounds: Bounds) -> Array:
    """Return the part of a polygon inside a rectangle, as one polygon: where it leaves, it follows the edge."""
    left, right, bottom, top = bounds
    for axis, sign, limit in ((0, 1.0, right), (0, -1.0, -left), (1, 1.0, top), (1, -1.0, -bottom)):
        beyond = sign * corners[:, axis] - limit
        ahead, is_in = np.roll(beyond, -1), beyond <= 0
        crossing = is_in != np.roll(is_in, -1)
        share = beyond[crossing] / (beyond[crossing] - ahead[crossing])
        way = np.roll(corners, -1, axis=0)[crossing] - corners[crossing]
        met = corners[crossing] + share[:, None] * way
        met[:, axis] = sign * limit
        order = np.concatenate([np.flatnonzero(is_in), np.flatnonzero(crossing) + 0.5])
        corners = np.concatenate([corners[is_in], met])[np.argsort(order)]
    return np.clip(corners, [left, bottom], [right, top])  # rounding, where corners are very far away


def is_inside(places: Array, bounds: Bounds) -> Mask:
    """Return which places lie in a rectangle."""
    left, right, bottom, top = bounds
    x, y = places.T
    return np.asarray((x >= left) & (x <= right) & (y >= bottom) & (y <= top))


def seen_box(box: Bounds, bounds: Bounds) -> Bounds | None:
    """Return the part of a box that lies in a rectangle, if any does."""
    left, right = max(box[0], bounds[0]), min(box[1], bounds[1])
    bottom, top = max(box[2], bounds[2]), min(box[3], bounds[3])
    return (left, right, bottom, top) if left < right and bottom < top else None


def outline(box: Bounds) -> Array:
    """Return the closed path around a box."""
    left, right, bottom, top = box
    return np.array([[left, bottom], [right, bottom], [right, top], [left, top], [left, bottom]])


def rim(place: Array, bounds: Bounds, room: float = 0.06) -> Array:
    """Return where the way from the middle of a rectangle to a place outside comes near its rim."""
    left, right, bottom, top = bounds
    middle = np.array([left + right, bottom + top]) / 2
    half = np.array([right - left, top - bottom]) / 2 * (1 - room)
    way = np.clip(np.nan_to_num(place - middle, nan=0.0, posinf=1e150, neginf=-1e150), -1e150, 1e150)
    return np.asarray(middle + way / max(float((np.abs(way) / half).max()), 1.0))


def _crossings(starts: Array, ways: Array, bounds: Bounds) -> tuple[Array, Array]:
    """Return which share of each segment lies inside, from one share to another; none if the first is larger."""
    enter, leave = np.zeros(len(starts)), np.ones(len(starts))
    for axis, (low, high) in enumerate((bounds[:2], bounds[2:])):
        way, start = ways[:, axis], starts[:, axis]
        still = way == 0
        step = np.where(still, 1.0, way)
        near, far = np.sort(np.stack([(low - start) / step, (high - start) / step]), axis=0)
        off = still & ((start < low) | (start > high))
        enter = np.where(still, np.where(off, 2.0, enter), np.maximum(enter, near))
        leave = np.where(still, leave, np.minimum(leave, far))
    return enter, leave


def _joined(pieces: Array) -> Array:
    """Return segments as one path: a gap only where one does not begin where the last one ended."""
    if not len(pieces):
        return np.empty((0, 2))
    apart = np.append((pieces[1:, 0] != pieces[:-1, 1]).any(axis=1), True)
    rows = np.stack([np.ones(len(pieces), bool), apart, apart], axis=1)
    return pieces[rows]
