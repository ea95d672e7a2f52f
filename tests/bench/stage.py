"""bench stage: what going on stage, leaving it and a change of theme cost the window, until it is painted."""

import statistics
import sys
import time
from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mlexplorer.session.opening import opening
from mlexplorer.ui.app import prepare_threads
from mlexplorer.ui.window import Window
from tests.bench._hand import close, spin_until

ROUNDS, AIM = 7, 250.0


def is_settled(window: Window) -> bool:
    """Return whether nothing is left to do."""
    return not window.jobs.busy and window.plane.picture is not None and window.plane.picture.snapshot.finished


def spent(window: Window, deed: Callable[[], object]) -> float:
    """Return the milliseconds of the processor that the window's own thread spends until it is painted."""
    spin_until(lambda: is_settled(window))
    begun = time.thread_time()
    deed()
    QApplication.processEvents()
    return 1000 * (time.thread_time() - begun)


def main(words: list[str]) -> int:
    """Print the medians; one above the aim is a broken bound."""
    del words
    prepare_threads()
    application = QApplication.instance() or QApplication([])
    window = Window(opening())
    window.resize(1280, 800)
    window.show()
    deeds: dict[str, Callable[[], object]] = {
        "on stage": lambda: QTest.keyClick(window, Qt.Key.Key_F5),
        "dark there": lambda: window.run("theme:dark"),
        "light there": lambda: window.run("theme:light"),
        "off stage": lambda: QTest.keyClick(window, Qt.Key.Key_F5),
        "dark": lambda: window.run("theme:dark"),
        "light": lambda: window.run("theme:light"),
    }
    for deed in deeds.values():  # what is made when it is first needed
        spent(window, deed)
    found: dict[str, list[float]] = {name: [] for name in deeds}
    for _ in range(ROUNDS):
        for name, deed in deeds.items():
            found[name].append(spent(window, deed))
    print(f"milliseconds of the processor in the window's thread, medians and best of {ROUNDS}, aim {AIM:g}")
    for name, times in found.items():
        print(f"{name:12} {statistics.median(times):8.1f} {min(times):8.1f}")
    close(window)
    del application
    return int(max(statistics.median(times) for times in found.values()) > AIM)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
