"""Pens and lights on stage, by real events: they stay at their places of the plane, and belong to nobody until kept."""

import json

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest

from mlexplorer.figures.figure import figure_of, snapshot_for
from mlexplorer.figures.sheet import Sheet
from mlexplorer.marks import palette
from mlexplorer.session import storage
from mlexplorer.session.session import single

KEY, CTRL, SHIFT = Qt.Key, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
PEN = palette.theme("projector").tokens["pen"].lower()


@pytest.fixture
def on_stage(open_hands):
    """A window on stage as large as the screen of the tests, which is where a pointer can go."""
    hands = open_hands("svm")
    hands.key(KEY.Key_F5)
    hands.settle()
    hands.window.stage.strip.go()
    return hands


def ink(hands):
    return hands.window.plane.desk.ink


def seen(hands, place):
    """The colour of the plane at a place, as it is painted now."""
    return QColor(*hands.colour(*place)).name()


def draw(hands, start, end, modifiers=Qt.KeyboardModifier.NoModifier):
    hands.drag(start, end, modifiers=modifiers)
    return ink(hands).strokes[-1]


def test_a_stroke_of_the_pen_lies_where_it_was_drawn_and_moves_with_the_zoom(on_stage):
    document = on_stage.window.store.session.document
    on_stage.key(KEY.Key_F2)
    stroke = draw(on_stage, (-0.5, 0.8), (0.5, 0.8))
    assert stroke.kind == "pen"
    places = np.array(stroke.path)
    assert np.abs(places[:, 1] - 0.8).max() < 0.02
    assert np.abs(places[[0, -1], 0] - [-0.5, 0.5]).max() < 0.02
    middle = tuple(places[len(places) // 2])
    assert seen(on_stage, middle) == PEN
    on_stage.window.plane.zoom(0.7)
    on_stage.settle()
    assert seen(on_stage, middle) == PEN, "the same place of the plane, elsewhere on the screen"
    assert on_stage.window.store.session.document is document
    assert not on_stage.window.store.is_unsaved


def test_f2_walks_pen_straight_line_and_highlighter_and_puts_them_away(on_stage):
    stage, before = on_stage.window.stage, on_stage.window.plane.tool.name
    names = []
    for _ in range(4):
        on_stage.key(KEY.Key_F2)
        names.append(on_stage.window.plane.tool.name)
    assert names == ["pen", "line", "highlighter", before]
    assert stage.pen is None


def test_a_straight_line_has_two_ends_and_shift_keeps_it_level(on_stage):
    on_stage.key(KEY.Key_F2)
    on_stage.key(KEY.Key_F2)
    stroke = draw(on_stage, (-0.5, 0.2), (0.5, 0.8))
    assert stroke.kind == "line"
    assert len(stroke.path) == 2
    port = on_stage.canvas.viewport()
    QTest.mousePress(port, Qt.MouseButton.LeftButton, SHIFT, on_stage.position(-0.5, 0.0))
    for x in (0.0, 0.5):
        QTest.mouseMove(port, on_stage.position(x, 0.1))
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, SHIFT, on_stage.position(0.5, 0.1))
    assert ink(on_stage).strokes[-1].kind == "line"


def test_the_highlighter_can_be_seen_through(on_stage):
    ground = QColor(*on_stage.colour(-1.2, 1.3))
    for _ in range(3):
        on_stage.key(KEY.Key_F2)
    draw(on_stage, (-1.3, 1.3), (-1.1, 1.3))
    marked = QColor(*on_stage.colour(-1.2, 1.3))
    full = QColor(palette.theme("projector").tokens["highlighter"])
    assert marked != ground
    assert min(ground.blue(), full.blue()) < marked.blue() < max(ground.blue(), full.blue())


def test_strokes_are_undone_in_turn_with_edits_of_the_document(on_stage):
    hands, store = on_stage, on_stage.window.store
    hands.key(KEY.Key_F2)
    draw(hands, (-0.5, 0.8), (0.5, 0.8))
    hands.key(KEY.Key_P)
    hands.click(-1.2, 1.3)
    count, drawn = len(hands.data), ink(hands)
    hands.key(KEY.Key_F2)
    draw(hands, (-0.5, 0.4), (0.5, 0.4))
    states = []
    for _ in range(3):
        hands.key(KEY.Key_Z, CTRL)
        states.append((len(drawn.strokes), len(hands.data)))
    assert states == [(1, count), (1, count - 1), (0, count - 1)]
    for _ in range(3):
        hands.key(KEY.Key_Y, CTRL)
    assert (len(drawn.strokes), len(hands.data)) == (2, count)
    assert store.history.undo_label


def test_one_key_clears_the_drawing_and_undo_brings_it_back(on_stage):
    on_stage.key(KEY.Key_F2)
    for height in (0.2, 0.4, 0.6):
        draw(on_stage, (-0.5, height), (0.5, height))
    on_stage.key(KEY.Key_Backspace)
    assert ink(on_stage).strokes == ()
    assert seen(on_stage, (0.0, 0.4)) != PEN
    on_stage.key(KEY.Key_Z, CTRL)
    assert len(ink(on_stage).strokes) == 3


def test_a_click_of_the_pen_is_a_dot(on_stage):
    on_stage.key(KEY.Key_F2)
    on_stage.click(0.1, 0.9)
    assert seen(on_stage, (0.1, 0.9)) == PEN


def test_a_drawing_is_kept_only_if_asked_then_saved_opened_and_exported(on_stage, tmp_path):
    store = on_stage.window.store
    on_stage.key(KEY.Key_F2)
    stroke = draw(on_stage, (-0.5, 0.8), (0.5, 0.8))
    assert "ink" not in json.dumps(storage.content_of(store.book)) or store.session.document.ink == ()
    on_stage.key(KEY.Key_F2, CTRL)
    on_stage.settle()
    assert store.session.document.ink == (stroke,)
    assert ink(on_stage).strokes == ()
    assert store.is_unsaved
    path = tmp_path / "drawn.mlx.json"
    storage.save(store.book, path)
    again = storage.load(path)
    assert again.session.document.ink == (stroke,)
    sheet = Sheet(theme="light", embed=False)
    page = figure_of(snapshot_for(again.session, sheet), sheet).rendered(".svg").decode()
    assert palette.theme("light").tokens["pen"].lower() in page.lower()
    on_stage.key(KEY.Key_Escape)
    on_stage.key(KEY.Key_Escape)
    assert store.session.document.ink == (stroke,), "leaving takes nothing back"
    on_stage.key(KEY.Key_Z, CTRL)
    assert store.session.document.ink == ()


def test_a_file_without_a_drawing_opens_as_before(on_stage):
    content = storage.content_of(single(on_stage.window.store.session))
    del content["book"]["scenes"][0]["session"]["document"]["ink"]
    assert storage.book_of(content, "old").session.document.ink == ()


def test_a_drawing_of_another_kind_is_refused_by_place(on_stage):
    content = storage.content_of(single(on_stage.window.store.session))
    content["book"]["scenes"][0]["session"]["document"]["ink"] = [{"kind": "brush", "path": [[0, 0], [1, 1]]}]
    with pytest.raises(storage.BadFile, match="brush"):
        storage.book_of(content, "bad")


def test_the_laser_is_a_red_dot_that_leaves_nothing_behind(on_stage):
    on_stage.key(KEY.Key_F3)
    port = on_stage.canvas.viewport()
    QTest.mouseMove(port, on_stage.position(0.0, 0.9) + QPoint(40, 0))
    QTest.mouseMove(port, on_stage.position(0.0, 0.9))
    place = on_stage.canvas.place_of(on_stage.position(0.0, 0.9).toPointF())
    assert seen(on_stage, place) == palette.theme("projector").tokens["laser"].lower()
    assert ink(on_stage).strokes == ()
    on_stage.key(KEY.Key_Escape)
    assert seen(on_stage, place) != palette.theme("projector").tokens["laser"].lower()


def test_the_spotlight_veils_all_else_and_stays_where_it_is_left(on_stage):
    far, near = (-1.2, -0.9), (0.0, 1.3)
    before = [QColor(*on_stage.colour(*place)).lightness() for place in (far, near)]
    on_stage.key(KEY.Key_F3)
    on_stage.key(KEY.Key_F3)
    for aside in (QPoint(30, 0), QPoint()):
        QTest.mouseMove(on_stage.canvas.viewport(), on_stage.position(*near) + aside)
    after = [QColor(*on_stage.colour(*place)).lightness() for place in (far, near)]
    assert after[0] < 0.6 * before[0]
    assert after[1] == before[1]
    on_stage.click(*near)
    assert [stroke.kind for stroke in ink(on_stage).strokes] == ["spot"]
    on_stage.window.plane.zoom(0.8)
    on_stage.settle()
    assert QColor(*on_stage.colour(*near)).lightness() == pytest.approx(before[1], abs=3)
    on_stage.key(KEY.Key_Escape)
    assert [stroke.kind for stroke in ink(on_stage).strokes] == ["spot"], "left there on purpose"
    on_stage.key(KEY.Key_Backspace)
    assert ink(on_stage).shown == ()
    on_stage.window.plane.show_all()
    on_stage.settle()
    assert QColor(*on_stage.colour(*far)).lightness() == pytest.approx(before[0], abs=3)


def test_another_file_begins_without_a_drawing(on_stage):
    on_stage.key(KEY.Key_F2)
    draw(on_stage, (-0.5, 0.8), (0.5, 0.8))
    on_stage.window.run("new")
    assert ink(on_stage).shown == ()
