"""Spreadsheets: the optional reader, what is left out, and what could keep it busy for ever."""

import importlib.util
import io
import re
import sys
import zipfile
from pathlib import Path

import pytest

from mlexplorer.core.table import BadTable, finished
from mlexplorer.tables import limits
from mlexplorer.tables.formats import excel
from mlexplorer.tables.formats.excel import Excel, Extent

pytest.importorskip("python_calamine")
_spec = importlib.util.spec_from_file_location("formats", Path(__file__).with_name("test_formats.py"))
formats = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(formats)


def read(content):
    return finished(Excel().read(content))


def sheet(cells):
    """Return a workbook with the given cells, by reference."""
    rows = {}
    for reference, value in cells.items():
        rows.setdefault(reference.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), []).append(formats.cell(reference, value))
    body = "".join(f'<row r="{number}">{"".join(parts)}</row>' for number, parts in rows.items())
    return formats.xlsx(formats.sheet_xml([]).replace(b"<sheetData>", f"<sheetData>{body}".encode()))


def test_blank_rows_and_columns_around_the_table_are_left_out():
    table = read(sheet({"B3": "x", "C3": "class", "B4": 1.5, "C4": "u", "B6": 2, "C6": 7}))
    assert table.names == ("x", "class")
    assert table.preview(5) == [["1.5", "u"], ["2", "7"]]
    assert table.lines.tolist() == [4, 6]


def two_sheets():
    """Return a workbook with the sheets One and Two."""
    second, parts = sheet({"A1": "height", "B1": "weight", "A2": 1, "B2": 2}), {}
    with zipfile.ZipFile(io.BytesIO(sheet({"A1": "x", "A2": 5}))) as book:
        parts = {name: book.read(name) for name in book.namelist()}
    with zipfile.ZipFile(io.BytesIO(second)) as book:
        parts["xl/worksheets/sheet2.xml"] = book.read("xl/worksheets/sheet1.xml")
    for name, start in (("xl/workbook.xml", b"<sheet "), ("xl/_rels/workbook.xml.rels", b"<Relationship ")):
        found = re.search(rb"%s[^>]*/>" % start, parts[name])[0]
        other = found.replace(b"One", b"Two").replace(b'sheetId="1"', b'sheetId="2"').replace(b"r1", b"r2")
        parts[name] = parts[name].replace(found, found + other.replace(b"sheet1.xml", b"sheet2.xml"))
    return formats.packed(parts)


def test_a_sheet_is_read_by_its_name():
    assert read(two_sheets()).names == ("x",)
    assert finished(Excel().read_sheet(two_sheets(), "Two")).names == ("height", "weight")
    with pytest.raises(BadTable, match="There is no sheet 'Too'; perhaps you mean 'Two'"):
        finished(Excel().read_sheet(two_sheets(), "Too"))


def test_a_sheet_without_names_gets_numbered_ones():
    assert read(sheet({"A1": 1, "B1": "u", "A2": 2, "B2": "v"})).names == ("Column 1", "Column 2")


def test_repeated_names_are_told_apart():
    table = read(sheet({"A1": "x", "B1": "x", "A2": 2, "B2": 3}))
    assert table.names == ("x", "x (2)")
    assert len(table.notes) == 1


def test_an_office_sheet_with_endless_empty_rows_is_small():
    inner = formats.ods_xml([("x", "y"), (1, 2), (3, 4)])
    empty = '<table:table-row table:number-rows-repeated="1048573"><table:table-cell '
    empty += 'table:number-columns-repeated="16384"/></table:table-row></table:table>'
    table = read(formats.ods(inner.replace(b"</table:table>", empty.encode())))
    assert table.preview(3) == [["1", "2"], ["3", "4"]]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (sheet({"A1": 1, "XFD1048576": 2}), "Line 1048576 has 16,384 columns; at most 1,000 can be opened."),
        (sheet({"A1": 1, "T1048576": 2}), "There are 20,971,520 cells up to line 1048576; at most 750,000"),
        (sheet({"A1": 1, "A99999999999999999999": 2}), excel.DAMAGED),
        (sheet({}), "The spreadsheet is empty: it has no row 1."),
        (b"\xd0\xcf\x11\xe0" + bytes(600), "This is an old .xls or a locked spreadsheet: save it as .xlsx"),
        (formats.packed({"a.txt": "hello"}), excel.DAMAGED),
        (formats.ods(formats.ods_xml([("x", "y"), (1, 2)])[:-60]), excel.DAMAGED),
        (b"PK\x03\x04 nothing", excel.DAMAGED),
    ],
)
def test_what_would_lead_the_reader_astray_is_refused_before_it_starts(content, sentence):
    with pytest.raises(BadTable) as raised:
        read(content)
    assert str(raised.value).startswith(sentence)


def test_one_office_cell_may_not_stand_for_a_million():
    inner = formats.ods_xml([("x", "y"), (1, 2)]).replace(
        b'value-type="float"', b'value-type="float" table:number-columns-repeated="16384"', 1
    )
    with pytest.raises(BadTable, match="columns; at most 1,000"):
        read(formats.ods(inner))


def test_a_small_file_that_unpacks_to_a_large_one_is_refused(monkeypatch):
    content = formats.packed({"xl/workbook.xml": " " * 10_000_000})
    monkeypatch.setattr(limits, "MOST_BYTES", 5_000_000)
    with pytest.raises(BadTable, match="What is packed in the file"):
        read(content)


def test_without_the_reader_the_sentence_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    with pytest.raises(BadTable, match='"excel"') as raised:
        read(sheet({"A1": 1}))
    assert "mlexplorer[excel]" in str(raised.value)


def test_rows_and_cells_that_stand_for_many_are_counted():
    extent = Extent()
    told = [("table", {}), ("table-row", {}), *[("table-cell", {"office:value-type": "float"})] * 3]
    told += [("table-row", {"table:number-rows-repeated": "4"}), ("table-cell", {"table:number-columns-repeated": "2"})]
    for kind, attributes in told:
        extent.begin(f"table:{kind}", attributes)
    assert (extent.height, extent.width) == (1, 3), "empty cells reach nowhere"
    extent.begin("table:table-cell", {"office:value-type": "float"})
    assert (extent.height, extent.width) == (5, 3)
