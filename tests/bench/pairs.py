"""bench pairs DIR [ROUNDS] [MODEL …]: drag, hover, spray and crowd here and in another tree by turns, with ratios.

DIR is a worktree of the commit to compare with; it needs no packages of its own, since both run in this Python. Every
round runs each table in both trees, the other one first in every second round. A row is the median over the rounds;
only rows of both trees are compared.
"""

import os
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]
ROUNDS, ROW, SUM = 10, 1.3, 1.15  # ROW and SUM: how many times as long a row and all rows of a table may take
SHORT = 5.0  # milliseconds: a row that is shorter in both is part of the sum, but no ratio of its own is judged
MODELS = ("line", "logistic", "lda", "svm", "tree", "gmm")
ROWS, PHASES = "200000", ("reading", "preview", "import", "drawing", "panning", "undo")
COLUMNS = {"drag": {"point": 0, "boundary": 2}, "hover": {"move": 0, "switch": 1}, "spray": {"frame": 0}}
CROWD = dict(zip(PHASES, range(len(PHASES)), strict=True))
NUMBER, OWN = re.compile(r"(?<![(\w])\d+\.?\d*"), re.compile(r"\((\d+)\)")  # OWN: work of the window's own thread


def main(words: list[str]) -> int:
    """Print a line for each row and return 1 if one takes too long, or all of a table together."""
    other, *words = words or [str(HERE)]
    if Path(other).resolve() == HERE or not (Path(other) / "tests" / "bench").is_dir():
        raise SystemExit("Name the folder of the tree to compare with: bench pairs DIR [ROUNDS] [MODEL …].")
    rounds = int(words.pop(0)) if words and words[0].isdigit() else ROUNDS
    trees, begun = (Path(other).resolve(), HERE), time.perf_counter()
    found: dict[tuple[str, str, Path], list[float]] = {}
    for number in range(rounds):
        for name in (*COLUMNS, "crowd"):
            for tree in trees[:: 1 if number % 2 == 0 else -1]:
                for row, value in measured(tree, name, words or list(MODELS)).items():
                    found.setdefault((name, row, tree), []).append(value)
        print(f"round {number + 1} of {rounds}, {time.perf_counter() - begun:.0f} s", flush=True)
    return max([report(name, found, *trees) for name in (*COLUMNS, "crowd")])


def measured(tree: Path, name: str, models: list[str]) -> dict[str, float]:
    """Run a table in a tree and return its rows in milliseconds, by model and column."""
    words = [ROWS, *[model for model in models if model in ("lda", "svm")]] if name == "crowd" else models
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(tree)}
    command = [sys.executable, "-P", str(tree / "tests" / "bench"), name, *words]
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)
    return rows_of(done.stdout, name, models)


def rows_of(text: str, name: str, models: list[str]) -> dict[str, float]:
    """Return the numbers of a printed table that are compared."""
    pattern, columns = (OWN, CROWD) if name == "crowd" else (NUMBER, COLUMNS[name])
    lines = [line.split(maxsplit=1) for line in text.splitlines() if line.split() and line.split()[0] in models]
    cells = {model: pattern.findall(rest) for model, rest in lines}
    return {f"{model} {column}": float(found[at]) for model, found in cells.items() for column, at in columns.items()}


def report(name: str, found: dict[tuple[str, str, Path], list[float]], other: Path, here: Path) -> int:
    """Print the rows of a table and return 1 if a bound is broken."""
    rows = [row for table, row, tree in found if table == name and tree == other and (name, row, here) in found]
    medians = {row: [statistics.median(found[name, row, tree]) for tree in (other, here)] for row in rows}
    print(f"\n{name:24}{'before':>10}{'here':>10}{'ratio':>8}")
    broken = [row for row, (before, now) in medians.items() if max(before, now) >= SHORT and now > ROW * before]
    for row, (before, now) in medians.items():
        print(f"{row:24}{before:10.1f}{now:10.1f}{now / max(before, 0.1):8.2f}{'  BROKEN' * (row in broken)}")
    before, now = (sum(pair[at] for pair in medians.values()) for at in (0, 1))
    print(f"{'sum':24}{before:10.1f}{now:10.1f}{now / max(before, 0.1):8.2f}  bounds {SUM} and, for a row, {ROW}")
    return int(bool(broken) or now > SUM * before)
