"""Paints a page: background, heading, key, plots with their axes, caption."""

from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt

from mlexplorer.figures import key
from mlexplorer.figures.boards import Cell
from mlexplorer.figures.page import BETWEEN, EDGE, GAP, TICK, Page
from mlexplorer.marks import palette
from mlexplorer.marks.marks import Legend
from mlexplorer.painting.lettering import Lettering, Writer
from mlexplorer.painting.painter import PaperPainter
from mlexplorer.painting.paths import Placing, placing
from mlexplorer.painting.words import draw_layers


def paint(page: Page, writer: Writer) -> None:
    """Paint a whole page; the painter counts in points."""
    hand = _Hand(page, writer)
    if not page.sheet.transparent:
        box = QRectF(0, 0, page.size.width, page.size.height)
        writer.painter.fillRect(box, hand.on_paper().colour("plane"))
    for number, line in enumerate(page.heading_lines):
        hand.write(line, (page.size.width / 2, EDGE + page.large.size + number * page.large.line), page.large, 0.5)
    for number, (row, rects) in enumerate(zip(page.board, page.rects, strict=True)):
        first = 1 if page.is_beside and number else 0
        for column, (cell, rect) in enumerate(zip(row, rects, strict=True), first):
            _paint_cell(hand, cell, rect, page.span(column, len(row) + first))
            _paint_title(hand, cell, rect, page.title_height(row))
    _paint_key(hand)
    _paint_caption(hand)


@dataclass(frozen=True, eq=False)
class _Hand:
    """A page with what paints it."""

    page: Page
    writer: Writer

    def on_paper(self, to_device: Placing = lambda places: places, frame: QRectF | None = None) -> PaperPainter:
        """Return the shared painter, with sizes in points; what it draws ends at the frame if there is one."""
        sheet = self.page.sheet
        return PaperPainter(
            self.writer.painter,
            palette.theme(sheet.theme),
            to_device,
            writer=self.writer,
            marker=self.page.marker if frame is not None else sheet.markers,
            weight=sheet.lines,
            letters=sheet.letters,
            frame=frame,
        )

    def write(
        self,
        words: str,
        place: tuple[float, float],
        lettering: Lettering,
        anchor: float = 0.0,
        role: str = "text",
    ) -> None:
        """Write words in the colour of a role."""
        if words:
            self.writer.write(words, place, lettering, self.on_paper().colour(role), anchor)

    def write_upright(self, words: str, middle: tuple[float, float], lettering: Lettering) -> None:
        """Write words from below upwards, the tops of their letters at the left."""
        painter = self.writer.painter
        painter.save()
        painter.translate(middle[0] + lettering.ascent, middle[1])
        painter.rotate(-90)
        self.write(words, (0.0, 0.0), lettering, 0.5)
        painter.restore()


def _paint_cell(hand: _Hand, cell: Cell, rect: QRectF, span: tuple[float, float]) -> None:
    painter = hand.on_paper(placing(cell.plot.bounds, rect), rect)
    painter.qt.save()
    painter.qt.setClipRect(rect)
    draw_layers(cell.plot.layers, lambda _, mark: None if isinstance(mark, Legend) else painter.draw(mark))
    painter.qt.restore()
    if hand.page.sheet.axes and cell.plot.axes:
        _paint_level_axis(hand, cell, rect, span)
        _paint_upright_axis(hand, cell, rect)


def _paint_title(hand: _Hand, cell: Cell, rect: QRectF, high: int) -> None:
    page, small, after = hand.page, hand.page.small, hand.page.letter_width(cell)
    lines = page.title_lines(cell, rect.width(), high)
    top = rect.top() - GAP - small.size * 0.2 - (high - 1) * small.line
    hand.write(cell.letter, (rect.left(), top), replace(small, heading=True))
    for number, line in enumerate(lines):
        hand.write(line, (rect.left() + after, top + number * small.line), small)
    if after + small.width(lines[-1] + "  " + cell.plot.now) <= rect.width():
        hand.write(cell.plot.now, (rect.right(), top + (len(lines) - 1) * small.line), small, 1.0, "muted")


