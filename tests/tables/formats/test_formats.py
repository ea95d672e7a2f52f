"""Every table format: its row of samples, and what damaged files do to it."""

import io
import os
import random
import re
import zipfile

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.core.table import BadTable, CanWrite, Table, finished
from mlexplorer.tables.importing import brought_in, guess, with_projection
from mlexplorer.tables.opening import file_filters, format_of

ROWS = [(5.1, 3.5, "setosa"), (7.0, 3.2, "versicolor"), (6.3, 3.3, "virginica"), (4.9, 3.0, "setosa")]
NAMES = ("length", "width", "species")
SHEET = "xl/worksheets/sheet1.xml"


def packed(members):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return file.getvalue()


def npy(array):
    file = io.BytesIO()
    np.save(file, array, allow_pickle=False)
    return file.getvalue()


def npz(inner):
    return packed({"X.npy": inner, "species.npy": npy(np.array([row[2] for row in ROWS]))})


def cell(reference, value):
    if isinstance(value, str):
        return f'<c r="{reference}" t="inlineStr"><is><t>{value}</t></is></c>'
    return f'<c r="{reference}"><v>{value}</v></c>'


def sheet_xml(rows):
    lines = [
        "".join(cell(f"{letter}{number}", value) for letter, value in zip("ABC", row, strict=True))
        for number, row in enumerate(rows, 1)
    ]
    lines = [f'<row r="{number}">{line}</row>' for number, line in enumerate(lines, 1)]
    start = '<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    return f"{start}<sheetData>{''.join(lines)}</sheetData></worksheet>".encode()


def xlsx(inner):
    types = "http://schemas.openxmlformats.org/package/2006/content-types"
    relations = "http://schemas.openxmlformats.org/package/2006/relationships"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    main = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    return packed(
        {
            "[Content_Types].xml": f'<Types xmlns="{types}"><Default Extension="rels" ContentType="application/'
            f'vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="{main}'
            f'.sheet.main+xml"/><Override PartName="/{SHEET}" ContentType="{main}.worksheet+xml"/></Types>',
            "_rels/.rels": f'<Relationships xmlns="{relations}"><Relationship Id="r1" Type="{office}/officeDocument" '
            'Target="xl/workbook.xml"/></Relationships>',
            "xl/workbook.xml": '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" '
            f'xmlns:r="{office}"><sheets><sheet name="One" sheetId="1" r:id="r1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{relations}"><Relationship Id="r1" '
            f'Type="{office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
            SHEET: inner,
        }
    )


def ods(inner):
    return packed(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "content.xml": inner,
            "META-INF/manifest.xml": "<manifest/>",
        }
    )


def ods_xml(rows):
    def one(value):
        if isinstance(value, str):
            return f'<table:table-cell office:value-type="string"><text:p>{value}</text:p></table:table-cell>'
        return f'<table:table-cell office:value-type="float" office:value="{value}"/>'

    name = "urn:oasis:names:tc:opendocument:xmlns"
    lines = "".join(f"<table:table-row>{''.join(map(one, row))}</table:table-row>" for row in rows)
    return (
        f'<?xml version="1.0"?><office:document-content xmlns:office="{name}:office:1.0" xmlns:text="{name}:text:1.0" '
        f'xmlns:table="{name}:table:1.0"><office:body><office:spreadsheet><table:table table:name="One">{lines}'
        "</table:table></office:spreadsheet></office:body></office:document-content>"
    ).encode()


def text(mark):
    lines = [NAMES, *ROWS]
    return "\n".join(mark.join(str(value).replace(".", "," if mark == ";" else ".") for value in row) for row in lines)


