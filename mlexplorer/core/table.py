"""A table of named columns, and the contract of the file formats that hold one."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import ClassVar, TypeAlias

import numpy as np

from mlexplorer.core.arrays import Array, Labels, Mask, frozen
from mlexplorer.core.data import Dataset
from mlexplorer.core.numbers import spoken


class BadTable(ValueError):
    """A file or choice of columns that cannot become points; the message is one sentence that names the line."""


@dataclass(frozen=True, eq=False)
class Column:
    """Numbers, or text as indices into its words; NaN where a value is missing."""

    name: str
    numbers: Array
    words: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Make the numbers read-only and the words such as can be shown."""
        object.__setattr__(self, "numbers", frozen(self.numbers))
        object.__setattr__(self, "words", tuple(map(spoken, self.words)))

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def is_text(self) -> bool:
        """Whether the column holds words instead of numbers."""
        return bool(self.words)

    @cached_property
    def missing(self) -> Mask:
        """Where the column has no value."""
        return np.isnan(self.numbers)

    def text(self, row: int) -> str:
        """Return what a preview shows in a row; nothing where the value is missing."""
        value = float(self.numbers[row])
        if np.isnan(value):
            return ""
        return self.words[int(value)] if self.words else spelt(value)


@dataclass(frozen=True, eq=False)
class Table:
    """Columns of equal length, the line of the file each row came from, and sentences about what was read."""

    columns: tuple[Column, ...]
    lines: Labels = field(default=None)  # type: ignore[arg-type] # None: rows count as lines
    notes: tuple[str, ...] = ()
    sheets: tuple[str, ...] = ()  # of the workbook it comes from
    sheet: str = ""  # of those the one that was read

    def __post_init__(self) -> None:
        """Refuse a table without rows or with columns of different lengths."""
        lengths = {len(column) for column in self.columns}
        if not lengths or lengths == {0}:
            raise BadTable("The file holds no rows of data.")
        if len(lengths) > 1:
            raise BadTable("The columns of the file have different lengths.")
        lines = np.arange(1, len(self) + 1) if self.lines is None else self.lines
        object.__setattr__(self, "lines", frozen(lines, np.intp))

    def __len__(self) -> int:
        return len(self.columns[0])

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns, all different."""
        return tuple(column.name for column in self.columns)

    def preview(self, rows: int) -> list[list[str]]:
        """Return the first rows as text."""
        return [[column.text(row) for column in self.columns] for row in range(min(rows, len(self)))]


Content: TypeAlias = Path | bytes
Reading: TypeAlias = Iterator[float | Table]


class Format(ABC):
    """A file format: reads a table bit by bit, so that it can run in the background and be given up."""

    title: ClassVar[str] = ""
    suffixes: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def read(self, content: Content) -> Reading:
        """Yield the share that is done, often, and at last the table; raise BadTable for anything that is not one."""


class HasSheets(ABC):
    """A format whose files hold several tables under names."""

    @abstractmethod
    def read_sheet(self, content: Content, sheet: str) -> Reading:
        """Read as Format.read does, the sheet of a name; BadTable, with the names there are, if it has none."""


class CanWrite(ABC):
    """A format that can also write points."""

    @abstractmethod
    def write(self, data: Dataset) -> bytes:
        """Return the whole file."""


def finished(reading: Reading) -> Table:
    """Return the table at the end of a reading, without showing progress."""
    last: float | Table = 0.0
    for last in reading:  # noqa: B007  only the last is wanted
        pass
    assert isinstance(last, Table), "a reading ends with its table"
    return last


def spelt(value: float) -> str:
    """Return a number as short as a person would write it, without losing digits."""
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
