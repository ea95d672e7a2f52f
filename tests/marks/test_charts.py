"""Charts of studies: every series stands inside the rectangle, with room around it, and bars stand on 0."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlexplorer.core.study import Chart, Flag, Series
from mlexplorer.marks.charts import chart_plot
from mlexplorer.marks.marks import Text

HEIGHTS = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=6)


@given(HEIGHTS, st.sampled_from(["line", "bars", "dots"]), st.floats(-100, 100))
def test_all_that_is_drawn_is_inside_with_room_around_it(heights, style, begin):
    xs, ys = begin + np.arange(len(heights)), np.array(heights)
    left, right, bottom, top = chart_plot(Chart("Errors", ("x", "y"), (Series("one", xs, ys, style),))).bounds
    assert left < xs[0]
    assert xs[-1] < right
    assert xs[0] - left == pytest.approx(right - xs[-1])
    stands = style == "bars" and ys.min() >= 0
    assert bottom == 0 if stands else bottom < ys.min()
    assert ys.max() < top


def test_bands_and_the_level_are_inside_too():
    xs, ys = np.arange(3.0), np.ones(3)
    band = Series("one", xs, ys, "line", low=ys - 4, high=ys + 2)
    assert chart_plot(Chart("Errors", ("x", "y"), (band,))).bounds[2] < -3
    assert chart_plot(Chart("Errors", ("x", "y"), (band,), level=9.0)).bounds[3] > 9


def test_words_stand_above_the_curves_and_no_two_on_one_line_at_an_end():
    curve = Series("one", np.arange(11.0), np.linspace(1.0, 2.0, 11), "line")
    flags = (Flag(0.0, "", is_now=True), Flag(1.0, "lowest"), Flag(9.0, "simplest good one"))
    plain = chart_plot(Chart("Errors", ("x", "y"), (curve,)))
    plot = chart_plot(Chart("Errors", ("x", "y"), (curve,), flags=flags, wings=("too free", "")), named=False)
    assert plot.bounds[3] - 2.0 > 0.25 * (plot.bounds[3] - plot.bounds[2])
    assert plot.bounds[:3] == plain.bounds[:3]
    words = {mark.words: mark for layer in plot.layers for mark in layer.marks if isinstance(mark, Text)}
    lines = {told: mark.offset[1] for told, mark in words.items()}
    assert lines["lowest"] < lines["too free"] == lines["simplest good one"]
    assert words["too free"].place[0] == 0.0  # beside the line of the present value, not across it
