"""bench tables: how long a table of a million rows takes to read, beside a bare numpy.loadtxt of the same numbers."""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from mlexplorer.core.table import Table
from mlexplorer.tables.importing import brought_in, guess
from mlexplorer.tables.opening import open_table

ROWS = 1_000_000
MOST = 4.0  # a numeric table may take so many times as long as numpy.loadtxt


def main(words: list[str]) -> int:
    """Print the table for a million rows, or as many as the first word says; 1 if numbers take too long."""
    return run(int(words[0]) if words else ROWS)


def run(rows: int = ROWS) -> int:
    """Print one line for each kind of table and return 1 if the bound is broken."""
    random = np.random.default_rng(0)
    numbers = np.column_stack([random.normal(size=(rows, 2)).round(6), random.integers(0, 3, rows)])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "numbers.csv")
        _write(path, numbers, _plain)
        bare = min(_seconds(lambda: np.loadtxt(path, delimiter=",")) for _ in range(3))
        print(f"{rows:,} rows of 3 columns; numpy.loadtxt takes {bare:.2f} s\n")
        print(f"{'table':24}{'seconds':>9}{'times':>8}{'longest step':>15}{'points':>9}")
        ratio = _line("numbers", path, bare)
        for name, line in {"words for classes": _words, "semicolons and commas": _commas, "gaps": _gaps}.items():
            _write(path, numbers, line)
            _line(name, path, bare)
        _line("NumPy arrays", _saved(Path(folder, "numbers.npz"), numbers), bare)
    print(f"\nnumbers take {ratio:.2f} times as long as numpy.loadtxt; the bound is {MOST:g}")
    return int(ratio > MOST)


def _line(name: str, path: Path, bare: float) -> float:
    """Print one line: the best of three readings, the longest wait for a sign of progress, and the way to points."""
    best, step, table = min((_read(path) for _ in range(3)), key=lambda found: found[0])
    points = _seconds(lambda: brought_in(table, guess(table)))
    print(f"{name:24}{best:9.2f}{best / bare:8.2f}{1000 * step:12.0f} ms{points:9.2f}")
    return best / bare


def _read(path: Path) -> tuple[float, float, Table]:
    start = last = time.perf_counter()
    longest = 0.0
    found: float | Table = 0.0
    for found in open_table(path):  # noqa: B007  only the last is wanted
        now = time.perf_counter()
        longest, last = max(longest, now - last), now
    assert isinstance(found, Table)
    return time.perf_counter() - start, longest, found


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _write(path: Path, numbers: np.ndarray, line: Callable[[float, float, int], str]) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.writelines(line(x, y, int(label)) for x, y, label in numbers.tolist())


def _saved(path: Path, numbers: np.ndarray) -> Path:
    np.savez(path, points=numbers[:, :2], target=numbers[:, 2].astype(int))
    return path


def _plain(x: float, y: float, label: int) -> str:
    return f"{x},{y},{label}\n"


def _words(x: float, y: float, label: int) -> str:
    return f"{x},{y},{('setosa', 'versicolor', 'virginica')[label]}\n"


def _commas(x: float, y: float, label: int) -> str:
    return f"{x};{y};{label}\n".replace(".", ",")


def _gaps(x: float, y: float, label: int) -> str:
    return f"{x},{'' if x > 2 else y},{label}\n"
