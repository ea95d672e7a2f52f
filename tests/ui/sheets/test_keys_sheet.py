"""The sheet of keys tells every key and fits the window."""

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
