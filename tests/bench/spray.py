"""bench spray: what spraying on 5000 points costs the thread of the window, for each frame it paints."""

import sys
import time

import numpy as np
from PySide6.QtCore import QEvent, QPointF
from PySide6.QtWidgets import QApplication

from mlexplorer.core import registry
from mlexplorer.session.session import Document, Run, Session, single
from mlexplorer.ui.app import prepare_threads
from mlexplorer.ui.window import Window
from tests.bench._hand import close, send, spin_until

COUNT, MOVES, PERIOD, AIM = 5000, 180, 1 / 60, 12.0


def main(words: list[str]) -> int:
    """Print the table for the models named, or for all that look at points; 1 if a frame is dearer than the aim."""
    prepare_threads()
    application = QApplication.instance() or QApplication(sys.argv[:1])
    print(f"{COUNT} points, {MOVES} moves at 60 per second; milliseconds of the window's own thread, aim {AIM:g}")
    print(f"{'model':12} {'per frame':>10} {'frames per second':>18} {'sprayed':>8}")
    worst = 0.0
    for name in words or [name for name, kind in registry.models().items() if kind.task != "descend"]:
        work, rate, sprayed = measured(name)
        worst = max(worst, work)
        print(f"{name:12} {work:10.1f} {rate:18.0f} {sprayed:8}")
    del application
    return int(worst > AIM)


def measured(name: str) -> tuple[float, float, int]:
    """Return the work for a frame in milliseconds, how many frames there were a second, and how many new points."""
    window = Window(single(Session(Document(registry.source("moons")(count=COUNT), (Run(registry.model(name)()),)))))
    window.resize(1440, 900)
    window.show()
    spin_until(lambda: window.plane.picture is not None and not window.jobs.busy)
    window.run("tool:spray")
    frames: list[None] = []
    window.plane.canvas.painted.connect(lambda: frames.append(None))
    middle, begun, work = window.plane.canvas.plane_rect().center(), time.perf_counter(), time.thread_time()
    send(window, QEvent.Type.MouseButtonPress, middle)
    for number in range(MOVES):
        spin_until(lambda number=number: time.perf_counter() >= begun + number * PERIOD)
        send(window, QEvent.Type.MouseMove, middle + QPointF(2 * number - 180, 80 * np.sin(number / 12)))
    work, seconds = time.thread_time() - work, time.perf_counter() - begun
    send(window, QEvent.Type.MouseButtonRelease, middle)
    sprayed = len(window.plane.desk.data) - COUNT
    close(window)
    return 1000 * work / max(len(frames), 1), len(frames) / seconds, sprayed