ARFF = """% a comment
@RELATION iris
@ATTRIBUTE length NUMERIC
@attribute 'width' real
@attribute species {setosa, versicolor, 'virginica'}
@DATA
5.1,3.5,setosa
7.0, 3.2, 'versicolor'
6.3,3.3,virginica
{0 4.9, 1 3.0}
"""
JSON = '[{"length": 5.1, "width": 3.5, "species": "setosa"}, {"length": 7.0, "width": 3.2, "species": "versicolor"},\n'
JSON += ' {"length": 6.3, "width": 3.3, "species": "virginica"},\n {"species": "setosa", "width": 3, "length": 4.9}]'
COLUMNS = '{"length": [5.1, 7.0, 6.3, 4.9], "width": [3.5, 3.2, 3.3, 3.0], '
COLUMNS += '"species": ["setosa", "versicolor", "virginica", "setosa"]}'
LINES = JSON.strip("[]").replace("}, {", "}\n{").replace("},\n", "}\n")
X = npy(np.array([row[:2] for row in ROWS]))

# The one row a new format adds: its samples, each the inner bytes and how they are packed into a file.
EXPECTED = {
    "csv": [(text(mark).encode(), bytes) for mark in (",", ";", "\t", " ", "|")],
    "npz": [(X, npz), (npz(X), bytes)],
    "arff": [(ARFF.encode(), bytes)],
    "libsvm": [(b"0 1:5.1 2:3.5\n1 1:7 2:3.2 # note\n2 2:3.3 1:6.3\n0 1:4.9 2:3.0\n", bytes)],
    "json_records": [(item.encode(), bytes) for item in (JSON, COLUMNS, LINES)],
    "excel": [(sheet_xml([NAMES, *ROWS]), xlsx), (ods_xml([NAMES, *ROWS]), ods), (xlsx(sheet_xml(ROWS)), bytes)],
}
SAMPLES = [(name, index) for name, samples in EXPECTED.items() for index in range(len(samples))]
PLENTY = 20_000 if os.environ.get("MLEXPLORER_LONG", "") not in ("", "0") else 300


OWN_FILES = {"arrow"}  # its library is not among those of the tests: see test_arrow.py


def test_every_format_has_a_row():
    assert set(EXPECTED) | OWN_FILES == set(registry.formats())


@pytest.mark.parametrize(("name", "index"), SAMPLES)
def test_reads_its_samples(name, index):
    if name == "excel":
        pytest.importorskip("python_calamine")
    inner, pack = EXPECTED[name][index]
    *shares, table = registry.formats()[name]().read(pack(inner))
    assert shares
    assert all(0 <= share <= 1 for share in shares)
    imported = brought_in(table, guess(table))
    assert imported.data.points.tolist() == [list(row[:2]) for row in ROWS]
    assert imported.data.labels.tolist() == [0, 1, 2, 0]
    if name != "libsvm":
        assert imported.data.class_names[:3] == ("setosa", "versicolor", "virginica")


def test_titles_and_endings_belong_to_one_format_each(tmp_path):
    kinds = registry.formats().values()
    endings = [ending for kind in kinds for ending in kind.suffixes]
    assert len(set(endings)) == len(endings)
    assert len({kind.title for kind in kinds}) == len(kinds)
    for kind in kinds:
        assert isinstance(format_of(tmp_path / f"A{kind.suffixes[0].upper()}"), kind)
        assert any(kind.title in line and kind.suffixes[0] in line for line in file_filters())
    assert isinstance(format_of(tmp_path / "table"), registry.formats()["csv"])
    with pytest.raises(BadTable, match=r"end in '\.pfd' cannot be opened"):
        format_of(tmp_path / "a.pfd")


@pytest.mark.parametrize("name", EXPECTED)
def test_a_reading_can_be_given_up(name, tmp_path):
    if name == "excel":
        pytest.importorskip("python_calamine")
    inner, pack = EXPECTED[name][0]
    path = tmp_path / "table"
    path.write_bytes(pack(inner))
    reading = registry.formats()[name]().read(path)
    next(reading)
    reading.close()
    path.unlink()
    with pytest.raises(BadTable, match="table cannot be read: No such file"):
        finished(registry.formats()[name]().read(path))


