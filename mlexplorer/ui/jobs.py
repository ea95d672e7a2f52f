"""Background work on one thread: the most urgent job moves next, and only the latest request of a kind counts."""

import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

Steps = Callable[[], Iterator[object]]
LATELY = 3  # requests of a name by which the next one is judged
SHORT = 0.012  # seconds of processor time: what had no longer turn lately may be done between two events
FRAME = 0.014  # seconds of processor time that the thread of the events works before it looks after them again
RETRY = 1  # milliseconds until it asks again whether the worker's turn is over


@dataclass(eq=False)
class _Job:
    """One request: its generator, and what of it has not been delivered yet."""

    kind: str
    work: Steps
    urgency: int
    hand: str = ""  # the name under which its turns are remembered
    is_here: bool = False  # whether the thread of the events advances it
    steps: Iterator[object] | None = None
    result: object = None
    has_result: bool = False  # or had one that was delivered
    ended: bool = False
    error: BaseException | None = None
    longest: float = 0.0  # turn so far, in seconds of its thread
    spent: float = 0.0  # in all turns

    def advance(self) -> object:
        """Run to the next yield; the work is begun here, so that a request costs nothing."""
        begun = time.thread_time()
        try:
            if self.steps is None:
                self.steps = self.work()
            return next(self.steps)
        finally:
            turn = time.thread_time() - begun
            self.longest, self.spent = max(self.longest, turn), self.spent + turn

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

    What a hand waits for is done in the thread of the events, between them, while the worker rests, if its turns were
    short lately: two threads that share one interpreter hand it to and fro at every call of Qt, and a fit of 7 ms
    beside a paint of 7 ms takes 60. At no time do two threads advance generators, whose work may share what it knows.
    """

    arrived = Signal(str, object)
    finished = Signal(str)
    failed = Signal(str, object)
    _posted = Signal()
    _called = Signal()

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
        self._turning = threading.Lock()  # held by the thread that advances a generator
        self._lately: dict[str, deque[tuple[float, float]]] = {}  # longest turn and all turns, by the name of a hand
        self._posted.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._called.connect(self._work_here, Qt.ConnectionType.QueuedConnection)
        self._idle = QTimer(self, singleShot=True)
        self._idle.timeout.connect(self._work_here)
        self._thread = threading.Thread(target=self._run, name="jobs", daemon=True)
        self._thread.start()

    @property
    def busy(self) -> frozenset[str]:
        """The kinds that were asked for and have not finished, failed or been cancelled."""
        return frozenset(self._jobs)

    def request(self, kind: str, work: Steps, urgency: int = 0, hand: str = "") -> None:
        """Ask for work in place of whatever kind was doing; the lowest urgency goes first. Ignored after `stop()`.

        A hand is the name of work that somebody who drags something waits for.
        """
        lately = self._lately.get(hand, ())
        is_here = len(lately) == LATELY and max(longest for longest, _ in lately) < SHORT
        with self._change:
            if self._stopping:
                return
            self._retire(kind)
            self._jobs[kind] = _Job(kind, work, urgency, hand, is_here)
            if not is_here:
                self._change.notify()
        if is_here and max(spent for _, spent in lately) < FRAME:
            self._called.emit()  # before the next paint, which then shows the hand and what follows from it
        elif is_here:
            self._idle.start(0)  # after it

    def cancel(self, kind: str) -> None:
        """Forget the work of kind; nothing more is heard of it."""
        with self._change:
            self._retire(kind)
            if self._retired:  # else the worker would only wake to find nothing
                self._change.notify()

    def stop(self) -> None:
        """End the thread at the next yield and wait for it; nothing is delivered afterwards."""
        self._idle.stop()
        with self._change:
            self._stopping = True
            for kind in self.busy:
                self._retire(kind)
            self._change.notify()
        self._thread.join()

    def _retire(self, kind: str) -> None:
        self._mail.pop(kind, None)
        job = self._jobs.pop(kind, None)
        if job is None:
            return
        self._remember(job)
        if job.is_here:
            job.close()
        else:
            self._retired.append(job)

    def _remember(self, job: _Job) -> None:
        """Take note of the turns of work for a hand that came to something."""
        if job.hand and job.has_result:
            self._lately.setdefault(job.hand, deque(maxlen=LATELY)).append((job.longest, job.spent))

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
            with self._turning:
                self._advance(job)
        return not stopping

    def _next(self, here: bool = False) -> _Job | None:
        """Return the most urgent job of the worker, which rests while the thread of the events works; or of that."""
        live = [job for job in self._jobs.values() if not job.ended]
        ours = [job for job in live if job.is_here]
        chosen = ours if here else [] if ours else live
        return min(chosen, key=lambda job: (job.urgency, self._turns.get(job.kind, 0)), default=None)

    def _works_here(self) -> bool:
        return any(job.is_here and not job.ended for job in self._jobs.values())

    @Slot()
    def _work_here(self) -> None:
        """Advance what a hand waits for, for the length of a frame; the events come next."""
        if not self._works_here():
            return
        if not self._turning.acquire(blocking=False):
            self._idle.start(RETRY)
            return
        try:
            end = time.thread_time() + FRAME
            while (job := self._next(here=True)) is not None and time.thread_time() < end:
                self._advance(job)
        finally:
            self._turning.release()
        self._deliver()  # at once: a posted notice would come after the next paint
        if self._works_here():
            self._idle.start(0)
        elif self._next() is not None:
            with self._change:
                self._change.notify()  # it is the worker's turn again

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
                job.result, job.has_result = result, True
                self._mail.pop(job.kind, None)  # to the end of the queue: results are delivered in order
            self._mail[job.kind] = job
            noticed, self._noticed = self._noticed, self._noticed or not job.is_here
        if not noticed and not job.is_here:
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
            self._remember(job)
            error, job.error = job.error, None
        if error is None:
            self.finished.emit(job.kind)
        else:
            self.failed.emit(job.kind, error)
