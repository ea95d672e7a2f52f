"""ARFF, libsvm and JSON: their own ways of writing a table, and of getting it wrong."""

import numpy as np
import pytest

from mlexplorer.core.table import BadTable, finished
from mlexplorer.tables import limits
from mlexplorer.tables.formats.arff import Arff
from mlexplorer.tables.formats.json_records import JsonRecords
from mlexplorer.tables.formats.libsvm import Libsvm
from mlexplorer.tables.importing import brought_in, guess

HEAD = "@relation r\n@attribute a numeric\n@attribute 'b c' {u, 'v w', x}\n@data\n"


def read(kind, text):
    return finished(kind().read(text.encode() if isinstance(text, str) else text))


def values(table):
    return [[column.text(row) for column in table.columns] for row in range(len(table))]


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("1.5,u", ["1.5", "u"]),
        ("1.5 , 'v w'", ["1.5", "v w"]),
        ('2,"v w"', ["2", "v w"]),
        ("?,x % no comment here", ["", "x % no comment here"]),
        ("3\tu", ["3", "u"]),
        ("3,?", ["3", ""]),
        (r"3,'it\'s'", ["3", "it's"]),
        ("{0 4, 1 x}", ["4", "x"]),
        ("{1 'v w'}", ["0", "v w"]),
        ("{0 7}", ["7", "u"]),
        ("{}", ["0", "u"]),
    ],
)
def test_arff_rows(line, row):
    table = read(Arff, HEAD + "\n% a remark\n" + line + "\n")
    assert table.names == ("a", "b c")
    assert values(table) == [row]
    assert table.lines.tolist() == [7]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("@relation r\n@attribute a numeric\n", "There is no @data in the file: its last line is 2."),
        ("@relation r\n@data\n1\n", "Line 2 begins the data before any attribute is declared."),
        ("@relation r\n@attribute a\n@data\n", "Line 2 declares an attribute without a name or a type."),
        ("1,2\n3,4\n", "Line 1 should begin with @relation, @attribute or @data."),
        (HEAD + "1\n", "Line 5 has 1 field where 2 are expected."),
        (HEAD + "1,'u\n", "Line 5 has a quotation mark that is never closed or text after it."),
        (HEAD + "{0 1\n", "Line 5 opens a brace that is not closed."),
        (HEAD + "{7 1}\n", "Line 5 gives a value to the column '7', which is not declared."),
        (HEAD, "The file holds no rows of data."),
    ],
)
def test_arff_says_which_line_is_wrong(text, sentence):
    with pytest.raises(BadTable) as raised:
        read(Arff, text)
    assert str(raised.value) == sentence


def test_libsvm_fills_in_zeros():
    table = read(Libsvm, "+1 2:0.5\n-1 1:3 4:1e2 # far\n\n+1 qid:3 1:1\n")
    assert table.names == ("feature 1", "feature 2", "feature 3", "feature 4", "label")
    assert np.stack([column.numbers for column in table.columns], axis=1).tolist() == [
        [0, 0.5, 0, 0, 1],
        [3, 0, 0, 100, -1],
        [1, 0, 0, 0, 1],
    ]
    assert table.lines.tolist() == [1, 2, 4]
    data = brought_in(table, guess(table)).data
    assert data.labels.tolist() == [1, 0, 1]
    assert data.class_names[:2] == ("label -1", "label 1")


def test_libsvm_may_count_from_zero():
    assert read(Libsvm, "1 0:1 1:2\n0 1:3\n").names == ("feature 0", "feature 1", "label")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1 1:2\nx 1:2\n", "Line 2 is not a label followed by index:value pairs."),
        ("1 1:2 2\n", "Line 1 is not a label followed by index:value pairs."),
        ("1 1:2 1:3\n", "Line 1 has a feature twice, below 0, or above 1,000."),
        ("1 99999999999:3\n", "Line 1 has a feature twice, below 0, or above 1,000."),
        ("1 1:inf\n", "Line 1 holds a value that is not a finite number."),
        ("1\n0\n", "Line 1 has no features: there is nothing to draw."),
        ("# nothing\n", "Line 1 has no features: there is nothing to draw."),
    ],
)
def test_libsvm_says_which_line_is_wrong(text, sentence):
    with pytest.raises(BadTable) as raised:
        read(Libsvm, text)
    assert str(raised.value) == sentence


@pytest.mark.parametrize(
    "text",
    [
        '[{"x": 1, "k": "u"}, {"x": 2.5, "k": null}]',
        '[[1, "u"], [2.5, ""]]',
        '{"x": 1, "k": "u"}\n{"k": null, "x": 2.5}\n',
        '{"x": [1, 2.5], "k": ["u", null]}',
        '\ufeff [{"k": "u", "x": 1},\n\n {"x": 2.5}] ',
    ],
)
def test_json_in_all_its_shapes(text):
    table = read(JsonRecords, text)
    names = {"x": "x", "k": "k"} if "x" in text else {"x": "Column 1", "k": "Column 2"}
    assert set(table.names) == set(names.values())
    assert table.columns[table.names.index(names["x"])].numbers.tolist() == [1, 2.5]
    words = table.columns[table.names.index(names["k"])]
    assert [words.text(0), words.text(1)] == ["u", ""]


def test_json_knows_other_encodings_and_its_lines():
    table = read(JsonRecords, '[{"größe": 1},\n\n{"größe": 2}]'.encode("utf-16"))
    assert table.names == ("größe",)
    assert table.lines.tolist() == [1, 3]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[{"x": 1},\n{"x": }]', "Line 2 is not valid JSON: Expecting value."),
        ('[{"x": 1}\n{"x": 2}]', "Line 1 should be followed by a comma or the end of the list."),
        ("[1, 2]", "Line 1 holds a single value where a record of values is expected."),
        ('[{"x": [1, 2]}]', "Line 1 has a list in the field 'x'; a table has plain values."),
        ('{"x": [[1], 2]}', "The column 'x' holds lists or objects; a table has plain values."),
        ('{"x": [1], "y": [1, 2]}', "The columns of the file have different lengths."),
        ("[]", "The file holds no rows of data."),
        ("  ", "The file is empty: it has no line 1."),
        ("[" * 100_000, "Line 1 begins lists within lists without end: this is not a table."),
        (b"\xff\xff\xff\xff", "The file is not text in UTF-8, UTF-16 or UTF-32, so it is not JSON from line 1 on."),
        ("[" + "9" * 5000 + "]", "Line 1 is not valid JSON: Exceeds the limit (4300 digits) for integer string"),
    ],
)
def test_json_says_what_is_wrong(text, sentence):
    with pytest.raises(BadTable) as raised:
        read(JsonRecords, text)
    assert str(raised.value).startswith(sentence)


@pytest.mark.parametrize(
    ("kind", "text"),
    [(Arff, HEAD + "1,u\n" * 9), (Libsvm, "1 1:2\n" * 9), (JsonRecords, "[" + ",".join(["[1]"] * 9) + "]")],
)
def test_limits_hold_in_every_format(monkeypatch, kind, text):
    monkeypatch.setattr(limits, "MOST_POINTS", 8)
    with pytest.raises(BadTable, match="more than 8 rows"):
        read(kind, text)
    monkeypatch.setattr(limits, "MOST_BYTES", 10)
    with pytest.raises(BadTable, match="at most 10 bytes can be opened"):
        read(kind, text)
