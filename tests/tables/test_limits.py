"""Every limit lets through as much as it names and not one more; what a file may become grows with its size."""

import pytest

from mlexplorer.core.table import BadTable
from mlexplorer.tables import limits

MB = 2**20
CHECKS = {
    "bytes": (limits.check_bytes, 512 * MB),
    "unpacked, small": (lambda count: limits.check_unpacked(count, 1), 64 * MB),
    "unpacked, large": (lambda count: limits.check_unpacked(count, 10 * MB), 100 * MB),
    "unpacked, largest": (lambda count: limits.check_unpacked(count, 400 * MB), 512 * MB),
    "session, small": (lambda count: limits.check_session(count, 1), 24 * MB),
    "session, large": (lambda count: limits.check_session(count, 10 * MB), 30 * MB),
    "line": (lambda length: limits.check_line(length, 7), MB),
    "columns": (lambda columns: limits.check_rows(1, columns, 7), 1000),
    "rows": (lambda rows: limits.check_rows(rows, 2, 7), 2_000_000),
    "values": (lambda rows: limits.check_rows(rows, 1000, 7), 50_000),
    "cells, small": (lambda rows: limits.check_cells(rows, 5, 7, 1), 1_000_000),
    "cells, large": (lambda rows: limits.check_cells(rows, 5, 7, 8_000_000), 1_600_000),
    "sheet, small": (lambda height: limits.check_sheet(height, 3, 1), 250_000),
    "sheet, large": (lambda height: limits.check_sheet(height, 3, 36_000_000), 1_000_000),
    "elements, small": (lambda count: limits.check_elements(count, 1, 1), 2_500_000),
    "elements, large": (lambda count: limits.check_elements(count, 1, 20_000_000), 5_000_000),
    "depth": (lambda depth: limits.check_elements(1, depth, 1), 500),
    "json": (limits.check_json, 128 * MB),
    "parts, small": (lambda parts: limits.check_parts("[" * parts, 1), 1_000_000),
    "parts, large": (lambda parts: limits.check_parts("{" * parts, 16_000_000), 2_000_000),
}


@pytest.mark.parametrize("name", CHECKS)
def test_as_much_as_it_says_and_not_one_more(name):
    check, most = CHECKS[name]
    check(most)
    with pytest.raises(BadTable, match=r"\.$"):
        check(most + 1)
