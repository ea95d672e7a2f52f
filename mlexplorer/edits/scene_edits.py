"""What a hand does to the scenes of a book: keep, add, update, restore, describe, move, duplicate, remove, walk."""

from collections.abc import Callable
from dataclasses import replace

from mlexplorer.session.session import Book, Scene, Session

Change = Callable[[Scene], Scene]


def opened(book: Book, scene: Scene) -> Book:
    """Return the book with another scene open: in place of one that is not kept, or after one that is."""
    fresh = replace(scene, number=book.next_number, kept=False, sitting=None)
    after = book.current + book.scene.kept
    scenes = (*book.scenes[:after], fresh, *book.scenes[book.current + 1 :])
    return replace(book, scenes=scenes, current=after)


def added(book: Book, scene: Scene) -> Book:
    """Return the book with another scene kept as its last; the open one stays open."""
    title, note = _other_title(book, scene.title), scene.note or _told(scene)
    fresh = replace(scene, title=title, note=note, number=book.next_number, kept=True, sitting=None)
    return replace(book, scenes=(*book.scenes, fresh))


def kept(book: Book) -> Book:
    """Return the book with the present session as a kept scene.

    One that is not kept becomes so; after a kept one a new one stands, and the kept one is as it was kept again.
    """
    scene = book.scene
    fresh = Scene(scene.now, scene.title, scene.note, scene.topic, scene.do, scene.see, kept=True)
    fresh = replace(fresh, title=fresh.title or usual_title(scene.now), note=fresh.note or _told(scene))
    if not scene.kept:
        return book.with_scene(replace(fresh, number=scene.number, plays=scene.plays))
    named = fresh.title if _is_named(scene) else usual_title(scene.now)
    fresh = replace(fresh, title=_other_title(book, named), number=book.next_number)
    scenes = (*book.scenes[: book.current], scene.as_kept, fresh, *book.scenes[book.current + 1 :])
    return replace(book, scenes=scenes, current=book.current + 1)


def updated(book: Book) -> Book:
    """Return the book whose open scene is kept as it is at present."""
    return book.with_scene(replace(book.scene, session=book.scene.now, sitting=None))


def restored(book: Book) -> Book:
    """Return the book whose open scene is as it was kept."""
    return book.with_scene(book.scene.as_kept)


def titled(book: Book, number: int, title: str) -> Book:
    """Return the book with another title of a scene."""
    return _with(book, number, lambda scene: replace(scene, title=title))


def noted(book: Book, number: int, note: str) -> Book:
    """Return the book with another note of a scene."""
    return _with(book, number, lambda scene: replace(scene, note=note))


def playing(book: Book, number: int, plays: bool) -> Book:
    """Return the book with a scene that plays when it is walked to, or no longer."""
    return _with(book, number, lambda scene: replace(scene, plays=plays))


def moved(book: Book, number: int, place: int) -> Book:
    """Return the book with a scene at another place; the open one stays open."""
    here = book.place_of(number)
    assert here is not None
    others = [*book.scenes[:here], *book.scenes[here + 1 :]]
    others.insert(min(max(place, 0), len(others)), book.scenes[here])
    return _with_open(replace(book, scenes=tuple(others)), book.scene.number, book.current)


def duplicated(book: Book, number: int) -> Book:
    """Return the book with a kept copy of a scene after it, which is open."""
    here = book.place_of(number)
    assert here is not None
    scene = book.scenes[here]
    title = _other_title(book, scene.title or usual_title(scene.now))
    copy = replace(scene, title=title, number=book.next_number, kept=True)
    return replace(book, scenes=(*book.scenes[: here + 1], copy, *book.scenes[here + 1 :]), current=here + 1)


def removed(book: Book, number: int) -> Book:
    """Return the book without a scene; the last one there is stays."""
    if len(book.scenes) == 1:
        return book
    left = tuple(scene for scene in book.scenes if scene.number != number)
    return _with_open(replace(book, scenes=left, current=0), book.scene.number, min(book.current, len(left) - 1))


def walked(book: Book, place: int) -> Book:
    """Return the book with another scene open; one that plays begins at the step it is kept at."""
    scene = book.scenes[place]
    if scene.plays:
        view = replace(scene.now.view, step=scene.session.view.step or 0)
        scene = scene.with_now(replace(scene.now, view=view))
    return replace(book, current=place).with_scene(scene)


def usual_title(session: Session) -> str:
    """Return what a scene is called that nobody has named."""
    return f"{session.run.model.title} · {session.document.source.title}"


def _is_named(scene: Scene) -> bool:
    """Return whether a person gave a kept scene its title: others follow the model and the source."""
    return not scene.title.startswith(usual_title(scene.session))


def _told(scene: Scene) -> str:
    return f"{scene.do} {scene.see}".strip()


def _other_title(book: Book, title: str) -> str:
    """Return a title that no scene has yet: with the next number behind it."""
    taken = {scene.title for scene in book.scenes}
    stem, _, last = title.rpartition(" ")
    stem = stem if last.isdigit() and stem else title
    tried = (f"{stem} {number}" for number in range(2, len(taken) + 3))
    return next(name for name in tried if name not in taken) if title in taken else title


def _with(book: Book, number: int, change: Change) -> Book:
    return replace(book, scenes=tuple(change(each) if each.number == number else each for each in book.scenes))


def _with_open(book: Book, number: int, otherwise: int) -> Book:
    place = book.place_of(number)
    return replace(book, current=otherwise if place is None else place)
