"""A course in the window: its contents page, its books, lessons and tables, and what a profile leaves to choose."""

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from mlexplorer.core import registry
from mlexplorer.core.resources import resource
from mlexplorer.figures import thumbnails
from mlexplorer.layers.plane import LAYERS
from mlexplorer.lessons import packing
from mlexplorer.session import storage
from mlexplorer.session.profile import Profile
from mlexplorer.session.session import Book
from mlexplorer.ui.commands import find_menu
from mlexplorer.ui.commands.help_menu import open_help
from mlexplorer.ui.sheets.find_sheet import FindSheet
from mlexplorer.ui.sheets.gallery_sheet import GallerySheet
from mlexplorer.ui.sheets.help_sheet import HelpSheet
from tests.ui.conftest import opened
from tests.ui.scenes.test_scene_strip import scene

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("MLEXPLORER_STATE", str(tmp_path / "state"))
    picture = thumbnails.drawn(scene("Votes").session, "light")
    monkeypatch.setattr(thumbnails, "drawn", lambda *_: picture)
    made = tmp_path / "course"
    made.mkdir()
    storage.save(Book((scene("Steps"), scene("Votes"))), made / "lecture_1.mlx.json")
    storage.save(Book((scene("Tree"),)), made / "lecture_2.mlx.json")
    lesson = next(resource("lessons").glob("01_*.lesson.json"))
    (made / "first.lesson.json").write_bytes(lesson.read_bytes())
    (made / "points.csv").write_text("x,y,class\n0,0,a\n1,1,b\n2,0,a\n")
    outline = {
        "title": "Learning",
        "text": "Two lectures.",
        "profile": {"models": ["perceptron", "lda"], "layers": ["regions"]},
    }
    (made / "course.json").write_text(json.dumps({"format": "mlexplorer course", "version": 1, "course": outline}))
    return made


def shown(hands):
    sheet = hands.window.findChild(GallerySheet)
    hands.qtbot.waitExposed(sheet)
    return sheet


def card(sheet, title):
    return next(card for card in sheet.cards if card.entry.title == title)


def test_a_folder_opens_as_a_course_with_a_contents_page(hands, folder, monkeypatch):
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(folder))
    hands.window.run("open_course")
    sheet = shown(hands)
    assert sheet.windowTitle() == "Learning"
    assert list(sheet.topics) == ["lecture_1.mlx.json", "lecture_2.mlx.json", ".lessons", ".tables"]
    assert [button.text() for button in sheet.topics.values()] == ["lecture 1", "lecture 2", "Lessons", "Data"]
    QTest.mouseClick(card(sheet, "Votes"), Qt.MouseButton.LeftButton)
    hands.settle()
    store = hands.window.store
    assert (store.book.scene.title, store.path) == ("Votes", folder / "lecture_1.mlx.json")
    assert not store.is_unsaved
    hands.window.activateWindow()  # as the desktop does when the sheet is gone
    hands.qtbot.waitUntil(hands.window.isActiveWindow)
    hands.key(Qt.Key.Key_O, CTRL | SHIFT)
    QTest.mouseClick(card(shown(hands), "points.csv"), Qt.MouseButton.LeftButton)
    hands.qtbot.waitUntil(lambda: hands.window.sheet is not None)
    hands.window.sheet.close()
    hands.settle()


def test_a_packed_course_opens_directly_and_its_books_have_no_file(hands, folder, tmp_path):
    packing.pack(folder, tmp_path / "c.mlx.zip")
    assert hands.window.files.open(tmp_path / "c.mlx.zip")
    sheet = shown(hands)
    QTest.mouseClick(card(sheet, "Tree"), Qt.MouseButton.LeftButton)
    hands.settle()
    assert (hands.window.store.book.scene.title, hands.window.store.path) == ("Tree", None)
    unpacked = hands.window.course.folder
    assert unpacked.exists()
    hands.window.activateWindow()  # as the desktop does when the sheet is gone
    hands.qtbot.waitUntil(hands.window.isActiveWindow)
    hands.key(Qt.Key.Key_O, CTRL | SHIFT)
    lesson = next(each for each in shown(hands).cards if each.entry.kind == "lesson")
    QTest.mouseClick(lesson, Qt.MouseButton.LeftButton)
    assert hands.window.lesson.isVisible()
    hands.settle()
    hands.window.files.may_leave = lambda: True
    hands.window.close()
    assert not unpacked.exists()


