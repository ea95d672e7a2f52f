"""Parquet and Feather, where pyarrow is installed."""

import io
from typing import Any

import numpy as np

from mlexplorer.core.table import BadTable, Content, Format, Reading, Table
from mlexplorer.tables import limits
from mlexplorer.tables.columns import column_of, distinct
from mlexplorer.tables.reading import everything

PARQUET = b"PAR1"  # begins and ends such a file
DAMAGED = "The file is not a Parquet or Feather file, or it is damaged."
MISSING = "Parquet and Feather files need pyarrow: pip install pyarrow, or save the table as CSV."


class ArrowFile(Format):
    """The columns of a Parquet or Feather file; those that hold lists or bytes are words."""

    title = "Parquet and Feather"
    suffixes = (".parquet", ".feather", ".arrow")

    def read(self, content: Content) -> Reading:
        """Yield progress, then the table."""
        data = everything(content)
        yield 0.0
        try:
            found = _parquet(data) if data.startswith(PARQUET) else _feather(data)
            limits.check_cells(found.num_rows, found.num_columns, found.num_rows + 1, len(data))
            names, notes = distinct([str(name) for name in found.column_names])
            columns = []
            for index, name in enumerate(names):
                columns.append(column_of(name, [_plain(cell) for cell in found.column(index).to_pylist()]))
                yield (index + 1) / len(names)
        except ImportError as problem:
            raise BadTable(MISSING) from problem
        except BadTable:
            raise
        except Exception as problem:  # whatever the reader says of a damaged file
            raise BadTable(DAMAGED) from problem
        yield Table(tuple(columns), np.arange(1, found.num_rows + 1), tuple(notes))


def _parquet(data: bytes) -> Any:
    from pyarrow import parquet  # optional, and start-up time

    file = parquet.ParquetFile(io.BytesIO(data))
    limits.check_cells(file.metadata.num_rows, file.metadata.num_columns, file.metadata.num_rows + 1, len(data))
    return file.read()


def _feather(data: bytes) -> Any:
    from pyarrow import feather  # optional, and start-up time

    return feather.read_table(io.BytesIO(data), memory_map=False)


def _plain(cell: object) -> object:
    """Return a value that a column can hold: a number, or what it is called."""
    return cell if cell is None or isinstance(cell, int | float | str) else str(cell)
