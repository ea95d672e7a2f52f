"""How much of a file is taken in: named limits, checked before anything is built."""

from mlexplorer.core.table import BadTable

MOST_POINTS = 2_000_000
MOST_BYTES = 512 * 2**20
LONGEST_LINE = 2**20
MOST_COLUMNS = 1000
MOST_CELLS = 50_000_000


def check_bytes(count: int, what: str = "The file") -> None:
    """Refuse a file that is too large, by its size alone."""
    if count > MOST_BYTES:
        raise BadTable(f"{what} has {_megabytes(count)}; at most {_megabytes(MOST_BYTES)} can be opened.")


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


def _megabytes(count: int) -> str:
    return f"{count / 2**20:.4g} MB" if count >= 2**20 else f"{count:,} bytes"
