"""One painter for the screen and for paper: marks onto any QPainter, with sizes in design units."""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from mlexplorer.core.arrays import Array, Mask
from mlexplorer.core.capabilities import Bounds
from mlexplorer.marks import palette
from mlexplorer.marks.clipping import clipped, is_inside
from mlexplorer.marks.marks import (
    Arrow,
    Cells,
    Cloud,
    Fill,
    Heat,
    Legend,
    Line,
    Mark,
    Pies,
    Points,
    Quads,
    Regions,
    Text,
)
from mlexplorer.marks.palette import Theme
from mlexplorer.marks.styles import line_style
from mlexplorer.painting.areas import Area, cell_areas, heat_areas, region_areas
from mlexplorer.painting.gate import around, passing_line, passing_places, passing_ring
from mlexplorer.painting.hatches import draw_hatch
from mlexplorer.painting.legend import Measure, draw_bands, draw_legend, draw_strip
from mlexplorer.painting.lettering import Lettering, Writer, in_plot
from mlexplorer.painting.markers import USUAL_MARKER, draw_pies, draw_points
from mlexplorer.painting.paths import Placing, enveloped, polygon, polyline, stretches
from mlexplorer.painting.pictures import cloud_rgba, draw_picture, heat_rgba, region_rgba
from mlexplorer.painting.strokes import draw_arrow, draw_line, paper_line
from mlexplorer.painting.words import HALO, draw_text, is_pictured, put_picture

THIN = 1.5  # design pixels: wider lines keep their width in haste
EDGE_STROKE = 0.4  # points: each area is stroked with its own colour, or viewers show seams between areas


