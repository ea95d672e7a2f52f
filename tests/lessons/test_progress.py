"""What a person has reached stays reached, outlives the program, and can be given to a teacher."""

import json

import pytest

from mlexplorer.core.writing import CannotWrite
from mlexplorer.lessons import progress
from mlexplorer.lessons.progress import Attempt, Progress


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("MLEXPLORER_STATE", str(tmp_path / "state"))


def test_a_goal_stays_ticked_and_hints_end_at_three():
    attempt = Attempt("x", (False, False)).with_reached((True, False)).with_reached((False, True))
    assert attempt.is_done
    for _ in range(5):
        attempt = attempt.with_hint()
    assert attempt.hints == 3


def test_progress_outlives_the_program():
    known = progress.load().with_attempt(Attempt("a", (True,), 2, True)).with_attempt(Attempt("b", (False, True)))
    progress.save(known)
    again = progress.load()
    assert again == known
    assert again.done == {"a"}
    assert again.of("a", 1).hints == 2
    assert again.of("a", 2) == Attempt("a", (False, False)), "a lesson that has changed is begun anew"


@pytest.mark.parametrize("content", ["", "{", "[]", '{"attempts": 3}', "\x00", '{"other": 1}', "[" * 9999])
def test_a_damaged_file_keeps_nobody_from_learning(content):
    progress.save(Progress((Attempt("a", (True,)),)))
    progress.place().write_text(content)
    assert progress.load() == Progress()


def test_progress_is_exported(tmp_path):
    path = tmp_path / "mine.json"
    progress.save(Progress((Attempt("a", (True,)),)), path)
    assert json.loads(path.read_text())["attempts"][0]["name"] == "a"
    assert not progress.place().exists()
    with pytest.raises(CannotWrite, match="folder"):
        progress.save(Progress(), tmp_path / "nowhere" / "mine.json")
