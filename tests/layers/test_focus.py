"""Which points a step was made for."""

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.layers.focus import focus, is_offered
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session.session import Document, Run, Session, View


def snapshot_of(model, step=None, **values):
    document = Document(registry.source("moons")(count=60), (Run(registry.model(model)().with_values(values)),))
    session = Session(document, View(step=step))
    return Pipeline().last(session, framed(prepare(document).data, session.view, 400, 400))


def test_the_perceptron_shows_the_point_that_was_wrong():
    snapshot = snapshot_of("perceptron", step=3)
    (ring,) = focus(snapshot)
    before = snapshot.trace.at(2)
    (row,) = np.flatnonzero((snapshot.data.points == ring.places[0]).all(axis=1))
    assert before.predict(ring.places)[0] != snapshot.data.labels[row]
    assert focus(snapshot_of("perceptron", step=0)) == ()


def test_stochastic_steps_and_batches():
    snapshot = snapshot_of("logistic", step=4, solver="stochastic")
    np.testing.assert_array_equal(focus(snapshot)[0].places, snapshot.data.points[3:4])
    assert len(focus(snapshot_of("logistic", step=4, solver="minibatch", batch=10))[0].places) == 10


def test_offered_only_where_steps_look_at_some():
    assert is_offered(snapshot_of("perceptron"))
    assert not is_offered(snapshot_of("logistic", solver="gradient"))
    assert not is_offered(snapshot_of("kmeans"))


def test_a_point_stays_in_view_while_a_network_goes_forward_and_back():
    row = int(snapshot_of("network", step=5, solver="stochastic", steps=1).step.rows[0])
    for part in (1, 2, 3):
        snapshot = snapshot_of("network", step=4 + part / 4, solver="stochastic", steps=1)
        np.testing.assert_array_equal(focus(snapshot)[0].places, snapshot.data.points[[row]])


@pytest.mark.parametrize("step", [0.34, 1.34])
def test_the_cuts_that_could_be_made_are_teeth_at_the_lower_and_the_left_edge_of_their_box(step):
    box, comb = focus(snapshot_of("tree", step=step))
    (left, bottom), (right, top) = np.nanmin(box.path, axis=0), np.nanmax(box.path, axis=0)
    starts, ends = comb.path[::3], comb.path[1::3]
    upright = starts[:, 0] == ends[:, 0]
    assert 0 < upright.sum() < len(starts)
    assert (starts[upright, 1] == bottom).all()
    assert (starts[~upright, 0] == left).all()
    assert (ends >= starts).all()
    assert (ends <= [right, top]).all()
