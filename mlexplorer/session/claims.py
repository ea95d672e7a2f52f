"""Who has a file open: told among the windows of a user by locks that end with them."""

import contextlib
import hashlib
import os
from pathlib import Path

from mlexplorer.core.writing import take_lock
from mlexplorer.session.state_folder import private_folder


class Claim:
    """Holds one file as open in this window, for other windows to know."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = -1
        self._place: Path | None = None

    def take(self, path: Path | None) -> bool:
        """Claim a file in place of the one before; False if another window has it open already."""
        place = None if path is None else self._folder / hashlib.sha256(os.fsencode(os.path.realpath(path))).hexdigest()
        if place == self._place:
            return True
        self.release()
        if place is None:
            return True
        with contextlib.suppress(OSError):  # without a folder for it nobody can tell
            private_folder(self._folder)
            file = os.open(place, os.O_RDWR | os.O_CREAT, 0o600)
            if not take_lock(file) or not os.fstat(file).st_nlink:
                os.close(file)
                return False
            self._file, self._place = file, place
        return True

    def release(self) -> None:
        """Let go of the file."""
        if self._place is not None:
            self._place.unlink(missing_ok=True)
            os.close(self._file)
            self._file, self._place = -1, None
