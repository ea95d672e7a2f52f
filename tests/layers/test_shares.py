"""Points of a mixture show their responsibilities."""

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.layers import plane
from mlexplorer.layers.shares import MOST, SURE
from mlexplorer.marks.marks import Pies, Points, Text
from mlexplorer.painting.markers import PARTS, slices
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session.session import Document, Run, Session, View
from tests.samples import switches


def seen(view=None, count=120):
    document = Document(registry.source("blobs")(count=count, spread=1.3), (Run(registry.model("gmm")()),))
    session = Session(document, view or View())
    snapshot = Pipeline().last(session, framed(prepare(document).data, session.view, 400, 400))
    return snapshot, {layer.name: layer.marks for layer in plane.layers(snapshot)}


@pytest.fixture(scope="module")
def mixture():
    return seen()


def test_shared_points_are_pies_of_their_responsibilities(mixture):
    snapshot, layers = mixture
    (pies,) = [mark for mark in layers["training"] if isinstance(mark, Pies)]
    chances = snapshot.step.probabilities(snapshot.data.points)
    shared = chances.max(axis=1) < SURE
    assert 5 < shared.sum() < len(shared)
    np.testing.assert_array_equal(pies.places, snapshot.data.points[shared])
    np.testing.assert_allclose(pies.shares, chances[shared])
    np.testing.assert_array_equal(pies.labels, snapshot.step.classes)


def test_sure_points_are_markers_of_their_component(mixture):
    snapshot, layers = mixture
    chances = snapshot.step.probabilities(snapshot.data.points)
    marks = [mark for mark in layers["training"] if isinstance(mark, Points)]
    counts = {mark.role: len(mark.places) for mark in marks}
    sure = chances.max(axis=1) >= SURE
    assert counts == {f"class {label}": int((sure & (chances.argmax(axis=1) == label)).sum()) for label in range(3)}
    assert [mark.shape for mark in marks] == [0, 1, 2], "they can be told apart without their colours"


def test_slices_go_round_once(mixture):
    _, layers = mixture
    (pies,) = [mark for mark in layers["training"] if isinstance(mark, Pies)]
    ends = slices(pies)
    assert (ends[:, -1] == PARTS).all()
    assert (np.diff(ends, axis=1) >= 0).all()
    assert np.abs(np.diff(ends, axis=1, prepend=0) / PARTS - pies.shares).max() <= 1 / PARTS


@pytest.mark.parametrize("switch", ["shares", "classes"])
def test_shapes_come_back_without_them(switch):
    _, layers = seen(View(switches=switches(switch)))
    assert all(isinstance(mark, Points) for mark in layers["training"])
    assert {mark.shape for mark in layers["training"]} == {0, 1, 2}
    assert not [mark for mark in layers["gaussians"] if isinstance(mark, Text)]


def test_pies_of_a_crowd_are_dots():
    _, layers = seen(count=MOST + 1)
    assert not any(isinstance(mark, Pies) for mark in layers["training"])
