"""The first minute in the window: one hint at a time, where it applies, gone once followed and for ever."""

import pytest
from PySide6.QtCore import QSettings

import mlexplorer
from mlexplorer.ui.sheets.first_hints import FirstHints, NewsCard, begin
from mlexplorer.ui.sheets.help_sheet import HelpSheet


@pytest.fixture
def hands(open_hands):
    hands = open_hands("svm")
    begin(hands.window)
    return hands


def shown(window):
    pill = window.findChild(FirstHints).pill
    return pill.text if pill.isVisible() else ""


def test_the_three_hints_go_when_they_are_followed(hands):
    window = hands.window
    assert shown(window).startswith("Drag any point")
    row = hands.data.points[0]
    window.run("tool:move")
    hands.drag(row, row + 0.3)
    assert shown(window).startswith("Slide a number")
    window.panel.model_form.row("cost").edited.emit(5.0)
    assert shown(window).startswith("Space plays")
    hands.settle()
    window.timeline.step(-1)
    assert shown(window) == ""
    assert QSettings().value("hints done") == "drag set step"


def test_they_stay_in_the_window_and_beside_what_they_speak_of(hands):
    window = hands.window
    pill = window.findChild(FirstHints).pill
    for size in ((1280, 800), (1024, 700)):
        window.resize(*size)
        assert window.rect().contains(pill.geometry())
        plane = window.plane.geometry().translated(window.plane.parentWidget().pos())
        assert plane.contains(pill.geometry().center())


def test_what_was_done_is_remembered(open_hands):
    QSettings().setValue("hints done", "drag set")
    window = open_hands("svm").window
    begin(window)
    assert shown(window).startswith("Space plays")


def test_news_come_once_after_an_update(open_hands):
    QSettings().setValue("version seen", "0.0.1")
    window = open_hands("knn").window
    begin(window)
    card = window.findChild(NewsCard)
    assert window.rect().contains(card.geometry())
    card.all_button.click()
    sheet = window.findChild(HelpSheet)
    assert sheet.name == "news"
    sheet.leave()
    assert QSettings().value("version seen") == mlexplorer.__version__


def test_no_news_at_the_first_start(hands):
    assert hands.window.findChild(NewsCard) is None
    assert QSettings().value("version seen") == mlexplorer.__version__
