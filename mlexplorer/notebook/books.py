"""Books: several sessions of a notebook as the scenes of one file, or on paper."""

from collections.abc import Mapping
from pathlib import Path

from mlexplorer.core.writing import write_all
from mlexplorer.notebook.given import path_of
from mlexplorer.notebook.pictures import write_book
from mlexplorer.session.session import Book, Scene, Session
from mlexplorer.session.storage import LONGEST_NOTE


def book(scenes: Mapping[str, Session], path: str | Path, notes: Mapping[str, str] | None = None) -> None:
    """Write several sessions as the scenes of one file, by their titles: a lecture, to be walked through.

    notes are what the speaker's window shows of a scene, by title. A path that ends in .pdf gets a handout: every scene
    with its title, its picture and its note on a page.
    """
    if not isinstance(scenes, Mapping) or not scenes or not all(isinstance(each, Session) for each in scenes.values()):
        raise ValueError("A book needs sessions by their titles, such as {'First': session}.")
    said = dict(notes or {})
    unknown = [title for title in said if title not in scenes]
    if unknown:
        raise ValueError(f"There is a note for {unknown[0]!r}, but no such scene.")
    if max(map(len, said.values()), default=0) > LONGEST_NOTE:
        raise ValueError(f"A note has at most {LONGEST_NOTE:,} letters.")
    pages = tuple(
        Scene(Session(each.document, each.view), str(title), said.get(title, ""), kept=True)
        for title, each in scenes.items()
    )
    place = path_of(path)
    if place.suffix.lower() == ".pdf":
        _write_handout(Book(pages), place)
    else:
        write_book(Book(pages), place)


def _write_handout(lecture: Book, place: Path) -> None:
    from mlexplorer.figures import handout  # start-up time

    (content,) = (found for found in handout.written(lecture, place.stem) if found is not None)
    write_all({place: content})
