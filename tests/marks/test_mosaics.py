"""Mosaics: numbers only where cells have room for them, the best and the present cell, the outline of a good area."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from mlexplorer.core.study import Mosaic
from mlexplorer.marks.marks import Line, Points, Text
from mlexplorer.marks.mosaics import cell_at, mosaic_plot

MASKS = arrays.arrays(np.bool_, st.tuples(st.integers(1, 6), st.integers(1, 6)))


def marks(values, **more):
    rows, columns = values.shape
    mosaic = Mosaic("Errors", ("C", "gamma"), np.arange(columns) * 1.0, np.arange(rows) * 1.0, values, **more)
    return mosaic_plot(mosaic).layers[0].marks


@pytest.mark.parametrize(("size", "numbers"), [(4, 16), (11, 0)])
def test_many_cells_have_no_numbers_that_would_stand_on_each_other(size, numbers):
    assert sum(isinstance(mark, Text) for mark in marks(np.arange(1.0 * size**2).reshape(size, size))) == numbers


def test_the_best_cell_is_a_dot_and_the_present_one_a_handle():
    dots = [mark for mark in marks(np.ones((3, 4)), best=(1, 2), now=(0, 3)) if isinstance(mark, Points)]
    assert {mark.style: mark.places[0].tolist() for mark in dots} == {"filled": [2.0, 1.0], "here": [3.0, 0.0]}


@given(MASKS)
def test_the_outline_lies_between_good_cells_and_others_and_is_closed(good):
    (rim,) = [mark.path for mark in marks(np.zeros(good.shape), good=good) if isinstance(mark, Line)]
    edges = rim.reshape(-1, 3, 2)[:, :2]
    across = np.pad(good.astype(int), 1)
    assert len(edges) == np.abs(np.diff(across, axis=0)).sum() + np.abs(np.diff(across, axis=1)).sum()
    ends = Counter(map(tuple, edges.reshape(-1, 2).tolist()))
    assert all(count % 2 == 0 for count in ends.values())
    sides = np.abs(edges[:, 1] - edges[:, 0])
    np.testing.assert_allclose(sides.max(axis=1, initial=1.0), 1.0)


def test_the_cell_around_a_place_has_the_place_in_its_middle():
    np.testing.assert_allclose(cell_at((np.arange(4.0), np.arange(3.0)), 2.0, 1.0).mean(axis=0), [2.0, 1.0])
