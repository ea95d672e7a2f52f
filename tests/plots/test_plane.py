"""The layers of the plane, as marks."""

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from mlexplorer.core.holdout import Holdout
from mlexplorer.marks.marks import Line, Points, Regions
from mlexplorer.plots import plane
from mlexplorer.session.frame import framed
from mlexplorer.session.pipeline import Pipeline, prepare
from mlexplorer.session.session import Document, Run, Session, View


def layers_of(model, values=None, points=None, view=None, holdout=0.0):
    run = Run(registry.model(model)().with_values(values or {}))
    document = Document(registry.source("moons")(count=80), (run,), points, holdout=Holdout(holdout))
    session = Session(document, view or View())
    frame = framed(prepare(document).data, session.view, 400, 400)
    snapshot = Pipeline().last(session, frame)
    return {layer.name: layer.marks for layer in plane.layers(snapshot)}, snapshot


def test_keys_and_names_are_unique():
    assert len({kind.key for kind in plane.LAYERS}) == len(plane.LAYERS)
    assert len({kind.name for kind in plane.LAYERS}) == len(plane.LAYERS)
    assert all(kind.help and kind.title for kind in plane.LAYERS)


def test_regions_and_boundary_agree_with_the_prediction():
    layers, snapshot = layers_of("lda")
    (regions,) = layers["regions"]
    assert isinstance(regions, Regions)
    grid = snapshot.field.grid
    np.testing.assert_array_equal(regions.labels.ravel(), snapshot.step.predict(grid.points))
    (line,) = layers["boundary"]
    assert isinstance(line, Line)
    places = line.path[np.isfinite(line.path).all(axis=1)]
    assert np.abs(snapshot.step.discriminant(places)).max() < 1e-2 * np.abs(snapshot.field.scores).max()


def test_training_points_are_filled_and_test_points_hollow():
    layers, snapshot = layers_of("knn", holdout=0.25)
    assert {mark.style for mark in layers["training"]} == {"filled"}
    assert {mark.style for mark in layers["test"]} == {"hollow"}
    assert sum(len(mark.places) for mark in layers["test"]) == len(snapshot.data.testing) == 20


def test_wrong_points_carry_the_shape_of_the_prediction():
    data = Dataset(
        [[0.0, 0.0], [1.0, 0.0], [9.0, 0.0], [10.0, 0.0], [0.5, 0.0]], [0, 0, 1, 1, 1], held=[False] * 4 + [True]
    )
    layers, _ = layers_of("knn", {"k": 1}, data)
    (wrong,) = [mark for mark in layers["errors"] if mark.style == "wrong"]
    assert (wrong.style, wrong.role, wrong.shape) == ("wrong", "class 0", 0)
    np.testing.assert_array_equal(wrong.places, [[0.5, 0.0]])


def test_clusters_colour_the_points_unless_classes_are_asked_for():
    layers, snapshot = layers_of("kmeans", {"k": 3})
    drawn = {mark.shape: len(mark.places) for mark in layers["training"]}
    assert drawn == {label: int((snapshot.predicted == label).sum()) for label in range(3)}
    layers, _ = layers_of("kmeans", {"k": 3}, view=View(toggled=frozenset({"classes"})))
    assert {mark.shape: len(mark.places) for mark in layers["training"]} == {0: 40, 1: 40}
    assert "errors" not in layers


def test_a_layer_switched_off_is_not_drawn():
    layers, _ = layers_of("knn", view=View(toggled=frozenset({"regions", "errors"})))
    assert "regions" not in layers
    assert "boundary" in layers


def test_only_layers_a_step_can_show_are_offered():
    _, snapshot = layers_of("knn")
    names = {kind.name for kind in plane.offered(snapshot)}
    assert {"regions", "boundary", "errors"} <= names
    assert not {"margins", "support", "centres", "gaussians", "curve"} & names


@pytest.mark.parametrize("model", registry.models())
def test_every_model_draws_finite_marks(model):
    layers, _ = layers_of(model)
    assert sum(len(marks) for marks in layers.values()) >= 2
    for mark in (mark for marks in layers.values() for mark in marks):
        if isinstance(mark, Points):
            assert np.isfinite(mark.places).all()
            assert mark.places.ndim == 2
