"""Where everything of a figure lies, in points: heading, key, a board of plots with axes, caption."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from PySide6.QtCore import QRectF

from mlexplorer.core.capabilities import Bounds
from mlexplorer.figures import key
from mlexplorer.figures.axis_ticks import MOST_TICKS, axis_ticks, most_ticks
from mlexplorer.figures.boards import COLUMN, Cell
from mlexplorer.figures.files.devices import Size
from mlexplorer.figures.sheet import ASPECTS, POINTS_PER_MM, Sheet
from mlexplorer.marks.plot import Plot
from mlexplorer.painting.lettering import Lettering, is_sign

EDGE = 1.5  # points kept free around everything
TICK = 2.4
GAP = 2.4  # between tick and number, number and name
BETWEEN = 9.0  # between two plots
CHART_ASPECT = 1.6
MOST_KEY = 0.15  # share of a given height that a key with a bar of colours may take
MOST_LINES = 3  # of a title
NOTE_LINES = 2  # of what is said below a picture of a film
USUAL_WIDTH, LEAST_MARKER = 180.0, 0.6  # points; of a marker's usual size
HOLE = 0.3  # share of a plot's width that may stay empty below it before the next one moves up
NARROWEST = 28.0  # points: about a centimetre, below which nothing of a plot can be read
LARGEST_ASPECT, LEAST_ASPECT = 2.4, 0.8


def aspect_of(bounds: Bounds) -> float:
    """Return width to height of a plot with equal units on both axes, neither too flat nor too tall."""
    left, right, bottom, top = bounds
    return min(max((right - left) / (top - bottom), LEAST_ASPECT), LARGEST_ASPECT)


@dataclass(frozen=True, eq=False)
class Page:
    """Everything that is to be painted, and the options it is painted with."""

    sheet: Sheet
    board: tuple[tuple[Cell, ...], ...]
    entries: tuple[key.KeyEntry, ...] = ()
    caption: str = ""
    tall: float | None = None  # points; None: as the sheet says

    @property
    def small(self) -> Lettering:
        """The letters of numbers, key and caption."""
        return Lettering(self.sheet.letters)

    def named(self, words: str) -> Lettering:
        """Return the letters of an axis name; x₁, w₂ and t are variables, so they slant."""
        return Lettering(self.sheet.letters * 1.2, italic=is_sign(words))

    @property
    def large(self) -> Lettering:
        """The letters of the heading."""
        return Lettering(self.sheet.letters * 1.2, heading=True)

    @cached_property
    def size(self) -> Size:
        """Width and height of the page."""
        return Size(self.sheet.points_wide, self._below + self._foot)

    @cached_property
    def key_rows(self) -> tuple[key.KeyRow, ...]:
        """The key in rows; one entry to a row where it stands at the right."""
        if self.sheet.key == "none":
            return ()
        whole = self.sheet.points_wide - 2 * EDGE
        if self.sheet.key == "right":
            return self._key_rows(self._key_entries(COLUMN * whole), 0.0)
        rows = self._key_rows(self._key_entries(whole), whole)
        if self._given and len(rows) * self.key_pitch > MOST_KEY * self._given:
            return self._key_rows(tuple(entry for entry in self._key_entries(whole) if entry.legend is None), whole)
        return rows

    def _key_entries(self, width: float) -> tuple[key.KeyEntry, ...]:
        return key.fitting(self.entries, self.small, self.sheet.markers, width)

    @property
    def _given(self) -> float | None:
        """The height of the page, unless it is left to the plots."""
        aspect = ASPECTS[self.sheet.aspect]
        return self.tall or (self.sheet.points_wide / aspect if aspect else None)

    def _key_rows(self, entries: tuple[key.KeyEntry, ...], width: float) -> tuple[key.KeyRow, ...]:
        return key.rows(entries, self.small, self.sheet.markers, width)

    @cached_property
    def heading_lines(self) -> list[str]:
        """The heading, broken into lines."""
        return self.large.wrapped(self.sheet.heading, self.sheet.points_wide - 2 * EDGE)

    @cached_property
    def caption_lines(self) -> list[str]:
        """The caption, broken into lines; on a page of given height always as many, so that nothing moves in a film."""
        width = self.sheet.points_wide - 2 * EDGE
        lines = self.small.wrapped(self.caption, width) if self.sheet.caption else []
        if self.tall is None or not self.sheet.caption:
            return lines
        kept = [*lines[: NOTE_LINES - 1], " ".join(lines[NOTE_LINES - 1 :])]
        return [*(self.small.shortened(line, width) for line in kept), *[""] * (NOTE_LINES - len(kept))]

    @property
    def key_pitch(self) -> float:
        """The height of a row of the key."""
        return max(self.sheet.letters * 1.6, self.sheet.markers * 2.4)

    @cached_property
    def marker(self) -> float:
        """The diameter of a marker: smaller where plots are small, so that they do not hide one another."""
        return self.sheet.markers * min(1.0, max(math.sqrt(self._wide / USUAL_WIDTH), LEAST_MARKER))

    def letter_width(self, cell: Cell) -> float:
        """Return how much room the letter before a title takes."""
        return replace(self.small, heading=True).width(cell.letter) + self.small.size * 0.6 if cell.letter else 0.0

    def title_height(self, row: tuple[Cell, ...]) -> int:
        """Return how many lines the titles over a row need; all of them begin at the same height."""
        return max(len(self.title_lines(cell, self._wide)) for cell in row)

    def title_lines(self, cell: Cell, width: float, most: int = MOST_LINES) -> list[str]:
        """Return the title of a plot in as many lines as it needs, and what does not fit shortened."""
        room = width - self.letter_width(cell)
        lines = self.small.wrapped(cell.plot.title, room) or [""]
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])] if len(lines) > most else lines
        return [self.small.shortened(line, room) for line in lines]

    @cached_property
    def rects(self) -> tuple[tuple[QRectF, ...], ...]:
        """Where each plot lies, without its axes."""
        if self._packed:
            return self._packed_rects
        if self.is_beside:
            return self._rects_beside
        made, y = [], self.head
        for row, height in zip(self.board, self._heights, strict=True):
            y += self._over(row)
            made.append(tuple(self._fitted(row, index, y, height) for index in range(len(row))))
            y += height + self._under(row)
        return tuple(made)

    @property
    def is_beside(self) -> bool:
        """Whether the first plot has the whole height, and all others stand over one another beside it."""
        return self.tall is not None and [len(row) for row in self.board] == [2, 1, *[1] * (len(self.board) - 2)]

    @cached_property
    def _rects_beside(self) -> tuple[tuple[QRectF, ...], ...]:
        (first, second), *others = self.board
        rows, y = [(second,), *others], self.head
        room = self._below - self.head - sum(self._over(row) + self._under(row) for row in rows)
        made = []
        for row in rows:
            height = room * row[0].plot.height / sum(one.plot.height for (one,) in rows)
            made.append(_fitted(row[0].plot, self._rect(1, y + self._over(row), height)))
            y += height + self._over(row) + self._under(row)
        top = self.head + self._over(self.board[0])
        whole = _fitted(first.plot, self._rect(0, top, self._below - self._under((first,)) - top))
        whole.moveTop(top)
        return ((whole, made[0]), *((rect,) for rect in made[1:]))

    @property
    def _packed(self) -> bool:
        """Whether plots stand close under those above them: too few for a last row, or where rows would leave holes."""
        shared = not all(cell.left for row in self.board for cell in row)
        return not self._given and not shared and (len(self.board[-1]) < len(self.board[0]) or self._leaves_holes)

    @property
    def _leaves_holes(self) -> bool:
        """Whether a plot that keeps its shape is much lower than its row, and another row follows."""
        rows = zip(self.board[:-1], self._heights, strict=False)
        kept = [(height, cell.plot) for row, height in rows for cell in row if cell.plot.equal]
        return any(height - self._wide / self._aspect(plot) > HOLE * self._wide for height, plot in kept)

    @cached_property
    def _packed_rects(self) -> tuple[tuple[QRectF, ...], ...]:
        """Where each plot lies if every one is as high as it likes."""
        made, ends = [], [self.head] * len(self.board[0])
        for row in self.board:
            close = row is self.board[-1] or max(ends) - min(ends) > HOLE * self._wide
            tops = list(ends) if close else [max(ends)] * len(ends)
            places = [
                self._fitted(row, column, top + self._over(row), self._wide / self._aspect(cell.plot))
                for column, (cell, top) in enumerate(zip(row, tops, strict=False))
            ]
            for column, (place, top) in enumerate(zip(places, tops, strict=False)):
                place.moveTop(top + self._over(row))
                ends[column] = place.bottom() + self._under(row)
            made.append(tuple(places))
        return tuple(made)

    @cached_property
    def head(self) -> float:
        """Where the board begins, below heading and key."""
        y = EDGE + (len(self.heading_lines) * self.large.line + GAP if self.heading_lines else 0.0)
        return y + (len(self.key_rows) * self.key_pitch + GAP if self.sheet.key == "above" and self.key_rows else 0.0)

    @cached_property
    def foot_top(self) -> float:
        """Where the foot begins: a key below the board, and the caption."""
        return self._below

    @cached_property
    def inset(self) -> float:
        """The width of numbers and name of the upright axis."""
        cells = [cell for row in self.board for cell in row if cell.left and cell.plot.axes]
        return max((self._inset(cell) for cell in cells), default=EDGE) if self.sheet.axes else EDGE

    def x_ticks(self, plot: Plot, width: float) -> list[tuple[float, str]]:
        """Return places and numbers of the level axis: as many as stand apart."""
        if not plot.counts:
            return []
        left, right = plot.bounds[:2]
        found: list[tuple[float, str]] = []
        for most in range(most_ticks(width / (self.sheet.letters * 4.2)), 1, -1):
            found = axis_ticks(left, right, plot.log[0], most, plot.whole[0])
            middles = [(place - left) / (right - left) * width for place, _ in found]
            if all(self.standing(middles, [self.small.width(word) for _, word in found], (-math.inf, math.inf))):
                break
        return found

    def y_ticks(self, plot: Plot, height: float) -> list[tuple[float, str]]:
        """Return places and numbers of the upright axis."""
        most = most_ticks(height / (self.sheet.letters * 3.4))
        return axis_ticks(plot.bounds[2], plot.bounds[3], plot.log[1], most, plot.whole[1])

    def standing(self, middles: Sequence[float], sizes: Sequence[float], room: tuple[float, float]) -> list[bool]:
        """Return which of some words along a line stand in a room and apart from those before them."""
        kept, end = [], room[0] - GAP
        for middle, size in sorted(zip(middles, sizes, strict=True)):
            fits = middle - size / 2 >= end + GAP and middle + size / 2 <= room[1]
            end = middle + size / 2 if fits else end
            kept.append((middle, fits))
        found = dict(kept)
        return [found[middle] for middle in middles]

    def span(self, column: int, columns: int) -> tuple[float, float]:
        """Return from where to where the words under a column may reach: halfway to its neighbours, or to the edge."""
        left = EDGE if column == 0 else self._rect(column, 0, 0).left() - self._column_gap / 2
        after = self._rect(column + 1, 0, 0).left() - self._column_gap / 2
        if column < columns - 1:
            return left, after
        beside = self.sheet.key == "right" and self.key_rows
        return left, self.rects[0][-1].right() + BETWEEN - GAP if beside else self.sheet.points_wide - EDGE

    @property
    def _key_column(self) -> float:
        """The width of a key at the right."""
        if self.sheet.key != "right" or not self.key_rows:
            return 0.0
        return BETWEEN + max(row.width for row in self.key_rows)

    @cached_property
    def _wide(self) -> float:
        """The width of one plot; a page on which nobody could read it is refused."""
        columns = max(len(row) for row in self.board)
        room = self.sheet.points_wide - 2 * EDGE - self._key_column - self._right
        wide = (room - self.inset - (columns - 1) * self._column_gap) / columns
        if wide < NARROWEST:
            missing = columns * (NARROWEST - wide) / (1 - COLUMN if self.sheet.key == "right" else 1)
            needed = math.ceil((self.sheet.points_wide + missing) / POINTS_PER_MM / 5 + 0.5) * 5
            side = f"{columns} plots side by side" if columns > 1 else "a plot with its axes"
            raise ValueError(f"{self.sheet.width:g} mm are too narrow for {side}: {needed} mm would do.")
        return wide

    @cached_property
    def _column_gap(self) -> float:
        shared = all(not cell.left for row in self.board for cell in row[1:])
        return BETWEEN + (0.0 if shared or not self.sheet.axes else self.inset)

    @property
    def _right(self) -> float:
        """Room at the right for what the last number of the level axis has beyond its tick."""
        if not self.sheet.axes:
            return EDGE
        last = [row[-1].plot for row in self.board if row[-1].plot.axes and row[-1].plot.counts and row[-1].bottom]
        beyond = [self._beyond(plot, most) for plot in last for most in range(2, MOST_TICKS + 1)]
        return max([self.sheet.letters * 0.6, *beyond])

    def _beyond(self, plot: Plot, most: int) -> float:
        """Return by how much the last number of a level axis reaches beyond the plot."""
        left, right = plot.bounds[:2]
        wide = 0.6 * self.sheet.points_wide / len(self.board[0])  # about as wide as the plot will be
        for place, word in axis_ticks(left, right, plot.log[0], most, plot.whole[0])[-1:]:
            return self.small.width(word) / 2 - (right - place) / (right - left) * wide
        return 0.0

    @cached_property
    def _heights(self) -> tuple[float, ...]:
        tall = self._given
        shares = [max(cell.plot.height for cell in row) for row in self.board]
        if tall:
            over = self.head + self._foot + sum(self._over(row) + self._under(row) for row in self.board)
            room = max(tall - over, 20.0 * len(self.board))
            return tuple(room * share / sum(shares) for share in shares)
        return tuple(max(self._wide / self._aspect(cell.plot) for cell in row) for row in self.board)

    @cached_property
    def _below(self) -> float:
        board = sum(self._over(row) + self._under(row) for row in self.board) + sum(self._heights)
        if self._packed:
            board = max(rect.bottom() + self._under(row) for row in self.board for rect in self._of(row)) - self.head
        beside = self._over(self.board[0]) + len(self.key_rows) * self.key_pitch if self.sheet.key == "right" else 0.0
        return self.head + max(board, beside)

    def _of(self, row: tuple[Cell, ...]) -> tuple[QRectF, ...]:
        return self._packed_rects[self.board.index(row)]

    @cached_property
    def _foot(self) -> float:
        below = len(self.key_rows) * self.key_pitch + GAP if self.sheet.key == "below" else 0.0
        return below + (GAP + len(self.caption_lines) * self.small.line if self.caption_lines else 0.0) + EDGE

    def _aspect(self, plot: Plot) -> float:
        """Return width to height of a plot; charts over one another are flatter than a single one."""
        if not plot.equal:
            over_one_another = len(self.board) > 1 and len(self.board[0]) == 1
            return CHART_ASPECT * (1.6 if over_one_another else 1.0) / plot.height
        return aspect_of(plot.bounds)

    def _fitted(self, row: tuple[Cell, ...], column: int, y: float, height: float) -> QRectF:
        """Return where a plot lies; in a row of several, all begin at the same height, so that their titles do."""
        rect = _fitted(row[column].plot, self._rect(column, y, height))
        if len(row) > 1:
            rect.moveTop(y)
        return rect

    def _rect(self, column: int, y: float, height: float) -> QRectF:
        x = EDGE + self.inset + column * (self._wide + self._column_gap)
        return QRectF(x, y, self._wide, height)

    def _over(self, row: tuple[Cell, ...]) -> float:
        """Return the height of letters and titles over a row."""
        if not any(cell.letter or cell.plot.title for cell in row):
            return self.sheet.letters * 0.4
        return self.title_height(row) * self.small.line + GAP

    def _under(self, row: tuple[Cell, ...]) -> float:
        """Return the height of numbers and names under a row."""
        if not self.sheet.axes or not any(cell.plot.axes for cell in row):
            return EDGE if row is self.board[-1] else BETWEEN
        if not any(cell.bottom for cell in row):
            return BETWEEN / 2
        names = any(cell.plot.names[0] and cell.bottom for cell in row)
        return TICK + GAP + self.small.line + (self.small.line * 1.2 if names else 0.0)

    def _inset(self, cell: Cell) -> float:
        """Return the width of an upright axis; its height is not known yet, so the widest numbers of any count."""
        low, high, log = *cell.plot.bounds[2:], cell.plot.log[1]
        words = {word for most in range(2, MOST_TICKS + 1) for _, word in axis_ticks(low, high, log, most)}
        numbers = max((self.small.width(word) for word in words), default=0.0)
        return TICK + GAP + numbers + (GAP + self.small.line * 1.2 if cell.plot.names[1] else 0.0)


def _fitted(plot: Plot, rect: QRectF) -> QRectF:
    """Return the part of a rectangle that has the shape of a plot with equal units."""
    if not plot.equal:
        return rect
    left, right, bottom, top = plot.bounds
    aspect = (right - left) / (top - bottom)
    width, height = min(rect.width(), rect.height() * aspect), min(rect.height(), rect.width() / aspect)
    return QRectF(rect.x() + (rect.width() - width) / 2, rect.y() + (rect.height() - height) / 2, width, height)
