"""Markers on the screen: each kind is painted once into a small picture, then stamped wherever it stands."""

from dataclasses import replace
from functools import lru_cache

import numpy as np
import shiboken6
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPixmap

from mlexplorer.marks.marks import Cloud, Points, Regions
from mlexplorer.marks.palette import Theme
from mlexplorer.marks.styles import POINTS
from mlexplorer.painting.painter import Pencil, cloud_rgba, diameters, draw_marker, region_picture

FIELDS = 10  # of a fragment: x, y, its source's left, top, width, height, scale x and y, rotation, opacity


def stamp(pencil: Pencil, mark: Points, ratio: float) -> None:
    """Draw the markers of a mark; thousands cost about a millisecond, since none is painted anew."""
    places = pencil.place(mark.places)
    for number, step in enumerate(POINTS[mark.style]):
        kind = (mark.role, mark.shape, mark.style, number)
        sizes = np.round(diameters(mark, step, pencil.marker) * 4) / 4
        alike = mark.sizes is None and mark.gaps is None
        for size in sizes[:1] if alike else np.unique(sizes):
            picture = _sprite(kind, float(size), pencil.theme, pencil.unit, pencil.marker, ratio)
            _stamp(pencil.painter, places if alike else places[sizes == size], picture)


class Scaled:
    """A picture of regions or of many points as large as the screen shows it: enlarged once, painted often."""

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self._picture = QPixmap()

    def draw(self, pencil: Pencil, mark: Regions | Cloud, ratio: float) -> None:
        """Draw the mark; only a new one, or another size, is painted anew."""
        target = pencil.target(mark.bounds, *mark.labels.shape)
        key = (mark, _pixels(target, ratio), pencil.theme, ratio)  # a view that is dragged differs by rounding only
        if key != self._key:
            banded = isinstance(mark, Regions) and mark.banded
            self._key, self._picture = key, (_banded if banded else _enlarged)(pencil, mark, target, ratio)
        pencil.painter.drawPixmap(target.topLeft(), self._picture)


def _enlarged(pencil: Pencil, mark: Regions | Cloud, target: QRectF, ratio: float) -> QPixmap:
    if isinstance(mark, Cloud):
        picture, kind = cloud_rgba(pencil.theme, mark), QImage.Format.Format_RGBA8888
    else:
        picture, kind = region_picture(mark, pencil.theme), QImage.Format.Format_RGBX8888
    colours = np.ascontiguousarray(picture[::-1])
    rows, columns = mark.labels.shape
    image = QImage(colours.data, columns, rows, 4 * columns, kind)
    image.convertTo(QImage.Format.Format_ARGB32_Premultiplied)  # which is scaled quickest
    size = _pixels(target, ratio)
    larger = image.scaled(size, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)
    shown = QPixmap.fromImage(larger)
    shown.setDevicePixelRatio(ratio)
    return shown


def _pixels(target: QRectF, ratio: float) -> QSize:
    """Return how many pixels of the device a picture has."""
    return QSize(max(1, round(target.width() * ratio)), max(1, round(target.height() * ratio)))


def _banded(pencil: Pencil, mark: Regions | Cloud, target: QRectF, ratio: float) -> QPixmap:
    """Return the regions in the bands of certainty that paper has."""
    picture = QPixmap(_pixels(target, ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    corner = np.array([target.x(), target.y()])
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        replace(pencil, painter=painter, place=lambda places: pencil.place(places) - corner, paper=True).draw(mark)
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
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pencil = Pencil(painter, theme, lambda places: places, unit, marker=marker)
        middle = side / ratio / 2
        draw_marker(pencil, Points(np.zeros((1, 2)), role, shape), step, QPointF(middle, middle), size * unit)
    return picture
