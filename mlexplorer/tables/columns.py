"""Builds the columns of a table from rows of text or of plain values, block by block."""

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from mlexplorer.core.arrays import Array
from mlexplorer.core.numbers import counted, spoken
from mlexplorer.core.table import BadTable, Column, Table
from mlexplorer.tables import limits

NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?|[+-]?inf(inity)?|nan", re.IGNORECASE | re.ASCII)
GROUPED = {  # thousands with a mark between them, where a comma is the mark of decimals, and where a point is
    True: re.compile(r"[+-]?\d{1,3}(\.\d{3})+(,\d*)?"),
    False: re.compile(r"[+-]?\d{1,3}(,\d{3})+(\.\d*)?"),
}
SPACED = re.compile(r"[+-]?\d{1,3}([ \u00a0\u2009\u202f'’]\d{3})+([.,]\d*)?")  # thousands with a gap between them
GAPS = re.compile(r"[ \u00a0\u2009\u202f'’]")
UNITS = re.compile(r"[€$£]\s*(?=[-+.\d])|(?<=[.\d])\s*[%€$£]$")  # before or behind a number
ABSENT = frozenset(["", "?", "na", "n/a", "#n/a", "nan", "null", "none", "nil", "missing", "-", "--", "."])
UNKNOWN = frozenset(["", "?"])  # the only marks of a missing word: "NA" and "none" may be names
MOSTLY = 0.9  # a column is one of numbers if at least this share of its values is


@dataclass
class Oddity:
    """How often something was put right in a column, and the line of the first time."""

    sentence: str
    line: int
    count: int = 0


@dataclass
class Columns:
    """The columns read so far; `numeric` says which are numbers, `comma` that 1,5 is one and a half."""

    names: Sequence[str]
    numeric: Sequence[bool]
    comma: bool = False
    parts: list[list[Array]] = field(default_factory=list)
    lines: list[npt.NDArray[np.intp]] = field(default_factory=list)
    words: list[dict[str, int]] = field(default_factory=list)
    oddities: dict[str, Oddity] = field(default_factory=dict)
    rows: int = 0

    def __post_init__(self) -> None:
        """Start with no rows."""
        self.parts = [[] for _ in self.names]
        self.words = [{} for _ in self.names]

    def add_numbers(self, block: Array, lines: npt.NDArray[np.intp]) -> None:
        """Append rows that are numbers throughout."""
        self._count(lines)
        for index, part in enumerate(self.parts):
            part.append(self._finite(index, block[:, index], lines))

    def add_rows(self, rows: Sequence[Sequence[str]], lines: Sequence[int]) -> None:
        """Append rows of text, each with the line it came from; rows of another width are refused."""
        if set(map(len, rows)) - {len(self.names)}:
            raise self._ragged(rows, lines)
        places = np.asarray(lines, dtype=np.intp)
        self._count(places)
        for index, cells in enumerate(zip(*rows, strict=True)):
            values = self._numbers(index, cells, places) if self.numeric[index] else self._codes(index, cells, places)
            self.parts[index].append(values)

    def table(self, notes: Sequence[str] = ()) -> Table:
        """Return all rows as a table, with sentences about what was put right."""
        names, doubles = distinct(self.names)
        columns = [
            Column(name, np.concatenate(parts) if parts else np.empty(0), tuple(words))
            for name, given, parts, words in zip(names, self.names, self.parts, self.words, strict=True)
            if given or any(np.isfinite(part).any() for part in parts)  # marks at the ends of lines are no column
        ]
        lines = np.concatenate(self.lines) if self.lines else np.empty(0, np.intp)
        return Table(tuple(columns), lines, (*notes, *doubles, *map(_sentence, self.oddities.values())))

    def _ragged(self, rows: Sequence[Sequence[str]], lines: Sequence[int]) -> BadTable:
        """Return the sentence about the first row of another width."""
        place = next(index for index, row in enumerate(rows) if len(row) != len(self.names))
        fields = counted(len(rows[place]), "field")
        return BadTable(f"Line {lines[place]} has {fields} where {len(self.names)} are expected.")

    def _count(self, lines: npt.NDArray[np.intp]) -> None:
        self.rows += len(lines)
        self.lines.append(lines)
        limits.check_rows(self.rows, len(self.names), int(lines[-1]) if len(lines) else 1)

    def _numbers(self, index: int, cells: Sequence[str], lines: npt.NDArray[np.intp]) -> Array:
        texts = [plain(cell, True) for cell in cells] if self.comma else cells
        try:
            values = np.array([float(text or "nan") for text in texts])
        except ValueError:
            values = np.array([self._number(index, text, line) for text, line in zip(texts, lines, strict=True)])
        return self._finite(index, values, lines)

    def _number(self, index: int, text: str, line: int) -> float:
        try:
            return float(text if self.comma else plain(text, False))
        except ValueError:
            if text.strip().casefold() not in ABSENT:
                self._odd(f"text in the column {self.names[index]!r} of numbers counts as missing", int(line), 1)
            return math.nan

    def _finite(self, index: int, values: Array, lines: npt.NDArray[np.intp]) -> Array:
        endless = np.isinf(values)
        if not endless.any():
            return values
        what = f"an infinite value in the column {self.names[index]!r} counts as missing"
        self._odd(what, int(lines[endless.argmax()]), int(endless.sum()))
        return np.where(endless, np.nan, values)

    def _codes(self, index: int, cells: Sequence[str], lines: npt.NDArray[np.intp]) -> Array:
        known = self.words[index]
        words = {cell: cell.strip() for cell in dict.fromkeys(cells)}  # each different one is looked at once
        codes = {
            cell: math.nan if word in UNKNOWN else known.setdefault(word, len(known)) for cell, word in words.items()
        }
        values = np.array([codes[cell] for cell in cells])
        return self._few(index, values, lines) if len(known) > limits.MOST_WORDS else values

    def _few(self, index: int, values: Array, lines: npt.NDArray[np.intp]) -> Array:
        """Forget the words above the limit: their values are missing."""
        most, words = limits.MOST_WORDS, self.words[index]
        for _ in range(len(words) - most):
            words.popitem()  # the newest
        many = values >= most
        what = f"a word in the column {self.names[index]!r} beyond {most:,} different ones counts as missing"
        self._odd(what, int(lines[many.argmax()]), int(many.sum()))
        return np.where(many, np.nan, values)

    def _odd(self, sentence: str, line: int, count: int) -> None:
        self.oddities.setdefault(sentence, Oddity(sentence, line)).count += count


