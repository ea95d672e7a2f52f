"""The speaker's window: what is seen, what comes next, the note and the clock; walked from either window."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from mlexplorer.figures import thumbnails
from mlexplorer.figures.files import embedded
from mlexplorer.session.session import Book
from mlexplorer.ui.scenes.speaker_window import NOTHING, SpeakerWindow, spent
from tests.ui.conftest import opened
from tests.ui.scenes.test_scene_strip import CTRL, scene


@pytest.fixture
def lecture(qtbot, tmp_path, monkeypatch):
    monkeypatch.setenv("MLEXPLORER_STATE", str(tmp_path / "state"))
    picture = thumbnails.drawn(scene("Votes").session, "light")
    monkeypatch.setattr(thumbnails, "drawn", lambda *_: picture)
    return opened(Book((scene("Steps"), scene("Votes"))), qtbot)


@pytest.fixture
def speaker(lecture, qtbot):
    lecture.key(Qt.Key.Key_F5, CTRL)
    found = lecture.window.findChild(SpeakerWindow)
    qtbot.waitExposed(found)
    return found


def test_it_shows_this_scene_the_next_one_the_note_and_the_clock(lecture, speaker, qtbot):
    assert speaker.place.text() == "Scene 1 of 2 · Steps"
    assert speaker.next_words.text() == "Next · Votes"
    assert speaker.note.text() == "What to say of Steps."
    assert len(speaker.clock.text()) == len("12:34")
    qtbot.waitUntil(lambda: speaker.next.has_picture and speaker.present.has_picture)
    QTest.keyClick(speaker, Qt.Key.Key_PageDown)
    assert lecture.window.store.book.current == 1
    assert speaker.note.text() == "What to say of Votes."
    assert speaker.next.words == "This is the last scene."
    lecture.key(Qt.Key.Key_PageUp)
    assert speaker.place.text() == "Scene 1 of 2 · Steps"
    lecture.settle()


def test_it_follows_what_the_audience_sees(lecture, speaker, qtbot):
    qtbot.waitUntil(lambda: speaker.present.has_picture)
    before = speaker.present.grab().toImage()
    lecture.click(0.4, 0.7)
    qtbot.waitUntil(lambda: speaker.present.grab().toImage() != before)
    lecture.settle()


def test_the_key_closes_it_again_and_so_does_the_window(lecture, speaker):
    assert lecture.window.actions_by_name["speaker"].isChecked()
    QTest.keyClick(speaker, Qt.Key.Key_F5, CTRL)
    assert not speaker.isVisible()
    lecture.settle()


def test_a_scene_without_a_note_says_where_notes_are_written(hands, qtbot):
    hands.key(Qt.Key.Key_F5, CTRL)
    found = hands.window.findChild(SpeakerWindow)
    qtbot.waitExposed(found)
    assert found.note.text() == NOTHING
    found.close()


def test_time_is_told_in_minutes():
    assert [spent(seconds) for seconds in (0, 59, 60, 3599, 3661)] == ["0:00", "0:59", "1:00", "59:59", "1:01:01"]


SCREENS = """{"screens": [
 {"name": "own", "x": 0, "y": 0, "width": 1280, "height": 800, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1},
 {"name": "wall", "x": 1280, "y": 0, "width": 1920, "height": 1080, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
]}"""
PROGRAM = """
from PySide6.QtWidgets import QApplication
application = QApplication(["ML Explorer"])
from mlexplorer.session.opening import opening
from mlexplorer.ui.scenes.speaker_window import SpeakerWindow
from mlexplorer.ui.window import Window
window = Window(opening())
window.setGeometry(100, 100, 1000, 650)
window.show()
window.run("speaker")
speaker = window.findChild(SpeakerWindow)
print(len(application.screens()), speaker.screen().name(), window.screen().name(), speaker.isMaximized())
window.jobs.stop()
"""


def test_with_a_second_screen_it_fills_that(tmp_path):
    screens = tmp_path / "screens.json"
    screens.write_text(SCREENS)
    root = str(Path(__file__).parents[3])
    environment = {**os.environ, "QT_QPA_PLATFORM": f"offscreen:configfile={screens}", "PYTHONPATH": root}
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, env=environment, check=False)
    assert done.stdout.split() == ["2", "wall", "own", "True"], done.stderr


def test_the_handout_is_written_from_the_menu(lecture, tmp_path, monkeypatch, qtbot):
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "mine"), ""))
    lecture.window.run("handout")
    qtbot.waitUntil((tmp_path / "mine.pdf").exists)
    lecture.settle()
    assert [scene.title for scene in embedded.read(tmp_path / "mine.pdf").scenes] == ["Steps", "Votes"]
    assert lecture.window.plane.pill.text == "The handout is in mine.pdf: 2 scenes."
