"""Nothing the user made is lost: closing and opening ask first."""

import sys

import pytest
from PySide6.QtCore import QSettings, Qt, QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox

from mlexplorer.session import storage

BUTTONS = QMessageBox.StandardButton


def answer(button, window):
    """Click a button of the question as soon as it is asked."""

    def click():
        box = QApplication.activeModalWidget()
        if isinstance(box, QMessageBox):
            timer.stop()
            box.button(button).click()

    timer = QTimer(window)
    timer.timeout.connect(click)
    timer.start(5)


@pytest.fixture
def edited(hands):
    hands.click(0.5, 0.5)
    hands.settle()
    assert hands.window.store.is_unsaved
    assert hands.window.isWindowModified()
    return hands


def test_cancel_keeps_the_window_open(edited):
    answer(BUTTONS.Cancel, edited.window)
    assert not edited.window.close()
    assert edited.window.isVisible()
    assert len(edited.data) == 1


def test_discard_closes_and_remembers_the_geometry(edited):
    answer(BUTTONS.Discard, edited.window)
    assert edited.window.close()
    assert QSettings().value("geometry") is not None


def test_save_writes_the_file_and_closes(edited, tmp_path, monkeypatch):
    path = tmp_path / "mine"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    answer(BUTTONS.Save, edited.window)
    assert edited.window.close()
    saved = storage.load(tmp_path / "mine.mlx.json")
    assert len(saved.session.document.points) == 1


def test_a_fault_in_saving_keeps_the_window_open_and_is_told(edited, monkeypatch):
    told = []
    monkeypatch.setattr(sys, "excepthook", lambda _, error, __: told.append(error))
    monkeypatch.setattr(edited.window.files, "may_leave", lambda: 1 // 0)
    assert not edited.window.close()
    assert edited.window.isVisible()
    assert [type(error) for error in told] == [ZeroDivisionError]


def test_a_save_that_fails_keeps_the_window_open(edited, tmp_path, monkeypatch):
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "folder"), ""))
    answer(BUTTONS.Save, edited.window)
    assert not edited.window.close()
    assert "could not be saved" in edited.window.plane.pill.text
    assert len(edited.data) == 1


def test_recent_files_are_offered(edited, tmp_path, monkeypatch):
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "one.mlx.json"), ""))
    edited.window.run("save_as")
    assert [action.text() for action in edited.window.recent_menu.actions()] == ["one.mlx.json"]
    edited.window.files.new()
    edited.window.recent_menu.actions()[0].trigger()
    edited.settle()
    assert len(edited.data) == 1


def test_back_to_the_start_can_be_undone(edited):
    edited.window.run("restart")
    edited.settle()
    assert len(edited.data) == 0
    edited.window.run("undo")
    edited.settle()
    assert len(edited.data) == 1


def test_points_are_exported_whole_or_not_at_all(edited, tmp_path, monkeypatch):
    path = tmp_path / "points.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    assert edited.window.files.ask_export(edited.data)
    whole = path.read_bytes()
    path.chmod(0o444)
    edited.click(-0.5, 0.5)
    assert len(edited.data) == 2
    edited.window.files.ask_export(edited.data)
    assert edited.window.plane.pill.text == f"{path} could not be written: it is read-only."
    assert path.read_bytes() == whole
    path.chmod(0o644)
    edited.window.files.ask_export(edited.data)
    assert len(path.read_bytes()) > len(whole)
    assert [file.name for file in tmp_path.iterdir()] == ["points.csv"]


def test_a_window_closed_on_stage_opens_as_it_was_before_the_stage(open_hands):
    hands = open_hands("lda")
    hands.key(Qt.Key.Key_F5)
    assert hands.window.isFullScreen()
    hands.window.files.may_leave = lambda: True
    hands.window.close()
    assert not open_hands("lda").window.isFullScreen()
