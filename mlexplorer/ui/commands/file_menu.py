"""The commands on files: open, save, export, copy as a program, print."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from mlexplorer.pipeline.point_display import HUGE
from mlexplorer.ui.actions import command
from mlexplorer.ui.commands.tables import TOO_MANY, exported_points

if TYPE_CHECKING:
    from mlexplorer.ui.window import Window


@command("new", "New", ("Ctrl+N",), "File", "new")
def new(window: "Window") -> None:
    """Begin with an empty plane."""
    window.files.new()
    window.toolbar.classes.forget()
    window.show_classes()


@command("open", "Open…", ("Ctrl+O",), "File", "open")
def open_file(window: "Window") -> None:
    """Ask for a file and open or load it: a session, a figure, or a table (CSV, Excel …) to import points from."""
    window.files.ask_open()


@command("save", "Save", ("Ctrl+S",), "File", "save")
def save(window: "Window") -> None:
    """Save to the file of this session, or ask for one."""
    window.files.save()


@command("save_as", "Save as…", ("Ctrl+Shift+S",), "File")
def save_as(window: "Window") -> None:
    """Save under another name."""
    window.files.ask_save()


@command("autosave", "Save by itself", (), "File", is_on=lambda window: window.files.autosave)
def autosave(window: "Window") -> None:
    """Save a session that has a file by itself, or only when told."""
    window.files.set_autosave(not window.files.autosave)


@command("recover", "Recover a session…", (), "File")
def recover(window: "Window") -> None:
    """Offer what windows that were not closed have left."""
    window.files.recovery_wanted.emit()


@command("export", "Export a figure…", ("Ctrl+E",), "File", "figure")
def export(window: "Window") -> None:
    """Open the export sheet."""
    from mlexplorer.ui.sheets.export_sheet import ExportSheet  # start-up time

    sheet = ExportSheet(window.store, window.work, window.jobs, window)
    sheet.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    sheet.told.connect(window.plane.hint)
    sheet.show()


@command("film", "Record a film…", ("Ctrl+Shift+F",), "File", "film")
def film(window: "Window") -> None:
    """Open the film sheet."""
    from mlexplorer.ui.sheets.film_sheet import FilmSheet  # start-up time
    from mlexplorer.views import catalogue  # start-up time

    picture = window.plane.picture
    views = {} if picture is None else catalogue.titles(picture.snapshot)
    sheet = FilmSheet(window.store, window.jobs, window, views)
    sheet.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    sheet.told.connect(window.plane.hint)
    sheet.show()


@command("export_again", "Export again", ("Ctrl+Shift+E",), "File")
def export_again(window: "Window") -> None:
    """Write the figure to the same file with the same options, or ask for them."""
    from mlexplorer.ui.sheets.export_again import ExportAgain  # start-up time

    again = window.findChild(ExportAgain)
    if again is None:
        again = ExportAgain(window.jobs, window)
        again.told.connect(window.plane.hint)
    if not again.begin(window.store.session):
        export(window)


@command("export_points", "Export points…", ("Ctrl+Shift+P",), "File", "table")
def export_points(window: "Window") -> None:
    """Ask for a file and write the points to it."""
    window.files.ask_export(exported_points(window))


@command("copy_literal", "Copy points as NumPy arrays", ("Ctrl+Shift+C",), "File")
def copy_literal(window: "Window") -> None:
    """Copy the points as lines of Python."""
    from mlexplorer.tables.exporting import numpy_literal  # start-up time
    from mlexplorer.ui.commands import clipboard  # start-up time

    data = exported_points(window)
    if len(data) > HUGE:
        window.plane.hint(TOO_MANY)
        return
    clipboard.copy(numpy_literal(data))
    window.plane.hint("Copied the points as NumPy arrays: paste them into a program.")


@command("copy_python:mlexplorer", "Copy as Python", ("Ctrl+Shift+Y",), "File")
def copy_python(window: "Window") -> None:
    """Copy a script that makes the same data and model with this package."""
    _copy_script(window, "mlexplorer")


@command("copy_python:sklearn", "Copy as Python with scikit-learn", (), "File")
def copy_sklearn(window: "Window") -> None:
    """Copy a script that makes the same data and model without this package."""
    _copy_script(window, "sklearn")


@command("print", "Print…", ("Ctrl+P",), "File")
def print_figure(window: "Window") -> None:
    """Ask for a printer and print the figure."""
    from mlexplorer.ui.sheets.printing import ask_and_print  # start-up time

    words = ask_and_print(window.store, window)
    if words:
        window.plane.hint(words)


@command("quit", "Quit", ("Ctrl+Q",), "File")
def leave(window: "Window") -> None:
    """Close the window."""
    window.close()


def _copy_script(window: "Window", form: str) -> None:
    from mlexplorer.figures.exports.scripts import notebook_script  # start-up time
    from mlexplorer.figures.exports.sklearn_scripts import sklearn_script  # start-up time
    from mlexplorer.ui.commands import clipboard  # start-up time

    picture = window.plane.picture
    if picture is None:
        return
    try:
        script = (sklearn_script if form == "sklearn" else notebook_script)(picture.snapshot)
    except ValueError as error:
        window.plane.hint(str(error))
        return
    clipboard.copy(script)
    window.plane.hint("Copied a script.")
