"""Text tables as people have them: marks, decimals, quotes, encodings, headers, and what is wrong with them."""

import numpy as np
import pytest

from mlexplorer.core.resources import resource
from mlexplorer.core.table import BadTable, finished
from mlexplorer.tables import limits, reading
from mlexplorer.tables.formats.csv import Csv
from mlexplorer.tables.opening import open_table, paste_table


def read(content):
    return finished(Csv().read(content if isinstance(content, bytes) else content.encode()))


def values(table):
    return [[column.text(row) for column in table.columns] for row in range(len(table))]


@pytest.mark.parametrize(
    ("content", "names", "rows"),
    [
        ("a,b\n1,2\n3,4\n", ("a", "b"), [["1", "2"], ["3", "4"]]),
        ("a\tb\n1\t2\n3\t4", ("a", "b"), [["1", "2"], ["3", "4"]]),
        ("1;2,5;u\n2;3,5;v\n", ("Column 1", "Column 2", "Column 3"), [["1", "2.5", "u"], ["2", "3.5", "v"]]),
        ("x;y\n1,5;2\n2;0,25\n", ("x", "y"), [["1.5", "2"], ["2", "0.25"]]),
        ("1,5 2,5\n1,5 3,5\n", ("Column 1", "Column 2"), [["1.5", "2.5"], ["1.5", "3.5"]]),
        ("  1   2.5\n 10  3.5  \n", ("Column 1", "Column 2"), [["1", "2.5"], ["10", "3.5"]]),
        ("a|b\n1|2\n", ("a", "b"), [["1", "2"]]),
        ("# x y\n1 2\n3 4\n", ("x", "y"), [["1", "2"], ["3", "4"]]),
        ("# made by hand\n\nx,y\n# between\n1,2\n\n3,4\n", ("x", "y"), [["1", "2"], ["3", "4"]]),
        ("\ufeffa,b\n1,2\n", ("a", "b"), [["1", "2"]]),
        (
            '"a b","c, d"\n"1","x ""y"" z"\n"2","line\nbreak"\n',
            ("a b", "c, d"),
            [["1", 'x "y" z'], ["2", "line\nbreak"]],
        ),
        ('"long\nname",y\n1,2\n3,4\n', ("long name", "y"), [["1", "2"], ["3", "4"]]),
        ("w h\n1 3 4\n2 5 6\n", ("Column 1", "w", "h"), [["1", "3", "4"], ["2", "5", "6"]]),
        ("a,b\r\n1,2\r\n3,4\r\n", ("a", "b"), [["1", "2"], ["3", "4"]]),
        ("a,b\r1,2\r3,4", ("a", "b"), [["1", "2"], ["3", "4"]]),
        ("x,y\n1,\n?,2\nNA,3\n", ("x", "y"), [["1", ""], ["", "2"], ["", "3"]]),
        ("1e3,-.5,+2.\n1,2,3\n", ("Column 1", "Column 2", "Column 3"), [["1000", "-0.5", "2"], ["1", "2", "3"]]),
        ("1\n2\n3", ("Column 1",), [["1"], ["2"], ["3"]]),
        ("New York,1\nSão Paulo,2\n", ("Column 1", "Column 2"), [["New York", "1"], ["São Paulo", "2"]]),
        ("x,class\n1,01\n2,1\n", ("x", "class"), [["1", "01"], ["2", "1"]]),
        ("height (m),weight\n1.5,60\n1.8,80\n", ("height (m)", "weight"), [["1.5", "60"], ["1.8", "80"]]),
    ],
)
def test_reads_tables_as_people_have_them(content, names, rows):
    table = read(content)
    assert table.names == names
    assert values(table) == rows


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252", "latin-1"])
def test_reads_every_common_encoding(encoding):
    start = b"\xff\xfe" if encoding == "utf-16-le" else b""
    table = read(start + "größe;ort\n1,5;Århus\n2;Kraków\n".replace("ó", "ö").encode(encoding))
    assert table.names == ("größe", "ort")
    assert values(table) == [["1.5", "Århus"], ["2", "Kraköw"]]


