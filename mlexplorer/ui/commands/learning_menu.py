"""The commands for learning alone: the gallery of ready scenes, the lessons, and one's progress for a teacher."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QGraphicsOpacityEffect, QWidget

from mlexplorer.core.writing import CannotWrite
from mlexplorer.edits import scene_edits
from mlexplorer.lessons.finding import Findable
from mlexplorer.session.session import Scene, Session
from mlexplorer.session.storage import BadFile
from mlexplorer.ui.actions import command
from mlexplorer.ui.commands.help_menu import open_help
from mlexplorer.ui.look.ring import Ring
from mlexplorer.ui.sheets.offers import FindOffer, provider

if TYPE_CHECKING:
    from mlexplorer.lessons.lesson import Lesson
    from mlexplorer.lessons.questions import Question
    from mlexplorer.ui.plane.plane_view import PlaneView
    from mlexplorer.ui.sheets.gallery_sheet import GallerySheet
    from mlexplorer.ui.window import Window

LEARN = "Learn"
QUESTIONS = "questions"  # the page of help they stand on
FAINT = 0.45  # of parameters that are not the wanted one


@command("gallery", "Gallery", ("Ctrl+G",), "Help", "gallery")
def gallery(window: "Window") -> "GallerySheet":
    """Show every ready scene and every lesson."""
    return _opened(window)


@command("lessons", "Lessons", ("Ctrl+Shift+L",), "Help", "lessons")
def lessons(window: "Window") -> "GallerySheet":
    """Show the gallery at its lessons."""
    return _opened(window, "lessons")


@command("scene_words", "What to do here", (), "Help", "hint")
def scene_words(window: "Window") -> None:
    """Say again what to do in the open scene, and what to see."""
    scene = window.store.book.scene
    words = f"{scene.do} {scene.see}".strip() or scene.note
    window.plane.hint(words or "Nothing was written to this scene. The gallery (Ctrl+G) has some that tell what to do.")


@command("open_lesson", "Open a lesson from a file…", (), "Help")
def open_lesson(window: "Window") -> None:
    """Ask for the file of a lesson and begin it."""
    from mlexplorer.lessons import lesson  # start-up time

    name, _ = QFileDialog.getOpenFileName(window, "Open a lesson", window.store.folder, f"Lessons (*{lesson.SUFFIX})")
    if not name:
        return
    try:
        window.lesson.begin(Path(name).name, lesson.load(Path(name)))
    except BadFile as error:
        window.plane.hint(str(error), "warning")


@command("export_progress", "Export your progress…", (), "Help")
def export_progress(window: "Window") -> None:
    """Ask for a file and write to it what was reached in every lesson."""
    from mlexplorer.lessons import progress  # start-up time

    name, _ = QFileDialog.getSaveFileName(window, "Export your progress", window.store.folder, "Progress (*.json)")
    if not name:
        return
    path = Path(name if name.endswith(".json") else f"{name}.json")
    try:
        progress.save(progress.load(), path)
    except CannotWrite as error:
        window.plane.hint(str(error), "warning")
        return
    window.plane.hint(f"Your progress is in {path.name}.")


def choose(window: "Window", kind: str, name: str) -> None:
    """Open a scene in place of the present one, or begin a lesson; undo brings back what was open."""
    from mlexplorer.lessons import lesson, scenes  # start-up time

    if kind == "lesson":
        window.lesson.begin(name, lesson.named(name))
        return
    scene = scenes.named(name)
    window.store.open_scene(scene, f"open “{scene.title}”")
    _shown_plane(window).hint(f"{scene.do} {scene.see}")


def add(window: "Window", name: str) -> None:
    """Add a ready scene to the book as a new scene; what is open stays open."""
    from mlexplorer.lessons import scenes  # start-up time

    scene = scenes.named(name)
    window.store.edit_book(scene_edits.added(window.store.book, scene), f"add “{scene.title}”")


def _shown_plane(window: "Window") -> "PlaneView":
    """Return the plane that says something: the first of several side by side."""
    return window.beside.planes[0] if window.beside.planes else window.plane


@provider
def questions(window: "Window") -> Iterator[FindOffer]:
    """Offer what people ask; taking a question opens what shows the answer, and says it."""
    from mlexplorer.lessons import questions as asked  # start-up time
    from mlexplorer.lessons import scenes  # start-up time

    for one in asked.questions():
        kind, _, name = one.links[0].partition(":")
        entry = Findable(f"question:{one.words}", one.words, LEARN, one.answer, -3.0)
        pictured = partial(_session_of, scenes.named(name)) if kind == "scene" else None
        take, about = partial(_answer, window, one), (QUESTIONS,) if kind == "scene" else ()
        yield FindOffer(
            entry, take, "help", "question", about=about, said=one.answer, becomes=pictured, pictured=pictured
        )


def _answer(window: "Window", one: "Question") -> None:
    """Open the first thing that shows the answer to a question: a scene, a command, or a page of help."""
    from mlexplorer.lessons import scenes  # start-up time

    kind, _, name = one.links[0].partition(":")
    if kind == "command":
        window.run(name)
    elif kind == "scene":
        choose(window, kind, name)
        _shown_plane(window).hint(f"{one.answer} {scenes.named(name).do}")
    else:
        open_help(window, one.links[0])


@provider
def ready_scenes(window: "Window") -> Iterator[FindOffer]:
    """Offer every ready scene, also on the pages of its models, its source and its view."""
    from mlexplorer.lessons import scenes  # start-up time

    for topic, row in scenes.by_topic().items():
        for name, scene in row.items():
            pages = _pages(scene.session)
            also = f"scene {topic.title} {scene.do} {scene.see} {' '.join(pages)}"
            entry = Findable(f"scene:{name}", scene.title, LEARN, also, -22.0)
            take = partial(choose, window, "scene", name)
            state, becomes = f"scene · {topic.title}", partial(_session_of, scene)
            yield FindOffer(
                entry, take, "gallery", state, about=pages, said=scene.do, becomes=becomes, pictured=becomes
            )


@provider
def ready_lessons(window: "Window") -> Iterator[FindOffer]:
    """Offer every lesson, also on the pages of its model and its source."""
    from mlexplorer.lessons import lesson  # start-up time

    for name, one in lesson.found().items():
        pages = _pages(one.beginning)
        entry = Findable(f"lesson:{name}", one.title, LEARN, f"lesson {one.text} {' '.join(pages)}", -23.0)
        take, said = partial(choose, window, "lesson", name), f"A lesson. {one.goals[0].words}."
        pictured = partial(_beginning_of, one)
        yield FindOffer(entry, take, "lessons", "lesson", about=pages, said=said, pictured=pictured)


def _session_of(scene: Scene) -> Session:
    return scene.session


def _beginning_of(one: "Lesson") -> Session:
    return one.beginning


def _pages(session: Session) -> tuple[str, ...]:
    """Return the pages of help that a session is an example of."""
    models = [f"model:{run.model.public_name()}" for run in session.document.runs]
    view = [f"view:{session.view.panel}"] if session.view.panel else []
    studies = [f"study:{study.public_name()}" for study in session.document.studies]
    return tuple(dict.fromkeys([*models, f"source:{session.document.source.public_name()}", *view, *studies]))


def _opened(window: "Window", topic: str = "") -> "GallerySheet":
    from mlexplorer.ui.sheets.gallery_sheet import GallerySheet  # start-up time

    sheet = GallerySheet(window.jobs, window, topic)
    sheet.chosen.connect(partial(choose, window))
    sheet.added.connect(partial(add, window))
    sheet.open()
    return sheet


def point_at(window: "Window", ring: Ring, name: str) -> None:
    """Put the ring around the control of a name that `lessons/wanted.py` gives; "" takes it away.

    Around a parameter, those fade that the lesson does not need.
    """
    wanted, panel = control(window, name), window.panel
    ring.show_around(wanted)
    forms = {"model": panel.model_form, "holdout": panel.holdout_form, "source": panel.source_form}
    rows = {row: f"{kind}:{row.spec.name}" for kind, form in forms.items() for row in form.rows}
    clear = rows.values() if wanted not in rows else window.lesson.needed
    for row, named in rows.items():
        faint = None if named in clear else QGraphicsOpacityEffect(row, opacity=FAINT)
        row.setGraphicsEffect(faint)  # type: ignore[arg-type] # None takes it away


def control(window: "Window", name: str) -> QWidget | None:
    """Return the part of the window that a name of `lessons/wanted.py` means; None if it is not there."""
    kind, _, part = name.partition(":")
    panel = window.panel
    if kind in ("model", "source"):
        form, picker = (
            (panel.model_form, panel.model_picker) if kind == "model" else (panel.source_form, panel.source_picker)
        )
        form.reveal(part)
        rows = {row.spec.name: row for row in form.rows}
        return rows.get(part, picker)
    found: dict[str, QWidget | None] = {
        "tool": window.toolbar.tool_buttons.get(part),
        "transforms": panel.coordinates,
        "step": window.timeline.track,
        "view": window.linked,
    }
    return found.get(kind)
