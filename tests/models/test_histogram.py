"""Histogram: heights of the course, edges that belong to the bin they begin, and NumPy's own histograms."""

import numpy as np
import pytest

import mlexplorer as mlx
from mlexplorer.core.data import Dataset

VALUES = np.array([4, 5, 5, 6, 12, 14, 15, 15, 16, 17.0])
LINE = Dataset(np.c_[VALUES, np.zeros(10)], np.full(10, -1))


def unlabelled(points):
    return Dataset(points, np.full(len(points), -1))


@pytest.mark.parametrize(
    ("width", "origin", "heights"),
    [
        (4.0, 0.0, [0, 0.1, 0, 0.1, 0.05]),
        (4.0, 2.0, [0.075, 0.025, 0.025, 0.125]),
        (2.0, 0.0, [0, 0, 0.15, 0.05, 0, 0, 0.05, 0.15, 0.1, 0]),
    ],
)
def test_heights_of_a_single_feature(width, origin, heights):
    step = mlx.fit("histogram", LINE, width=width, origin=origin)
    edges = origin + width * np.arange(len(heights))
    for share in (0.0, 0.4, 0.999):
        np.testing.assert_allclose(step.density(np.c_[edges + share * width, 7 * edges]), heights, atol=1e-15)
    np.testing.assert_allclose(step.box_heights, [height for height in heights if height])
    assert np.isinf(step.boxes[:, 2:]).all()


@pytest.mark.parametrize("seed", range(12))
def test_like_numpy_on_the_plane(seed):
    random = np.random.default_rng(seed)
    points = random.normal(0, 10 ** random.uniform(-1, 1), (int(random.integers(1, 300)), 2))
    width, origin = float(10 ** random.uniform(-1, 0.7)), float(random.uniform(-3, 3))
    step = mlx.fit("histogram", unlabelled(points), width=width, origin=origin)
    low, high = np.floor((points.min() - origin) / width), np.floor((points.max() - origin) / width) + 1
    edges = origin + width * np.arange(low, high + 1)
    wanted, _, _ = np.histogram2d(*points.T, bins=[edges, edges], density=True)
    middles = (edges[1:] + edges[:-1]) / 2
    places = np.stack(np.meshgrid(middles, middles, indexing="ij"), axis=-1).reshape(-1, 2)
    np.testing.assert_allclose(step.density(places).reshape(wanted.shape), wanted, rtol=1e-9)
    assert step.density(np.array([[origin + (high + 1.5) * width, 0.0]]))[0] == 0


def test_an_edge_belongs_to_the_bin_it_begins_even_after_rounding():
    points = np.array([[0.3, 0.7], [0.25, 0.61], [0.9, 0.1]])  # 0.3 / 0.1 is a hair below 3, 0.7 / 0.1 below 7
    step = mlx.fit("histogram", unlabelled(points), width=0.1)
    np.testing.assert_allclose(step.density(np.array([[0.35, 0.75], [0.25, 0.75], [0.35, 0.65]])), [1 / 0.03, 0, 0])


def test_a_shift_by_a_width_changes_nothing_and_half_of_one_does():
    points = np.random.default_rng(3).normal(0, 1, (80, 2))
    places = np.random.default_rng(4).normal(0, 1, (50, 2))
    first, whole, half = (
        mlx.fit("histogram", unlabelled(points), width=0.5, origin=origin).density(places)
        for origin in (0.0, 1.5, 0.25)
    )
    np.testing.assert_allclose(first, whole)
    assert not np.allclose(first, half)


def test_narrow_and_wide_bins_are_said_with_a_remedy_that_works():
    data = unlabelled(np.random.default_rng(5).normal(0, 1, (40, 2)))
    for width, words in ((0.01, "No two places"), (10.0, "A single bin")):
        step = mlx.fit("histogram", data, width=width, origin=-5.0)
        assert step.notice.sentence.startswith(words)
        assert mlx.fit("histogram", data, origin=-5.0, **step.notice.remedy.changes).notice is None
    assert mlx.fit("histogram", unlabelled(np.ones((9, 2)))).notice is None
    few = [mlx.fit("histogram", unlabelled(data.points[:count]), width=0.01).notice for count in (2, 3)]
    assert [notice is not None for notice in few] == [False, True], "said of three places and more"


def test_reasons_are_the_points_of_the_bin():
    step = mlx.fit("histogram", LINE, width=2.0)
    (reason,) = step.reasons(np.array([15.9, 3.0]))
    assert [term.row for term in reason.terms] == [5, 6, 7]
    assert reason.total == pytest.approx(0.15)
    crowd = mlx.fit("histogram", unlabelled(np.random.default_rng(0).uniform(0, 0.4, (25, 2))))
    (many,) = crowd.reasons(np.array([0.2, 0.2]))
    assert many.terms[-1].label == "the other 15 points"
    assert crowd.reasons(np.array([9.0, 9.0]))[0].terms == ()
