"""One painter for the screen and for paper: marks onto any QPainter, with sizes in design units."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
    QTransform,
)

from mlexplorer.core.arrays import Array
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
    Points,
    Quads,
    Regions,
    Text,
)
from mlexplorer.marks.palette import Theme
from mlexplorer.marks.styles import POINTS, Pass, line_style
from mlexplorer.painting.areas import Area, cell_areas, heat_areas, region_areas
from mlexplorer.painting.hatches import draw_hatch
from mlexplorer.painting.legend import Measure, draw_legend
from mlexplorer.painting.lettering import Lettering
from mlexplorer.painting.paths import Placing, enveloped, polygon, polyline, stretches
from mlexplorer.painting.words import HALO, draw_text, put_words

USUAL_MARKER = float(palette.scale("marker")["screen_px"])
HOLLOW_STROKE = float(palette.scale("marker")["hollow_stroke_concave_px"])  # for shapes with inner corners
HOLLOW_GROWTH = float(palette.scale("marker")["hollow_grow_concave"])
THIN = 1.5  # design pixels: wider lines keep their width in haste
EDGE_STROKE = 0.4  # points: each area is stroked with its own colour, or viewers show seams between areas


@dataclass(frozen=True, eq=False)
class Pencil:
    """A painter with what it needs to know: the theme, where data lie on the device, and the size of a design unit."""

    painter: QPainter
    theme: Theme
    place: Placing
    unit: float = 1.0  # device units for one design pixel, or for one point on paper
    paper: bool = False
    as_text: bool = False  # on paper: words stay text, which can be searched and copied
    marker: float = USUAL_MARKER  # diameter of a marker in design units
    font: QFont | None = None
    hasty: bool = False  # while something is dragged: no casings, and thin lines one pixel wide, which is quickest
    weight: float = 1.0  # factor of all line widths
    letters: float = 7.5  # size of words on paper, in points
    window: QRectF | None = None  # on paper: where the plot lies, and everything in it ends
    frame: QRectF | None = None  # where the plot lies, for what has its place in a corner of it
    taken: list[QRectF] = field(default_factory=list)  # where words stand already

    @property
    def pixel(self) -> float:
        """Device units for one design pixel; on paper as much smaller as the markers are."""
        return self.unit * (self.marker / USUAL_MARKER if self.paper else 1.0)

    def draw(self, mark: Mark) -> None:
        """Draw one mark."""
        _DRAW[type(mark)](self, mark)

    def pen(self, role: str, opacity: float = 1.0, casing: bool = False) -> QPen:
        """Return the pen of a line's role, or of the casing under it."""
        style, colour = line_style(role)
        measures = _measures(style.line, self.paper)
        width = measures.casing if casing else measures.width
        pen = QPen(self.colour("casing" if casing else colour, opacity), width * self.weight * self.unit)
        if self.hasty and width <= THIN:
            pen.setWidthF(min(pen.widthF(), 1.0))  # a pixel at most has a way of its own in Qt, forty times as quick
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

    @property
    def measure(self) -> Measure:
        """How large the letters are."""
        if self.paper:
            lettering = Lettering(self.letters * self.unit)
            return Measure(lettering.size, lettering.width)
        font = self.font or self.painter.font()
        return Measure(font.pixelSize(), QFontMetricsF(font).horizontalAdvance)

    def outline(self, words: str) -> QPainterPath:
        """Return the outline of words that begin at the origin."""
        if self.paper:
            return Lettering(self.letters * self.unit).outline(words)
        path = QPainterPath()
        path.addText(QPointF(0, 0), self.font or self.painter.font(), words)
        return path

    def write(self, words: str, place: QPointF, anchor: float, halo: bool = False) -> None:
        """Write words on one line whose capitals have their middle at a place; anchor 1 ends them there."""
        if words:
            height = self.outline("0").boundingRect().height()
            start = QPointF(place.x() - anchor * self.measure.width(words), place.y() + height / 2)
            put_words(self, words, start, "text", HALO if halo else 0.0)

    def put(self, path: QPainterPath, role: str, halo: float, words: str = "") -> None:
        """Paint the outline of words, with a halo that keeps lines off them; the words themselves if they are told."""
        if halo and not self.hasty:
            pen = QPen(self.colour("plane"), halo * self.pixel)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            self.painter.strokePath(path, pen)
        if words and self.as_text:
            lettering = Lettering(self.letters * self.unit)
            away = path.boundingRect().topLeft() - lettering.outline(words).boundingRect().topLeft()
            lettering.draw(self.painter, words, away, self.colour(role))
        else:
            self.painter.fillPath(path, self.colour(role))

    def target(self, bounds: Bounds, rows: int, columns: int) -> QRectF:
        """Return where a picture of grid places lies: half a cell beyond the outermost places on each side."""
        left, right, bottom, top = bounds
        across, up = (right - left) / max(columns - 1, 1) / 2, (top - bottom) / max(rows - 1, 1) / 2
        corners = self.place(np.array([[left - across, top + up], [right + across, bottom - up]]))
        return QRectF(QPointF(*corners[0]), QPointF(*corners[1]))


