"""Puts everything that keeps a window's work safe around the window."""

import faulthandler
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import QVBoxLayout

from mlexplorer.core.writing import take_lock
from mlexplorer.session.fault_log import FaultLog
from mlexplorer.session.recovery import CRASH
from mlexplorer.session.state_folder import private_folder, state_folder
from mlexplorer.session.storage import dumps
from mlexplorer.ui.guard import Guard
from mlexplorer.ui.panels.matter_card import Matter, MatterCard
from mlexplorer.ui.safety.autosave import Autosave
from mlexplorer.ui.safety.file_watch import FileWatch
from mlexplorer.ui.safety.keeping import Keeping, details
from mlexplorer.ui.window import Window

FAULT = "fault"


@dataclass(frozen=True)
class Safety:
    """What keeps a window safe, for whoever has to ask it something."""

    card: MatterCard
    keeping: Keeping
    watch: FileWatch
    guard: Guard
    log: FaultLog


def keep_safe(window: Window, folder: Path | None = None) -> Safety:
    """Guard a window until it closes: log faults, note changes, watch its file, save by itself, offer what was left."""
    folder = folder or state_folder()
    card, whole = MatterCard(), window.centralWidget()
    column = None if whole is None else whole.layout()
    assert isinstance(column, QVBoxLayout)
    column.insertWidget(1, card)  # below the toolbar
    watch = FileWatch(window, card, folder / "open")
    Autosave(window, watch.may_write)
    log = FaultLog(folder)
    guard = _guarded(window, card, log)
    return Safety(card, Keeping(window, card, folder / "recovery", log), watch, guard, log)


def listen_for_crashes(window: Window, safety: Safety) -> None:
    """Let the interpreter write about a hard crash beside the recovery file, for the next start to tell."""
    try:
        folder = private_folder(safety.keeping.path.parent)
        file = (folder / safety.keeping.path.name).with_suffix(CRASH).open("w", encoding="utf-8")
    except OSError as error:
        safety.log.write(f"Crashes cannot be logged: {error}")
        return
    take_lock(file.fileno())
    faulthandler.enable(file)

    def forget() -> None:
        faulthandler.disable()
        Path(file.name).unlink(missing_ok=True)
        file.close()

    window.closed.connect(forget)


def _guarded(window: Window, card: MatterCard, log: FaultLog) -> Guard:
    guard = Guard(log, lambda: dumps(window.store.book), window)
    guard.told.connect(lambda sentence, text: card.ask(Matter(FAULT, sentence, details(text))))
    guard.install()
    window.jobs.failed.connect(lambda _, error: guard.report(error))
    window.closed.connect(guard.remove)
    return guard
