"""bench drag [COUNT] [MODEL …]: how long after a move of the hand the point and then the boundary are painted.

The last columns say how many times the row of `line` the boundary takes, in the median and at 95 %.
"""

import itertools
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
FIRST, EVEN, EVEN_IN_A_CROWD = "line", 2.0, 3.0  # the row that the others are compared with, and how many times it


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


def opened(name: str, count: int) -> Window:
    source = registry.source("moons")().with_values({"count": count, "noise": 0.3, "seed": 0})
    window = Window(single(Session(Document(source, (Run(registry.model(name)()),)))))
    window.resize(1440, 900)
    window.show()
    spin_until(lambda: window.plane.picture is not None and not window.jobs.busy)
    return window


def main(words: list[str]) -> int:
    """Print the table; 1 if an aim is missed."""
    prepare_threads()
    application = QApplication.instance() or QApplication(sys.argv[:1])
    count = int(words.pop(0)) if words and words[0].isdigit() else COUNT
    even = EVEN if count <= COUNT else EVEN_IN_A_CROWD
    print(f"{count} points, {MOVES} moves at 60 per second; milliseconds from the move to the end of the paint")
    print(f"{'model':18} {'point 50 %':>11} {'95 %':>6} {'boundary 50 %':>14} {'95 %':>6} {'of line':>8} {'95 %':>6}")
    with_points = [name for name, kind in registry.models().items() if kind.task != "descend"]
    rows: dict[str, list[float]] = {}
    for name in dict.fromkeys((FIRST, *(words or with_points))):
        rows[name] = measured(name, count)
        ratios = [value / first for value, first in zip(rows[name][2:], rows[FIRST][2:], strict=True)]
        verdict = "" if is_good(rows[name]) and max(ratios) <= even else "  missed"
        numbers = "{:11.1f} {:6.1f} {:14.1f} {:6.1f} {:8.2f} {:6.2f}".format(*rows[name], *ratios)
        print(f"{name:18} {numbers}{verdict}", flush=True)
    del application
    print(f"aims: point 16 / 33, boundary 33 / 66, and at most {even:g} times the row of {FIRST}")
    worst = max(max(row[2] / rows[FIRST][2], row[3] / rows[FIRST][3]) for row in rows.values())
    return int(worst > even or not all(map(is_good, rows.values())))


def measured(name: str, count: int) -> list[float]:
    """Return median and 95th percentile of the point, then of the boundary."""
    window = opened(name, count)
    drag = Drag(window)
    drag.run()
    close(window)
    return [value for seen in (drag.point, drag.boundary) for value in quantiles(list(seen.values()))]


def is_good(row: list[float]) -> bool:
    """Return whether a row keeps the aims in milliseconds."""
    return all(value <= aim for value, aim in zip(row, itertools.chain(*AIMS.values()), strict=True))


def quantiles(values: list[float]) -> tuple[float, float]:
    """Return median and 95th percentile."""
    ordered = sorted(values) or [float("inf")]
    return statistics.median(ordered), ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
