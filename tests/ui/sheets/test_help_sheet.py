"""Help: F1 opens the page of what is meant, every page opens, every link leads on, a page stays beside the plane."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from mlexplorer.lessons.glossary import terms
from mlexplorer.ui.commands.help_menu import open_help, page_of
from mlexplorer.ui.sheets.help_sheet import HelpDock, HelpSheet
from mlexplorer.ui.sheets.keys_sheet import KeysSheet


@pytest.fixture
def window(open_hands):
    return open_hands("svm").window


def opened(window, name):
    open_help(window, name)
    return window.findChild(HelpSheet)


def texts(sheet):
    return [label.text() for label in sheet.reading.widget().findChildren(QLabel)]


def test_every_page_opens_and_every_link_leads_on(window):
    sheet = opened(window, "model:svm")
    for name, page in sheet.pages.items():
        sheet.show_name(name)
        shown = texts(sheet)
        assert {page.title, page.idea} <= set(shown)
        assert {one.label for one in page.parameters} <= set(shown), name
        assert {word for word, _ in page.facts} <= set(shown), name
        assert list(sheet.reading.links) == list(page.links)
    followed = {link: name for name, page in sheet.pages.items() for link in page.links}
    for link, name in followed.items():
        sheet.show_name(name)
        sheet.reading.links[link].click()
        assert sheet.name == link
    sheet.leave()


def test_nothing_is_cut_at_the_right(window):
    sheet = opened(window, "model:svm")
    for name in ("model:svm", "model:logistic", "model:qda", "words", "news"):
        sheet.show_name(name)
        content = sheet.reading.widget()
        content.layout().activate()
        assert content.minimumSizeHint().width() <= sheet.reading.viewport().width(), name
    sheet.leave()


def test_words_have_a_page_and_are_found_by_typing(window):
    sheet = opened(window, "words")
    assert {one.word for one in terms()} <= set(texts(sheet))
    sheet.leave()


def test_f1_opens_the_page_under_the_pointer(window):
    button = window.toolbar.tool_buttons["spray"]
    QCursor.setPos(button.mapToGlobal(button.rect().center()))
    QTest.keyClick(window, Qt.Key.Key_F1)
    sheet = window.findChild(HelpSheet)
    assert sheet.name == "tool:spray"
    sheet.leave()


def test_f1_opens_the_page_of_the_row_under_the_pointer(window):
    row = window.panel.model_form.row("cost")
    assert page_of(window, row.field) == ("model:svm", "cost")
    assert page_of(window, window.panel.model_picker) == ("model:svm", "")
    assert page_of(window, window.panel.source_picker) == ("source:moons", "")
    assert page_of(window, window.linked.tabs) == (f"view:{window.linked.name}", "")
    assert page_of(window, window.plane.canvas) == ("model:svm", "")
    assert page_of(window, None) == ("model:svm", "")


def test_all_keys_have_a_key_of_their_own(window):
    QTest.keyClick(window, Qt.Key.Key_F1, Qt.KeyboardModifier.ControlModifier)
    sheet = window.findChild(KeysSheet)
    assert sheet.isVisible()
    sheet.close()


def test_search_lists_what_answers_and_enter_opens_it(window):
    sheet = opened(window, "model:svm")
    every = len(sheet.listed)
    QTest.keyClicks(sheet.search, "gaussian mix")
    assert sheet.listed[0] == "model:gmm"
    assert len(sheet.listed) < every
    QTest.keyClick(sheet.search, Qt.Key.Key_Return)
    assert sheet.name == "model:gmm"
    sheet.go_back()
    assert sheet.name == "model:svm"
    QTest.keyClick(sheet, Qt.Key.Key_Escape)
    assert window.findChild(HelpSheet) is None


def test_what_can_be_tried_is_done(window):
    sheet = opened(window, "model:tree")
    sheet.reading.tries["model:tree"].click()
    assert window.store.session.run.model.public_name() == "tree"
    assert window.findChild(HelpSheet) is None


def test_a_page_stays_beside_the_plane(window):
    sheet = opened(window, "model:svm")
    sheet.keep.click()
    dock = window.findChild(HelpDock)
    assert dock.reading.page.name == "model:svm"
    assert window.linked.isHidden()
    link = next(iter(dock.reading.links))
    dock.reading.links[link].click()
    assert dock.reading.page.name == link
    dock.close_button.click()
    assert not window.linked.isHidden()
    assert window.findChild(HelpDock) is None


def test_a_page_opens_at_its_parameter(window, qtbot):
    open_help(window, "words", "XOR")
    sheet = window.findChild(HelpSheet)
    qtbot.waitUntil(lambda: sheet.reading.verticalScrollBar().value() > 0)
    sheet.leave()


def test_keys_do_nothing_below_the_sheet(window):
    sheet = opened(window, "model:svm")
    sheet.list.setFocus()
    before, tool = window.store.session, window.plane.tool
    for key in (Qt.Key.Key_E, Qt.Key.Key_Delete, Qt.Key.Key_Space, Qt.Key.Key_Left):
        QTest.keyClick(sheet.list, key)
    assert window.store.session == before
    assert window.plane.tool is tool
    sheet.leave()
