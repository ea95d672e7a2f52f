"""The commands on the scenes of a book: keep, update, walk, reorder, and what is made of them for others."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QBoxLayout, QFileDialog, QMenu

from mlexplorer.core.numbers import counted
from mlexplorer.core.writing import CannotWrite, write_all
from mlexplorer.edits import scene_edits
from mlexplorer.layers.pictures import Picture
from mlexplorer.session.session import Book
from mlexplorer.session.storage import BadFile
from mlexplorer.ui.actions import command
from mlexplorer.ui.scenes.scene_dots import SceneCorner

if TYPE_CHECKING:
    from mlexplorer.ui.scenes.speaker_window import SpeakerWindow
    from mlexplorer.ui.window import Window

HANDOUT = "handout"


@command("keep_scene", "Keep this scene", ("Ctrl+M",), "Scenes", "save")
def keep_scene(window: "Window") -> None:
    """Make what is shown a scene of the book, with a title and a note."""
    store = window.store
    store.edit_book(scene_edits.kept(store.book), "keep a scene")
    say(window, f"Kept as scene {store.book.current + 1} of {len(store.book.scenes)} · Ctrl+U updates it")
    if not window.presenting:
        window.scene_strip.edit_title()


@command("update_scene", "Update scene", ("Ctrl+U",), "Scenes")
def update_scene(window: "Window") -> None:
    """Keep the open scene as it is now."""
    scene = window.store.book.scene
    if not scene.kept:
        say(window, "This scene is not kept yet: Ctrl+M keeps it.")
    elif scene.sitting is None:
        say(window, "Nothing to update: the scene is as it was kept.")
    else:
        window.store.update_scene()
        say(window, f"“{scene.title}” is kept as it is now.")


@command("next_scene", "Next scene", ("PgDown",), "Scenes", "forward")
def next_scene(window: "Window") -> None:
    """Walk to the next scene."""
    walk(window, window.store.book.current + 1)


@command("previous_scene", "Previous scene", ("PgUp",), "Scenes", "back")
def previous_scene(window: "Window") -> None:
    """Walk to the scene before."""
    walk(window, window.store.book.current - 1)


@command("move_scene_back", "Move the scene forward", ("Ctrl+PgUp",), "Scenes")
def move_scene_back(window: "Window") -> None:
    """Let the open scene come one place earlier."""
    _move(window, -1)


@command("move_scene_on", "Move the scene back", ("Ctrl+PgDown",), "Scenes")
def move_scene_on(window: "Window") -> None:
    """Let the open scene come one place later."""
    _move(window, 1)


@command("rename_scene", "Title and note…", (), "Scenes")
def rename_scene(window: "Window") -> None:
    """Let the title of the open scene be typed; one that is not kept is kept."""
    if window.store.book.scene.kept:
        window.scene_strip.edit_title()
    else:
        keep_scene(window)


@command("duplicate_scene", "Duplicate the scene", (), "Scenes", "copy")
def duplicate_scene(window: "Window") -> None:
    """Put a copy of the open scene after it."""
    book = window.store.book
    window.store.edit_book(scene_edits.duplicated(book, book.scene.number), "duplicate a scene")


@command("remove_scene", "Remove the scene", (), "Scenes", "delete")
def remove_scene(window: "Window") -> None:
    """Take the open scene out of the book; undo brings it back."""
    book = window.store.book
    if len(book.scenes) == 1:
        say(window, "This is the only scene: File, New begins anew.")
    else:
        window.scene_strip.remove(book.scene.number)


@command("scene_strip", "Scenes as pictures", ("Ctrl+7",), "Scenes", is_on=lambda window: window.scene_strip.is_wanted)
def scene_strip(window: "Window") -> None:
    """Show the scenes above the timeline, or put them away."""
    window.scene_strip.toggle()


@command(
    "speaker", "Speaker’s window", ("Ctrl+F5",), "Scenes", "present", is_on=lambda window: _speaker(window) is not None
)
def speaker(window: "Window") -> None:
    """Show the scene, the next one, the note and the clock in a window of their own, on the second screen if any."""
    from mlexplorer.ui.scenes.speaker_window import SpeakerWindow  # start-up time

    known = _speaker(window)
    if known is not None:
        known.close()
        return
    made = SpeakerWindow(window.store, window.jobs, window)
    for name in ("next_scene", "previous_scene", "play", "forward", "back", "speaker", "present"):
        made.addAction(window.actions_by_name[name])
    made.looks_at(lambda: window.beside if window.beside.planes else window.plane.canvas, window.work.pictured)
    window.closed.connect(made.close)
    made.show_beside(window)


@command("handout", "Handout…", (), "Scenes", "figure")
def make_handout(window: "Window") -> None:
    """Ask for a file and write the book to it: a scene with its note on each page."""
    name, _ = QFileDialog.getSaveFileName(window, "Handout", window.store.folder, "PDF (*.pdf)")
    if name:
        path = Path(name if name.lower().endswith(".pdf") else f"{name}.pdf")
        say(window, f"Writing {path.name} …")
        book = window.store.book
        window.jobs.request(HANDOUT, lambda: _handout_written(book, path), urgency=1)


def walk(window: "Window", place: int) -> None:
    """Open the scene at a place, and let it play if it says so; say where one is."""
    book = window.store.book
    if len(book.scenes) == 1:
        say(window, "There is one scene only: Ctrl+M keeps it, and then the next.")
        return
    if not 0 <= place < len(book.scenes):
        say(window, "This is the last scene." if place > 0 else "This is the first scene.")
        return
    window.timeline.stop()
    window.store.walk(place)
    scene = book.scenes[place]
    say(window, f"Scene {place + 1} of {len(book.scenes)} · {scene.title}")
    if scene.plays:
        _play_once_there(window, scene.number)


def connect(window: "Window") -> None:
    """Let the strip of scenes ask for what the commands do, and the panel offer what the book does."""
    window.store.book_changed.connect(window.show_switches)
    window.store.book_changed.connect(window.panel.model_picker.fill)
    strip = window.scene_strip
    strip.keep_wanted.connect(partial(window.run, "keep_scene"))
    strip.update_wanted.connect(partial(window.run, "update_scene"))
    strip.walk_wanted.connect(partial(walk, window))
    strip.menu_wanted.connect(partial(show_menu, window))
    window.jobs.arrived.connect(partial(tell_handout, window))


def put_dots(window: "Window", corner: QBoxLayout) -> None:
    """Put the dots of the scenes into a corner of the stage."""
    dots = SceneCorner(window.store)
    dots.dots.chosen.connect(partial(walk, window))
    corner.addWidget(dots)


def show_menu(window: "Window", number: int, where: QPoint) -> None:
    """Offer what can be done with one of the scenes, which is opened first."""
    place = window.store.book.place_of(number)
    if place is not None and place != window.store.book.current:
        walk(window, place)
    menu = QMenu(window)
    menu.aboutToHide.connect(menu.deleteLater)
    for name in ("update_scene", "rename_scene", "duplicate_scene", "remove_scene"):
        menu.addAction(window.actions_by_name[name])
    menu.popup(where)


def tell_handout(window: "Window", kind: str, words: object) -> None:
    """Say that a handout was written, or why not."""
    if kind == HANDOUT and isinstance(words, str):
        window.plane.hint(words)


def _handout_written(book: Book, path: Path) -> Iterator[str | None]:
    from mlexplorer.figures import handout  # start-up time

    name = path.stem
    try:
        for content in handout.written(book, name):
            if content is None:
                yield None
            else:
                write_all({path: content})
    except (CannotWrite, BadFile) as error:
        yield str(error)
    else:
        yield f"The handout is in {path.name}: {counted(len(book.scenes), 'scene')}."


def _speaker(window: "Window") -> "SpeakerWindow | None":
    return next((child for child in window.children() if child.objectName() == "speaker"), None)  # type: ignore[return-value] # only it has this name


def _move(window: "Window", by: int) -> None:
    book = window.store.book
    place = book.current + by
    if 0 <= place < len(book.scenes):
        window.store.edit_book(scene_edits.moved(book, book.scene.number, place), "move a scene")
        say(window, f"Scene {place + 1} of {len(book.scenes)} now")


def _play_once_there(window: "Window", number: int) -> None:
    """Play as soon as the steps of a scene have come, unless another one is open by then."""

    def play(picture: Picture) -> None:
        if window.store.book.scene.number != number:
            window.work.pictured.disconnect(play)
        elif picture.snapshot.session == window.store.session and window.timeline.is_walkable:
            window.work.pictured.disconnect(play)
            window.timeline.play()

    window.work.pictured.connect(play)


def say(window: "Window", words: str) -> None:
    """Answer in a few words on the plane that is seen."""
    shown = window.beside.planes[0] if window.beside.planes else window.plane
    shown.toast(words)
