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
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COMPARISONS = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "=="}
SIGNS = {ast.Add: "-", ast.Sub: "+", ast.Mult: "/", ast.Div: "*"}
SYMBOLS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
SYMBOLS |= {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
KINDS = ("comparison", "sign", "connective", "constant")
PATIENCE = 30  # as many times its seconds of work may the tests of one mutant take in a busy machine
SURVIVES, UNDECIDED, KILLED = "SURVIVES", "UNDECIDED: its seconds were over", "killed"
NO_TESTS = 5  # what pytest says when -k finds none
IMPORTS = re.compile(r"^ *from (\S+) import (\([^)]*\)|.*)", re.MULTILINE)
LAWS = {
    **dict.fromkeys(("models", "algorithms", "capabilities"), ("test_models.py",)),
    "datasets": ("test_sources.py", "test_source_stories.py"),
    "studies": ("studies/test_bad_cases.py", "test_studies.py"),
    "layers": ("layers/test_layers.py",),
    "views": ("views/test_views.py",),
}
LOST = ("test_architecture.py", "test_wheel.py")  # about the text of the code, which a mutant changes by the way
LATE = ("test_budget.py", "test_clipping.py", "test_extremes.py", "test_kills.py", "test_memory.py", "test_monkey.py")
LATE += ("test_never_frozen.py", "test_process.py", "test_stories.py")  # long: behind those that may be quick to tell
FOR_ALL = ("test_records.py", "ui/test_stories.py")
NEAR = 6  # so many files that import a module are tried together with its own


@dataclass(frozen=True)
class Mutant:
    """One fault: where it is, and what stands there instead."""

    path: Path
    kind: str
    line: int
    column: int
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}:{self.column}: {self.old.strip()} → {self.new.strip()}"

    def applied(self, text: str) -> str:
        """Return the text with the fault in it."""
        lines = text.split("\n")
        raw = lines[self.line - 1].encode()
        place = raw.index(self.old.encode(), self.column)
        lines[self.line - 1] = (raw[:place] + self.new.encode() + raw[place + len(self.old.encode()) :]).decode()
        return "\n".join(lines)


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Yield every fault that a file can have."""
    text = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Compare(left=left, ops=[sign, *_], comparators=[right, *_]) if type(sign) in COMPARISONS:
                yield _between(path, "comparison", (left, right), SYMBOLS[type(sign)], COMPARISONS[type(sign)])
            case ast.BinOp(left=left, op=sign, right=right) if type(sign) in SIGNS and not _is_text(node):
                yield _between(path, "sign", (left, right), SYMBOLS[type(sign)], SIGNS[type(sign)])
            case ast.BoolOp(op=word, values=[left, right, *_]):
                pair = ("and", "or") if isinstance(word, ast.And) else ("or", "and")
                yield _between(path, "connective", (left, right), *pair)
            case ast.Constant(value=bool(value)):
                yield Mutant(path, "constant", node.lineno, node.col_offset, str(value), str(not value))
            case ast.Constant(value=int() | float()):
                spelt = ast.get_source_segment(text, node) or ""
                yield Mutant(path, "constant", node.lineno, node.col_offset, spelt, f"({spelt} + 1)")


def _between(path: Path, kind: str, sides: tuple[ast.expr, ast.expr], old: str, new: str) -> Mutant:
    """Return the fault in what stands between two expressions: behind the first, or in the line of the second."""
    left, right = sides
    place = (left.end_lineno, left.end_col_offset) if left.end_lineno == right.lineno else (right.lineno, 0)
    return Mutant(path, kind, *place, f" {old} ", f" {new} ")


def _is_text(node: ast.BinOp) -> bool:
    sides = (node.left, node.right)
    return any(isinstance(side, ast.JoinedStr) or isinstance(getattr(side, "value", None), str) for side in sides)


def chosen(count: int, seed: int) -> list[Mutant]:
    """Return random faults over all packages: each kind is as likely as any other, and so is each file that has it."""
    chance = random.Random(seed)
    files = [path for path in sorted((ROOT / "mlexplorer").rglob("*.py")) if path.name != "__init__.py"]
    found: dict[Mutant, None] = {}
    while len(found) < count:
        kind, path = chance.choice(KINDS), chance.choice(files)
        some = [mutant for mutant in mutants_of(path) if mutant.kind == kind]
        mutant = chance.choice(some) if some else None
        if mutant is not None and _fits(mutant):
            found[mutant] = None
    return list(found)


def _fits(mutant: Mutant) -> bool:
    text = mutant.path.read_text(encoding="utf-8")
    try:
        return ast.dump(ast.parse(mutant.applied(text))) != ast.dump(ast.parse(text))
    except (ValueError, SyntaxError):
        return False


def tests_for(path: Path) -> Iterator[list[str]]:
    """Yield the tests that concern a module as words for pytest, the nearest first: its own and some that import it;
    the laws for what it offers; the others that do, its room, and the laws for all.
    """
    every = [file for file in sorted((ROOT / "tests").rglob("test_*.py")) if file.name not in LOST]
    place = path.relative_to(ROOT / "mlexplorer")
    room = ROOT / "tests" / place.parent
    laws = [ROOT / "tests" / name for part in path.parts for name in LAWS.get(part, ())]
    named = [file for file in every if file.name.startswith(f"test_{path.stem}")]
    alike = [file for file in every if file.name == f"test_{path.stem.partition('_')[0]}.py"]
    own = named + [file for file in room.parent.glob(f"test_{path.parent.name}*.py") if file in every]
    near = [file for file in every if _imports(file, path)]
    users = [file for file in sorted((ROOT / "mlexplorer").rglob("*.py")) if _imports(file, path)]
    beyond = [file for user in users for file in every if file.name.startswith(f"test_{user.stem}")]
    nearest = [*own, *alike, *near[:NEAR], *beyond[:NEAR]]
    first = [file for file in nearest if file.name not in LATE and file not in laws]
    whole = [file for file in every if room in file.parents and room != ROOT / "tests"]
    rest = sorted([*near, *beyond, *whole, *laws], key=lambda file: file.name in LATE)
    yield _words(first)
    if place.parts[0] in LAWS and place.parts[0] != "algorithms":
        yield [*_words(laws), "-k", place.parts[1].removesuffix(".py")]
    yield _words([file for file in rest if file not in first] + [ROOT / "tests" / name for name in FOR_ALL])


def _words(files: list[Path]) -> list[str]:
    return [str(file.relative_to(ROOT)) for file in dict.fromkeys(files)]


def _imports(file: Path, path: Path) -> bool:
    """Tell whether a file imports a module, as `from a.b import c` or as `from a import b`."""
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    package, _, name = module.rpartition(".")
    found = IMPORTS.findall(file.read_text("utf-8"))
    return any(where == module or (where == package and re.search(rf"\b{name}\b", names)) for where, names in found)


def verdict(mutant: Mutant, copy: Path, most: int, near: bool = False) -> str:
    """Return which test fails with the fault in the copy, or that none does, or none before the time is over."""
    place = copy / mutant.path.relative_to(ROOT)
    text = place.read_text(encoding="utf-8")
    place.write_text(mutant.applied(text), encoding="utf-8")
    whys = list[str]()
    try:
        for tests in filter(None, list(tests_for(mutant.path))[: -1 if near else None]):
            whys.append(tried(tests, copy, most))
            if whys[-1].startswith(KILLED):
                return whys[-1]
    finally:
        place.write_text(text, encoding="utf-8")
    return UNDECIDED if UNDECIDED in whys else SURVIVES


def tried(tests: list[str], copy: Path, most: int) -> str:
    """Return which of some tests fails in the copy, or that none does, or none before the time is over."""
    command = [sys.executable, "-P", "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    settings = {"QT_QPA_PLATFORM": "offscreen", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(copy)}
    try:
        done = subprocess.run(
            command,
            cwd=copy,
            env={**os.environ, **settings},
            capture_output=True,
            text=True,
            timeout=PATIENCE * most,
            check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (most, most + 5)),
        )
    except subprocess.TimeoutExpired:
        return UNDECIDED
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return UNDECIDED
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    killer = failed[1] if failed else f"the end of the process ({done.returncode})"
    return f"{KILLED} by {killer}" if done.returncode not in (0, NO_TESTS) else SURVIVES


def copied(folder: Path) -> Path:
    """Return a copy of the tree, with a Git of its own for the tests that ask which files there are."""
    copy = folder / "tree"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".venv", ".git", "__pycache__", ".*_cache", "build"))
    for words in (["init", "-q"], ["add", "-A"]):
        subprocess.run(["git", *words], cwd=copy, check=True)
    return copy


def main() -> None:
    """Try the mutants one after the other, and tell which survive."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=int, default=150, help="of work for the tests of one mutant")
    parser.add_argument("--only", default="", help="try only those whose line contains this")
    parser.add_argument("--skip", type=int, default=0, help="so many that were tried before")
    parser.add_argument("--near", action="store_true", help="the nearest tests only: others may yet kill what survives")
    given = parser.parse_args()
    mutants = [mutant for mutant in chosen(given.count, given.seed)[given.skip :] if given.only in str(mutant)]
    found = Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        copy = copied(Path(folder))
        for number, mutant in enumerate(mutants, given.skip + 1):
            why = verdict(mutant, copy, given.seconds, given.near)
            found[why.split()[0]] += 1
            print(f"{number:4} {mutant}: {why}", flush=True)
    print(f"of {len(mutants)}: {dict(found)}")


if __name__ == "__main__":
    main()
