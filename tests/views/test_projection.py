"""Projection: the facts of the courses, an arrow that follows the hand, and the layer that follows the view."""

from dataclasses import replace

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from mlexplorer.layers import plane, projecting
from mlexplorer.layers.layer_memo import LayerMemo
from mlexplorer.marks.marks import Arrow, Fill, Points
from mlexplorer.marks.plot import Touched
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session.session import Document, Run, Session, View
from mlexplorer.views import projection

TABLE = np.array([(1, 1, 1), (1, 0, 0), (1, 1, 1), (1, 0, 1), (0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 1)])


def snapshot_of(source="parallel", view=None, points=None, model="lda"):
    document = Document(registry.source(source)(), (Run(registry.model(model)()),), points)
    session = Session(document, view or View())
    return Pipeline().last(session, framed(prepare(document).data, session.view, 300, 300))


def facts(snapshot):
    return {fact.name: fact.value for fact in projection.draw(snapshot).facts}


def arrow_of(marks):
    (found,) = [mark for mark in marks if isinstance(mark, Arrow)]
    return (found.end - found.start) / np.hypot(*(found.end - found.start))


def test_variance_mixes_parallel_classes_and_fisher_parts_them():
    most = facts(snapshot_of())
    assert (most["Direction w"], most["Variance wᵀCw"], most["Fisher's J"]) == ("(1, 0)", "7.059", "0")
    best = facts(snapshot_of(view=View(direction="fisher")))
    assert (best["Direction w"], best["Variance wᵀCw"], best["Fisher's J"]) == ("(0, 1)", "2.644", "2.025")
    assert best["Best cut of the line"] == "1 bit at −0.0556"


def test_either_axis_tells_its_correlation_and_its_bits():
    found = facts(snapshot_of(points=Dataset(TABLE[:, :2].astype(float), TABLE[:, 2])))
    assert found["x₁ alone"] == "r = 0.5, 0.189 bits at 0.5"
    assert found["x₂ alone"] == "r = 0.577, 0.311 bits at 0.5"


def test_more_classes_have_no_correlation_and_one_class_says_nothing():
    assert "r =" not in facts(snapshot_of("blobs"))["x₁ alone"]
    assert "Between over within" in facts(snapshot_of("blobs"))
    alone = facts(snapshot_of(points=Dataset(TABLE[:, :2].astype(float), np.zeros(8, int)), model="kmeans"))
    assert alone["x₁ alone"] == "says nothing of a class"
    assert "Fisher's J" not in alone


def test_bars_count_every_point_of_a_class():
    _, bars = projection.draw(snapshot_of("moons")).panels
    for mark in bars.layers[0].marks:
        if isinstance(mark, Fill):
            (path,) = mark.polygons
            assert path[1:-1:2, 1].sum() == 60
    assert bars.bounds[2] < 0, "room for the class means"


@pytest.mark.parametrize("kind", ["press", "drag"])
def test_the_arrow_follows_the_hand(kind):
    snapshot = snapshot_of()
    mean = snapshot.data.points.mean(axis=0)
    session = projection.touch(snapshot, Touched(0, mean[0] + 3, mean[1] - 4, kind))
    assert session.view.direction == "hand"
    assert session.view.arrow == pytest.approx((0.6, -0.8))
    upper, _ = projection.draw(replace(snapshot, session=session)).panels
    np.testing.assert_allclose(arrow_of(upper.layers[2].marks), [0.6, -0.8])
    assert projection.touch(snapshot, Touched(1, 3.0, 4.0, kind)) is None
    assert projection.touch(snapshot, Touched(0, *mean.tolist(), kind)) is None
    assert projection.touch(snapshot, Touched(0, 3.0, 4.0, "hover")) is None


def test_the_hand_begins_with_the_present_direction():
    snapshot = snapshot_of(view=View(direction="fisher"))
    assert projection.choose(snapshot, "direction", "hand").view.arrow == pytest.approx((0, 1))
    assert projection.choose(snapshot, "direction", "principal").view.direction == "principal"


def test_fisher_without_two_means_says_so_and_shows_the_variance():
    points = Dataset(np.array([[0.0, 0.0], [2.0, 2.0], [1.0, 1.0], [1.0, 1.0]]), [0, 0, 1, 1])
    snapshot = snapshot_of(view=View(direction="fisher"), points=points)
    drawn = projection.draw(snapshot)
    assert drawn.words.startswith("Fisher needs two classes")
    np.testing.assert_allclose(arrow_of(drawn.panels[0].layers[2].marks), [0.5**0.5] * 2)


@pytest.mark.parametrize("view", [View(direction="nonsense"), View(direction="hand", arrow=(0.0, 0.0))])
def test_what_a_file_says_wrongly_is_the_principal_direction(view):
    np.testing.assert_allclose(projecting.projection_of(snapshot_of(view=view)).way, [1, 0])


@pytest.mark.parametrize(
    "points",
    [np.ones((3, 2)), np.array([[0.0, 0.0], [1.0, 0.0]]), 1e19 * np.eye(2), np.c_[np.arange(5) * 1e-3, np.arange(5)]],
)
def test_poor_points_are_drawn(points):
    labels = np.arange(len(points)) % 2
    for direction in ("principal", "fisher", "hand"):
        snapshot = snapshot_of(view=View(direction=direction), points=Dataset(points, labels), model="knn")
        drawn = projection.draw(snapshot)
        for panel in drawn.panels:
            for mark in panel.layers[-1].marks:
                if isinstance(mark, Points):
                    assert np.isfinite(mark.places).all()
        assert len(drawn.panels) == 2


def test_every_foot_stays_in_view_while_the_arrow_turns():
    bounds = None
    for turn in np.linspace(0, np.pi, 13):
        view = View(direction="hand", arrow=(float(np.cos(turn)), float(np.sin(turn))))
        snapshot = snapshot_of("iris", view)
        plot = projection.draw(snapshot).panels[0]
        left, right, bottom, top = plot.bounds
        feet = projecting.projection_of(snapshot).feet
        assert (feet > [left, bottom]).all()
        assert (feet < [right, top]).all()
        assert bounds in (None, plot.bounds), "the panel stands still"
        bounds = plot.bounds


def test_a_single_point_is_not_enough():
    snapshot = snapshot_of(points=Dataset([[1.0, 2.0]], [0]), model="kde")
    assert not projection.VIEW.offered(snapshot)
    assert not projection.draw(snapshot).panels


def test_turning_the_arrow_makes_no_other_layer_anew():
    memo, snapshot = LayerMemo(), snapshot_of(view=View().switched("projection", True))
    before = {layer.name: layer.marks for layer in memo.layers(snapshot)}
    turned = replace(snapshot.session, view=replace(snapshot.session.view, direction="hand", arrow=(0.0, 1.0)))
    after = {layer.name: layer.marks for layer in memo.layers(replace(snapshot, session=turned))}
    assert {name for name in before if before[name] is not after[name]} - {"shading"} == {"projection"}
    np.testing.assert_allclose(arrow_of(after["projection"]), [0, 1], atol=1e-12)
    assert "projection" in {kind.name for kind in plane.offered(snapshot)}
