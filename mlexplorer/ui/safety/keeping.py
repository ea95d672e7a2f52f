"""Keeps what a window holds in a recovery file, and offers what windows that were not closed have left."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

import mlexplorer
from mlexplorer.session import recovery
from mlexplorer.session.fault_log import FaultLog
from mlexplorer.session.journal import SUFFIX, WorkState
from mlexplorer.session.recording import Recorder
from mlexplorer.session.recovery import Offer
from mlexplorer.ui.panels.matter_card import Matter, MatterCard
from mlexplorer.ui.window import Window

FINDING = "what can be recovered"
MATTER, CRASHED = "recovery", "crash"


class Keeping(QObject):
    """Notes every change of a window until it is closed."""

    _failed = Signal(str)

    def __init__(self, window: Window, card: MatterCard, folder: Path, log: FaultLog) -> None:
        super().__init__(window)
        self._window, self._store, self._card, self._folder = window, window.store, card, folder
        self._log = log
        self._recorder = Recorder(folder, self._failed.emit)
        self._begun = self._asked = False
        self._failed.connect(window.plane.hint)
        self._store.changed.connect(self._note)
        self._store.file_changed.connect(self._note)
        window.closed.connect(self.stop)
        window.files.recovery_wanted.connect(self._look_again)
        window.jobs.arrived.connect(self._on_arrived)
        self._find((SUFFIX,))

    @property
    def path(self) -> Path:
        """The recovery file of this window."""
        return self._recorder.path

    def wait(self) -> None:
        """Wait until every change so far is on the disk."""
        self._recorder.wait()

    def stop(self, remove: bool = True) -> None:
        """Note nothing more; after a clean close nothing is kept."""
        self._recorder.stop(remove)

    def _note(self) -> None:
        """Take the present state; nothing is written before the first edit."""
        self._begun = self._begun or len(self._store.history.entries) > 1
        if self._begun:
            self._recorder.note(WorkState(self._store.history, self._store.path))

    def _look_again(self) -> None:
        self._asked = True
        self._find((SUFFIX, recovery.DECLINED))

    def _find(self, suffixes: tuple[str, ...]) -> None:
        """Look for what can be recovered, in the background: the files may be long."""
        folder, log = self._folder, self._log
        self._window.jobs.request(FINDING, lambda: iter([_found(folder, suffixes, log)]), urgency=2)

    def _on_arrived(self, kind: str, found: tuple[list[Offer], str]) -> None:
        if kind != FINDING:
            return
        offers, crash = found
        if crash and not any(offer.crash for offer in offers):
            self._card.ask(Matter(CRASHED, "ML Explorer crashed the last time; no change was lost.", details(crash)))
        if not offers and self._asked:
            self._window.plane.hint("There is nothing to recover.")
        self._offer(offers)

    def _offer(self, offers: list[Offer]) -> None:
        """Offer the newest; whoever declines it is offered the next."""
        if offers:
            recover, not_now = partial(self._recover, offers), partial(self._decline, offers)
            self._card.ask(Matter(MATTER, offers[0].sentence, (("Recover", recover), ("Not now", not_now))))

    def _recover(self, offers: list[Offer]) -> None:
        offer = offers[0]
        if not self._window.files.may_leave():
            self._offer(offers)
            return
        self._store.resume(offer.state.history, offer.state.path, offer.on_disk)
        self._begun = True
        self._recorder.note(offer.state, replacing=offer.path)
        self._window.plane.hint("Recovered; undo takes the last changes back.", "undo")
        self._tell_crash(offer)

    def _decline(self, offers: list[Offer]) -> None:
        recovery.decline(offers[0])
        self._window.plane.hint("Kept for a week: File → Recover a session.", "hint")
        self._offer(offers[1:])
        self._tell_crash(offers[0])

    def _tell_crash(self, offer: Offer) -> None:
        """Let the user take what is known of a crash along."""
        if offer.crash:
            self._card.ask(Matter(CRASHED, "The log says where ML Explorer crashed.", details(offer.crash)))


def details(text: str) -> tuple[tuple[str, Callable[[], None]], ...]:
    """Return the answers to a matter that can only be reported."""

    def copy_details() -> None:
        from mlexplorer.ui.commands import clipboard  # start-up time

        clipboard.copy(text)

    return ("Copy details", copy_details), ("Dismiss", lambda: None)


def _found(folder: Path, suffixes: tuple[str, ...], log: FaultLog) -> tuple[list[Offer], str]:
    """Return what can be recovered, and what is known of crashes, which the log takes."""
    told = recovery.crashes(folder)
    for text in told.values():
        log.write(f"ML Explorer {mlexplorer.__version__} crashed\n{text}")
    recovery.sweep(folder)
    offers = [replace(offer, crash=told.get(offer.path.stem, "")) for offer in recovery.offers(folder, suffixes)]
    return offers, "\n\n".join(told.values())
