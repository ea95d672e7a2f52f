"""NumPy files: which arrays become columns, and which are refused."""

import io
import zipfile

import numpy as np
import pytest

from mlexplorer.core.table import BadTable, finished
from mlexplorer.tables import limits
from mlexplorer.tables.formats.npz import Npz
from mlexplorer.tables.importing import brought_in, guess


def saved(array=None, pickled=False, **arrays):
    file = io.BytesIO()
    np.savez(file, **arrays) if arrays else np.save(file, array, allow_pickle=pickled)
    return file.getvalue()


def read(content):
    return finished(Npz().read(content))


def test_a_matrix_becomes_columns():
    table = read(saved(np.arange(6).reshape(3, 2)))
    assert table.names == ("Column 1", "Column 2")
    assert table.columns[1].numbers.tolist() == [1, 3, 5]


def test_arrays_of_equal_length_are_joined_and_others_left_out():
    table = read(saved(X=np.zeros((4, 2)), y=np.array([0, 1, 1, 0]), extra=np.zeros(3), deep=np.zeros((4, 2, 2))))
    assert table.names == ("X 1", "X 2", "y")
    assert table.notes == ("Left out, because their shape does not fit the 4 rows: deep, extra.",)


def test_fields_of_records_become_columns():
    records = np.array([(1.5, 2, "a"), (2.5, 3, "b")], dtype=[("x", "f4"), ("n", "i8"), ("class", "U3")])
    table = read(saved(records))
    assert table.names == ("x", "n", "class")
    assert table.columns[2].words == ("a", "b")


def test_text_booleans_and_endless_values():
    table = read(saved(a=np.array([b"u", b"v"]), b=np.array([True, False]), c=np.array([np.inf, 1.0])))
    assert table.columns[0].words == ("u", "v")
    assert table.columns[1].numbers.tolist() == [1, 0]
    assert table.columns[2].missing.tolist() == [True, False]


def test_order_of_memory_and_bytes_does_not_matter():
    values = np.asfortranarray(np.arange(6.0).reshape(3, 2)).astype(">f8")
    assert [column.numbers.tolist() for column in read(saved(values)).columns] == [[0, 2, 4], [1, 3, 5]]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (saved(np.array([{"a": 1}], dtype=object), pickled=True), "Object arrays can hold programs"),
        (saved(np.array([1j, 2j])), "holds neither numbers nor text"),
        (saved(np.zeros((2, 2, 2))), "no rows"),
        (saved(np.float64(3)), "no rows"),
        (saved(np.zeros((5, 2)))[:-8], "The file ends before its array does"),
        (saved(np.zeros(2)).replace(b"(2,)", b"(9999999999999999,)"), "not a NumPy array or damaged|ends before"),
        (saved(a=np.zeros(100))[:150], "not a NumPy array or damaged"),
    ],
)
def test_what_is_no_table_is_refused(content, sentence):
    with pytest.raises(BadTable, match=sentence):
        read(content)


def test_an_object_array_is_refused_without_being_unpickled():
    class Trap:
        def __reduce__(self):
            return pytest.fail, ("it was unpickled",)

    content = saved(np.array([Trap(), Trap()], dtype=object), pickled=True)
    with pytest.raises(BadTable, match="Object arrays"):
        read(content)


def test_a_small_file_that_unpacks_to_a_large_one_is_refused(monkeypatch):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("x.npy", saved(np.zeros(100_000)))
    monkeypatch.setattr(limits, "MOST_BYTES", 100_000)
    with pytest.raises(BadTable, match="What is packed in the file has 800,128 bytes; at most 100,000 bytes"):
        read(file.getvalue())


def test_a_foreign_file_with_our_names_is_still_a_table():
    table = read(saved(points=np.zeros((3, 4)), labels=np.array([0.5, 1, 2])))
    assert table.names == ("points 1", "points 2", "points 3", "points 4", "labels")
    table = read(saved(points=np.arange(4.0).reshape(2, 2), labels=np.array([1, 0])))
    assert brought_in(table, guess(table)).data.labels.tolist() == [1, 0]
