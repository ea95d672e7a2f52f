"""Undo and redo as a list of books: frozen values share what they have in common."""

from dataclasses import dataclass, replace
from typing import Any

from mlexplorer.core import memory
from mlexplorer.session.session import Book, Document, View


@dataclass(frozen=True)
class HistoryEntry:
    """A book, what was done to reach it, the gesture it belongs to, and the number of the scene it was done in."""

    book: Book
    label: str
    merge: str = ""
    where: int | None = None


@dataclass(frozen=True)
class History:
    """The entries so far and which one is present."""

    entries: tuple[HistoryEntry, ...]
    index: int = 0

    @property
    def book(self) -> Book:
        """The present book."""
        return self.entries[self.index].book

    @property
    def undo_label(self) -> str:
        """What undo would take back; empty if there is nothing."""
        return self.entries[self.index].label if self.index else ""

    @property
    def redo_label(self) -> str:
        """What redo would do again; empty if there is nothing."""
        return self.entries[self.index + 1].label if self.index + 1 < len(self.entries) else ""

    def record(self, book: Book, label: str, merge: str = "", where: int | None = None) -> "History":
        """Return the history with a book as the newest; within one gesture (equal merge) it replaces the top."""
        kept, newest = self.entries[: self.index + 1], HistoryEntry(book, label, merge, where)
        if merge and kept[-1].merge == merge and self.index:
            return History((*kept[:-1], newest), self.index)
        entries = _bounded((*kept, newest))
        return History(entries, len(entries) - 1)

    def look(self, book: Book) -> "History":
        """Return the history whose present book differs in views only: no new entry."""
        entry = replace(self.entries[self.index], book=book)
        return replace(self, entries=(*self.entries[: self.index], entry, *self.entries[self.index + 1 :]))

    def undo(self) -> "History":
        """Return the history one entry back; the view stays as it is. From another scene it only goes there."""
        return self.at_scene(self.index) or self._moved(-1)

    def redo(self) -> "History":
        """Return the history one entry on; the view stays as it is. From another scene it only goes there."""
        return self.at_scene(self.index + 1) or self._moved(1)

    def at_scene(self, index: int) -> "History | None":
        """Return the history at the scene in which an entry was made; None if that is open, or there is no such."""
        where = self.entries[index].where if 0 < index < len(self.entries) else None
        place = self.book.place_of(where)
        if place is None or place == self.book.current:
            return None
        return self.look(replace(self.book, current=place))

    def _moved(self, by: int) -> "History":
        index = min(max(self.index + by, 0), len(self.entries) - 1)
        return replace(self, index=index).look(_with_views(self.entries[index].book, self.book))


SWITCHED = ("switches", "units", "options", "panel")  # fields of a view that are switched, not moved along


@dataclass(frozen=True)
class Looks:
    """The switches of a view that can be taken back, beside the history of documents and without a part in it."""

    past: tuple[View, ...] = ()
    future: tuple[View, ...] = ()

    def record(self, view: View) -> "Looks":
        """Return the looks with the view that was left as the last one."""
        return Looks((*self.past, view)[-memory.LOOKS :])

    def undone(self, present: View) -> tuple[View, "Looks"]:
        """Return the present view with the last switch taken back, and the looks by then."""
        if not self.past:
            return present, self
        return _switched_as(present, self.past[-1]), Looks(self.past[:-1], (*self.future, present))

    def redone(self, present: View) -> tuple[View, "Looks"]:
        """Return the present view with the switch done again that was taken back last, and the looks by then."""
        if not self.future:
            return present, self
        return _switched_as(present, self.future[-1]), Looks((*self.past, present), self.future[:-1])


def is_switched(old: View, new: View) -> bool:
    """Return whether two views differ by a switch."""
    return any(getattr(old, name) != getattr(new, name) for name in SWITCHED)


def _switched_as(view: View, other: View) -> View:
    """Return a view with the switches of another; step, zoom and the rest stay."""
    kept: dict[str, Any] = {name: getattr(other, name) for name in SWITCHED}
    return replace(view, **kept)


def begin(book: Book) -> History:
    """Return a history that starts with a book."""
    return History((HistoryEntry(book, ""),))


def _with_views(book: Book, present: Book) -> Book:
    """Return a book that looks at its scenes as the present one does, and has the same one open.

    A scene that comes back is looked at as it was, and is open.
    """
    views = {scene.number: scene.now.view for scene in present.scenes}
    scenes = tuple(
        scene.with_now(replace(scene.now, view=views.get(scene.number, scene.now.view))) for scene in book.scenes
    )
    back = next((place for place, scene in enumerate(scenes) if scene.number not in views), None)
    place = book.place_of(present.scene.number) if back is None else back
    current = book.current if place is None else place
    return replace(book, scenes=scenes, current=current, shows_all=present.shows_all)


def _bounded(entries: tuple[HistoryEntry, ...]) -> tuple[HistoryEntry, ...]:
    """Return the newest entries that fit the limits; points shared between entries count once."""
    kept, total, seen = 0, 0, set()
    for entry in reversed(entries):
        for document in entry.book.documents:
            if id(document.points) not in seen:
                seen.add(id(document.points))
                total += _size(document)
        if kept and (total > memory.HISTORY or kept >= memory.ENTRIES):
            break
        kept += 1
    return entries[len(entries) - kept :]


def _size(document: Document) -> int:
    return 1000 + (0 if document.points is None else 34 * len(document.points))
