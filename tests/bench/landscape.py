"""bench landscape: heights of 120 × 120 places beside the bare NumPy expression, and dragging the dot or the line."""

import statistics
import sys
import time
from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QEvent, QEventLoop, QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from mlexplorer.core import registry
from mlexplorer.core.grid import Grid
from mlexplorer.edits.line_handles import handles
from mlexplorer.landscapes.parameter_plane import axes_plane, losses_on
from mlexplorer.marks.stepwise import whole
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session.session import Document, Run, Session, View, single
from mlexplorer.ui.app import prepare_threads
from mlexplorer.ui.window import Window

COUNT, SIDE, MOVES = 500, 120, 120
MOST_RATIO, MOST_MILLISECONDS = 3.0, 16.0
MODELS = {"logistic": {}, "svm": {"kernel": "linear"}, "line": {}, "kmeans": {"k": 3}}
DRAGGED = {  # model, its values, options of the view
    "logistic": ("logistic", {}, {}),
    "svm": ("svm", {"kernel": "linear"}, {}),
    "line": ("line", {}, {}),
    "perceptron": ("perceptron", {}, {}),
    "stochastic": ("logistic", {"solver": "stochastic"}, {}),
    "reoptimised": ("logistic", {}, {"landscape others": "each"}),
    "hinge": ("logistic", {}, {"landscape loss": "hinge"}),
}


def session_of(name: str, values: dict[str, object], options: dict[str, str] | None = None) -> Session:
    source = registry.source("moons")().with_values({"count": COUNT, "noise": 0.3, "seed": 0})
    run = Run(registry.model(name)().with_values(values))
    return Session(Document(source, (run,)), View(panel="landscape", options=tuple(sorted((options or {}).items()))))


def bare(name: str, points: np.ndarray, signs: np.ndarray, cost: float) -> Callable[[np.ndarray], np.ndarray]:
    """Return the objective as one writes it down in NumPy."""
    margin = lambda weights: signs * (weights[:, :2] @ points.T - weights[:, 2:])  # noqa: E731 - one use
    if name == "logistic":
        return lambda w: np.log1p(np.exp(-margin(w))).sum(axis=1) + 0.005 * (w[:, :2] ** 2).sum(axis=1)
    if name == "svm":
        return lambda w: 0.5 * (w[:, :2] ** 2).sum(axis=1) + cost * np.maximum(0, 1 - margin(w)).sum(axis=1)
    if name == "line":
        return lambda w: (margin(w) <= 0).sum(axis=1)

    def squares(w: np.ndarray) -> np.ndarray:
        gaps = points[None, :, None] - w.reshape(len(w), 1, -1, 2)
        return (gaps**2).sum(axis=3).min(axis=2).sum(axis=1)

    return squares


def heights(name: str) -> tuple[float, float]:
    """Return the milliseconds of the landscape and of the bare expression, the best of several."""
    session = session_of(name, MODELS[name])
    data = prepare(session.document).data
    step = Pipeline().last(session, framed(data, session.view, 400, 400)).step
    landscape = step.landscape(data)
    plane = axes_plane(landscape, 0, 1)
    grid = Grid(-3, 3, -3, 3, SIDE, SIDE)
    places = plane.outside(grid.points)
    expression = bare(name, data.points, np.where(data.labels == 1, 1.0, -1.0), 1.0)
    mine = best_of(lambda: whole(losses_on(landscape, plane, grid)))
    other = best_of(lambda: [expression(part) for part in np.array_split(places, 32)])
    return mine, other


def best_of(work: Callable[[], object], times: int = 7) -> float:
    took = []
    for _ in range(times):
        begun = time.perf_counter()
        work()
        took.append(1000 * (time.perf_counter() - begun))
    return min(took)


class Drag:
    """Drags along a circle, each move once the plane shows the boundary of the one before, and notes the times."""

    def __init__(self, window: Window, port: QWidget, start: np.ndarray) -> None:
        self.window, self.port, self.start = window, port, start
        self.sent: tuple[object, float] = (None, 0.0)
        self.took: list[float] = []
        window.plane.canvas.painted.connect(self._on_painted)

    def run(self) -> float:
        self._send(QEvent.Type.MouseButtonPress, self.start)
        place = self.start
        for number in range(MOVES):
            turn = 2 * np.pi * (number + 1) / 60
            place = self.start + 40 * np.array([np.sin(turn), 1 - np.cos(turn)])
            begun, before = time.perf_counter(), len(self.took)
            self._send(QEvent.Type.MouseMove, place)
            self.sent = (self.window.store.session.document, begun)
            spin_until(lambda before=before: len(self.took) > before, 2)
        self._send(QEvent.Type.MouseButtonRelease, place)
        return statistics.median(self.took)

    def _on_painted(self) -> None:
        document, begun = self.sent
        if self.window.plane.picture.snapshot.session.document is document:
            self.took.append(1000 * (time.perf_counter() - begun))
            self.sent = (None, 0.0)

    def _send(self, kind: QEvent.Type, place: np.ndarray) -> None:
        where = QPointF(*place)
        button = Qt.MouseButton.LeftButton
        buttons = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseButtonRelease else button
        event = QMouseEvent(kind, where, self.port.mapToGlobal(where), button, buttons, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(self.port, event)


def spin_until(done: Callable[[], bool], seconds: float = 20.0) -> None:
    """Let the window work until something holds; between events it sleeps, as it does in the hands of a user."""
    end, clock = time.perf_counter() + seconds, QTimer()
    clock.start(20)  # wakes the loop even if nothing else does
    while not done() and time.perf_counter() < end:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)


def dragged(name: str) -> tuple[float, float]:
    """Return the median milliseconds from a move of the dot, and of the line, to the boundary on the plane."""
    window = Window(single(session_of(*DRAGGED[name])))
    window.resize(1440, 900)
    window.show()
    settle(window)
    chart = window.linked.charts[0].canvas
    dot = Drag(window, chart.viewport(), chart.position_of(window.plane.picture.snapshot.step.weights[None, :2])[0])
    first = dot.run()
    settle(window)
    window.run("tool:move")
    canvas = window.plane.canvas
    middle = handles(window.plane.picture.snapshot.step.weights, canvas.bounds)
    start = canvas.plane_rect().center() if middle is None else QPointF(*canvas.position_of(middle.middle[None])[0])
    second = Drag(window, canvas.viewport(), np.array([start.x(), start.y()])).run()
    window.files.may_leave = lambda: True
    window.close()
    window.deleteLater()
    QApplication.processEvents()
    return first, second


def settle(window: Window) -> None:
    spin_until(lambda: window.plane.picture is not None and not window.jobs.busy)
    spin_until(lambda: not window.jobs.busy)


def main(words: list[str]) -> int:
    """Print both tables; 1 if a bound is broken."""
    prepare_threads()
    broken = 0
    print(f"{SIDE} × {SIDE} places, {COUNT} points; milliseconds, at most {MOST_RATIO:g} × the bare expression")
    for name in [name for name in words or MODELS if name in MODELS]:
        mine, other = heights(name)
        broken += mine > MOST_RATIO * other
        print(f"{name:12} {mine:8.1f} {other:8.1f}   × {mine / other:.2f}")
    QApplication.instance() or QApplication(sys.argv[:1])
    print(f"median milliseconds from the move to the boundary on the plane, at most {MOST_MILLISECONDS:g}: dot, line")
    for name in [name for name in words or DRAGGED if name in DRAGGED]:
        times = dragged(name)
        broken += max(times) > MOST_MILLISECONDS
        print(f"{name:12} {times[0]:8.1f} {times[1]:8.1f}")
    return int(broken > 0)