@pytest.mark.parametrize("name", EXPECTED)
def test_empty_and_binary_files_are_refused_in_a_sentence(name):
    if name == "excel":
        pytest.importorskip("python_calamine")
    for content in (b"", b"\n\n", bytes(range(256)) * 4, b"\x00" * 100, b"PK\x03\x04" + b"\x07" * 60, b"\x93NUMPY\x01"):
        with pytest.raises(BadTable, match=r"^[A-Z][^\n]*\.$"):
            finished(registry.formats()[name]().read(content))


SPECIAL = [b"inf", b"nan", b'"', b"'", b",", b";", b"\t", b"\n", b"\r", b"#", b"%", b"9" * 400, b"1e999", b"-", b"\0",
           b"{", b"}", b"[", b"]", b":", b"\xff", b"\xef\xbb\xbf", b"@data", b"18446744073709551616", b"-1", b"1:1",
           b"<", b"/>", b"\\", b"(", b"True", b"null", b"[" * 3000, b'r="XFD1048576"', b"'O'", b"<f8"]  # fmt: skip


VALUES = [b"", b"0", b"-1", b"99999", b"1048576", b"A0", b"ZZZ1", b"AAA9999999", b"B1048575", b"s", b"b", b"e", b"d",
          b"str", b"n", b"inlineStr", b"float", b"date", b"boolean", b"1e400", b"nan", b"?", b"&lt;"]  # fmt: skip


def misvalued(data, chance):
    """Return XML that is still well formed, with some values changed."""
    parts = re.split(rb'("[^"]*"|>[^<]+<)', data)
    for _ in range(chance.randint(1, 3)):
        place = chance.randrange(3, len(parts), 2)  # not the version of XML
        parts[place] = parts[place][:1] + chance.choice(VALUES) + parts[place][-1:]
    return b"".join(parts)


def mutated(data, chance):
    """Return the bytes with one to six small accidents."""
    if data.startswith(b"<?xml") and chance.random() < 0.5:
        return misvalued(data, chance)
    found = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        place = chance.randrange(len(found) + 1)
        length = chance.choice([0, 1, 1, 2, 8, 40])
        kind = chance.randrange(5)
        if kind == 0:
            found[place : place + length] = bytes(chance.randrange(256) for _ in range(chance.randint(1, 4)))
        elif kind == 1:
            found[place : place + length] = chance.choice(SPECIAL)
        elif kind == 2:
            del found[place : place + length]
        elif kind == 3:
            found[place:place] = found[chance.randrange(len(found) + 1) :][: length * 3]
        else:
            del found[max(1, place) :]
    return bytes(found)


@pytest.mark.parametrize("name", EXPECTED)
def test_damaged_files_give_a_table_or_a_sentence(name):
    if name == "excel":
        pytest.importorskip("python_calamine")
    chance = random.Random(f"tables {name}")
    outcomes = {True: 0, False: 0}
    for number in range(PLENTY):
        inner, pack = EXPECTED[name][number % len(EXPECTED[name])]
        outcomes[survives(name, pack(mutated(inner, chance)))] += 1
    assert outcomes[False] > PLENTY / 20  # the accidents do harm …
    assert outcomes[True] > PLENTY / 100  # … but not always


def survives(name, data):
    """Tell whether a damaged file still gives points; anything but a BadTable passes through and fails the test."""
    try:
        *shares, table = registry.formats()[name]().read(data)
        assert isinstance(table, Table)
        assert all(isinstance(share, float) for share in shares)
        choice = guess(table)
        brought_in(table, with_projection(table, choice)) if len(table.columns) > 3 else None
        points = brought_in(table, choice).data.points
    except BadTable as problem:
        if "\n" in str(problem) or not str(problem).endswith("."):
            raise AssertionError(f"not one sentence: {problem}") from problem
        return False
    return len(points) > 0


def test_formats_that_write_say_so():
    assert {name for name, kind in registry.formats().items() if issubclass(kind, CanWrite)} == {"csv", "npz", "libsvm"}
