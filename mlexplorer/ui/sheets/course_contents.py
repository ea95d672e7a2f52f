"""The contents page of a course: a row of cards for every book, then its lessons and its tables."""

from pathlib import Path

from mlexplorer.core.numbers import counted, shortened
from mlexplorer.core.table import BadTable
from mlexplorer.edits.scene_edits import usual_title
from mlexplorer.lessons import course, progress
from mlexplorer.lessons.course import Course
from mlexplorer.lessons.scenes import Topic
from mlexplorer.session.opening import empty
from mlexplorer.session.session import Scene, Session
from mlexplorer.tables.choosing import Wanted, imported
from mlexplorer.ui.sheets.gallery_card import Entry
from mlexplorer.ui.sheets.gallery_sheet import Contents

LONGEST = 60  # letters of a title
LARGE = 1_000_000  # bytes of a table that is not read for its card
BETWEEN = "#"  # stands between the name of a book and the place of a scene in it
LESSONS, TABLES = ".lessons", ".tables"  # no files have these names in a course


def contents_of(shown: Course, folder: Path) -> Contents:
    """Return the cards of a course whose files lie in a folder."""
    rows: dict[Topic, list[Entry]] = {}
    for name, book in shown.books.items():
        count = counted(len(book.scenes), "scene")
        cards = [_scene(f"{name}{BETWEEN}{place}", each) for place, each in enumerate(book.scenes)]
        rows[Topic(name, course.title_of(name), count)] = cards
    solved = progress.load().done
    if shown.lessons:
        rows[Topic(LESSONS, "Lessons", "a question each")] = [
            Entry("lesson", name, each.title, each.text, "", each.beginning, name in solved)
            for name, each in shown.lessons.items()
        ]
    if shown.tables:
        rows[Topic(TABLES, "Data", "points to open")] = [_table(folder, name) for name in shown.tables]
    return Contents(shortened(shown.title, LONGEST), rows, shown.text, "Contents", "arrows choose · Enter opens")


def scene_of(name: str) -> tuple[str, int]:
    """Return which book a card stands for, and the place of its scene."""
    book, _, place = name.rpartition(BETWEEN)
    return book, int(place)


def _scene(name: str, scene: Scene) -> Entry:
    title = scene.title or usual_title(scene.session)
    return Entry("scene", name, title, scene.note or scene.do, scene.see, scene.session)


def _table(folder: Path, name: str) -> Entry:
    """Return the card of a table, with a picture of its points if that takes no time."""
    session, words = empty().session, "A table of points"
    try:
        if (folder / name).stat().st_size <= LARGE:
            data = imported(folder / name, Wanted()).data
            session, words = session.with_points(data), counted(len(data), "point")
    except (BadTable, OSError, ValueError):
        words = "The table cannot be read as it is: opening it tells why."
    return Entry("table", name, course.title_of(name), words, "", _points_alone(session))


def _points_alone(session: Session) -> Session:
    view = session.view
    for layer in ("regions", "boundary", "errors"):
        view = view.switched(layer, False)
    return Session(session.document, view)
