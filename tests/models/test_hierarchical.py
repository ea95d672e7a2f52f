"""Hierarchical clustering: the examples of the notes, SciPy and scikit-learn, ties and awkward data."""

import numpy as np
import pytest
from scipy.cluster import hierarchy
from sklearn.cluster import AgglomerativeClustering
from sklearn.metrics import adjusted_rand_score

import mlexplorer as mlx
from mlexplorer.algorithms.hierarchies import joining
from mlexplorer.algorithms.hierarchies.joining import LINKAGES
from mlexplorer.algorithms.hierarchies.tree import cut_at, cut_height
from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from tests import laws

LINE = np.c_[[0.0, 1, 3, 7, 12], np.zeros(5)]
SIX = np.array([(0, 0), (1, 0), (0, 2.2), (4, 0.5), (4.3, 3), (9, 1)])
SEVEN = np.array([(0, 0), (1.5, 0), (1.5, 0.8), (4, 2), (5, 2), (9, 6), (9, 8)])
APART = np.array([(7, 3), (8, 5), (8, 4.1), (6, 0), (6, 1), (1.9, 5), (4, 3)])
GALAPAGOS = (  # upper rows of the distances
    (2.39, 1.73, 0.96, 3.46, 4.07, 4.27, 5.11),
    (1.15, 1.76, 2.66, 5.36, 3.54, 4.79),
    (1.52, 3.01, 4.66, 3.77, 4.90),
    (2.84, 4.25, 3.80, 4.74),
    (4.88, 1.41, 2.96),
    (5.47, 5.16),
    (2.88,),
)


def fitted(points, clusters=1, **values):
    points = np.asarray(points, dtype=float)
    return mlx.fit("hierarchical", Dataset(points, [0] * len(points)), clusters=clusters, **values)


@pytest.mark.parametrize(
    ("points", "linkage", "heights"),
    [
        (LINE, "single", [1, 2, 4, 5]),
        (LINE, "complete", [1, 3, 5, 12]),
        (LINE, "average", [1, 2.5, 5, 8.166667]),
        (LINE, "centroid", [1, 2.5, 5, 8.166667]),
        (SIX, "single", [1, 2.2, 2.517936, 3.041381, 5.024938]),
        (SIX, "complete", [1, 2.416609, 2.517936, 5.107837, 9.079648]),
        (SIX, "average", [1, 2.308305, 2.517936, 4.249245, 7.266013]),
        (SIX, "centroid", [1, 2.256103, 2.517936, 3.949754, 7.141372]),
    ],
)
def test_cz4041_d22_heights(points, linkage, heights):
    np.testing.assert_allclose(fitted(points, linkage=linkage).heights, heights, atol=1e-6)


@pytest.mark.parametrize(
    ("points", "linkage", "heights"),
    [
        (SEVEN, "average", [0.8, 1, 1.6, 2, 3.9272, 9.0033]),
        (SEVEN, "centroid", [0.8, 1, 1.5524, 2, 3.9057, 8.9466]),
        (SEVEN, "single", [0.8, 1, 1.5, 2, 2.7731, 5.6569]),
        (SEVEN, "complete", [0.8, 1, 1.7, 2, 5.3852, 12.0416]),
        (APART, "average", [0.9, 1, 1.8613, 2.9, 3.9178, 4.7993]),
        (APART, "centroid", [0.9, 1, 1.8446, 2.9, 3.9067, 4.2787]),
        (APART, "complete", [0.9, 1, 2.2361, 2.9, 5.3852, 6.4661]),
        (APART, "single", [0.9, 1, 1.4866, 2.2361, 2.8284, 2.9]),
    ],
)
def test_styles_g12_heights(points, linkage, heights):
    np.testing.assert_allclose(fitted(points, linkage=linkage).heights, heights, atol=5e-5)


@pytest.mark.parametrize("linkage", ["average", "centroid", "single", "complete"])
def test_styles_g12_order_of_the_joins(linkage):
    step = fitted(SEVEN, linkage=linkage)
    joined = [sorted(step.members(7 + join).tolist()) for join in range(6)]
    assert joined == [[1, 2], [3, 4], [0, 1, 2], [5, 6], [0, 1, 2, 3, 4], [0, 1, 2, 3, 4, 5, 6]]


@pytest.mark.parametrize(
    ("linkage", "heights"),
    [
        ("single", [0.96, 1.15, 1.41, 1.52, 2.66, 2.88, 4.07]),
        ("complete", [0.96, 1.15, 1.41, 2.39, 2.96, 5.11, 5.47]),
        ("average", [0.96, 1.15, 1.41, 1.85, 2.92, 3.9075, 4.8357]),
    ],
)
def test_dtu_g48_heights_from_distances(linkage, heights):
    table = np.zeros((8, 8))
    for row, values in enumerate(GALAPAGOS):
        table[row, row + 1 :] = values
    np.testing.assert_allclose(joining.first_pairs(table + table.T, linkage).heights, heights, atol=5e-5)


