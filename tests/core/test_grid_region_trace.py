import numpy as np
import pytest

from mlexplorer.core.grid import Grid
from mlexplorer.core.model import Step
from mlexplorer.core.region import Region
from mlexplorer.core.trace import Tracer


def test_grid_counts_rows_from_the_bottom_and_keeps_the_ends():
    grid = Grid(0, 2, -1, 1, 3, 2)
    assert grid.points.tolist() == [[0, -1], [1, -1], [2, -1], [0, 1], [1, 1], [2, 1]]


@pytest.mark.parametrize("places", [1, 7, 50, 1000])
def test_bands_make_up_the_grid_exactly(places):
    grid = Grid(-0.1, 0.7, 0.3, 2.9, 13, 11)
    parts = [band.points for band in grid.bands(places)]
    np.testing.assert_array_equal(np.concatenate(parts), grid.points)


def test_a_function_is_sampled_row_by_row_from_the_bottom():
    grid = Grid(0, 2, -1, 1, 300, 200)
    assert grid.sampled(lambda points: points).shape == (200, 300, 2)
    np.testing.assert_array_equal(grid.sampled(lambda points: points[:, 0] + 10 * points[:, 1])[:, 0], 10 * grid.ys)


def test_a_box_is_clipped_to_the_view():
    corners = Region.box(-np.inf, 0.5, 0.25, np.inf, 0).clipped(0, 1, 0, 1)
    assert sorted(map(tuple, corners.tolist())) == [(0, 0.25), (0, 1), (0.5, 0.25), (0.5, 1)]
    assert len(Region.box(2, 3, 2, 3, 0).clipped(0, 1, 0, 1)) == 0
    assert len(Region((), 0).clipped(0, 1, 0, 1)) == 4


def test_a_half_plane_cuts_a_corner_off():
    corners = Region(((1.0, 1.0, 0.5),), 0).clipped(0, 1, 0, 1)
    assert sorted(map(tuple, corners.tolist())) == [(0, 0), (0, 0.5), (0.5, 0)]


@pytest.mark.parametrize("count", [1, 5, 64, 65, 1000, 100_000])
def test_a_long_trace_is_thinned_but_keeps_its_ends(count):
    tracer = Tracer(most=64)
    steps = [Step(iteration=number) for number in range(count)]
    for step in steps:
        tracer.add(step)
    trace = tracer.trace(finished=True)
    assert len(trace) <= 66
    assert trace.steps[0] is steps[0]
    assert trace.last is steps[-1]
    assert trace.total == count
    assert [step.iteration for step in trace] == list(trace.numbers)
    assert list(trace.numbers) == sorted(set(trace.numbers))


def test_a_place_between_kept_steps_shows_the_one_before():
    tracer = Tracer(most=4)
    for number in range(20):
        tracer.add(Step(iteration=number))
    trace = tracer.trace()
    for place in range(20):
        assert trace.at(place).iteration == max(kept for kept in trace.numbers if kept <= place)
    assert trace.at(None) is trace.last