@dataclass(frozen=True, eq=False)
class Painter(ABC):
    """A painter of Qt with what it needs to know: the theme, where data lie on the device, the size of a unit."""

    qt: QPainter
    theme: Theme
    mapping: Placing  # from data to the device
    unit: float = 1.0  # device units for one design pixel, or for one point on paper
    marker: float = USUAL_MARKER  # diameter of a marker in design units
    weight: float = 1.0  # factor of all line widths
    frame: QRectF | None = None  # where the plot lies, for what has its place in a corner of it or ends there
    taken: list[QRectF] = field(default_factory=list)  # where words stand already
    leaves_out: ClassVar[bool] = False  # words that would stand on others
    most_ink: ClassVar[float] = math.inf  # design pixels of one line that are stroked with all its width and dashes

    @property
    @abstractmethod
    def pixel(self) -> float:
        """Device units for one design pixel."""

    @property
    @abstractmethod
    def measure(self) -> Measure:
        """How large the letters are."""

    @abstractmethod
    def outline(self, words: str) -> QPainterPath:
        """Return the outline of words that begin at the origin."""

    @abstractmethod
    def put_words(self, words: str, start: QPointF, role: str, halo: float) -> None:
        """Write level words that begin at a place."""

    @abstractmethod
    def line_measures(self, name: str) -> palette.LineLook:
        """Return width, casing and dashes of a line of the palette."""

    @abstractmethod
    def line_paths(self, places: Array, opaque: bool, whole: bool) -> list[QPainterPath]:
        """Return a line through places of the device in the parts it is stroked in; whole: no piece is cut."""

    @abstractmethod
    def is_cased(self, role: str) -> bool:
        """Return whether a line of a role has a casing under it."""

    @abstractmethod
    def is_seen(self, places: Array, room: float) -> Mask:
        """Return which places of the device are painted, if what stands there needs some room around it."""

    @abstractmethod
    def draw_regions(self, mark: Regions) -> None:
        """Draw the decision at every place."""

    @abstractmethod
    def draw_cells(self, mark: Cells) -> None:
        """Draw exact regions."""

    @abstractmethod
    def draw_heat(self, mark: Heat) -> None:
        """Draw the heights of a landscape."""

    @abstractmethod
    def draw_bar(self, mark: Legend, rect: QRectF) -> None:
        """Draw the colours of a legend, without its words."""

    def draw(self, mark: Mark) -> None:
        """Draw one mark."""
        _DRAW[type(mark)](self, mark)

    def to_device(self, places: Array) -> Array:
        """Return where places lie on the device; those that cannot be painted as NaN."""
        return passing_places(self._mapped(places))

    def line_to_device(self, path: Array) -> Array:
        """Return where a line runs on the device, as far as it can be painted."""
        return passing_line(self._mapped(path))

    def ring_to_device(self, corners: Array) -> Array:
        """Return where a polygon lies on the device, as far as it can be painted."""
        return passing_ring(self._mapped(corners))

    def _mapped(self, places: Array) -> Array:
        with np.errstate(over="ignore", invalid="ignore"):  # the gate stops what comes of it
            return self.mapping(places)

    def pen(self, role: str, opacity: float = 1.0, casing: bool = False) -> QPen:
        """Return the pen of a line's role, or of the casing under it."""
        style, colour = line_style(role)
        measures = self.line_measures(style.line)
        width = measures.casing if casing else measures.width
        pen = QPen(self.colour("casing" if casing else colour, opacity), width * self.weight * self.unit)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap if not measures.dash and not style.flat else Qt.PenCapStyle.FlatCap)
        dash = style.dash or tuple(part / measures.width for part in measures.dash)
        if dash and not casing:
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            pen.setDashPattern(dash)
        return pen

    def colour(self, role: str, opacity: float = 1.0) -> QColor:
        """Return the colour of a role in this theme."""
        colour = QColor(self.theme.colour(role))
        colour.setAlphaF(opacity)
        return colour

    def write(self, words: str, place: QPointF, anchor: float, halo: bool = False) -> None:
        """Write words on one line whose capitals have their middle at a place; anchor 1 ends them there."""
        if words:
            height = self.outline("0").boundingRect().height()
            start = QPointF(place.x() - anchor * self.measure.width(words), place.y() + height / 2)
            self.put_words(words, start, "text", HALO if halo else 0.0)

    def put(self, path: QPainterPath, words: str, role: str, halo: float) -> None:
        """Paint words along their outline, with a halo that keeps lines off them."""
        del words
        if halo:
            self.qt.strokePath(path, self.halo(halo))
        self.qt.fillPath(path, self.colour(role))

    def halo(self, wide: float) -> QPen:
        """Return the pen that keeps lines off words, so many design pixels wide."""
        pen = QPen(self.colour("plane"), wide * self.pixel)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        return pen

    def target(self, bounds: Bounds, rows: int, columns: int) -> QRectF:
        """Return where a picture of grid places lies: half a cell beyond the outermost places on each side."""
        left, right, bottom, top = bounds
        across, up = (right - left) / max(columns - 1, 1) / 2, (top - bottom) / max(rows - 1, 1) / 2
        corners = self._mapped(np.array([[left - across, top + up], [right + across, bottom - up]]))
        return QRectF(QPointF(*corners[0]), QPointF(*corners[1]))

    def draw_picture(self, colours: np.ndarray, bounds: Bounds) -> None:
        """Draw colours at grid places over bounds, row 0 at the bottom."""
        draw_picture(self.qt, colours, self.target(bounds, *colours.shape[:2]), self.frame)


