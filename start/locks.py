"""A lock file with the number of the process that holds it, so that two first runs do not meet."""

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from start.processes import quietly, say


@contextlib.contextmanager
def locked(lock: Path) -> Iterator[None]:
    """Hold the lock; wait while another living process holds it."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    told = False
    while not take(lock):
        process = holder(lock)
        if process and not is_alive(process):
            say(f"Process {process} stopped during its set-up: taking over.")
            lock.unlink(missing_ok=True)
            continue
        if not told:
            say(f"Waiting for another set-up (process {process or '?'}; if there is none, delete {lock}).")
            told = True
        time.sleep(0.1)
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)


def take(lock: Path) -> bool:
    """Make the lock file with our number in it, unless it exists."""
    try:
        descriptor = os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644)
    except FileExistsError:
        return False
    with os.fdopen(descriptor, "w") as file:
        file.write(str(os.getpid()))
    return True


def holder(lock: Path) -> int:
    """Return the number in the lock, 0 if it is not written yet or the lock is gone."""
    try:
        return int(lock.read_text())
    except (OSError, ValueError):
        return 0


def is_alive(process: int) -> bool:
    """Tell whether another process with this number runs."""
    if process == os.getpid():  # left by an earlier process: containers count from 1 each time
        return False
    if sys.platform == "win32":  # where os.kill would end the process
        return str(process) in quietly(["tasklist", "/NH", "/FI", f"PID eq {process}"]).stdout
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
