"""The log book and the comparison with a pinned fit."""

import numpy as np

from mlexplorer.core import registry
from mlexplorer.edits import pins
from mlexplorer.layers import comparison, plane
from mlexplorer.marks.marks import Line, Points, Text
from mlexplorer.marks.plot import TableBlock, Touched
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session.session import Document, Run, Session
from mlexplorer.views import log_book


def snapshot_of(session):
    return Pipeline().last(session, framed(prepare(session.document).data, session.view, 300, 300))


def session_of(model, **values):
    run = Run(registry.model(model)().with_values(values))
    return Session(Document(registry.source("moons")(count=80, noise=0.3), (run,)))


def test_what_has_flipped_is_hatched_and_told():
    snapshot = snapshot_of(pins.pinned(session_of("lda")).with_model(registry.model("knn")(k=1)))
    layers = {layer.name: layer.marks for layer in plane.layers(snapshot)}
    hatch, ghost, rings, words = layers["pinned"]
    old, new = snapshot.pinned[0], snapshot.step
    ends = hatch.path[np.isfinite(hatch.path).all(axis=1)].reshape(-1, 2, 2)
    lengths = np.hypot(*(ends[:, 1] - ends[:, 0]).T)
    middles = ends.mean(axis=1)[lengths > 0.1]
    assert len(middles) > 5
    assert (old.predict(middles) != new.predict(middles)).mean() > 0.95
    places = ghost.path[np.isfinite(ghost.path).all(axis=1)]
    assert np.abs(old.discriminant(places)).max() < 0.1
    changed = old.predict(snapshot.data.points) != new.predict(snapshot.data.points)
    np.testing.assert_array_equal(rings.places, snapshot.data.points[changed])
    share = np.mean(old.predict(snapshot.field.grid.points) != snapshot.field.labels.ravel())
    assert np.isclose(comparison.flips(snapshot).share, share)
    assert isinstance(words, Text)
    assert f"{changed.sum()} points changed" in words.words


def test_nothing_flips_against_itself():
    snapshot = snapshot_of(pins.pinned(session_of("lda")))
    hatch, _, rings, words = comparison.compared(snapshot)
    assert isinstance(hatch, Line)
    assert isinstance(rings, Points)
    assert len(hatch.path) == len(rings.places) == 0
    assert words.words == "0 % of the view and no points changed"


def test_without_pins_there_is_neither_layer_nor_view():
    snapshot = snapshot_of(session_of("lda"))
    assert not log_book.offered(snapshot)
    assert "pinned" not in {layer.name for layer in plane.layers(snapshot)}


def test_rows_are_compared_with_or_brought_back():
    session = pins.pinned(pins.pinned(session_of("lda")).with_model(registry.model("knn")(k=7)))
    snapshot = snapshot_of(session)
    drawn = log_book.draw(snapshot)
    table = drawn.blocks[0]
    assert isinstance(table, TableBlock)
    assert [row[0] for row in table.rows] == ["Linear discriminant 1", "Nearest neighbours 2"]
    assert table.current == 1
    compared = log_book.touch(snapshot, Touched(0, 0, 0, "row"))
    assert compared.view.pin == 0
    assert compared.document == session.document
    assert log_book.draw(snapshot_of(compared)).blocks[0].current == 0
    back = log_book.touch(snapshot, Touched(0, 0, log_book.BACK, "row"))
    assert back.run.model == registry.model("lda")()
    assert log_book.touch(snapshot, Touched(0, 9, 0, "row")) is None