def column_of(name: str, cells: Sequence[object]) -> Column:
    """Return a column of plain values: numbers if most are, else words; None, NaN and endless ones are missing."""
    always_words = name.casefold() == "class"
    if set(map(type, cells)) <= {int, float} and not always_words:
        return Column(name, np.array([_value(cell) for cell in cells]))
    counts = Counter(cells)  # each different value is looked at once
    present = {cell: count for cell, count in counts.items() if not _absent(cell)}
    plain = sum(count for cell, count in present.items() if isinstance(cell, int | float) or is_number(str(cell)))
    if plain >= MOSTLY * sum(present.values()) and not (always_words and present):
        values = {cell: _value(cell) for cell in counts}
        return Column(name, np.array([values[cell] for cell in cells]))
    known: dict[str, int] = {}
    codes = {cell: math.nan if _absent(cell) else known.setdefault(_word(cell), len(known)) for cell in counts}
    return Column(name, np.array([codes[cell] for cell in cells]), tuple(known))


def is_number(text: str, comma: bool = False) -> bool:
    """Tell whether text spells a number."""
    return NUMBER.fullmatch(plain(text, comma)) is not None


def plain(text: str, comma: bool) -> str:
    """Return a number as Python writes it: no marks between thousands, no % or $, a point before its decimals."""
    text, mark = bare(text), "." if comma else ","
    if mark in text and GROUPED[comma].fullmatch(text):
        text = text.replace(mark, "")
    return text.replace(",", ".") if comma else text


def bare(text: str) -> str:
    """Return a number without gaps between its thousands and without the sign of a unit; other text without ends."""
    text = UNITS.sub("", text.strip())
    return GAPS.sub("", text) if SPACED.fullmatch(text) else text


def distinct(names: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the names made different, with a sentence for each that occurs twice."""
    found: dict[str, None] = {}
    notes = []
    numbers: Counter[str] = Counter()
    for index, given in enumerate(names):
        name = base = " ".join(spoken(given).split()) or f"Column {index + 1}"
        while name in found:
            numbers[base] += 1
            name = f"{base} ({numbers[base] + 1})"
        if name != base:
            notes.append(f"Line 1 names two columns {base!r}: the second is called {name!r}.")
        found[name] = None
    return list(found), notes


def _absent(cell: object) -> bool:
    return cell is None or (isinstance(cell, str) and cell.strip() in UNKNOWN) or cell != cell  # noqa: PLR0124  NaN differs from itself


def _word(cell: object) -> str:
    return str(cell).strip() if not isinstance(cell, float) or not cell.is_integer() else str(int(cell))


def _value(cell: object) -> float:
    try:
        value = float(cell)  # type: ignore[arg-type] # whatever is no number is missing
    except (TypeError, ValueError, OverflowError):
        return math.nan
    return value if math.isfinite(value) else math.nan


def _sentence(oddity: Oddity) -> str:
    more = f" (and {oddity.count - 1:,} more)" if oddity.count > 1 else ""
    return f"Line {oddity.line}{more}: {oddity.sentence}."
