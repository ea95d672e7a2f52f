"""Boundaries of neighbours run where the decision changes."""

import numpy as np

from mlexplorer.core import registry
from mlexplorer.core.decision import PLAIN
from mlexplorer.layers.refining import HALVINGS, refined
from mlexplorer.layers.regions import boundary
from mlexplorer.marks.contours import boundary_lines
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session.session import Document, Run, Session


def voters():
    document = Document(registry.source("moons")(count=80, noise=0.3), (Run(registry.model("knn")(k=5)),))
    session = Session(document)
    return Pipeline().last(session, framed(prepare(document).data, session.view, 300, 300))


def changes(snapshot, path, reach):
    """Tell of every place whether the decision changes within reach of it."""
    around = path[:, None] + reach * np.array([[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, -1], [1, -1], [-1, 1]])
    said = snapshot.step.predict(around.reshape(-1, 2)).reshape(len(path), -1)
    return (said != said[:, :1]).any(axis=1)


def test_every_place_of_the_line_is_where_the_vote_turns():
    snapshot = voters()
    grid = snapshot.field.grid
    cell = (grid.right - grid.left) / (grid.columns - 1)
    raw = boundary_lines(grid, snapshot.field.preferences)
    path = refined(raw, grid, snapshot.step, PLAIN, 0.0)
    known, before = (line[np.isfinite(line).all(axis=1)] for line in (path, raw))
    reach = 2 * cell / 2**HALVINGS
    assert changes(snapshot, known, reach).mean() > 0.97
    assert changes(snapshot, before, reach).mean() < 0.5, "interpolated it would lie elsewhere"


def test_the_layer_draws_it_thinned():
    snapshot = voters()
    (line,) = boundary(snapshot)
    assert 10 < len(line.path) < 0.5 * len(boundary_lines(snapshot.field.grid, snapshot.field.preferences))
