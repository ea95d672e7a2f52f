"""JSON: a list of records or of rows, one record per line, or an object of columns."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mlexplorer.core.table import BadTable, Content, Format, Reading, Table
from mlexplorer.tables import limits
from mlexplorer.tables.columns import column_of, distinct
from mlexplorer.tables.reading import everything

AT_ONCE = 2000  # records between two signs of progress
BLANKS = re.compile(r"[ \t\r\n]*")
WITHIN = re.compile(r":[ \t\r\n]*\{")  # an object as a value of another: never in a table


@dataclass
class Records:
    """The records so far, as columns: a name that is missing in a record has no value there."""

    columns: dict[str, list[object]] = field(default_factory=dict)
    lines: list[int] = field(default_factory=list)

    def add(self, record: object, line: int) -> None:
        """Append an object, or a list as an object with numbered names."""
        if isinstance(record, list):
            record = {f"Column {index + 1}": value for index, value in enumerate(record)}
        if not isinstance(record, dict):
            raise BadTable(f"Line {line} holds {_kind(record)} where a record of values is expected.")
        if len(record) > limits.MOST_COLUMNS:
            limits.check_rows(1, len(record), line)
        for name, value in record.items():
            if isinstance(value, dict | list):
                raise BadTable(f"Line {line} has {_kind(value)} in the field {name[:40]!r}; a table has plain values.")
            column = self.columns.get(name)
            if column is None:
                column = self.columns[name] = [None] * len(self.lines)
                self.check(line)
            column.append(value)
        self.lines.append(line)
        if len(record) < len(self.columns):
            for name in self.columns.keys() - record.keys():
                self.columns[name].append(None)

    def check(self, line: int) -> None:
        """Refuse more than can be opened; asked now and then, since it takes as long as a record."""
        limits.check_cells(len(self.lines), len(self.columns), line, 0)  # 0: the cells are objects, whatever the size

    def table(self) -> Table:
        """Return the columns as a table."""
        self.check(self.lines[-1] if self.lines else 1)
        names, notes = distinct(list(self.columns))
        found = [column_of(name, cells) for name, cells in zip(names, self.columns.values(), strict=True)]
        return Table(tuple(found), self.lines or None, tuple(notes))  # type: ignore[arg-type] # frozen at once


class JsonRecords(Format):
    """Objects with the same fields, as a list or one per line; also lists of rows, and an object of columns."""

    title = "JSON records"
    suffixes = (".json", ".jsonl", ".ndjson")

    def read(self, content: Content) -> Reading:
        """Yield progress, then the table; values that are objects or lists themselves are refused."""
        text = _text(everything(content))
        yield 0.0
        records = Records()
        try:
            if text[_skip(text, 0) : _skip(text, 0) + 1] == "{" and (columns := _columns(text)) is not None:
                yield _table_of(columns)
                return
            for count, (place, record, line) in enumerate(_each(text)):
                records.add(record, line)
                if count % AT_ONCE == 0:
                    records.check(line)
                    yield place / len(text)
        except RecursionError as problem:
            raise BadTable("Line 1 begins lists within lists without end: this is not a table.") from problem
        yield records.table()


def _text(data: bytes) -> str:
    limits.check_json(len(data))
    try:
        text = data.decode(json.detect_encoding(data)).lstrip("\ufeff")
    except UnicodeError as problem:
        raise BadTable(
            "The file is not text in UTF-8, UTF-16 or UTF-32, so it is not JSON from line 1 on."
        ) from problem
    if not text.strip():
        raise BadTable("The file is empty: it has no line 1.")
    return text


def _each(text: str) -> Iterator[tuple[int, object, int]]:
    """Yield each record of a list, or of a file with one on each line, with the place after it and its line."""
    decoder = _decoder(text)
    place = _skip(text, 0)
    inside = text.startswith("[", place)
    place, line, counted = _skip(text, place + inside), 1, 0
    while place < len(text) and not (inside and text.startswith("]", place)):
        line += text.count("\n", counted, place)
        counted = place
        try:
            record, place = decoder.raw_decode(text, place)
        except ValueError as problem:
            wrong = line + text.count("\n", counted, getattr(problem, "pos", counted))
            raise BadTable(f"Line {wrong} is not valid JSON: {str(problem).partition(':')[0]}.") from problem
        yield place, record, line
        place = _skip(text, place)
        if inside and text.startswith(",", place):
            place = _skip(text, place + 1)
        elif inside and not text.startswith("]", place):
            raise BadTable(f"Line {line} should be followed by a comma or the end of the list.")


def _columns(text: str) -> dict[str, Any] | None:
    """Return an object whose values are lists, or None if the text is something else, such as a record on each line."""
    try:
        whole = _decoder(text).decode(text)
    except ValueError:
        return None
    values = list(whole.values())
    return whole if values and all(isinstance(value, list) for value in values) else None


def _table_of(columns: Mapping[str, Sequence[object]]) -> Table:
    longest = max(map(len, columns.values()))
    limits.check_rows(longest, len(columns), 1)
    names, notes = distinct(list(columns))
    for name, cells in columns.items():
        if any(isinstance(cell, dict | list) for cell in cells):
            raise BadTable(f"The column {name[:40]!r} holds lists or objects; a table has plain values.")
    pairs = zip(names, columns.values(), strict=True)
    return Table(tuple(column_of(name, cells) for name, cells in pairs), None, tuple(notes))  # type: ignore[arg-type] # None: rows are lines


def _skip(text: str, place: int) -> int:
    return BLANKS.match(text, place).end()  # type: ignore[union-attr] # nothing matches too


def _decoder(text: str) -> json.JSONDecoder:
    """Return a decoder that gives up at the first object within another: a large file could be full of them."""
    return json.JSONDecoder(object_pairs_hook=_flat) if WITHIN.search(text) else json.JSONDecoder()


def _flat(pairs: list[tuple[str, object]]) -> dict[str, object]:
    for name, value in pairs:
        if isinstance(value, dict):
            raise ValueError(f"there is an object in the field {name[:40]!r}")
    return dict(pairs)


def _kind(value: object) -> str:
    return {dict: "an object", list: "a list", str: "text", type(None): "null"}.get(type(value), "a single value")
