"""Mutants: small random faults put into the code one at a time, each against the tests that import its module.

    python tests/mutants.py --count 100 --seed 0

A fault is another comparison, sign, connective or constant. The tree itself stays as it is: mutants live in a copy.
A mutant that no test kills is printed; whether it is equivalent (the program does the same) is for a person to say.
"""

import argparse
import ast
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COMPARISONS = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "=="}
SIGNS = {ast.Add: "-", ast.Sub: "+", ast.Mult: "/", ast.Div: "*"}
SYMBOLS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
SYMBOLS |= {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
PATIENCE = 400  # seconds after which a mutant counts as killed: it hangs


@dataclass(frozen=True)
class Mutant:
    """One fault: where it is, and what stands there instead."""

    path: Path
    line: int
    column: int
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}: {self.old} → {self.new}"

    def applied(self, text: str) -> str:
        """Return the text with the fault in it."""
        lines = text.split("\n")
        raw = lines[self.line - 1].encode()
        place = raw.index(self.old.encode(), self.column)
        lines[self.line - 1] = (raw[:place] + self.new.encode() + raw[place + len(self.old.encode()) :]).decode()
        return "\n".join(lines)


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Yield every fault that a file can have."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARISONS:
            yield _between(path, node.left, node.comparators[0], node.ops[0], COMPARISONS)
        elif isinstance(node, ast.BinOp) and type(node.op) in SIGNS and not _is_text(node):
            yield _between(path, node.left, node.right, node.op, SIGNS)
        elif isinstance(node, ast.BoolOp):
            word = "and" if isinstance(node.op, ast.And) else "or"
            if node.values[0].end_lineno == node.values[1].lineno:
                other = "or" if word == "and" else "and"
                yield Mutant(path, node.values[0].end_lineno, node.values[0].end_col_offset, f" {word} ", f" {other} ")
        elif isinstance(node, ast.Constant) and type(node.value) in (int, float):
            spelt = ast.get_source_segment(path.read_text(encoding="utf-8"), node) or ""
            yield Mutant(path, node.lineno, node.col_offset, spelt, f"({spelt} + 1)")
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
            yield Mutant(path, node.lineno, node.col_offset, str(node.value), str(not node.value))


def _between(path: Path, left: ast.expr, right: ast.expr, sign: ast.AST, others: dict[type, str]) -> Mutant:
    line = left.end_lineno if left.end_lineno == right.lineno else right.lineno
    column = left.end_col_offset if left.end_lineno == right.lineno else 0
    return Mutant(path, line or 0, column or 0, SYMBOLS[type(sign)], others[type(sign)])


def _is_text(node: ast.BinOp) -> bool:
    sides = (node.left, node.right)
    return any(isinstance(side, ast.JoinedStr) or isinstance(getattr(side, "value", None), str) for side in sides)


def chosen(count: int, seed: int) -> list[Mutant]:
    """Return random faults over all packages: each file is as likely as any other."""
    chance = random.Random(seed)
    files = [path for path in sorted((ROOT / "mlexplorer").rglob("*.py")) if path.name != "__init__.py"]
    found: list[Mutant] = []
    while len(found) < count:
        some = [mutant for mutant in mutants_of(chance.choice(files)) if _fits(mutant)]
        if some:
            found.append(chance.choice(some))
    return found


def _fits(mutant: Mutant) -> bool:
    try:
        changed = mutant.applied(mutant.path.read_text(encoding="utf-8"))
        ast.parse(changed)
    except (ValueError, SyntaxError):
        return False
    return True


def tests_for(path: Path) -> list[str]:
    """Return the tests that concern a module: those of its name first, then those that import it or what imports it."""
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    package, _, name = module.rpartition(".")
    own = sorted((ROOT / "tests").rglob(f"test_{name}*.py"))
    pattern = re.compile(rf"(from {re.escape(module)} import|from {re.escape(package)} import .*\b{name}\b)")
    near = [file for file in sorted((ROOT / "tests").rglob("test_*.py")) if pattern.search(file.read_text("utf-8"))]
    room = ROOT / "tests" / Path(*path.relative_to(ROOT / "mlexplorer").parts[:-1])
    whole = [room] if room.exists() and room != ROOT / "tests" else []
    laws = [ROOT / "tests/test_models.py"] if "models" in path.parts or "algorithms" in path.parts else []
    stories = [ROOT / "tests/ui/test_stories.py"]
    files = dict.fromkeys([*own, *near, *whole, *laws, *stories])
    return [str(file.relative_to(ROOT)) for file in files]


def is_killed(mutant: Mutant, copy: Path) -> bool:
    """Return whether a test fails, or hangs, with the fault in the copy."""
    place = copy / mutant.path.relative_to(ROOT)
    text = place.read_text(encoding="utf-8")
    place.write_text(mutant.applied(text), encoding="utf-8")
    command = [sys.executable, "-P", "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests_for(mutant.path)]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            command, cwd=copy, env=environment, capture_output=True, timeout=PATIENCE, check=False
        ).returncode
    except subprocess.TimeoutExpired:
        return True
    finally:
        place.write_text(text, encoding="utf-8")
    return done != 0


def main() -> None:
    """Try the mutants one after the other, and tell which survive."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    killed = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "tree"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".venv", ".git", "__pycache__", ".*_cache", "build"))
        for number, mutant in enumerate(chosen(given.count, given.seed), 1):
            dead = is_killed(mutant, copy)
            killed += dead
            print(f"{number:4} {'killed  ' if dead else 'SURVIVES'} {mutant}", flush=True)
    print(f"{killed} of {given.count} killed")


if __name__ == "__main__":
    main()
