"""The recovery file: what was noted comes back, whole, with its steps, after any end."""

import os
import resource
import stat
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.core.data import Dataset, Provenance
from mlexplorer.core.holdout import deal_of
from mlexplorer.session import journal, recovery
from mlexplorer.session.history import begin
from mlexplorer.session.journal import Journal, WorkState, read
from mlexplorer.session.opening import opening
from mlexplorer.session.recording import Recorder
from mlexplorer.session.state_folder import private_folder, state_folder


def edited(history, number, count=30):
    """Return a history with one more edit: other points, labelled by the number of the edit."""
    points = np.random.default_rng(number).normal(size=(count, 2))
    session = history.book.session.with_points(Dataset(points, np.arange(count) % 3))
    return history.record(history.book.with_session(session), f"edit {number}")


def histories(count, size=30):
    made = [begin(opening())]
    for number in range(count):
        made.append(edited(made[-1], number, size))
    return made


def written(folder, states):
    made = Journal(folder)
    for state in states:
        made.write(state)
    return made


def same(one, two):
    assert [entry.label for entry in one.entries] == [entry.label for entry in two.entries]
    assert [entry.book for entry in one.entries] == [entry.book for entry in two.entries]
    assert one.index == two.index


def test_where_points_came_from_comes_back(tmp_path):
    origin = Provenance("people.csv", ("height", "weight"), "kind", 9, 2, ("2 rows were left out.",), "One", True, 7)
    origin = origin.with_tables(Provenance("more.csv", ("a", "b"), stamp=8))
    points = Dataset([[0.0, 1.0], [2.0, 3.0]], [0, 1], provenance=origin)
    first = begin(opening())
    history = first.record(first.book.with_session(first.book.session.with_points(points)), "import people.csv")
    file = written(tmp_path, [WorkState(history)])
    file.close(remove=False)
    assert read(file.path).history.book.session.document.points.provenance == origin


def test_the_last_moment_comes_back_with_all_its_steps(tmp_path):
    made = histories(60)
    made.append(made[-1].undo().undo())
    file = written(tmp_path, [WorkState(history, tmp_path / "mine.mlx.json") for history in made])
    file.close(remove=False)
    again = read(file.path)
    same(again.history, made[-1])
    assert again.history.undo_label == "edit 57"
    assert again.path == tmp_path / "mine.mlx.json"


def test_nothing_is_written_twice(tmp_path):
    made = histories(1, size=5000)
    file = written(tmp_path, [WorkState(made[-1])])
    before = file.path.stat().st_size
    assert before > 5000 * 30
    session = made[-1].book.session
    looked = made[-1].look(made[-1].book.with_session(replace(session, view=replace(session.view, step=3))))
    file.write(WorkState(looked))
    assert file.path.stat().st_size - before < 5000
    assert read(file.path).history.book.session.view.step == 3
    file.close()
    assert not file.path.exists()


def test_a_deal_comes_back_and_is_not_written_twice(tmp_path):
    made = histories(1, size=5000)[-1]
    session = made.book.session
    dealt = deal_of(session.document.points).marking(np.array([3, 4]))
    session = replace(session, document=replace(session.document, dealt=dealt))
    made = made.record(made.book.with_session(session), "deal")
    file = written(tmp_path, [WorkState(made)])
    before = file.path.stat().st_size
    session = replace(session, document=replace(session.document, transforms=("standardise",)))
    made = made.record(made.book.with_session(session), "standardise")
    file.write(WorkState(made))
    file.close(remove=False)
    assert file.path.stat().st_size - before < 5000
    same(read(file.path).history, made)


@pytest.mark.parametrize("fault", ["cut", "flipped"])
def test_a_torn_record_costs_only_itself(tmp_path, fault):
    one, two = histories(2)[1:]
    file = written(tmp_path, [WorkState(one)])
    whole = file.path.read_bytes()
    file.write(WorkState(two))
    file.close(remove=False)
    longer = file.path.read_bytes()
    for place in range(len(whole) + 1, len(longer), 23):
        content = (
            longer[:place] if fault == "cut" else longer[:place] + bytes([longer[place] ^ 1]) + longer[place + 1 :]
        )
        file.path.write_bytes(content)
        same(read(file.path).history, one)
    file.path.write_bytes(longer)
    same(read(file.path).history, two)


@pytest.mark.parametrize("content", [b"", b"mlexplorer journal 1\n", b"other", bytes(range(256)) * 50])
def test_what_is_no_recovery_file_gives_nothing(tmp_path, content):
    path = tmp_path / "a.journal"
    path.write_bytes(content)
    assert read(path) is None


def test_the_file_stays_bounded_and_keeps_fifty_steps(tmp_path, monkeypatch):
    monkeypatch.setattr(journal, "LEAST_BYTES", 100_000)
    file, history = Journal(tmp_path), begin(opening())
    sizes = []
    for number in range(400):
        history = edited(history, number)
        file.write(WorkState(history))
        sizes.append(file.path.stat().st_size)
    file.close(remove=False)
    again = read(file.path).history
    assert again.index == journal.MOST_UNDO >= 50
    same(again, journal.newest(history))
    assert max(sizes) < 2.5 * min(sizes[200:]), "it is written anew before it grows far beyond what it holds"
    assert min(np.diff(sizes)) < 0


