"""Small pictures of fits above a chart: each stands over its place, the present one framed, and a click goes there."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from mlexplorer.core.capabilities import Bounds, HasScores
from mlexplorer.core.data import Dataset, sampled
from mlexplorer.core.decision import Rule, decide_scores
from mlexplorer.core.model import Step
from mlexplorer.layers.regions import boundary_in
from mlexplorer.marks import palette
from mlexplorer.marks.palette import Theme
from mlexplorer.painting.pictures import draw_picture
from mlexplorer.pipeline.snapshot import Frame
from mlexplorer.ui.guard import paints
from mlexplorer.ui.look import theme

WIDE, GAP = 1.5, 10  # times as wide as high; design pixels between two pictures
PLACES = 72  # along a picture
MOST_POINTS, DOT = 300, 1.1  # that a picture shows, and the radius of each in design pixels
ROUND, FRAME = 4.0, 2.0  # design pixels: of the corners, and of the frame of the present one
STALK = 8  # design pixels between a picture and the chart below


@dataclass(frozen=True)
class FitScene:
    """What all pictures show beside their fit: the points, the rule, the part of the plane, sizes and colours."""

    data: Dataset
    rule: Rule
    bounds: Bounds
    size: tuple[int, int]  # device pixels
    unit: float  # device pixels for a design pixel
    theme: Theme


def made(scene: FitScene, steps: Sequence[Step]) -> Iterator[dict[Step, QImage]]:
    """Yield the pictures of fits made so far."""
    found: dict[Step, QImage] = {}
    for step in steps:
        found[step] = picture(scene, step)
        yield dict(found)


def picture(scene: FitScene, step: Step) -> QImage:
    """Return what a fit says of the plane: its regions and boundary, or its curve, and the points."""
    width, height = scene.size
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(scene.theme.colour("plane")))
    frame = Frame(scene.bounds, width, height, scene.unit)
    left, right, bottom, top = frame.bounds
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(step, HasScores):
            said = decide_scores(step, step.field(frame.grid(PLACES)), scene.rule)
            colours = palette.region_rgba(scene.theme, said, np.ones(said.shape))
            draw_picture(painter, colours, QRectF(0, 0, width, height), None)
        scale = np.array([width / (right - left), -height / (top - bottom)])
        path = (boundary_in(step, frame, scene.rule, PLACES) - [left, top]) * scale
        painter.setPen(QPen(QColor(scene.theme.colour("boundary")), 1.3 * scene.unit))
        for part in np.split(path, np.flatnonzero(np.isnan(path[:, 0]))):
            known = part[np.isfinite(part).all(axis=1)]
            painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in known.clip(-1e5, 1e5).tolist()]))
        _dots(painter, scene, (scene.data.points - [left, top]) * scale)
    return image


def _dots(painter: QPainter, scene: FitScene, places: np.ndarray) -> None:
    radius = DOT * scene.unit
    painter.setPen(Qt.PenStyle.NoPen)
    rows = np.flatnonzero(np.isin(scene.data.ids, sampled(scene.data, MOST_POINTS).ids))
    for (x, y), label in zip(places[rows].tolist(), scene.data.labels[rows].tolist(), strict=True):
        painter.setBrush(QColor(scene.theme.colour(f"class {label}")))
        painter.drawEllipse(QPointF(x, y), radius, radius)


class FitPictures(QWidget):
    """Shows pictures over places, as many as there is room for: the first of them matter most."""

    chosen = Signal(int)  # the number of a fit
    pointed = Signal(object)  # the number of a fit, or None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMouseTracking(True)
        self.setAccessibleName("Small pictures of fits: click one to go there")
        self.shown: Mapping[int, QImage] = {}  # by the numbers of their fits
        self._places: Mapping[int, float] = {}  # along this widget, those that matter most first
        self._now: int | None = None

    @property
    def room(self) -> QSize:
        """The size of a picture."""
        high = max(self.height() - theme.px(STALK), 1)
        return QSize(round(WIDE * high), high)

    @property
    def boxes(self) -> dict[int, QRectF]:
        """Where the pictures stand, by the numbers of their fits: none over another."""
        size, found = self.room, dict[int, QRectF]()
        for number, place in self._places.items():
            left = min(max(place - size.width() / 2, 0.0), max(self.width() - size.width(), 0.0))
            box = QRectF(left, 0, size.width(), size.height())
            wide = box.adjusted(-theme.px(GAP), 0, theme.px(GAP), 0)
            if number in self.shown and not any(wide.intersects(other) for other in found.values()):
                found[number] = box
        return found

    def show_pictures(self, pictures: Mapping[int, QImage], places: Mapping[int, float], now: int | None) -> None:
        """Show pictures by the numbers of their fits, over places along this widget; now is the present fit."""
        self.shown, self._places, self._now = pictures, places, now
        self.update()

    @paints
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the pictures, each with a line down to its place."""
        del event
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for number, box in self.boxes.items():
                is_now, place = number == self._now, self._places[number]
                ink = theme.colour("text" if is_now else "control")
                painter.setPen(QPen(ink, theme.px(FRAME if is_now else 1)))
                painter.drawLine(QPointF(place, box.bottom()), QPointF(place, self.height()))
                outline = QPainterPath()
                outline.addRoundedRect(box.adjusted(1, 1, -1, -1), theme.px(ROUND), theme.px(ROUND))
                painter.save()
                painter.setClipPath(outline)
                painter.drawImage(box, self.shown[number])
                painter.restore()
                painter.drawPath(outline)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell which picture is pointed at."""
        number = self._at(event.position())
        self.setCursor(Qt.CursorShape.ArrowCursor if number is None else Qt.CursorShape.PointingHandCursor)
        self.pointed.emit(number)

    def leaveEvent(self, event: QEvent) -> None:
        """Tell that none is."""
        self.pointed.emit(None)
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the picture under the hand."""
        number = self._at(event.position())
        if number is not None and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(number)

    def _at(self, place: QPointF) -> int | None:
        return next((number for number, box in self.boxes.items() if box.contains(place)), None)