def test_ward_is_the_growth_of_the_squares():
    for count in (40, 150):
        points = np.random.default_rng(count).normal(size=(count, 2))
        step = fitted(points, linkage="ward")
        assert step.heights.sum() == pytest.approx(((points - points.mean(axis=0)) ** 2).sum())
        part = fitted(points, clusters=5, linkage="ward")
        own = [points[part.assignments == cluster] for cluster in range(5)]
        assert part.loss == pytest.approx(sum(((some - some.mean(axis=0)) ** 2).sum() for some in own))
        assert part.loss == pytest.approx(part.heights[: part.joins].sum())


@pytest.mark.parametrize("linkage", LINKAGES)
@pytest.mark.parametrize("count", [2, 3, 17, 60, 61, 200, 1200])
def test_like_scipy(count, linkage):
    points = np.random.default_rng(count).normal(size=(count, 2)) * [3, 1]
    step = fitted(points, clusters=min(4, count), linkage=linkage)
    table = hierarchy.linkage(points, linkage)
    heights = table[:, 2] ** 2 / 2 if linkage == "ward" else table[:, 2]
    np.testing.assert_allclose(step.heights, heights, rtol=1e-9, atol=1e-12)
    np.testing.assert_array_equal(step.sizes, table[:, 3])
    wanted = np.arange(count)
    for number, (one, other) in enumerate(table[: step.joins, :2]):  # cut_tree stumbles over inversions
        wanted[(wanted == one) | (wanted == other)] = count + number
    assert adjusted_rand_score(step.assignments, wanted) == 1


@pytest.mark.parametrize("linkage", ["single", "complete", "average", "ward"])
def test_like_scikit_learn(linkage):
    data = mlx.make("blobs", classes=4, count=120, seed=3)
    step = mlx.fit("hierarchical", data, clusters=6, linkage=linkage)
    wanted = AgglomerativeClustering(6, linkage=linkage).fit_predict(data.points)
    assert adjusted_rand_score(step.assignments, wanted) == 1


@pytest.mark.parametrize("linkage", LINKAGES)
@pytest.mark.parametrize("check", laws.CHECKS, ids=lambda check: check.__name__)
def test_every_linkage_keeps_the_laws(check, linkage):
    check(registry.model("hierarchical")(linkage=linkage))


@pytest.mark.parametrize("linkage", LINKAGES)
def test_of_equally_near_pairs_the_first_is_joined(linkage):
    square = np.array([(0, 0), (1, 0), (0, 1), (1, 1)])
    second = [2, 4] if linkage == "single" else [2, 3]  # the first cluster is as near to point 2, and comes first
    assert fitted(square, linkage=linkage).pairs[:2].tolist() == [[0, 1], second]
    spread = np.c_[np.arange(6) * 0.1, np.zeros(6)]  # 0.3 − 0.2 and 0.2 − 0.1 differ by rounding
    assert fitted(spread, linkage=linkage).pairs[0].tolist() == [0, 1]


def test_many_points_some_of_them_twice_are_spanned_by_their_triangulation():
    points = np.random.default_rng(5).normal(size=(1500, 2))
    points[:200] = points[200:400]
    step = fitted(points, clusters=1, linkage="single")
    np.testing.assert_allclose(step.heights, hierarchy.linkage(points, "single")[:, 2], atol=1e-12)
    assert (step.heights[:200] == 0).all()


def test_many_points_on_a_line_have_no_triangulation():
    points = np.c_[np.random.default_rng(5).normal(size=1100), np.zeros(1100)]
    np.testing.assert_allclose(
        fitted(points, linkage="single").heights, np.sort(np.diff(np.sort(points[:, 0]))), atol=1e-12
    )


def test_shapes_and_bridges_tell_the_linkages_apart():
    moons = mlx.make("moons", noise=0.1)
    agree = {name: _purity(mlx.fit("hierarchical", moons, clusters=2, linkage=name), moons) for name in LINKAGES}
    assert agree["single"] == 1
    assert agree["complete"] < 0.9
    bridge = mlx.make("bridge", share=0.3)
    agree = {name: _purity(mlx.fit("hierarchical", bridge, clusters=2, linkage=name), bridge) for name in LINKAGES}
    assert agree["single"] < 0.55
    assert agree["complete"] > 0.95