def test_large_data_keep_fewer_steps_but_always_the_present(tmp_path, monkeypatch):
    monkeypatch.setattr(journal, "MOST_BYTES", 34 * 30 * 3)
    made = histories(10)
    file = written(tmp_path, [WorkState(made[-1])])
    assert [entry.label for entry in read(file.path).history.entries] == ["edit 7", "edit 8", "edit 9"]
    monkeypatch.setattr(journal, "MOST_BYTES", 1)
    file.write(WorkState(made[-1]))
    assert [entry.label for entry in read(file.path).history.entries] == ["edit 9"]
    file.close()


def test_only_the_user_can_read_it(tmp_path):
    folder = tmp_path / "state"
    folder.mkdir(mode=0o755)
    file = written(folder, [WorkState(histories(1)[-1])])
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600
    file.close()


def test_a_full_disk_loses_nothing_that_was_written(tmp_path):
    made = histories(3)
    file = written(tmp_path, [WorkState(made[1])])
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (file.path.stat().st_size + 500, before[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            file.write(WorkState(made[2]))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    same(read(file.path).history, made[1])
    file.write(WorkState(made[3]))
    same(read(file.path).history, made[3])
    file.close()
    assert not list(tmp_path.iterdir())


def test_a_living_window_keeps_its_file_to_itself(tmp_path):
    one, two = (written(tmp_path, [WorkState(histories(count)[-1])]) for count in (1, 2))
    assert one.path != two.path
    assert not list(recovery.offers(tmp_path))
    one.close(remove=False)
    assert [offer.path for offer in recovery.offers(tmp_path)] == [one.path]
    two.close(remove=False)
    assert len(list(recovery.offers(tmp_path))) == 2


def test_declining_keeps_it_for_a_week(tmp_path):
    file = written(tmp_path, [WorkState(histories(2)[-1])])
    file.close(remove=False)
    (offer,) = recovery.offers(tmp_path)
    assert offer.sentence.startswith("ML Explorer ended before an untitled session was closed (")
    assert offer.sentence.endswith("; 2 changes can be recovered.")
    recovery.decline(offer)
    assert not list(recovery.offers(tmp_path))
    (kept,) = recovery.offers(tmp_path, (recovery.DECLINED,))
    day = 24 * 3600
    recovery.sweep(tmp_path, datetime.now().timestamp() + 6.9 * day)
    assert kept.path.exists()
    recovery.sweep(tmp_path, datetime.now().timestamp() + 7.1 * day)
    assert not list(tmp_path.iterdir())


def test_a_session_nobody_changed_is_not_offered(tmp_path):
    written(tmp_path, [WorkState(begin(opening()))]).close(remove=False)
    assert not list(recovery.offers(tmp_path))
    assert not list(tmp_path.iterdir())


def test_the_recorder_writes_the_latest_and_removes_what_it_replaces(tmp_path):
    made = histories(30)
    old = tmp_path / "1-old.journal"
    old.write_bytes(b"")
    recorder = Recorder(tmp_path)
    for history in made:
        recorder.note(WorkState(history), replacing=old)
    recorder.wait()
    (path,) = tmp_path.iterdir()
    same(read(path).history, made[-1])
    recorder.stop()
    assert not list(tmp_path.iterdir())


def test_the_recorder_tells_once_that_it_cannot_and_goes_on(tmp_path):
    told, made = [], histories(4)
    folder = tmp_path / "state"
    folder.write_bytes(b"")  # a file where the folder should be
    recorder = Recorder(folder, told.append)
    for history in made[1:3]:
        recorder.note(WorkState(history))
        recorder.wait()
    assert told == ["Changes cannot be kept for recovery: File exists. Save the session."]
    folder.unlink()
    recorder.note(WorkState(made[3]))
    recorder.wait()
    recorder.stop(remove=False)
    (offer,) = recovery.offers(folder)
    same(offer.state.history, made[3])


def test_the_recorder_tells_once_that_no_file_can_keep_a_model_without_a_name(tmp_path):
    @dataclass(frozen=True)
    class Nameless(registry.model("knn")):
        """A model that nobody has registered."""

    told, made = [], histories(1)[-1]
    recorder = Recorder(tmp_path, told.append)
    recorder.note(WorkState(made))
    recorder.wait()
    session = made.book.session.with_points(Dataset([[1.0, 2.0]], [0]))
    after = made.record(made.book.with_session(session), "other points")
    for label in ("one", "two"):
        nameless = made.book.with_session(session.with_model(Nameless()))
        recorder.note(WorkState(after.record(nameless, label)))
        recorder.wait()
    words = "Nameless has no name that a file could keep; mlexplorer.register gives it one."
    assert told == [f"Changes cannot be kept for recovery: {words}"]
    recorder.note(WorkState(after))
    recorder.wait()
    same(read(recorder.path).history, after)
    recorder.stop()
    assert not list(tmp_path.iterdir())


def test_the_state_folder_follows_the_rules_of_the_desktop(tmp_path, monkeypatch):
    monkeypatch.delenv("MLEXPLORER_STATE", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "xdg"))
    assert state_folder() == tmp_path / "xdg" / "mlexplorer"
    monkeypatch.setenv("XDG_STATE_HOME", "")
    assert state_folder().is_relative_to(Path(os.environ["HOME"]))
    monkeypatch.setenv("MLEXPLORER_STATE", str(tmp_path / "mine"))
    assert stat.S_IMODE(private_folder(state_folder()).stat().st_mode) == 0o700
