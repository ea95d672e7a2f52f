"""Lift: XOR and the ring come apart in the air, and the plane lies where it says."""

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.marks.marks import Points, Quads
from mlexplorer.marks.plot import Touched
from mlexplorer.plots import lift
from mlexplorer.session.frame import framed
from mlexplorer.session.pipeline import Pipeline, prepare
from mlexplorer.session.session import Document, Run, Session, View


def snapshot_of(source, height, model="svm"):
    document = Document(registry.source(source)(), (Run(registry.model(model)()),))
    session = Session(document, View(options=((lift.HEIGHT, height),)))
    return Pipeline().last(session, framed(prepare(document).data, session.view, 300, 300))


@pytest.mark.parametrize(("source", "height"), [("xor", "product"), ("circles", "squares")])
def test_a_plane_parts_what_no_line_does(source, height):
    lifted = lift.lift(snapshot_of(source, height))
    second = lifted.labels == 1
    share = (lifted.above == second).mean()
    assert max(share, 1 - share) > 0.95
    x, y, z = lifted.points.T
    np.testing.assert_allclose(z, x * y if height == "product" else x**2 + y**2)


def test_the_wrong_height_does_not_help():
    lifted = lift.lift(snapshot_of("circles", "product"))
    share = (lifted.above == (lifted.labels == 1)).mean()
    assert 0.2 < share < 0.8


def test_the_score_lifts_onto_the_sides_of_zero():
    snapshot = snapshot_of("moons", "score")
    lifted = lift.lift(snapshot)
    np.testing.assert_array_equal(lifted.above, snapshot.step.predict(lifted.points[:, :2]) == 1)


def test_all_points_are_drawn_on_their_side_of_the_plane():
    snapshot = snapshot_of("xor", "product")
    (plot,) = lift.draw(snapshot).panels
    layers = {layer.name: layer.marks for layer in plot.layers}
    counts = {
        name: sum(len(mark.places) for mark in layers[name] if isinstance(mark, Points)) for name in ("below", "above")
    }
    assert counts["above"] == lift.lift(snapshot).above.sum()
    assert sum(counts.values()) == len(snapshot.data)
    assert isinstance(layers["plane"][0], Quads)


def test_dragging_turns_it_and_nothing_else_does():
    snapshot = snapshot_of("xor", "product")
    session = lift.touch(snapshot, Touched(0, 0, 0, "drag", 0.5, 0.1))
    assert session.view.option(lift.TURN, "") == "0.0 19.0"
    assert session.document == snapshot.session.document
    assert lift.touch(snapshot, Touched(0, 0, 0, "press")) is None


def test_the_score_is_offered_only_where_there_is_one():
    with_score = lift.draw(snapshot_of("moons", "product")).options[0]
    without = lift.draw(snapshot_of("moons", "score", "knn")).options[0]
    assert "score" in with_score.choices
    assert "score" not in without.choices
    assert without.current == "product"
    assert not lift.offered(snapshot_of("blobs", "product", "lda"))
