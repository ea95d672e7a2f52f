"""A lecture as a book: scenes kept, walked, edited, updated, reordered, taken back; all by real events."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox

from mlexplorer.core import registry
from mlexplorer.figures import thumbnails
from mlexplorer.session import storage
from mlexplorer.session.session import Book, Document, Run, Scene, Session, View
from mlexplorer.ui.scenes.scene_dots import SceneCorner
from tests.ui.conftest import opened
from tests.ui.samples import press_keys
from tests.ui.test_closing import answer

CTRL = Qt.KeyboardModifier.ControlModifier
MODELS = {"Steps": "perceptron", "Votes": "knn", "Tree": "tree"}


@pytest.fixture(autouse=True)
def quick_pictures(tmp_path, monkeypatch):
    """Pictures of their own folder, drawn once: what they look like is told elsewhere."""
    monkeypatch.setenv("MLEXPLORER_STATE", str(tmp_path / "state"))
    picture = thumbnails.drawn(scene("Votes").session, "light")
    monkeypatch.setattr(thumbnails, "drawn", lambda *_: picture)


def scene(title, **more):
    source = registry.source("corners")()
    document = Document(source, (Run(registry.model(MODELS[title])()),))
    view = View(step=1 if title == "Steps" else None, switches=(("regions", title != "Votes"),))
    return Scene(Session(document, view), title, f"What to say of {title}.", kept=True, **more)


@pytest.fixture
def lecture(qtbot):
    """A window with a book of three scenes, the first one open."""
    return opened(Book(tuple(scene(title) for title in MODELS)), qtbot)


def titles(hands):
    return [scene.title for scene in hands.window.store.book.scenes]


def here(hands):
    return hands.window.store.book.scene


def drag_card(strip, number, distance):
    card = strip.row.cards[number]
    start = card.rect().center()
    QTest.mousePress(card, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    at = card.mapTo(strip.row, start)
    for share in (0.2, 0.5, 0.8, 1.0):
        where = at + QPoint(round(distance * share), 0)
        QTest.mouseMove(card, card.mapFrom(strip.row, where))
    QTest.mouseRelease(
        card,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        card.mapFrom(strip.row, at + QPoint(distance, 0)),
    )


def test_one_session_has_no_strip_until_it_is_kept_or_asked_for(hands):
    window = hands.window
    assert not window.scene_strip.isVisible()
    hands.key(Qt.Key.Key_7, CTRL)
    assert window.scene_strip.isVisible()
    hands.key(Qt.Key.Key_7, CTRL)
    assert not window.scene_strip.isVisible()
    hands.key(Qt.Key.Key_M, CTRL)
    assert window.scene_strip.isVisible()


def test_keep_this_scene_with_title_and_note_and_undo_takes_each_back(hands):
    window = hands.window
    hands.key(Qt.Key.Key_M, CTRL)
    assert window.focusWidget() is window.scene_strip.title
    press_keys(window.scene_strip.title, "Before")
    QTest.keyClick(window.scene_strip.title, Qt.Key.Key_Return)
    QTest.mouseClick(window.scene_strip.note.viewport(), Qt.MouseButton.LeftButton)
    press_keys(window.scene_strip.note, "Say hello.")
    QTest.keyClick(window.scene_strip.note, Qt.Key.Key_Escape)
    hands.click(1, 1)
    hands.settle()
    hands.key(Qt.Key.Key_M, CTRL)
    press_keys(window.scene_strip.title, "After")
    QTest.keyClick(window.scene_strip.title, Qt.Key.Key_Escape)
    window.setFocus()
    assert titles(hands) == ["Before", "After"]
    assert [len(scene.now.document.points or ()) for scene in window.store.book.scenes] == [0, 1]
    assert window.store.book.scenes[0].note == "Say hello."
    for label in ("rename a scene", "keep a scene"):
        assert window.store.history.undo_label == label, "typing is one entry"
        hands.key(Qt.Key.Key_Z, CTRL)
    assert titles(hands) == ["Before"]
    assert len(window.store.session.document.points) == 1, "the point is there still, in the sitting of the first"
    hands.settle()


def test_page_down_and_up_walk_and_each_scene_has_its_view_step_and_layers(lecture):
    window = lecture.window
    assert (window.timeline.current, here(lecture).title) == (1, "Steps")
    lecture.key(Qt.Key.Key_PageDown)
    lecture.settle()
    assert here(lecture).title == "Votes"
    assert not window.store.session.view.shows("regions", True)
    assert window.plane.pill.text == "Scene 2 of 3 · Votes"
    lecture.key(Qt.Key.Key_PageDown)
    lecture.key(Qt.Key.Key_PageDown)
    assert here(lecture).title == "Tree"
    assert window.plane.pill.text == "This is the last scene."
    lecture.key(Qt.Key.Key_PageUp)
    lecture.key(Qt.Key.Key_PageUp)
    lecture.settle()
    assert (window.timeline.current, here(lecture).title) == (1, "Steps")
    assert window.store.history.undo_label == "", "walking is no edit"
    assert not window.store.is_unsaved


def test_dots_walk_and_show_which_scene_was_edited(lecture):
    window = lecture.window
    dots = window.scene_strip.dots
    QTest.mouseClick(
        dots, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, dots.boxes()[1].center().toPoint()
    )
    assert here(lecture).title == "Votes"
    before = dots.grab().toImage()
    lecture.click(0.4, 0.7)
    lecture.settle()
    assert here(lecture).is_changed
    assert dots.grab().toImage() != before
    assert "Edited" in window.scene_strip.row.cards[1].toolTip()
    lecture.key(Qt.Key.Key_R, CTRL)
    assert not here(lecture).is_changed
    assert dots.grab().toImage() == before
    lecture.settle()


def test_an_edit_belongs_to_this_sitting_until_the_scene_is_updated(lecture, tmp_path):
    window, file = lecture.window, tmp_path / "lecture.mlx.json"
    storage.save(window.store.book, file)
    window.files.open(file)
    kept = window.store.session
    lecture.click(0.4, 0.7)
    lecture.settle()
    assert window.store.is_unsaved is False, "the file has what is kept"
    lecture.key(Qt.Key.Key_S, CTRL)
    assert window.plane.pill.text == "Saved lecture.mlx.json. 1 edited scene as kept: Ctrl+U updates."
    assert storage.load(file).scene.session == kept
    lecture.key(Qt.Key.Key_U, CTRL)
    assert window.store.is_unsaved
    lecture.key(Qt.Key.Key_S, CTRL)
    assert storage.load(file).scene.session == window.store.session != kept
    lecture.key(Qt.Key.Key_Z, CTRL)
    assert here(lecture).is_changed
    lecture.key(Qt.Key.Key_R, CTRL)
    assert window.store.session == kept
    assert window.store.history.undo_label == "back to “Steps” as kept"
    lecture.settle()


@pytest.mark.parametrize("on_stage", [True, False])
def test_what_was_done_on_stage_goes_and_what_was_prepared_is_asked_for(lecture, tmp_path, on_stage):
    window, file = lecture.window, tmp_path / "lecture.mlx.json"
    storage.save(window.store.book, file)
    window.files.open(file)
    if on_stage:
        lecture.key(Qt.Key.Key_F5)
    lecture.click(0.4, 0.7)
    lecture.settle()
    edited = window.store.session
    if on_stage:
        lecture.key(Qt.Key.Key_Escape)
    if not on_stage:
        answer(QMessageBox.StandardButton.Save, window)
    assert window.files.may_leave(), "on stage nobody is there to answer"
    assert (storage.load(file).scene.session.document == edited.document) is not on_stage
    assert window.files.may_leave(), "it is asked once"
    lecture.settle()


def test_undo_of_an_edit_made_in_another_scene_goes_there_first(lecture):
    window = lecture.window
    lecture.click(0.4, 0.7)
    lecture.settle()
    edited = window.store.session.document
    lecture.key(Qt.Key.Key_PageDown)
    lecture.settle()
    lecture.key(Qt.Key.Key_Z, CTRL)
    assert (here(lecture).title, window.store.session.document) == ("Steps", edited)
    assert "Undo again takes it back." in window.plane.pill.text
    lecture.key(Qt.Key.Key_Z, CTRL)
    assert window.store.session.document == scene("Steps").session.document
    lecture.settle()


def test_cards_are_dragged_to_another_place_and_undo_puts_them_back(lecture):
    strip = lecture.window.scene_strip
    pitch = strip.row.cards[1].x() - strip.row.cards[0].x()
    drag_card(strip, 0, 2 * pitch)
    assert titles(lecture) == ["Votes", "Tree", "Steps"]
    assert here(lecture).title == "Steps"
    drag_card(strip, 2, -round(0.7 * pitch))
    assert titles(lecture) == ["Tree", "Votes", "Steps"]
    lecture.key(Qt.Key.Key_Z, CTRL)
    lecture.key(Qt.Key.Key_Z, CTRL)
    assert titles(lecture) == list(MODELS)
    assert [strip.row.cards[number].x() for number in (0, 1, 2)] == [0, pitch, 2 * pitch]
    lecture.key(Qt.Key.Key_PageDown, CTRL)
    assert titles(lecture) == ["Votes", "Steps", "Tree"]


def test_a_click_on_a_card_opens_its_scene_and_delete_removes_it(lecture):
    strip = lecture.window.scene_strip
    QTest.mouseClick(strip.row.cards[2], Qt.MouseButton.LeftButton)
    assert here(lecture).title == "Tree"
    strip.row.cards[2].setFocus()
    QTest.keyClick(strip.row.cards[2], Qt.Key.Key_Left)
    assert lecture.window.focusWidget() is strip.row.cards[1]
    QTest.keyClick(strip.row.cards[1], Qt.Key.Key_Delete)
    assert titles(lecture) == ["Steps", "Tree"]
    lecture.window.run("undo")
    assert (titles(lecture), here(lecture).title) == (list(MODELS), "Votes")
    lecture.window.run("duplicate_scene")
    assert titles(lecture) == ["Steps", "Votes", "Votes 2", "Tree"]
    lecture.window.run("remove_scene")
    assert titles(lecture) == list(MODELS)
    lecture.settle()


def test_a_scene_can_say_that_it_plays(qtbot):
    hands = opened(Book((scene("Votes"), scene("Steps"))), qtbot)
    window = hands.window
    hands.key(Qt.Key.Key_PageDown)
    hands.settle()
    assert not window.timeline.is_playing
    QTest.mouseClick(
        window.scene_strip.plays, Qt.MouseButton.LeftButton, pos=QPoint(8, window.scene_strip.plays.height() // 2)
    )
    assert here(hands).plays
    hands.key(Qt.Key.Key_PageUp)
    hands.settle()
    hands.key(Qt.Key.Key_PageDown)
    qtbot.waitUntil(lambda: window.timeline.is_playing)
    qtbot.waitUntil(lambda: window.timeline.current > 1)
    window.timeline.stop()
    hands.key(Qt.Key.Key_PageUp)
    hands.settle()


def test_a_ready_scene_is_opened_beside_the_kept_ones_and_can_be_kept(lecture):
    from mlexplorer.lessons import scenes
    from mlexplorer.ui.commands.learning_menu import choose

    ready = scenes.named("three_centres")
    choose(lecture.window, "scene", "three_centres")
    lecture.settle()
    assert titles(lecture) == ["Steps", ready.title, "Votes", "Tree"]
    assert not here(lecture).kept
    lecture.key(Qt.Key.Key_M, CTRL)
    assert here(lecture).kept
    assert here(lecture).note == f"{ready.do} {ready.see}"
    QTest.keyClick(lecture.window.scene_strip.title, Qt.Key.Key_Escape)
    lecture.window.setFocus()
    lecture.key(Qt.Key.Key_Z, CTRL)
    lecture.key(Qt.Key.Key_Z, CTRL)
    assert titles(lecture) == list(MODELS)
    lecture.settle()


def test_scenes_are_walked_on_stage_with_dots(lecture):
    window = lecture.window
    lecture.key(Qt.Key.Key_F5)
    assert not window.scene_strip.isVisible()
    corner = window.stage.band.findChild(SceneCorner)
    assert corner.isVisible()
    assert corner.words.text() == "Scene 1 of 3 · Steps"
    lecture.key(Qt.Key.Key_PageDown)
    assert corner.words.text() == "Scene 2 of 3 · Votes"
    place = corner.dots.boxes()[2].center().toPoint()
    QTest.mouseClick(corner.dots, Qt.MouseButton.LeftButton, pos=place)
    assert here(lecture).title == "Tree"
    assert not window.scene_strip.isVisible()
    lecture.key(Qt.Key.Key_Escape)
    assert window.scene_strip.row.isVisible()
    lecture.key(Qt.Key.Key_F11)
    lecture.key(Qt.Key.Key_PageUp)
    assert not window.scene_strip.isVisible()
    lecture.key(Qt.Key.Key_F11)
    assert window.scene_strip.isVisible()
    lecture.settle()


def test_ink_stays_with_its_scene_and_undo_of_it_goes_there_first(lecture):
    window = lecture.window
    lecture.key(Qt.Key.Key_F5)
    lecture.key(Qt.Key.Key_F2)
    lecture.drag((0.2, 0.2), (0.8, 0.8))
    ink = window.plane.desk.ink
    assert len(ink.strokes) == 1
    lecture.key(Qt.Key.Key_PageDown)
    assert not ink.strokes
    lecture.key(Qt.Key.Key_Z, CTRL)
    assert (here(lecture).title, len(ink.strokes)) == ("Steps", 1)
    lecture.key(Qt.Key.Key_Z, CTRL)
    assert not ink.strokes
    lecture.key(Qt.Key.Key_Escape)
    lecture.key(Qt.Key.Key_Escape)
    lecture.settle()


def test_the_strip_folds_to_its_head_and_stays_so(lecture, qtbot):
    strip = lecture.window.scene_strip
    QTest.mouseClick(strip.fold, Qt.MouseButton.LeftButton)
    assert (strip.isVisible(), strip.row.isVisible()) == (True, False)
    other = opened(Book((scene("Votes"), scene("Tree"))), qtbot)
    assert not other.window.scene_strip.row.isVisible()


def test_pictures_come_and_those_of_an_updated_scene_come_anew(lecture):
    strip = lecture.window.scene_strip
    lecture.qtbot.waitUntil(lambda: all(card.has_picture for card in strip.row.cards.values()))


def test_a_crash_loses_neither_scenes_nor_what_the_sitting_made_of_them(lecture, tmp_path, qtbot):
    from mlexplorer.session import recovery
    from mlexplorer.ui.safety.safety import keep_safe

    safety = keep_safe(lecture.window, tmp_path / "safe")
    lecture.key(Qt.Key.Key_PageDown)
    lecture.click(0.4, 0.7)
    lecture.settle()
    lecture.window.run("duplicate_scene")
    safety.keeping.wait()
    book = lecture.window.store.book
    safety.keeping.stop(remove=False)
    (offer,) = recovery.offers(safety.keeping.path.parent)
    assert offer.state.history.book == book
    assert book.scenes[1].is_changed
    lecture.window.closed.disconnect(safety.keeping.stop)
    del qtbot


@pytest.mark.parametrize("theme", ["theme:light", "theme:dark", "theme:projector"])
def test_nothing_in_the_strip_is_cut(lecture, theme):
    window = lecture.window
    window.run(theme)
    strip = window.scene_strip
    buttons = (strip.keep_button, strip.update_button, strip.plays)
    lecture.qtbot.waitUntil(lambda: all(button.width() >= button.sizeHint().width() for button in buttons))
    assert strip.row.height() <= strip.row.parentWidget().height()
