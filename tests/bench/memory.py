"""bench memory: a thousand edits and a thousand frames must not make the process grow."""

import os
import sys
from pathlib import Path

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QApplication

from mlexplorer.session.opening import opening
from mlexplorer.ui.app import prepare_threads
from mlexplorer.ui.window import Window

EDITS, FRAMES, WARM, AIM = 1000, 1000, 300, 20


def main(words: list[str]) -> int:
    """Print the growth; 1 if it is above its aim."""
    del words
    prepare_threads()
    application = QApplication.instance() or QApplication(sys.argv[:1])
    window = Window(opening())
    window.resize(1440, 900)
    window.show()
    work(window, WARM, WARM)
    before = resident()
    work(window, EDITS, FRAMES)
    grown = resident() - before
    window.files.may_leave = lambda: True
    window.close()
    application.processEvents()
    print(f"after {EDITS} edits and {FRAMES} frames the process grew by {grown:.1f} MB (aim: less than {AIM} MB)")
    return int(grown >= AIM)


def work(window: Window, edits: int, frames: int) -> None:
    """Move a point so many times, then zoom so many times, waiting for each picture."""
    desk = window.plane.desk
    for number in range(edits):
        desk.move([number % 100], np.array([[np.sin(number), np.cos(number)]]), "move point")
        settle(window)
    for number in range(frames):
        window.plane.zoom(1.02 if number % 2 else 1 / 1.02, QPointF(300, 300))
        settle(window)


def settle(window: Window) -> None:
    """Let the window finish."""
    QApplication.processEvents()
    while window.jobs.busy:
        QApplication.processEvents()


def resident() -> float:
    """Return the resident memory of this process in MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
