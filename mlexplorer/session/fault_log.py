"""The log of faults: what went wrong, where, in which version and session, in a file that never grows far."""

import contextlib
import os
import platform
import sys
import threading
import traceback
from datetime import datetime
from pathlib import Path

import mlexplorer
from mlexplorer.session.state_folder import private_folder

NAME = "faults.log"
MOST_BYTES, MOST_FILES = 1_000_000, 4
MOST_ATTACHED = 200_000  # letters of a session


class FaultLog:
    """Appends to a file; a full one makes room for the next and goes after a few. It never fails itself."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        self._lock = threading.Lock()

    def write(self, text: str) -> None:
        """Append a text, with the time."""
        entry = f"== {datetime.now().astimezone():%Y-%m-%d %H:%M:%S %z}\n{text.rstrip()}\n\n"
        with self._lock, contextlib.suppress(OSError):  # there is nobody left to tell
            private_folder(self.path.parent)
            if self.path.exists() and self.path.stat().st_size + len(entry) > MOST_BYTES:
                self._turn()
            file = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            try:
                os.write(file, entry.encode("utf-8", "backslashreplace"))
            finally:
                os.close(file)

    def _turn(self) -> None:
        for number in range(MOST_FILES - 1, 0, -1):
            older = self.path.with_suffix(f".{number}.log")
            newer = self.path.with_suffix(f".{number - 1}.log") if number > 1 else self.path
            if newer.exists():
                newer.replace(older)


def details_of(error: BaseException, session: str) -> str:
    """Return all that is known of a fault: versions, the trace, and the session it happened with."""
    versions = f"ML Explorer {mlexplorer.__version__}, Python {platform.python_version()}, {sys.platform}"
    trace = "".join(traceback.format_exception(error))
    if len(session) > MOST_ATTACHED:
        session = f"{len(session):,} letters, too long to attach"
    return f"{versions}\n{trace.rstrip()}\nsession: {session}"