@lru_cache(maxsize=64)
def symbol(shape: int, theme: Theme) -> QPainterPath:
    """Return the outline of a class's shape for a marker of diameter 1, y pointing down."""
    outline = palette.shape_path(theme.style(shape).shape)
    path = QPainterPath()
    if outline.is_circle:
        path.addEllipse(QPointF(0, 0), outline.factor / 2, outline.factor / 2)
    else:
        path.addPolygon(QPolygonF([QPointF(x, y) for x, y in outline.outline(1.0).tolist()]))
        path.closeSubpath()
    return path


def diameters(mark: Points, step: Pass, marker: float) -> Array:
    """Return the diameter of each marker of one pass, in design units."""
    sizes = np.ones(len(mark.places)) if mark.sizes is None else mark.sizes
    gaps = 2 * mark.gaps if step.gap and mark.gaps is not None else 0.0
    grown = HOLLOW_GROWTH if mark.style == "hollow" and _is_concave(mark.shape) else 1.0
    return marker * step.size * grown * sizes + (gaps + step.extra) * marker / USUAL_MARKER


@lru_cache(maxsize=16)
def _is_concave(shape: int) -> bool:
    """Return whether a class's shape has inner corners; shapes are the same in all themes."""
    return palette.shape_path(palette.theme("light").style(shape).shape).is_concave


def _draw_points(pencil: Pencil, mark: Points) -> None:
    places = pencil.place(mark.places)
    for step in POINTS[mark.style]:
        sizes = diameters(mark, step, pencil.marker) * pencil.unit
        room = float(sizes.max(initial=0.0)) / 2
        seen = slice(None) if pencil.window is None else is_inside(places, _bounds(pencil.window, room))
        for (x, y), size in zip(places[seen].tolist(), sizes[seen].tolist(), strict=True):
            draw_marker(pencil, mark, step, QPointF(x, y), size)


def draw_marker(pencil: Pencil, mark: Points, step: Pass, place: QPointF, size: float) -> None:
    """Draw one pass of one marker of a mark at a place of the device; size is in units of the device."""
    outline = symbol(0 if step.ring else mark.shape, pencil.theme)
    pencil.painter.setPen(point_pen(pencil, mark, step))
    pencil.painter.setBrush(QBrush(pencil.colour(_own(step.fill, mark))) if step.fill else Qt.BrushStyle.NoBrush)
    pencil.painter.drawPath(_placed(outline, place.x(), place.y(), size))


