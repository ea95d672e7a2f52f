"""bench crowd: the longest pause of the window while a table of a million rows is read, imported, drawn and panned."""

import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from PySide6.QtCore import QEvent, QPointF, Qt, QTimer
from PySide6.QtWidgets import QApplication

from mlexplorer.core import registry
from mlexplorer.session.session import Document, Run, Session, single
from mlexplorer.ui.app import prepare_threads
from mlexplorer.ui.window import Window
from tests.bench._hand import close, send, spin_until

ROWS, MOVES, PERIOD = 1_000_000, 90, 1 / 60
MIDDLE = Qt.MouseButton.MiddleButton
PHASES = ("reading", "preview", "import", "drawing", "panning", "undo")
PAUSE, PAN = 100.0, 33.0  # milliseconds without an answer: at most, and at most while the hand pans


class Heart:
    """Beats every millisecond in the window's thread: the longest pause between two beats, and the most work in one."""

    def __init__(self) -> None:
        self._clock = QTimer()
        self._clock.setTimerType(Qt.TimerType.PreciseTimer)
        self._clock.timeout.connect(self._beat)
        self._last, self._longest = np.zeros(2), np.zeros(2)
        self._clock.start(1)

    def taken(self) -> tuple[float, float]:
        """Return the longest pause so far and the most work in one, in milliseconds, and forget them."""
        self._beat()
        longest, self._longest = self._longest, np.zeros(2)
        return tuple((1000 * longest).tolist())

    def _beat(self) -> None:
        now = np.array([time.perf_counter(), time.thread_time()])
        self._longest, self._last = np.maximum(self._longest, now - self._last), now


def main(words: list[str]) -> int:
    """Print the longest pause of each phase for the models named, or three; 1 if one is too long."""
    prepare_threads()
    application = QApplication.instance() or QApplication(sys.argv[:1])
    rows = int(words.pop(0)) if words and words[0].isdigit() else ROWS
    print(f"{rows:,} rows; the longest pause of the window in milliseconds, aims {PAUSE:g} and panning {PAN:g};")
    print("in brackets the longest work of its own thread, which other programs do not stretch\n")
    print(f"{'model':12}" + "".join(f"{phase:>12}" for phase in PHASES))
    worst = 0.0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "many.csv")
        path.write_text("length,width,kind\n" + "".join(table(rows)), encoding="utf-8")
        for name in words or ["lda", "knn", "svm"]:
            pauses = measured(name, path)
            worst = max(worst, pauses["panning"][0] / PAN, *(pause / PAUSE for pause, _ in pauses.values()))
            cells = [f"{pause:.0f} ({work:.0f})" for pause, work in pauses.values()]
            print(f"{name:12}" + "".join(f"{cell:>12}" for cell in cells))
    del application
    return int(worst > 1)


def table(rows: int) -> list[str]:
    """Return the lines of a table with three kinds of flowers nobody has seen."""
    random = np.random.default_rng(0)
    kinds = random.integers(0, 3, rows)
    places = random.normal(size=(rows, 2)) + np.array([[0, 0], [2, 1], [0, 3]])[kinds]
    return [f"{x:.5f},{y:.5f},{'pqr'[kind]}\n" for (x, y), kind in zip(places.tolist(), kinds.tolist(), strict=True)]


def measured(name: str, path: Path) -> dict[str, tuple[float, float]]:
    """Return the longest pause and the longest work of each phase, in milliseconds."""
    window = Window(single(Session(Document(registry.source("moons")(), (Run(registry.model(name)()),)))))
    window.resize(1440, 900)
    window.show()
    spin_until(lambda: is_settled(window))
    heart, found = Heart(), {}

    def note(phase: str) -> None:
        found[phase] = heart.taken()

    heart.taken()
    window.files.open(path)
    spin_until(lambda: window.sheet is not None and window.sheet.form is not None)
    note("reading")
    spin_until(lambda: window.sheet is not None and window.sheet.take.isEnabled())
    note("preview")
    window.sheet.take.click()
    spin_until(lambda: window.sheet is None and len(window.plane.desk.data) > 10_000)
    note("import")
    spin_until(lambda: is_settled(window))
    note("drawing")
    pan(window)
    note("panning")
    window.store.undo()
    spin_until(lambda: is_settled(window))
    note("undo")
    close(window)
    return found


def pan(window: Window) -> None:
    """Pan along a circle with the middle button."""
    rect, begun = window.plane.canvas.plane_rect(), time.perf_counter()
    start = rect.center()
    send(window, QEvent.Type.MouseButtonPress, start, MIDDLE)
    for number in range(MOVES):
        spin_until(lambda number=number: time.perf_counter() >= begun + number * PERIOD)
        turn = 2 * np.pi * number / 45
        send(window, QEvent.Type.MouseMove, start + QPointF(90 * np.sin(turn), 90 - 90 * np.cos(turn)), MIDDLE)
    send(window, QEvent.Type.MouseButtonRelease, start, MIDDLE)
    spin_until(lambda: is_settled(window))


def is_settled(window: Window) -> bool:
    """Return whether the picture is that of the present session."""
    picture = window.plane.picture
    if window.jobs.busy or not window.linked.is_whole or picture is None or not picture.snapshot.finished:
        return False
    return picture.snapshot.session.document == window.store.session.document
