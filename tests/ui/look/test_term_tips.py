"""Tips explain technical words on labels, rows, facts and layers."""

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from mlexplorer.lessons.glossary import term
from mlexplorer.ui.look.plain import Label
from mlexplorer.ui.look.term_tips import words_for
from mlexplorer.ui.look.widgets import Chip


@pytest.fixture
def parent(qtbot):
    made = QWidget()
    qtbot.addWidget(made)
    made.show()
    yield made
    QToolTip.hideText()


def asked(widget):
    """Ask a widget for its tip, as Qt does, and return whether it answered."""
    place = QPoint(1, 1)
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
