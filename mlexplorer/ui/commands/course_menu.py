"""The commands on courses: open one, show its contents, limit a book to what was reached, and show all again."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog

from mlexplorer.core.writing import CannotWrite
from mlexplorer.layers import plane
from mlexplorer.session.profile import Profile
from mlexplorer.session.session import Book
from mlexplorer.session.storage import BadFile
from mlexplorer.ui.actions import command

if TYPE_CHECKING:
    from mlexplorer.ui.sheets.gallery_sheet import GallerySheet
    from mlexplorer.ui.window import Window


@command("open_course", "Open a course…", (), "File")
def ask_course(window: "Window") -> None:
    """Ask for the folder of a course and open it; a packed one is opened like a file."""
    name = QFileDialog.getExistingDirectory(window, "Open a course", window.store.folder)
    if name:
        open_course(window, Path(name))


@command("course", "Contents of the course", ("Ctrl+Shift+O",), "File")
def show_contents(window: "Window") -> "GallerySheet | None":
    """Show the books, lessons and tables of the open course."""
    from mlexplorer.ui.sheets.course_contents import contents_of  # start-up time
    from mlexplorer.ui.sheets.gallery_sheet import GallerySheet  # start-up time

    if window.course is None:
        window.plane.hint("No course is open: File, Open a course shows a folder of books as one.")
        return None
    sheet = GallerySheet(window.jobs, window, contents=contents_of(window.course.shown, window.course.folder))
    sheet.chosen.connect(partial(choose, window))
    sheet.open()
    return sheet


@command(
    "show_all_models", "Show all models and layers", (), "View", is_on=lambda window: window.store.book.limits is None
)
def show_all(window: "Window") -> None:
    """Offer everything, or what the course has reached again."""
    book = window.store.book
    if book.profile is None:
        window.plane.hint("Everything is offered: this book does not limit models or layers.")
    else:
        window.store.show_all(not book.shows_all)
        window.plane.toast("Everything is offered" if window.store.book.shows_all else "What the course has reached")


@command(
    "limit_book",
    "Offer only what its scenes use",
    (),
    "Scenes",
    is_on=lambda window: window.store.book.profile is not None,
)
def limit_book(window: "Window") -> None:
    """Limit the book to the models and layers of its scenes, for those who open it; or no longer."""
    book = window.store.book
    if book.profile is None:
        window.store.edit_book(replace(book, profile=profile_of(book)), "limit the book")
        window.plane.hint("Only the models and layers of its scenes are offered now; View, Show all undoes it.")
    else:
        window.store.edit_book(replace(book, profile=None), "offer everything")
        window.plane.hint("Every model and layer is offered again.")


def profile_of(book: Book) -> Profile:
    """Return what the scenes of a book use: their models, and the layers that one of them shows."""
    sessions = [scene.now for scene in book.scenes]
    models = dict.fromkeys(run.model.public_name() for each in sessions for run in each.document.runs)
    layers = [kind.name for kind in plane.LAYERS if any(each.view.shows(kind.name, kind.shown) for each in sessions)]
    return Profile(tuple(models), tuple(layers))


def open_course(window: "Window", path: Path) -> None:
    """Open the course in a folder or in a packed file, and show its contents."""
    from mlexplorer.lessons.open_course import OpenCourse  # start-up time

    try:
        opened = OpenCourse(path)
    except (BadFile, CannotWrite) as error:
        window.plane.hint(str(error), "warning")
        return
    if window.course is not None:
        window.course.close()
    window.course = opened
    window.closed.connect(opened.close)
    show_contents(window)


def choose(window: "Window", kind: str, name: str) -> None:
    """Open what a card of the contents page stands for."""
    from mlexplorer.ui.commands.tables import open_table  # start-up time
    from mlexplorer.ui.sheets.course_contents import scene_of  # start-up time

    opened = window.course
    if opened is None:
        return
    if kind == "lesson":
        window.lesson.begin(name, opened.shown.lessons[name])
    elif kind == "table":
        open_table(window, opened.folder / name)
    elif window.files.may_leave():
        file, place = scene_of(name)
        window.store.open(replace(opened.shown.books[file], current=place), opened.home_of(file))
