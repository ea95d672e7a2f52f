"""The table of truth and prediction as a picture: cells whose squares have areas as their counts, or one whole square.

In the whole square each class is as wide as its share and is cut by what is said of it: areas are probabilities.
"""

from dataclasses import dataclass

import numpy as np

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.capabilities import Bounds
from mlexplorer.core.data import UNLABELLED
from mlexplorer.core.numbers import shortened
from mlexplorer.judging.confusion import share
from mlexplorer.marks.clipping import outline
from mlexplorer.marks.marks import Fill, Layer, Line, Mark, Points, Text
from mlexplorer.marks.plot import Plot

WIDE, NARROW, DOUBT = 2.75, 1.6, 0.95  # widths of a cell with words, of one without, and of doubt beside words
LABELS, HEAD = 1.6, 0.5  # width of the names, height of the head, in cells
SIDE, MIDDLE, GAP = 0.64, 0.4, 0.08  # the side of the largest square, how far from the left its middle is, what follows
INSET, PALE, LIT = 0.04, 0.25, 0.14
LONGEST, MOST_NAMED = 11, 3  # letters of a name; classes up to which columns have one
NAMED_CELL, BARE_CELL = 0.5, 0.3  # of a usual chart's height: cells with names, and with nothing but numbers
OF_TWO = (("right", "false alarms"), ("missed", "found"))
SHOWN = "judge table"  # the option that says which of these is shown
COUNTS, SHARES, SQUARE = "counts", "rows", "square"
LEAST_WIDTH, LEAST_HEIGHT = 0.3, 0.12  # of a part of the whole square that has room for its number
LINE = 18  # design pixels of a line of words above the square


@dataclass(frozen=True, eq=False)
class CountTable:
    """Counts of pairs: a row for each class, a column for each class or cluster that is said; −1: none is."""

    counts: Labels
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    row_names: tuple[str, ...]
    column_names: tuple[str, ...]
    judges: bool = True  # the same classes both ways, so that pairs are right or wrong

    @property
    def has_names(self) -> bool:
        """Whether there is room for the names of the columns; else their markers must do."""
        return len(self.rows) <= MOST_NAMED

    @property
    def margin(self) -> float:
        """The room for the names of the rows, which need more where cells are small."""
        return LABELS if self.has_names else 2 * LABELS

    @property
    def edges(self) -> Array:
        """Where each column begins, and where the last one ends; cells with words in them are wider."""
        narrow = DOUBT if self.word(0, 0) else NARROW
        widths = [WIDE if self.word(0, column) else narrow for column in range(len(self.columns))]
        return np.concatenate([[0.0], np.cumsum(widths)])

    def is_bare(self, column: int) -> bool:
        """Return whether the cells of a column have room for a number alone."""
        return bool(self.word(0, 0)) and not self.word(0, column)

    def is_right(self, row: int, column: int) -> bool:
        """Return whether a cell is one that a perfect method fills; all are if clusters are told apart."""
        return not self.judges or self.rows[row] == self.columns[column]

    def word(self, row: int, column: int) -> str:
        """Return what the points of a cell are called; only two classes have words for it."""
        return OF_TWO[row][column] if self.judges and len(self.rows) == 2 and column < 2 else ""


def table_plot(table: CountTable, shares: bool, lit: tuple[int, int] | None, title: str, now: str) -> Plot:
    """Return the table as cells; with shares each number is the part of its row."""
    parts = share(table.counts, table.counts.sum(axis=1, keepdims=True))
    marks: list[Mark] = [*_heads(table)]
    most = max(int(table.counts.max(initial=0)), 1)
    for row, truth in enumerate(table.rows):
        for column, said in enumerate(table.columns):
            count = int(table.counts[row, column])
            words = percent(float(parts[row, column])) if shares else f"{count:,}"
            marks += _cell(table, (row, column), (count / most) ** 0.5, words, (truth, said) == lit)
    cell = NAMED_CELL if table.has_names else BARE_CELL
    return Plot(
        (Layer("table", tuple(marks)),),
        table_bounds(table),
        title=title,
        now=now,
        height=1.2 + 0.3 * len(table.rows),
        least=cell * (len(table.rows) + 1),
        equal=True,
        axes=False,
    )


