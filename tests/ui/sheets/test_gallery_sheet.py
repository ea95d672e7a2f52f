"""The gallery through real events: chosen by hand and by keys, searched, filtered; what was open is kept."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from mlexplorer.figures import thumbnails
from mlexplorer.lessons import lesson, scenes
from mlexplorer.ui.sheets.gallery_sheet import GallerySheet
from tests.ui.samples import press_keys


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("MLEXPLORER_STATE", str(tmp_path / "state"))


@pytest.fixture
def opened(hands, monkeypatch):
    """Open the gallery by its key; its pictures are small ones that cost no time."""
    picture = thumbnails.drawn(scenes.named("three_centres").session, "light")
    monkeypatch.setattr(thumbnails, "drawn", lambda *_: picture)

    def open_gallery(key=Qt.Key.Key_G, modifiers=Qt.KeyboardModifier.ControlModifier):
        hands.key(key, modifiers)
        sheet = hands.window.findChild(GallerySheet)
        hands.qtbot.waitExposed(sheet)
        return sheet

    return open_gallery


def names(sheet):
    return [card.entry.name for card in sheet.cards]


def test_every_scene_and_lesson_has_a_card_with_its_picture(hands, opened):
    sheet = opened()
    assert names(sheet) == [*scenes.names(), *lesson.found()]
    hands.qtbot.waitUntil(lambda: all(card.has_picture for card in sheet.cards))
    assert [row.columns for row in sheet.rows] == [5 if len(row.cards) == 5 else 4 for row in sheet.rows]
    assert all(card.geometry().right() <= card.parentWidget().width() for card in sheet.cards)
    sheet.close()


def test_a_click_opens_a_scene_and_undo_brings_back_what_was_open(hands, opened):
    window = hands.window
    hands.click(1, 1)
    hands.settle()
    window.store.look(replace(window.store.session.view, bounds=(-2.0, 2.0, -1.0, 1.0)))
    before = window.store.session
    sheet = opened()
    card = next(card for card in sheet.cards if card.entry.name == "three_centres")
    QTest.mouseClick(card, Qt.MouseButton.LeftButton)
    hands.settle()
    scene = scenes.named("three_centres")
    assert window.store.session == scene.session
    assert window.plane.pill.text == f"{scene.do} {scene.see}"
    window.plane.hint("Something else.")
    window.run("scene_words")
    assert window.plane.pill.text == f"{scene.do} {scene.see}"
    assert window.store.history.undo_label == f"open “{scene.title}”"
    window.run("undo")
    hands.settle()
    assert window.store.session == before


def test_a_scene_is_added_to_the_book_and_what_is_open_stays_open(hands, opened):
    store = hands.window.store
    before, sheet = store.session, opened()
    sheet.activateWindow()
    hands.qtbot.waitUntil(sheet.isActiveWindow)
    QTest.keyClick(sheet.search, Qt.Key.Key_Down)
    card = sheet.focusWidget()
    assert card.adding.isVisible()
    QTest.mouseClick(card.adding, Qt.MouseButton.LeftButton)
    QTest.keyClick(card, Qt.Key.Key_M)
    assert [scene.title for scene in store.book.scenes[1:]] == [card.entry.title], "once"
    QTest.keyClick(card, Qt.Key.Key_Right)
    assert not card.adding.isVisible()
    QTest.keyClick(sheet.focusWidget(), Qt.Key.Key_M)
    assert len(store.book.scenes) == 3
    assert store.session == before
    assert sheet.isVisible()
    sheet.show_topic("lessons")
    sheet.cards[-1].setFocus()
    assert sheet.cards[-1].adding is None, "a lesson is no scene"
    sheet.close()
    hands.window.run("undo")
    assert len(store.book.scenes) == 2
    hands.settle()


def test_no_card_stands_alone_below_where_it_fits_beside_the_others(hands, opened):
    hands.window.resize(1024, 700)
    sheet = opened()
    first, second = sheet.rows[:2]
    assert (first.columns, second.columns) == (4, 3)
    assert all(card.geometry().right() < first.width() for card in first.cards)
    sheet.close()
    hands.settle()


def test_typing_finds_and_enter_opens_the_first(hands, opened):
    sheet = opened()
    press_keys(sheet.search, "xor perceptron")
    assert "xor_for_ever" in names(sheet)
    assert "four_ks" not in names(sheet)
    assert sheet.topics["clusters"].count == 0
    first = sheet.cards[0].entry
    QTest.keyClick(sheet.search, Qt.Key.Key_Return)
    hands.settle()
    assert hands.window.store.book.scenes[0].title == first.title


def test_a_family_leaves_only_its_models(hands, opened):
    sheet = opened()
    sheet.families["Networks"].click()
    assert {"hidden_units", "enough_units"} <= set(names(sheet))
    assert all("Networks" in card.entry.families for card in sheet.cards)
    press_keys(sheet.search, "nothing speaks of this")
    assert names(sheet) == []
    sheet.close()
    hands.settle()


def test_arrows_walk_over_the_cards_and_escape_leaves(hands, opened):
    sheet, before = opened(), hands.window.store.session
    QTest.keyClick(sheet.search, Qt.Key.Key_Down)
    way = []
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Up):
        QTest.keyClick(sheet.focusWidget(), key)
        way.append(names(sheet).index(sheet.focusWidget().entry.name))
    assert way == [1, 5, 9, 8, 4]
    QTest.keyClick(sheet, Qt.Key.Key_Escape)
    assert hands.window.store.session == before
    hands.settle()


def test_a_topic_is_brought_to_the_top(hands, opened):
    sheet = opened(Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert sheet.topics["lessons"].isChecked()
    QTest.mouseClick(sheet.topics["wrong"], Qt.MouseButton.LeftButton)
    row = next(row for row in sheet.rows if row.name == "wrong")
    assert 0 <= row.mapTo(sheet, row.rect().topLeft()).y() < 300
    sheet.close()
    hands.settle()


def marked(sheet):
    return [name for name, button in sheet.topics.items() if button.isChecked()]


def test_the_marked_topic_is_that_of_the_cards_in_sight(hands, opened):
    sheet = opened()
    assert marked(sheet) == ["start"]
    hands.qtbot.waitUntil(lambda: sheet.rows[-1].y() > sheet.height())  # everything has its place
    QTest.keyClick(sheet.search, Qt.Key.Key_Down)
    for _ in range(6):
        QTest.keyClick(sheet.focusWidget(), Qt.Key.Key_Down)
    assert marked(sheet) == ["neighbours"]
    press_keys(sheet.search, "moons regression")
    first = next(row for row in sheet.rows if row.shown)
    assert marked(sheet) == [first.name]
    sheet.close()
    hands.settle()


def test_an_empty_plane_offers_the_gallery(hands):
    from mlexplorer.ui.panels.invitation import Invitation

    button = hands.window.findChild(Invitation)
    assert button.isVisible()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    hands.window.findChild(GallerySheet).close()
    hands.click(1, 1)
    hands.settle()
    assert not button.isVisible()
