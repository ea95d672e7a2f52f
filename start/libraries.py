"""The system libraries Qt needs: which are missing, and in which Debian package each is."""

import contextlib
import os
import re
import sys

from start.places import Place
from start.processes import Failure, has_display, last_error, quietly
from start.system import install_system

PACKAGES = {
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfontconfig1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libstdc++.so.6": "libstdc++6",
    "libX11.so.6": "libx11-6",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb.so.1": "libxcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
}
LOAD_QT = """
import ctypes, glob, importlib.util, os, sys
folder = os.path.dirname(importlib.util.find_spec("PySide6").origin)
pattern = os.path.join(glob.escape(folder), "Qt", "plugins", "platforms", "libq" + sys.argv[1] + "*.so")
plugins = glob.glob(pattern) if sys.argv[1] else []
print(*glob.glob(os.path.join(glob.escape(folder), "QtGui*.so")), *plugins, sep="\\n", flush=True)
import PySide6.QtGui
for plugin in plugins:
    ctypes.CDLL(plugin)
"""


def check_libraries(place: Place, plugin: str = "") -> None:
    """Load Qt, and the plugin of the display if one is named; get what is missing; a success is remembered."""
    checked = place.read().get("checked", [])
    name = plugin or "QtGui"
    if name in checked:
        return
    get_libraries(place, plugin)
    with contextlib.suppress(OSError):  # a place that cannot be written is checked each time
        place.write({**place.read(), "checked": [*checked, name]})


def get_libraries(place: Place, plugin: str) -> None:
    """Install the libraries the loader misses until it misses none, or the same ones again."""
    tried: list[str] = []
    problem = load_qt(place, plugin)
    while problem:
        libraries, line = problem
        packages = sorted({PACKAGES[library] for library in libraries if library in PACKAGES})
        if not packages or packages == tried:
            raise Failure(f"Qt does not load: {', '.join(libraries) or line}")
        install_system("Qt misses libraries of the system", libraries, packages, place.log)
        tried, problem = packages, load_qt(place, plugin)


def load_qt(place: Place, plugin: str) -> tuple[list[str], str] | None:
    """Load Qt in another process; return the libraries it misses and the last line of the loader."""
    run = quietly([place.python, "-P", "-c", LOAD_QT, plugin])
    if run.returncode == 0:
        return None
    found = re.findall(r"(lib[^\s:]+\.so[.\d]*): cannot open", run.stderr)
    for file in run.stdout.splitlines():  # the loader names one library, ldd all of them
        found += re.findall(r"(lib\S+) => not found", quietly(["ldd", file]).stdout)
    return sorted(set(found)), last_error(run.stderr)


def display_plugin() -> str:
    """Return the name of the plugin Qt loads for the display; nothing where there is none or Qt brings all."""
    if sys.platform in ("win32", "darwin") or not has_display():
        return ""
    chosen = re.split("[;:]", os.environ.get("QT_QPA_PLATFORM", ""))[0]
    return chosen or ("xcb" if os.environ.get("DISPLAY") else "wayland")
