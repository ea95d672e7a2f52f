"""bench drag: how long after a move of the hand the point and then the boundary are painted, for every model."""

import statistics
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

COUNT, MOVES, PERIOD = 500, 200, 1 / 60
AIMS = {"point": (16, 33), "boundary": (33, 66)}


class Drag:
    """Drags one point along a circle and notes when each place was painted."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.sent: list[float] = []
        self.point: dict[int, float] = {}
        self.boundary: dict[int, float] = {}
        self.places: dict[bytes, int] = {}
        window.plane.canvas.painted.connect(self._on_painted)

    def run(self) -> None:
        canvas = self.window.plane.canvas
        start = canvas.position_of(self.window.plane.desk.data.points[:1])[0]
        send(self.window, QEvent.Type.MouseButtonPress, QPointF(*start))
        begun = time.perf_counter()
        for number in range(MOVES):
            spin_until(lambda number=number: time.perf_counter() >= begun + number * PERIOD)
            turn = 2 * np.pi * number / 60
            place = start + 120 * np.array([np.sin(turn), 1 - np.cos(turn)])
            self.sent.append(time.perf_counter())
            send(self.window, QEvent.Type.MouseMove, QPointF(*place))
            self.places[self.window.plane.desk.data.points[0].tobytes()] = number
        spin_until(lambda: len(self.boundary) >= MOVES, 5)
        send(self.window, QEvent.Type.MouseButtonRelease, QPointF(*place))

    def _on_painted(self) -> None:
        now = time.perf_counter()
        self._note(self.point, self.window.plane.desk.data.points[0], now)
        self._note(self.boundary, self.window.plane.picture.snapshot.data.points[0], now)

    def _note(self, seen: dict[int, float], place: np.ndarray, now: float) -> None:
        latest = self.places.get(place.tobytes(), -1)
        for number in range(latest, -1, -1):
            if number in seen:
                break
            seen[number] = 1000 * (now - self.sent[number])


def opened(name: str) -> Window:
    source = registry.source("moons")().with_values({"count": COUNT, "noise": 0.3, "seed": 0})
    window = Window(single(Session(Document(source, (Run(registry.model(name)()),)))))
    window.resize(1440, 900)
    window.show()
    spin_until(lambda: window.plane.picture is not None and not window.jobs.busy)
    return window


def main(words: list[str]) -> int:
    """Print the table; 1 if an aim is missed."""
    prepare_threads()
    application = QApplication.instance() or QApplication(sys.argv[:1])
    print(f"{COUNT} points, {MOVES} moves at 60 per second; milliseconds from the move to the end of the paint")
    print(f"{'model':12} {'point 50 %':>11} {'95 %':>6} {'boundary 50 %':>14} {'95 %':>6}")
    missed = 0
    with_points = [name for name, kind in registry.models().items() if kind.task != "descend"]
    for name in words or with_points:
        window = opened(name)
        drag = Drag(window)
        drag.run()
        row = [quantiles(list(seen.values())) for seen in (drag.point, drag.boundary)]
        good = all(
            value <= aim
            for pair, aims in zip(row, AIMS.values(), strict=True)
            for value, aim in zip(pair, aims, strict=True)
        )
        missed += not good
        verdict = "" if good else "  missed"
        print(f"{name:12} {row[0][0]:11.1f} {row[0][1]:6.1f} {row[1][0]:14.1f} {row[1][1]:6.1f}{verdict}")
        close(window)
    del application
    print("aims:        point 16 / 33, boundary 33 / 66")
    return int(missed > 0)


def quantiles(values: list[float]) -> tuple[float, float]:
    """Return median and 95th percentile."""
    ordered = sorted(values) or [float("inf")]
    return statistics.median(ordered), ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
