"""What is exported comes back: exactly as text and NumPy arrays, in essence as libsvm and as a literal."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import mlexplorer as mlx
from mlexplorer.core import registry
from mlexplorer.core.data import CLASS_NAMES, Dataset
from mlexplorer.core.reach import REACH, beyond_reach
from mlexplorer.core.table import finished
from mlexplorer.tables.exporting import numpy_literal, spreadsheet_rows
from mlexplorer.tables.importing import brought_in, guess
from mlexplorer.tables.opening import paste_table

NUMBERS = st.floats(-REACH, REACH, width=64)
WORDS = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=8).filter(lambda word: word != "?")


@st.composite
def data_sets(draw):
    """Return points with all kinds of numbers, labels, names and held-out points."""
    count = draw(st.integers(1, 12))
    names = draw(st.lists(WORDS, min_size=9, max_size=9, unique=True))
    labels = draw(st.lists(st.integers(-1, 8), min_size=count, max_size=count))
    used = [name if index in labels else CLASS_NAMES[index] for index, name in enumerate(names)]
    axes = draw(st.sampled_from([("x₁", "x₂"), ("length (cm)", "µ, σ"), ("#1", 'a "b"'), ("1", "2")]))
    points = draw(st.lists(st.tuples(NUMBERS, NUMBERS), min_size=count, max_size=count))
    held = draw(st.lists(st.booleans(), min_size=count, max_size=count))
    return Dataset(points, labels, held_out=held, names=axes, class_names=tuple(used))


def through(name, data):
    kind = registry.formats()[name]()
    table = finished(kind.read(kind.write(data)))
    return brought_in(table, guess(table)).data


@pytest.mark.parametrize("name", ["csv", "npz"])
@given(data=data_sets())
def test_points_come_back_exactly(name, data):
    assume(not beyond_reach(data.points))
    back = through(name, data)
    assert np.array_equal(back.points, data.points)
    assert np.array_equal(back.labels, data.labels)
    assert np.array_equal(back.held_out, data.held_out)
    assert back.names == data.names
    assert [back.class_names[label] for label in data.classes] == [data.class_names[label] for label in data.classes]


@pytest.mark.parametrize("name", ["csv", "npz"])
@pytest.mark.parametrize("source", ["moons", "rugby", "stopping", "blobs", "line_points"])
def test_every_kind_of_source_comes_back_as_it_was(name, source):
    data = mlx.make(source)
    assert through(name, data) == data
    half = data.holding(np.arange(len(data)) % 2 == 0)
    assert through(name, half) == half


def test_libsvm_brings_back_points_and_labels():
    data = mlx.make("blobs", count=30)
    back = through("libsvm", data)
    assert np.array_equal(back.points, data.points)
    assert np.array_equal(back.labels, data.labels)


def test_libsvm_is_understood_by_others(tmp_path):
    from sklearn.datasets import load_svmlight_file

    data = mlx.make("moons", count=20)
    path = tmp_path / "moons.libsvm"
    path.write_bytes(registry.formats()["libsvm"]().write(data))
    points, labels = load_svmlight_file(str(path))
    assert np.array_equal(points.toarray(), data.points)
    assert np.array_equal(labels, data.labels)


def test_npz_is_understood_without_us(tmp_path):
    data = mlx.make("rugby").holding([True] + [False] * 9)
    path = tmp_path / "rugby.npz"
    path.write_bytes(registry.formats()["npz"]().write(data))
    with np.load(path, allow_pickle=False) as arrays:
        assert np.array_equal(arrays["points"], data.points)
        assert np.array_equal(arrays["labels"], data.labels)
        assert arrays["held"].tolist() == data.held_out.tolist()
        assert arrays["class_names"][1] == "Rugby"


@given(data=data_sets())
def test_a_literal_makes_the_same_arrays(data):
    made = {}
    exec(numpy_literal(data), made)
    assert np.array_equal(made["points"], data.points)
    assert np.array_equal(made["labels"], data.labels)
    assert np.array_equal(made.get("held", np.zeros(len(data), bool)), data.held_out)


def test_a_literal_is_short_and_says_what_is_what():
    text = numpy_literal(mlx.make("rugby"))
    assert "weight (kg), height (cm)" in text
    assert "0 = Ballet, 1 = Rugby" in text
    assert max(map(len, text.splitlines())) <= 110
    empty = {}
    exec(numpy_literal(mlx.make("placed")), empty)
    assert empty["points"].shape == (0, 2)


def test_copied_rows_can_be_pasted_again():
    data = mlx.make("rugby")
    table = finished(paste_table(spreadsheet_rows(data)))
    assert brought_in(table, guess(table)).data == data
