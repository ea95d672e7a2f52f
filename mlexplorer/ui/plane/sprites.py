"""Markers on the screen: each kind is painted once into a small picture, then stamped wherever it stands."""

from dataclasses import replace
from functools import lru_cache

import numpy as np
import shiboken6
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPixmap

from mlexplorer.core.arrays import Mask
from mlexplorer.marks.marks import Cloud, Heat, Pies, Points, Regions
from mlexplorer.marks.palette import Theme
from mlexplorer.marks.styles import POINTS
from mlexplorer.painting.areas import region_areas
from mlexplorer.painting.gate import is_moderate
from mlexplorer.painting.markers import PARTS, PIE, diameters, draw_marker, draw_pie, slices
from mlexplorer.painting.painter import ScreenPainter, draw_areas
from mlexplorer.painting.pictures import cloud_rgba, heat_rgba, region_rgba

FIELDS = 10  # of a fragment: x, y, its source's left, top, width, height, scale x and y, rotation, opacity


def stamp(painter: ScreenPainter, mark: Points, ratio: float) -> None:
    """Draw the markers of a mark; thousands cost about a millisecond, since none is painted anew."""
    places = painter.to_device(mark.places)
    kept = np.asarray(np.isfinite(places).all(axis=1))
    if not kept.all():
        mark, places = _only(mark, kept), places[kept]
    for number, step in enumerate(POINTS[mark.style]):
        kind = (mark.role, mark.shape, mark.style, number)
        sizes = np.round(diameters(mark, step, painter.marker) * 4) / 4
        alike = mark.sizes is None and mark.gaps is None
        for size in sizes[:1] if alike else np.unique(sizes):
            picture = _sprite(kind, float(size), painter.theme, painter.unit, painter.marker, ratio)
            _stamp(painter.qt, places if alike else places[sizes == size], picture)


def stamp_pies(painter: ScreenPainter, mark: Pies, ratio: float) -> None:
    """Draw pies; those that look alike are painted once."""
    places = painter.to_device(mark.places)
    kept = np.asarray(np.isfinite(places).all(axis=1))
    ends, places = slices(mark, coarsely=painter.hasty)[kept], places[kept]
    keys = ends[:, :-1] @ (PARTS + 1) ** np.arange(ends.shape[1] - 1)  # the last slice ends where the pie does
    order = np.argsort(keys, kind="stable")
    labels = tuple(np.asarray(mark.labels).tolist())
    for rows in np.split(order, np.flatnonzero(np.diff(keys[order])) + 1) if len(order) else []:
        kind = tuple(ends[rows[0]].tolist())
        picture = _pie(kind, labels, painter.theme, painter.unit, painter.marker, ratio)
        _stamp(painter.qt, places[rows], picture)


def _only(mark: Points, kept: Mask) -> Points:
    sizes, gaps = (None if values is None else values[kept] for values in (mark.sizes, mark.gaps))
    return replace(mark, places=mark.places[kept], sizes=sizes, gaps=gaps)


class Scaled:
    """A picture of regions or of many points as large as the screen shows it: enlarged once, painted often."""

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self.picture = QPixmap()

    def draw(self, painter: ScreenPainter, mark: Regions | Cloud | Heat, ratio: float) -> None:
        """Draw the mark; only a new one, or another size, is painted anew."""
        target = painter.target(mark.bounds, *_shape(mark))
        if not is_moderate(target, painter.frame):
            _draw_seen(painter, mark)
            return
        key = (mark, _pixels(target, ratio), painter.theme, ratio)  # a view that is dragged differs by rounding only
        if key != self._key:
            self._key, self.picture = key, _painted(painter, mark, target, ratio)
        painter.qt.drawPixmap(target.topLeft(), self.picture)


def _draw_seen(painter: ScreenPainter, mark: Regions | Cloud | Heat) -> None:
    """Draw the part of a mark that is seen; the rest of it may be larger than memory."""
    if isinstance(mark, Regions) and mark.banded:
        draw_areas(painter, region_areas(mark, painter.theme, painter.ring_to_device))
    else:
        painter.draw(mark)


def _painted(painter: ScreenPainter, mark: Regions | Cloud | Heat, target: QRectF, ratio: float) -> QPixmap:
    if isinstance(mark, Regions) and mark.banded:
        return _banded(painter, mark, target, ratio)
    return _enlarged(painter, mark, target, ratio)


