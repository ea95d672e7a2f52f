"""Switching a layer makes that layer only; anything else makes all of them anew."""

from dataclasses import replace

from mlexplorer.core import registry
from mlexplorer.layers import plane
from mlexplorer.layers.layer_memo import FOLLOWING, LayerMemo
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session.session import Document, Run, Session, View
from tests.samples import switches


def snapshot_of(pipeline, session):
    return pipeline.last(session, framed(prepare(session.document).data, session.view, 200, 200))


def made(memo, snapshot):
    return {layer.name: layer.marks for layer in memo.layers(snapshot)}


def test_the_marks_of_the_others_are_kept():
    pipeline, memo = Pipeline(), LayerMemo()
    session = Session(Document(registry.source("moons")(count=40), (Run(registry.model("lda")()),)))
    first = made(memo, snapshot_of(pipeline, session))
    without = replace(session, view=View(switches=switches("regions", "probability")))
    second = made(memo, snapshot_of(pipeline, without))
    assert "regions" not in second
    assert "probability" in second
    assert first["shading"]
    assert second["shading"] == ()  # the bar goes with the regions
    others = (second.keys() & first.keys()) - FOLLOWING - {"errors"}  # those tell without regions what was predicted
    assert all(second[name] is first[name] for name in others)
    third = made(memo, snapshot_of(pipeline, session))
    assert third["regions"] is first["regions"]
    assert set(third) == {layer.name for layer in plane.layers(snapshot_of(pipeline, session))}


def test_a_switch_that_changes_others_makes_only_those_anew():
    pipeline, memo = Pipeline(), LayerMemo()
    session = Session(Document(registry.source("moons")(count=40), (Run(registry.model("lda")()),)))
    first = made(memo, snapshot_of(pipeline, session))
    for toggled in ({"shading"}, {"score"}, {"exported", "score"}):
        view = View(switches=switches(*toggled))
        second = made(memo, snapshot_of(pipeline, replace(session, view=view)))
        assert second["regions"] is not first["regions"]
        assert second["boundary"] is first["boundary"]
        assert second["training"] is first["training"]
        first = second


def test_another_fit_and_entangled_switches_make_all_anew():
    pipeline, memo = Pipeline(), LayerMemo()
    session = Session(Document(registry.source("moons")(count=40), (Run(registry.model("kmeans")()),)))
    first = made(memo, snapshot_of(pipeline, session))
    classes = made(memo, snapshot_of(pipeline, replace(session, view=View(switches=switches("classes")))))
    assert [mark.role for mark in classes["training"]] == ["class 0", "class 1"]
    assert [mark.role for mark in first["training"]] == ["class 0", "class 1", "class 2"]
    other = made(memo, snapshot_of(pipeline, session.with_model(registry.model("kmeans")(k=2))))
    assert len(other["centres"]) < len(first["centres"])
