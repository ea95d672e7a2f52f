"""Writes the recovery file of a window in the background, so that no change waits for a disk."""

import sys
import threading
from collections.abc import Callable
from pathlib import Path

from mlexplorer.session.codec import Misfit
from mlexplorer.session.journal import Journal, WorkState

REST = 0.3  # seconds in which changes are gathered: a drag makes sixty a second


class Recorder:
    """Takes every state of a window at once and writes the latest soon after, on a thread of its own."""

    def __init__(self, folder: Path, failed: Callable[[str], None] = lambda _: None) -> None:
        """Write to a folder; a failure is told once, on the thread, and tried again with the next state."""
        self._journal = Journal(folder)
        self._failed, self._told = failed, False
        self._change = threading.Condition()
        self._state: WorkState | None = None
        self._replaced: list[Path] = []
        self._stopping = False
        self._writing = False
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    @property
    def path(self) -> Path:
        """The recovery file, which is there from the first change on."""
        return self._journal.path

    def note(self, state: WorkState, replacing: Path | None = None) -> None:
        """Take a state; a recovery file it came from is removed once the state is written."""
        with self._change:
            self._state = state
            if replacing is not None:
                self._replaced.append(replacing)
            self._change.notify_all()

    def wait(self) -> None:
        """Wait until all that was noted is written."""
        with self._change:
            self._change.wait_for(lambda: self._stopping or (self._state is None and not self._writing))

    def stop(self, remove: bool = True) -> None:
        """End the thread; after a clean close nothing is kept, and else the file is found at the next start."""
        with self._change:
            self._stopping = True
            self._change.notify_all()
        self._thread.join()
        self._journal.close(remove)

    def _run(self) -> None:
        while (state := self._next()) is not None:
            try:
                self._journal.write(state)
            except OSError as error:
                self._tell(f"Changes cannot be kept for recovery: {error.strerror or error}. Save the session.")
            except Misfit as error:
                self._tell(f"Changes cannot be kept for recovery: {error}.")
            except Exception:  # a fault of the program: this state is lost, those that follow may not be
                threading.excepthook(threading.ExceptHookArgs((*sys.exc_info(), self._thread)))
            else:
                self._told = False
                self._remove()
            with self._change:
                self._writing = False
                self._change.notify_all()

    def _next(self) -> WorkState | None:
        """Wait for a state, rest for those that follow at once, and return the latest; None at the end."""
        with self._change:
            self._change.wait_for(lambda: self._stopping or self._state is not None)
            self._change.wait_for(lambda: self._stopping, REST)
            state, self._state = self._state, None
            self._writing = state is not None and not self._stopping
            return state if self._writing else None

    def _remove(self) -> None:
        with self._change:
            replaced, self._replaced = self._replaced, []
        for path in replaced:
            path.unlink(missing_ok=True)

    def _tell(self, sentence: str) -> None:
        if not self._told:
            self._told = True
            self._failed(sentence)