def test_an_odd_byte_late_in_the_file_does_not_spoil_it():
    rows = b"".join(b"%d,%d,x\n" % (number, number * 2) for number in range(200_000))
    table = read(b"a,b,name\n" + rows + b"1,2,caf\xe9\n")
    assert len(table) == 200_001
    assert table.columns[2].text(200_000) == "café"
    assert table.columns[0].numbers[199_999] == 199_999


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "The file is empty: it has no line 1."),
        (b"\n \n# only this\n", "There is no line of data in the file: all lines are blank or comments."),
        (b"a,b\n1,2\x00\n", "Line 2 holds a byte 0: this is not a text file."),
        (b"1,2\n3,4\n5\n6,7\n", "Line 3 has 1 field where 2 are expected."),
        (b"x,y\n1,2\n\n3,4,5\n", "Line 4 has 3 fields where 2 are expected."),
        (b"\xff\xfea\x00,\x00b", "Line 1 begins like UTF-16 text, but what follows is not."),
    ],
)
def test_says_which_line_is_wrong(content, sentence):
    with pytest.raises(BadTable) as raised:
        read(content)
    assert str(raised.value) == sentence


def test_an_open_quotation_mark_takes_the_rest_of_the_file_into_one_field():
    table = read('x,y\n1,2\n3,"4\n5,6\n7,8\n')
    assert values(table) == [["1", "2"], ["3", "4\n5,6\n7,8"]]


def test_says_what_was_put_right():
    table = read("x,x,y\n1,2,3\n4,inf,6\n7,-Infinity,oops\n" + "1,2,3\n" * 20)
    assert table.names == ("x", "x (2)", "y")
    assert table.notes == (
        "Line 1 names two columns 'x': the second is called 'x (2)'.",
        "Line 3 (and 1 more): an infinite value in the column 'x' counts as missing.",
        "Line 4: text in the column 'y' of numbers counts as missing.",
    )
    assert np.isnan(table.columns[1].numbers[1:3]).all()
    assert table.columns[2].missing[2]


def test_rows_know_their_lines():
    table = read('# note\nx,t\n1,a\n\n2,"b\nc"\n3,d\n')
    assert table.lines.tolist() == [3, 5, 7]


def test_the_quick_and_the_careful_way_read_the_same(monkeypatch):
    random = np.random.default_rng(3)
    numbers = random.normal(size=(5000, 3)) * 10.0 ** random.integers(-9, 9, (5000, 1))
    lines = [",".join(map(repr, row)) for row in numbers.tolist()]
    quick = read("\n".join(lines))
    lines[4000] = '"' + lines[4000].replace(",", '","') + '"'
    monkeypatch.setattr(reading, "SOME_LINES", 1000)
    mixed = read("\n".join(lines))
    for index in range(3):
        assert np.array_equal(quick.columns[index].numbers, numbers[:, index])
        assert np.array_equal(mixed.columns[index].numbers, numbers[:, index])


def test_a_table_of_many_blocks_is_one_table(monkeypatch):
    content = "x,y,name\n" + "".join(f'{number},{number}.5,"row\n{number % 7}"\n' for number in range(500))
    whole = read(content)
    monkeypatch.setattr(reading, "SOME_LINES", 30)
    parts = read(content)
    assert values(parts) == values(whole)
    assert parts.lines.tolist() == whole.lines.tolist() == list(range(2, 1002, 2))


@pytest.mark.parametrize(
    ("limit", "value", "sentence"),
    [
        ("MOST_POINTS", 50, "There are more than 50 rows up to line 101; that many points can be opened."),
        ("MOST_BYTES", 100, r"The file has \d+ bytes; at most 100 bytes can be opened."),
        ("LONGEST_LINE", 20, "Line 42 is longer than 20 bytes: this is not a table of rows."),
        ("MOST_COLUMNS", 1, "Line 1 has 2 columns; at most 1 can be opened."),
        ("MOST_CELLS", 150, "There are more than 150 values up to line 101; leave out some columns."),
    ],
)
@pytest.mark.parametrize("where", ["bytes", "file"])
def test_limits_are_kept_before_anything_is_built(monkeypatch, tmp_path, limit, value, sentence, *, where):
    lines = ["x,y", *(f"{number},1" for number in range(100))]
    lines[41] = "41,0.1234567890123456789"
    content = "\n".join(lines).encode()
    assert len(read(content)) == 100
    monkeypatch.setattr(limits, limit, value)
    path = tmp_path / "large.csv"
    path.write_bytes(content)
    with pytest.raises(BadTable, match=f"^{sentence}$"):
        finished(open_table(path)) if where == "file" else read(content)


