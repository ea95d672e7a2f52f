"""Pictures are made without a window: layers, events of the timeline, and what the next has in common with the last."""

from dataclasses import replace

import pytest

from mlexplorer.core import registry
from mlexplorer.core.trace import Trace
from mlexplorer.layers.pictures import CLEAN, LOWEST, Pictures, events
from mlexplorer.pipeline.pipeline import Pipeline
from mlexplorer.session.session import Document, Run, Session
from tests.samples import switches

SIZE = (200, 200, 1.0)


def walking():
    """A session whose fit has errors at first, and none in the end."""
    model = registry.model("logistic")().with_values({"solver": "gradient", "steps": 60, "rate": 1.0})
    return Session(Document(registry.source("separable")(), (Run(model),)))


def last(pictures, session, dragging=False):
    return [picture for picture in pictures.made(session, SIZE, dragging) if picture is not None][-1]


def test_the_last_picture_is_finished_and_tells_the_events():
    picture = last(Pictures(Pipeline()), walking())
    trace = picture.snapshot.trace
    errors = [step.measures["errors"] for step in trace]
    losses = [step.loss for step in trace]
    assert picture.snapshot.finished
    assert {"training", "boundary"} <= {layer.name for layer in picture.layers}
    assert errors[0] > 0
    assert picture.events == {CLEAN: errors.index(0), LOWEST: losses.index(min(losses))}


def test_events_wait_until_the_hand_lets_go():
    pictures, session = Pictures(Pipeline()), walking()
    assert last(pictures, session, dragging=True).events == {}
    assert set(last(pictures, session).events) == {CLEAN, LOWEST}


def test_a_switched_layer_leaves_the_others_as_they_are():
    pictures, session = Pictures(Pipeline()), walking()
    first = {layer.name: layer.marks for layer in last(pictures, session).layers}
    other = replace(session, view=replace(session.view, switches=switches("regions")))
    second = {layer.name: layer.marks for layer in last(pictures, other).layers}
    assert "regions" in first.keys() - second.keys()
    assert second["boundary"] is first["boundary"]


def test_no_steps_have_no_events():
    with pytest.raises(StopIteration) as ended:
        next(events(Trace()))
    assert ended.value.value == {}
