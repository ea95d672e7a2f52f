"""What a window held comes back after any end but a clean one."""

from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from mlexplorer.session import storage
from mlexplorer.session.journal import read
from mlexplorer.session.opening import empty


def files(folder: Path) -> list[str]:
    return sorted(path.suffix for path in folder.rglob("*") if path.is_file())


def test_after_an_end_the_next_start_offers_what_was_there_with_its_steps(keep, tmp_path):
    first = keep()
    first.edit(60)
    first.end()
    second = keep()
    assert second.asked("recovery").endswith("; 60 changes can be recovered.")
    assert len(second.hands.data) == 0
    second.answer("Recover")
    second.hands.settle()
    assert len(second.hands.data) == 60
    assert second.store.is_unsaved
    for _ in range(55):
        second.window.run("undo")
    second.hands.settle()
    assert len(second.hands.data) == 5
    second.safety.keeping.wait()
    assert files(tmp_path / "state" / "recovery") == [".journal"], "what was recovered is kept by its new window alone"
    assert len(read(second.safety.keeping.path).history.entries) == 61


def test_a_clean_close_leaves_nothing(keep, tmp_path):
    kept = keep()
    kept.edit(3)
    kept.safety.keeping.wait()
    assert files(tmp_path / "state" / "recovery") == [".journal"]
    kept.window.files.may_leave = lambda: True
    kept.window.close()
    assert files(tmp_path / "state") == []
    again = keep()
    again.qtbot.waitUntil(lambda: not again.window.jobs.busy)
    assert again.matter is None


def test_declining_keeps_it_for_the_command(keep, tmp_path):
    first = keep()
    first.edit(2)
    first.end()
    second = keep()
    second.asked("recovery")
    second.answer("Not now")
    assert second.matter is None
    assert files(tmp_path / "state" / "recovery") == [".declined"]
    second.window.run("recover")
    second.asked("recovery")
    second.answer("Recover")
    second.hands.settle()
    assert len(second.hands.data) == 2
    second.safety.keeping.wait()
    assert files(tmp_path / "state" / "recovery") == [".journal"]


def test_the_command_says_that_there_is_nothing(keep):
    kept = keep()
    kept.window.run("recover")
    kept.qtbot.waitUntil(lambda: "nothing to recover" in kept.window.plane.pill.text)
    assert kept.matter is None


def test_the_file_of_a_recovered_session_is_known(keep, tmp_path):
    path = tmp_path / "mine.mlx.json"
    storage.save(empty(), path)
    first = keep(storage.load(path), path)
    first.edit()
    assert first.window.files.save()
    first.edit()
    first.end()
    second = keep()
    assert "mine.mlx.json" in second.asked("recovery")
    second.answer("Recover")
    assert second.store.path == path
    assert second.store.is_unsaved
    second.window.run("undo")
    assert not second.store.is_unsaved, "one step back it is what the file holds"


def test_a_file_saves_itself_when_asked_to(keep, tmp_path):
    path = tmp_path / "mine.mlx.json"
    storage.save(empty(), path)
    kept = keep(storage.load(path), path)
    kept.edit()
    assert storage.load(path).session.document.points is None
    kept.window.run("autosave")
    assert QSettings().value("autosave") in (True, "true")
    kept.edit()
    kept.qtbot.waitUntil(lambda: not kept.store.is_unsaved)
    assert len(storage.load(path).session.document.points) == 2
    assert not kept.window.isWindowModified()
    QApplication.processEvents()
    assert kept.matter is None, "its own saving is no change by another program"
    assert [name.name for name in tmp_path.iterdir() if name.is_file()] == ["mine.mlx.json"]
