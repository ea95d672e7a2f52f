"""Keeps what a window holds in a recovery file, and offers what windows that were not closed have left."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from mlexplorer.session import recovery
from mlexplorer.session.journal import SUFFIX, WorkState
from mlexplorer.session.recording import Recorder
from mlexplorer.session.recovery import Offer
from mlexplorer.ui.panels.matter_card import Matter, MatterCard
from mlexplorer.ui.window import Window

FINDING = "what can be recovered"
MATTER = "recovery"


class Keeping(QObject):
    """Notes every change of a window until it is closed."""

    _failed = Signal(str)

    def __init__(self, window: Window, card: MatterCard, folder: Path) -> None:
        super().__init__(window)
        self._window, self._store, self._card, self._folder = window, window.store, card, folder
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
        folder = self._folder

        def found() -> list[Offer]:
            recovery.sweep(folder)
            return list(recovery.offers(folder, suffixes))

        self._window.jobs.request(FINDING, lambda: iter([found()]), urgency=2)

    def _on_arrived(self, kind: str, offers: list[Offer]) -> None:
        if kind == FINDING:
            if not offers and self._asked:
                self._window.plane.hint("There is nothing to recover.")
            self._offer(offers)

    def _offer(self, offers: list[Offer]) -> None:
        """Offer the newest; whoever declines it is offered the next."""
        if offers:
            answers = (("Recover", partial(self._recover, offers)), ("Not now", partial(self._decline, offers)))
            self._card.ask(Matter(MATTER, offers[0].sentence, answers))

    def _recover(self, offers: list[Offer]) -> None:
        offer = offers[0]
        if not self._window.files.may_leave():
            self._offer(offers)
            return
        self._store.resume(offer.state.history, offer.state.path, offer.on_disk)
        self._begun = True
        self._recorder.note(offer.state, replacing=offer.path)
        self._window.plane.hint("Recovered; undo takes the last changes back.", "undo")

    def _decline(self, offers: list[Offer]) -> None:
        recovery.decline(offers[0])
        self._window.plane.hint("Kept for a week: File → Recover a session.", "hint")
        self._offer(offers[1:])