def table_bounds(table: CountTable) -> Bounds:
    """Return the rectangle of names and cells; the first row of cells begins at 0 and goes down."""
    return (-table.margin, float(table.edges[-1]), -float(len(table.rows)), HEAD)


def cell_at(table: CountTable, x: float, y: float) -> tuple[int, int] | None:
    """Return the labels of the cell at a place, if one is there."""
    row, column = int(np.floor(-y)), int(np.searchsorted(table.edges, x, side="right")) - 1
    inside = 0 <= row < len(table.rows) and 0 <= column < len(table.columns)
    return (table.rows[row], table.columns[column]) if inside else None


def square_plot(table: CountTable, lit: tuple[int, int] | None, title: str, now: str) -> Plot:
    """Return the whole square: as wide as classes are frequent, as high as each thing is said of them."""
    marks: list[Mark] = []
    for row, column, box in _parts(table):
        truth, said = table.rows[row], table.columns[column]
        right = table.is_right(row, column)
        marks.append(Fill((outline(box),), f"class {truth}", 1.0 if right else PALE))
        marks.append(
            Line(outline(box), "box" if (truth, said) == lit else "axis", width=2.0 if (truth, said) == lit else 1.0)
        )
        marks.append(_label(box, f"{int(table.counts[row, column]):,} {table.word(row, column)}".strip(), right))
    above, below = (any(_is_flat(box, end) for _, _, box in _parts(table)) for end in (1.0, 0.0))
    marks += [
        Text(np.array([(left + right) / 2, 1.0]), name, anchor=(0.5, 0.0), offset=(0.0, 5.0 + LINE * above))
        for name, left, right in _columns(table)
    ]
    return Plot(
        (Layer("square", tuple(marks)),),
        (-0.05, 1.35, -0.15 if below else -0.03, 1.32 if above else 1.2),
        title=title,
        now=now,
        height=2.2,
        least=1.3,
        equal=True,
        axes=False,
    )


def part_at(table: CountTable, x: float, y: float) -> tuple[int, int] | None:
    """Return the labels of the part of the whole square at a place, if one is there."""
    for row, column, (left, right, bottom, top) in _parts(table):
        if left <= x <= right and bottom <= y <= top:
            return table.rows[row], table.columns[column]
    return None


def percent(value: float) -> str:
    """Return a share as people read it; a share of nothing is –."""
    if np.isnan(value):
        return "–"
    return f"{100 * value:.0f} %" if abs(100 * value - round(100 * value)) < 0.05 else f"{100 * value:.1f} %"


def _label(box: Bounds, words: str, right: bool) -> Text:
    """Return the number of a part of the square: in it, or beside the square where it is too small at the rim."""
    left, end, bottom, top = box
    middle = np.array([(left + end) / 2, (bottom + top) / 2])
    if _is_narrow(box):
        return Text(np.array([end, middle[1]]), words, anchor=(0.0, 0.5), offset=(8.0, 0.0))
    for edge, way in ((1.0, 1.0), (0.0, -1.0)):
        if _is_flat(box, edge):
            return Text(np.array([middle[0], edge]), words, anchor=(0.5, 0.5 - 0.5 * way), offset=(0.0, 3.0 * way))
    return Text(middle, words, plate=right)


def _is_narrow(box: Bounds) -> bool:
    """Return whether a part is too narrow for its number and lies at the right edge."""
    return box[1] - box[0] < LEAST_WIDTH and box[1] > 1 - LEAST_WIDTH / 2


