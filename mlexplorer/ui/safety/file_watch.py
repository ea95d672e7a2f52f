"""Notices that another program or another window changed the file of a session, and asks what shall become of it."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QEvent, QFileSystemWatcher, QObject, QTimer

from mlexplorer.session import storage
from mlexplorer.session.claims import Claim
from mlexplorer.ui.guard import filters
from mlexplorer.ui.panels.matter_card import Matter, MatterCard
from mlexplorer.ui.safety.autosave import SAVING
from mlexplorer.ui.window import Window

SETTLED = 200  # milliseconds: programs write a file in several goes
CHANGED, SHARED = "file changed", "file shared"


@dataclass(frozen=True)
class Stamp:
    """What tells a version of a file from another; the content only counts where the rest differs."""

    rest: tuple[int, ...]
    content: str

    @classmethod
    def of(cls, path: Path) -> "Stamp | None":
        """Return the stamp of a file; None if it cannot be read."""
        try:
            info, content = path.stat(), hashlib.sha256(path.read_bytes()).hexdigest()
        except OSError:
            return None
        return cls((info.st_mtime_ns, info.st_size, info.st_ino), content)


class FileWatch(QObject):
    """Keeps an eye on the file of a window: when the system tells, when the window is entered, before it is saved."""

    def __init__(self, window: Window, card: MatterCard, folder: Path) -> None:
        super().__init__(window)
        self._window, self._store, self._card = window, window.store, card
        self._claim = Claim(folder)
        self._known: Stamp | None = None
        self._path: Path | None = None
        self._watcher = QFileSystemWatcher(self)
        self._timer = QTimer(self, singleShot=True, interval=SETTLED)
        self._timer.timeout.connect(self.look)
        self._watcher.fileChanged.connect(lambda _: self._timer.start())
        self._store.file_taken.connect(self._take)
        window.files.may_write = self.may_write
        window.installEventFilter(self)
        window.closed.connect(self.stop)
        self._take()

    def stop(self) -> None:
        """Let go of the file."""
        self._timer.stop()
        self._watch(None)
        self._claim.release()

    def look(self) -> None:
        """Look whether the file is still what it was, and ask if not."""
        if SAVING in self._window.jobs.busy:
            self._timer.start()
            return
        path = self._store.path
        self._watch(path)
        if path is not None and self._is_changed(path):
            self._ask(path)

    def may_write(self, path: Path) -> bool:
        """Return whether a file can be overwritten without losing what another program wrote; ask if not."""
        if path != self._store.path or not path.exists() or not self._is_changed(path):
            return True
        self._ask(path)
        return False

    @filters
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look when the window is entered: not every file system tells of changes."""
        if event.type() == QEvent.Type.WindowActivate:
            self._timer.start()
        return super().eventFilter(watched, event)

    def _is_changed(self, path: Path) -> bool:
        """Return whether a file differs; one that was only touched is known by its new time from now on."""
        known, now = self._known, _quick(path)
        if known is None or known.rest == now:
            return False
        stamp = Stamp.of(path)
        if stamp is not None and stamp.content == known.content:
            self._known = stamp
            return False
        return True

    def _take(self) -> None:
        """Take the file as it is for the known one."""
        path = self._store.path
        self._known = None if path is None else Stamp.of(path)
        self._watch(path)
        self._card.withdraw(CHANGED)
        is_other, self._path = path != self._path, path
        if self._claim.take(path):
            self._card.withdraw(SHARED)
        elif path is not None and is_other:
            sentence = f"{path.name} is open in another window too; what is saved last replaces the other."
            answers = (("Save a copy…", self._copy), ("Keep both open", lambda: None))
            self._card.ask(Matter(SHARED, sentence, answers))

    def _watch(self, path: Path | None) -> None:
        wanted = [] if path is None else [str(path)]
        if self._watcher.files() != wanted:  # a file that was replaced is not watched any more
            if self._watcher.files():
                self._watcher.removePaths(self._watcher.files())
            if path is not None and path.exists():
                self._watcher.addPaths(wanted)

    def _ask(self, path: Path) -> None:
        mine = (("Keep mine", self._keep), ("Save a copy…", self._copy))
        if path.exists():
            answers = (("Reload", self._reload), *mine)
            self._card.ask(Matter(CHANGED, f"{path.name} was changed by another program.", answers))
        else:
            self._card.ask(Matter(CHANGED, f"{path.name} was moved or removed by another program.", mine))

    def _reload(self) -> None:
        assert self._store.path is not None
        try:
            book = storage.load(self._store.path)
        except storage.BadFile as error:
            self._window.plane.hint(str(error), "warning")
            self._keep()
        else:
            self._store.reload(book)

    def _keep(self) -> None:
        """Stay with what the window has: it is unsaved now, and saving it is allowed."""
        self._known = None if self._store.path is None else Stamp.of(self._store.path)
        self._store.mark_unsaved()

    def _copy(self) -> None:
        """Save under another name; one that insists on the same name was asked by the dialog."""
        before, self._known = self._known, None
        if not self._window.files.ask_save():
            self._known = before
            self.look()


def _quick(path: Path) -> tuple[int, ...] | None:
    try:
        info = path.stat()
    except OSError:
        return None
    return info.st_mtime_ns, info.st_size, info.st_ino
