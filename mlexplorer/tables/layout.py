"""Finds out how a text table is laid out: what parts its fields, its decimal mark, header and columns of numbers."""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mlexplorer.core.table import BadTable
from mlexplorer.tables.columns import ABSENT, MOSTLY, UNKNOWN, bare, is_number

SPACE = " "  # stands for any run of spaces and tabs
DELIMITERS = ("\t", ";", "|", ",", SPACE)
MARKS = ("\t", ";", "|")  # never a part of a number
SAMPLE = 1000
COMMENT = "#"
ALWAYS_WORDS = ("class",)
COMMA = re.compile(r"[+-]?\d*,\d+([eE][+-]?\d+)?")
BOTH_MARKS = {True: re.compile(r"[+-]?\d{1,3}(\.\d{3})+,\d+"), False: re.compile(r"[+-]?\d{1,3}(,\d{3})+\.\d+")}
POINT = re.compile(r"[+-]?\d*\.\d+([eE][+-]?\d+)?")


@dataclass(frozen=True)
class Layout:
    """What parts the fields, whether 1,5 is a number, the names, which columns are numbers, if a line names them."""

    delimiter: str
    comma: bool
    names: tuple[str, ...]
    numeric: tuple[bool, ...]
    header: bool


def split(lines: Sequence[str], delimiter: str) -> list[list[str]]:
    """Return the fields of lines; a quoted field may run over several lines, so there may be fewer rows."""
    quoted = '"' in "".join(lines)
    if delimiter == SPACE:
        if not quoted:
            return [line.split() for line in lines]
        lines = [re.sub(r"[ \t]+", SPACE, line.strip()) for line in lines]
    try:
        return list(csv.reader(lines, delimiter=delimiter, skipinitialspace=True))
    except csv.Error as problem:
        raise BadTable(f"A field is longer than can be read: {problem}.") from problem


def is_data(line: str) -> bool:
    """Tell whether a line is neither blank nor a comment."""
    bare = line.strip()
    return bool(bare) and not bare.startswith(COMMENT)


def data_places(lines: Sequence[str]) -> Sequence[int]:
    """Return which lines are neither blank nor comments."""
    if COMMENT not in "".join(lines) and all(map(str.strip, lines)):
        return range(len(lines))  # most blocks of a large file
    return [index for index, line in enumerate(lines) if is_data(line)]


def detect(lines: Iterable[str]) -> Layout:
    """Return the layout of a table from its first lines."""
    given = list(lines)
    sample = [line for line in given if is_data(line)][:SAMPLE]
    if not sample:
        raise BadTable("There is no line of data in the file: all lines are blank or comments.")
    delimiter = _delimiter(sample)
    rows = [row for row in split(sample, delimiter) if row]
    width = Counter(map(len, rows)).most_common(1)[0][0]
    even = [[cell.strip() for cell in row] for row in rows if len(row) == width]
    comma = _has_decimal_comma(even)
    names, body = _named(rows[0], even, comma)
    header = bool(names)
    names = names or _commented_names(given, delimiter, width)
    numeric = tuple(_is_numeric(name, [row[index] for row in body], comma) for index, name in enumerate(names))
    return Layout(delimiter, comma, tuple(names), numeric, header)


def _delimiter(sample: Sequence[str]) -> str:
    """Return what parts the lines into most equal numbers of fields, the more of them numbers the better."""
    best, reached, certain = "\t", 0.0, False
    for delimiter in DELIMITERS:
        rows = [row for row in split(sample[:100], delimiter) if row]
        width, votes = Counter(map(len, rows)).most_common(1)[0]
        if width == 1 or (delimiter == SPACE and certain and (best in MARKS or votes < len(rows))):
            continue  # words and numbers may have spaces in them where another mark parts every line
        cells = [cell.strip() for row in rows if len(row) == width for cell in row]
        plain = sum(is_number(cell, comma=delimiter != ",") or cell.casefold() in ABSENT for cell in cells)
        score = votes / len(rows) + plain / len(cells) / 2
        if score > reached + 1e-9:
            best, reached, certain = delimiter, score, votes == len(rows)
    return best


def _has_decimal_comma(rows: Sequence[Sequence[str]]) -> bool:
    cells = [bare(cell) for row in rows for cell in row]
    if any(BOTH_MARKS[comma].fullmatch(cell) for comma in (True, False) for cell in cells):
        return any(BOTH_MARKS[True].fullmatch(cell) for cell in cells)
    return any(COMMA.fullmatch(cell) for cell in cells) and not any(POINT.fullmatch(cell) for cell in cells)


def _named(first: Sequence[str], even: list[list[str]], comma: bool) -> tuple[list[str], list[list[str]]]:
    """Return the names in the first row and the rows after it; no names if the first row is data."""
    more = len(even[0]) - len(first)
    if more > 0 and not any(cell for row in even for cell in row[-more:]):
        return [*first, *[""] * more], even  # lines that end with marks name no columns more
    if len(first) == len(even[0]) - 1 and not any(is_number(cell.strip(), comma) for cell in first):
        return ["", *first], even  # as R writes a table: the column of row names has no name
    if len(first) == len(even[0]) and _is_header(even, comma):
        return even[0], even[1:]
    return [], even


def _is_header(rows: Sequence[Sequence[str]], comma: bool) -> bool:
    """Tell whether the first row names the columns: words, one of them above numbers, or no numbers anywhere."""
    first, rest = rows[0], rows[1:]
    if rest and any(cell.casefold() in ALWAYS_WORDS for cell in first):
        return True  # whatever the axes are called
    if not rest or any(is_number(cell, comma) for cell in first) or not any(first):
        return False
    columns = [[row[index] for row in rest] for index in range(len(first))]
    numeric = [_is_numeric("", cells, comma) for cells in columns]
    above = [cell.casefold() not in ABSENT for cell, number in zip(first, numeric, strict=True) if number]
    return any(above) or not any(numeric)


def _is_numeric(name: str, cells: Sequence[str], comma: bool) -> bool:
    if name.casefold() in ALWAYS_WORDS:
        return UNKNOWN.issuperset(cells)
    present = [cell for cell in cells if cell.casefold() not in ABSENT]
    plain = sum(is_number(cell, comma) for cell in present)
    return plain == len(present) or (plain >= MOSTLY * len(present) and len(present) >= 10)


def _commented_names(lines: Sequence[str], delimiter: str, width: int) -> list[str]:
    """Return the names in the last comment before the data, as numpy.savetxt writes them, else numbered ones."""
    above: list[str] = []
    for line in lines:
        if is_data(line):
            break
        above = split([line.strip().lstrip(COMMENT).strip()], delimiter)[0] if line.strip() else above
    return above if len(above) == width else [f"Column {index + 1}" for index in range(width)]
