"""Undo and redo as a list of books: frozen values share what they have in common."""

from dataclasses import dataclass, replace
from typing import Any

from mlexplorer.session.session import Book, Document, View

MOST_BYTES = 256_000_000
MOST_ENTRIES = 1000
MOST_LOOKS = 200


@dataclass(frozen=True)
class HistoryEntry:
    """A book, what was done to reach it, and the gesture it belongs to."""

    book: Book
    label: str
    merge: str = ""


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

    def record(self, book: Book, label: str, merge: str = "") -> "History":
        """Return the history with a book as the newest; within one gesture (equal merge) it replaces the top."""
        kept = self.entries[: self.index + 1]
        if merge and kept[-1].merge == merge and self.index:
            kept = kept[:-1]
        entries = _bounded((*kept, HistoryEntry(book, label, merge)))
        return History(entries, len(entries) - 1)

    def look(self, book: Book) -> "History":
        """Return the history whose present book differs in views only: no new entry."""
        entry = replace(self.entries[self.index], book=book)
        return replace(self, entries=(*self.entries[: self.index], entry, *self.entries[self.index + 1 :]))

    def undo(self) -> "History":
        """Return the history one entry back; the view stays as it is."""
        return self._moved(-1)

    def redo(self) -> "History":
        """Return the history one entry on; the view stays as it is."""
        return self._moved(1)

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
        return Looks((*self.past, view)[-MOST_LOOKS:])

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
    """Return a book that looks at its documents as the present one does, scene by scene; another scene as it did."""
    if len(book.scenes) != len(present.scenes):
        return book
    scenes = tuple(
        replace(old, session=replace(old.session, view=new.session.view)) if old.title == new.title else old
        for old, new in zip(book.scenes, present.scenes, strict=True)
    )
    return replace(book, scenes=scenes)


def _bounded(entries: tuple[HistoryEntry, ...]) -> tuple[HistoryEntry, ...]:
    """Return the newest entries that fit the limits; points shared between entries count once."""
    kept, total, seen = 0, 0, set()
    for entry in reversed(entries):
        for document in (scene.session.document for scene in entry.book.scenes):
            if id(document.points) not in seen:
                seen.add(id(document.points))
                total += _size(document)
        if kept and (total > MOST_BYTES or kept >= MOST_ENTRIES):
            break
        kept += 1
    return entries[len(entries) - kept :]


def _size(document: Document) -> int:
    return 1000 + (0 if document.points is None else 34 * len(document.points))
