"""bench hover: what a move of the pointer and a switch of a layer cost, from the event to the painted picture."""

import statistics
import sys
import time

import numpy as np
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from mlexplorer.core import registry
from mlexplorer.layers import plane
from mlexplorer.session.session import Document, Run, Session, single
from mlexplorer.ui.app import prepare_threads
from mlexplorer.ui.window import Window

COUNT, MOVES, SWITCHES, AIM = 500, 120, 6, 16.0
POINTED = ("neighbours", "arrow", "slack", "densities")  # switched on for the moves


def spin_until(is_done, seconds=20.0):
    end = time.perf_counter() + seconds
    while not is_done() and time.perf_counter() < end:
        QApplication.processEvents()
        time.sleep(0.0003)  # leaves the interpreter to the worker, as a waiting event loop does


def is_settled(window: Window) -> bool:
    return not window.jobs.busy and window.plane.picture is not None and window.plane.picture.snapshot.finished


def move_to(window: Window, position: QPointF) -> float:
    port = window.plane.canvas.viewport()
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        position,
        port.mapToGlobal(position),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
    )
    begun = time.process_time()
    QApplication.sendEvent(port, event)
    port.repaint()
    return 1000 * (time.process_time() - begun)


def switch(window: Window, name: str) -> float:
    pictures: list[object] = []
    window.plane.pictured.connect(lambda: pictures.append(None))
    begun = time.process_time()
    window.plane.toggle_layer(name)
    spin_until(lambda: bool(pictures))
    window.plane.canvas.viewport().repaint()
    spent = 1000 * (time.process_time() - begun)
    spin_until(lambda: is_settled(window))
    return spent


def measured(name: str) -> tuple[float, dict[str, float]]:
    """Return the median of a move, and of a switch of each layer that is offered."""
    document = Document(registry.source("moons")(count=COUNT), (Run(registry.model(name)()),))
    window = Window(single(Session(document)))
    window.resize(1280, 800)
    window.show()
    spin_until(lambda: is_settled(window))
    for kind in plane.offered(window.plane.picture.snapshot):
        if not kind.shown and kind.name in POINTED:
            window.plane.toggle_layer(kind.name)
            spin_until(lambda: is_settled(window))
    rect = window.plane.canvas.plane_rect()
    shares = np.random.default_rng(0).uniform(0.1, 0.9, (MOVES, 2))
    moves = [move_to(window, rect.topLeft() + QPointF(rect.width() * x, rect.height() * y)) for x, y in shares]
    names = [kind.name for kind in plane.offered(window.plane.picture.snapshot)]
    switches = {name: statistics.median(switch(window, name) for _ in range(SWITCHES)) for name in names}
    window.files.may_leave = lambda: True
    window.close()
    return statistics.median(moves), switches


def main(words: list[str]) -> int:
    """Print the medians of every model, or of those named; a median above the aim is a broken bound."""
    prepare_threads()
    application = QApplication.instance() or QApplication([])
    names = words or list(registry.models())
    print(
        f"{'model':12} {'hover':>8} {'switch':>8} {'worst':>8}  the layer that is dearest to switch; milliseconds of "
        f"the processor, medians, {COUNT} points, aim {AIM:g}"
    )
    worst = 0.0
    for name in names:
        hover, switches = measured(name)
        dearest = max(switches, key=lambda layer: switches[layer])
        worst = max(worst, hover, switches[dearest])
        usual = statistics.median(switches.values())
        print(f"{name:12} {hover:8.1f} {usual:8.1f} {switches[dearest]:8.1f}  {dearest}", flush=True)
    del application
    return int(worst > AIM)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
