"""Puts everything that keeps a window's work safe around the window."""

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import QVBoxLayout

from mlexplorer.core.state_folder import state_folder
from mlexplorer.ui.panels.matter_card import MatterCard
from mlexplorer.ui.safety.autosave import Autosave
from mlexplorer.ui.safety.file_watch import FileWatch
from mlexplorer.ui.safety.keeping import Keeping
from mlexplorer.ui.window import Window


@dataclass(frozen=True)
class Safety:
    """What keeps a window safe, for whoever has to ask it something."""

    card: MatterCard
    keeping: Keeping
    watch: FileWatch


def keep_safe(window: Window, folder: Path | None = None) -> Safety:
    """Note every change, watch the file, save by itself if wanted, and offer what was left, until the window closes."""
    folder = folder or state_folder()
    card, whole = MatterCard(), window.centralWidget()
    column = None if whole is None else whole.layout()
    assert isinstance(column, QVBoxLayout)
    column.insertWidget(1, card)  # below the toolbar
    watch = FileWatch(window, card, folder / "open")
    Autosave(window, watch.may_write)
    return Safety(card, Keeping(window, card, folder / "recovery"), watch)
