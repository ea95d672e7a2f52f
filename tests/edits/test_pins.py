"""Pinned fits: kept with their points, fitted again when needed, named, brought back, written down."""

import csv
import io
from dataclasses import replace

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.core.holdout import Holdout
from mlexplorer.edits import pins
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session import storage
from mlexplorer.session.session import Document, Run, Session, single


@pytest.fixture
def session():
    run = Run(registry.model("knn")(k=3))
    return Session(Document(registry.source("moons")(count=60), (run,), holdout=Holdout(0.25)))


def snapshot_of(session, pipeline=None):
    frame = framed(prepare(session.document).data, session.view, 300, 300)
    return (pipeline or Pipeline()).last(session, frame)


def test_a_pin_survives_the_file_and_is_fitted_again(session):
    kept = pins.pinned(session, 12.34)
    changed = kept.with_model(registry.model("lda")())
    back = storage.loads(storage.dumps(single(changed))).session
    assert back == changed
    snapshot = snapshot_of(back)
    (step,) = snapshot.pinned
    points = snapshot.data.points
    np.testing.assert_array_equal(step.predict(points), snapshot_of(session).step.predict(points))
    assert back.document.pins[0].milliseconds == 12.3


def test_a_fit_that_is_remembered_is_not_done_again(session):
    pipeline = Pipeline()
    before = snapshot_of(session, pipeline)
    kept = pins.pinned(session)
    assert snapshot_of(kept, pipeline).pinned == (before.step,)


def test_the_log_book_counts_errors_on_the_points_of_the_pin(session):
    kept = pins.pinned(session, 5)
    moved = kept.with_points(prepare(session.document).raw.moved([0], np.array([[9.0, 9.0]])))
    snapshot = snapshot_of(moved)
    (entry,) = pins.entries(snapshot)
    first = snapshot_of(session)
    assert entry.training == "{} / {}".format(*first.errors(first.data.training))
    assert entry.test == "{} / {}".format(*first.errors(first.data.testing))
    assert (entry.name, entry.model) == ("Nearest neighbours 1", "Nearest neighbours")
    assert (entry.data, entry.milliseconds) == ("Two moons, 60 points", "5")
    assert "neighbours k = 3" in entry.parameters


def test_the_log_book_tells_edited_points_from_placed_ones(session):
    points = prepare(session.document).raw.moved([0], np.array([[9.0, 9.0]]))
    placed = replace(session, document=replace(session.document, source=registry.source("placed")()))
    for shown, wanted in ((session, "Two moons, edited, 60 points"), (placed, "Own points, 60 points")):
        (entry,) = pins.entries(snapshot_of(pins.pinned(shown.with_points(points))))
        assert entry.data == wanted


def test_bringing_back_restores_the_model_and_its_points(session):
    kept = pins.pinned(session)
    moved = kept.with_points(prepare(session.document).raw.moved([0], np.array([[9.0, 9.0]])))
    other = moved.with_model(registry.model("lda")())
    back = pins.brought_back(other, 0)
    assert back.run == session.run
    assert prepare(back.document).data == prepare(session.document).data
    same = pins.brought_back(kept.with_model(registry.model("lda")()), 0)
    assert same.document.points is None


def test_naming_and_taking_away(session):
    two = pins.pinned(pins.pinned(session))
    assert pins.compared_index(two) == 1
    named = pins.renamed(two, " three of five ")
    assert [pin.label for pin in named.document.pins] == ["Nearest neighbours 1", "three of five"]
    assert pins.renamed(two, "  ") == two
    assert [pin.label for pin in pins.unpinned(named).document.pins] == ["Nearest neighbours 1"]
    assert pins.unpinned(session) == session
    assert pins.compared_index(session) is None


def test_the_log_book_as_csv_and_latex(session):
    kept = pins.renamed(pins.pinned(session), "50 % & more, _all_, λ₁")
    rows = pins.entries(snapshot_of(kept))
    table = list(csv.reader(io.StringIO(pins.as_csv(rows))))
    assert table[0] == list(pins.HEAD)
    assert table[1] == list(rows[0].cells)
    latex = pins.as_latex(rows)
    assert r"50 \% \& more, \_all\_, $\lambda_{1}$ & Nearest neighbours" in latex
    assert latex.count(r"\\") == 2
