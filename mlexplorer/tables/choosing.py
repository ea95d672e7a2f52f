"""The columns, rows and sheet of a table that a person names; what is not named is guessed."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from mlexplorer.core.params import nearest
from mlexplorer.core.table import BadTable, Column, Table, finished
from mlexplorer.tables.classes import is_target
from mlexplorer.tables.dates import SINCE
from mlexplorer.tables.importing import THIRDS, ColumnChoice, Imported, brought_in, guess
from mlexplorer.tables.opening import open_table

ColumnName = str | int | None  # counted from 0


@dataclass(frozen=True)
class Wanted:
    """What of a table is wanted: columns by name, a sheet of a workbook, rows such as 1:100; None: a guess will do."""

    x: ColumnName = None
    y: ColumnName = None
    label: ColumnName = None
    sheet: str | None = None
    rows: str | None = None

    def __bool__(self) -> bool:
        return self != Wanted()


def imported(path: Path, wanted: Wanted) -> Imported:
    """Return the points of a table as they are wanted, and what was done on the way; BadTable if there are none."""
    table = finished(open_table(path, wanted.sheet))
    table = table if wanted.rows is None else _rows(table, wanted.rows)
    found = brought_in(table, _choice(table, {"x": wanted.x, "y": wanted.y, "label": wanted.label}))
    return found.of_file(path.name, whole=wanted.rows is None)


def _rows(table: Table, words: str) -> Table:
    """Return some rows, counted from 1 without the names of the columns: 5:20, 5: or :20, both ends included."""
    found = re.fullmatch(r"([0-9]{0,9}):([0-9]{0,9})", words)
    if not found or words == ":":
        raise BadTable(f"Rows are written as 1:100, 5: or :20, not {words!r}.")
    kept = slice(max(int(found[1] or 1), 1) - 1, int(found[2]) if found[2] else None)
    if not len(table.lines[kept]):
        raise BadTable(f"There are no rows {words}: the table has {len(table)}.")
    columns = [_used(Column(column.name, column.numbers[kept], column.words)) for column in table.columns]
    return replace(table, columns=tuple(columns), lines=table.lines[kept])


def _used(column: Column) -> Column:
    """Return a column without the words that none of its rows has any more."""
    if not column.is_text or column.missing.all():
        return column
    codes, places = np.unique(column.numbers[~column.missing].astype(int), return_inverse=True)
    numbers = column.numbers.copy()
    numbers[~column.missing] = places
    return Column(column.name, numbers, tuple(column.words[code] for code in codes.tolist()))


def _choice(table: Table, named: Mapping[str, ColumnName]) -> ColumnChoice:
    """Return the guessed use of the columns with those that were named; none is used twice."""
    found = {part: _column(table, column) for part, column in named.items() if column is not None}
    guessed = guess(table)
    free = [index for index in (guessed.x, guessed.y) if index is not None and index not in found.values()]
    parts: dict[str, Any] = {part: found[part] if part in found else next(iter(free), None) for part in ("x", "y")}
    if "x" not in found and "y" not in found:
        parts["y"] = free[1] if len(free) > 1 else None
    label = found.get("label", None if guessed.label in parts.values() else guessed.label)
    many = label is not None and is_target(table.columns[label])
    return replace(guessed, **parts, label=label, quantiles=THIRDS if many else 0)


def _column(table: Table, name: str | int) -> int:
    if isinstance(name, int) and 0 <= name < len(table.columns):
        return name
    dated = [index for index, known in enumerate(table.names) if known.startswith(f"{name}{SINCE}")]
    if dated and name not in table.names:
        return dated[0]
    if not isinstance(name, str) or name not in table.names:
        raise BadTable(f"There is no column {name!r}{nearest(str(name), table.names)}.")
    return table.names.index(name)
