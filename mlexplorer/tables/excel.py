"""Spreadsheets of Excel and LibreOffice, through the optional extra `excel`."""

import io
import re
import zipfile
import zlib
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from mlexplorer.core import limits
from mlexplorer.core.columns import column_of, distinct, is_number
from mlexplorer.core.reading import everything
from mlexplorer.core.table import BadTable, Content, Format, Reading, Table

CELL = re.compile(rb'<c [^>]*?r="([A-Z]{1,7})([0-9]{1,9})"')
AT_ONCE = 5000
OVERLAP = 256
PIECE = 2**22


class Excel(Format):
    """The first sheet with anything on it; its first row names the columns if it holds no numbers."""

    title = "Spreadsheet"
    suffixes = (".xlsx", ".xlsm", ".xls", ".ods")

    def read(self, content: Content) -> Reading:
        """Yield progress, then the table."""
        calamine = _calamine()
        data = everything(content)
        yield 0.0
        for _ in _checked(data):
            yield 0.1
        rows: list[list[object]] = []
        try:
            sheet = _sheet(calamine, data)
            for row in sheet.iter_rows():
                rows.append(row)
                if len(rows) % AT_ONCE == 0:
                    yield 0.3 + 0.6 * len(rows) / max(1, sheet.height)
        except BadTable:
            raise
        except BaseException as problem:
            if isinstance(problem, Exception) or type(problem).__name__ == "PanicException":  # a panic of the reader
                raise BadTable("The file is not a spreadsheet, or it is damaged or locked.") from problem
            raise
        first = 1 + (sheet.start or (0, 0))[0]
        yield _table(rows, first)


def _calamine() -> ModuleType:
    try:
        import python_calamine  # optional
    except ImportError as problem:
        sentence = 'Spreadsheets need the extra "excel": pip install "mlexplorer[excel]", or save the sheet as CSV.'
        raise BadTable(sentence) from problem
    return python_calamine


def _checked(data: bytes) -> Reading:
    """Go through the cells of a packed sheet: a few far apart would make the reader fill all between them."""
    if not data.startswith(b"PK"):
        return
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            limits.check_bytes(sum(member.file_size for member in archive.infolist()), "What is packed in the file")
            for member in archive.infolist():
                if member.filename.startswith("xl/worksheets/") and member.filename.endswith(".xml"):
                    yield from _extent(archive, member)
    except (
        zipfile.BadZipFile,
        zlib.error,
        OSError,
        RuntimeError,
        NotImplementedError,
        EOFError,
        ValueError,
    ) as problem:
        if isinstance(problem, BadTable):
            raise
        raise BadTable("The file is not a spreadsheet, or it is damaged or locked.") from problem


def _extent(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Reading:
    width, height, rest = 0, 0, b""
    with archive.open(member) as sheet:
        while piece := sheet.read(PIECE):
            found = CELL.findall(rest + piece)
            width = max(width, *map(_number, {letters for letters, _ in found}), 0)
            height = max(height, *(int(row) for _, row in found), 0)
            limits.check_rows(height, width, height)
            rest = piece[-OVERLAP:]
            yield 0.1


def _number(letters: bytes) -> int:
    """Return the number of a column from its letters: A is 1, AA is 27."""
    number = 0
    for letter in letters:
        number = 26 * number + letter - 64
    return number


def _sheet(calamine: ModuleType, data: bytes) -> Any:
    """Return the first sheet that is not empty."""
    book = calamine.CalamineWorkbook.from_filelike(io.BytesIO(data))
    for index in range(len(book.sheet_names)):
        sheet = book.get_sheet_by_index(index)
        if sheet.height:
            limits.check_rows(sheet.height, sheet.width, sheet.height)
            return sheet
    raise BadTable("The spreadsheet is empty: it has no row 1.")


def _table(rows: Sequence[Sequence[object]], first: int) -> Table:
    """Return the rows as a table; blank rows at the top are left out by the reader, so first is where it begins."""
    header = len(rows) > 1 and all(isinstance(cell, str) and not is_number(cell) for cell in rows[0]) and any(rows[0])
    names, notes = distinct([str(cell) if header else "" for cell in rows[0]])
    body = rows[header:]
    columns = [column_of(name, cells) for name, cells in zip(names, zip(*body, strict=True), strict=True)]
    return Table(tuple(columns), np.arange(len(body)) + first + header, tuple(notes))
