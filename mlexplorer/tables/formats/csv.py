"""Text tables parted by commas, semicolons, tabs, bars or spaces."""

import csv
import io
from collections.abc import Iterator

import numpy as np

from mlexplorer.core.data import UNLABELLED, Dataset
from mlexplorer.core.table import BadTable, CanWrite, Content, Format, Reading
from mlexplorer.tables import limits
from mlexplorer.tables.columns import Columns
from mlexplorer.tables.layout import SPACE, Layout, data_places, detect, is_data, split
from mlexplorer.tables.reading import Block, blocks

CLASS, LABEL, HELD = "class", "label", "held out"


class Csv(Format, CanWrite):
    """Rows of text, separated by commas, semicolons, tabs, bars or spaces, with or without a header."""

    title = "Text table"
    suffixes = (".csv", ".tsv", ".tab", ".txt", ".dat", ".data")

    def read(self, content: Content) -> Reading:
        """Yield progress, then the table; what parts the fields and what a number looks like is found out."""
        layout: Layout | None = None
        columns, quick = Columns([], []), True
        for block in _closed(blocks(content)):
            yield block.done
            lines = block.lines
            if layout is None and any(map(is_data, lines)):
                layout = detect(lines)
                limits.check_rows(1, len(layout.names), block.first)
                columns = Columns(layout.names, layout.numeric, layout.comma)
                lines = _without_header(lines, layout)
                quick = all(layout.numeric)
            if layout is not None:
                quick = quick and _add_quickly(columns, layout, lines, block.first)
                if not quick:
                    _add(columns, layout, lines, block.first)
        if layout is None:
            raise BadTable("There is no line of data in the file: all lines are blank or comments.")
        yield columns.table()

    def write(self, data: Dataset) -> bytes:
        """Return the points with all digits, their class by name and number, and which are held out."""
        held = bool(data.held_out.any())
        text = io.StringIO(newline="")
        writer = csv.writer(text, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
        writer.writerow([*data.names, CLASS, LABEL, *([HELD] if held else [])])
        names = {label: data.class_names[label] for label in data.classes.tolist()} | {UNLABELLED: ""}
        rows = zip(data.points.tolist(), data.labels.tolist(), data.held_out.tolist(), strict=True)
        writer.writerows([*point, names[label], label, *([int(out)] if held else [])] for point, label, out in rows)
        return text.getvalue().encode("utf-8")


def _closed(parts: Iterator[Block]) -> Iterator[Block]:
    """Yield the blocks joined so that no quoted field runs from one into the next."""
    lines: list[str] = []
    first = 1
    for block in parts:
        first = block.first if not lines else first
        lines += block.lines
        text = "".join(lines)
        if text.count('"') % 2 and len(text) < 2 * limits.LONGEST_LINE:
            yield Block([], first, block.done)
            continue
        yield Block(lines, first, block.done)
        lines = []
    yield Block(lines, first, 1.0)


def _without_header(lines: list[str], layout: Layout) -> list[str]:
    """Return the lines with the header made a blank line, so that the others keep their numbers."""
    if not layout.header:
        return lines
    place = next(index for index, line in enumerate(lines) if is_data(line))
    reader = csv.reader(lines[place:], delimiter=layout.delimiter, skipinitialspace=True)
    next(reader)  # layout has read it before, so it can be read
    return [*lines[:place], *["\n"] * reader.line_num, *lines[place + reader.line_num :]]


def _add_quickly(columns: Columns, layout: Layout, lines: list[str], first: int) -> bool:
    """Append lines that hold nothing but numbers with NumPy's own reader; False if they hold anything else."""
    kept = data_places(lines)
    if not kept:
        return True
    texts = [lines[index] for index in kept]
    if layout.comma:
        texts = [text.replace(",", ".") for text in texts]
    try:
        delimiter = None if layout.delimiter == SPACE else layout.delimiter
        block = np.loadtxt(texts, delimiter=delimiter, comments=None, ndmin=2)
    except ValueError:
        return False
    if block.shape != (len(kept), len(layout.names)):
        return False
    columns.add_numbers(block, np.array(kept) + first)
    return True


def _add(columns: Columns, layout: Layout, lines: list[str], first: int) -> None:
    """Append lines of any kind; each row is known by the line it begins on."""
    kept = data_places(lines)
    numbers = [first + index for index in kept]
    rows = split([lines[index] for index in kept], layout.delimiter)
    if len(rows) != len(numbers):
        rows, numbers = _over_several_lines(lines, layout, first)
    if rows:
        columns.add_rows(rows, numbers)


def _over_several_lines(lines: list[str], layout: Layout, first: int) -> tuple[list[list[str]], list[int]]:
    """Return rows of which some have a quoted field with an end of line in it."""
    reader = csv.reader(lines, delimiter=layout.delimiter, skipinitialspace=True)
    rows, numbers, line = [], [], first
    try:
        for row in reader:
            if row and is_data(lines[line - first]):
                rows.append(row)
                numbers.append(line)
            line = first + reader.line_num
    except csv.Error as problem:
        raise BadTable(f"Line {line} cannot be parted into fields: {problem}.") from problem
    return rows, numbers
