"""Tips explain technical words on labels, rows, facts and layers."""

from html import escape

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF
from PySide6.QtGui import QCursor, QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QToolTip, QWidget

from mlexplorer.lessons.glossary import term, terms_in
from mlexplorer.ui.look.plain import Label
from mlexplorer.ui.look.term_tips import words_for, words_for_action
from mlexplorer.ui.look.widgets import Chip
from mlexplorer.ui.plane.canvas import Canvas
from mlexplorer.ui.plane.key_line import KeyLine


@pytest.fixture
def parent(qtbot):
    made = QWidget()
    qtbot.addWidget(made)
    made.show()
    yield made
    QToolTip.hideText()


CORNER = QPoint(1, 1)


def asked(widget, place=CORNER):
    """Ask a widget for its tip, as Qt does, and return whether it answered."""
    return QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, place, widget.mapToGlobal(place)))


def test_a_label_explains_its_words(parent):
    label = Label("Duality gap", parent)
    assert asked(label)
    assert term("duality gap").meaning in QToolTip.text()


def test_a_chip_keeps_its_tip(parent):
    chip = Chip("Slack", parent)
    chip.setToolTip("From each point to its edge  (Shift+F10)")
    assert asked(chip)
    assert "From each point to its edge" in QToolTip.text()
    assert term("slack").meaning in QToolTip.text()


def test_a_label_inside_keeps_the_tip_of_what_it_stands_in(parent):
    row = QWidget(parent)
    row.setToolTip("What a point in the street is charged")
    label = Label("Cost C", row)
    assert "What a point in the street is charged" in words_for(label)
    assert term("cost").meaning in words_for(label)


def test_plain_words_have_no_tip(parent):
    assert words_for(Label("Hello", parent)) == ""


def test_rows_and_facts_of_the_window(open_hands):
    hands = open_hands("svm")
    window = hands.window
    row = window.panel.model_form.row("cost")
    assert row.spec.help in words_for(row)
    assert term("cost").meaning in words_for(row)
    window.linked.choose("explain")
    hands.qtbot.waitUntil(lambda: any(label.text() == "Duality gap" for label in window.linked.reading.labels))
    label = next(label for label in window.linked.reading.labels if label.text() == "Duality gap")
    assert term("duality gap").meaning in words_for(label)


def said(widget):
    return widget.currentText() if isinstance(widget, QComboBox) else widget.text()


@pytest.mark.parametrize("view", ["progress", "explain", "judge", "roc", "losses"])
def test_every_technical_word_that_is_shown_has_a_tip(open_hands, view):
    hands = open_hands("svm")
    hands.window.linked.choose(view)
    hands.settle()
    kinds = (QLabel, QAbstractButton, QComboBox)
    shown = [one for kind in kinds for one in hands.window.findChildren(kind) if one.isVisible()]
    technical = {one: terms_in(said(one)) for one in shown if terms_in(said(one))}
    assert len(technical) > 10
    for widget, found in technical.items():
        assert asked(widget), said(widget)
        assert escape(found[0].meaning) in words_for(widget), said(widget)
    QToolTip.hideText()


def test_tabs_and_menus_explain_theirs(open_hands):
    window = open_hands("svm").window
    tabs = window.linked.tabs
    QTest.mouseMove(tabs, tabs.place_of("losses").center())
    assert term("loss").meaning in words_for(tabs)
    action = next(one for one in window.plane.bar.list.actions() if "lack" in one.text())
    assert term("slack").meaning in words_for_action(action)


def painted(canvas):
    """Return where each line of words is found on a canvas, looking everywhere."""
    places = [QPoint(x, y) for x in range(2, canvas.width(), 10) for y in range(2, canvas.height(), 5)]
    found = {place: canvas.words_at(QPointF(place)) for place in places}
    return {words: place for place, all_words in found.items() for words in all_words.split("\n") if words}


@pytest.mark.parametrize(
    ("model", "view", "words", "meant"),
    [
        ("svm", "roc", "false alarms", "false alarm"),  # the name of the level axis
        ("polynomial", "landscape", "w₁", "weight"),  # of the upright one
        ("logistic", "losses", "hinge", "hinge loss"),  # in the chart
    ],
)
def test_words_that_are_painted_in_charts_have_a_tip(open_hands, model, view, words, meant):
    hands = open_hands(model, "sine" if model == "polynomial" else "moons")
    hands.window.linked.choose(view)
    hands.settle()
    canvases = [one for one in hands.window.linked.findChildren(Canvas) if one.isVisible()]
    found = {line: (canvas, place) for canvas in canvases for line, place in painted(canvas).items()}
    canvas, place = found[words]
    assert asked(canvas.viewport(), place)
    assert term(meant).meaning in QToolTip.text()
    QToolTip.hideText()
    assert canvas.words_at(QPointF(1, canvas.height() - 2)) == ""


def test_a_legend_and_the_line_of_keys_explain_theirs(open_hands):
    hands = open_hands("svm")
    line = hands.window.findChild(KeyLine)
    assert line.pointed_words == ""
    QCursor.setPos(line.mapToGlobal(QPoint(60, line.height() // 2)))
    assert line.pointed_words == "hold the street"
    assert term("street").meaning in words_for(line)
    canvas = open_hands("lda", "gaussians").canvas
    below = [QPointF(x, canvas.height() * share) for x in range(60, 300, 10) for share in np.linspace(0.5, 1, 40)]
    assert [words for place in below if "p = 0.5" in (words := canvas.words_at(place))]
