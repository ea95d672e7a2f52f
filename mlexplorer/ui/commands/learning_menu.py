"""The commands for learning alone: the gallery of ready scenes, the lessons, and one's progress for a teacher."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog

from mlexplorer.core.writing import CannotWrite
from mlexplorer.session.storage import BadFile
from mlexplorer.ui.actions import command

if TYPE_CHECKING:
    from mlexplorer.ui.sheets.gallery_sheet import GallerySheet
    from mlexplorer.ui.window import Window


@command("gallery", "Gallery", ("Ctrl+G",), "Help", "gallery")
def gallery(window: "Window") -> "GallerySheet":
    """Show every ready scene and every lesson."""
    return _opened(window)


@command("lessons", "Lessons", ("Ctrl+Shift+L",), "Help", "lessons")
def lessons(window: "Window") -> "GallerySheet":
    """Show the gallery at its lessons."""
    return _opened(window, "lessons")


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
    shown = window.beside.planes[0] if window.beside.planes else window.plane
    shown.hint(f"{scene.do} {scene.see}")


def _opened(window: "Window", topic: str = "") -> "GallerySheet":
    from mlexplorer.ui.sheets.gallery_sheet import GallerySheet  # start-up time

    sheet = GallerySheet(window.jobs, window, topic)
    sheet.chosen.connect(partial(choose, window))
    sheet.open()
    return sheet
