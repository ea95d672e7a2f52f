"""Locks on open files that end with the process that holds them, however it ends."""

import sys

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


def take_lock(file: int) -> bool:
    """Lock an open file for as long as it stays open; False if another process, or another opening, has it locked."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
