"""Points and labels as people have them, and tables, through the notebook door."""

import math
import warnings
from decimal import Decimal

import numpy as np
import pytest

import mlexplorer as mlx

SQUARE = [[0, 0], [1, 0], [0, 1], [1, 1]]


class Frame:
    """A table in memory as far as the door looks at one: columns with names, and an array."""

    def __init__(self, rows, columns):
        self.columns, self._rows = columns, np.asarray(rows)

    def __array__(self, dtype=None, copy=None):
        return self._rows.astype(dtype or self._rows.dtype)

    def to_numpy(self):
        return self._rows


@pytest.mark.parametrize(
    ("labels", "codes", "names"),
    [
        (["dog", "cat", "dog", "ape"], [2, 1, 2, 0], ("ape", "cat", "dog")),
        ([True, False, True, True], [1, 0, 1, 1], ("False", "True")),
        (np.array([1, -1, 1, -1]), [1, 0, 1, 0], ("-1", "1")),
        ([10**20, 7, 7, 10**20], [1, 0, 0, 1], ("7", "100000000000000000000")),
        ([1.0, 0.0, 1.0, 2.0], [1, 0, 1, 2], ("Class 0", "Class 1", "Class 2")),
        (np.array([[0], [1], [0], [1]]), [0, 1, 0, 1], ("Class 0", "Class 1")),
        (np.array(["b", "a", "b", "a"], dtype=object), [1, 0, 1, 0], ("a", "b")),
        (None, [0, 0, 0, 0], ("Class 0",)),
    ],
)
def test_labels_of_any_kind_become_codes_in_sorted_order(labels, codes, names):
    data = mlx.data(SQUARE, labels)
    assert data.labels.tolist() == codes
    assert data.class_names[: len(names)] == names


def test_nothing_is_unlabelled_but_what_is_named():
    assert mlx.data(SQUARE, [-1, 1, 1, -1]).labels.tolist() == [0, 1, 1, 0]
    assert mlx.data(SQUARE, [-1, 1, 1, 0], unlabelled=-1).labels.tolist() == [-1, 1, 1, 0]
    assert mlx.data(SQUARE, ["a", "?", "b", "?"], unlabelled="?").labels.tolist() == [0, -1, 1, -1]
    assert mlx.data(SQUARE, ["a", None, "b", math.nan], unlabelled=math.nan).labels.tolist() == [0, -1, 1, -1]
    assert mlx.data(SQUARE, [True, True, False, False], unlabelled=1).labels.tolist() == [1, 1, 0, 0]


def test_the_line_a_notebook_shows_tells_codes_names_and_numbers():
    data = mlx.data(Frame(SQUARE, ["height", "weight"]), ["yes", "no", "no", "?"], unlabelled="?")
    assert repr(data) == "<Dataset of 4 points, height and weight: 0 = no (2), 1 = yes (1), 1 unlabelled>"
    assert repr(mlx.data([], [])) == "<Dataset of no points, x₁ and x₂>"


@pytest.mark.parametrize("kind", [list, np.array, lambda rows: Frame(rows, range(2)), lambda rows: np.array(rows, "O")])
def test_points_of_any_kind_are_the_same_points(kind):
    assert mlx.data(kind(SQUARE), [0, 1, 0, 1]) == mlx.data(SQUARE, [0, 1, 0, 1])


@pytest.mark.parametrize(
    ("points", "labels", "sentence"),
    [
        (SQUARE, [0.5, 1, 0, 1], "labels are words, whole numbers or truth values, not 0.5"),
        (SQUARE, [0, 1, 0], "There are 3 labels for 4 points"),
        (SQUARE, ["a", 1, 0, 1], "words or numbers, not both"),
        (SQUARE, ["a", None, "b", "b"], "Some labels are missing"),
        (SQUARE, "abab", "labels must be a list with one entry for each point, not a str"),
        (SQUARE, [[0, 1], [0, 1], [0, 1], [0, 1]], "labels are words"),
        (SQUARE, np.zeros((4, 2)), r"not the shape \(4, 2\)"),
        (SQUARE, [b"a", b"b", b"a", b"b"], "not b'a'"),
        ([[i, i] for i in range(10)], range(10), "There are 10 different labels, and at most 9"),
        ([1, 2], [0, 1], r"must have shape \(n, 2\).*One point is written as \[\[x, y\]\]"),
        ([[1, 2, 3]], [0], r"shape \(n, 2\), two numbers for each point, not \(1, 3\)"),
        ([[1, 2], [3]], [0, 1], "numbers in rows of equal length, not a list"),
        ([[1, math.nan]], [0], "must be finite numbers"),
        ([["1", "2"]], [0], "must be numbers"),
        ([[1, None]], [0], "must be finite numbers: some are missing"),
        ([[1j, 2]], [0], "must be numbers"),
        (None, [0], "must be numbers in rows of equal length, not None"),
        ({"x": [1], "y": [2]}, [0], "not a dict"),
    ],
)
def test_what_cannot_be_points_is_refused_in_a_sentence(points, labels, sentence):
    with pytest.raises(ValueError, match=sentence):
        mlx.data(points, labels)


def test_numbers_of_other_types_are_numbers():
    assert mlx.data([[Decimal("0.5"), 1]], [np.int8(3)]).points.tolist() == [[0.5, 1.0]]


def test_a_share_of_each_class_is_held_out():
    data = mlx.make("blobs", classes=2, count=100)
    held = data.hold_out(0.3, seed=4)
    assert [int(held.held_out[held.labels == label].sum()) for label in (0, 1)] == [15, 15]
    assert held == data.hold_out(0.3, seed=4) != data.hold_out(0.3, seed=5)
    assert not data.hold_out(0).held_out.any()
    for share, seed in ((1, 0), ("half", 0), (0.3, -1), (0.3, 1.5)):
        with pytest.raises(ValueError, match="must be a"):
            data.hold_out(share, seed)


@pytest.fixture
def table(tmp_path):
    rows = ["id,height,weight,age,kind", "1,1.5,50,20,a", "2,1.7,,30,b", "3,1.6,60,40,a", "4,1.8,80,50,b"]
    (tmp_path / "people.csv").write_text("\n".join(rows), encoding="utf-8")
    return tmp_path / "people.csv"


def test_a_table_is_read_by_the_names_of_its_columns(table):
    with pytest.warns(UserWarning, match=r"people\.csv: 1 row with missing values was left out; the first is line 3"):
        data = mlx.read(table, x="height", y="weight", label="kind")
    assert data.points.tolist() == [[1.5, 50], [1.6, 60], [1.8, 80]]
    assert data.names == ("height", "weight")
    assert data.class_names[:2] == ("a", "b")


def test_columns_that_are_not_named_are_guessed_and_none_is_used_twice(table):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert mlx.read(table, x="age", y=1).names == ("age", "height")
    with pytest.warns(UserWarning, match="left out"):
        assert mlx.read(str(table), x="weight").names == ("weight", "height")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"x": "hight"}, "There is no column 'hight'; perhaps you mean 'height'"),
        ({"y": 9}, "There is no column 9"),
        ({"x": "kind"}, "'kind' holds no numbers"),
    ],
)
def test_columns_that_are_not_there_are_refused(table, arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        mlx.read(table, **arguments)


@pytest.mark.parametrize("path", ["nowhere.csv", "table.xyz", 3, "", "."])
def test_what_is_no_table_is_refused(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=r"\w+ \w+"):
        mlx.read(path)
