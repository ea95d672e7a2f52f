"""The table of commands: every key means one thing, and a command is one function."""

import importlib.util
from collections import Counter

import pytest
from PySide6.QtGui import QKeySequence

from mlexplorer.ui import actions
from mlexplorer.ui.sheets.keys_sheet import groups
from mlexplorer.ui.tools.toolbox import TOOLS

NEW = '''"""A command from outside."""

from mlexplorer.ui.actions import command


@command("wave", "Wave a hand", keys=("Ctrl+W",), menu="Help", is_on=lambda window: window.windowTitle() == "Hello")
def wave(window):
    """Say hello in the title."""
    window.setWindowTitle("Hello")
'''


@pytest.fixture
def own_table(monkeypatch):
    """A copy of the table, so that what a test registers is gone after it."""
    monkeypatch.setattr(actions, "COMMANDS", dict(actions.COMMANDS))


def load(path):
    spec = importlib.util.spec_from_file_location("outside", path)
    spec.loader.exec_module(importlib.util.module_from_spec(spec))


def test_no_key_means_two_things():
    for on_stage in (False, True):
        keys = Counter(key for command in actions.table() if command.on_stage is on_stage for key in command.keys)
        assert [key for key, count in keys.items() if count > 1] == []


def test_every_key_is_understood():
    for command in actions.table():
        for key in command.keys:
            assert not QKeySequence(key).isEmpty(), key
            assert "Alt" not in key, "Alt belongs to the window manager"


def test_menus_stand_in_their_order():
    assert tuple(dict.fromkeys(command.menu for command in actions.table())) == actions.MENUS
    edits = [command.name for command in actions.table() if command.menu == "Edit"]
    assert edits == ["undo", "redo", "cut", "copy", "paste", "delete", "select_all", "drop", "restart"]


@pytest.mark.usefixtures("own_table")
def test_a_command_is_one_function(open_hands, tmp_path):
    path = tmp_path / "outside.py"
    path.write_text(NEW, encoding="utf-8")
    load(path)
    window = open_hands("knn").window
    action = window.actions_by_name["wave"]
    assert action in window.menus["Help"].actions()
    assert action.shortcut() == QKeySequence("Ctrl+W")
    assert ("Ctrl+W", "Wave a hand") in groups()["Help"]
    assert not action.isChecked()
    window.run("wave")
    assert window.windowTitle() == "Hello"
    assert action.isChecked()


@pytest.mark.usefixtures("own_table")
def test_a_name_means_one_command():
    with pytest.raises(ValueError, match="two commands 'undo'"):
        actions.command("undo", "Undo again")(lambda _: None)


@pytest.mark.usefixtures("own_table")
def test_a_new_menu_stands_after_the_others(hands):
    actions.command("wave", "Wave a hand", menu="Greetings")(lambda _: None)
    assert actions.table()[-1].name == "wave"
    assert "Greetings" not in hands.window.menus, "the window was made before"


def test_switches_show_whether_they_are_on(hands):
    shown = hands.window.actions_by_name
    assert shown["theme:system"].isChecked()
    hands.window.run("theme:dark")
    assert shown["theme:dark"].isChecked()
    assert not shown["theme:system"].isChecked()
    hands.window.run("only_plane")
    assert shown["only_plane"].isChecked()
    hands.window.run("drop")
    assert not shown["only_plane"].isChecked()
    hands.window.run("present")
    assert not shown["present"].isChecked(), "its words say Leave"
    hands.window.run("present")


def test_every_tool_says_its_key(open_hands):
    hands = open_hands("knn")
    for tool in TOOLS:
        assert tool.key
        assert f"({tool.key})" in hands.window.toolbar.tool_buttons[tool.name].toolTip()


def test_the_menu_has_two_levels_and_the_tools(hands):
    window = hands.window
    menus = [action.menu() for action in window.menu.actions()]
    assert all(menus)
    assert not [entry for menu in menus for entry in menu.actions() if entry.menu() is not None]
    assert {window.actions_by_name[f"tool:{tool.name}"] for tool in TOOLS} <= set(window.menus["Tools"].actions())