def _paint_level_axis(hand: _Hand, cell: Cell, rect: QRectF, span: tuple[float, float]) -> None:
    page, plot, small = hand.page, cell.plot, hand.page.small
    ticks = page.x_ticks(plot, rect.width())
    rows = np.array([[place, plot.bounds[2]] for place, _ in ticks]).reshape(-1, 2)
    places = placing(plot.bounds, rect)(rows)[:, 0].tolist()
    _paint_lines(hand, [QLineF(rect.bottomLeft(), rect.bottomRight())])
    _paint_lines(hand, [QLineF(x, rect.bottom(), x, rect.bottom() + TICK) for x in places])
    if not cell.bottom:
        return
    base = rect.bottom() + TICK + GAP + small.ascent
    standing = page.standing(places, [small.width(word) for _, word in ticks], span)
    for x, (_, word), stands in zip(places, ticks, standing, strict=True):
        hand.write(word if stands else "", (x, base), small, 0.5, "muted")
    name, middle = _fitted(page.named(plot.names[0]), plot.names[0], rect.center().x(), span)
    hand.write(name, (middle, base + small.line * 1.2), page.named(plot.names[0]), 0.5)


def _paint_upright_axis(hand: _Hand, cell: Cell, rect: QRectF) -> None:
    page, plot, small = hand.page, cell.plot, hand.page.small
    ticks = page.y_ticks(plot, rect.height())
    rows = np.array([[plot.bounds[0], place] for place, _ in ticks]).reshape(-1, 2)
    places = placing(plot.bounds, rect)(rows)[:, 1].tolist()
    _paint_lines(hand, [QLineF(rect.topLeft(), rect.bottomLeft())])
    _paint_lines(hand, [QLineF(rect.left(), y, rect.left() - TICK, y) for y in places])
    if not cell.left:
        return
    standing = page.standing(places, [small.ascent] * len(ticks), (EDGE, page.size.height - EDGE))
    for y, (_, word), stands in zip(places, ticks, standing, strict=True):
        hand.write(word if stands else "", (rect.left() - TICK - GAP, y + small.ascent / 2), small, 1.0, "muted")
    name, middle = _fitted(page.named(plot.names[1]), plot.names[1], rect.center().y(), (rect.top(), rect.bottom()))
    hand.write_upright(name, (rect.left() - page.inset, middle), page.named(plot.names[1]))


def _fitted(lettering: Lettering, words: str, middle: float, room: tuple[float, float]) -> tuple[str, float]:
    """Return words that fit a room along a line, and where their middle stands so that they end in it."""
    fitting = lettering.shortened(words, room[1] - room[0])
    half = lettering.width(fitting) / 2
    return fitting, min(max(middle, room[0] + half), room[1] - half)


def _paint_lines(hand: _Hand, lines: list[QLineF]) -> None:
    pen = hand.on_paper().pen("axis")
    pen.setCapStyle(Qt.PenCapStyle.SquareCap)
    hand.writer.painter.setPen(pen)
    for line in lines:
        hand.writer.painter.drawLine(line)


def _paint_key(hand: _Hand) -> None:
    page = hand.page
    if not page.key_rows:
        return
    pitch, place = page.key_pitch, page.sheet.key
    first, last = page.rects[0][0], page.rects[0][-1]
    top = {"above": page.head - GAP - len(page.key_rows) * pitch, "below": page.foot_top + GAP, "right": first.top()}
    for number, row in enumerate(page.key_rows):
        middle = (first.left() + last.right()) / 2
        left = min(max(middle - row.width / 2, EDGE), page.size.width - EDGE - row.width)
        x = last.right() + BETWEEN if place == "right" else left
        _paint_row(hand, row, QPointF(x, top[place] + (number + 0.5) * pitch))


def _paint_row(hand: _Hand, row: key.KeyRow, start: QPointF) -> None:
    marker, small = hand.page.sheet.markers, hand.page.small
    for entry, left in zip(row.entries, row.lefts, strict=True):
        x, y = start.x() + left + (0.0 if entry.legend else entry.reach * marker), start.y()
        painter = hand.on_paper(_mover(x, y))
        for mark in entry.marks:
            painter.draw(mark)
        hand.write(entry.words, (x + entry.reach * marker + small.size * 0.55, y + small.ascent / 2), small)


def _paint_caption(hand: _Hand) -> None:
    page, small = hand.page, hand.page.small
    y = page.size.height - EDGE - len(page.caption_lines) * small.line
    for number, line in enumerate(page.caption_lines):
        hand.write(line, (EDGE, y + number * small.line + small.size), small, 0.0, "muted")


def _mover(x: float, y: float) -> Placing:
    offset = np.array([x, y])
    return lambda places: places * np.array([1.0, -1.0]) + offset
