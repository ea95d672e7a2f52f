"""The strip of classes: choose, name, add, remove, swap, by hand and undoable."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

CTRL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def three(hands):
    """Two points of class 0, one of class 1 and one without a class."""
    for place in ((-1.0, 1.0), (-1.5, 0.5)):
        hands.click(*place)
    hands.key(Qt.Key.Key_2)
    hands.click(1.0, 1.0)
    hands.key(Qt.Key.Key_0)
    hands.click(0.0, -1.0)
    hands.settle()
    return hands


def strip(hands):
    return hands.window.toolbar.classes


def menu_words(hands, label):
    strip(hands).show_menu(label)
    return {action.text(): action for action in strip(hands).menu.actions()}


def test_counts_and_the_grey_swatch(three):
    buttons = strip(three).buttons
    assert [buttons[label].count for label in (0, 1, -1)] == [2, 1, 1]
    assert buttons[-1].isVisible()
    assert not buttons[2].isVisible()
    assert "2 points" in buttons[0].toolTip()
    assert "Unlabelled: 1 point" in buttons[-1].toolTip()
    assert three.data.labels.tolist() == [0, 0, 1, -1]
    QTest.mouseClick(buttons[0], LEFT)
    assert three.window.plane.desk.current_class == 0
    QTest.mouseClick(buttons[-1], LEFT)
    assert three.window.plane.desk.current_class == -1


def test_a_class_is_added_and_used(three):
    QTest.mouseClick(strip(three).add_button, LEFT)
    assert three.window.plane.desk.current_class == 2
    assert strip(three).buttons[2].isVisible()
    three.click(0.5, 0.5)
    assert three.data.labels[-1] == 2
    for _ in range(10):
        strip(three).add_button.click()
    assert three.window.plane.desk.current_class == 8
    assert not strip(three).add_button.isVisible()


def test_double_click_renames_in_place(three):
    before = three.window.store.session.document
    button = strip(three).buttons[1]
    QTest.mouseDClick(button, LEFT)
    line = strip(three).line
    assert line.isVisible()
    QTest.keyClicks(line, "birds of prey")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert strip(three).line is None
    assert three.data.class_names[1] == "birds of prey"
    assert "birds of prey" in button.toolTip()
    assert three.window.store.history.undo_label == "rename class"
    three.key(Qt.Key.Key_Z, CTRL)
    assert three.window.store.session.document == before


def test_a_name_that_stays_the_same_is_no_edit(three):
    before = three.window.store.history
    QTest.mouseDClick(strip(three).buttons[1], LEFT)
    QTest.keyClick(strip(three).line, Qt.Key.Key_Return)
    assert strip(three).line is None
    assert three.window.store.history is before


def test_escape_keeps_the_name(three):
    before = three.window.store.session.document
    QTest.mouseDClick(strip(three).buttons[0], LEFT)
    QTest.keyClicks(strip(three).line, "oops")
    QTest.keyClick(strip(three).line, Qt.Key.Key_Escape)
    assert strip(three).line is None
    assert three.window.store.session.document == before


def test_remove_and_undo(three):
    before = three.window.store.session.document
    menu_words(three, 0)["Remove the class and its points"].trigger()
    assert three.data.labels.tolist() == [0, -1]
    assert three.window.store.history.undo_label == "remove Class 0"
    three.key(Qt.Key.Key_Z, CTRL)
    assert three.window.store.session.document == before
    assert strip(three).buttons[0].count == 2


def test_an_added_class_can_be_taken_away_again(three):
    strip(three).add_button.click()
    document = three.window.store.session.document
    menu_words(three, 2)["Remove the class and its points"].trigger()
    assert not strip(three).buttons[2].isVisible()
    assert three.window.plane.desk.current_class == 1
    assert three.window.store.session.document == document


def test_swap_and_select(three):
    menu_words(three, 0)["Swap with Class 1"].trigger()
    assert three.data.labels.tolist() == [1, 1, 0, -1]
    menu_words(three, 1)["Select its points"].trigger()
    assert three.window.plane.desk.selected_rows.tolist() == [0, 1]
    assert list(menu_words(three, -1)) == ["Select its points"]
