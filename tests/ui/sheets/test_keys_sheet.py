"""The sheet of keys tells every key and fits the window."""

import pytest
from PySide6.QtWidgets import QScrollArea

from mlexplorer.ui.actions import table
from mlexplorer.ui.sheets.keys_sheet import KeysSheet, columns, groups


def test_every_key_is_told_once():
    told = [row for column in columns(groups()) for rows in column.values() for row in rows]
    assert len(told) == sum(bool(command.keys) for command in table())
    assert ("Ctrl+Z", "Undo") in told
    assert ("P", "Add") in told
    assert ("Ctrl++ or Ctrl+=", "Zoom in") in told
    assert ("←", "Step back") in told
    assert ("Ctrl+−", "Zoom out") in told


def test_it_is_no_larger_than_the_window(hands):
    hands.window.run("keys")
    sheet = hands.window.findChild(KeysSheet)
    assert sheet.isVisible()
    assert sheet.height() <= hands.window.height()
    assert sheet.width() <= hands.window.width()
    sheet.close()


@pytest.mark.parametrize("size", [(1024, 700), (1280, 800), (1920, 1080)])
def test_nothing_of_it_is_beside_the_window(hands, size):
    hands.window.resize(*size)
    hands.window.run("keys")
    sheet = hands.window.findChild(KeysSheet)
    hands.qtbot.waitExposed(sheet)
    area = sheet.findChild(QScrollArea)
    assert area.horizontalScrollBar().maximum() == 0
    sheet.close()


def test_nothing_is_told_twice():
    told = [words for rows in groups().values() for _, words in rows]
    assert [words for words in told if told.count(words) > 1] == []
