from dataclasses import replace

import numpy as np
import pytest

from mlexplorer.core.data import CLASS_NAMES, Dataset, nothing

DATA = Dataset([[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]], [0, 1, -1, 1], held_out=[False, True, False, False])


@pytest.mark.parametrize("empty", [Dataset([], []), Dataset((), ()), Dataset([], [], [], [])], ids=repr)
def test_no_points_can_be_given_as_plain_lists(empty):
    assert empty.points.shape == (0, 2)
    assert (empty.labels.dtype, empty.held_out.dtype, empty.ids.dtype) == (np.intp, np.bool_, np.intp)
    assert empty == nothing()
    assert (len(empty), empty.classes.tolist(), empty.next_id) == (0, [], 0)
    assert empty.added([[1.0, 2.0]], 3).labels.tolist() == [3]
    with pytest.raises(ValueError, match="labels must have one entry for each of the 0 points"):
        Dataset([], [1])


def test_arrays_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        DATA.points[0, 0] = 9.0


def test_the_callers_array_is_not_frozen_or_shared():
    mine = np.zeros((2, 2))
    data = Dataset(mine, [0, 1])
    mine[0, 0] = 5.0
    assert data.points[0, 0] == 0.0


def test_equal_content_is_equal_and_hashes_alike():
    again = Dataset(DATA.points.copy(), DATA.labels.copy(), DATA.held_out.copy())
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
    before = [getattr(DATA, name).copy() for name in ("points", "labels", "held_out", "ids")]
    DATA.moved([0], [[1.0, 1.0]])
    DATA.relabelled([0, 1], 4)
    DATA.without([0])
    DATA.holding([True] * 4)
    for name, values in zip(("points", "labels", "held_out", "ids"), before, strict=True):
        np.testing.assert_array_equal(getattr(DATA, name), values)


def test_data_are_equal_only_if_everything_is():
    many = Dataset(np.random.default_rng(0).normal(size=(1000, 2)), np.arange(1000) % 3)
    assert many == Dataset(many.points.copy(), many.labels.copy())
    assert hash(many) == hash(Dataset(many.points.copy(), many.labels.copy()))
    twin = Dataset(many.points.copy(), many.labels.copy())
    assert many == twin
    assert twin.points is not many.points, "comparing changes nothing"
    others = [
        many.moved([500], [[0.0, 0.0]]),
        many.moved([0, 1], many.points[[1, 0]]),  # the same numbers in another order
        many.relabelled([7], 2),
        many.relabelled([0, 1], 1).relabelled([1], 0),
        many.holding(np.arange(1000) == 3),
        many.without([999]),
        many.added([[1.0, 2.0]], 0).without([1000]),  # the next id differs
        replace(many, names=("a", "b")),
        replace(many, class_names=("A", *many.class_names[1:])),
    ]
    assert all(many != other for other in others)
    assert len({many, *others}) == len(others) + 1


def test_minus_nought_is_told_from_nought():
    one, two = Dataset([[0.0, 1.0]], [0]), Dataset([[-0.0, 1.0]], [0])
    assert one != two


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


def test_classes_without_a_name_of_their_own_have_the_usual_one():
    named = Dataset([[0, 0], [1, 1]], [0, 4], class_names=("sour", "sweet"))
    assert named.class_names == ("sour", "sweet", *CLASS_NAMES[2:])
    assert named.in_a_line() == "Dataset of 2 points, x₁ and x₂: 0 = sour (1), 4 (1)"
