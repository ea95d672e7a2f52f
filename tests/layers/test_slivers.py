"""Slivers of a tree do not turn into black double lines."""

import numpy as np

from mlexplorer.core import registry
from mlexplorer.layers.exact_regions import edges
from mlexplorer.layers.regions import boundary, exact
from mlexplorer.layers.slivers import CLOSE, parted
from mlexplorer.marks.contours import joined
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session.session import Document, Run, Session

UNIT = np.array([1.0, 1.0])  # a pixel is as large as a unit


def pieces(path):
    return [tuple(map(tuple, ends)) for ends in np.stack([path[0::3], path[1::3]], axis=1).tolist()]


def length(path):
    """Return how long all pieces are together."""
    return float(np.abs(path[1::3] - path[0::3]).sum())


def test_only_where_two_edges_run_side_by_side_they_are_fine():
    long, short = np.array([[0.0, 0.0], [0.0, 10.0]]), np.array([[CLOSE - 1, 2.0], [CLOSE - 1, 5.0]])
    bold, fine = parted(joined([long, short]), UNIT)
    assert pieces(bold) == [((0.0, 0.0), (0.0, 2.0)), ((0.0, 5.0), (0.0, 10.0))]
    assert pieces(fine) == [((0.0, 2.0), (0.0, 5.0)), ((CLOSE - 1, 2.0), (CLOSE - 1, 5.0))]


def test_edges_apart_stay_bold():
    apart = joined([np.array([[0.0, 0.0], [0.0, 10.0]]), np.array([[CLOSE + 1, 0.0], [CLOSE + 1, 10.0]])])
    bold, fine = parted(apart, UNIT)
    assert len(fine) == 0
    assert length(bold) == length(apart)


def test_nothing_of_the_boundary_of_a_deep_tree_is_lost():
    document = Document(registry.source("moons")(count=300, noise=0.4), (Run(registry.model("tree")(depth=12)),))
    session = Session(document)
    snapshot = Pipeline().last(session, framed(prepare(document).data, session.view, 500, 500))
    marks = {mark.role: mark.path for mark in boundary(snapshot)}
    assert set(marks) == {"sliver", "boundary"}
    assert length(marks["sliver"]) > 0
    whole = edges(exact(snapshot), snapshot.frame.bounds)
    np.testing.assert_allclose(sum(length(path) for path in marks.values()), length(whole))
