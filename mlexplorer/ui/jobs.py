"""Background work on one thread: the most urgent job moves next, and only the latest request of a kind counts."""

import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, Signal, Slot

Steps = Callable[[], Iterator[object]]


@dataclass(eq=False)
class _Job:
    """One request: its generator, and what of it has not been delivered yet."""

    kind: str
    work: Steps
    urgency: int
    steps: Iterator[object] | None = None
    result: object = None
    ended: bool = False
    error: BaseException | None = None

    def advance(self) -> object:
        """Run to the next yield; the work is begun here, so that it never runs in the caller's thread."""
        if self.steps is None:
            self.steps = self.work()
        return next(self.steps)

    def close(self) -> None:
        """Let the generator clean up; a fault in that has no listener left, so it goes to the thread's hook."""
        steps, self.steps = self.steps, None
        try:
            getattr(steps, "close", lambda: None)()
        except BaseException:
            threading.excepthook(threading.ExceptHookArgs((*sys.exc_info(), threading.current_thread())))


class Jobs(QObject):
    """Advances one live generator per kind, the most urgent first, one `next()` at a time.

    A new request of a kind replaces the older one, whose results are never delivered; less urgent kinds are
    suspended at a yield and carry on later. A yielded `None` only says "may be interrupted here". Results wait in
    a mailbox where the latest of a kind wins, with one notice in flight, so that fast work cannot flood the event
    loop. Call everything from the thread of this object, and `stop()` before it goes.
    """

    arrived = Signal(str, object)
    finished = Signal(str)
    failed = Signal(str, object)
    _posted = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._change = threading.Condition()
        self._jobs: dict[str, _Job] = {}
        self._retired: list[_Job] = []
        self._mail: dict[str, _Job] = {}
        self._noticed = False
        self._stopping = False
        # By kind, not by job: a kind asked for anew at every mouse move must not starve its equals.
        self._turns: dict[str, int] = {}
        self._turn = 0
        self._posted.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._thread = threading.Thread(target=self._run, name="jobs", daemon=True)
        self._thread.start()

    @property
    def busy(self) -> frozenset[str]:
        """The kinds that were asked for and have not finished, failed or been cancelled."""
        return frozenset(self._jobs)

    def request(self, kind: str, work: Steps, urgency: int = 0) -> None:
        """Ask for work in place of whatever kind was doing; the lowest urgency goes first. Ignored after `stop()`."""
        with self._change:
            if self._stopping:
                return
            self._retire(kind)
            self._jobs[kind] = _Job(kind, work, urgency)
            self._change.notify()

    def cancel(self, kind: str) -> None:
        """Forget the work of kind; nothing more is heard of it."""
        with self._change:
            self._retire(kind)
            self._change.notify()

    def stop(self) -> None:
        """End the thread at the next yield and wait for it; nothing is delivered afterwards."""
        with self._change:
            self._stopping = True
            for kind in self.busy:
                self._retire(kind)
            self._change.notify()
        self._thread.join()

    def _retire(self, kind: str) -> None:
        self._mail.pop(kind, None)
        job = self._jobs.pop(kind, None)
        if job is not None:
            self._retired.append(job)

    def _run(self) -> None:
        while self._take_turn():
            pass

    def _take_turn(self) -> bool:
        with self._change:
            while (job := self._next()) is None and not self._retired and not self._stopping:
                self._change.wait()
            retired, self._retired = self._retired, []
            stopping = self._stopping
        for old in retired:
            old.close()
        if job is not None:
            self._advance(job)
        return not stopping

    def _next(self) -> _Job | None:
        live = (job for job in self._jobs.values() if not job.ended)
        return min(live, key=lambda job: (job.urgency, self._turns.get(job.kind, 0)), default=None)

    def _advance(self, job: _Job) -> None:
        self._turn += 1
        self._turns[job.kind] = self._turn
        try:
            result = job.advance()
        except StopIteration:
            self._post(job, None, ended=True)
        except BaseException as error:  # even SystemExit: it would end the thread and with it every other kind
            self._post(job, None, ended=True, error=error)
        else:
            if result is not None:
                self._post(job, result)

    def _post(self, job: _Job, result: object, ended: bool = False, error: BaseException | None = None) -> None:
        with self._change:
            if self._jobs.get(job.kind) is not job:
                return
            job.ended, job.error = ended, error
            if result is not None:
                job.result = result
                self._mail.pop(job.kind, None)  # to the end of the queue: results are delivered in order
            self._mail[job.kind] = job
            noticed, self._noticed = self._noticed, True
        if not noticed:
            self._posted.emit()

    @Slot()
    def _deliver(self) -> None:
        with self._change:
            self._noticed = False
            kinds = list(self._mail)
        for kind in kinds:
            self._hand_over(kind)

    def _hand_over(self, kind: str) -> None:
        with self._change:
            job = self._mail.pop(kind, None)  # a slot called just before may have cancelled it
            if job is None:
                return
            result, job.result = job.result, None
            ended = job.ended
        if result is not None:
            self.arrived.emit(kind, result)
        if ended:
            self._conclude(job)

    def _conclude(self, job: _Job) -> None:
        with self._change:
            if self._jobs.get(job.kind) is not job:
                return
            del self._jobs[job.kind]
            error, job.error = job.error, None
        if error is None:
            self.finished.emit(job.kind)
        else:
            self.failed.emit(job.kind, error)
