"""What windows that were ended without being closed have left: offered once, kept for a week when declined."""

import contextlib
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from mlexplorer.core.numbers import counted
from mlexplorer.core.writing import take_lock
from mlexplorer.session import storage
from mlexplorer.session.journal import SUFFIX, WorkState, read
from mlexplorer.session.session import Book

DECLINED = ".declined"
CRASH = ".crash"  # what the interpreter wrote about a hard crash, beside the recovery file
WEEK = 7 * 24 * 3600.0


@dataclass(frozen=True)
class Offer:
    """A session that can be recovered: where it lies, what it holds and when it was last changed."""

    path: Path
    state: WorkState
    when: datetime
    on_disk: Book | None = None  # what its file holds now
    crash: str = ""  # what the interpreter wrote about the end, if it was a crash

    @property
    def sentence(self) -> str:
        """What is offered, in words."""
        name = self.state.path.name if self.state.path else "an untitled session"
        changes = counted(len(self.state.history.entries) - 1, "change")
        ended = "crashed" if self.crash else "ended"
        return f"ML Explorer {ended} before {name} was closed ({self.when:%A, %H:%M}); {changes} can be recovered."


def offers(folder: Path, suffixes: tuple[str, ...] = (SUFFIX,)) -> Iterator[Offer]:
    """Yield what can be recovered, the newest first; what living windows write is not touched."""
    for path in sorted(_files(folder, suffixes), key=_changed, reverse=True):
        if is_abandoned(path):
            state = read(path)
            if state is not None and len(state.history.entries) > 1:
                when = datetime.fromtimestamp(_changed(path)).astimezone()
                yield Offer(path, state, when, _on_disk(state.path))
            else:
                path.unlink(missing_ok=True)


def crashes(folder: Path) -> dict[str, str]:
    """Return what was written about crashes, by the name of the recovery file, and remove it: it is told once."""
    told = {}
    for path in _files(folder, (CRASH,)):
        if is_abandoned(path):
            with contextlib.suppress(OSError):
                told[path.stem] = path.read_text(encoding="utf-8", errors="replace").strip()
                path.unlink()
    return {name: text for name, text in told.items() if text}


def decline(offer: Offer) -> None:
    """Keep a session for a week without offering it again of its own accord."""
    with contextlib.suppress(OSError):
        kept = offer.path.rename(offer.path.with_suffix(DECLINED))
        os.utime(kept)


def sweep(folder: Path, now: float | None = None) -> None:
    """Remove what was declined a week ago, and parts of files whose writers are gone."""
    now = time.time() if now is None else now
    for path in _files(folder, (DECLINED, ".part")):
        if now - _changed(path) > WEEK or (path.suffix == ".part" and is_abandoned(path)):
            path.unlink(missing_ok=True)


def is_abandoned(path: Path) -> bool:
    """Return whether nobody holds a file any more that its writer locks as long as it lives."""
    try:
        file = os.open(path, os.O_RDWR)
    except OSError:
        return False
    try:
        return take_lock(file) and os.fstat(file).st_nlink > 0  # else it was replaced by its writer just now
    finally:
        os.close(file)


def _on_disk(path: Path | None) -> Book | None:
    with contextlib.suppress(storage.BadFile):
        return None if path is None else storage.load(path)
    return None


def _files(folder: Path, suffixes: tuple[str, ...]) -> list[Path]:
    return [path for path in folder.glob("*") if path.suffix in suffixes] if folder.is_dir() else []


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
