"""A file changed by another program or another window is noticed, and nothing of either is lost."""

import os

import pytest
from PySide6.QtWidgets import QFileDialog

from mlexplorer.session import storage
from mlexplorer.session.opening import empty, opening


@pytest.fixture
def kept(keep, tmp_path):
    path = tmp_path / "mine.mlx.json"
    storage.save(empty(), path)
    kept = keep(storage.load(path), path)
    kept.path = path
    kept.edit()
    return kept


def count(book):
    return len(book.session.document.points)


@pytest.mark.parametrize("atomic", [True, False])
def test_a_change_is_noticed_and_can_be_reloaded_and_undone(kept, atomic):
    if atomic:
        storage.save(opening(), kept.path)
    else:
        kept.path.write_text(storage.dumps(opening()), encoding="utf-8")
    assert kept.asked("file changed") == "mine.mlx.json was changed by another program."
    kept.answer("Reload")
    assert kept.store.session.document == opening().session.document
    assert not kept.store.is_unsaved
    kept.window.run("undo")
    assert count(kept.store.book) == 1
    assert kept.store.is_unsaved


def test_saving_does_not_overwrite_what_another_program_wrote(kept):
    storage.save(opening(), kept.path)
    assert not kept.window.files.save()
    assert kept.matter == "file changed"
    assert storage.load(kept.path) == opening()
    kept.answer("Keep mine")
    assert kept.store.is_unsaved
    assert kept.window.files.save()
    assert count(storage.load(kept.path)) == 1
    kept.safety.watch.look()
    assert kept.matter is None


def test_a_copy_keeps_both(kept, tmp_path, monkeypatch):
    storage.save(opening(), kept.path)
    kept.asked("file changed")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    kept.answer("Save a copy…")
    assert kept.matter == "file changed", "whoever thinks better of it is asked again"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "copy.mlx.json"), ""))
    kept.answer("Save a copy…")
    assert kept.matter is None
    assert kept.store.path == tmp_path / "copy.mlx.json"
    assert count(storage.load(tmp_path / "copy.mlx.json")) == 1
    assert storage.load(kept.path) == opening()


def test_a_file_that_was_removed_is_noticed_and_can_be_saved_again(kept):
    assert kept.window.files.save()
    kept.path.unlink()
    assert "moved or removed" in kept.asked("file changed")
    assert [button.text() for button in kept.safety.card.buttons] == ["Keep mine", "Save a copy…"]
    kept.answer("Keep mine")
    assert kept.store.is_unsaved
    assert kept.window.files.save()
    assert count(storage.load(kept.path)) == 1


def test_a_touched_file_and_the_own_saving_are_no_changes(kept):
    os.utime(kept.path, (1, 1))
    kept.safety.watch.look()
    assert kept.matter is None
    for _ in range(3):
        kept.edit()
        assert kept.window.files.save()
        kept.safety.watch.look()
        assert kept.matter is None


def test_a_damaged_file_is_not_taken(kept):
    kept.path.write_bytes(b"{")
    kept.asked("file changed")
    kept.answer("Reload")
    assert "damaged" in kept.window.plane.pill.text
    assert count(kept.store.book) == 1
    assert kept.store.is_unsaved


def test_a_second_window_on_the_same_file_is_told(kept, keep):
    second = keep(storage.load(kept.path), kept.path)
    assert second.matter == "file shared"
    assert "mine.mlx.json is open in another window too" in second.safety.card.matter.sentence
    second.answer("Keep both open")
    second.edit()
    assert second.window.files.save()
    assert second.matter is None, "it was said once"
    assert kept.asked("file changed")
    second.end()
    kept.end()
    assert keep(storage.load(kept.path), kept.path).matter != "file shared"


def test_a_file_that_was_not_there_when_it_was_named_is_no_change(keep, tmp_path):
    kept = keep(path=tmp_path / "not yet.mlx.json")
    kept.safety.watch.look()
    assert kept.matter is None
    kept.edit()
    assert kept.window.files.save()
    kept.safety.watch.look()
    assert kept.matter is None