def _is_flat(box: Bounds, edge: float) -> bool:
    """Return whether a part is too low for its number and lies at the upper edge, 1, or the lower, 0."""
    return not _is_narrow(box) and box[3] - box[2] < LEAST_HEIGHT and edge in (box[2], box[3])


def _columns(table: CountTable) -> list[tuple[str, float, float]]:
    """Return the name of each class with points, and from where to where it reaches."""
    ends = np.concatenate([[0], table.counts.sum(axis=1).cumsum()]) / max(int(table.counts.sum()), 1)
    found = zip(table.row_names, ends[:-1].tolist(), ends[1:].tolist(), strict=True)
    return [(name, left, right) for name, left, right in found if right > left]


def _parts(table: CountTable) -> list[tuple[int, int, Bounds]]:
    """Return row, column and rectangle of each cell with points; what is said first lies at the bottom."""
    sizes = table.counts.sum(axis=1)
    across = np.concatenate([[0], sizes.cumsum()]) / max(int(sizes.sum()), 1)
    found = []
    for row in np.flatnonzero(sizes).tolist():
        up = np.concatenate([[0], table.counts[row].cumsum()]) / sizes[row]
        for column in np.flatnonzero(table.counts[row]).tolist():
            box = (float(across[row]), float(across[row + 1]), float(up[column]), float(up[column + 1]))
            found.append((row, column, box))
    return found


def _heads(table: CountTable) -> list[Mark]:
    """Return the names of rows and columns with the markers of their classes."""
    marks: list[Mark] = []
    for column, (label, name) in enumerate(zip(table.columns, table.column_names, strict=True)):
        words = shortened(name, LONGEST) if table.has_names else "" if label != UNLABELLED else "?"
        if table.is_bare(column):  # longer than its cells are wide: it ends where they do
            marks.append(Text(np.array([table.edges[column + 1] - INSET, 0.22]), words, anchor=(1.0, 0.5)))
            continue
        marks += _name(np.array([table.edges[column] + 0.12, 0.22]), label, words)
    for row, (label, name) in enumerate(zip(table.rows, table.row_names, strict=True)):
        marks += _name(np.array([0.12 - table.margin, -row - 0.5]), label, shortened(name, LONGEST))
    return marks


def _name(place: Array, label: int, name: str) -> list[Mark]:
    said: list[Mark] = [Text(place, name, anchor=(0.0, 0.5), offset=(0.0 if label == UNLABELLED else 11.0, 0.0))]
    return (said if name else []) + ([] if label == UNLABELLED else [Points(place[None], f"class {label}", label)])


def _cell(table: CountTable, at: tuple[int, int], side: float, words: str, is_lit: bool) -> list[Mark]:
    """Return a cell: its rim, its square, its number and what that counts."""
    row, column = at
    left, right_edge, top = float(table.edges[column]), float(table.edges[column + 1]), -float(row)
    rim = outline((left + INSET, right_edge - INSET, top - 1 + INSET, top - INSET))
    marks: list[Mark] = [Fill((rim,), "path", LIT)] if is_lit else []
    marks.append(Line(rim, "box" if is_lit else "axis"))
    if table.is_bare(column):
        return [*marks, Text(np.array([(left + right_edge) / 2, top - 0.5]), words)]
    half, x, y = SIDE * side / 2, left + MIDDLE, top - 0.5
    if half:
        square, right = outline((x - half, x + half, y - half, y + half)), table.is_right(row, column)
        marks.append(Fill((square,), f"class {table.rows[row]}", 1.0 if right else PALE))
        marks += [] if right else [Line(square, f"term {table.rows[row]}")]
    word, start = table.word(row, column), left + MIDDLE + SIDE / 2 + GAP
    marks.append(Text(np.array([start, y + (0.13 if word else 0.0)]), words, anchor=(0.0, 0.5)))
    marks += [Text(np.array([start, y - 0.19]), word, "muted", anchor=(0.0, 0.5))] if word else []
    return marks
