"""The dendrogram: where nodes stand, what a place in it belongs to, and where a cut falls."""

import numpy as np
import pytest

import mlexplorer as mlx
from mlexplorer.core.data import Dataset
from mlexplorer.marks.marks import Line, Points
from mlexplorer.views import dendrogram

SEVEN = Dataset([(0, 0), (1.5, 0), (1.5, 0.8), (4, 2), (5, 2), (9, 6), (9, 8)], [0] * 7)


def step_of(clusters=2, **values):
    return mlx.fit("hierarchical", SEVEN, clusters=clusters, **values)


def test_leaves_stand_side_by_side_and_joins_between_their_two():
    step = step_of()
    where = dendrogram.places(step)
    assert sorted(where[:7, 0]) == list(range(7))
    for join, (one, other) in enumerate(step.pairs):
        assert where[7 + join, 0] == (where[one, 0] + where[other, 0]) / 2
        assert where[7 + join, 1] == step.levels[join]


def test_no_branch_crosses_another():
    step = step_of()
    places = np.argsort(step.order)
    for join in range(6):
        own = np.sort(places[step.members(7 + join)])
        assert own.tolist() == list(range(own[0], own[0] + len(own)))


def test_a_place_belongs_to_the_largest_cluster_that_is_not_higher():
    step = step_of()
    leaf = float(np.flatnonzero(step.order == 1)[0])
    found = [dendrogram.node_at(step, leaf, y) for y in (0.5, 0.9, 1.7, 4.0, 9.1)]
    assert [sorted(step.members(node).tolist()) for node in found] == [
        [1],
        [1, 2],
        [0, 1, 2],
        [0, 1, 2, 3, 4],
        [0, 1, 2, 3, 4, 5, 6],
    ]
    assert dendrogram.node_at(step, -2, 1) is None


@pytest.mark.parametrize("linkage", ["single", "centroid", "ward"])
def test_the_line_of_the_cut_leaves_the_clusters_it_says(linkage):
    for clusters in range(1, 7):
        step = step_of(clusters, linkage=linkage)
        plot = dendrogram.tree_plot(step, None)
        line, words = plot.layers[2].marks
        assert dendrogram.clusters_at(step, float(line.path[0, 1])) == clusters
        assert words.words.startswith(str(clusters))
        assert plot.bounds[2] < line.path[0, 1] < plot.bounds[3]


def test_joins_that_are_done_have_the_colour_of_their_cluster():
    step = step_of(2)
    branches = {mark.role: mark for mark in dendrogram.tree_plot(step, None).layers[0].marks}
    assert set(branches) == {"progress", "curve 0", "curve 1"}
    assert np.nanmax(branches["curve 0"].path[:, 1]) == step.heights[4]
    assert len(branches["progress"].path) == 4
    leaves = [mark for mark in dendrogram.tree_plot(step, None).layers[1].marks if isinstance(mark, Points)]
    assert {mark.shape: len(mark.places) for mark in leaves} == {0: 5, 1: 2}


def test_a_lit_branch_stands_out_with_all_that_is_below():
    step = step_of(1)
    node = 7 + 2
    plot = dendrogram.tree_plot(step, node)
    (lit,) = [mark for mark in plot.layers[0].marks if isinstance(mark, Line) and mark.role == "box"]
    assert len(lit.path) == 2 * 5 - 1
    assert plot.now == "3 points, joined at 1.6"


def test_how_long_a_number_of_clusters_lasts_is_the_way_to_the_next_join():
    step = step_of(3)
    np.testing.assert_allclose(dendrogram.lasting(step), np.diff([0, *step.heights])[::-1])
    pale, here = dendrogram.lasting_plot(step).layers[0].marks
    assert len(pale.polygons) == 4
    (bar,) = here.polygons
    assert bar[:, 0].mean() == 3
    assert bar[:, 1].max() == pytest.approx(step.heights[4] - step.heights[3])


def test_two_points_leave_no_choice():
    step = mlx.fit("hierarchical", Dataset([(0, 0), (1, 1)], [0, 0]), clusters=1)
    assert dendrogram.lasting_plot(step) is None
    assert dendrogram.tree_plot(step, None).bounds[3] > np.sqrt(2)


def test_equal_points_have_a_tree_of_some_height():
    step = mlx.fit("hierarchical", Dataset([(1, 1)] * 4, [0] * 4), clusters=2)
    plot = dendrogram.tree_plot(step, None)
    assert np.isfinite(plot.bounds).all()
    assert plot.bounds[3] > 0
