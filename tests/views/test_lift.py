"""Lift: XOR and the ring come apart in the air, and the plane lies where it says."""

from dataclasses import replace

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.marks.marks import Fill, Points
from mlexplorer.marks.plot import Touched
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session.session import Document, Run, Session, View
from mlexplorer.views import lift


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
        name: sum(len(mark.places) for mark in layers[name] if isinstance(mark, Points))
        for name in ("behind", "before")
    }
    assert counts["before"] == lift.lift(snapshot).above.sum()
    assert sum(counts.values()) == len(snapshot.data)
    assert isinstance(layers["plane"][0], Fill)


def test_an_upright_plane_is_drawn_and_what_is_nearer_lies_before_it():
    snapshot = snapshot_of("moons", "product")
    lifted = lift.lift(snapshot)
    counts = []
    for turn in ("-35.0 24.0", "145.0 24.0"):
        view = snapshot.session.view.with_option(lift.TURN, turn)
        (plot,) = lift.draw(replace(snapshot, session=replace(snapshot.session, view=view))).panels
        layers = {layer.name: layer.marks for layer in plot.layers}
        (outline,) = layers["plane"][0].polygons
        assert 3 <= len(outline) <= 6
        counts.append(sum(len(mark.places) for mark in layers["before"] if isinstance(mark, Points)))
    assert sum(counts) == len(lifted.points)
    assert int(lifted.above.sum()) in counts


def test_the_plane_is_told_as_an_equation():
    lifted = lift.lift(snapshot_of("xor", "product"))
    assert (
        lift.equation_of(replace(lifted, normal=np.array([2.0, -0.5, 4.0]), level=1.0), ("x₁", "x₂"))
        == "0.5x₁ − 0.12x₂ + z = 0.25"
    )
    assert lift.equation_of(replace(lifted, normal=np.array([0.0, 0.0, 3.0]), level=-6.0), ("a", "b")) == "z = −2"
    assert (
        lift.equation_of(replace(lifted, normal=np.array([-1.0, 0.5, 0.0]), level=2.0), ("a", "b")) == "−a + 0.5b = 2"
    )


@pytest.mark.parametrize(("source", "height"), [("xor", "product"), ("circles", "squares")])
def test_without_a_choice_the_height_that_parts_better_is_taken(source, height):
    assert lift.draw(snapshot_of(source, "")).options[0].current == height


def test_dragging_turns_it_and_nothing_else_does():
    snapshot = snapshot_of("xor", "product")
    session = lift.touch(snapshot, Touched(0, 0, 0, "drag", 0.5, 0.1))
    assert session.view.option(lift.TURN, "") == "0.0 19.0"
    assert session.document == snapshot.session.document
    assert lift.touch(snapshot, Touched(0, 0, 0, "press")) is None


def test_the_score_is_offered_only_where_there_is_one():
    with_score = lift.draw(snapshot_of("moons", "product")).options[0]
    without = lift.draw(snapshot_of("xor", "score", "knn")).options[0]
    assert "score" in with_score.choices
    assert "score" not in without.choices
    assert without.current == "product"
    assert not lift.offered(snapshot_of("blobs", "product", "lda"))
