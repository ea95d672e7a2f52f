"""Speed tables by name: `python tests/bench NAME [words for it] [NAME …]`; without a name it lists them.

Every other file of this folder is a table: its `main(words)` prints it and returns 0, or 1 if a bound is broken.
"""

import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before anything imports NumPy: one thread against one thread
os.environ["OMP_NUM_THREADS"] = "1"

import importlib.util
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
NAMES = sorted(path.stem for path in HERE.glob("*.py") if not path.stem.startswith("_"))


def summary(name: str) -> str:
    """Return the first line of a table's file, without its quotes."""
    return (HERE / f"{name}.py").read_text(encoding="utf-8").partition("\n")[0].strip('"')


def run(name: str, words: list[str]) -> int:
    """Print one table and return its verdict."""
    spec = importlib.util.spec_from_file_location(f"bench_{name}", HERE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    verdict: int = module.main(words)
    return verdict


def requests(arguments: list[str]) -> list[tuple[str, list[str]]]:
    """Return the tables asked for, each with the words that follow it and are no table themselves."""
    found: list[tuple[str, list[str]]] = []
    for word in arguments:
        if word in NAMES:
            found.append((word, []))
        elif found:
            found[-1][1].append(word)
        else:
            raise SystemExit(f"There is no table {word!r}; there are {', '.join(NAMES)}.")
    return found


def main(arguments: list[str]) -> int:
    """Run the tables asked for, all of them even if one breaks a bound."""
    if not arguments:
        print("\n".join(f"{name:10} {summary(name)}" for name in NAMES))
        return 0
    return max([run(name, words) for name, words in requests(arguments)])


if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parents[1]))
    sys.exit(main(sys.argv[1:]))
