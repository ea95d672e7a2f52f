"""Small clones of the project: real main.py, venv and pip, tiny hand-made wheels, no network."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PROJECT = """
[project]
name = "mlexplorer"
dependencies = {runtime}
[project.optional-dependencies]
test = {test}
"""
RUNTIME = ["alpha>=1", "PySide6-Essentials>=6"]
REPORT = """
import json, os, sys
print(json.dumps({"who": WHO, "arguments": sys.argv[1:], "environment": dict(os.environ), "path": sys.path,
                  "file": __file__, "directory": os.getcwd(), "python": sys.executable}))
sys.exit(int(os.environ.get("FAKE_EXIT", "0")))
"""
QT_GUI = """
import os, pathlib
for pair in os.environ.get("FAKE_LIBRARIES", "").split():
    library, package = pair.split("=")
    if not pathlib.Path(os.environ["FAKE_STATE"], package).exists():
        raise ImportError(library + ": cannot open shared object file: No such file or directory")
"""
APT_GET = """#!/bin/sh
echo "apt-get $*" >> "$FAKE_STATE/calls"
[ "$1" = install ] && for package; do : > "$FAKE_STATE/$package"; done
exit ${FAKE_APT_EXIT:-0}
"""
BUILDER = """#!/bin/sh
echo "${0##*/} $*" >> "$FAKE_STATE/calls"
for folder; do :; done
case "$*" in
*venv*--python*|*-m\\ venv*)
    /bin/cp -a "$FAKE_TEMPLATE/bin" "$FAKE_TEMPLATE/lib" "$FAKE_TEMPLATE/pyvenv.cfg" "$folder" ;;
esac
"""


def make_wheel(folder: Path, name: str, version: str, files: Mapping[str, str | bytes]) -> None:
    """Write a pure wheel that pip accepts."""
    info = f"{name}-{version}.dist-info"
    content = {
        **files,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{path},,\n" for path in [*content, f"{info}/RECORD"])
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as wheel:
        for path, text in {**content, f"{info}/RECORD": record}.items():
            wheel.writestr(path, text)


@dataclass(frozen=True)
class Run:
    """What one start printed."""

    code: int
    output: str
    errors: str

    @property
    def report(self) -> dict[str, Any]:
        """What the fake program saw."""
        return json.loads(self.output.splitlines()[-1])


class Clone:
    """A clone with fake programs on the path, in a directory of its own."""

    def __init__(self, folder: Path, wheels: Path) -> None:
        self.folder = folder / "clone"
        self.bin = folder / "bin"
        self.state = folder / "state"
        self.cache = folder / "cache"
        self.elsewhere = folder / "elsewhere"
        self.venv = self.folder / ".venv"
        self.prefix: tuple[str, ...] = ()
        for path in (self.bin, self.state, self.elsewhere):
            path.mkdir()
        self.environment = {
            "PATH": str(self.bin),
            "HOME": str(folder / "home"),
            "XDG_CACHE_HOME": str(self.cache),
            "PIP_NO_INDEX": "1",
            "PIP_CONFIG_FILE": os.devnull,
            "PIP_FIND_LINKS": str(wheels),
            "FAKE_STATE": str(self.state),
            "QT_QPA_PLATFORM": "offscreen",
            **{name: os.environ[name] for name in ("LD_LIBRARY_PATH", "TMPDIR") if name in os.environ},
        }

    def fill(self) -> None:
        """Write main.py, pyproject.toml and a package that reports how it was run."""
        for name in ("mlexplorer", "tests/bench"):
            (self.folder / name).mkdir(parents=True)
            (self.folder / name / "__main__.py").write_text(f"WHO = {name!r}\n{REPORT}")
        (self.folder / "mlexplorer" / "__init__.py").touch()
        shutil.copy(ROOT / "main.py", self.folder)
        self.write_project(RUNTIME)

    def write_project(self, runtime: list[str]) -> None:
        """Write the lists of packages."""
        (self.folder / "pyproject.toml").write_text(PROJECT.format(runtime=json.dumps(runtime), test='["pytest>=8"]'))

    def write_script(self, name: str, text: str) -> None:
        """Put a program on the path."""
        (self.bin / name).write_text(text)
        (self.bin / name).chmod(0o755)

    def command(self, *arguments: str, before: str = "") -> list[str]:
        """Return the command that runs main.py, after some lines that change the Python it runs in."""
        main = str(self.folder / "main.py")
        if not before:
            return [sys.executable, main, *arguments]
        code = f"import runpy, sys\n{before}\nsys.argv[:] = {[main, *arguments]}\n"
        return [sys.executable, "-c", f"{code}runpy.run_path({main!r}, run_name='__main__')"]

    def run(self, *arguments: str, before: str = "", **environment: str) -> Run:
        """Run main.py from another directory."""
        run = subprocess.run(
            [*self.prefix, *self.command(*arguments, before=before)],
            env={name: value for name, value in {**self.environment, **environment}.items() if value},
            cwd=self.elsewhere,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        return Run(run.returncode, run.stdout, run.stderr)

    def marker(self) -> dict[str, Any]:
        """What the marker in the clone holds."""
        return json.loads((self.venv / "mlexplorer.json").read_text())

    def mark(self, **changes: object) -> None:
        """Change the marker in the clone."""
        (self.venv / "mlexplorer.json").write_text(json.dumps({**self.marker(), **changes}))

    def packages(self) -> Path:
        """Where the packages in the clone are."""
        return next(self.venv.glob("lib/python*/site-packages"))

    def calls(self) -> list[str]:
        """What the fake programs were asked to do."""
        path = self.state / "calls"
        return path.read_text().splitlines() if path.exists() else []


def without(*modules: str) -> str:
    """Lines that hide modules from Python until a package of that name plus -venv is installed."""
    return (
        "import importlib.util, os\n"
        "find = importlib.util.find_spec\n"
        "installed = lambda: os.path.exists(os.environ['FAKE_STATE'] + '/python3-venv')\n"
        f"hidden = lambda name: name in {modules!r} and not installed()\n"
        "importlib.util.find_spec = lambda name, package=None: None if hidden(name) else find(name, package)"
    )
