"""Set ML Explorer up on the first run, then start it: standard library only, and readable by Python 3.6."""

import contextlib
import functools
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Dict, Iterator, List, Sequence, Tuple, Union

NEEDED = (3, 11)
CLONE = Path(os.path.realpath(__file__)).parent
USUAL = {"win32": "~/AppData/Local", "darwin": "~/Library/Caches"}.get(sys.platform, "~/.cache")
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser(USUAL)).absolute() / "mlexplorer"
PAINTING = ("figure", "film", "study", "handout", "window")
HEADLESS = (*PAINTING, "pack", "unpack", "models", "datasets", "studies", "scenes", "lessons")
UNWANTED = ("PYTHONPATH", "PYTHONHOME", "QT_PLUGIN_PATH", "QT_QPA_PLATFORM_PLUGIN_PATH", "PIP_USER", "PIP_TARGET")
QUIET = {"LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive", "PIP_RETRIES": os.environ.get("PIP_RETRIES", "2")}
TABLE = """
libEGL.so.1=libegl1 libGL.so.1=libgl1 libX11-xcb.so.1=libx11-xcb1 libX11.so.6=libx11-6 libdbus-1.so.3=libdbus-1-3
libfontconfig.so.1=libfontconfig1 libfreetype.so.6=libfontconfig1 libglib-2.0.so.0=libglib2.0-0
libgthread-2.0.so.0=libglib2.0-0 libwayland-client.so.0=libwayland-client0 libwayland-cursor.so.0=libwayland-cursor0
libxcb.so.1=libxcb1 libxcb-cursor.so.0=libxcb-cursor0 libxcb-icccm.so.4=libxcb-icccm4 libxcb-image.so.0=libxcb-image0
libxcb-keysyms.so.1=libxcb-keysyms1 libxcb-randr.so.0=libxcb-randr0 libxcb-render-util.so.0=libxcb-render-util0
libxcb-render.so.0=libxcb-render0 libxcb-shape.so.0=libxcb-shape0 libxcb-shm.so.0=libxcb-shm0
libxcb-sync.so.1=libxcb-sync1 libxcb-util.so.1=libxcb-util1 libxcb-xfixes.so.0=libxcb-xfixes0
libxcb-xkb.so.1=libxcb-xkb1 libxkbcommon-x11.so.0=libxkbcommon-x11-0 libxkbcommon.so.0=libxkbcommon0
"""
PACKAGES = dict(pair.split("=") for pair in TABLE.split())
REASONS = {
    r"No space left|Errno 28\b|[Dd]isk quota": "the disk is full",
    r"CERTIFICATE_VERIFY_FAILED|SSLError": "the certificate of the package server is refused",
    r"ProxyError|Cannot connect to proxy": "the proxy refuses the connection",
    r"NewConnection|[Nn]ame resolution|not known|getaddrinfo|nodename nor|dns error|unreachable|[Cc]onnection refused"
    r"|[Tt]imed out|[Ff]ailure resolving|not resolve": "the package server cannot be reached (offline?)",
    r"DO NOT MATCH THE HASHES|BadZipFile|IncompleteRead": "a download is damaged",
    r"No matching distribution|Unable to locate package": "no version of a package fits this Python and system",
    r"Permission denied|Access is denied|Errno 13\b": "a file may not be written",
}
SENTENCES = {
    "free": "Setting ML Explorer up in {} (once).",
    "begun": "The last set-up was not finished: starting again in {}.",
    "dead": "The Python of {} no longer runs: building it again.",
    "changed": "Bringing the packages in {} up to date.",
}
ALL_TESTS = ("-n", "2", "--dist", "loadfile", "--no-loadscope-reorder")
PINNED = CLONE / "resources" / "pinned.txt"
UNWRITTEN = 5  # seconds after which a lock without a process number is one that a power cut left
PIP = ("-m", "pip", "install", "--no-user", "--no-input", "--disable-pip-version-check", "--prefer-binary")
VERSION = ("-I", "-S", "-c", "import sys; print('%d.%d' % sys.version_info[:2])")
CLONE_FIRST = "import runpy, sys; sys.path.insert(0, sys.argv.pop(1)); runpy."
RUN = CLONE_FIRST + "run_module('mlexplorer', {}, '__main__', True)"
BENCH = CLONE_FIRST + "run_path(sys.path[0] + '/tests/bench/__main__.py', {}, '__main__')"
LOAD_QT = """
import ctypes, glob, importlib.util, os, sys
folder = os.path.dirname(importlib.util.find_spec("PySide6").origin)
plugins = glob.glob(glob.escape(folder) + "/Qt/plugins/platforms/libq" + sys.argv[1] + "*.so") if sys.argv[1] else []
print(*glob.glob(glob.escape(folder) + "/QtGui*.so"), *plugins, sep="\\n", flush=True)
import PySide6.QtGui
for plugin in plugins: ctypes.CDLL(plugin)
"""
IMPORT_ALL = """
import importlib, importlib.metadata, sys
for module, owners in importlib.metadata.packages_distributions().items():
    if module.isidentifier() and {owner.replace("_", "-").lower() for owner in owners} & set(sys.argv):
        importlib.import_module(module)
"""
Wanted = Dict[str, List[str]]
say = functools.partial(print, file=sys.stderr, flush=True)


