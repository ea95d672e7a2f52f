"""The parts of the window: resized, folded, exchanged and remembered; hints, keys and switches that do not surprise."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mlexplorer.marks.marks import Text
from mlexplorer.ui.panels.middle import ALONE, BESIDE, SWAPPED
from mlexplorer.ui.plane.key_line import KeyLine, rows_of

LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def drag(edge, right, down=0):
    """Drag an edge by its grip."""
    middle = edge.rect().center()
    QTest.mousePress(edge, LEFT, pos=middle)
    for share in (0.3, 0.6, 1.0):
        moved = QPoint(round(share * right), round(share * down))
        QTest.mouseMove(edge, edge.mapFromGlobal(edge.mapToGlobal(middle)) + moved)
    QTest.mouseRelease(edge, LEFT, pos=middle + QPoint(right, down))


@pytest.fixture
def window(open_hands):
    return open_hands("svm", values={"kernel": "linear"}).window


def test_the_left_panel_is_made_wider_by_hand_and_stays_so(open_hands):
    window = open_hands("svm").window
    before, plane = window.panel.width(), window.plane.width()
    drag(window.middle.left, 60)
    assert window.panel.width() > before + 20
    assert window.plane.width() < plane
    drag(window.middle.left, 900)
    assert window.panel.width() == 400, "as wide as it can be"
    assert open_hands("lda").window.panel.width() == 400, "remembered"


def test_the_linked_view_is_made_wider_but_never_more_than_half(window):
    before = window.linked.width()
    drag(window.middle.right, -90)
    assert window.linked.width() > before + 30
    drag(window.middle.right, -1000)
    assert window.linked.width() == window.width() // 2


@pytest.mark.parametrize(("edge", "part"), [("left", "panel"), ("right", "linked"), ("below", "timeline")])
def test_a_click_on_an_edge_folds_its_part_and_another_brings_it_back(open_hands, edge, part):
    window = open_hands("lda").window
    line = window.below if edge == "below" else getattr(window.middle, edge)
    QTest.mouseClick(line, LEFT)
    assert getattr(window, part).isHidden()
    assert line.isVisible(), "so that it can be brought back"
    again = open_hands("lda").window
    assert getattr(again, part).isHidden(), "remembered"
    QTest.mouseClick(again.below if edge == "below" else getattr(again.middle, edge), LEFT)
    assert getattr(again, part).isVisible()


def test_a_part_dragged_to_nothing_is_folded_and_can_be_dragged_back(window):
    drag(window.middle.left, -250)
    assert window.panel.isHidden()
    drag(window.middle.left, 300)
    assert window.panel.isVisible()
    assert window.panel.width() >= 248


def test_several_folds_at_once_leave_the_plane_all_the_room(window):
    for name in ("fold_left", "fold_right", "fold_below"):
        window.run(name)
    assert window.plane.canvas.width() > 0.95 * window.width()
    assert window.middle.geometry().bottom() > window.height() - 20
    assert window.plane.height() == window.middle.height()
    assert window.plane.canvas.geometry().bottom() > window.plane.height() - 40


def test_folded_parts_stay_folded_after_the_plane_was_alone(window):
    window.run("fold_left")
    for _ in range(2):
        window.run("only_plane")
    assert window.panel.isHidden()
    assert window.linked.isVisible()
    assert window.middle.left.isVisible()


def test_model_and_data_fold_and_are_remembered(open_hands):
    panel = open_hands("lda").window.panel
    for section in (panel.model_section, panel.data_section):
        QTest.mouseClick(section.header, LEFT)
    assert not panel.model_picker.isVisible()
    assert not panel.source_picker.isVisible()
    again = open_hands("lda").window.panel
    assert not again.model_section.is_open
    assert not again.data_section.is_open


def test_the_linked_view_and_the_plane_change_places(window):
    plane, view = window.plane.width(), window.linked.width()
    QTest.mouseClick(window.linked.bar.buttons["swap_view"], LEFT)
    assert window.middle.arrangement == SWAPPED
    assert window.linked.mapTo(window, QPoint()).x() < window.plane.mapTo(window, QPoint()).x()
    assert (window.plane.width(), window.linked.width()) == (view, plane)
    QTest.keyClick(window, Qt.Key.Key_2, CTRL)
    assert window.middle.arrangement == BESIDE
    assert (window.plane.width(), window.linked.width()) == (plane, view)


def test_the_linked_view_fills_the_middle_and_gives_it_back(window):
    QTest.mouseClick(window.linked.bar.buttons["enlarge_view"], LEFT)
    assert window.middle.arrangement == ALONE
    assert not window.plane.isVisible()
    assert window.linked.width() > 0.7 * window.width()
    window.run("side_by_side")
    assert not window.middle.centre.isVisible(), "planes of other runs do not come back by themselves"
    window.run("enlarge_view")
    assert window.middle.arrangement == BESIDE


@pytest.mark.parametrize("name", ["swap_view", "enlarge_view"])
def test_the_plane_alone_and_the_view_in_its_place_never_leave_nothing(window, name):
    for first, second in ((name, "only_plane"), ("only_plane", name)):
        window.run(first)
        window.run(second)
        shown = window.plane if second == "only_plane" else window.linked
        assert shown.isVisible()
        assert shown.width() > 0.45 * window.width()
        window.run("previous_pane")
        window.run(second)
        assert window.plane.isVisible()
        assert window.linked.isVisible()
        assert window.panel.isVisible()


def test_choices_of_a_view_stand_behind_one_button(open_hands):
    hands = open_hands("logistic", values={"solver": "gradient", "steps": 20})
    linked = hands.window.linked
    linked.choose("landscape")
    hands.settle()
    assert not linked.options.isVisible()
    chart = linked.charts[0].height()
    QTest.mouseClick(linked.bar.fold, LEFT)
    hands.settle()
    assert linked.options.isVisible()
    assert linked.charts[0].height() < chart
    assert linked.options.lists["landscape kind"].isVisible()
    linked.choose("explain")
    hands.settle()
    assert not linked.bar.fold.isVisible(), "nothing to choose there"


def test_switches_have_an_undo_of_their_own(open_hands):
    hands = open_hands("svm", values={"kernel": "linear"})
    store, window = hands.window.store, hands.window
    hands.click(0.1, 0.1)
    hands.settle()
    document = store.session.document
    hands.key(Qt.Key.Key_M, SHIFT)
    window.linked.choose("judge")
    assert not store.session.view.shows("margins", True)
    hands.key(Qt.Key.Key_Backspace, CTRL)
    assert store.session.view.panel != "judge"
    hands.key(Qt.Key.Key_Backspace, CTRL)
    assert store.session.view.shows("margins", True)
    assert window.plane.pill.text.startswith("Street shown")
    assert store.session.document == document, "points stay"
    hands.key(Qt.Key.Key_Backspace, CTRL | SHIFT)
    assert not store.session.view.shows("margins", True)
    for _ in range(4):
        hands.key(Qt.Key.Key_Backspace, CTRL)
    assert window.plane.pill.text == "No switch to take back."


def test_a_hint_lets_the_click_through_and_makes_way(open_hands):
    hands = open_hands("lda")
    plane, count = hands.window.plane, len(hands.data)
    hands.window.run("tool:place")
    plane.hint("A sentence that lies on the plane")
    middle = plane.pill.geometry().center()
    port = hands.canvas.viewport()
    assert plane.childAt(middle) is not plane.pill
    QTest.mouseClick(port, LEFT, pos=port.mapFrom(plane, middle))
    hands.settle()
    assert len(hands.data) == count + 1
    assert not plane.pill.isVisible(), "the point that was dropped there is seen"


def test_letters_typed_into_a_list_do_nothing(open_hands):
    hands = open_hands("lda")
    window = hands.window
    picker, tool, session = window.panel.model_picker, type(window.plane.tool), window.store.session
    picker.setFocus(Qt.FocusReason.MouseFocusReason)
    for key in (Qt.Key.Key_E, Qt.Key.Key_S, Qt.Key.Key_B, Qt.Key.Key_M):
        QTest.keyClick(picker, key)
        QTest.keyClick(picker, key, SHIFT)
    assert type(window.plane.tool) is tool
    assert window.store.session == session
    assert picker.current == "lda"


@pytest.mark.parametrize("word", ["hold the street", "inside it", "wrong", "not needed"])
def test_pointing_at_an_item_of_the_key_lights_its_points(open_hands, word):
    hands = open_hands("svm", "moons", {"cost": 0.2})
    line, before = hands.window.plane.key, hands.canvas.grab().toImage()
    ((item, left, width),) = [one for one in line.placed() if one[0].words == word]
    QTest.mouseMove(line, QPoint(round(left + width / 2), line.height() // 2))
    rows = rows_of(hands.snapshot, item.kind)
    assert len(rows) == int(item.count) > 0
    QApplication.processEvents()
    assert hands.canvas.grab().toImage() != before
    QTest.mouseMove(line, QPoint(round(left + width / 2), line.height() // 2))
    QApplication.sendEvent(line, QEvent(QEvent.Type.Leave))
    QApplication.processEvents()
    assert hands.canvas.grab().toImage() == before


def test_every_run_of_a_race_has_its_letter_below_the_plane(open_hands):
    hands = open_hands("logistic")
    for _ in range(3):
        QTest.mouseClick(hands.window.panel.runners.add, Qt.MouseButton.LeftButton)
    hands.settle()
    line = hands.window.findChild(KeyLine)
    shown = [item.label for item, left, width in line.placed() if left + width <= line.width()]
    assert shown == [0, 1, 2, 3]


def test_the_key_line_counts_what_is_drawn(open_hands):
    hands = open_hands("svm", values={"kernel": "linear"})
    step, snapshot = hands.snapshot.step, hands.snapshot
    found = {item.words: item.count for item in hands.window.plane.key.items}
    holding = int(np.count_nonzero(step.multipliers < step.bound))
    assert found["hold the street"] == str(holding)
    assert found["not needed"] == str(len(snapshot.training) - len(step.support))
    assert found["wrong"] == str(int(snapshot.is_wrong.sum()))


def test_runs_have_letters_colours_and_a_legend(open_hands):
    hands = open_hands("lda")
    window = hands.window
    QTest.mouseClick(window.panel.runners.add, LEFT)
    hands.settle()
    assert [(item.kind, item.label) for item in window.plane.key.items[:2]] == [("run", 0), ("run", 1)]
    layers = {layer.name: layer.marks for layer in window.plane.picture.layers}
    letters = [mark.words for name in ("runners", "boundary") for mark in layers[name] if isinstance(mark, Text)]
    assert sorted(letters) == ["A", "B"]
    assert list(window.panel.runners.choice.choices) == ["0", "1"]
