"""Runs side by side: one data set, one zoom, one timeline; an edit in any follows in all."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from mlexplorer.core import registry
from mlexplorer.figures.files import embedded
from mlexplorer.session.session import Document, Run, Session, View, single
from mlexplorer.session.side_by_side import SIDE
from mlexplorer.ui.sheets.export_sheet import ExportSheet
from tests.samples import switches
from tests.ui.conftest import opened

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def pair(open_hands):
    hands = open_hands("line")
    hands.key(Qt.Key.Key_F6)
    hands.settle()
    store = hands.window.store
    logistic = store.session.with_model(_logistic())
    store.edit(logistic, "model")
    hands.settle()
    return hands


def _logistic():
    return registry.model("logistic")(solver="gradient", steps=20)


def position(plane, place):
    x, y = plane.canvas.position_of(np.array([place], dtype=float))[0]
    return QPoint(round(x), round(y))


def planes(hands):
    return hands.window.beside.planes


def test_every_run_has_its_plane(pair):
    window = pair.window
    assert [plane.isVisible() for plane in planes(pair)] == [True, True]
    assert not window.plane.isVisible()
    names = [type(plane.picture.snapshot.run.model).public_name() for plane in planes(pair)]
    assert names == ["line", "logistic"]
    names = [[layer.name for layer in plane.picture.layers] for plane in planes(pair)]
    assert all("runners" not in shown and "boundary" in shown for shown in names)
    pair.key(Qt.Key.Key_F6)
    pair.settle()
    assert window.plane.isVisible()
    assert planes(pair) == []
    assert not window.store.session.view.shows(SIDE)


def test_a_point_placed_in_one_is_in_all_and_its_run_is_edited(pair):
    window = pair.window
    assert window.store.session.view.active == 1
    count = len(pair.data)
    place = (2.3, 1.3)
    QTest.mouseClick(planes(pair)[0].canvas.viewport(), Qt.MouseButton.LeftButton, pos=position(planes(pair)[0], place))
    pair.settle()
    assert window.store.session.view.active == 0
    assert [len(plane.picture.snapshot.data) for plane in planes(pair)] == [count + 1] * 2
    np.testing.assert_allclose(pair.data.points[-1], place, atol=0.03)
    pair.key(Qt.Key.Key_Z, CTRL)
    pair.settle()
    assert [len(plane.picture.snapshot.data) for plane in planes(pair)] == [count] * 2


def test_zoom_timeline_selection_and_tool_are_shared(pair):
    window = pair.window
    planes(pair)[0].zoom(0.5)
    pair.settle()
    one, two = (np.array(plane.canvas.bounds) for plane in planes(pair))
    np.testing.assert_allclose(one, two)
    pair.key(Qt.Key.Key_Home)
    pair.key(Qt.Key.Key_Right)
    pair.settle()
    assert planes(pair)[1].picture.snapshot.step.iteration == 1
    pair.key(Qt.Key.Key_A, CTRL)
    assert all(len(plane.desk.selected) == len(pair.data) for plane in planes(pair))
    pair.key(Qt.Key.Key_V)
    assert [plane.tool.name for plane in planes(pair)] == ["move", "move"]
    assert window.plane.tool.name == "move"


def test_the_timeline_goes_as_far_as_the_longest_run(pair):
    window = pair.window
    window.store.look(replace(window.store.session.view, active=0))
    pair.settle()
    assert window.timeline.heading == "Step 20 of 20"
    pair.key(Qt.Key.Key_Home)
    pair.key(Qt.Key.Key_Right)
    pair.settle()
    assert [plane.picture.snapshot.step.iteration for plane in planes(pair)] == [0, 1]
    assert window.timeline.heading == "Step 1 of 20"
    pair.key(Qt.Key.Key_End)
    pair.settle()
    assert window.store.session.view.step is None
    assert planes(pair)[1].picture.snapshot.step.iteration == 20


def test_four_runs_stand_in_two_rows(pair):
    for _ in range(2):
        QTest.mouseClick(pair.window.panel.runners.add, Qt.MouseButton.LeftButton)
        pair.settle()
    assert len(planes(pair)) == 4
    corners = [plane.pos() for plane in planes(pair)]
    assert corners[0].y() == corners[1].y() < corners[2].y() == corners[3].y()
    assert corners[0].x() == corners[2].x() < corners[1].x() == corners[3].x()


def test_a_session_saved_side_by_side_opens_so(qtbot):
    runs = (Run(_logistic()), Run(registry.model("knn")()))
    document = Document(registry.source("moons")(), runs)
    hands = opened(single(Session(document, View(switches=switches(SIDE)))), qtbot)
    assert len(planes(hands)) == 2
    assert hands.window.timeline.heading == "Step 20 of 20"
    hands.window.jobs.stop()


def test_planes_are_as_large_as_a_presentation_and_their_names_fit(pair):
    window = pair.window
    pair.key(Qt.Key.Key_F5)
    pair.settle()
    pair.key(Qt.Key.Key_F6)
    pair.key(Qt.Key.Key_F6)
    pair.settle()
    assert all(plane.canvas.unit == window.plane.canvas.unit > 1 for plane in planes(pair))
    for plane in planes(pair):
        assert plane.name.fontMetrics().horizontalAdvance(plane.name.text()) + plane.name.indent() <= plane.width()


def test_runs_of_one_model_are_named_by_what_differs(pair):
    store = pair.window.store
    store.edit(store.session.without_runner().with_model(_logistic()).with_runner(), "again")
    store.edit(store.session.with_model(_logistic().with_values({"rate": 2.0})), "rate")
    pair.settle()
    assert [plane.name.text() for plane in planes(pair)] == ["A  rate 0.5", "● B  rate 2"]


def test_planes_side_by_side_are_exported_as_one_figure_of_panels(pair, tmp_path):
    window = pair.window
    pair.key(Qt.Key.Key_E, CTRL)
    (sheet,) = window.findChildren(ExportSheet)
    pair.qtbot.waitUntil(lambda: sheet.made is not None)
    assert sheet.sheet.runs
    titles = [cell.plot.title for row in sheet.made.figure.page.board for cell in row]
    assert titles == ["By hand", "Logistic regression, solver gradient, steps 20"]
    assert sheet.write(tmp_path / "both.svg")
    assert len(embedded.read(tmp_path / "both.svg").session.document.runs) == 2
    sheet.close()


@pytest.mark.parametrize("width", [1281, 1282, 1340, 1343])
def test_planes_show_one_range_even_where_one_has_a_pixel_more(pair, width):
    pair.window.resize(width, 800)
    pair.settle()
    pair.qtbot.waitUntil(lambda: planes(pair)[0].canvas.bounds == planes(pair)[1].canvas.bounds)
    planes(pair)[1].zoom(0.7)
    pair.settle()
    pair.qtbot.waitUntil(lambda: planes(pair)[0].canvas.bounds == planes(pair)[1].canvas.bounds)
