"""Where the program keeps what is its own and outlives it: recovery files and the log of faults."""

import os
import sys
from pathlib import Path

CHOSEN = "MLEXPLORER_STATE"  # an environment variable that names another folder
USUAL = {"win32": "~/AppData/Local", "darwin": "~/Library/Application Support"}.get(sys.platform, "~/.local/state")


def state_folder() -> Path:
    """Return the folder of this user's state, as the desktop's rules have it; it may not be there yet."""
    if chosen := os.environ.get(CHOSEN):
        return Path(chosen)
    return Path(os.environ.get("XDG_STATE_HOME") or USUAL).expanduser() / "mlexplorer"


def private_folder(folder: Path) -> Path:
    """Return a folder that only its owner can look into, made if it is not there."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.stat().st_mode & 0o077 and os.name != "nt":
        folder.chmod(0o700)
    return folder
