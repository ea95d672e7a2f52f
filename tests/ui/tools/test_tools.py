"""Every tool by real mouse events, with undo to exactly what was there before."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mlexplorer.core.holdout import Holdout, deal_of
from mlexplorer.marks.marks import Line
from mlexplorer.pipeline.point_display import JITTER, LOCK
from mlexplorer.session.session import Session
from mlexplorer.ui.commands.view_menu import show_as
from mlexplorer.ui.plane import plane_view
from mlexplorer.ui.plane.brush import Brush
from mlexplorer.ui.tools.brushes import cloud
from mlexplorer.ui.tools.placing import fall_off
from mlexplorer.ui.tools.selecting import inside, outline
from mlexplorer.ui.tools.toolbox import TOOLS

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
ROW = [(-2.0, 0.0), (-1.0, 0.0), (0.0, 0.0), (1.0, 0.0), (2.0, 0.0)]


@pytest.fixture
def row(hands):
    """Five points in a row, the last two of class 1."""
    for place in ROW[:3]:
        hands.click(*place)
    hands.key(Qt.Key.Key_2)
    for place in ROW[3:]:
        hands.click(*place)
    hands.settle()
    return hands


def undo_gives(hands, before):
    """Undo once and compare with the session before, bit for bit."""
    hands.key(Qt.Key.Key_Z, CTRL)
    assert hands.window.store.session.document == before


def brush_of(hands, units):
    """Make the brush as wide as so many units of the plane."""
    pixels = hands.position(units, 0).x() - hands.position(0, 0).x()
    hands.window.plane.desk.choose_brush(Brush(size=round(pixels)))


def hand_path(hands):
    marks = hands.canvas.marks["hand"]
    return next((mark.path for mark in marks if isinstance(mark, Line)), None)


def test_spray_is_one_entry_of_undo(hands):
    before, place = hands.window.store.session.document, hands.window.store.history.index
    hands.key(Qt.Key.Key_B)
    hands.window.plane.desk.choose_brush(Brush(size=40, rate=1000))
    port, where = hands.canvas.viewport(), hands.position(0.5, 0.5)
    QTest.mousePress(port, LEFT, pos=where)
    assert len(hands.data) == 1, "a click alone sprays a point"
    hands.qtbot.waitUntil(lambda: len(hands.data) > 100)
    QTest.mouseMove(port, hands.position(-1, -1))
    count = len(hands.data)
    hands.qtbot.waitUntil(lambda: len(hands.data) > count)
    QTest.mouseRelease(port, LEFT, pos=hands.position(-1, -1))
    hands.settle()
    assert not hands.window.tools["spray"].is_spraying
    assert hands.window.store.history.index == place + 1
    assert hands.window.store.history.undo_label == "spray points"
    assert (hands.data.labels == 0).all()
    assert np.hypot(*(hands.data.points[:100] - [0.5, 0.5]).T).max() < 2.0
    assert len(np.unique(hands.data.ids)) == len(hands.data)
    undo_gives(hands, before)


def test_laws_of_the_spray():
    uniform = cloud(Brush(size=50, law="uniform"), 4000, 1)
    gaussian = cloud(Brush(size=50, law="gaussian"), 4000, 1)
    assert np.hypot(*uniform.T).max() <= 50
    assert np.isclose((np.hypot(*uniform.T) < 25).mean(), 0.25, atol=0.03), "as dense everywhere"
    assert (np.hypot(*gaussian.T) < 25).mean() > 0.45, "denser in the middle"
    np.testing.assert_array_equal(cloud(Brush(), 9, 3), cloud(Brush(), 9, 3))
    for law in ("uniform", "gaussian"):
        assert np.abs(cloud(Brush(size=4, law=law), 4000, 1).mean(axis=0)).max() < 0.2, "around the pointer"


def test_the_cursor_shows_the_tool(hands):
    pictures = {}
    for key in "PBVSERT":
        hands.key(getattr(Qt.Key, f"Key_{key}"))
        cursor = hands.canvas.viewport().cursor()
        pictures[key] = bytes(cursor.pixmap().toImage().constBits())
        assert cursor.hotSpot().x() == cursor.hotSpot().y() == 10
        assert any(pictures[key]), "something is drawn"
    assert len(set(pictures.values())) == 7
    before = pictures["T"]
    show_as(hands.window, "dark")
    assert bytes(hands.canvas.viewport().cursor().pixmap().toImage().constBits()) != before


def test_brush_grows_by_keys_and_wheel_and_shows_its_circle(hands):
    hands.key(Qt.Key.Key_E)
    button = hands.window.toolbar.brush_button
    assert button.isVisible()
    for place in ((1, 1), (-1, 1)):  # a move to where the pointer is would be none
        QTest.mouseMove(hands.canvas.viewport(), hands.position(*place))
    size = hands.window.plane.desk.brush.size
    path = hand_path(hands)
    radius = (np.ptp(hands.canvas.position_of(path), axis=0) / 2).mean()
    assert np.isclose(radius, size, rtol=0.01)
    hands.key(Qt.Key.Key_BracketRight)
    assert hands.window.plane.desk.brush.size > size
    assert button.text() == f"{hands.window.plane.desk.brush.size} px"
    assert np.ptp(hand_path(hands)[:, 0]) > np.ptp(path[:, 0])
    hands.key(Qt.Key.Key_BracketLeft)
    assert hands.window.plane.desk.brush.size == size
    bounds = hands.canvas.bounds
    turn_wheel(hands, 120, CTRL)
    assert hands.window.plane.desk.brush.size > size
    assert hands.canvas.bounds == bounds
    hands.key(Qt.Key.Key_P)
    assert not button.isVisible()
    assert hand_path(hands) is None
    turn_wheel(hands, 120, CTRL)
    assert hands.canvas.bounds != bounds, "without a brush the wheel zooms"


def turn_wheel(hands, angle, modifiers):
    port, where = hands.canvas.viewport(), QPointF(hands.position(0, 0))
    event = QWheelEvent(
        where,
        QPointF(port.mapToGlobal(where.toPoint())),
        QPoint(),
        QPoint(0, angle),
        Qt.MouseButton.NoButton,
        modifiers,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(port, event)


def test_brush_limits_hold():
    assert Brush(size=250).resized(1).size == 250
    assert Brush(size=4).resized(-1).size == 4
    assert Brush(size=5).resized(-0.1).size == 4


def test_move_drags_a_point(row):
    before = row.window.store.session.document
    row.key(Qt.Key.Key_V)
    row.drag((0.0, 0.0), (0.5, 1.0))
    np.testing.assert_allclose(row.data.points[2], (0.5, 1.0), atol=0.02)
    assert row.window.store.history.undo_label == "move point"
    undo_gives(row, before)


def test_shift_drags_neighbours_with_fall_off(row):
    before = row.window.store.session.document
    row.key(Qt.Key.Key_V)
    brush_of(row, 1.5)
    row.drag((0.0, 0.0), (0.0, 1.0), modifiers=SHIFT)
    rise = row.data.points[:, 1] - before.points.points[:, 1]
    expected = fall_off(np.array([2, 1, 0, 1, 2]) / 1.5)
    np.testing.assert_allclose(rise, expected, atol=0.03)
    assert row.window.store.history.undo_label == "move 3 points"
    undo_gives(row, before)


def test_ctrl_drags_a_class_and_pans_on_empty_ground(row):
    before, bounds = row.window.store.session.document, np.array(row.canvas.bounds)
    row.key(Qt.Key.Key_V)
    row.drag((-1.0, 0.0), (-1.0, 1.0), modifiers=CTRL)
    np.testing.assert_allclose(row.data.points[:, 1], [1, 1, 1, 0, 0], atol=0.02)
    undo_gives(row, before)
    row.drag((0.5, -1.0), (0.5, 0.0), modifiers=CTRL)
    assert row.window.store.session.document == before
    np.testing.assert_allclose(np.array(row.canvas.bounds) - bounds, [0, 0, -1, -1], atol=0.03)


@pytest.mark.parametrize("end", [(0.5, 1.0), (-0.5, -1.0)], ids=["up", "down"])
def test_select_a_rectangle_and_move_it(row, end):
    before = row.window.store.session.document
    row.key(Qt.Key.Key_S)
    row.drag((-2.5, 1.0 if end[1] < 0 else -1.0), (-0.5, end[1]))
    assert row.window.plane.desk.selected_rows.tolist() == [0, 1]
    assert row.window.store.session.document == before, "selecting is no edit"
    row.drag((-1.0, 0.0), (-1.0, 0.7))
    np.testing.assert_allclose(row.data.points[:, 1], [0.7, 0.7, 0, 0, 0], atol=0.02)
    assert row.window.plane.desk.selected_rows.tolist() == [0, 1]
    undo_gives(row, before)


def test_lasso_selects_what_it_goes_around(row):
    row.key(Qt.Key.Key_S)
    port = row.canvas.viewport()
    way = [(-1.5, 0.4), (-1.5, -0.6), (1.5, -0.6), (1.5, 0.4), (0.4, 0.4), (0.4, -0.3), (-0.4, -0.3), (-0.4, 0.4)]
    QTest.mousePress(port, LEFT, pos=row.position(*way[0]))
    for place in way[1:]:
        QTest.mouseMove(port, row.position(*place))
    assert hand_path(row) is not None
    QTest.mouseRelease(port, LEFT, pos=row.position(*way[-1]))
    assert row.window.plane.desk.selected_rows.tolist() == [1, 3], "the bay around the middle point is outside"
    assert hand_path(row) is None


def test_shift_adds_and_a_click_drops(row):
    row.key(Qt.Key.Key_S)
    desk = row.window.plane.desk
    row.click(-2.0, 0.0)
    row.click(0.0, 0.0, modifiers=SHIFT)
    assert desk.selected_rows.tolist() == [0, 2]
    row.click(0.0, 0.0, modifiers=SHIFT)
    assert desk.selected_rows.tolist() == [0]
    row.drag((0.5, 0.8), (2.5, -0.8), modifiers=SHIFT)
    assert desk.selected_rows.tolist() == [0, 3, 4]
    row.click(0.5, 1.0)
    assert len(desk.selected_rows) == 0


def test_inside_of_polygons():
    square = np.array([[0.0, 0], [2, 0], [2, 2], [0, 2]])
    assert inside(np.array([[1.0, 1], [3, 1], [1, -1], [-1, 1]]), square).tolist() == [True, False, False, False]
    bow = np.array([[0.0, 0], [2, 2], [2, 0], [0, 2]])
    assert inside(np.array([[0.2, 1.0], [1.0, 0.2], [1.8, 1.0]]), bow).tolist() == [True, False, True]
    assert outline(np.array([[0.0, 0], [1, 1.1], [2, 2]])).tolist() == [[0, 0], [2, 0], [2, 2], [0, 2]]


def test_erase_passes_over_what_a_fast_hand_skips(row):
    before = row.window.store.session.document
    row.key(Qt.Key.Key_E)
    brush_of(row, 0.3)
    row.drag((-2.2, 0.1), (0.4, 0.1), moves=1)
    assert row.data.ids.tolist() == [3, 4]
    assert row.window.store.history.undo_label == "erase points"
    undo_gives(row, before)
    row.click(2.0, 0.1, button=RIGHT)
    assert row.data.ids.tolist() == [0, 1, 2, 3]


def test_relabel_paints_the_current_class(row):
    before = row.window.store.session.document
    row.key(Qt.Key.Key_R)
    row.key(Qt.Key.Key_3)
    brush_of(row, 0.3)
    row.drag((-1.2, 0.0), (1.2, 0.0))
    assert row.data.labels.tolist() == [0, 2, 2, 2, 1]
    undo_gives(row, before)
    row.key(Qt.Key.Key_0)
    row.click(0.0, 0.0)
    assert row.data.labels.tolist() == [0, 0, -1, 1, 1]


def test_hold_out_and_back(row):
    before = row.window.store.session.document
    row.key(Qt.Key.Key_T)
    brush_of(row, 0.3)
    row.drag((-1.2, 0.0), (1.2, 0.0))
    assert row.data.held_out.tolist() == [False, True, True, True, False]
    row.drag((0.0, 0.0), (2.0, 0.0))
    assert row.data.held_out.tolist() == [False, True, False, False, False], "begun on a test point, it turns back"
    row.key(Qt.Key.Key_Z, CTRL)
    undo_gives(row, before)


def test_a_click_holds_out_one_point_however_large_the_brush_and_whatever_its_neighbours_are(row):
    row.key(Qt.Key.Key_T)
    brush_of(row, 1.5)
    row.click(*ROW[1])
    row.click(*ROW[2])
    assert row.data.held_out.tolist() == [False, True, True, False, False]


def test_the_hold_out_tool_outranks_what_is_dealt_and_moves_no_other_role(row):
    store = row.window.store
    document = replace(store.session.document, holdout=Holdout(share=0.5, seed=3), dealt=deal_of(row.data))
    store.edit(Session(document, store.session.view), "share")
    split = row.data.held_out.copy()
    assert 0 < split.sum() < 5
    row.key(Qt.Key.Key_T)
    brush_of(row, 0.3)
    marked, freed = int(np.flatnonzero(~split)[0]), int(np.flatnonzero(split)[0])
    for number in (marked, freed):
        row.click(*ROW[number])
        split[number] = not split[number]
        assert row.data.held_out.tolist() == split.tolist()
    assert store.session.document.holdout == document.holdout
    for seed in range(8):
        present = store.session
        dealt = replace(present.document, holdout=Holdout(share=0.5, seed=seed))
        store.edit(replace(present, document=dealt), "another deal")
        assert (row.data.held_out[marked], row.data.held_out[freed]) == (True, False)
    store.edit(present, "as before")
    for _ in range(11):
        row.key(Qt.Key.Key_Z, CTRL)
    assert store.session.document == document


def test_right_click_opens_a_menu_with_other_tools(row):
    row.key(Qt.Key.Key_V)
    row.click(-2.0, 0.0, button=RIGHT)
    menu = row.window.menu
    assert menu.isVisible()
    assert len(row.data) == 5
    menu.close()


def test_points_can_be_locked_to_a_line(hands):
    hands.click(-1.0, 0.5)
    hands.key(Qt.Key.Key_L)
    assert hands.window.actions_by_name["lock"].isChecked()
    hands.click(0.0, -1.0)
    hands.click(1.0, 2.0)
    assert (hands.data.points[:, 1] == hands.data.points[0, 1]).all()
    hands.settle()
    line = float(hands.data.points[0, 1])
    hands.drag((1.0, line), (2.0, line + 1))
    np.testing.assert_allclose(hands.data.points[2], (2.0, line), atol=0.02)
    hands.settle()
    assert LOCK in hands.window.plane.bar.entries
    before = hands.window.store.session.document
    hands.window.plane.bar.switch(JITTER)
    hands.settle()
    drawn = hands.window.plane.desk.places
    assert len(np.unique(drawn[:, 1])) == 3
    marks = [mark for layer in hands.window.plane.picture.layers if layer.name == "training" for mark in layer.marks]
    np.testing.assert_allclose(np.concatenate([mark.places for mark in marks]), drawn)
    assert hands.window.store.session.document == before, "the points themselves stay on the line"
    hands.key(Qt.Key.Key_E)
    brush_of(hands, 0.1)
    hands.click(*drawn[1])
    assert hands.data.ids.tolist() == [0, 2], "points are touched where they are drawn"


def test_copy_and_paste_through_a_spreadsheet(row):
    row.key(Qt.Key.Key_S)
    row.drag((0.5, 0.8), (2.5, -0.8))
    row.key(Qt.Key.Key_C, CTRL)
    text = QGuiApplication.clipboard().text()
    lines = [line.split("\t") for line in text.splitlines()]
    assert lines[0] == ["x₁", "x₂", "class"]
    assert [[float(x), float(y)] for x, y, _ in lines[1:]] == row.data.points[3:].tolist()
    before = row.window.store.session.document
    row.key(Qt.Key.Key_V, CTRL)
    assert row.data.points[5:].tolist() == row.data.points[3:5].tolist()
    assert row.data.labels.tolist() == [0, 0, 0, 1, 1, 1, 1]
    assert row.window.plane.desk.selected_rows.tolist() == [5, 6]
    assert row.window.store.history.undo_label == "paste 2 points"
    undo_gives(row, before)


def test_paste_from_elsewhere(row):
    QGuiApplication.clipboard().setText("1,5;2,5\n0,5;1\n-1;-1,25\n")
    row.key(Qt.Key.Key_V, CTRL)
    assert row.data.points[5:].tolist() == [[1.5, 2.5], [0.5, 1.0], [-1.0, -1.25]]
    before = row.window.store.session.document
    QGuiApplication.clipboard().setText("only words here")
    row.key(Qt.Key.Key_V, CTRL)
    assert row.window.store.session.document == before
    assert "cannot be pasted" in row.window.plane.pill.text


def test_cut_removes_and_keeps(row):
    row.key(Qt.Key.Key_A, CTRL)
    row.key(Qt.Key.Key_X, CTRL)
    assert len(row.data) == 0
    row.key(Qt.Key.Key_V, CTRL)
    assert row.data.labels.tolist() == [0, 0, 0, 1, 1]


def test_arrows_nudge_the_selection_only(row):
    before = row.window.store.session.document
    row.key(Qt.Key.Key_S)
    row.click(0.0, 0.0)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Left, Qt.Key.Key_Right):
        row.key(key)
    left, right = row.canvas.bounds[:2]
    step = 0.01 * (right - left)
    np.testing.assert_allclose(row.data.points[2] - before.points.points[2], [step, 2 * step], atol=1e-12)
    np.testing.assert_array_equal(row.data.points[[0, 1, 3, 4]], before.points.points[[0, 1, 3, 4]])
    undo_gives(row, before)


@pytest.mark.parametrize(
    ("key", "label"),
    [
        (Qt.Key.Key_Comma, "rotate 5 points"),
        (Qt.Key.Key_Period, "rotate 5 points"),
        (Qt.Key.Key_Plus, "scale 5 points"),
        (Qt.Key.Key_Minus, "scale 5 points"),
        (Qt.Key.Key_M, "mirror 5 points"),
        (Qt.Key.Key_J, "jitter 5 points"),
        (Qt.Key.Key_G, "pull together 5 points"),
    ],
)
def test_selection_is_rearranged_by_keys(row, key, label):
    row.drag((2.0, 0.0), (2.0, 1.0))
    before = row.window.store.session.document
    row.key(key)
    assert row.window.store.session.document == before, "nothing is selected"
    assert "Select points first" in row.window.plane.pill.text
    row.key(Qt.Key.Key_A, CTRL)
    row.key(key)
    assert row.window.store.history.undo_label == label
    assert not np.allclose(row.data.points, before.points.points)
    undo_gives(row, before)


def test_huge_data_are_drawn_by_the_worker_only(row, monkeypatch):
    monkeypatch.setattr(plane_view, "HUGE", 2)
    shown = row.canvas.marks["training"]
    row.click(1.5, 1.5)
    assert row.canvas.marks["training"] is shown, "nothing is drawn at once"
    row.settle()
    assert sum(len(mark.places) for mark in row.canvas.marks["training"]) == len(row.data)


def test_no_marks_follow_the_pointer_while_the_hand_is_at_work(open_hands):
    hands = open_hands("lda")
    hands.key(Qt.Key.Key_B)
    port = hands.canvas.viewport()
    middle = hands.position(*hands.snapshot.step.means[0].tolist())
    QTest.mouseMove(port, middle)
    assert hands.canvas.marks["hover"], "the axes of the Gaussian"
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=middle)
    QTest.mouseMove(port, middle + QPoint(3, 3))
    assert not hands.canvas.marks["hover"]
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=middle)
    hands.settle()
    QTest.mouseMove(port, middle + QPoint(1, 1))
    assert hands.canvas.marks["hover"]


def test_tools_are_called_by_plain_words():
    assert [tool.title for tool in TOOLS] == [tool.title.capitalize() for tool in TOOLS]
