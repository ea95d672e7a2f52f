"""The one place that holds the session: every edit goes through it, and everyone is told what changed."""

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from mlexplorer.edits import scene_edits
from mlexplorer.session.history import History, Looks, begin, is_switched
from mlexplorer.session.session import Book, Scene, Session, View


class Store(QObject):
    """Holds the history and the file's path; `changed(old, new)` tells what differs, views included."""

    changed = Signal(object, object)  # Session, Session
    file_changed = Signal()  # path or unsaved state
    file_taken = Signal()  # the present book is what the file at path holds, or another file was opened
    opened = Signal()  # another book, with a history of its own
    book_changed = Signal()  # the scenes, what is said of them, which is open or edited, or what is offered
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
        self.is_on_stage = False  # where edits are made for an audience, not to be kept
        self._prepared: set[int] = set()  # the numbers of the scenes that were edited elsewhere

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
        return _content(self.book) != _content(self._saved)

    @property
    def prepared(self) -> list[Scene]:
        """The kept scenes that were edited, not on stage alone, and not updated since."""
        return [scene for scene in self.book.scenes if scene.is_changed and scene.number in self._prepared]

    def show_all(self, wanted: bool) -> None:
        """Offer every model and layer in this sitting, or what the book is limited to again: no entry of undo."""
        self._go(self._history.look(replace(self.book, shows_all=wanted)))

    def edit(self, session: Session, label: str, merge: str = "") -> None:
        """Make an edited session the present one: one entry of undo, or part of the gesture named by merge."""
        if session.document == self.session.document:
            self.look(session.view)
            return
        if not self.is_on_stage:
            self._prepared.add(self.book.scene.number)
        key = f"{merge} {self._gesture}" if merge else ""
        self._go(self._history.record(self.book.with_session(session), label, key, self.book.scene.number))

    def open_scene(self, scene: Scene, label: str) -> None:
        """Open another scene in place of one that is not kept, or after one that is: one entry of undo."""
        self._gesture += 1
        self._go(self._history.record(scene_edits.opened(self.book, scene), label))

    def edit_book(self, book: Book, label: str, merge: str = "") -> None:
        """Make a book with other scenes the present one: one entry of undo, or part of the one named by merge."""
        key = f"{merge} {self._gesture}" if merge else ""
        if not merge:
            self._gesture += 1
        self._go(self._history.record(book, label, key))

    def walk(self, place: int) -> None:
        """Open the scene at a place: no entry of undo."""
        self._gesture += 1
        self._go(self._history.look(scene_edits.walked(self.book, place)))

    def update_prepared(self) -> None:
        """Keep every scene as it is that was edited, not on stage alone."""
        book = self.book
        for scene in self.prepared:
            book = scene_edits.updated(replace(book, current=book.scenes.index(scene)))
        self.edit_book(replace(book, current=self.book.current), "update the scenes")

    def update_scene(self) -> None:
        """Keep the open scene as it is at present."""
        self._gesture += 1
        book, scene = scene_edits.updated(self.book), self.book.scene
        self._go(self._history.record(book, f"update “{scene.title}”", where=scene.number))

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
        """Go back to the scene as it was kept, or to the session as it was opened; this can be undone."""
        self._gesture += 1
        scene, label = self.book.scene, "back to the start"
        opened = self._opened.place_of(scene.number)
        if scene.kept:
            book, label = scene_edits.restored(self.book), f"back to “{scene.title}” as kept"
        elif len(self.book.scenes) == 1:
            book = self._opened
        elif opened is not None:
            book = self.book.with_scene(self._opened.scenes[opened])
        else:
            return
        self._go(self._history.record(book, label, where=scene.number))

    def open(self, book: Book, path: Path | None) -> None:
        """Take another book, with a history of its own."""
        old = self.session
        self._history, self._opened, self._saved, self.path = begin(book), book, book, path
        self._prepared = set()
        self._tell_opened(old)

    def resume(self, history: History, path: Path | None, on_disk: Book | None) -> None:
        """Take a session with its whole history, and what its file holds of it."""
        old = self.session
        self._history, self._opened, self.path = history, history.entries[0].book, path
        self._saved = on_disk or Book()
        self._prepared = {scene.number for scene in self.book.scenes}
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
        self.book_changed.emit()
        self.file_taken.emit()
        self.file_changed.emit()

    def _go(self, history: History) -> None:
        old, before, self._history = self.session, self.book, history
        if before.scene.number != self.book.scene.number:
            self._looks = Looks()  # switches are taken back in the scene they were made in
        is_other = _outline(before) != _outline(self.book)
        if old != self.session:
            self.changed.emit(old, self.session)
        if is_other:
            self.book_changed.emit()
        if is_other or old.document != self.session.document:
            self.file_changed.emit()


def _outline(book: Book) -> tuple[object, ...]:
    """Return what a list of the scenes of a book shows."""
    scenes = [(each.number, each.title, each.note, each.plays, each.kept, each.is_changed) for each in book.scenes]
    kept = [id(each.session) for each in book.scenes if each.kept]  # another picture
    return book.current, scenes, kept, book.limits


def _content(book: Book) -> list[object]:
    """Return what of a book is to be saved: of scenes that are not kept, looking around does not count."""
    told: list[object] = [book.profile]
    for each in book.scenes:
        words = (each.title, each.note, each.topic, each.do, each.see, each.plays, each.kept)
        told.append((*words, each.session if each.kept else each.session.document))
    return told
