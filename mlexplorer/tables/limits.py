"""How much of a file is taken in: every limit by name, checked before anything is built.

What a file may become grows with its size: 10 MB of anything take at most ten times as long as 10 MB of plain CSV.
"""

from mlexplorer.core.table import BadTable

MOST_POINTS = 2_000_000
MOST_BYTES = 512 * 2**20
LONGEST_LINE = 2**20
MOST_COLUMNS = 1000
MOST_CELLS = 50_000_000
MOST_WORDS = 100_000  # different ones in a column: each is kept
MOST_STREAMS = 10_000  # of a PDF in which a session is looked for
MOST_ENTRIES = 100_000  # of a list in a session that does not go with the points
DEEPEST = 500  # elements within elements of an XML file
LONGEST_TAG = 2**20  # bytes of a spreadsheet's XML

ALWAYS_CELLS, CELLS_PER_BYTE = 5_000_000, 1  # of a table, which may leave cells out or be packed
ALWAYS_OBJECTS, OBJECTS_PER_BYTE = 750_000, 1 / 12  # of a spreadsheet, each a whole object on the way
ALWAYS_ELEMENTS, ELEMENTS_PER_BYTE = 2_500_000, 1 / 4  # of an XML file
ALWAYS_UNPACKED, UNPACKED_PER_BYTE = 64 * 2**20, 10  # bytes of a packed table
ALWAYS_SESSION, SESSION_PER_BYTE = 24 * 2**20, 3  # bytes of a packed session, all of which become objects
ALWAYS_PARTS, PARTS_PER_BYTE = 1_000_000, 1 / 8  # lists and objects of a session: each of its points is one
MOST_JSON = 128 * 2**20  # bytes: the text becomes some ten times as large before it is a table


def check_bytes(count: int, what: str = "The file") -> None:
    """Refuse a file that is too large, by its size alone."""
    _check_bytes(count, MOST_BYTES, what)


def check_unpacked(count: int, size: int) -> None:
    """Refuse a packed table of some size that promises too many bytes."""
    _check_bytes(count, min(MOST_BYTES, max(ALWAYS_UNPACKED, size * UNPACKED_PER_BYTE)), "What is packed in the file")


def most_of_session(size: int) -> int:
    """Return to how many bytes a session packed into so many may unpack."""
    return min(MOST_BYTES, max(ALWAYS_SESSION, size * SESSION_PER_BYTE))


def check_session(count: int, size: int) -> None:
    """Refuse a session packed into some bytes that unpacks to more than it may."""
    _check_bytes(count, most_of_session(size), "The session in it")


def check_line(length: int, line: int) -> None:
    """Refuse a line that is too long to be a row of a table."""
    if length > LONGEST_LINE:
        raise BadTable(f"Line {line} is longer than {_megabytes(LONGEST_LINE)}: this is not a table of rows.")


def check_rows(rows: int, columns: int, line: int) -> None:
    """Refuse more rows, columns or cells than can be shown."""
    if columns > MOST_COLUMNS:
        raise BadTable(f"Line {line} has {columns:,} columns; at most {MOST_COLUMNS:,} can be opened.")
    if rows > MOST_POINTS:
        raise BadTable(f"There are more than {MOST_POINTS:,} rows up to line {line}; that many points can be opened.")
    if rows * columns > MOST_CELLS:
        raise BadTable(f"There are more than {MOST_CELLS:,} values up to line {line}; leave out some columns.")


def check_cells(rows: int, columns: int, line: int, size: int) -> None:
    """Refuse a table that makes more cells than a file of its size can mean."""
    check_rows(rows, columns, line)
    _check_count(rows * columns, max(ALWAYS_CELLS, int(size * CELLS_PER_BYTE)), "values", f" up to line {line}")


def check_sheet(height: int, width: int, size: int) -> None:
    """Refuse a spreadsheet of some size that makes too many objects."""
    check_rows(height, width, height)
    _check_count(height * width, max(ALWAYS_OBJECTS, int(size * OBJECTS_PER_BYTE)), "cells", f" up to line {height}")


def check_elements(count: int, depth: int, size: int) -> None:
    """Refuse an XML file of some size that has too many elements or too many within each other."""
    _check_count(count, max(ALWAYS_ELEMENTS, int(size * ELEMENTS_PER_BYTE)), "elements")
    if depth > DEEPEST:
        raise BadTable(f"There are more than {DEEPEST} elements within each other.")


def check_json(count: int) -> None:
    """Refuse a table of JSON by the bytes it has."""
    _check_bytes(count, MOST_JSON, "The file")


def check_parts(text: str, size: int) -> None:
    """Refuse the text of a session, from a file of some size, that would become too many objects."""
    parts = text.count("[") + text.count("{")
    _check_count(parts, max(ALWAYS_PARTS, int(size * PARTS_PER_BYTE)), "lists and objects in it")


def _check_bytes(count: int, most: int, what: str) -> None:
    if count > most:
        raise BadTable(f"{what} has {_megabytes(count)}; at most {_megabytes(most)} can be opened.")


def _check_count(count: int, most: int, what: str, where: str = "") -> None:
    if count > most:
        raise BadTable(f"There are {count:,} {what}{where}; at most {most:,} can be opened.")


def _megabytes(count: int) -> str:
    return f"{count / 2**20:.4g} MB" if count >= 2**20 else f"{count:,} bytes"
