"""Slanted lines lie where their mask is true, and nowhere else."""

from dataclasses import dataclass

import numpy as np
import pytest

from mlexplorer.layers.hatching import SPACING, hatch
from mlexplorer.pipeline.frame import Frame

ROWS, COLUMNS = 5, 7
CELLS = [(row, column) for row in (0, 2, ROWS - 1) for column in (0, 3, COLUMNS - 1)]


@dataclass(frozen=True)
class Shown:
    frame: Frame


SHOWN = Shown(Frame((-2.0, 5.0, 10.0, 20.0), 700, 500))


@pytest.mark.parametrize(("row", "column"), CELLS)
def test_lines_fill_the_cell_that_is_meant_and_no_other(row, column):
    mask = np.zeros((ROWS, COLUMNS), bool)
    mask[row, column] = True
    lines = hatch(mask, SHOWN)
    x, y = lines[~np.isnan(lines[:, 0])].T
    left, bottom = column - 2.0, 10.0 + 2 * row  # a cell is 1 wide and 2 high
    step = np.array([1.0, 2.0]) * SPACING / 100  # a cell has 100 × 100 pixels
    assert (x >= left - 1e-9).all()
    assert (x <= left + 1 + 1e-9).all()
    assert (y >= bottom - 1e-9).all()
    assert (y <= bottom + 2 + 1e-9).all()
    assert (x.min(), x.max()) == pytest.approx((left, left + 1), abs=step[0])
    assert (y.min(), y.max()) == pytest.approx((bottom, bottom + 2), abs=step[1])


def test_lines_are_evenly_apart_and_rise_to_the_right():
    pieces = hatch(np.ones((ROWS, COLUMNS), bool), SHOWN).reshape(-1, 2)
    starts, ends = pieces[::3], pieces[1::3]
    slopes = (ends - starts) / [1 / 100, 2 / 100]  # in pixels
    assert slopes[:, 0] == pytest.approx(slopes[:, 1])
    shifts = np.sort((starts[:, 0] + 2) * 100 - (starts[:, 1] - 10) * 50)
    assert np.diff(shifts) == pytest.approx(SPACING)
    assert len(hatch(np.zeros((ROWS, COLUMNS), bool), SHOWN)) == 0
