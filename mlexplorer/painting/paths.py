"""Places as the paths and polygons of Qt, thousands of them at once."""

import itertools
from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import shiboken6
from PySide6.QtCore import QByteArray, QDataStream, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

from mlexplorer.core.arrays import Array
from mlexplorer.core.capabilities import Bounds

STRETCH, WHOLE = 80, 200  # places of a line that are stroked in one go, and about so many if no piece may be cut
LONG = 400  # places of a line of which a screen does not show all
LONGEST = 5000.0  # pixels of a line that are: one that crosses the screen often takes long with few places, too
Placing: TypeAlias = Callable[[Array], Array]  # (n, 2) data → (n, 2) device
ELEMENT = np.dtype([("kind", ">i4"), ("place", ">f8", 2)])  # of a path, as Qt writes it


def placing(bounds: Bounds, rect: QRectF) -> Placing:
    """Return where data lie on a device whose y points down, if a rectangle of it shows these bounds."""
    left, right, bottom, top = bounds
    scale = np.array([rect.width() / (right - left), -rect.height() / (top - bottom)])
    corner, origin = np.array([rect.left(), rect.top()]), np.array([left, top])
    return lambda places: (places - origin) * scale + corner


def polyline(path: Array) -> QPainterPath:
    """Return a painter path through device places; rows of NaN start a new piece.

    It is read from the form in which Qt writes paths: a call for each piece would cost most where there are thousands.
    """
    solid = np.asarray(np.isfinite(path).all(axis=1))
    begins, alone = solid.copy(), solid.copy()
    begins[1:] &= ~solid[:-1]
    alone[:-1] &= ~solid[1:]
    solid &= ~(begins & alone)  # a piece of one place is none
    elements = np.empty(int(solid.sum()), ELEMENT)
    elements["kind"] = ~begins[solid]  # 0 moves there, 1 draws a line there
    elements["place"] = path[solid]
    result = QPainterPath()
    if len(elements):
        written = np.array([len(elements)], ">i4").tobytes() + elements.tobytes() + bytes(8)  # no start, odd-even rule
        QDataStream(QByteArray(written)) >> result
    return result


def stretches(path: Array, whole: bool) -> list[Array]:
    """Return a path in parts: to stroke a very long one in one go takes ten times as long.

    whole: no piece is cut, as dashes need it; else parts begin where the one before ends, and round ends join them.
    """
    is_short = len(path) <= 2 * (WHOLE if whole else STRETCH)
    if is_short and (whole or float(np.nansum(lengths(path))) < LONGEST):
        return [path]
    if not whole:
        parts = np.r_[0.0, np.nancumsum(lengths(path))] // LONGEST + np.arange(len(path)) // STRETCH * (not is_short)
        cuts = [0, *np.flatnonzero(np.diff(parts[:-1])) + 1, len(path) - 1]
        return [path[start : end + 1] for start, end in itertools.pairwise(cuts)]
    broken = np.flatnonzero(~np.isfinite(path).all(axis=1))
    after = np.searchsorted(broken, np.arange(WHOLE, len(path), WHOLE))
    return np.split(path, np.unique(broken[after[after < len(broken)]]))


def lengths(path: Array) -> Array:
    """Return how long each segment of a path is."""
    return np.asarray(np.hypot(*np.diff(path, axis=0).T))


def enveloped(path: Array) -> Array:
    """Return a long path from left to right with what a screen can show; any other path as it is.

    That is in each column of pixels its first place, its lowest, its highest and its last.
    """
    if len(path) <= LONG or not (np.diff(path[:, 0]) >= 0).all():  # NaN is not either
        return path
    columns = np.floor(path[:, 0])
    by_height = np.lexsort((path[:, 1], columns))  # columns stay in order
    starts = np.r_[0, np.flatnonzero(np.diff(columns)) + 1]
    ends = np.r_[starts[1:], len(path)] - 1
    return path[np.unique(np.concatenate([starts, ends, by_height[starts], by_height[ends]]))]


def polygon(places: Array) -> QPolygonF:
    """Return device places as a polygon; its memory is filled at once, since a call for each corner costs most."""
    made = QPolygonF()
    made.resize(len(places))
    if len(places):
        memory = shiboken6.VoidPtr(shiboken6.getCppPointer(made.data())[0], 16 * len(places), True)  # type: ignore[call-arg] # the stub knows fewer
        np.frombuffer(memory, np.float64).reshape(-1, 2)[:] = places  # type: ignore[call-overload] # a buffer
    return made
