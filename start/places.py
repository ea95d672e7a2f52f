"""Where the packages are kept: .venv in the clone if that is ours and can be written, else a folder in the cache."""

import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from start.processes import Failure, quietly, say

CLONE = Path(__file__).resolve().parent.parent


class Place:
    """A folder for the packages, with its marker, its log and its lock."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.marker = folder / "mlexplorer.json"
        self.log = folder / "set-up.log"
        self.lock = folder.with_name(f"{folder.name}.lock")
        self.python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")

    def read(self) -> dict[str, Any]:
        """Return what the marker holds, nothing if it is missing or damaged."""
        try:
            content = json.loads(self.marker.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return content if isinstance(content, dict) else {}

    def write(self, content: Mapping[str, Any]) -> None:
        """Replace the marker in one step, so that it is never half written."""
        fresh = self.marker.with_suffix(".new")
        fresh.write_text(json.dumps(content), encoding="utf-8")
        fresh.replace(self.marker)

    def is_writable(self) -> bool:
        """Tell whether the folder can be filled and its lock made beside it."""
        return can_write(self.folder) and can_write(self.folder.parent)

    def condition(self, wanted: Mapping[str, Sequence[str]]) -> str:
        """Tell whether the place is free, foreign, begun, dead, changed or ready."""
        if not os.path.isfile(self.marker):  # noqa: PTH113 - Path.is_file raises where we may not look
            return "free" if is_free(self.folder) else "foreign"
        content = self.read()
        if content.get("state") != "ready":
            return "begun"
        if python_version(self.python) != content.get("python"):
            return "dead"
        return "ready" if digests(wanted).items() <= content.get("digests", {}).items() else "changed"


def is_free(folder: Path) -> bool:
    """Tell whether nothing stands here, or only an empty folder."""
    try:
        return next(folder.iterdir(), None) is None
    except FileNotFoundError:
        return not folder.is_symlink()
    except OSError:
        return False


def can_write(folder: Path) -> bool:
    """Try to write in a folder, or in the nearest one above it that exists."""
    try:
        while not folder.exists():
            folder = folder.parent
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def digest(lines: Sequence[str]) -> str:
    """Return a short fingerprint of some lines, whatever their order."""
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()[:16]


def digests(wanted: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return the fingerprint of each list of packages."""
    return {name: digest(lines) for name, lines in wanted.items()}


def python_version(python: Path) -> str:
    """Return major and minor version of an interpreter, nothing if it does not run."""
    code = "import sys; print('%d.%d' % sys.version_info[:2])"
    return quietly([python, "-I", "-S", "-c", code]).stdout.strip()


def cache_folder() -> Path:
    """Return the folder for our files in the user's cache."""
    usual = {"win32": "AppData/Local", "darwin": "Library/Caches"}.get(sys.platform, ".cache")
    named = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME")
    return (Path(named).absolute() if named else Path.home() / usual) / "mlexplorer"


def choose_place(wanted: Mapping[str, Sequence[str]]) -> tuple[Place, str]:
    """Return the place that is ready, else the first that is ours to fill, and its condition."""
    places = Place(CLONE / ".venv"), Place(cache_folder() / f"venv-{digest([str(CLONE)])}")
    conditions = [(place, place.condition(wanted)) for place in places]
    for place, condition in conditions:
        if condition == "ready":
            return place, condition
    for place, condition in conditions:
        if condition != "foreign" and place.is_writable():
            return place, condition
        why = "was not made by ML Explorer" if condition == "foreign" else "cannot be written"
        say(f"{place.folder} {why} and is left alone.")
    raise Failure("There is no folder to set ML Explorer up in.")
