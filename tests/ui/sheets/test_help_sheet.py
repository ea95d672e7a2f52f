"""Help: F1 opens the page of what is meant, every page opens, every link leads on, a page stays beside the plane."""

from itertools import combinations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from mlexplorer.lessons import lesson, scenes
from mlexplorer.lessons.glossary import terms
from mlexplorer.session.side_by_side import is_side_by_side
from mlexplorer.ui.commands.help_menu import open_help, page_of
from mlexplorer.ui.panels.blocks import FormulaView
from mlexplorer.ui.sheets.help_sheet import HelpDock, HelpSheet, all_pages
from mlexplorer.ui.sheets.keys_sheet import KeysSheet
from mlexplorer.ui.sheets.offers import offers_about


@pytest.fixture
def window(open_hands):
    return open_hands("svm").window


def opened(window, name):
    open_help(window, name)
    return window.findChild(HelpSheet)


def texts(sheet):
    return [label.text() for label in sheet.reading.widget().findChildren(QLabel)]


def is_whole(sheet):
    """Return whether all that the shown page has to say is there."""
    page, shown = sheet.reading.page, texts(sheet)
    wanted = {page.title, page.idea, *(one.label for one in page.parameters), *(word for word, _ in page.facts)}
    return wanted <= set(shown) and list(sheet.reading.links) == list(page.links)


def test_every_page_opens_and_every_link_leads_on(window):
    sheet = opened(window, "model:svm")
    unread, followed = set(sheet.pages), set()
    targets = {link for page in sheet.pages.values() for link in page.links}
    while unread or followed < targets:
        name = sheet.name
        assert is_whole(sheet), name
        unread.discard(name)
        link = next((link for link in sheet.pages[name].links if link not in followed), None)
        if link is not None:
            sheet.reading.links[link].click()
            assert sheet.name == link
            followed.add(link)
        elif unread or followed < targets:
            new = (other for other, page in sheet.pages.items() if other in unread or set(page.links) - followed)
            sheet.show_name(next(new))
    sheet.leave()


@pytest.mark.parametrize("size", [(1024, 700), (1280, 800), (1920, 1080)])
def test_no_text_is_cut_or_lies_on_another(window, size):
    window.resize(*size)
    sheet = opened(window, "model:svm")
    for name in ("model:svm", "model:logistic", "model:kernel_ridge", "view:roc", "tool:move", "study:map", "news"):
        sheet.show_name(name)
        content = sheet.reading.widget()
        content.layout().activate()
        QApplication.processEvents()
        assert content.minimumSizeHint().width() <= sheet.reading.viewport().width(), name
        for label in (label for label in sheet.findChildren(QLabel) if label.isVisible() and label.text()):
            assert label.height() >= label.heightForWidth(label.width()), (name, label.text())
            assert label.wordWrap() or label.width() >= label.sizeHint().width(), (name, label.text())
        for view in content.findChildren(FormulaView):
            assert view.height() >= view.sizeHint().height(), name
    shown = [part for part in sheet.bar.children() if isinstance(part, QWidget) and part.isVisible()]
    assert not [(one, other) for one, other in combinations(shown, 2) if one.geometry().intersects(other.geometry())]
    sheet.leave()


def test_every_page_of_a_model_has_something_to_try_and_every_button_does_it(window):
    tried, first = {}, window.store.session
    for name in all_pages():
        offers = offers_about(window, name)
        assert offers or name.partition(":")[0] in ("view", "words", "layers", "news"), name
        tried |= {offer.entry.name: offer for offer in offers}
    for name, offer in tried.items():
        if offer.becomes is not None:
            assert offer.becomes() != first or offer.words == "in use", name
            continue
        window.store.edit(first, "begin again")
        offer.take()
        assert window.store.session != first or name.startswith("command:tool:"), name
    assert {f"scene:{name}" for name in scenes.names()} <= tried.keys()
    assert {f"lesson:{name}" for name in lesson.found()} <= tried.keys()


def test_a_scene_is_opened_by_its_button(window):
    sheet = opened(window, "model:svm")
    QTest.mouseClick(sheet.reading.tries["scene:widest_street"], Qt.MouseButton.LeftButton)
    assert window.findChild(HelpSheet) is None
    assert window.store.session == scenes.named("widest_street").session


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
    assert page_of(window, window.panel.source_form) == ("source:moons", "")
    assert page_of(window, window.panel.holdout_form) == ("tool:hold_out", "")
    assert page_of(window, window.plane.bar.chips["margins"]) == ("layers", "Street")
    assert page_of(window, window.plane.canvas, row.field) == ("model:svm", "cost"), (
        "the focus, where the pointer is not"
    )


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


def test_a_page_shows_what_will_be_seen(window, qtbot, tmp_path, monkeypatch):
    monkeypatch.setenv("MLEXPLORER_STATE", str(tmp_path))
    sheet = opened(window, "model:svm")
    card = sheet.reading.seen["compare:svm.cost"]
    qtbot.waitUntil(lambda: not card.picture.pixmap().isNull())
    card.click()
    assert is_side_by_side(window.store.session)
    assert window.findChild(HelpSheet) is None


def test_a_page_stays_beside_the_plane(window):
    sheet = opened(window, "model:svm")
    sheet.keep.click()
    dock = window.findChild(HelpDock)
    assert dock.reading.page.name == "model:svm"
    assert window.linked.isHidden()
    QApplication.processEvents()
    assert window.toolbar.width() == window.width()
    assert dock.mapTo(window, QPoint()).y() >= window.toolbar.height()
    link = next(iter(dock.reading.links))
    dock.reading.links[link].click()
    assert dock.reading.page.name == link
    dock.close_button.click()
    assert not window.linked.isHidden()
    assert window.findChild(HelpDock) is None
    window.lesson.begin("prune_the_tree", lesson.named("prune_the_tree"))  # another part beside the plane
    assert window.findChild(HelpDock) is None
    window.lesson.leave()


def test_a_closed_page_is_forgotten(window):
    opened(window, "model:svm").keep.click()
    QApplication.processEvents()
    window.findChild(HelpDock).close_button.click()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    for arrangement in ("swapped", "beside"):  # each lays all parts anew
        window.middle.arrange(arrangement)
    assert not window.linked.isHidden()


def test_a_page_opens_at_its_parameter(window, qtbot):
    open_help(window, "words", "XOR")
    sheet = window.findChild(HelpSheet)
    qtbot.waitUntil(lambda: sheet.reading.verticalScrollBar().value() > 0)
    sheet.leave()


def test_the_parts_of_a_page_are_links_where_there_is_room(window):
    window.resize(1280, 800)
    sheet = opened(window, "model:svm")
    named = {sheet.parts.item(row).text(): sheet.parts.item(row) for row in range(sheet.parts.count())}
    assert {"The idea", "Its parameters", "Where it fails", "Words"} <= set(named)
    assert sheet.parts.isVisible()
    place = sheet.parts.visualItemRect(named["How it is found"]).center()
    QTest.mouseClick(sheet.parts.viewport(), Qt.MouseButton.LeftButton, pos=place)
    head = sheet.reading.heads["How it is found"]
    assert 0 <= head.mapTo(sheet.reading.viewport(), QPoint()).y() < sheet.reading.viewport().height()
    assert sheet.reading.verticalScrollBar().value() > 0
    sheet.show_name("words")
    assert not sheet.parts.isVisible(), "it has one part"
    sheet.show_name("model:svm")
    window.resize(1100, 760)
    assert not sheet.parts.isVisible()
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
