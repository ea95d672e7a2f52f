"""Parquet and Feather: read through pyarrow where it is, and a sentence where it is not."""

import sys
from types import ModuleType, SimpleNamespace

import pytest

from mlexplorer.core.table import BadTable, finished
from mlexplorer.tables.formats.arrow import ArrowFile
from mlexplorer.tables.importing import brought_in, guess

CELLS = {"length": [5.1, 7.0, None], "width": [3.5, 3.2, 3.3], "species": ["setosa", "versicolor", "setosa"]}


class Columns:
    """What pyarrow's readers return, as far as it is asked of."""

    num_rows, num_columns, column_names = 3, 3, list(CELLS)

    def column(self, index):
        return SimpleNamespace(to_pylist=lambda: CELLS[self.column_names[index]])


@pytest.fixture
def stand_in(monkeypatch):
    """A pyarrow of a few lines: the library itself was tried by hand."""
    found, columns = ModuleType("pyarrow"), Columns()
    found.parquet, found.feather = ModuleType("pyarrow.parquet"), ModuleType("pyarrow.feather")
    found.parquet.ParquetFile = lambda file: SimpleNamespace(metadata=columns, read=lambda: columns if file else None)
    found.feather.read_table = lambda file, memory_map: columns if file and not memory_map else None
    for name, module in (("pyarrow", found), ("pyarrow.parquet", found.parquet), ("pyarrow.feather", found.feather)):
        monkeypatch.setitem(sys.modules, name, module)
    return columns


@pytest.mark.parametrize("content", [b"PAR1 and so on PAR1", b"ARROW1 and so on"])
def test_columns_become_a_table(content, stand_in):
    assert stand_in.num_rows == 3
    *shares, table = ArrowFile().read(content)
    assert shares[-1] == 1
    found = brought_in(table, guess(table))
    assert found.data.points.tolist() == [[5.1, 3.5], [7.0, 3.2]]
    assert found.data.class_names[:2] == ("setosa", "versicolor")
    assert found.sentences == ("1 row with missing values was left out; the first is line 3.",)


def test_a_file_that_is_too_large_is_refused_before_it_is_read(stand_in, monkeypatch):
    monkeypatch.setattr(stand_in, "num_rows", 3_000_000, raising=False)
    with pytest.raises(BadTable, match="more than 2,000,000 rows"):
        finished(ArrowFile().read(b"PAR1"))


def test_a_damaged_file_is_refused(stand_in, monkeypatch):
    monkeypatch.setattr(sys.modules["pyarrow.feather"], "read_table", lambda *_, **__: 1 / 0)
    assert stand_in is not None
    with pytest.raises(BadTable, match="not a Parquet or Feather file, or it is damaged"):
        finished(ArrowFile().read(b"nothing of the kind"))


def test_without_the_library_a_sentence_says_so(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(BadTable, match="need pyarrow: pip install pyarrow, or save the table as CSV"):
        finished(ArrowFile().read(b"PAR1"))
