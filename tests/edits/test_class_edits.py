"""Classes renamed, removed and swapped."""

import numpy as np
import pytest

from mlexplorer.core.data import CLASS_NAMES, Dataset
from mlexplorer.edits.class_edits import renamed, swapped, without_class


@pytest.fixture
def data():
    names = ("cats", CLASS_NAMES[1], "dogs", *CLASS_NAMES[3:])
    return Dataset(np.arange(10.0).reshape(5, 2), [0, 1, 2, -1, 3], [0, 1, 0, 1, 0], class_names=names)


def test_names_are_tidied_and_can_be_given_back(data):
    assert renamed(data, 1, "  brown   bears ").class_names[1] == "brown bears"
    assert renamed(data, 0, "  ").class_names[0] == CLASS_NAMES[0]


def test_removing_moves_later_classes_up_with_their_names(data):
    rest = without_class(data, 0)
    assert rest.labels.tolist() == [0, 1, -1, 2]
    assert rest.ids.tolist() == [1, 2, 3, 4]
    assert rest.class_names == (CLASS_NAMES[0], "dogs", *CLASS_NAMES[2:])
    last = without_class(data, 8)
    assert last == data


def test_swapping_twice_is_nothing(data):
    once = swapped(data, 0, 1)
    assert once.labels.tolist() == [1, 0, 2, -1, 3]
    assert once.class_names[:3] == (CLASS_NAMES[0], "cats", "dogs")
    assert once.held_out.tolist() == data.held_out.tolist()
    assert swapped(once, 1, 0) == data
