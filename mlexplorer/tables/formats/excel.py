"""Spreadsheets of Excel and LibreOffice, through the optional extra `excel`."""

import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any
from xml.parsers.expat import ExpatError, ParserCreate

import numpy as np

from mlexplorer.core.table import BadTable, Content, Format, Reading, Table
from mlexplorer.tables import limits
from mlexplorer.tables.columns import column_of, distinct, is_number
from mlexplorer.tables.reading import everything

CELL = re.compile(r"([A-Z]{0,3})([0-9]{1,7})")
AT_ONCE = 5000
PIECE = 2**16
MOST_CELLS = 5_000_000  # each is a whole object on the way
BROKEN = (OSError, RuntimeError, EOFError, ValueError, KeyError)
OLD = b"\xd0\xcf\x11\xe0"
DAMAGED = "The file is not a spreadsheet, or it is damaged or locked."


class Excel(Format):
    """The first sheet with anything on it; its first row names the columns if it holds words only."""

    title = "Spreadsheet"
    suffixes = (".xlsx", ".xlsm", ".ods", ".xls")

    def read(self, content: Content) -> Reading:
        """Yield progress, then the table."""
        calamine = _calamine()
        data = everything(content)
        yield 0.0
        for _ in _checked(data):
            yield 0.1
        rows: dict[int, list[object]] = {}
        try:
            sheet = _sheet(calamine, data)
            for line, row in enumerate(sheet.iter_rows(), 1):
                if any(cell != "" for cell in row):
                    rows[line] = row
                if line % AT_ONCE == 0:
                    yield min(1.0, line / (1 + sheet.end[0]))
        except BadTable:
            raise
        except BaseException as problem:
            if isinstance(problem, Exception) or type(problem).__name__ == "PanicException":  # a panic of the reader
                raise BadTable(DAMAGED) from problem
            raise
        yield _table(rows)


def _calamine() -> ModuleType:
    try:
        import python_calamine  # optional, and start-up time
    except ImportError as problem:
        sentence = 'Spreadsheets need the extra "excel": pip install "mlexplorer[excel]", or save the sheet as CSV.'
        raise BadTable(sentence) from problem
    return python_calamine


def _checked(data: bytes) -> Iterator[float]:
    """Go through a packed sheet: broken text or cells far apart would keep the reader busy for ever, or end it.

    Files of before 2007 cannot be checked like this, and damaged ones can end the program: they are not opened.
    """
    if data.startswith(OLD):
        raise BadTable("This is an old .xls or a locked spreadsheet: save it as .xlsx, .ods or CSV without a password.")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if not {"xl/workbook.xml", "content.xml"} & set(archive.namelist()):
                raise BadTable(DAMAGED)
            limits.check_bytes(sum(member.file_size for member in archive.infolist()), "What is packed in the file")
            for member in archive.infolist():
                if member.filename.lower().endswith((".xml", ".rels")):
                    yield from _parsed(archive, member)
    except BadTable:
        raise
    except (*BROKEN, zipfile.BadZipFile, zlib.error, ExpatError) as problem:
        raise BadTable(DAMAGED) from problem


def _parsed(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Iterator[float]:
    extent, parser = Extent(), ParserCreate()
    parser.StartElementHandler = extent.begin
    with archive.open(member) as sheet:
        while piece := sheet.read(PIECE):
            parser.Parse(piece)
            _check(extent.height, extent.width)
            yield 0.1
    parser.Parse(b"", True)


@dataclass
class Extent:
    """How far the cells of a sheet reach that hold anything; a LibreOffice row or cell may stand for many."""

    height: int = 0
    width: int = 0
    row: int = 0
    column: int = 0

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        """Take in the start of an element, whatever prefix its name has."""
        given = {key.rpartition(":")[2]: value for key, value in attributes.items()}
        match name.rpartition(":")[2]:
            case "c" | "row" if "r" in given:
                self._reach(*_place(given["r"]))
            case "table":
                self.row = 0
            case "table-row":
                self.row += _whole(given.get("number-rows-repeated", "1"))
                self.column = 0
            case "table-cell" | "covered-table-cell":
                self.column += _whole(given.get("number-columns-repeated", "1"))
                if "value-type" in given:
                    self._reach(self.row, self.column)
            case "Relationship" if given.get("Type", "").endswith("/worksheet"):
                if not given.get("Target", "").lower().endswith(".xml"):
                    raise BadTable(DAMAGED)

    def _reach(self, row: int, column: int) -> None:
        self.height, self.width = max(self.height, row), max(self.width, column)


def _check(height: int, width: int) -> None:
    limits.check_rows(height, width, height)
    if height * width > MOST_CELLS:
        raise BadTable(
            f"The sheet has {height * width:,} cells up to line {height}; at most {MOST_CELLS:,} can be opened."
        )


def _place(reference: str) -> tuple[int, int]:
    """Return row and column of a cell, or of a row alone; what is neither would lead the reader astray."""
    found = CELL.fullmatch(reference)
    if found is None:
        raise BadTable(DAMAGED)
    return int(found[2]), _number(found[1])


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise BadTable(DAMAGED)
    return int(text)


def _number(letters: str) -> int:
    """Return the number of a column from its letters: A is 1, AA is 27."""
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - 64
    return number


def _sheet(calamine: ModuleType, data: bytes) -> Any:
    """Return the first sheet that is not empty."""
    book = calamine.CalamineWorkbook.from_filelike(io.BytesIO(data))
    for index in range(len(book.sheet_names)):
        sheet = book.get_sheet_by_index(index)
        if sheet.height:
            _check(sheet.height, sheet.width)
            return sheet
    raise BadTable("The spreadsheet is empty: it has no row 1.")


def _table(rows: Mapping[int, Sequence[object]]) -> Table:
    """Return the rows as a table, each known by its line; the first names the columns if it holds words only."""
    lines, cells = list(rows), list(rows.values())
    header = len(rows) > 1 and all(isinstance(cell, str) and not is_number(cell) for cell in cells[0])
    names, notes = distinct([str(cell) if header else "" for cell in cells[0]])
    columns = [column_of(name, part) for name, part in zip(names, zip(*cells[header:], strict=True), strict=True)]
    return Table(tuple(columns), np.array(lines[header:]), tuple(notes))
