"""bench start: time to the first paint of the window, against a bare plot window of the same libraries."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
AIM, RUNS = 1.7, 7
BARE = """
from PySide6.QtWidgets import QApplication
from PySide6.QtCore import QTimer
import numpy as np, pyqtgraph as pg
app = QApplication([]); plot = pg.PlotWidget(); plot.resize(1440, 900)
plot.plot(np.random.rand(120), np.random.rand(120), pen=None, symbol="o")
class Plot(pg.PlotWidget):
    pass
plot.show(); plot.repaint(); app.processEvents(); import os; os._exit(0)
"""
OURS = """
from mlexplorer.ui import app
app.prepare_threads()
app.import_quietly()
from PySide6.QtWidgets import QApplication
application = QApplication([])
from mlexplorer.session.opening import opening
from mlexplorer.ui.window import Window
window = Window(opening()); window.show(); window.repaint(); application.processEvents(); import os; os._exit(0)
"""


def main(words: list[str]) -> int:
    """Print the table; 1 if the ratio is above its aim."""
    del words
    times: dict[str, list[float]] = {"bare": [], "ours": []}
    with tempfile.TemporaryDirectory() as cache:
        for _ in range(1 + RUNS):
            for name, code in (("bare", BARE), ("ours", OURS)):
                times[name].append(_milliseconds(code, cache))
    bare, ours = (statistics.median(times[name][1:]) for name in ("bare", "ours"))
    print(f"time to the first paint, median of {RUNS}: bare plot window {bare:.0f} ms, ML Explorer {ours:.0f} ms")
    print(f"ratio {ours / bare:.2f} (aim: at most {AIM})")
    return int(ours / bare > AIM)


def _milliseconds(code: str, cache: str) -> float:
    """Return how long a program runs; both keep their byte code, so that only the first run compiles."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": cache}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env=environment, capture_output=True)
    return 1000 * (time.perf_counter() - begun)
