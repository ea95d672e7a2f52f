"""Fitting in haste: as many steps for every picture of a drag, the first of the whole fit, and then all of them."""

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.pipeline import fitting
from mlexplorer.pipeline.fitting import FEWEST, Haste, fitted
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.pipeline.snapshot import Frame
from mlexplorer.session.session import Document, Run, Session

FRAME = Frame((-3.0, 3.0, -3.0, 3.0), 300, 300)
LONG = [name for name, kind in registry.models().items() if kind.length]


def session_of(name, **values):
    source = registry.source("moons")(count=120, noise=0.3)
    return Session(Document(source, (Run(registry.model(name)(**values)),)))


def last_of(traces):
    *_, last = traces
    return last


@pytest.fixture
def no_time(monkeypatch):
    monkeypatch.setattr(fitting, "HASTE", 0.0)


@pytest.mark.usefixtures("no_time")
@pytest.mark.parametrize("name", ["gmm", "network", "adaboost", "perceptron"])
def test_in_haste_a_fit_ends_with_the_first_steps_of_the_whole(name):
    session = session_of(name)
    data = prepare(session.document).data
    whole, hasty = last_of(fitted(session.run, data)), last_of(fitted(session.run, data, Haste()))
    assert whole.finished
    assert not hasty.finished
    assert FEWEST <= len(hasty) == hasty.total < whole.total
    np.testing.assert_array_equal(hasty.last.scores(data.points), whole.at(hasty.total - 1).scores(data.points))


@pytest.mark.usefixtures("no_time")
def test_in_haste_steps_that_are_known_together_are_shown_together():
    session = session_of("hierarchical")
    data = prepare(session.document).data
    whole, hasty = last_of(fitted(session.run, data)), last_of(fitted(session.run, data, Haste()))
    assert hasty.total == whole.total
    np.testing.assert_array_equal(hasty.last.assignments, whole.last.assignments)


def test_with_time_enough_it_is_whole_in_haste_too(monkeypatch):
    monkeypatch.setattr(fitting, "HASTE", 1e9)
    session = session_of("gmm")
    haste = Haste()
    assert last_of(fitted(session.run, prepare(session.document).data, haste)).finished
    assert haste.most is None


@pytest.mark.usefixtures("no_time")
def test_a_fit_of_a_few_steps_is_never_cut():
    session = session_of("vote")
    assert last_of(fitted(session.run, prepare(session.document).data, Haste())).finished


@pytest.mark.parametrize("name", LONG)
def test_a_model_with_a_length_makes_the_same_first_steps_when_it_is_shorter(name):
    session = session_of(name)
    data, model = prepare(session.document).data, session.run.model
    short = Haste(12).shortened(model)
    assert short.values()[model.length] == 12
    whole, cut = last_of(fitted(session.run, data)), last_of(fitted(Run(short), data))
    assert cut.total <= 13
    same = next(step for step in whole if step.iteration == cut.last.iteration)
    np.testing.assert_array_equal(cut.last.scores(data.points), same.scores(data.points))


def test_there_are_models_with_a_length():
    assert {"adaboost", "forest", "gradient_boosting"} <= set(LONG)


def test_a_model_that_is_short_enough_stays_as_it_is():
    model = registry.model("forest")(members=12)
    assert Haste(12).shortened(model) is model
    assert Haste().shortened(model) is model


@pytest.mark.usefixtures("no_time")
def test_every_picture_of_a_drag_has_as_many_steps_and_the_last_one_all():
    pipeline, session = Pipeline(), session_of("gmm")
    pipeline.last(session, FRAME)
    data, totals = prepare(session.document).raw, []
    for shift in (0.1, 0.2, 0.3):
        session = session.with_points(data.moved([0], data.points[:1] + shift))
        found = [item for item in pipeline.snapshots(session, FRAME, dragging=True) if item is not None]
        assert all(item.field is not None for item in found)  # none is without regions, which would flicker
        totals.append(found[-1].trace.total)
    assert totals == [FEWEST] * 3
    assert pipeline.last(session, FRAME).trace.finished


def test_a_fit_can_be_interrupted_before_it_has_anything_to_show(monkeypatch):
    monkeypatch.setattr(fitting, "REST", 0.0)
    items = list(Pipeline().snapshots(session_of("gmm"), FRAME))
    assert items.count(None) > 50
