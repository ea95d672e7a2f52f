"""The ink of a sitting: strokes over the plane that belong to nobody's document until they are kept."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

from mlexplorer.session.ink import InkStroke
from mlexplorer.session.session import Session
from mlexplorer.ui.store import Store

NOTHING: Mapping[int, tuple[InkStroke, ...]] = {}


@dataclass(frozen=True)
class InkEntry:
    """The strokes of every scene before a deed of the pen, what the deed was, and the entry of the store's history."""

    strokes: Mapping[int, tuple[InkStroke, ...]]
    label: str
    index: int
    scene: int  # the number of that in which it was done


class Ink(QObject):
    """Strokes of each scene, with an undo of their own that takes its turn with that of the documents."""

    changed = Signal()

    def __init__(self, store: Store, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._strokes = NOTHING
        self._live: InkStroke | None = None  # under the hand
        self._past: list[InkEntry] = []
        self._future: list[InkEntry] = []
        store.changed.connect(self._on_changed)
        store.opened.connect(self._forget)

    @property
    def strokes(self) -> tuple[InkStroke, ...]:
        """The strokes of the open scene."""
        return self._strokes.get(self._store.book.scene.number, ())

    @property
    def shown(self) -> tuple[InkStroke, ...]:
        """The strokes of the open scene, and the one under the hand."""
        return self.strokes if self._live is None else (*self.strokes, self._live)

    @property
    def undo_label(self) -> str:
        """What undo would take back here; empty if the last deed was one to the document."""
        return self._past[-1].label if self._past and self._past[-1].index == self._store.history.index else ""

    @property
    def redo_label(self) -> str:
        """What redo would do again here; empty if nothing, or if the document comes first."""
        return self._future[-1].label if self._future and self._future[-1].index == self._store.history.index else ""

    def show(self, stroke: InkStroke | None) -> None:
        """Show a stroke under the hand, or none."""
        self._live = stroke
        self.changed.emit()

    def add(self, stroke: InkStroke) -> None:
        """Put a stroke on the plane; a new spot of light takes the place of the old one."""
        self._live = None
        others = (old for old in self.strokes if "spot" not in (old.kind, stroke.kind) or old.kind != stroke.kind)
        self._record((*others, stroke), f"the {stroke.kind}")

    def clear(self) -> bool:
        """Wipe all strokes of the open scene off, and return whether there were any."""
        had_some = bool(self.strokes)
        if had_some:
            self._record((), "clearing the drawing")
        return had_some

    def keep(self) -> bool:
        """Make the strokes part of the document: saved, exported, undone as any edit. False: there are none."""
        strokes, session = self.strokes, self._store.session
        if not strokes:
            return False
        self._strokes = {**self._strokes, self._store.book.scene.number: ()}
        self._past, self._future = [], []
        document = replace(session.document, ink=(*session.document.ink, *strokes))
        self._store.edit(replace(session, document=document), "keep the drawing")
        self.changed.emit()
        return True

    def undo(self) -> bool:
        """Take the last deed of the pen back, if nothing was done to the document since; return whether it was."""
        return bool(self.undo_label) and self._move(self._past, self._future)

    def redo(self) -> bool:
        """Do again what was taken back, if it is the next thing to be done; return whether it was."""
        return bool(self.redo_label) and self._move(self._future, self._past)

    def _record(self, strokes: tuple[InkStroke, ...], label: str) -> None:
        self._past.append(InkEntry(self._strokes, label, self._store.history.index, self._store.book.scene.number))
        self._future = []
        self._strokes = {**self._strokes, self._store.book.scene.number: strokes}
        self.changed.emit()

    def _move(self, here: list[InkEntry], there: list[InkEntry]) -> bool:
        """Take one deed back or do it again; from another scene only go to that in which it was done."""
        book = self._store.book
        place = book.place_of(here[-1].scene)
        if place is not None and place != book.current:
            self._store.walk(place)
            return True
        entry = here.pop()
        there.append(replace(entry, strokes=self._strokes))
        self._strokes = entry.strokes
        self.changed.emit()
        return True

    def _on_changed(self, old: Session, new: Session) -> None:
        if old.document is not new.document:
            self.changed.emit()  # another scene may be open

    def _forget(self) -> None:
        self._strokes, self._live, self._past, self._future = NOTHING, None, [], []
