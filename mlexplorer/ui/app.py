"""Starts the program: threads, application, theme, window."""

import gc
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mlexplorer.ui.window import Window

ROUNDS = 5  # of events after which what arrived last has its place
BEAT = 10  # milliseconds after which a wait looks again, whatever happens


def run(arguments: list[str]) -> int:
    """Open the window, with a file if one is named, and return the exit code."""
    prepare_threads()
    import_quietly()
    from PySide6.QtCore import Qt  # start-up time
    from PySide6.QtWidgets import QApplication  # start-up time

    from mlexplorer.session.opening import opening  # start-up time
    from mlexplorer.session.storage import BadFile  # start-up time
    from mlexplorer.ui.commands.files import is_course, is_table, opened  # start-up time
    from mlexplorer.ui.commands.tables import open_table  # start-up time
    from mlexplorer.ui.look import icons  # start-up time

    application = QApplication.instance() or QApplication(["ML Explorer"])
    assert isinstance(application, QApplication)
    application.setApplicationName("ML Explorer")
    application.setOrganizationName("ML Explorer")
    application.setWindowIcon(icons.program_icon())
    path = Path(arguments[0]) if arguments else None
    words, icon = "", "hint"
    book, table, folder = None, None, None
    if path is not None and is_course(path):
        path, folder = None, path
    if path is not None and is_table(path):
        path, table = None, path
    if path is not None:
        try:
            book, path = opened(path)
            words = book.scenes[0].do or words
        except BadFile as error:
            path, words, icon = None, str(error), "warning"
    from mlexplorer.ui.safety.safety import keep_safe, listen_for_crashes  # start-up time
    from mlexplorer.ui.window import Window  # start-up time

    window = Window(book or opening(), path)
    listen_for_crashes(window, keep_safe(window))
    window.show()
    window.work.pictured.connect(lambda _: begin_first_minute(window), Qt.ConnectionType.SingleShotConnection)
    if words:
        window.plane.hint(words, icon)
    if table is not None:
        open_table(window, table)
    if folder is not None:
        window.files.open(folder)
    gc.freeze()  # what stands by now stays: the collector need not look through it during a drag
    gc.enable()
    return application.exec()


def begin_first_minute(window: "Window") -> None:
    """Show hints and news, once there is a picture: they are not for the first paint."""
    from mlexplorer.ui.sheets.first_hints import begin  # start-up time

    begin(window)


def picture(path: Path, theme: str = "light", size: tuple[int, int] = (1440, 900), file: str | None = None) -> None:
    """Draw the window to a picture, without a display: how the pictures of the README are made."""
    prepare_threads()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QBuffer, QByteArray, QEventLoop, QIODevice, QTimer  # start-up time
    from PySide6.QtWidgets import QApplication  # start-up time

    from mlexplorer.core.writing import CannotWrite, write_all  # start-up time
    from mlexplorer.session.opening import opening  # start-up time

    application = QApplication.instance() or QApplication(["ML Explorer"])
    from mlexplorer.ui.commands.files import opened  # start-up time
    from mlexplorer.ui.commands.view_menu import show_as  # start-up time
    from mlexplorer.ui.window import Window  # start-up time

    window = Window(opening() if file is None else opened(file)[0])
    window.resize(*size)  # before the theme: a presentation takes its scale from the height
    show_as(window, theme)
    window.show()
    beat = QTimer(interval=BEAT)
    beat.start()
    while window.plane.picture is None or not window.plane.picture.snapshot.finished or window.jobs.busy:
        application.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)  # the worker has the processor
    beat.stop()
    for _ in range(ROUNDS):
        application.processEvents()
    grabbed = window.grab()
    window.jobs.stop()
    words = f"{path} could not be written: name a picture, such as window.png, in a folder you may use."
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not grabbed.save(buffer, path.suffix[1:]):
        raise CannotWrite(words)
    try:
        write_all({path: bytes(data.data())})
    except CannotWrite as error:
        raise CannotWrite(words) from error


def import_quietly() -> None:
    """Import what needs no Qt before Qt: once PySide is there it reads the source of every module that follows.

    Nothing of it is garbage, so nobody looks for any until the window stands, a tenth of the time.
    """
    gc.disable()
    import mlexplorer.layers.plane  # start-up time
    import mlexplorer.models.svm  # start-up time
    import mlexplorer.pipeline.pipeline  # noqa: F401 - start-up time


def prepare_threads() -> None:
    """Set NumPy to one thread and let the window have the interpreter often; before NumPy is imported."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    sys.setswitchinterval(0.0005)
