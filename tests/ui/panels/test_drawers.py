"""A narrow window: its linked view, then its left panel are drawers over the plane, pulled out and shut by hand."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from mlexplorer.ui.panels.edges import TAB
from mlexplorer.ui.panels.middle import ALONE

LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier
WORDS = Qt.ToolButtonStyle.ToolButtonTextUnderIcon


@pytest.fixture
def narrow(open_hands):
    """Open a window of a width on a support vector machine."""

    def make(width):
        hands = open_hands("svm")
        hands.window.resize(width, 700)
        hands.settle()
        return hands

    return make


def left_of(part, window):
    return part.mapTo(window, QPoint()).x()


def pull(hands, side):
    QTest.mouseClick(getattr(hands.window.middle, side), LEFT)
    hands.settle()


@pytest.mark.parametrize(
    ("width", "right", "words", "left"),
    [
        (1180, False, True, False),
        (1179, True, True, False),
        (1120, True, True, False),
        (1119, True, False, False),
        (900, True, False, False),
        (899, True, False, True),
    ],
)
def test_parts_fold_in_their_order(narrow, width, right, words, left):
    window = narrow(width).window
    assert window.middle.right.is_drawer is right
    assert window.linked.isHidden() is right
    assert [button.toolButtonStyle() == WORDS for button in window.toolbar.tool_buttons.values()] == [words] * 10
    assert window.middle.left.is_drawer is left
    assert window.panel.isHidden() is left
    assert window.plane.canvas.width() >= 420
    assert window.toolbar.classes.more_button.isHidden() or width < 1000, "both classes are seen"


def test_a_drawer_lies_over_the_plane_which_stays_as_large_as_it_was(narrow):
    hands = narrow(1024)
    window, plane = hands.window, hands.window.plane.geometry()
    assert not window.linked.isVisible()
    assert window.middle.right.width() == TAB
    pull(hands, "right")
    assert window.linked.isVisible()
    assert window.plane.geometry() == plane
    assert left_of(window.linked, window) < left_of(window.plane, window) + plane.width()
    assert left_of(window.linked, window) + window.linked.width() == left_of(window.middle.right, window)
    middle = window.linked.mapTo(window, window.linked.rect().center())
    assert window.linked.isAncestorOf(window.childAt(middle)), "nothing lies on it"
    hands.qtbot.waitUntil(lambda: any(chart.isVisible() for chart in window.linked.charts))
    pull(hands, "right")
    assert not window.linked.isVisible()
    assert window.plane.geometry() == plane


def test_escape_shuts_a_drawer_before_it_drops_the_selection(narrow):
    hands = narrow(1024)
    window, desk = hands.window, hands.window.plane.desk
    desk.select(desk.data.rows[:3])
    hands.key(Qt.Key.Key_5, CTRL)
    assert window.linked.isVisible()
    hands.key(Qt.Key.Key_Escape)
    assert not window.linked.isVisible()
    assert len(desk.selected_rows) == 3
    hands.key(Qt.Key.Key_Escape)
    assert len(desk.selected_rows) == 0


def test_folding_is_remembered_for_wide_and_narrow_windows_by_itself(narrow, open_hands):
    hands = narrow(1024)
    window = hands.window
    window.resize(1300, 700)
    assert window.linked.isVisible()
    pull(hands, "right")
    assert not window.linked.isVisible(), "folded in the wide window"
    window.resize(1024, 700)
    pull(hands, "right")
    assert window.linked.isVisible(), "pulled out in the narrow one"
    again = open_hands("lda").window
    assert not again.linked.isVisible()
    again.resize(1024, 700)
    assert again.linked.isVisible()


def test_a_drawer_is_made_wider_by_its_tab_and_stays_so(narrow, open_hands):
    hands = narrow(1024)
    pull(hands, "right")
    window, tab = hands.window, hands.window.middle.right
    before, place = window.linked.width(), tab.rect().center()
    QTest.mousePress(tab, LEFT, pos=place)
    for away in (20, 40, 60):
        QTest.mouseMove(tab, place - QPoint(away, 0))
    QTest.mouseRelease(tab, LEFT, pos=place - QPoint(60, 0))
    assert window.linked.width() == before + 60
    assert left_of(window.linked, window) + window.linked.width() == left_of(tab, window)
    assert open_hands("lda").window.linked.width() == before + 60, "remembered, as a docked part too"


def test_there_is_room_for_one_drawer_at_a_time(narrow):
    hands = narrow(820)
    window = hands.window
    pull(hands, "left")
    assert window.panel.isVisible()
    assert left_of(window.panel, window) == TAB
    pull(hands, "right")
    assert window.linked.isVisible()
    assert not window.panel.isVisible()


def test_parameters_are_set_in_a_drawer(narrow):
    hands = narrow(820)
    pull(hands, "left")
    field = hands.window.panel.model_form.fields["cost"]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "7")
    QTest.keyClick(field, Qt.Key.Key_Return)
    hands.settle()
    assert hands.window.store.session.run.model.values()["cost"] == 7


def test_the_view_of_a_drawer_fills_the_middle_and_goes_back(narrow):
    hands = narrow(1024)
    pull(hands, "right")
    window = hands.window
    QTest.mouseClick(window.linked.bar.buttons["enlarge_view"], LEFT)
    hands.settle()
    assert window.middle.arrangement == ALONE
    assert window.linked.width() > 700
    assert not window.plane.isVisible()
    QTest.mouseClick(window.linked.bar.buttons["enlarge_view"], LEFT)
    hands.settle()
    assert window.middle.right.is_drawer
    assert window.plane.isVisible()


@pytest.mark.parametrize("width", [1024, 1280])
def test_on_stage_nothing_is_folded_and_afterwards_all_is_as_it_was(narrow, width):
    hands = narrow(width)
    window = hands.window
    if width == 1280:
        pull(hands, "right")  # folds it
    assert not window.linked.isVisible()
    hands.key(Qt.Key.Key_F5)
    hands.key(Qt.Key.Key_F4)
    hands.key(Qt.Key.Key_F9)
    hands.settle()
    assert window.linked.isVisible()
    assert window.panel.isVisible()
    assert not any(edge.isVisible() for edge in window.middle.edges)
    hands.key(Qt.Key.Key_F5)
    window.resize(width, 700)
    hands.settle()
    assert not window.linked.isVisible()
    assert window.middle.right.isVisible()
    assert window.middle.right.is_drawer is (width == 1024)


def test_every_button_of_the_bar_is_in_the_narrowest_window(narrow):
    window = narrow(800).window
    assert window.width() == window.minimumWidth() == 800
    for button in window.toolbar.findChildren(QToolButton):
        if button.isVisible():
            assert button.mapTo(window, button.rect().topRight()).x() < 800, button.toolTip()