def point_pen(pencil: Pencil, mark: Points, step: Pass) -> QPen:
    """Return the pen of one pass of a marker."""
    if not step.pen:
        return QPen(Qt.PenStyle.NoPen)
    shrink = pencil.marker / USUAL_MARKER
    width = HOLLOW_STROKE if mark.style == "hollow" and _is_concave(mark.shape) else step.width
    pen = QPen(pencil.colour(_own(step.pen, mark)), width * shrink * pencil.weight * pencil.unit)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    if step.dash:
        pen.setDashPattern(list(step.dash))
    return pen


def _placed(path: QPainterPath, x: float, y: float, size: float) -> QPainterPath:
    return QTransform(size, 0, 0, size, x, y).map(path)


def _own(role: str, mark: Points) -> str:
    return mark.role if role == "own" else role


def _draw_line(pencil: Pencil, mark: Line) -> None:
    if len(mark.path) < 2:
        return
    places = pencil.place(mark.path)
    places = places if pencil.window is None else clipped(places, _bounds(pencil.window))
    pencil.painter.setBrush(Qt.BrushStyle.NoBrush)
    pen = pencil.pen(mark.role, mark.opacity)
    pen.setWidthF(pen.widthF() * mark.width)
    places = places if pencil.paper else enveloped(places)
    in_one = pencil.paper or mark.opacity < 1  # what lies over itself would be darker there
    whole = pen.capStyle() != Qt.PenCapStyle.RoundCap
    paths = [polyline(part) for part in ([places] if in_one else stretches(places, whole))]
    cased = line_style(mark.role)[0].casing and not pencil.hasty
    for stroke in ([pencil.pen(mark.role, casing=True)] if cased else []) + [pen]:
        for path in paths:
            pencil.painter.strokePath(path, stroke)


def _bounds(box: QRectF, room: float = 0.0) -> Bounds:
    """Return the edges of a box with some room around it."""
    return box.left() - room, box.right() + room, box.top() - room, box.bottom() + room


def _draw_fill(pencil: Pencil, mark: Fill) -> None:
    colour = pencil.colour(mark.role, mark.opacity)
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for corners in mark.polygons:
        path.addPolygon(polygon(pencil.place(corners)))
        path.closeSubpath()
    pencil.painter.fillPath(path, colour)


def _draw_regions(pencil: Pencil, mark: Regions) -> None:
    if pencil.paper:
        _draw_areas(pencil, region_areas(mark, pencil.theme, pencil.place))
        return
    colours = region_picture(mark, pencil.theme)
    _draw_picture(pencil, colours, pencil.target(mark.bounds, *mark.labels.shape))


def _draw_cells(pencil: Pencil, mark: Cells) -> None:
    areas = cell_areas(mark, pencil.theme, pencil.place, not pencil.paper)
    if pencil.paper:
        _draw_areas(pencil, areas)
        return
    pencil.painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)  # else seams show between cells
    for area in areas:
        pencil.painter.fillPath(area.path, area.colour)
    pencil.painter.setRenderHint(QPainter.RenderHint.Antialiasing)


def _draw_areas(pencil: Pencil, areas: list[Area]) -> None:
    for area in areas:
        pencil.painter.setPen(QPen(area.colour, EDGE_STROKE * pencil.unit))
        pencil.painter.setBrush(area.colour)
        pencil.painter.drawPath(area.path)
    for area in areas:
        if area.hatched is not None:
            draw_hatch(pencil.painter, pencil.theme.style(area.hatched).hatch, area.path, pencil.unit)


def _draw_heat(pencil: Pencil, mark: Heat) -> None:
    if pencil.paper:
        _draw_areas(pencil, heat_areas(mark, pencil.theme, pencil.place))
        return
    colours = np.full((*mark.heights.shape, 4), 255, np.uint8)
    colours[..., :3] = palette.ramp_rgb(pencil.theme, np.clip(mark.heights, 0, 1))
    _draw_picture(pencil, colours, pencil.target(mark.bounds, *mark.heights.shape))


