"""Places as the paths and polygons of Qt, thousands of them at once."""

import numpy as np
import shiboken6
from PySide6.QtCore import QByteArray, QDataStream
from PySide6.QtGui import QPainterPath, QPolygonF

from mlexplorer.core.arrays import Array

STRETCH = 200  # places of a line that are stroked in one go
ELEMENT = np.dtype([("kind", ">i4"), ("place", ">f8", 2)])  # of a path, as Qt writes it


def polyline(path: Array) -> QPainterPath:
    """Return a painter path through device places; rows of NaN start a new piece.

    It is read from the form in which Qt writes paths: a call for each piece would cost most where there are thousands.
    """
    solid = np.asarray(np.isfinite(path).all(axis=1))
    begins = solid & ~np.r_[False, solid[:-1]]
    solid &= ~(begins & ~np.r_[solid[1:], False])  # a piece of one place is none
    elements = np.empty(int(solid.sum()), ELEMENT)
    elements["kind"] = ~begins[solid]  # 0 moves there, 1 draws a line there
    elements["place"] = path[solid]
    result = QPainterPath()
    if len(elements):
        written = np.array([len(elements)], ">i4").tobytes() + elements.tobytes() + bytes(8)  # no start, odd-even rule
        QDataStream(QByteArray(written)) >> result
    return result


def stretches(path: Array) -> list[Array]:
    """Return a path in parts of whole pieces: to stroke very many pieces in one go takes ten times as long."""
    if len(path) <= 2 * STRETCH:
        return [path]
    broken = np.flatnonzero(~np.isfinite(path).all(axis=1))
    after = np.searchsorted(broken, np.arange(STRETCH, len(path), STRETCH))
    return np.split(path, np.unique(broken[after[after < len(broken)]]))


def polygon(places: Array) -> QPolygonF:
    """Return device places as a polygon; its memory is filled at once, since a call for each corner costs most."""
    made = QPolygonF()
    made.resize(len(places))
    if len(places):
        memory = shiboken6.VoidPtr(shiboken6.getCppPointer(made.data())[0], 16 * len(places), True)  # type: ignore[call-arg] # the stub knows fewer
        np.frombuffer(memory, np.float64).reshape(-1, 2)[:] = places  # type: ignore[call-overload] # a buffer
    return made
