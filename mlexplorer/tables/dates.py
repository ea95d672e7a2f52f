"""Dates as days: a column of dates becomes one of numbers, counted from its earliest day."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import numpy as np

from mlexplorer.core.table import Column, Reading, Table

ISO = re.compile(r"(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:Z|[+-]00:?00)?)?")
OTHER = re.compile(r"(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?)?")
SECONDS = 86_400.0
SINCE = " (days since "  # stands between the name of a column and its first day


def with_days(reading: Reading) -> Reading:
    """Hand on what a reading yields; in its table dates are days."""
    for part in reading:
        yield _dated(part) if isinstance(part, Table) else part


def _dated(table: Table) -> Table:
    return replace(table, columns=tuple(map(_days, table.columns)))


def told(name: str) -> str:
    """Return the sentence about a column of dates, by its name; "" for any other."""
    column, _, day = name.rpartition(SINCE)
    return f"The dates in {column!r} are read as days since {day.removesuffix(')')}." if column else ""


def _days(column: Column) -> Column:
    """Return a column of dates as numbers; any other column as it is."""
    times = _times(column.words) if column.words else None
    if times is None:
        return column
    first = min(times)
    day = datetime(first.year, first.month, first.day)
    days = np.array([*((time - day).total_seconds() / SECONDS for time in times), np.nan])
    numbers = days[np.where(column.missing, -1, column.numbers).astype(int)]
    return Column(f"{column.name}{SINCE}{day:%Y-%m-%d})", numbers)


def _times(words: Sequence[str]) -> list[datetime] | None:
    """Return the times that words name, all in one way; None if one of them is no date."""
    iso = [ISO.fullmatch(word) for word in words]
    if all(iso):
        return _made([[int(part or 0) for part in found.groups()] for found in iso if found])
    other = [OTHER.fullmatch(word) for word in words]
    if not all(other):
        return None
    parts = [[int(part or 0) for part in found.groups()] for found in other if found]
    american = any(second > 12 for _, second, *_ in parts) and not any(first > 12 for first, *_ in parts)
    order = (2, 0, 1) if american else (2, 1, 0)
    return _made([[*(row[place] for place in order), *row[3:]] for row in parts])


def _made(rows: Sequence[Sequence[int]]) -> list[datetime] | None:
    try:
        return [datetime(*row) for row in rows]  # type: ignore[arg-type] # from year to second
    except ValueError:  # there is no 31 February
        return None
