"""Set ML Explorer up on the first run, then start it; this file must also be readable by Python 3.6."""

import os
import shutil
import subprocess
import sys
from typing import List

NEEDED = (3, 11)
NEWER = ["python3.14", "python3.13", "python3.12", "python3.11"]


def is_new_enough(command: List[str]) -> bool:
    """Tell whether a command is a Python that runs and is new enough."""
    test = "import sys; sys.exit(sys.version_info < {})".format(NEEDED)
    try:
        return subprocess.call([*command, "-c", test], stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def newer_python() -> List[str]:
    """Return the command of a Python that is new enough, nothing if there is none."""
    found = [[path] for path in map(shutil.which, NEWER) if path]
    launcher = shutil.which("py") if sys.platform == "win32" else None
    if launcher:
        found.append([launcher, "-3"])
    return next((command for command in found if is_new_enough(command)), [])


def run_again(arguments: List[str]) -> int:
    """Run this file once more with a newer Python, or say which one is needed."""
    command = newer_python()
    if not command:
        version = "{}.{}".format(*sys.version_info)
        print("ML Explorer needs Python 3.11 or newer; this is {} and no newer one was found.".format(version))
        return 1
    command += [os.path.abspath(__file__), *arguments]
    if sys.platform == "win32":
        return subprocess.call(command)
    return os.execv(command[0], command)


def main(arguments: List[str]) -> int:
    """Start with this Python if it is new enough, otherwise with a newer one."""
    if sys.version_info < NEEDED:
        return run_again(arguments)
    sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
    from start.commands import run  # here, since an older Python cannot read those files

    return run(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
