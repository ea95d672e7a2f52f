"""Files of version 1 open with what they showed, and are written again as version 2."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.core.holdout import Holdout
from mlexplorer.layers import plane
from mlexplorer.pipeline.pipeline import prepare
from mlexplorer.session import storage, version_1
from mlexplorer.session.session import Document, Run, Session, single

FILES = sorted((Path(__file__).parent / "version_1").glob("*.mlx.json"))


def opened(name):
    return storage.load(next(path for path in FILES if path.name == f"{name}.mlx.json")).session


def test_five_files_are_kept():
    assert len(FILES) == 5


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_file_opens_and_is_written_as_version_2(path):
    assert json.loads(path.read_text())["version"] == 1
    book = storage.load(path)
    text = storage.dumps(book)
    assert json.loads(text)["version"] == 2
    assert "toggled" not in text
    assert storage.loads(text) == book


def test_layers_are_as_they_were_switched():
    view = opened("layers").view
    assert not view.shows("regions", True)
    assert not view.shows("errors", True)
    assert view.shows("probability")
    assert view.shows("slack")
    assert view.shows("slow motion")
    assert view.shows("boundary", True)
    assert (view.panel, view.options) == ("progress", (("landscape kind", "surface"),))


def test_parameters_held_by_hand_and_starts_are_kept():
    session = opened("by_hand")
    assert (session.run.by_hand, session.run.start) == ((1.0, 2.0, 0.5), (0.5, -1.0, 0.25))
    assert (session.view.step, session.view.bounds) == (3, (-4.0, 4.0, -3.0, 3.0))


def test_held_out_points_are_kept():
    session = opened("held_out")
    assert session.document.points.held_out.tolist() == [False, True, False, False]
    assert not session.view.shows("test", True)
    assert session.view.shows("jitter")


def test_a_race_keeps_its_runs_and_their_places():
    session = opened("race")
    assert [run.name for run in session.document.runs] == ["first", "second"]
    assert session.view.shows("side by side")
    assert not session.view.shows("runners", True)
    assert session.run.name == "second"


def test_scenes_and_pins_are_kept():
    book = storage.load(next(path for path in FILES if path.name == "book.mlx.json"))
    assert [(scene.title, scene.note) for scene in book.scenes] == [("One", "A note"), ("Two", "")]
    assert [pin.run.by_hand for pin in book.session.document.pins] == [None, (1.0, 0.0, 0.0)]
    assert not book.session.view.shows("pinned", True)


def test_what_version_1_showed_is_known_for_every_layer_it_had():
    """A layer added later needs nothing here; one that version 1 had keeps the default of then."""
    had = {"regions": True, "densities": False, "shading": True, "score": False, "lock": False, "support": True}
    assert {name: name in version_1.SHOWN for name in had} == had
    assert {kind.name for kind in plane.LAYERS} >= version_1.SHOWN


def test_whether_the_constant_of_a_curve_was_penalised_is_read():
    told = version_1.read({"runs": [{"model": {"name": "polynomial", "degree": 2, "constant": True}, "held": None}]})
    assert told == {"runs": [{"model": {"name": "polynomial", "degree": 2, "constant": "penalised"}, "by_hand": None}]}
    assert version_1.read({"model": {"name": "polynomial", "constant": False}})["model"]["constant"] == "free"


def test_edited_points_keep_the_roles_they_showed():
    document = Document(registry.source("moons")(), (Run(registry.model("knn")()),), holdout=Holdout(0.35, 2))
    raw = document.source.make()
    marked = np.zeros(len(raw), bool)
    marked[:20] = True
    edited = raw.without([0, 1]).added(np.random.default_rng(0).normal(size=(30, 2)), 1).relabelled([4], 1)
    shown = document.holdout.applied(edited).held_out
    points = edited.holding(np.r_[marked[2:], np.zeros(30, bool)])  # marks that the share of version 1 outranked
    book = json.loads(storage.dumps(single(Session(replace(document, points=points)))))
    book["version"] = 1
    told = book["book"]["scenes"][0]["session"]["document"]
    told["points"]["held"] = told["points"].pop("held_out")
    del told["dealt"], told["shelf"]
    told["runs"][0]["held"] = told["runs"][0].pop("by_hand")
    view = book["book"]["scenes"][0]["session"]["view"]
    view["toggled"] = view.pop("switches")
    opened = storage.loads(json.dumps(book)).session.document
    np.testing.assert_array_equal(prepare(opened).data.held_out, shown)
    more = replace(opened, points=opened.points.added([[0.0, 0.0]], 0))
    np.testing.assert_array_equal(prepare(more).data.held_out[:-1], shown)