def _enlarged(painter: ScreenPainter, mark: Regions | Cloud | Heat, target: QRectF, ratio: float) -> QPixmap:
    if isinstance(mark, Cloud):
        picture, kind = cloud_rgba(painter.theme, mark), QImage.Format.Format_RGBA8888
    elif isinstance(mark, Heat):
        picture, kind = heat_rgba(painter.theme, mark.heights), QImage.Format.Format_RGBX8888
    else:
        picture, kind = region_rgba(painter.theme, mark), QImage.Format.Format_RGBX8888
    colours = np.ascontiguousarray(picture[::-1])
    rows, columns = _shape(mark)
    image = QImage(colours.data, columns, rows, 4 * columns, kind)
    image.convertTo(QImage.Format.Format_ARGB32_Premultiplied)  # which is scaled quickest
    shown = _resized(image, _pixels(target, ratio))
    shown.setDevicePixelRatio(ratio)
    return shown


def _resized(image: QImage, size: QSize) -> QPixmap:
    """Return an image in another size; to paint it larger takes a quarter of the time, but would leave places out."""
    if size.width() < image.width() or size.height() < image.height():
        smooth = Qt.TransformationMode.SmoothTransformation
        return QPixmap.fromImage(image.scaled(size, Qt.AspectRatioMode.IgnoreAspectRatio, smooth))
    shown = QPixmap(size)
    shown.fill(Qt.GlobalColor.transparent)  # else it could hold nothing transparent
    with QPainter(shown) as qt:
        qt.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        qt.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        qt.drawImage(QRectF(QPointF(0, 0), size.toSizeF()), image)
    return shown


def _shape(mark: Regions | Cloud | Heat) -> tuple[int, int]:
    """Return how many rows and columns of places a mark has."""
    rows, columns = (mark.heights if isinstance(mark, Heat) else mark.labels).shape
    return rows, columns


def _pixels(target: QRectF, ratio: float) -> QSize:
    """Return how many pixels of the device a picture has."""
    return QSize(max(1, round(target.width() * ratio)), max(1, round(target.height() * ratio)))


def _banded(painter: ScreenPainter, mark: Regions, target: QRectF, ratio: float) -> QPixmap:
    """Return the regions in the bands of certainty that paper has."""
    picture = QPixmap(_pixels(target, ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    corner = np.array([target.x(), target.y()])
    areas = region_areas(mark, painter.theme, lambda corners: painter.ring_to_device(corners) - corner)
    with QPainter(picture) as qt:
        qt.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_areas(replace(painter, qt=qt), areas)
    return picture


def _stamp(painter: QPainter, places: np.ndarray, picture: QPixmap) -> None:
    fragments = np.zeros((len(places), FIELDS))
    fragments[:, :2] = places
    fragments[:, 4:6] = picture.width(), picture.height()
    fragments[:, 6:8] = 1 / picture.devicePixelRatio()
    fragments[:, 9] = 1.0
    first = shiboken6.wrapInstance(fragments.ctypes.data, QPainter.PixmapFragment)
    painter.drawPixmapFragments(first, len(fragments), picture)  # type: ignore[arg-type] # a wrapped fragment


@lru_cache(maxsize=1024)
def _pie(  # noqa: PLR0913, PLR0917 - all that a pie's picture depends on
    ends: tuple[int, ...], labels: tuple[int, ...], theme: Theme, unit: float, marker: float, ratio: float
) -> QPixmap:
    """Return the picture of one pie."""
    side = int(np.ceil((2 * PIE * marker + 6) * unit * ratio)) | 1
    picture = QPixmap(side, side)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    middle = side / ratio / 2
    with QPainter(picture) as qt:
        qt.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter = ScreenPainter(qt, theme, lambda places: places, unit, marker)
        draw_pie(painter, ends, np.array(labels), QPointF(middle, middle))
    return picture


@lru_cache(maxsize=1024)
def _sprite(  # noqa: PLR0913, PLR0917 - all that a marker's picture depends on
    kind: tuple[str, int, str, int], size: float, theme: Theme, unit: float, marker: float, ratio: float
) -> QPixmap:
    """Return the picture of one pass of one marker."""
    role, shape, style, number = kind
    step = POINTS[style][number]
    side = int(np.ceil((1.6 * size + 2 * step.width + 4) * unit * ratio)) | 1
    picture = QPixmap(side, side)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    alone, middle = Points(np.zeros((1, 2)), role, shape), side / ratio / 2
    with QPainter(picture) as qt:
        qt.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter = ScreenPainter(qt, theme, lambda places: places, unit, marker)
        draw_marker(painter, alone, step, QPointF(middle, middle), size * unit)
    return picture
