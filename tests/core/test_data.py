import numpy as np
import pytest

from mlexplorer.core.data import Dataset, nothing

DATA = Dataset([[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]], [0, 1, -1, 1], held=[False, True, False, False])


def test_arrays_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        DATA.points[0, 0] = 9.0


def test_the_callers_array_is_not_frozen_or_shared():
    mine = np.zeros((2, 2))
    data = Dataset(mine, [0, 1])
    mine[0, 0] = 5.0
    assert data.points[0, 0] == 0.0


def test_equal_content_is_equal_and_hashes_alike():
    again = Dataset(DATA.points.copy(), DATA.labels.copy(), DATA.held.copy())
    assert again == DATA
    assert hash(again) == hash(DATA)
    assert again.moved([0], [[0.0, 1.5]]) != DATA


def test_parts_map_back():
    assert DATA.training.rows.tolist() == [0, 3]
    assert DATA.testing.rows.tolist() == [1]
    assert DATA.unheld.rows.tolist() == [0, 2, 3]
    assert DATA.training.training is DATA.training
    np.testing.assert_array_equal(DATA.points[DATA.training.rows], DATA.training.points)


def test_ids_are_never_used_again():
    shorter = DATA.without([3])
    longer = shorter.added([[9.0, 9.0]], 0)
    assert longer.ids.tolist() == [0, 1, 2, 4]
    assert longer.next_id == 5


def test_edits_leave_the_original_alone():
    key = DATA.key
    DATA.moved([0], [[1.0, 1.0]])
    DATA.relabelled([0, 1], 4)
    DATA.without([0])
    DATA.holding([True] * 4)
    assert DATA.key == key


def test_classes_are_those_present():
    assert DATA.classes.tolist() == [0, 1]
    assert nothing().classes.tolist() == []
    assert len(nothing()) == 0


@pytest.mark.parametrize(
    ("points", "labels", "words"),
    [
        ([[1.0, 2.0, 3.0]], [0], "shape"),
        ([[1.0, float("nan")]], [0], "finite"),
        ([[1.0, 2.0]], [0, 1], "one entry for each"),
        ([[1.0, 2.0]], [9], "from 0 to 8"),
        ([[1.0, 2.0]], [-2], "from 0 to 8"),
    ],
)
def test_bad_data_are_refused(points, labels, words):
    with pytest.raises(ValueError, match=words):
        Dataset(points, labels)
