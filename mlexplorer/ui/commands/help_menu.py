"""The commands that help: the sheet of keys, and what this program is."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

import mlexplorer
from mlexplorer.ui.actions import command

if TYPE_CHECKING:
    from mlexplorer.ui.window import Window


@command("keys", "Keys", ("F1",), "Help", "keys")
def keys(window: "Window") -> None:
    """Show the sheet of all keys."""
    from mlexplorer.ui.sheets.keys_sheet import KeysSheet  # start-up time

    KeysSheet(window).open()


@command("about", "About ML Explorer", (), "Help", "note")
def about(window: "Window") -> None:
    """Say what this program is, and its version."""
    words = "Put points in the plane, pick a learning method, and watch it learn."
    box = QMessageBox(window)
    box.setWindowTitle("About ML Explorer")
    box.setTextFormat(Qt.TextFormat.RichText)
    box.setText(f"<b>ML Explorer {mlexplorer.__version__}</b><br>{words}")
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()
