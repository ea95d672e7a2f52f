"""Saves a session that has a file by itself, if the user asked for that, without keeping the window waiting."""

from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QObject, QTimer

from mlexplorer.session import storage
from mlexplorer.session.session import Book
from mlexplorer.ui.window import Window

SAVING = "autosave"
REST = 2000  # milliseconds after a change


class Autosave(QObject):
    """Saves soon after a change; what cannot be saved is told once and left to the user."""

    def __init__(self, window: Window, may_write: Callable[[Path], bool]) -> None:
        super().__init__(window)
        self._window, self._store, self._may_write = window, window.store, may_write
        self._timer = QTimer(self, singleShot=True, interval=REST)
        self._timer.timeout.connect(self._save)
        self._store.file_changed.connect(self._on_changed)
        window.closed.connect(self._timer.stop)
        window.jobs.arrived.connect(self._on_arrived)

    def _on_changed(self) -> None:
        store = self._store
        if self._window.files.autosave and store.path is not None and store.is_unsaved and not self._timer.isActive():
            self._timer.start()

    def _save(self) -> None:
        book, path = self._store.book, self._store.path
        if self._store.dragging:
            self._timer.start()
        elif path is not None and self._store.is_unsaved and self._may_write(path):
            self._window.jobs.request(SAVING, lambda: _saved(book, path))

    def _on_arrived(self, kind: str, result: tuple[Book, Path] | str) -> None:
        if kind != SAVING:
            return
        if isinstance(result, str):
            self._window.plane.hint(result, "warning")
        elif result[1] == self._store.path:
            self._store.mark_saved(result[1], result[0])


def _saved(book: Book, path: Path) -> Iterator[tuple[Book, Path] | str]:
    try:
        storage.save(book, path)
    except storage.BadFile as error:
        yield str(error)
    else:
        yield book, path