def test_a_broken_course_is_refused_in_a_sentence(hands, tmp_path):
    (tmp_path / "c.mlx.zip").write_bytes(b"no zip")
    hands.window.files.open(tmp_path / "c.mlx.zip")
    assert hands.window.plane.pill.text == "c.mlx.zip is damaged or not a packed course."
    hands.window.run("course")
    assert "No course is open" in hands.window.plane.pill.text


@pytest.fixture
def limited(qtbot, folder):
    del folder
    return opened(Book((scene("Steps"),), profile=Profile(("perceptron", "lda"), ("regions",))), qtbot)


def test_a_profile_limits_models_and_layers_and_show_all_undoes_it(limited):
    window = limited.window
    offered = window.panel.model_picker.offered
    assert sorted(offered) == ["lda", "perceptron"]
    assert "boundary" not in window.plane.bar.entries
    assert "regions" in window.plane.bar.entries
    assert "training" in window.plane.bar.entries, "points are always seen"
    assert "boundary" not in {layer.name for layer in window.plane.picture.layers}
    window.run("layer:boundary")
    assert window.plane.pill.text.endswith("the course has not reached it.")
    assert not window.actions_by_name["show_all_models"].isChecked()
    window.run("show_all_models")
    limited.settle()
    assert len(window.panel.model_picker.offered) > 20
    assert "boundary" in {layer.name for layer in window.plane.picture.layers}
    assert not window.store.is_unsaved, "it belongs to this sitting"
    window.run("show_all_models")
    limited.settle()
    assert sorted(window.panel.model_picker.offered) == ["lda", "perceptron"]


def test_what_the_course_has_not_reached_is_not_found_by_typing(limited):
    limited.key(Qt.Key.Key_K, CTRL)
    sheet = limited.window.findChild(FindSheet)
    names = {offer.entry.name for offer in find_menu.models(limited.window)}
    told = {name for name in sheet.offers if name.startswith("help:model:")}
    assert told == {"help:model:perceptron", "help:model:lda"}
    points = {f"layer:{kind.name}" for kind in LAYERS if kind.of_points}
    assert {name for name in sheet.offers if name.startswith("layer:")} == {"layer:regions", *points}
    assert names == {"model:perceptron", "model:lda"}
    sheet.leave()
    limited.settle()


def test_help_speaks_of_what_the_course_has_reached(limited):
    window = limited.window
    open_help(window, "model:perceptron")
    sheet = window.findChild(HelpSheet)
    assert [name for name in sheet.listed if name.startswith("model:")] == ["model:lda", "model:perceptron"]
    assert all(link in sheet.pages for page in sheet.pages.values() for link in page.links)
    titles = {title for title, _ in sheet.pages["layers"].facts}
    assert "Regions" in titles
    assert "Boundary" not in titles
    sheet.leave()
    window.run("show_all_models")
    open_help(window, "model:perceptron")
    assert "model:svm" in window.findChild(HelpSheet).pages
    window.findChild(HelpSheet).leave()
    limited.settle()


def test_points_are_dragged_under_a_profile_without_what_it_hides(limited):
    limited.click(0.4, 0.7)
    limited.settle()
    assert limited.window.store.book.scene.sitting.view.layers is None
    assert "boundary" not in {layer.name for layer in limited.window.plane.picture.layers}


def test_a_teacher_limits_a_book_to_what_its_scenes_use(qtbot, folder):
    del folder
    hands = opened(Book((scene("Steps"), scene("Votes"))), qtbot)
    hands.window.run("limit_book")
    assert hands.window.store.book.profile.models == ("perceptron", "knn")
    assert sorted(hands.window.panel.model_picker.offered) == ["knn", "perceptron"]
    assert hands.window.store.is_unsaved
    hands.key(Qt.Key.Key_Z, CTRL)
    assert hands.window.store.book.profile is None
    hands.settle()


def test_help_on_the_model_in_use_opens_beyond_a_profile(limited):
    window = limited.window
    window.run("help_model")
    store = window.store
    store.edit(store.session.with_model(registry.model("gmm")()), "model")
    window.run("help_model")
    assert window.findChild(HelpSheet).name == "model:gmm"
    window.findChild(HelpSheet).leave()