def test_the_named_limits_are_those_of_the_issue():
    assert (limits.MOST_POINTS, limits.MOST_BYTES, limits.LONGEST_LINE) == (2_000_000, 512 * 2**20, 2**20)


def test_a_folder_is_refused_in_a_sentence(tmp_path):
    with pytest.raises(BadTable, match=f"^{tmp_path.name} cannot be read: Is a directory"):
        finished(Csv().read(tmp_path))


def test_pastes_rows_of_a_spreadsheet():
    table = finished(paste_table("length\twidth\n1,5\t2\n2,5\t3\n"))
    assert table.names == ("length", "width")
    assert table.columns[0].numbers.tolist() == [1.5, 2.5]


def test_progress_rises_to_the_end(monkeypatch):
    monkeypatch.setattr(reading, "SOME_LINES", 2000)
    *shares, table = Csv().read(b"x,y\n" + b"1,2\n" * 20_000)
    assert len(shares) > 20
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert len(table) == 20_000


def test_iris_is_fishers():
    from sklearn.datasets import load_iris

    table = finished(open_table(resource("tables/iris.csv")))
    known = load_iris()
    assert table.names[4] == "species"
    assert np.array_equal(np.stack([column.numbers for column in table.columns[:4]], axis=1), known.data)
    assert table.columns[4].words == tuple(known.target_names)
    assert np.array_equal(table.columns[4].numbers, known.target)


def test_cars_have_ezekiels_line():
    table = finished(open_table(resource("tables/cars.csv")))
    slope, level = np.polyfit(table.columns[0].numbers, table.columns[1].numbers, 1)
    assert (len(table), round(slope, 4), round(level, 4)) == (50, 3.9324, -17.5791)


def test_marks_between_thousands_are_no_decimals():
    table = read("item;price;count\na;1.234,56;1.000\nb;12,5;20\nc;1.000.000,00;3\n")
    assert table.columns[1].numbers.tolist() == [1234.56, 12.5, 1_000_000.0]
    assert table.columns[2].numbers.tolist() == [1000, 20, 3]
    table = read('item,price\na,"1,234.56"\nb,12.5\nc,"1,000,000.00"\n')
    assert table.columns[1].numbers.tolist() == [1234.56, 12.5, 1_000_000.0]


@pytest.mark.parametrize("gap", [" ", "\u00a0", "\u202f", "’", "'"])
def test_gaps_between_thousands_part_no_fields(gap):
    rows = [f"1{gap}{count:03},{count},{'ab'[count % 2]}" for count in range(20)]
    table = read("\n".join(["x,y,kind", *rows]))
    assert table.names == ("x", "y", "kind")
    assert table.columns[0].numbers.tolist() == [1000 + count for count in range(20)]
    table = read(f"x;y\n1{gap}000,5;2\n2{gap}100{gap}000,25;3\n")
    assert table.columns[0].numbers.tolist() == [1000.5, 2_100_000.25]


def test_signs_of_units_are_no_part_of_a_number():
    table = read("share,cost,kind\n5%,$3,a\n10 %,€ 4.5,b\n-0.5%,£-7,a\n")
    assert table.columns[0].numbers.tolist() == [5, 10, -0.5]
    assert table.columns[1].numbers.tolist() == [3, 4.5, -7]


@pytest.mark.parametrize("marks", [",", ",,", ", ,"])
def test_marks_at_the_ends_of_lines_shift_no_name(marks):
    table = read(f"height,weight,kind\n1.5,50,a{marks}\n1.7,60,b{marks}\n")
    assert table.names == ("height", "weight", "kind")
    assert table.columns[0].numbers.tolist() == [1.5, 1.7]
    assert read("height,weight\nann,1.5,50\nbob,1.7,60\n").names == ("Column 1", "height", "weight")  # as R writes it


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-16"])
def test_utf_16_is_read_with_a_mark_and_without(encoding):
    table = finished(Csv().read("größe,weight\n1.5,50\n1.7,60\n".encode(encoding)))
    assert table.names == ("größe", "weight")
    assert table.columns[1].numbers.tolist() == [50, 60]