def _draw_cloud(pencil: Pencil, mark: Cloud) -> None:
    _draw_picture(pencil, cloud_rgba(pencil.theme, mark), pencil.target(mark.bounds, *mark.labels.shape))


def cloud_rgba(theme: Theme, mark: Cloud) -> np.ndarray:
    """Return the colours of a cloud's cells."""
    colours = np.empty((*mark.labels.shape, 4), np.uint8)
    colours[..., :3] = theme.marks[mark.labels]
    colours[..., 3] = np.round(255 * mark.opacity)
    return colours


def _draw_quads(pencil: Pencil, mark: Quads) -> None:
    corners = pencil.place(mark.corners.reshape(-1, 2)).reshape(-1, 4, 2)
    colours = palette.ramp_rgb(pencil.theme, mark.shades).tolist()
    for quad, (red, green, blue) in zip(corners, colours, strict=True):
        colour = QColor(red, green, blue)
        pencil.painter.setPen(QPen(colour.darker(112), 0.4 * pencil.unit))  # covers the seams between facets
        pencil.painter.setBrush(colour)
        pencil.painter.drawPolygon(polygon(quad))


def region_picture(mark: Regions, theme: Theme) -> np.ndarray:
    """Return the picture of regions: of one class each, or of all classes blended by their shares."""
    if mark.shares is not None:
        return palette.blend_rgba(theme, mark.candidates, mark.shares)
    return palette.region_rgba(theme, mark.labels, mark.certainty)


def _draw_picture(pencil: Pencil, colours: Any, target: QRectF) -> None:
    flipped = np.ascontiguousarray(colours[::-1])
    rows, columns = flipped.shape[:2]
    image = QImage(flipped.data, columns, rows, 4 * columns, QImage.Format.Format_RGBA8888)
    pencil.painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    pencil.painter.drawImage(target, image)


def _draw_arrow(pencil: Pencil, mark: Arrow) -> None:
    ends = pencil.place(np.stack([mark.start, mark.end]))
    way = ends[1] - ends[0]
    length = float(np.hypot(*way))
    if length < 1e-9:
        return
    along, across = way / length, np.array([-way[1], way[0]]) / length
    size = min(11.0 * pencil.pixel, length)
    wings = ends[1] - along * size + np.outer([0.45 * size, -0.45 * size], across)
    path = polyline(np.stack([ends[0], ends[1] - along * size * 0.8]))
    if line_style(mark.role)[0].casing:
        pencil.painter.strokePath(path, pencil.pen(mark.role, casing=True))
    pencil.painter.strokePath(path, pencil.pen(mark.role))
    head = QPainterPath()
    head.addPolygon(polygon(np.stack([ends[1], wings[0], wings[1]])))
    pencil.painter.fillPath(head, pencil.colour(line_style(mark.role)[1]))


def _measures(name: str, paper: bool) -> palette.LineLook:
    if paper:
        return paper_line(name)
    return (
        palette.LineLook(palette.line(name.removesuffix("_solid")).width)
        if name.endswith("_solid")
        else palette.line(name)
    )


def paper_line(name: str) -> palette.LineLook:
    """Return a line of the palette in points; solid versions and lines paper has no measure for come from others."""
    if name.endswith("_solid"):
        return palette.LineLook(paper_line(name.removesuffix("_solid")).width)
    try:
        return palette.line(name, "pt")
    except KeyError:
        screen = palette.line(name)
        return palette.LineLook(screen.width * 0.43, screen.casing * 0.43, tuple(part * 0.43 for part in screen.dash))


_DRAW: dict[type, Callable[[Pencil, Any], None]] = {
    Points: _draw_points,
    Line: _draw_line,
    Fill: _draw_fill,
    Regions: _draw_regions,
    Cells: _draw_cells,
    Legend: draw_legend,
    Heat: _draw_heat,
    Cloud: _draw_cloud,
    Quads: _draw_quads,
    Text: draw_text,
    Arrow: _draw_arrow,
}
