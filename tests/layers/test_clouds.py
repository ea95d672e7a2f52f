"""Many points as a picture of their density."""

from dataclasses import replace

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from mlexplorer.layers import plane, points, spreads, street
from mlexplorer.layers.clouds import FAINTEST
from mlexplorer.marks.marks import Cloud, Points
from mlexplorer.pipeline import point_display
from mlexplorer.pipeline.pipeline import Pipeline
from mlexplorer.pipeline.snapshot import Frame
from mlexplorer.session.session import Document, Run, Session


@pytest.fixture
def crowded(monkeypatch):
    """A snapshot of more points than are drawn one by one: two far cells, one of them with most points of class 1."""
    monkeypatch.setattr(point_display, "MANY", 10)
    points = np.array([[0.1, 0.1]] * 8 + [[0.9, 0.9]] * 3 + [[0.9, 0.9]] * 5 + [[5.0, 5.0]])
    labels = np.repeat([0, 0, 1, 0], [8, 3, 5, 1])
    document = Document(registry.source("placed")(), (Run(registry.model("lda")()),), Dataset(points, labels))
    return Pipeline().last(Session(document), Frame((0.0, 1.0, 0.0, 1.0), 20, 20))


def test_few_points_are_markers(crowded, monkeypatch):
    monkeypatch.setattr(point_display, "MANY", 1000)
    assert not points.has_crowd(crowded)
    assert all(isinstance(mark, Points) for mark in points.points(crowded, False))


def test_many_points_are_a_picture(crowded):
    assert {layer.name for layer in plane.layers(crowded)} >= {"crowd", "boundary"}
    assert not {"training", "test"} & {kind.name for kind in plane.offered(crowded)}
    names = [kind.name for kind in plane.LAYERS]
    assert names.index("crowd") < names.index("boundary"), "the boundary is seen above so many points"
    (cloud,) = points.crowd(crowded)
    assert isinstance(cloud, Cloud)
    assert cloud.labels.shape == (10, 10)
    assert cloud.opacity[1, 1] == 1.0
    assert cloud.labels[1, 1] == 0
    assert cloud.labels[9, 9] == 1, "the colour of most"
    assert FAINTEST < cloud.opacity[9, 9] <= 1.0
    assert np.count_nonzero(cloud.opacity) == 2, "what is out of view is not drawn"
    np.testing.assert_allclose(cloud.bounds, (0.05, 0.95, 0.05, 0.95))


def test_few_of_the_wrong_points_in_view_are_marked(crowded, monkeypatch):
    assert crowded.wrong.tolist() == [11, 12, 13, 14, 15]
    assert len(points.errors(crowded)[0].places) == 5
    monkeypatch.setattr(point_display, "SINGLY", 3)
    (crossed,) = points.errors(crowded)
    assert len(crossed.places) == 3
    elsewhere = replace(crowded, frame=Frame((0.0, 0.5, 0.0, 0.5), 20, 20))
    assert points.errors(elsewhere) == (), "those out of view take no room"
    assert points.nearest_row(crowded, np.array([0.1, 0.1])) is None


def test_the_marked_few_stay_when_points_are_added(crowded, monkeypatch):
    monkeypatch.setattr(point_display, "SINGLY", 4)
    rows, bounds = np.arange(16), crowded.frame.bounds
    before = point_display.marked_singly(crowded.data, rows, bounds)
    assert len(before) == 4
    assert before.tolist() == sorted(before.tolist())
    more = crowded.data.added([[9.0, 9.0]], 0)
    assert point_display.marked_singly(more, rows, bounds).tolist() == before.tolist()


@pytest.mark.parametrize(("model", "layer"), [("polynomial", spreads.residuals), ("kmeans", spreads.spokes)])
def test_lines_of_single_points_are_few_in_a_crowd(crowded, monkeypatch, model, layer):
    monkeypatch.setattr(point_display, "SINGLY", 3)
    document = replace(crowded.session.document, runs=(Run(registry.model(model)()),))
    snapshot = Pipeline().last(Session(document), crowded.frame)
    ends = sum(int(np.isfinite(mark.path).all(axis=1).sum()) for mark in layer(snapshot))
    assert ends == 2 * 3


def test_rings_of_a_crowd_are_few(crowded, monkeypatch):
    monkeypatch.setattr(point_display, "SINGLY", 3)
    document = replace(crowded.session.document, runs=(Run(registry.model("svm")()),))
    snapshot = Pipeline().last(Session(document), crowded.frame)
    assert np.count_nonzero(snapshot.step.multipliers < snapshot.step.bound) > 3
    rings, *_ = street.support(snapshot)
    assert len(rings.places) == 3