@dataclass(frozen=True, eq=False)
class ScreenPainter(Painter):
    """The painter of the screen: fields are pictures, words too, and while a hand is at work everything is plain."""

    font: QFont | None = None
    most_ink = 150_000.0
    hasty: bool = False  # while something is dragged: no casings, and thin lines one pixel wide, which is quickest

    @property
    def pixel(self) -> float:
        """Device units for one design pixel."""
        return self.unit

    @property
    def letters(self) -> QFont:
        """The font of all words."""
        return self.font or self.qt.font()

    @property
    def measure(self) -> Measure:
        """How large the letters are."""
        return Measure(self.letters.pixelSize(), QFontMetricsF(self.letters).horizontalAdvance)

    def outline(self, words: str) -> QPainterPath:
        """Return the outline of words that begin at the origin."""
        path = QPainterPath()
        path.addText(QPointF(0, 0), self.letters, words)
        return path

    def line_to_device(self, path: Array) -> Array:
        """Return where a line runs on the screen, as far as it is near: after a fling of the wheel most is not."""
        return passing_line(self._mapped(path), around(self.frame))

    def ring_to_device(self, corners: Array) -> Array:
        """Return where a polygon lies on the screen, as far as it is near."""
        return passing_ring(self._mapped(corners), around(self.frame))

    def put_words(self, words: str, start: QPointF, role: str, halo: float) -> None:
        """Write level words from a picture of them, since halos take long to paint; in haste no new one is made."""
        if self.hasty and not is_pictured(self, words, role, halo):
            self.put(self.outline(words).translated(start), words, role, halo)
        else:
            put_picture(self, words, start, role, halo)

    def put(self, path: QPainterPath, words: str, role: str, halo: float) -> None:
        """Paint words along their outline, without a halo in haste."""
        super().put(path, words, role, 0.0 if self.hasty else halo)

    def pen(self, role: str, opacity: float = 1.0, casing: bool = False) -> QPen:
        """Return the pen of a line's role; a pixel at most has a way of its own in Qt, forty times as quick."""
        pen = super().pen(role, opacity, casing)
        if self.hasty and pen.widthF() <= THIN * self.weight * self.unit:
            pen.setWidthF(min(pen.widthF(), 1.0))
        return pen

    def line_measures(self, name: str) -> palette.LineLook:
        """Return width, casing and dashes of a line in design pixels."""
        usual = palette.line(name.removesuffix("_solid"))
        return palette.LineLook(usual.width) if name.endswith("_solid") else usual

    def line_paths(self, places: Array, opaque: bool, whole: bool) -> list[QPainterPath]:
        """Return what a screen can show of a line, in short parts; what lies over itself would be darker there."""
        places = enveloped(places)
        return [polyline(part) for part in (stretches(places, whole) if opaque else [places])]

    def is_cased(self, role: str) -> bool:
        """Return whether a line of a role has a casing: none has in haste."""
        return line_style(role)[0].casing and not self.hasty

    def is_seen(self, places: Array, room: float) -> Mask:
        """Return that all places are painted: the painter's clip is quick."""
        del room
        return np.ones(len(places), bool)

    def draw_regions(self, mark: Regions) -> None:
        """Draw the decision at every place as a picture."""
        self.draw_picture(region_rgba(self.theme, mark), mark.bounds)

    def draw_cells(self, mark: Cells) -> None:
        """Draw exact regions in the colours of their shares."""
        self.qt.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)  # else seams show between cells
        for area in cell_areas(mark, self.theme, self.ring_to_device, blended=True):
            self.qt.fillPath(area.path, area.colour)
        self.qt.setRenderHint(QPainter.RenderHint.Antialiasing)

    def draw_heat(self, mark: Heat) -> None:
        """Draw the heights of a landscape as a picture."""
        self.draw_picture(heat_rgba(self.theme, mark.heights), mark.bounds)

    def draw_bar(self, mark: Legend, rect: QRectF) -> None:
        """Draw the colours of a legend as one picture."""
        draw_strip(self, mark, rect)


