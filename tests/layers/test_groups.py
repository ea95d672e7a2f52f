"""Hulls around clusters, the next join, and the points of a branch."""

import numpy as np
import pytest
from scipy.spatial import ConvexHull

from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from mlexplorer.layers import groups
from mlexplorer.layers.hulls import rounded_hull
from mlexplorer.layers.why_here import node_marks
from mlexplorer.marks.marks import Fill, Line, Points, Text
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session.session import Document, Run, Session, View

SEVEN = Dataset([(0, 0), (1.5, 0), (1.5, 0.8), (4, 2), (5, 2), (9, 6), (9, 8)], [0] * 7)


def snapshot_of(points=SEVEN, view=None, **values):
    run = Run(registry.model("hierarchical")(**values))
    session = Session(Document(registry.source("placed")(), (run,), points), view or View())
    return Pipeline().last(session, framed(prepare(session.document).data, session.view, 400, 400))


@pytest.mark.parametrize("seed", range(8))
def test_a_hull_is_that_of_circles_around_the_points(seed):
    random = np.random.default_rng(seed)
    points, room = random.normal(size=(40, 2)) * [100, 1], np.array([10.0, 0.1])
    turn = np.linspace(0, 2 * np.pi, 200)
    circles = (points[:, None] + np.c_[np.cos(turn), np.sin(turn)] * room).reshape(-1, 2)
    x, y = rounded_hull(points, room).T
    area = 0.5 * abs(np.sum(x[:-1] * y[1:] - x[1:] * y[:-1]))
    assert area == pytest.approx(ConvexHull(circles).volume, rel=0.01)
    edges = np.c_[np.diff(x), np.diff(y)]
    ways = points[:, None] - np.c_[x, y][:-1]
    assert (edges[:, 0] * ways[..., 1] - edges[:, 1] * ways[..., 0] > 0).all()  # all points lie inside


@pytest.mark.parametrize("points", [[(1, 2)], [(1, 2)] * 3, [(0, 0), (1, 1)], [(0, 0), (1, 1), (2, 2), (5, 5)]])
def test_a_hull_of_points_in_a_place_or_on_a_line_has_room_around_them(points):
    room = np.array([0.5, 0.25])
    path = rounded_hull(np.array(points, dtype=float), room)
    np.testing.assert_array_equal(path[0], path[-1])
    low, high = np.min(points, axis=0), np.max(points, axis=0)
    np.testing.assert_allclose([path.min(axis=0), path.max(axis=0)], [low - room, high + room])


def test_every_cluster_of_two_or_more_has_its_hull():
    snapshot = snapshot_of(clusters=4)
    marks = groups.hulls(snapshot)
    fills = {mark.role: len(mark.polygons) for mark in marks if isinstance(mark, Fill)}
    assert fills == {"class 0": 1, "class 1": 1}  # {0, 1, 2} and {3, 4}; 5 and 6 are alone
    assert snapshot.predicted.tolist() == [0, 0, 0, 1, 1, 2, 3]


def test_on_the_way_single_points_have_no_cluster_and_keep_their_places():
    snapshot = snapshot_of(clusters=2, view=View(step=1))
    assert snapshot.predicted.tolist() == [-1, 0, 0, -1, -1, -1, -1]
    assert snapshot.note.startswith("Join 1 of 6")


def test_the_next_join_is_drawn_between_what_is_measured():
    snapshot = snapshot_of(clusters=2, linkage="single")
    ghost, line, words = groups.next_join(snapshot)
    assert isinstance(words, Text)
    assert words.words == "next: 5.66"
    assert sorted(map(tuple, line.path)) == [(5, 2), (9, 6)]
    assert ghost.role == "ghost"
    assert groups.next_join(snapshot_of(clusters=1)) == ()


def test_a_branch_is_a_hull_around_its_points():
    snapshot = snapshot_of(clusters=2)
    fill, line, rings = node_marks(snapshot, 7 + 2)
    assert isinstance(fill, Fill)
    assert isinstance(line, Line)
    assert isinstance(rings, Points)
    assert sorted(map(tuple, rings.places)) == [(0, 0), (1.5, 0), (1.5, 0.8)]
    assert node_marks(snapshot, 99) == ()


def test_held_out_points_belong_to_no_cluster():
    data = Dataset(SEVEN.points, SEVEN.labels, held_out=[False] * 6 + [True])
    snapshot = snapshot_of(data, clusters=2)
    assert snapshot.predicted.tolist() == [0, 0, 0, 0, 0, 1, -1]


def test_a_point_leads_to_its_present_cluster():
    snapshot = snapshot_of(clusters=3)
    node = groups.cluster_at(snapshot, snapshot.step, np.array([4.05, 2.0]))
    own = snapshot.step.assignments == snapshot.step.assignments[3]
    assert sorted(snapshot.step.members(node)) == np.flatnonzero(own).tolist()
    assert groups.cluster_at(snapshot, snapshot.step, np.array([7.0, 3.0])) is None
    early = snapshot_of(clusters=3, view=View(step=0))
    assert groups.cluster_at(early, early.step, np.array([9.0, 8.0])) == 6