class Failure(SystemExit):
    """Set-up cannot go on; Python prints the text, which says why and what to do, and exits with code 1."""


class Place:
    """A folder for the packages, with its marker, its log and its lock."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.marker, self.log = folder, folder / "mlexplorer.json", folder / "set-up.log"
        self.lock = folder.with_name(folder.name + ".lock")
        self.python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")

    def read(self) -> Dict[str, Any]:
        """Return what the marker holds, nothing if it is missing or damaged."""
        with contextlib.suppress(OSError, TypeError, ValueError):
            return dict(json.loads(self.marker.read_text(encoding="utf-8")))
        return {}

    def write(self, content: Dict[str, Any]) -> None:
        """Replace the marker in one step, so that it is never half written."""
        fresh = self.marker.with_suffix(".new")
        fresh.write_text(json.dumps(content), encoding="utf-8")
        fresh.replace(self.marker)

    def condition(self, wanted: Wanted) -> str:
        """Tell whether the place is free, foreign, begun, dead, changed or ready."""
        if not os.path.isfile(self.marker):
            return "foreign" if os.path.lexists(self.folder) else "free"
        content = self.read()
        if content.get("state") != "ready":
            return "begun"
        if quietly([self.python, *VERSION]).stdout.strip() != content.get("python"):
            return "dead"
        return "ready" if digests(wanted).items() <= content.get("digests", {}).items() else "changed"


def pythons() -> Iterator[List[str]]:
    """Find each Python that is new enough, the newest first."""
    test = ["-c", f"import sys; sys.exit(sys.version_info < {NEEDED})"]
    for name in ("python3.15", "python3.14", "python3.13", "python3.12", "python3.11", "py"):
        command = [shutil.which(name) or "", *(["-3"] if name == "py" else [])]
        if command[0] and subprocess.call([*command, *test], stderr=subprocess.DEVNULL) == 0:
            yield command


def run_newer(arguments: List[str]) -> int:
    """Run this file again with a Python that is new enough, or say which one is needed."""
    for command in pythons():
        return become([*command, str(CLONE / "main.py"), *arguments], dict(os.environ))
    raise Failure("ML Explorer needs Python 3.11 or newer, and only {}.{} was found.".format(*sys.version_info))


def become(command: List[str], environment: Dict[str, str]) -> int:
    """Run a command in place of this process; on Windows wait for it and return its exit code."""
    if sys.platform == "win32":
        return subprocess.call(command, env=environment)
    return os.execve(command[0], command, environment)


def display() -> str:
    """Return the name of Qt's plugin for the display, nothing if there is no display."""
    if sys.platform in ("win32", "darwin"):
        return "native"
    chosen, x11, wayland = (os.environ.get(name) for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"))
    return re.split("[;:]", chosen)[0] if chosen else "xcb" if x11 else "wayland" if wayland else ""


def child_environment(**changes: str) -> Dict[str, str]:
    """Return our environment without what leads Python, pip or Qt astray; without a display Qt paints in memory."""
    environment = {name: value for name, value in os.environ.items() if name not in UNWANTED}
    return {**environment, **({} if display() else {"QT_QPA_PLATFORM": "offscreen"}), **changes}


def quietly(command: Sequence[Union[str, Path]]) -> "subprocess.CompletedProcess[str]":
    """Run a command and keep what it prints; one that cannot be started has the exit code 127."""
    environment = child_environment(**QUIET)
    try:
        return subprocess.run(command, capture_output=True, text=True, errors="replace", env=environment, check=False)
    except OSError as problem:
        return subprocess.CompletedProcess(command, 127, "", str(problem))


def run_logged(command: Sequence[Union[str, Path]], log: Path) -> None:
    """Run a command with its output in a log, and tell in plain words why it failed."""
    log.parent.mkdir(parents=True, exist_ok=True)
    environment = child_environment(**QUIET)
    with log.open("ab") as file:
        start = file.tell()
        code = subprocess.call(command, stdin=subprocess.DEVNULL, stdout=file, stderr=file, env=environment)
    if code:
        why, line = explain(log.read_bytes()[start:].decode("utf-8", "replace"))
        name = " ".join(Path(part).name for part in command[:3])
        raise Failure(f"{name} failed: {why}.\n  {line}\n  All it said: {log}")


def explain(text: str) -> Tuple[str, str]:
    """Return in plain words why something failed, and the last line that is an error, else the last line."""
    why = next((words for pattern, words in REASONS.items() if re.search(pattern, text)), "the last line tells why")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return why, ([line for line in lines if re.match("(ERROR|error|E):", line)] or lines or ["(no output)"])[-1]


def requirements(*extras: str) -> Wanted:
    """Read the dependencies, and those of the extras, from pyproject.toml."""
    tomllib = importlib.import_module("tomllib")  # not at the top: an older Python reads this file
    try:
        project = tomllib.loads((CLONE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        return {"runtime": project["dependencies"], **{name: project["optional-dependencies"][name] for name in extras}}
    except (KeyError, ValueError) as problem:
        raise Failure(f"pyproject.toml cannot be read: {problem}") from None


def digests(wanted: Wanted) -> Dict[str, str]:
    """Return a short fingerprint of each list of packages, whatever its order."""
    return {name: hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()[:16] for name, lines in wanted.items()}


def can_write(folder: Path) -> bool:
    """Try to write in a folder, or in the nearest one above it that exists."""
    nearest = next(path for path in (folder, *folder.parents) if os.path.exists(path))
    with contextlib.suppress(OSError), tempfile.TemporaryFile(dir=nearest):
        return True
    return False


def choose_place(wanted: Wanted) -> Tuple[Place, str]:
    """Return the place that is ready, else the first that is ours to fill, and its condition."""
    outside = CACHE / "venv-{clone}".format(**digests({"clone": [str(CLONE)]}))
    found = [(place, place.condition(wanted)) for place in (Place(CLONE / ".venv"), Place(outside))]
    for place, condition in sorted(found, key=lambda pair: pair[1] != "ready"):
        ours = condition != "foreign" and can_write(place.folder) and can_write(place.folder.parent)
        if ours or condition == "ready":
            return place, condition
        why = "was not made by ML Explorer" if condition == "foreign" else "cannot be written"
        say(f"{place.folder} {why} and is left alone.")
    raise Failure("There is no folder to set ML Explorer up in.")


def prepare(*extras: str, pinned: bool = False) -> Place:
    """Return a place where all packages are installed; it is set up now if it is not ready."""
    wanted = requirements(*extras)
    if pinned:
        wanted["pinned"] = PINNED.read_text(encoding="utf-8").splitlines()
    place, condition = choose_place(wanted)
    if condition not in ("ready", "changed"):
        building_commands(place)  # fails, if it must, before anything is made
    if condition != "ready":
        with locked(place.lock):
            condition = place.condition(wanted)  # another start may have changed it while we waited
            if condition != "ready":
                say(SENTENCES[condition].format(place.folder))
                if condition != "changed":
                    build(place)
                install(place, wanted)
    return place


@contextlib.contextmanager
def locked(lock: Path) -> Iterator[None]:
    """Hold a lock file with our process number in it; wait while another living process holds it."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    while True:
        with contextlib.suppress(FileExistsError), lock.open("x") as file:
            file.write(str(os.getpid()))
            break
        holder, age = 0, 0.0  # not written yet, or gone by now
        with contextlib.suppress(OSError, ValueError):
            age = abs(time.time() - lock.stat().st_mtime)
            holder = int(lock.read_text())
        if not holder and age < UNWRITTEN:
            time.sleep(0.1)
        elif is_alive(holder):
            say(f"Waiting for another set-up (process {holder}; if there is none, delete {lock}).")
            while lock.exists() and is_alive(holder):
                time.sleep(0.1)
        else:
            say(f"Process {holder} stopped during its set-up: taking over.")
            lock.unlink(missing_ok=True)
    try:
        yield
    finally:
        lock.unlink()


def is_alive(process: int) -> bool:
    """Tell whether another process with this number runs."""
    if sys.platform == "win32":  # where os.kill would end the process
        return str(process) in quietly(["tasklist", "/NH", "/FI", f"PID eq {process}"]).stdout
    try:
        os.kill(process, 0)
    except OSError as problem:
        return isinstance(problem, PermissionError)
    return process not in (0, os.getpid())  # ours was left by an earlier process: containers count from 1 each time


def building_commands(place: Place) -> List[List[str]]:
    """Find a way to make an environment with a pip of its own; if there is none, get it with apt."""
    folder, venv = str(place.folder), [sys.executable, "-m", "venv"]
    if not importlib.util.find_spec("ensurepip"):
        if shutil.which("uv"):
            return [["uv", "venv", "--seed", "--allow-existing", "--python", sys.executable, folder]]
        if importlib.util.find_spec("pip"):
            fill = [sys.executable, "-m", "pip", "--python", str(place.python), "install", "pip"]
            return [[*venv, "--without-pip", folder], fill]
        problem = "This Python cannot make environments"
        install_system(problem, ["ensurepip"], ["python3-venv"], CACHE / "set-up.log")
        importlib.invalidate_caches()
        if not importlib.util.find_spec("ensurepip"):
            raise Failure(f"{sys.executable} still has no ensurepip: use another Python, or install uv.")
    return [[*venv, folder]]


def build(place: Place) -> None:
    """Make a fresh environment where an old one may have stood."""
    place.folder.mkdir(parents=True, exist_ok=True)
    place.write({"state": "begun"})
    for path in place.folder.iterdir():  # the marker stays, or a folder half cleared would no longer be ours
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
    for command in building_commands(place):
        run_logged(command, place.log)


def install(place: Place, wanted: Wanted) -> None:
    """Install the packages; if that fails, go on with the old ones where they still serve."""
    before = place.read()
    old = before.get("digests", {})
    place.write({**before, "state": "begun"})
    lines = [line for name, lines in wanted.items() if name != "pinned" for line in lines]
    names = list(dict.fromkeys(re.split(r"[^\w.-]", line.strip())[0] for line in lines))  # a package may have two lines
    say(f"Installing {', '.join(names)}.")
    try:
        if "pinned" in wanted:  # first, so that the looser wishes find what they want
            run_logged([place.python, *PIP, "--require-hashes", "--requirement", str(PINNED)], place.log)
        run_logged([place.python, *PIP, *lines], place.log)
    except Failure as failure:
        if not old or quietly([place.python, "-P", "-c", IMPORT_ALL, *map(str.lower, names)]).returncode != 0:
            raise
        place.write(before)
        if not wanted.keys() <= old.keys():
            raise
        say(f"{failure}\nStarting with the packages that are here already.")
    else:
        version = quietly([place.python, *VERSION]).stdout.strip()
        place.write({"state": "ready", "python": version, "digests": {**old, **digests(wanted)}})


def install_system(problem: str, missing: List[str], packages: List[str], log: Path) -> None:
    """Install as root with apt the packages that hold what is missing, or raise with the command that would."""
    if not shutil.which("apt-get"):
        raise Failure(f"{problem}: install {', '.join(missing)} with the package tool of this system.")
    root = sys.platform != "win32" and os.geteuid() == 0
    if root:
        say(f"{problem}: installing {', '.join(packages)} with apt.")
        with contextlib.suppress(Failure):  # an old list of packages may do
            run_logged(["apt-get", "update"], log)
    if quietly(["apt-cache", "show", "libglib2.0-0t64"]).returncode == 0:  # its name since Debian 13
        packages = [name.replace("libglib2.0-0", "libglib2.0-0t64") for name in packages]
    if not root:
        raise Failure(f"{problem}. Install what is missing with:\n  sudo apt-get install -y {' '.join(packages)}")
    run_logged(["apt-get", "install", "-y", *packages], log)


def check_libraries(place: Place, plugin: str = "") -> None:
    """Load Qt, and the plugin of the display if one is named; get what is missing; a success is remembered."""
    checked, tried = place.read().get("checked", []), [""]
    while (plugin or "QtGui") not in checked:
        run = quietly([place.python, "-P", "-c", LOAD_QT, plugin])
        found = set(re.findall(r"(lib[^\s:]+\.so[.\d]*): cannot open", run.stderr))
        for file in run.stdout.splitlines() if run.returncode else []:  # the loader names one library, ldd all
            found.update(re.findall(r"(lib\S+) => not found", quietly(["ldd", file]).stdout))
        packages = sorted({PACKAGES[library] for library in found if library in PACKAGES})
        if run.returncode == 0:
            checked = [*checked, plugin or "QtGui"]
            with contextlib.suppress(OSError):  # a place that cannot be written is checked each time
                place.write({**place.read(), "checked": checked})
        elif not packages or packages == tried:
            raise Failure(f"Qt does not load: {', '.join(sorted(found)) or explain(run.stderr)[1]}")
        else:
            install_system("Qt misses libraries of the system", sorted(found), packages, place.log)
            tried = packages


def run_program(arguments: List[str]) -> int:
    """Open the window, run a command that needs none, or draw the opening scene where no window can be."""
    place = prepare(pinned="--pinned" in arguments)
    arguments = [argument for argument in arguments if argument != "--pinned"]
    program = [str(place.python), "-P", "-c", RUN, str(CLONE)]
    headless = {*arguments[:1]} & {*HEADLESS} or {*arguments} & {"--help", "-h", "--version"}
    if not headless or arguments[0] in PAINTING:
        check_libraries(place, "" if headless else display())
    if headless or display():
        return become([*program, *arguments], child_environment())
    print("There is no display, so the opening scene is drawn to mlexplorer.png.", flush=True)
    code = subprocess.call([*program, "figure", "-o", "mlexplorer.png"], env=child_environment())
    if code == 0:
        print(f"Without a display there are: python3 main.py {' | '.join(HEADLESS)} | --help")
    return code


def run_tests(arguments: List[str]) -> int:
    """Run every check in two processes, or those asked for; --long runs the large ones too, --matrix all four times."""
    if "--matrix" in arguments:
        rest = [argument for argument in arguments[1:] if argument != "--matrix"]
        return become([sys.executable, str(CLONE / "tests" / "matrix.py"), *(rest or ALL_TESTS)], child_environment())
    long, rest = "--long" in arguments, [argument for argument in arguments[1:] if argument != "--long"]
    place = prepare("test")
    check_libraries(place)
    packages = [program.lower() for program in ("Xvfb", "xdotool") if not shutil.which(program)]
    try:
        if packages and sys.platform == "linux":
            install_system("Tests on a virtual screen lack a program", packages, packages, place.log)
        check_libraries(place, "xcb")
    except Failure as failure:
        say(failure)
    os.chdir(CLONE)
    environment = child_environment(QT_QPA_PLATFORM="offscreen", **({"MLEXPLORER_LONG": "1"} if long else {}))
    return become([str(place.python), "-P", "-m", "pytest", *(rest or ALL_TESTS)], environment)


def run_bench(arguments: List[str]) -> int:
    """Run the speed tables."""
    place = prepare("test")
    check_libraries(place, display())
    return become([str(place.python), "-P", "-c", BENCH, str(CLONE), *arguments[1:]], child_environment())


def main(arguments: List[str]) -> int:
    """Do what the command line asks for, and return the exit code."""
    if sys.version_info < NEEDED:
        return run_newer(arguments)
    task = {"test": run_tests, "bench": run_bench}.get(arguments[0] if arguments else "", run_program)
    try:
        return task(arguments)
    except OSError as problem:
        raise Failure(f"Set-up failed: {explain(str(problem))[0]}.\n  {problem}") from None
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