@dataclass(frozen=True, eq=False)
class PaperPainter(Painter):
    """The painter of figures: everything is an outline in points and ends where the plot ends."""

    leaves_out: ClassVar[bool] = True
    letters: float = 7.5  # size of words in points
    writer: Writer | None = None  # by whom words are written; None: as outlines

    @property
    def pixel(self) -> float:
        """Device units for one design pixel: as much smaller as the markers are."""
        return self.unit * (self.marker / USUAL_MARKER)

    @property
    def measure(self) -> Measure:
        """How large the letters are."""
        lettering = Lettering(self.letters * self.unit)
        return Measure(lettering.size, lettering.width)

    def outline(self, words: str) -> QPainterPath:
        """Return the outline of words that begin at the origin."""
        return in_plot(self.letters * self.unit, words).outline(words)

    def put_words(self, words: str, start: QPointF, role: str, halo: float) -> None:
        """Write level words along their outlines."""
        self.put(self.outline(words).translated(start), words, role, halo)

    def put(self, path: QPainterPath, words: str, role: str, halo: float) -> None:
        """Write words where their outline lies, as the writer of the page does."""
        writer, lettering = self.writer or Writer(self.qt), in_plot(self.letters * self.unit, words)
        writer.put(path, words, lettering, self.colour(role), self.halo(halo) if halo else None)

    def line_measures(self, name: str) -> palette.LineLook:
        """Return width, casing and dashes of a line in points."""
        return paper_line(name)

    def line_paths(self, places: Array, opaque: bool, whole: bool) -> list[QPainterPath]:
        """Return a line up to where the plot ends, in one part."""
        del opaque, whole
        return [polyline(places if self.frame is None else clipped(places, _edges(self.frame)))]

    def is_cased(self, role: str) -> bool:
        """Return whether a line of a role has a casing under it."""
        return line_style(role)[0].casing

    def is_seen(self, places: Array, room: float) -> Mask:
        """Return which places lie in the plot, or near enough to reach into it."""
        return np.ones(len(places), bool) if self.frame is None else is_inside(places, _edges(self.frame, room))

    def draw_regions(self, mark: Regions) -> None:
        """Draw the decision at every place as bands of certainty."""
        draw_areas(self, region_areas(mark, self.theme, self.ring_to_device))

    def draw_cells(self, mark: Cells) -> None:
        """Draw exact regions, each in one colour."""
        draw_areas(self, cell_areas(mark, self.theme, self.ring_to_device))

    def draw_heat(self, mark: Heat) -> None:
        """Draw the heights of a landscape as bands."""
        draw_areas(self, heat_areas(mark, self.theme, self.ring_to_device))

    def draw_bar(self, mark: Legend, rect: QRectF) -> None:
        """Draw the colours of a legend as bands, with their hatches."""
        draw_bands(self, mark, rect)


def draw_areas(painter: Painter, areas: list[Area]) -> None:
    """Draw areas on one another, then their hatches."""
    for area in areas:
        painter.qt.setPen(QPen(area.colour, EDGE_STROKE * painter.unit))
        painter.qt.setBrush(area.colour)
        painter.qt.drawPath(area.path)
    for area in areas:
        if area.hatched is not None:
            draw_hatch(painter.qt, painter.theme.style(area.hatched).hatch, area.path, painter.unit)


def _edges(box: QRectF, room: float = 0.0) -> Bounds:
    """Return the edges of a box with some room around it."""
    return box.left() - room, box.right() + room, box.top() - room, box.bottom() + room


def _draw_fill(painter: Painter, mark: Fill) -> None:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for corners in mark.polygons:
        path.addPolygon(polygon(painter.ring_to_device(corners)))
        path.closeSubpath()
    painter.qt.fillPath(path, painter.colour(mark.role, mark.opacity))


def _draw_cloud(painter: Painter, mark: Cloud) -> None:
    painter.draw_picture(cloud_rgba(painter.theme, mark), mark.bounds)


def _draw_quads(painter: Painter, mark: Quads) -> None:
    corners = painter.to_device(mark.corners.reshape(-1, 2)).reshape(-1, 4, 2)
    colours = palette.ramp_rgb(painter.theme, mark.shades).tolist()
    for quad, (red, green, blue) in zip(corners, colours, strict=True):
        if not np.isfinite(quad).all():
            continue
        colour = QColor(red, green, blue)
        painter.qt.setPen(QPen(colour.darker(112), 0.4 * painter.unit))  # covers the seams between facets
        painter.qt.setBrush(colour)
        painter.qt.drawPolygon(polygon(quad))


_DRAW: dict[type, Callable[[Any, Any], None]] = {
    Points: draw_points,
    Pies: draw_pies,
    Line: draw_line,
    Fill: _draw_fill,
    Regions: lambda painter, mark: painter.draw_regions(mark),
    Cells: lambda painter, mark: painter.draw_cells(mark),
    Legend: draw_legend,
    Heat: lambda painter, mark: painter.draw_heat(mark),
    Cloud: _draw_cloud,
    Quads: _draw_quads,
    Text: draw_text,
    Arrow: draw_arrow,
}
