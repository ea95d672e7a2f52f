"""Every check with the oldest Python and the newest one here, each with its lowest and its newest packages.

`python3 main.py test --matrix [words for pytest]` runs it; a set of packages is made anew each time, in the cache.
"""

import importlib.util
import itertools
import re
import subprocess
import sys
from pathlib import Path

CLONE = Path(__file__).resolve().parents[1]
SPEC = importlib.util.spec_from_file_location("main", CLONE / "main.py")
assert SPEC is not None
assert SPEC.loader is not None
main = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(main)


def lowest(requirement: str) -> str:
    """Ask for the lowest version that a requirement allows, on the systems it is for."""
    return re.sub(r">=([\w.]+)[^;]*", r"==\1", requirement)


def interpreters() -> dict[str, list[str]]:
    """Return the oldest Python that serves and the newest one at hand, by version."""
    found = [*main.pythons(), [sys.executable]]
    versions = {main.quietly([*python, *main.VERSION]).stdout.strip(): python for python in reversed(found)}
    order = sorted(versions, key=lambda version: [int(part) for part in version.split(".")])
    return {version: versions[version] for version in (order[0], order[-1])}


def check(python: list[str], name: str, packages: list[str], words: list[str]) -> int:
    """Set one column of the matrix up and run the tests in it; return their verdict."""
    place = main.Place(main.CACHE / "matrix" / name)
    log = place.folder.with_name(f"{name}.log")  # a version has a point: no suffix
    main.say(f"Setting up: {name}.")
    main.run_logged([*python, "-m", "venv", "--clear", str(place.folder)], log)
    main.run_logged([place.python, *main.PIP, "--only-binary", ":all:", *packages], log)
    environment = main.child_environment(QT_QPA_PLATFORM="offscreen")
    return subprocess.call([str(place.python), "-P", "-m", "pytest", *words], cwd=CLONE, env=environment)


def run(words: list[str]) -> int:
    """Run all columns, even if one fails, and say how each ended."""
    wanted = main.requirements("test")
    columns = {"lowest": [lowest(line) for line in wanted["runtime"]], "newest": wanted["runtime"]}
    verdicts = {}
    for (version, python), column in itertools.product(interpreters().items(), columns):
        name = f"Python {version} with the {column} packages"
        verdicts[name] = check(python, name, [*columns[column], *wanted["test"]], words)
    for name, code in verdicts.items():
        main.say(f"{name}: {'passed' if code == 0 else f'failed ({code})'}")
    return max(verdicts.values())


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
