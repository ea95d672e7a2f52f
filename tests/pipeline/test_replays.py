"""Every step of a thinned trace can be looked at: made again exactly, forward, back and by jumps."""

import itertools

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.core.memory import STEPS as MOST_STEPS
from mlexplorer.landscapes.parameter_plane import MOST_STEPS as DRAWN
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.pipeline.slow_motion import walked
from mlexplorer.pipeline.snapshot import Frame
from mlexplorer.session.session import Document, Pin, Run, Session, View
from mlexplorer.views.landscape import descent_of

FRAME = Frame((-2.0, 3.0, -2.0, 2.0))


def session_of(model, source, step=None, **values):
    return Session(
        Document(registry.source(source)(), (Run(registry.model(model)().with_values(values)),)), View(step=step)
    )


def every_step(session):
    run = session.run
    start = None if run.start is None else np.array(run.start)
    return [step for step in run.model.fit(prepare(session.document).data, start) if step is not None]


@pytest.fixture(scope="module")
def long_run():
    session = session_of("perceptron", "xor", epochs=100)
    steps = every_step(session)
    assert len(steps) > MOST_STEPS
    return session, steps


def at(session, number):
    return Session(session.document, View(step=number))


def test_forward_back_and_jumps_show_the_very_step(long_run):
    session, steps = long_run
    pipeline, last = Pipeline(), len(steps) - 1
    forward, back = range(1000, 1140), range(1139, 900, -1)
    for number in itertools.chain(forward, back, (last, last - 1, 3, 777, 0)):
        snapshot = pipeline.last(at(session, number), FRAME)
        np.testing.assert_array_equal(snapshot.step.weights, steps[number].weights, err_msg=str(number))
        assert snapshot.note == steps[number].note
    assert not snapshot.trace.is_whole


def test_every_number_is_a_place_to_walk_to(long_run):
    session, steps = long_run
    snapshot = Pipeline().last(at(session, 1001), FRAME)
    assert walked(snapshot.trace, False) == range(len(steps))
    slowly = walked(snapshot.trace, True, snapshot.stretch)
    assert [place for place in slowly if 1000 <= place <= 1002] == [1000, 1000.5, 1001, 1001.5, 1002]
    assert set(range(len(steps))) <= set(slowly)


def test_slow_motion_tells_of_the_very_next_step(long_run):
    session, steps = long_run
    snapshot = Pipeline().last(at(session, 1001.5), FRAME)
    assert snapshot.moment.coming.note == steps[1002].note
    assert snapshot.note.startswith("Next it looks at point ")


def test_the_path_ends_at_the_dot(long_run):
    session, steps = long_run
    snapshot = Pipeline().last(at(session, 1237), FRAME)
    descent = descent_of(snapshot)
    assert len(descent.places) == DRAWN + 1
    past = descent.places <= descent.now
    assert descent.places[past][-1] == descent.now == 1237
    np.testing.assert_array_equal(descent.path[past][-1], descent.landscape.here)
    np.testing.assert_array_equal(descent.landscape.here, steps[1237].landscape(snapshot.training).here)


def test_walking_on_fits_no_second_time(long_run, monkeypatch):
    session, _ = long_run
    pipeline, begun, kind = Pipeline(), [], type(session.run.model)
    again = kind.again
    monkeypatch.setattr(kind, "again", lambda self, *rest: begun.append(1) or again(self, *rest))
    for number in range(500, 900):
        pipeline.last(at(session, number), FRAME)
    for number in range(899, 600, -1):
        pipeline.last(at(session, number), FRAME)
    assert len(begun) == 1


def test_of_several_attempts_the_best_is_made_again():
    session = session_of("network", "moons", hidden="2", restarts=3, batch=1, steps=20, solver="stochastic")
    steps = every_step(session)
    assert len(steps) > MOST_STEPS
    model, data = session.run.model, prepare(session.document).data
    again = [step for step in model.again(data, None, steps[0]) if step is not None]
    assert steps[0].remark.startswith(" (run ")
    assert [step.note for step in again[:2]] == [step.note for step in steps[:2]]
    np.testing.assert_array_equal(again[-1].weights, steps[-1].weights)
    assert sum(1 for _ in model.again(data, None, steps[0])) == len(steps)
    shown = Pipeline().last(at(session, 1001), FRAME)
    np.testing.assert_array_equal(shown.step.weights, steps[1001].weights)


def test_a_pin_keeps_the_very_step(long_run):
    session, steps = long_run
    pin = Pin(prepare(session.document).data, session.run, 1237)
    document = Document(session.document.source, session.document.runs, pins=(pin,))
    pinned = Pipeline().last(Session(document), FRAME).pinned[0]
    np.testing.assert_array_equal(pinned.weights, steps[1237].weights)


def test_a_jump_shows_the_nearest_kept_step_at_once_and_then_the_very_one(long_run, monkeypatch):
    session, steps = long_run
    monkeypatch.setattr("mlexplorer.pipeline.pipeline.PATIENCE", 0.0)
    monkeypatch.setattr("mlexplorer.pipeline.replays.REST", 0.0)
    pipeline = Pipeline()
    pipeline.last(session, FRAME)
    first, *_, last = (one for one in pipeline.snapshots(at(session, 1237), FRAME) if one is not None)
    kept = first.trace.at(1237)
    assert kept.iteration < 1237
    assert (first.step, first.finished) == (kept, False)
    assert first.field is not None
    np.testing.assert_array_equal(last.step.weights, steps[1237].weights)
