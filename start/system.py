"""Packages of the operating system: installed as root with apt, otherwise the exact command is told."""

import contextlib
import os
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from start.processes import Failure, quietly, run_logged, say

RENAMED = {"libglib2.0-0": "libglib2.0-0t64"}


def install_system(problem: str, missing: Iterable[str], packages: Iterable[str], log: Path) -> None:
    """Install the packages that hold what is missing, or raise with the command that would."""
    if not shutil.which("apt-get"):
        raise Failure(f"{problem}: install {', '.join(missing)} with the package tool of this system.")
    if not is_root():
        raise Failure(f"{problem}. Install what is missing with:\n  sudo {' '.join(install_command(packages))}")
    say(f"{problem}: installing {', '.join(packages)} with apt.")
    with contextlib.suppress(Failure):  # an old list of packages may do
        run_logged(["apt-get", "update"], log)
    run_logged(install_command(packages), log)


def is_root() -> bool:
    """Tell whether we may install for the whole system."""
    return sys.platform != "win32" and os.geteuid() == 0


def install_command(packages: Iterable[str]) -> list[str]:
    """Return the apt command with the names this system knows."""
    return ["apt-get", "install", "-y", *map(apt_name, packages)]


def apt_name(package: str) -> str:
    """Return the newer name of a package if apt knows it."""
    renamed = RENAMED.get(package)
    return renamed if renamed and quietly(["apt-cache", "show", renamed]).returncode == 0 else package
