"""The table of commands: every key means one thing, every command has an answer."""

from collections import Counter

from PySide6.QtGui import QKeySequence

from mlexplorer.ui.actions import COMMANDS
from mlexplorer.ui.tools.toolbox import TOOLS
from mlexplorer.ui.window import TOOL_COMMANDS, Window


def test_no_key_means_two_things():
    keys = Counter(key for command in (*COMMANDS, *TOOL_COMMANDS) for key in command.keys)
    assert [key for key, count in keys.items() if count > 1] == []


def test_every_key_is_understood():
    for command in (*COMMANDS, *TOOL_COMMANDS):
        for key in command.keys:
            assert not QKeySequence(key).isEmpty(), key
            assert "Alt" not in key, "Alt belongs to the window manager"


def test_every_command_has_an_answer():
    for command in (*COMMANDS, *TOOL_COMMANDS):
        assert callable(getattr(Window, "on_" + command.name.partition(":")[0])), command.name


def test_every_tool_says_its_key(open_hands):
    hands = open_hands("knn")
    for tool in TOOLS:
        assert tool.key
        assert f"({tool.key})" in hands.window.toolbar._tools[tool.name].toolTip()