def _purity(step, data):
    """Return the share of the labelled points that belong to the class most of their cluster has."""
    table = np.zeros((2, 9))
    np.add.at(table, (step.assignments, data.labels), data.labels >= 0)
    return table.max(axis=1).sum() / table.sum()


def test_clusters_are_numbered_by_their_first_rows():
    step = fitted([(9, 9), (0, 0), (9, 8), (0, 1), (5, 5)], clusters=3)
    assert step.assignments.tolist() == [0, 1, 0, 1, 2]


def test_points_keep_the_colour_of_their_last_cluster_and_have_none_while_alone():
    trace = mlx.trace("hierarchical", Dataset(SEVEN, [0] * 7), clusters=2)
    end = trace[-1].assignments
    np.testing.assert_array_equal(trace[-1].colours, end)
    assert trace[0].colours.tolist() == [-1] * 7
    for step in trace:
        coloured = step.colours >= 0
        np.testing.assert_array_equal(step.colours[coloured], end[coloured])


def test_the_sum_of_squares_is_that_of_the_clusters():
    for step in mlx.trace("hierarchical", Dataset(SIX, [0] * 6), clusters=1, linkage="single"):
        own = [SIX[step.assignments == cluster] for cluster in range(6 - step.joins)]
        assert step.loss == pytest.approx(sum(((some - some.mean(axis=0)) ** 2).sum() for some in own))


@pytest.mark.parametrize("linkage", LINKAGES)
def test_the_next_join_is_measured_between_two_places(linkage):
    for step in mlx.trace("hierarchical", Dataset(SIX, [0] * 6), clusters=2, linkage=linkage):
        one, other = step.nearest_places(step.joins)
        away = np.hypot(*(one - other))
        if linkage == "ward":
            sizes = [len(step.members(node)) for node in step.pairs[step.joins]]
            away = sizes[0] * sizes[1] / sum(sizes) * away**2
        if linkage != "average":
            assert away == pytest.approx(step.heights[step.joins])


def test_an_inversion_is_said_and_average_linkage_has_none():
    points = [(0, 0), (1, 0), (0.5, 0.9)]
    step = fitted(points, linkage="centroid")
    assert step.heights[1] < step.heights[0]
    assert step.notice.sentence.startswith("Join 2 is lower")
    assert fitted(points, **step.notice.remedy.changes).notice is None


def test_a_step_tells_what_was_joined_and_what_comes():
    trace = mlx.trace("hierarchical", Dataset(SEVEN, [0] * 7), clusters=1)
    assert trace[0].note == "Every point is a cluster of its own: 7 clusters."
    assert trace[3].note == (
        "Join 3 of 6: a cluster of 3 points was made at distance 1.6; 4 clusters are left, "
        "the next two join at distance 2."
    )
    assert trace[3].working[0] == "A: point 1 at (0, 0)"
    assert trace[3].working_at(2) == ("join 1: with 1 other, at distance 0.8", "join 3: with 2 others, at distance 1.6")
    assert trace[3].working_at(6) == ("it is still alone",)
    assert trace[-1].note.endswith("1 cluster is left.")


def test_more_clusters_than_points_leave_every_point_alone():
    step = fitted([(0, 0), (1, 1)], clusters=9)
    assert step.assignments.tolist() == [0, 1]
    assert fitted([(3, 4)], clusters=1).assignments.tolist() == [0]


def test_a_cut_between_two_joins_leaves_what_was_asked_for():
    heights = fitted(SIX).heights
    for joins in range(6):
        assert cut_at(heights, cut_height(heights, joins)) == joins


@pytest.mark.parametrize("linkage", LINKAGES)
def test_a_point_that_is_moved_is_followed_into_the_cluster_it_is_moved_to(linkage):
    random = np.random.default_rng(4)
    points = np.concatenate([random.normal(middle, 0.3, (40, 2)) for middle in ((-4, 0), (4, 0), (0, 6))])
    data = Dataset(points, [0] * len(points))
    model = registry.model("hierarchical")(linkage=linkage)
    near = laws.last(model, data)
    for place in ((4.1, 0.1), (-0.1, 5.9), (-4.0, 0.2)):
        dragged = data.moved([3, 50], np.array([place, np.add(place, (0.1, 0.05))]))
        followed, exact = model.follow(dragged, near), laws.last(model, dragged)
        np.testing.assert_array_equal(followed.assignments, exact.assignments)
        assert followed.sizes[-1] == len(points)
        assert sorted(followed.order.tolist()) == list(range(len(points)))
    np.testing.assert_array_equal(model.follow(data, near).pairs, near.pairs)
