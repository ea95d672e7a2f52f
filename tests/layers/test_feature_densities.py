"""Densities of the classes along both axes: at the edges of the plane, under the pointer, and as plots."""

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.layers import feature_densities
from mlexplorer.marks.marks import Fill, Line, Points, Text
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session.session import Document, Run, Session


def snapshot_of(source="moons", model="naive_bayes", **values):
    run = Run(registry.model(model)(**values))
    session = Session(Document(registry.source(source)(count=80), (run,)))
    return Pipeline().last(session, framed(prepare(session.document).data, session.view, 400, 300))


@pytest.mark.parametrize("density", ["gaussian", "kernel", "histogram"])
def test_each_class_has_a_curve_along_both_edges(density):
    snapshot = snapshot_of(density=density)
    curves = [mark for mark in feature_densities.edge_curves(snapshot) if isinstance(mark, Line)]
    assert [mark.role for mark in curves] == ["ellipse 0", "ellipse 1"] * 2
    left, right, bottom, top = snapshot.frame.bounds
    lower, upright = np.stack([mark.path for mark in curves[:2]]), np.stack([mark.path for mark in curves[2:]])
    heights = snapshot.step.feature_heights(0, lower[0, :, 0])
    np.testing.assert_allclose((lower[..., 1] - bottom) / (0.2 * (top - bottom)), heights / heights.max(), atol=1e-9)
    heights = snapshot.step.feature_heights(1, upright[0, :, 1])
    tall = 0.2 * 300 / 400 * (right - left)
    np.testing.assert_allclose((upright[..., 0] - left) / tall, heights / heights.max(), atol=1e-9)


def test_the_pointer_tells_the_heights_below_and_beside_it():
    snapshot = snapshot_of()
    place = np.array([0.3, 0.2])
    marks = feature_densities.heights_at(snapshot, place)
    words = [mark.words for mark in marks if isinstance(mark, Text)]
    for feature, said in enumerate(words):
        wanted = snapshot.step.feature_heights(feature, place[feature : feature + 1])[:, 0]
        np.testing.assert_allclose([float(word) for word in said.split(" : ")], wanted, rtol=0.06)
    dots = [mark.places[0] for mark in marks if isinstance(mark, Points)]
    assert [dot[0] for dot in dots[:2]] == [0.3, 0.3]
    assert [dot[1] for dot in dots[2:]] == [0.2, 0.2]


def test_a_plot_for_each_feature_holds_all_curves():
    snapshot = snapshot_of("blobs")
    for plot in feature_densities.plots(snapshot, snapshot.step):
        marks = plot.layers[0].marks
        assert sum(isinstance(mark, Fill) for mark in marks) == len(snapshot.step.classes)
        assert max(mark.path[:, 1].max() for mark in marks if isinstance(mark, Line)) < plot.bounds[3]


def test_other_models_have_none():
    snapshot = snapshot_of(model="qda")
    assert feature_densities.edge_curves(snapshot) == ()
    assert feature_densities.heights_at(snapshot, np.zeros(2)) == ()
