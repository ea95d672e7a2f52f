"""The view that explains, in the real window."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from mlexplorer.marks.plot import TableBlock
from mlexplorer.ui.look import theme
from mlexplorer.ui.panels.blocks import FormulaView, Reading
from mlexplorer.views import study


def words(hands):
    return [label.text() for label in hands.window.linked.findChild(Reading).findChildren(QLabel)]


def test_explain_follows_the_timeline_and_keeps_its_labels(open_hands):
    hands = open_hands("logistic", values={"solver": "gradient", "steps": 20})
    hands.window.linked.choose("explain")
    hands.settle()
    reading = hands.window.linked.findChild(Reading)
    assert reading.isVisible()
    assert hands.snapshot.step.note in words(hands)
    labels, formula = reading.findChildren(QLabel), reading.findChild(FormulaView)
    assert formula.height() > 20
    hands.key(Qt.Key.Key_Left)
    hands.settle()
    assert hands.snapshot.step.note in words(hands)
    assert reading.findChildren(QLabel) == labels


def test_numbers_can_be_selected(open_hands):
    hands = open_hands("lda")
    hands.window.linked.choose("explain")
    hands.settle()
    label = next(label for label in hands.window.linked.findChildren(QLabel) if label.text().startswith("("))
    assert label.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByMouse


def test_a_click_copies_a_number_as_a_program_reads_it(open_hands):
    hands = open_hands("lda")
    hands.window.linked.choose("explain")
    hands.settle()
    label = next(label for label in hands.window.linked.findChildren(QLabel) if "−" in label.text()[:3])
    QTest.mouseClick(label, Qt.MouseButton.LeftButton)
    copied = QGuiApplication.clipboard().text()
    assert copied == label.text().replace("−", "-")
    assert hands.window.plane.pill.text == f"Copied: {label.text()}"


def test_components_have_the_colours_of_the_plane(open_hands):
    hands = open_hands("gmm", values={"components": 2})
    hands.window.linked.choose("structure")
    hands.settle()
    reading = hands.window.linked.findChild(Reading)
    swatches = [label for label in reading.findChildren(QLabel) if not label.pixmap().isNull()]
    colours = [label.pixmap().toImage().pixelColor(2, 2).name() for label in swatches]
    assert colours == [theme.current().theme.colour(f"class {number}").lower() for number in (0, 1)]


def test_what_is_too_wide_for_its_panel_takes_several_lines(qtbot):
    reading = Reading()
    qtbot.addWidget(reading)
    row = ("Cluster 1", "(−3.81, 0.142)", "(1.1, 0.98)")
    reading.show_blocks((TableBlock("Gaussians", (row,), ("", "Mean", "Deviations")),), {})
    cells = [label for label in reading.findChildren(QLabel) if label.text().startswith("(")]
    reading.resize(220, 300)
    reading.show()
    qtbot.waitUntil(lambda: all(label.wordWrap() for label in cells), timeout=5000)
    reading.widget().layout().activate()
    assert all(label.mapTo(reading, label.rect().topRight()).x() < reading.width() for label in cells)
    reading.resize(600, 300)
    assert not any(label.wordWrap() for label in cells), "one line again where there is room"


def test_a_formula_is_as_wide_as_its_panel_at_most(open_hands):
    hands = open_hands("logistic")
    hands.window.linked.choose("explain")
    hands.settle()
    formula = hands.window.linked.findChild(FormulaView)
    assert 0 < formula.drawn_width <= formula.width() < 364


def test_what_is_read_below_a_chart_takes_no_more_room_than_its_lines(open_hands):
    hands = open_hands("lda", "gaussians")
    window = hands.window
    window.store.edit(study.asked(window.store.session, "learning_curve"), "ask")
    window.linked.choose("study")
    hands.qtbot.waitUntil(lambda: window.linked.reading.isVisible() and not window.jobs.busy)
    hands.settle()
    reading = window.linked.reading
    lines = [label for label in reading.labels if label.text()]
    assert any(label.wordWrap() for label in lines)
    last = max(label.mapTo(reading, label.rect().bottomLeft()).y() for label in lines)
    assert reading.height() - last < 30, "the rest belongs to the chart"


def test_prices_of_three_classes_are_no_wider_than_the_panel(open_hands):
    hands = open_hands("lda", "blobs")
    hands.window.linked.choose("judge")
    hands.settle()
    reading = hands.window.linked.reading
    assert reading.verticalScrollBar().isVisible(), "the panel is as narrow as it gets"
    assert reading.widget().minimumSizeHint().width() <= reading.viewport().width()
