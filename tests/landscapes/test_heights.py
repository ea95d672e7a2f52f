"""Bands of a landscape: their edges are round numbers, in order, and the colours change where they are."""

import numpy as np
import pytest

from mlexplorer.core.grid import Grid
from mlexplorer.landscapes.heights import BANDS, EVEN, POWERS, SQUARES, bands, edges, usual_spacing
from mlexplorer.marks.marks import Text

RANGES = [(0.0, 1.0), (23.1, 230.4), (3e-6, 7.1e-6), (-2.2e7, 8.1e7), (1e4, 1e4 + 3), (-1.0, 0.5)]


@pytest.mark.parametrize("spacing", [SQUARES, EVEN, POWERS])
@pytest.mark.parametrize(("low", "high"), RANGES)
def test_the_edges_of_bands_are_round_and_in_order(low, high, spacing):
    levels = edges(low, high, spacing)
    gaps = np.diff(levels)
    assert len(levels) == BANDS - 1
    assert (gaps > 0).all()
    assert low < levels[0] < levels[-1] <= high * 1.05 if low >= 0 else low < levels[0] < levels[-1]
    for level, gap in zip(levels[1:], gaps, strict=True):  # a multiple of a twentieth of the power below its distance
        unit = 10.0 ** np.floor(np.log10(gap)) / 20
        assert level / unit == pytest.approx(round(level / unit), abs=1e-6)


def test_the_numbers_of_a_valley_are_as_a_person_would_choose_them():
    grid = Grid(-1.0, 1.0, -1.0, 1.0, 80, 80)
    x, y = grid.points.T
    heat, *marks = bands(grid, (37.4 * (x**2 + 3 * y**2)).reshape(80, 80), EVEN)
    words = [mark.words for mark in marks if isinstance(mark, Text)]
    assert words
    assert all(word.endswith(("0", "5")) for word in words), words
    assert len(np.unique(heat.heights)) == BANDS


def test_the_numbers_of_levels_that_are_near_differ():
    grid = Grid(-1.0, 1.0, -1.0, 1.0, 80, 80)
    x, y = grid.points.T
    _, *marks = bands(grid, (435.3 + 0.1 * (x**2 + y**2)).reshape(80, 80), EVEN)
    words = [mark.words for mark in marks if isinstance(mark, Text)]
    assert len(words) == len(set(words)) > 3, words


def test_hills_have_even_bands_and_valleys_those_of_squares():
    x = np.linspace(-1, 1, 101)
    assert usual_spacing(x) == EVEN
    assert usual_spacing(x**8) == SQUARES
    assert usual_spacing(np.zeros(5)) == SQUARES
    assert usual_spacing(np.full(5, np.nan)) == SQUARES


def test_bands_end_along_their_lines():
    """Between two places of the grid too: a slope has as many bands along it as there are steps of the grid."""
    grid = Grid(-1.0, 1.0, -1.0, 1.0, 16, 16)
    x, _ = grid.points.T
    heat, *_ = bands(grid, x.reshape(16, 16), EVEN)
    levels = edges(float(x.min()), float(np.quantile(x, 0.98)), EVEN)
    row = heat.heights[0]
    places = np.linspace(-1.0, 1.0, len(row))
    ends = places[np.flatnonzero(np.diff(row))]
    step = places[1] - places[0]
    assert len(row) > 3 * 15
    assert np.abs(ends[:, None] - levels).min(axis=1).max() <= step
