"""Spreadsheets of Excel and LibreOffice, through the optional extra `excel`."""

import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import ModuleType
from typing import Any
from xml.parsers.expat import ExpatError, ParserCreate, XMLParserType

import numpy as np

from mlexplorer.core.params import nearest
from mlexplorer.core.table import BadTable, Content, Format, HasSheets, Reading, Table
from mlexplorer.tables import limits
from mlexplorer.tables.columns import column_of, distinct, is_number
from mlexplorer.tables.reading import everything
from mlexplorer.tables.unpacking import pieces, unpacked

REFERENCES = re.compile(r"(?:[A-Z]{0,3}[0-9]{1,7} )*+")
LETTERS, DIGITS = re.compile(r"[A-Z]+"), re.compile(r"[0-9]+")
AT_ONCE = 5000
CELLS = frozenset(("c", "row"))  # most elements of a sheet, so they are looked at first
WATCHED = frozenset(("table", "table-row", "table-cell", "covered-table-cell", "Relationship"))
BROKEN = (OSError, RuntimeError, EOFError, ValueError, KeyError)
OLD = b"\xd0\xcf\x11\xe0"
DAMAGED = "The file is not a spreadsheet, or it is damaged or locked."


class Excel(Format, HasSheets):
    """The first sheet with anything on it; its first row names the columns if it holds words only."""

    title = "Spreadsheet"
    suffixes = (".xlsx", ".xlsm", ".ods", ".xls")

    def read(self, content: Content) -> Reading:
        """Yield progress, then the table of the first sheet with anything on it."""
        return self._read(content, None)

    def read_sheet(self, content: Content, sheet: str) -> Reading:
        """Yield progress, then the table of the sheet of a name."""
        return self._read(content, sheet)

    def _read(self, content: Content, wanted: str | None) -> Reading:
        calamine = _calamine()
        data = everything(content)
        yield 0.0
        for _ in _checked(data):
            yield 0.1
        rows: dict[int, list[object]] = {}
        try:
            book = calamine.CalamineWorkbook.from_filelike(io.BytesIO(data))
            sheet = _sheet(book, wanted, len(data))
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
        yield _table(rows, tuple(book.sheet_names), sheet.name, told=wanted is None)


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
        with unpacked(io.BytesIO(data), len(data)) as archive:
            if not {"xl/workbook.xml", "content.xml"} & set(archive.namelist()):
                raise BadTable(DAMAGED)
            elements = 0
            for member in archive.infolist():
                parser = _parser(extent := Extent(before=elements), member)
                for piece in pieces(archive, member):
                    _parse(parser, piece, extent, len(data))
                    yield 0.1
                _parse(parser, b"", extent, len(data))
                elements += extent.started
    except BadTable:
        raise
    except (*BROKEN, zipfile.BadZipFile, zlib.error, ExpatError) as problem:
        raise BadTable(DAMAGED) from problem


def _parser(extent: "Extent", member: zipfile.ZipInfo) -> XMLParserType | None:
    """Return what follows the text of a member; None if it holds pictures or something else."""
    if not member.filename.lower().endswith((".xml", ".rels")):
        return None
    parser = ParserCreate()
    parser.StartElementHandler = extent.begin
    parser.EndElementHandler = extent.ended.append
    parser.EntityDeclHandler = _refuse  # entities within entities grow without end
    return parser


def _parse(parser: XMLParserType | None, piece: bytes, extent: "Extent", size: int) -> None:
    if parser is None:
        return
    parser.Parse(piece, not piece)
    extent.measure()
    extent.fed += len(piece)
    limits.check_sheet(extent.height, extent.width, size)
    limits.check_elements(extent.before + extent.started, extent.started - len(extent.ended), size)
    if extent.fed - parser.CurrentByteIndex > limits.LONGEST_TAG + len(piece):
        raise BadTable(DAMAGED)


def _refuse(*_entity: object) -> None:
    raise BadTable(DAMAGED)


@dataclass
class Extent:
    """How far the cells of a sheet reach that hold anything; a LibreOffice row or cell may stand for many."""

    height: int = 0
    width: int = 0
    row: int = 0
    column: int = 0
    before: int = 0  # elements of the members before this one
    started: int = 0  # elements of this member
    fed: int = 0  # bytes of this member
    ended: list[str] = field(default_factory=list)
    references: list[str] = field(default_factory=list)  # of cells and rows, not yet measured

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        """Take in the start of an element, whatever prefix its name has."""
        self.started += 1
        kind = name.rpartition(":")[2]
        if kind in CELLS:
            if "r" in attributes:
                self.references.append(attributes["r"])
        elif kind in WATCHED:
            self._watch(kind, attributes)

    def _watch(self, kind: str, attributes: dict[str, str]) -> None:
        given = {key.rpartition(":")[2]: value for key, value in attributes.items()}
        match kind:
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

    def measure(self) -> None:
        """Take in the references so far, all at once; what is none would lead the reader astray."""
        every = "".join(f"{reference} " for reference in self.references)
        if not REFERENCES.fullmatch(every) or every.count(" ") > len(self.references):
            raise BadTable(DAMAGED)
        self._reach(
            max(map(int, DIGITS.findall(every)), default=0), max(map(_number, LETTERS.findall(every)), default=0)
        )
        self.references.clear()

    def _reach(self, row: int, column: int) -> None:
        self.height, self.width = max(self.height, row), max(self.width, column)


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise BadTable(DAMAGED)
    return int(text)


@cache
def _number(letters: str) -> int:
    """Return the number of a column from its letters: A is 1, AA is 27."""
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - 64
    return number


def _sheet(book: Any, wanted: str | None, size: int) -> Any:
    """Return the sheet of a name, or the first one that is not empty."""
    if wanted is not None and wanted not in book.sheet_names:
        raise BadTable(f"There is no sheet {wanted!r}{nearest(wanted, book.sheet_names)}.")
    for index, name in enumerate(book.sheet_names):
        if wanted not in (None, name):
            continue
        sheet = book.get_sheet_by_index(index)
        if sheet.height:
            limits.check_sheet(sheet.height, sheet.width, size)
            return sheet
    raise BadTable("The spreadsheet is empty: it has no row 1.")


def _table(rows: Mapping[int, Sequence[object]], sheets: tuple[str, ...], sheet: str, told: bool) -> Table:
    """Return the rows as a table, each known by its line; the first names the columns if it holds words only.

    told: the notes say which of several sheets this is.
    """
    lines, cells = list(rows), list(rows.values())
    header = len(rows) > 1 and all(isinstance(cell, str) and not is_number(cell) for cell in cells[0])
    names, notes = distinct([str(cell) if header else "" for cell in cells[0]])
    columns = [column_of(name, part) for name, part in zip(names, zip(*cells[header:], strict=True), strict=True)]
    if told and len(sheets) > 1:
        others = ", ".join(repr(name) for name in sheets if name != sheet)
        notes.append(f"The sheet {sheet!r} was read; there {'is' if len(sheets) == 2 else 'are'} also {others}.")
    return Table(tuple(columns), np.array(lines[header:]), tuple(notes), sheets, sheet)
