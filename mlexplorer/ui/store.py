"""The one place that holds the session: every edit goes through it, and everyone is told what changed."""

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from mlexplorer.session.history import History, Looks, begin, is_switched
from mlexplorer.session.session import Book, Scene, Session, View


class Store(QObject):
    """Holds the history and the file's path; `changed(old, new)` tells what differs, views included."""

    changed = Signal(object, object)  # Session, Session
    file_changed = Signal()  # path or unsaved state
    file_taken = Signal()  # the present book is what the file at path holds, or another file was opened
    opened = Signal()  # another book, with a history of its own
    gesture_begun = Signal()
    gesture_ended = Signal()

    def __init__(self, book: Book, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._history = begin(book)
        self._opened = book
        self._saved = book
        self._gesture = 0
        self._looks = Looks()
        self._looked_in = -1  # the gesture that switched last: a drag that turns a surface is one switch
        self.path: Path | None = None
        self.dragging = False

    @property
    def history(self) -> History:
        """The past and the future of the session."""
        return self._history

    @property
    def book(self) -> Book:
        """The present book."""
        return self._history.book

    @property
    def session(self) -> Session:
        """The present session."""
        return self.book.session

    @property
    def folder(self) -> str:
        """Where a dialog for files begins: beside the file of the session, or at home."""
        return str(self.path.parent if self.path else Path.home())

    @property
    def is_unsaved(self) -> bool:
        """Whether a document differs from the file; looking around does not count."""
        saved = [scene.session.document for scene in self._saved.scenes]
        return [scene.session.document for scene in self.book.scenes] != saved

    def edit(self, session: Session, label: str, merge: str = "") -> None:
        """Make an edited session the present one: one entry of undo, or part of the gesture named by merge."""
        if session.document == self.session.document:
            self.look(session.view)
            return
        key = f"{merge} {self._gesture}" if merge else ""
        self._go(self._history.record(self.book.with_session(session), label, key))

    def open_scene(self, scene: Scene, label: str) -> None:
        """Put a scene in place of the open one: one entry of undo, which brings the other back as it was looked at."""
        self._gesture += 1
        self._go(self._history.record(self.book.with_scene(scene), label))

    def look(self, view: View) -> None:
        """Look at the session in another way: no entry of undo, but switches can be taken back by themselves."""
        if is_switched(self.session.view, view):
            if not self.dragging or self._looked_in != self._gesture:
                self._looks = self._looks.record(self.session.view)
            self._looked_in = self._gesture
        self._see(view)

    def undo_look(self) -> bool:
        """Take the last switch of the view back, if there is one; the document stays as it is."""
        before = self._looks
        view, self._looks = before.undone(self.session.view)
        self._see(view)
        return self._looks is not before

    def redo_look(self) -> bool:
        """Switch the view again as it was before that was taken back, if something was."""
        before = self._looks
        view, self._looks = before.redone(self.session.view)
        self._see(view)
        return self._looks is not before

    def _see(self, view: View) -> None:
        self._go(self._history.look(self.book.with_session(replace(self.session, view=view))))

    def begin_gesture(self) -> None:
        """Begin a drag or stroke: edits with the same merge word become one entry, and refits may be warm."""
        self._gesture += 1
        self.dragging = True
        self.gesture_begun.emit()

    def end_gesture(self) -> None:
        """End it: the exact fit is asked for."""
        self._gesture += 1
        if self.dragging:
            self.dragging = False
            self.gesture_ended.emit()

    def undo(self) -> None:
        """Take the last edit back."""
        self._gesture += 1
        self._go(self._history.undo())

    def redo(self) -> None:
        """Do again what was taken back."""
        self._gesture += 1
        self._go(self._history.redo())

    def restart(self) -> None:
        """Go back to the session as it was opened; this can be undone."""
        self._gesture += 1
        self._go(self._history.record(self._opened, "back to the start"))

    def open(self, book: Book, path: Path | None) -> None:
        """Take another book, with a history of its own."""
        old = self.session
        self._history, self._opened, self._saved, self.path = begin(book), book, book, path
        self._tell_opened(old)

    def resume(self, history: History, path: Path | None, on_disk: Book | None) -> None:
        """Take a session with its whole history, and what its file holds of it."""
        old = self.session
        self._history, self._opened, self.path = history, history.entries[0].book, path
        self._saved = on_disk or Book()
        self._tell_opened(old)

    def reload(self, book: Book) -> None:
        """Take what the file holds by now in place of the present book; this can be undone."""
        self._gesture += 1
        self._go(self._history.record(book, "reload the file"))
        self._saved = book
        self.file_taken.emit()
        self.file_changed.emit()

    def mark_saved(self, path: Path, book: Book | None = None) -> None:
        """Remember that the present book, or an earlier one, is in a file."""
        self._saved, self.path = book or self.book, path
        self.file_taken.emit()
        self.file_changed.emit()

    def mark_unsaved(self) -> None:
        """Remember that the file holds something else by now."""
        self._saved = Book()
        self.file_changed.emit()

    def _tell_opened(self, old: Session) -> None:
        self._gesture += 1
        self._looks = Looks()
        self.opened.emit()
        self.changed.emit(old, self.session)
        self.file_taken.emit()
        self.file_changed.emit()

    def _go(self, history: History) -> None:
        old, self._history = self.session, history
        if old != self.session:
            self.changed.emit(old, self.session)
            if old.document != self.session.document:
                self.file_changed.emit()
