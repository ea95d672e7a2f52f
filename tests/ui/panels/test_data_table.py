"""The data table: rows are points, in both directions."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QLineEdit

from mlexplorer.core.data import CLASS_NAMES, Dataset
from mlexplorer.core.holdout import Holdout
from mlexplorer.ui.panels import data_table
from mlexplorer.ui.panels.data_table import runs
from mlexplorer.ui.panels.points_model import HELD, PointsModel, label_of, number_of

LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier
PLACES = [(1.0, 0.5), (-1.0, 0.5), (0.0, -1.0)]


@pytest.fixture
def table(hands):
    """A window with three points and its table open."""
    for place in PLACES:
        hands.click(*place)
    hands.key(Qt.Key.Key_F4)
    hands.settle()
    assert hands.window.data_table.isVisible()
    return hands


def cell(hands, row, column):
    view = hands.window.data_table.view
    return view.model().index(row, column)


def type_into(hands, row, column, words):
    view = hands.window.data_table.view
    where = view.visualRect(cell(hands, row, column)).center()
    QTest.mouseClick(view.viewport(), LEFT, pos=where)
    QTest.mouseDClick(view.viewport(), LEFT, pos=where)
    line = view.findChild(QLineEdit)
    assert line is not None
    line.selectAll()
    QTest.keyClicks(line, words)
    QTest.keyClick(line, Qt.Key.Key_Return)
    hands.qtbot.waitUntil(lambda: view.findChild(QLineEdit) is None)


def shown(hands, column):
    model = hands.window.data_table.model
    return [model.data(model.index(row, column), Qt.ItemDataRole.EditRole) for row in range(model.rowCount())]


def test_it_is_hidden_until_asked_for(hands):
    assert not hands.window.data_table.isVisible()
    hands.key(Qt.Key.Key_F4)
    hands.key(Qt.Key.Key_F4)
    assert not hands.window.data_table.isVisible()


def test_the_plane_follows_an_edited_value(table):
    before = table.window.store.session.document
    type_into(table, 1, 0, "-1,25")
    assert table.data.points[1].tolist() == [-1.25, before.points.points[1, 1]]
    assert table.window.store.history.undo_label == "edit a value"
    assert shown(table, 0)[1] == "−1.25"
    table.key(Qt.Key.Key_Z, CTRL)
    assert table.window.store.session.document == before
    type_into(table, 1, 0, "nonsense")
    assert table.window.store.session.document == before


def test_the_table_follows_the_plane(table):
    table.click(1.5, 1.5)
    assert len(shown(table, 0)) == 4
    table.drag((1.5, 1.5), (1.5, -1.5))
    assert float(shown(table, 1)[3].replace("−", "-")) == table.data.points[3, 1]
    table.click(*PLACES[0], button=Qt.MouseButton.RightButton)
    assert len(shown(table, 0)) == 3


def test_a_class_is_edited_by_name(table):
    type_into(table, 2, 2, "class 1")
    assert table.data.labels.tolist() == [0, 0, 1]
    type_into(table, 0, 2, "unlabelled")
    assert table.data.labels.tolist() == [-1, 0, 1]
    before = table.window.store.session.document
    type_into(table, 1, 2, "unheard of")
    assert table.window.store.session.document == before


def test_a_tick_holds_out(table):
    model = table.window.data_table.model
    assert model.setData(model.index(1, HELD), Qt.CheckState.Checked.value, Qt.ItemDataRole.CheckStateRole)
    assert table.data.held_out.tolist() == [False, True, False]
    assert table.window.store.session.document.holdout == Holdout()


def test_selected_rows_are_selected_points(table):
    view = table.window.data_table.view
    QTest.mouseClick(view.viewport(), LEFT, pos=view.visualRect(cell(table, 2, 0)).center())
    assert table.window.plane.desk.selected_rows.tolist() == [2]
    table.window.plane.desk.select(np.array([0, 1]))
    assert sorted({index.row() for index in view.selectionModel().selectedRows()}) == [0, 1]
    table.key(Qt.Key.Key_Escape)
    assert not view.selectionModel().hasSelection()


def test_sorting_keeps_the_selection_with_its_points(table):
    view = table.window.data_table.view
    table.window.plane.desk.select(np.array([1]))
    view.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    values = [float(words.replace("−", "-")) for words in shown(table, 0)]
    assert values == sorted(values)
    assert [index.row() for index in view.selectionModel().selectedRows()] == [0]
    assert table.window.plane.desk.selected_rows.tolist() == [1]
    type_into(table, 0, 1, "0.75")
    assert table.data.points[1, 1] == 0.75, "an edit reaches the point that is shown there"
    view.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
    assert table.window.data_table.model.order.tolist() == [0, 1, 2]


def test_model_keeps_the_rules_of_qt(qapp):
    model = PointsModel(qapp)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    data = Dataset(np.random.default_rng(0).normal(size=(20, 2)), np.arange(20) % 3)
    for points in (
        data,
        data.added([[1, 2]], 1),
        data.moved([3], [[5, 5]]),
        data.without([0, 7]),
        data.without(range(20)),
    ):
        model.show_points(points)
        assert model.rowCount() == len(points)
    model.show_points(data)
    model.sort(1, Qt.SortOrder.DescendingOrder)
    assert (np.diff(data.points[model.order, 1]) <= 0).all()
    model.show_points(data.added([[0, 0]], 0))
    assert (np.diff(model.points.points[model.order, 1]) <= 0).all()
    tester.deleteLater()
    model.deleteLater()


def test_numbers_and_classes_as_people_write_them():
    assert number_of(" 1,5 ") == 1.5
    assert number_of("−2") == -2
    assert number_of("inf") is None
    assert number_of("1e300") is None
    assert number_of("1e20") == 1e20
    assert number_of("") is None
    assert label_of("", CLASS_NAMES) == -1
    assert label_of("CLASS 3", CLASS_NAMES) == 3
    assert label_of("4", CLASS_NAMES) == 4
    assert label_of("what", CLASS_NAMES) is None


def test_runs_of_rows():
    assert runs(np.array([1, 2, 3, 7, 9, 10])) == [(1, 3), (7, 7), (9, 10)]
    assert runs(np.array([], int)) == []


def test_a_scattered_selection_of_too_many_rows_is_said(table, monkeypatch):
    monkeypatch.setattr(data_table, "MOST_STRETCHES", 1)
    desk = table.window.plane.desk
    desk.select(np.array([0, 2]))
    assert table.window.data_table.words == "3 points; too many scattered rows selected to mark them"
    assert not table.window.data_table.view.selectionModel().hasSelection()
    assert len(desk.selected) == 2
    desk.select(np.array([0, 1]))
    assert table.window.data_table.words == "3 points; double-click to edit"
    assert len(table.window.data_table.view.selectionModel().selectedRows()) == 2


def test_the_names_of_the_columns_do_not_ask_all_rows_whether_they_are_selected(table):
    view = table.window.data_table.view
    table.window.run("select_all")
    assert len(view.selectionModel().selectedRows()) == 3
    assert not view.horizontalHeader().selectionModel().hasSelection()


def test_the_first_selected_row_comes_into_view(open_hands):
    hands = open_hands(source_values={"count": 300})
    hands.key(Qt.Key.Key_F4)
    hands.settle()
    view = hands.window.data_table.view
    assert view.rowAt(5) == 0
    hands.window.plane.desk.select(np.array([200, 250]))
    assert view.visualRect(view.model().index(200, 0)).intersects(view.viewport().rect())
    view.scrollToTop()
    hands.key(Qt.Key.Key_1)  # whatever else is done leaves the rows where they are
    hands.drag((5.0, 5.0), (5.1, 5.0), button=Qt.MouseButton.MiddleButton)
    assert view.rowAt(5) == 0
