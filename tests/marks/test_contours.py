import numpy as np
import pytest

from mlexplorer.core.grid import Grid
from mlexplorer.marks.contours import boundary_lines, contour_lines, joined, level_line, segments, thinned
from mlexplorer.marks.ticks import power_words, tick_words, ticks

GRID = Grid(-1, 1, -1, 1, 81, 81)
X, Y = np.meshgrid(GRID.xs, GRID.ys)


def solid(path):
    return path[np.isfinite(path).all(axis=1)]


def test_a_circle_is_followed():
    path = solid(level_line(GRID, X**2 + Y**2, 0.25))
    np.testing.assert_allclose(np.hypot(*path.T), 0.5, atol=2e-3)


def test_thinning_keeps_the_shape_and_the_ends():
    turn = np.linspace(0, np.pi, 500)
    line = np.c_[np.cos(turn), np.sin(turn)]
    fewer = thinned(line, 0.001)
    assert len(fewer) < 120
    np.testing.assert_array_equal(fewer[[0, -1]], line[[0, -1]])
    middles = (fewer[1:] + fewer[:-1]) / 2
    assert np.abs(np.hypot(*middles.T) - 1).max() < 0.005


def test_three_classes_meet_in_a_point():
    values = np.stack([X, -X / 2 + Y, -X / 2 - Y], axis=-1)
    path = solid(boundary_lines(GRID, values))
    order = np.sort(np.stack([path[:, 0], -path[:, 0] / 2 + path[:, 1], -path[:, 0] / 2 - path[:, 1]], axis=-1), axis=1)
    assert np.abs(order[:, 2] - order[:, 1]).max() < 0.06
    assert np.hypot(*path.T).min() < 0.05


def test_no_boundary_without_two_candidates():
    assert len(boundary_lines(GRID, np.ones((81, 81, 1)))) == 0
    assert len(boundary_lines(GRID, np.stack([np.ones_like(X), np.zeros_like(X)], axis=-1))) == 0


def test_lines_are_joined_with_a_break():
    path = joined([np.zeros((2, 2)), np.ones((3, 2))])
    assert len(path) == 6
    assert np.isnan(path[2]).all()


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (-1.2, 1.2, ["−1.0", "−0.5", "0.0", "0.5", "1.0"]),
        (0, 10, ["0", "2", "4", "6", "8", "10"]),
        (0.001, 0.0042, ["0.001", "0.002", "0.003", "0.004"]),
    ],
)
def test_ticks_are_round_with_true_minus_signs(low, high, words):
    assert tick_words(ticks(low, high, 6)) == words


def test_ticks_of_nothing_do_not_fail():
    assert len(ticks(1.0, 1.0)) == 1
    assert tick_words(np.empty(0)) == []


def test_small_numbers_share_a_power_of_ten():
    assert tick_words(ticks(0, 0.0003, 4)) == ["0", "1×10⁻⁴", "2×10⁻⁴", "3×10⁻⁴"]
    assert tick_words(ticks(-1.5e-4, 5e-5, 6)) == ["−1.5×10⁻⁴", "−1×10⁻⁴", "−0.5×10⁻⁴", "0", "0.5×10⁻⁴"]
    assert tick_words(ticks(0, 1e6, 4)) == ["0", "0.5×10⁶", "1×10⁶"], "six digits would not fit beside an axis"
    assert [power_words(power) for power in (-9, -2, 0, 3, 7)] == ["10⁻⁹", "0.01", "1", "1000", "10⁷"]


def test_several_levels_from_one_look_are_those_of_each_alone():
    levels = np.array([0.1, 0.25, 9.0])
    found = contour_lines(GRID, X**2 + Y**2, levels, 0.001)
    for line, level in zip(found, levels, strict=True):
        np.testing.assert_array_equal(line, level_line(GRID, X**2 + Y**2, level, 0.001))
    assert len(found[2]) == 0


def test_a_low_axis_still_carries_two_numbers():
    assert ticks(0.5, 42.0, 2).tolist() == [20.0, 40.0]


def test_segments_go_from_places_to_others_or_to_one():
    starts = np.array([[0.0, 1.0], [2.0, 3.0]])
    wanted = [[0, 1], [4, 5], [np.nan, np.nan], [2, 3], [6, 7]]
    np.testing.assert_array_equal(segments(starts, np.array([[4.0, 5.0], [6.0, 7.0]])), wanted)
    np.testing.assert_array_equal(segments(starts, np.array([9.0, 9.0]))[[1, 4]], [[9, 9], [9, 9]])
    assert segments(np.empty((0, 2)), np.empty((0, 2))).shape == (0, 2)
