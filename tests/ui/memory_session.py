"""A session of edits, changes of model and files in a process of its own: how much it grows once it is warm.

`python -m tests.ui.memory_session EDITS SWITCHES LOADS` prints the megabytes of the process after each quarter of each.
"""

import gc
import json
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QSettings
from PySide6.QtWidgets import QApplication

from mlexplorer.core import memory, registry
from mlexplorer.session import storage
from mlexplorer.session.opening import opening
from mlexplorer.session.session import Book
from mlexplorer.ui.app import prepare_threads
from mlexplorer.ui.window import Window

POINTS = 100


class Life:
    """Goes through the deeds of one kind and weighs the process now and then."""

    def __init__(self, window: Window, folder: Path, most: int) -> None:
        self.window, self.models, self.files = window, list(registry.models())[:most], []
        for name in ("moons", "blobs", "spirals"):
            path = folder / f"{name}{storage.SUFFIX}"
            session = opening().session.with_source(registry.source(name)(count=POINTS))
            storage.save(opening().with_session(session), path)
            self.files.append(path)

    def edit(self, number: int) -> None:
        """Move a point a little."""
        place = np.array([[np.sin(number), np.cos(number)]])
        self.window.plane.desk.move([number % 50], place, "move point")

    def switch(self, number: int) -> None:
        """Choose another model."""
        self.window.panel.model_picker.picked.emit(self.models[number % len(self.models)])

    def load(self, number: int) -> None:
        """Open another file."""
        self.window.files.open(self.files[number % len(self.files)])

    def grown(self, deed: Callable[[int], None], count: int) -> list[float]:
        """Return the megabytes after a first part, which is to warm up, and then after each quarter."""
        weights = []
        for number in range(count + count // 2):
            deed(number)
            self.settle()
            if number >= count // 2 - 1 and (number + 1 - count // 2) % max(count // 4, 1) == 0:
                gc.collect()
                weights.append(resident())
        return weights

    def settle(self) -> None:
        """Let the window finish."""
        QApplication.processEvents()
        while self.window.jobs.busy:
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 20)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def resident() -> float:
    """Return the resident memory of this process in megabytes."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 1e6, 1)


def main(words: list[str]) -> int:
    """Print the weights of the three kinds of deeds."""
    prepare_threads()
    memory.ENTRIES = 50  # so that the history is full soon, and what is above it shows
    application = QApplication(["session"])
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    with tempfile.TemporaryDirectory() as folder:
        QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, folder)
        book: Book = opening()
        small = book.session.with_source(registry.source("moons")(count=POINTS))
        window = Window(book.with_session(small))
        window.files.may_leave = lambda: True  # type: ignore[method-assign] # nobody is there to be asked
        window.resize(900, 600)
        window.show()
        life = Life(window, Path(folder), most=max(int(words[1]) // 4, 1))  # each model is seen while it warms up
        deeds = {"edits": life.edit, "switches": life.switch, "loads": life.load}
        counts = dict(zip(deeds, map(int, words), strict=True))
        weights = {name: life.grown(deed, counts[name]) for name, deed in deeds.items()}
        window.close()
        window.deleteLater()
        application.processEvents()
    sys.stdout.write(json.dumps(weights) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
