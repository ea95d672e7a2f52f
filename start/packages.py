"""The packages of pyproject.toml: an environment of their own is built, filled and kept up to date."""

import importlib.util
import re
import shutil
import sys
import tomllib
from collections.abc import Mapping, Sequence

from start.locks import locked
from start.places import CLONE, Place, cache_folder, choose_place, digests, python_version
from start.processes import Failure, quietly, run_logged, say
from start.system import install_system

SENTENCES = {
    "free": "Setting ML Explorer up in {} (once).",
    "begun": "The last set-up was not finished: starting again in {}.",
    "dead": "The Python of {} no longer runs: building it again.",
    "changed": "Bringing the packages in {} up to date.",
}
PIP = ("-m", "pip", "install", "--no-user", "--no-input", "--disable-pip-version-check", "--prefer-binary")
IMPORT_ALL = """
import importlib, importlib.metadata, re, sys
def plain(name):
    return re.sub("[-_.]+", "-", name).lower()
wanted = {plain(name) for name in sys.argv[1:]}
for module, owners in importlib.metadata.packages_distributions().items():
    if module.isidentifier() and wanted & {plain(owner) for owner in owners}:
        importlib.import_module(module)
"""


def prepare(*extras: str) -> Place:
    """Return a place where all packages are installed; it is set up now if it is not ready."""
    wanted = requirements(*extras)
    place, condition = choose_place(wanted)
    if condition == "ready":
        return place
    if condition != "changed":
        building_commands(place)  # fails, if it must, before anything is made
    with locked(place.lock):
        condition = place.condition(wanted)  # another start may have changed it while we waited
        if condition != "ready":
            say(SENTENCES[condition].format(place.folder))
            set_up(place, condition, wanted)
    return place


def requirements(*extras: str) -> dict[str, list[str]]:
    """Read the dependencies, and those of the extras, from pyproject.toml."""
    try:
        project = tomllib.loads((CLONE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        return {"runtime": project["dependencies"]} | {name: project["optional-dependencies"][name] for name in extras}
    except (OSError, KeyError, ValueError) as problem:
        raise Failure(f"pyproject.toml cannot be read: {problem}") from None


def building_commands(place: Place) -> list[list[str]]:
    """Find a way to make an environment with a pip of its own."""
    folder, python = str(place.folder), str(place.python)
    if not importlib.util.find_spec("ensurepip"):
        if shutil.which("uv"):
            return [["uv", "venv", "--seed", "--allow-existing", "--python", sys.executable, folder]]
        if importlib.util.find_spec("pip"):
            fill = [sys.executable, "-m", "pip", "--python", python, "install", "pip"]
            return [[sys.executable, "-m", "venv", "--without-pip", folder], fill]
        install_ensurepip()
    return [[sys.executable, "-m", "venv", folder]]


def install_ensurepip() -> None:
    """Get the part of Python that Debian keeps in a package of its own."""
    install_system(
        "This Python cannot make environments", ["ensurepip"], ["python3-venv"], cache_folder() / "set-up.log"
    )
    importlib.invalidate_caches()
    if not importlib.util.find_spec("ensurepip"):
        raise Failure(f"{sys.executable} still has no ensurepip: use another Python, or install uv.")


def set_up(place: Place, condition: str, wanted: Mapping[str, Sequence[str]]) -> None:
    """Build the environment unless a working one is there, and install the packages."""
    if condition == "changed":
        update(place, wanted)
    else:
        build(place)
        install(place, wanted, {})


def build(place: Place) -> None:
    """Make a fresh environment where an old one may have stood."""
    commands = building_commands(place)
    place.folder.mkdir(parents=True, exist_ok=True)
    place.write({"state": "begun"})
    for path in list(place.folder.iterdir()):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        elif path != place.marker:  # it stays, or a folder half cleared would no longer be ours
            path.unlink()
    for command in commands:
        run_logged(command, place.log)


def install(place: Place, wanted: Mapping[str, Sequence[str]], old: Mapping[str, str]) -> None:
    """Install the packages with the pip of the place, and mark it ready."""
    say(f"Installing {', '.join(names(wanted))}.")
    lines = [line for lines in wanted.values() for line in lines]
    run_logged([place.python, *PIP, *lines], place.log)
    version = python_version(place.python)
    place.write({"state": "ready", "python": version, "digests": {**old, **digests(wanted)}})


def update(place: Place, wanted: Mapping[str, Sequence[str]]) -> None:
    """Install what has changed; if that fails, go on with the old packages where they still serve."""
    before = place.read()
    old = before.get("digests", {})
    place.write({**before, "state": "begun"})
    try:
        install(place, wanted, old)
    except Failure as failure:
        if quietly([place.python, "-P", "-c", IMPORT_ALL, *names(wanted)]).returncode != 0:
            raise
        place.write(before)
        if not wanted.keys() <= old.keys():
            raise
        say(f"{failure}\nStarting with the packages that are here already.")


def names(wanted: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the bare names of all packages."""
    return [re.split(r"[^\w.-]", line.strip())[0] for lines in wanted.values() for line in lines]
