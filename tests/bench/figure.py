"""bench figure: a figure of the command line against importing and fitting, and films against painting frames."""

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from mlexplorer.core import registry
from mlexplorer.figures import scenes
from mlexplorer.figures.films import film
from mlexplorer.figures.films.frames import Picture
from mlexplorer.pipeline.pipeline import Pipeline
from mlexplorer.session.opening import opening
from mlexplorer.session.session import Scene, Session

ROOT = Path(__file__).parents[2]
RUNS, FRAMES = 5, 300
FIGURE_AIM, FILM_AIM, KMEANS_AIM = 2.5, 3.0, 30.0
NEEDED = """
import mlexplorer.cli.drawing
from mlexplorer.session.opening import opening
from mlexplorer.pipeline.pipeline import prepare
session = opening().session
list(session.run.model.fit(prepare(session.document).data))
"""
FIGURE = "import sys; from mlexplorer.cli.shell import main; sys.exit(main(['figure', '-o', sys.argv[1]]))"
SWEPT = {"kmeans": {"k": 9}, "logistic": {"solver": "gradient", "steps": 300}, "perceptron": {"epochs": 50}}


def main(words: list[str]) -> int:
    """Print both tables; 1 if a bound is broken. Words are the models to film, else some that differ."""
    worst = [figure_row(), *(film_row(name) for name in words or ("kmeans", "logistic", "perceptron", "adaboost"))]
    return int(not all(worst))


def figure_row() -> bool:
    """Compare the processor's time of a figure with that of importing what it needs and fitting."""
    with tempfile.TemporaryDirectory() as folder:
        ours, needed = [], []
        for _ in range(RUNS):
            needed.append(_seconds(NEEDED))
            ours.append(_seconds(FIGURE, str(Path(folder, "figure.pdf"))))
    ratio = statistics.median(ours) / statistics.median(needed)
    print(f"figure from the command line {statistics.median(ours):.2f} s")
    print(f"imports and fit {statistics.median(needed):.2f} s, ratio {ratio:.2f} (aim: at most {FIGURE_AIM})")
    return ratio <= FIGURE_AIM


def film_row(name: str) -> bool:
    """Compare the time of a film of 300 frames at 800 × 600 with that of painting its frames."""
    shown, pipeline = _scenes(name), Pipeline()
    begun = time.process_time()
    pictures: list[Picture] = list(film.painted(shown, film.Film(), pipeline=pipeline))
    painting = time.process_time() - begun
    with tempfile.TemporaryDirectory() as folder:
        times = {}
        for suffix in (".gif", ".apng"):
            begun = time.process_time()
            for _ in film.record(shown, film.Film(), [Path(folder, f"film{suffix}")]):
                pass
            times[suffix] = time.process_time() - begun
    told = ", ".join(f"{suffix[1:]} {seconds:.1f} s ({seconds / painting:.2f} ×)" for suffix, seconds in times.items())
    print(f"film of {name}, {len(pictures)} frames: painting {painting:.1f} s, {told} (aim: at most {FILM_AIM} ×)")
    fast = name != "kmeans" or max(times.values()) * FRAMES / len(pictures) <= KMEANS_AIM
    return fast and max(times.values()) <= FILM_AIM * painting


def _scenes(name: str) -> list[Scene]:
    session: Session = opening().session.with_model(registry.model(name)().with_values(SWEPT.get(name, {})))
    steps = scenes.all_steps(session, FRAMES, Pipeline())
    found = scenes.of_steps(session, steps)
    return (found * (FRAMES // len(found) + 1))[:FRAMES]


def _seconds(code: str, *words: str) -> float:
    """Return the processor's time that a Python of its own needs for some lines."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code, *words], check=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
