"""Starts the program: threads, application, theme, window."""

import os
import sys
from pathlib import Path


def run(arguments: list[str]) -> int:
    """Open the window, with a file if one is named, and return the exit code."""
    prepare_threads()
    from PySide6.QtWidgets import QApplication  # start-up time

    from mlexplorer.session.opening import opening  # start-up time
    from mlexplorer.session.storage import BadFile, load  # start-up time
    from mlexplorer.ui import icons  # start-up time

    application = QApplication.instance() or QApplication(["ML Explorer"])
    assert isinstance(application, QApplication)
    application.setApplicationName("ML Explorer")
    application.setOrganizationName("ML Explorer")
    application.setWindowIcon(icons.program_icon())
    path = Path(arguments[0]) if arguments else None
    words, icon = "Drag any point: the boundary follows", "pan"
    book = None
    if path is not None:
        try:
            book = load(path)
        except BadFile as error:
            path, words, icon = None, str(error), "warning"
    from mlexplorer.ui.window import Window  # start-up time

    window = Window(book or opening(), path)
    install_hook(window)
    window.show()
    window.plane.hint(words, icon)
    return application.exec()


def prepare_threads() -> None:
    """Set NumPy to one thread and let the window have the interpreter often; before NumPy is imported."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    sys.setswitchinterval(0.0005)


def install_hook(window: object) -> None:
    """Show what nobody caught as a sentence in the window, and print it for the curious; nothing is lost."""
    before = sys.excepthook

    def hook(kind: type[BaseException], error: BaseException, trace: object) -> None:
        before(kind, error, trace)  # type: ignore[arg-type] # the hook's own arguments
        window.plane.hint(f"Something went wrong: {error}. Your points are safe; save the session to be sure.")  # type: ignore[attr-defined] # a Window

    sys.excepthook = hook
