from dataclasses import replace

import numpy as np
import pytest

from mlexplorer.core import memory, registry
from mlexplorer.core.data import Dataset
from mlexplorer.edits.scene_edits import opened
from mlexplorer.session import history
from mlexplorer.session.session import Document, Run, Scene, Session, View, single


@pytest.fixture
def books():
    session = Session(Document(registry.source("placed")(), (Run(registry.model("knn")()),)))
    return [single(session.with_points(Dataset(np.full((count, 2), 0.5), np.zeros(count)))) for count in range(1, 6)]


def test_undo_and_redo_walk_the_documents(books):
    past = history.begin(books[0]).record(books[1], "one").record(books[2], "two")
    assert (past.undo_label, past.redo_label) == ("two", "")
    back = past.undo()
    assert back.book == books[1]
    assert (back.undo_label, back.redo_label) == ("one", "two")
    assert back.redo().book == books[2]
    assert back.undo().undo().undo().book == books[0]


def test_a_gesture_is_one_entry(books):
    past = history.begin(books[0])
    for book in books[1:4]:
        past = past.record(book, "drag", "gesture 1")
    assert past.book == books[3]
    assert past.undo().book == books[0]


def test_another_gesture_is_another_entry(books):
    past = history.begin(books[0]).record(books[1], "drag", "gesture 1").record(books[2], "drag", "gesture 2")
    assert past.undo().book == books[1]


def test_editing_after_undo_forgets_the_future(books):
    past = history.begin(books[0]).record(books[1], "one").undo().record(books[2], "two")
    assert past.redo_label == ""
    assert past.undo().book == books[0]


def test_undo_keeps_the_view(books):
    past = history.begin(books[0]).record(books[1], "one")
    moved = past.book.with_session(replace(past.book.session, view=View(bounds=(0, 1, 0, 1))))
    back = past.look(moved).undo()
    assert back.book.session.view.bounds == (0, 1, 0, 1)
    assert back.book.session.document == books[0].session.document


def test_old_entries_go_when_there_are_too_many_bytes(books, monkeypatch):
    monkeypatch.setattr(memory, "HISTORY", 3500)
    past = history.begin(books[0])
    for book in books[1:]:
        past = past.record(book, "edit")
    assert len(past.entries) == 3
    assert past.book == books[-1]


def test_an_active_run_that_is_gone_means_the_last_one():
    runs = tuple(Run(registry.model(name)()) for name in ("knn", "lda"))
    session = Session(Document(registry.source("moons")(), runs), View(active=5))
    assert session.active_run == 1
    assert session.run is runs[1]


def test_another_scene_is_looked_at_as_it_was_before(books):
    mine, scene = View(step=3), View(panel="progress")
    own = books[0].with_session(replace(books[0].session, view=mine))
    ready = opened(own, Scene(replace(books[1].session, view=scene), "Ready"))
    past = history.begin(own).record(ready, "open")
    later = past.look(ready.with_session(replace(ready.session, view=View(step=5))))
    assert later.undo().book == own
    assert later.undo().redo().book.session.view == View(step=5)
