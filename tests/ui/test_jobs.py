"""Jobs with frozen time: every step of a generator waits until the test lets it go."""

import itertools
import random
import threading
import time
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer
from pytestqt.qtbot import QtBot

from mlexplorer.ui.jobs import FRAME, LATELY, SHORT, Jobs

HANG = 300  # seconds; only a broken program waits so long
FAR = 9  # less urgent than anything else


class Script:
    """Work that notes each step it begins, waits for leave, then yields the next of its results."""

    def __init__(self, name: str, results: Iterator[object] | list[object], log: list[object], held: bool = False):
        self.name, self.results, self.log = name, results, log
        self.begun, self.leave = threading.Semaphore(0), threading.Semaphore(0) if held else None
        self.called_in = self.ran_in = self.closed_in = None

    def __call__(self) -> Iterator[object]:
        self.called_in = threading.current_thread()
        self.steps = self._steps()  # kept, so that it is never closed by losing its last reference
        return self.steps

    def _steps(self) -> Iterator[object]:
        self.ran_in = threading.current_thread()
        try:
            for number, result in enumerate(self.results, start=1):
                self.log.append(f"{self.name}{number}")
                self.begun.release()
                assert self.leave is None or self.leave.acquire(timeout=HANG)
                yield result
        finally:
            self.closed_in = threading.current_thread()

    def wait_begun(self, steps: int = 1) -> None:
        """Wait until the given number of further steps have begun, without letting Qt deliver anything."""
        assert all(self.begun.acquire(timeout=HANG) for _ in range(steps))


class Heard(QObject):
    """All that a Jobs says, in order, and the number of notices it put into the event queue."""

    def __init__(self, jobs: Jobs):
        super().__init__()
        self.said: list[tuple[object, ...]] = []
        self.notices = 0
        jobs.arrived.connect(lambda *said: self.said.append(said))
        jobs.finished.connect(lambda kind: self.said.append(("finished", kind)))
        jobs.failed.connect(lambda kind, error: self.said.append(("failed", kind, error)))
        jobs.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        self.notices += event.type() == QEvent.Type.MetaCall
        return super().eventFilter(watched, event)


@pytest.fixture
def jobs(qtbot: QtBot) -> Iterator[Jobs]:  # noqa: ARG001  signals need an application
    jobs = Jobs()
    yield jobs
    stopper = threading.Thread(target=jobs.stop, daemon=True)
    stopper.start()
    stopper.join(HANG)
    assert not stopper.is_alive()


@pytest.fixture
def heard(jobs: Jobs) -> Heard:
    return Heard(jobs)


@pytest.fixture
def log() -> list[object]:
    return []


def hold(jobs: Jobs, log: list[object], urgency: int = -1) -> Script:
    """Keep the worker inside a step: at once, or with FAR when all other work has ended and nothing is delivered."""
    holder = Script("hold", [None], log, held=True)
    jobs.request("hold", holder, urgency)
    holder.wait_begun()
    return holder


def suspend(jobs: Jobs, study: Script, fit: Script) -> None:
    """Leave the study suspended after its first step with its result undelivered, and the worker inside fit."""
    jobs.request("study", study, urgency=2)
    study.wait_begun()
    jobs.request("fit", fit)
    study.leave.release()
    fit.wait_begun()


def wait_idle(qtbot: QtBot, jobs: Jobs) -> None:
    qtbot.waitUntil(lambda: not jobs.busy, timeout=HANG * 1000)


def test_results_arrive_in_order_and_then_it_is_finished(qtbot, jobs, heard, log):
    work = Script("fit", ["coarse", "fine"], log, held=True)
    at_the_end = []
    jobs.finished.connect(lambda: at_the_end.append((jobs.busy, threading.current_thread())))
    jobs.request("fit", work)
    assert jobs.busy == {"fit"}
    for count in (1, 2):
        work.leave.release()
        qtbot.waitUntil(lambda count=count: len(heard.said) >= count, timeout=HANG * 1000)
    wait_idle(qtbot, jobs)
    assert heard.said == [("fit", "coarse"), ("fit", "fine"), ("finished", "fit")]
    assert at_the_end == [(frozenset(), threading.main_thread())]
    assert work.called_in is work.ran_in is work.closed_in is not threading.main_thread()


@pytest.mark.parametrize("results", [[], [None], [None, 0, None]])
def test_none_is_not_delivered(qtbot, jobs, heard, log, results):
    jobs.request("fit", Script("fit", results, log))
    wait_idle(qtbot, jobs)
    assert heard.said == [*[("fit", 0) for result in results if result == 0], ("finished", "fit")]


def test_the_most_urgent_goes_first_and_equals_take_turns(qtbot, jobs, log):
    holder = hold(jobs, log)
    for name, urgency in (("film", 3), ("study", 2), ("fit", 0), ("field", 1), ("other", 1)):
        jobs.request(name, Script(name, [None, None], log), urgency)
    holder.leave.release()
    wait_idle(qtbot, jobs)
    assert log[1:] == ["fit1", "fit2", "field1", "other1", "field2", "other2", "study1", "study2", "film1", "film2"]


def test_a_kind_asked_for_again_and_again_does_not_starve_its_equal(qtbot, jobs, log):
    drag = Script("drag", [None], log, held=True)
    jobs.request("drag", drag)
    drag.wait_begun()
    jobs.request("drag", Script("again", [None], log))
    jobs.request("other", Script("other", [None] * 2, log))
    drag.leave.release()
    wait_idle(qtbot, jobs)
    assert log == ["drag1", "other1", "again1", "other2"]


def test_a_fit_asked_for_during_a_study_moves_next_and_the_study_carries_on(qtbot, jobs, heard, log):
    study = Script("study", [None, None, "studied"], log, held=True)
    jobs.request("study", study, urgency=2)
    study.leave.release()
    study.wait_begun(2)
    jobs.request("fit", Script("fit", [None, "fitted"], log), urgency=0)
    study.leave.release(2)
    wait_idle(qtbot, jobs)
    assert log == ["study1", "study2", "fit1", "fit2", "study3"]
    assert [said for said in heard.said if said[0] != "finished"] == [("fit", "fitted"), ("study", "studied")]


def test_a_replaced_request_is_closed_and_never_heard_and_a_waiting_one_never_begun(qtbot, jobs, heard, log):
    old = Script("old", ["stale", "staler"], log, held=True)
    jobs.request("fit", old)
    old.wait_begun()
    for number in range(50):
        jobs.request("fit", Script(f"new{number}.", [number], log))
    old.leave.release(2)
    wait_idle(qtbot, jobs)
    assert log == ["old1", "new49.1"]
    assert heard.said == [("fit", 49), ("finished", "fit")]
    assert old.closed_in is old.ran_in


def test_a_suspended_request_that_is_replaced_is_closed_and_its_waiting_result_dropped(qtbot, jobs, heard, log):
    study = Script("study", ["half", "whole"], log, held=True)
    fit = Script("fit", [None], log, held=True)
    suspend(jobs, study, fit)
    jobs.request("study", Script("other", ["better"], log), urgency=2)
    fit.leave.release()
    wait_idle(qtbot, jobs)
    assert log == ["study1", "fit1", "other1"]
    assert heard.said == [("finished", "fit"), ("study", "better"), ("finished", "study")]
    assert study.closed_in is study.ran_in


def test_an_end_that_waits_for_delivery_is_forgotten_when_the_kind_is_asked_for_again(qtbot, jobs, heard, log):
    jobs.request("fit", Script("old", ["stale"], log))
    holder = hold(jobs, log, FAR)
    jobs.request("fit", Script("new", ["fresh"], log))
    holder.leave.release()
    wait_idle(qtbot, jobs)
    assert heard.said == [("fit", "fresh"), ("finished", "fit"), ("finished", "hold")]


def test_asking_again_on_arrival_forgets_the_end_of_the_old_request(qtbot, jobs, heard, log):
    def ask_again(kind: str, result: object) -> None:
        if result == "first":
            jobs.request(kind, Script("second", ["second"], log))

    jobs.arrived.connect(ask_again)
    jobs.request("fit", Script("first", ["first"], log))
    holder = hold(jobs, log, FAR)
    qtbot.waitUntil(lambda: ("fit", "first") in heard.said, timeout=HANG * 1000)
    assert jobs.busy == {"fit", "hold"}
    holder.leave.release()
    wait_idle(qtbot, jobs)
    assert heard.said == [("fit", "first"), ("fit", "second"), ("finished", "fit"), ("finished", "hold")]


def test_many_results_make_one_notice_and_the_latest_wins(jobs, heard, log):
    jobs.request("fit", Script("fit", list(range(1000)), log))
    holder = hold(jobs, log, FAR)
    assert heard.said == []
    QCoreApplication.processEvents()
    assert heard.said == [("fit", 999), ("finished", "fit")]
    assert heard.notices == 1
    holder.leave.release()


def test_a_flood_of_results_leaves_room_for_other_events(qtbot, jobs, heard, log):
    flood = Script("fit", itertools.count(1), log, held=True)
    heard_before_timer = []

    def post_another() -> None:
        flood.leave.release()
        flood.wait_begun()  # the step before has posted its result
        if len(heard.said) == 50:
            jobs.cancel("fit")
            flood.leave.release()

    jobs.arrived.connect(post_another)
    jobs.request("fit", flood)
    flood.leave.release()
    flood.wait_begun(2)
    QTimer.singleShot(0, lambda: heard_before_timer.append(len(heard.said)))
    wait_idle(qtbot, jobs)
    assert any(count < 10 for count in heard_before_timer)


def test_the_mail_is_delivered_in_the_order_of_its_latest_results(qtbot, jobs, heard, log):
    holder = hold(jobs, log)
    jobs.request("a", Script("a", ["a1", "a2", None], log), urgency=1)
    jobs.request("b", Script("b", ["b1", None], log), urgency=1)
    holder.leave.release()
    hold(jobs, log, FAR).leave.release()
    wait_idle(qtbot, jobs)
    assert log == ["hold1", "a1", "b1", "a2", "b2", "a3", "hold1"]
    assert [said for said in heard.said if said[0] in ("a", "b")] == [("b", "b1"), ("a", "a2")]


@pytest.mark.parametrize("error", [ValueError("no"), SystemExit(3)])
def test_a_failure_ends_its_kind_only(qtbot, jobs, heard, log, error):
    def broken() -> Iterator[object]:
        yield "so far"
        raise error

    holder = hold(jobs, log)
    jobs.request("fit", broken)
    jobs.request("study", Script("study", ["studied"], log), urgency=2)
    holder.leave.release()
    wait_idle(qtbot, jobs)
    said = [said for said in heard.said if said[0] != "finished"]
    assert said == [("fit", "so far"), ("failed", "fit", error), ("study", "studied")]
    jobs.request("fit", Script("fit", ["better"], log))
    wait_idle(qtbot, jobs)
    assert heard.said[-2:] == [("fit", "better"), ("finished", "fit")]


def test_work_that_cannot_begin_has_failed(qtbot, jobs, heard):
    jobs.request("fit", lambda: [1, 2])
    wait_idle(qtbot, jobs)
    assert [(said, kind, type(error)) for said, kind, error in heard.said] == [("failed", "fit", TypeError)]


def test_a_failure_while_closing_is_reported_and_the_worker_lives_on(qtbot, jobs, heard, log, monkeypatch):
    reported = []
    monkeypatch.setattr(threading, "excepthook", lambda fault: reported.append(fault.exc_type))
    begun = threading.Event()

    def stubborn() -> Iterator[object]:
        try:
            while True:
                begun.set()
                yield None
        finally:
            raise LookupError("while closing")

    jobs.request("fit", stubborn)
    assert begun.wait(HANG)
    jobs.request("fit", Script("fit", ["fresh"], log))
    wait_idle(qtbot, jobs)
    assert heard.said == [("fit", "fresh"), ("finished", "fit")]
    assert reported == [LookupError]


def test_a_cancelled_kind_is_closed_and_never_heard_while_the_others_carry_on(qtbot, jobs, heard, log):
    study = Script("study", ["half", "whole"], log, held=True)
    fit = Script("fit", ["fitted", "finer"], log, held=True)
    waiting = Script("waiting", ["never"], log)
    suspend(jobs, study, fit)
    jobs.request("waiting", waiting, urgency=2)
    jobs.request("film", Script("film", ["filmed"], log), urgency=3)
    for kind in ("study", "fit", "waiting", "unknown"):
        jobs.cancel(kind)
    assert jobs.busy == {"film"}
    fit.leave.release(2)
    wait_idle(qtbot, jobs)
    assert heard.said == [("film", "filmed"), ("finished", "film")]
    assert log == ["study1", "fit1", "film1"]
    assert study.closed_in is fit.closed_in is study.ran_in
    assert waiting.ran_in is None


@pytest.mark.parametrize("cancelled", [False, True])
def test_nothing_is_kept_of_work_that_is_over(qtbot, jobs, cancelled):
    ended = threading.Event()

    def work() -> Iterator[object]:
        yield kept.pop()
        ended.set()

    kept = [{1}]  # a set can be referred to weakly
    result, held_work = weakref.ref(kept[0]), weakref.ref(work)
    jobs.request("fit", work)
    del work
    assert ended.wait(HANG)
    if cancelled:
        jobs.cancel("fit")
    wait_idle(qtbot, jobs)
    qtbot.waitUntil(lambda: result() is None and held_work() is None, timeout=HANG * 1000)


def test_stop_waits_for_the_running_step_and_closes_all(qtbot, jobs, heard, log):
    study = Script("study", [None, "whole"], log, held=True)
    fit = Script("fit", ["fitted"], log, held=True)
    suspend(jobs, study, fit)
    stopper = threading.Thread(target=jobs.stop)
    stopper.start()
    wait_idle(qtbot, jobs)
    assert stopper.is_alive()
    fit.leave.release()
    stopper.join(HANG)
    assert not fit.ran_in.is_alive()
    assert fit.closed_in is study.closed_in is fit.ran_in
    QCoreApplication.processEvents()
    assert heard.said == []
    assert log == ["study1", "fit1"]


def test_stop_ends_endless_work_and_drops_the_mail_and_may_be_called_again(jobs, heard, log):
    endless = Script("study", itertools.repeat(None), log)
    jobs.request("fit", Script("fit", ["fitted"], log))
    jobs.request("study", endless, urgency=2)
    endless.wait_begun()
    for _ in range(2):
        jobs.stop()
        jobs.request("late", Script("late", ["never"], log))
    QCoreApplication.processEvents()
    assert jobs.busy == frozenset()
    assert heard.said == []
    assert "late1" not in log
    assert endless.closed_in is endless.ran_in
    assert not endless.ran_in.is_alive()


def test_stop_on_arrival_drops_the_rest_of_the_mail(qtbot, jobs, heard, log):
    holder = hold(jobs, log)
    jobs.request("a", Script("a", ["first"], log))
    jobs.request("b", Script("b", ["second"], log), urgency=1)
    holder.leave.release()
    hold(jobs, log, FAR).leave.release()
    jobs.arrived.connect(jobs.stop)
    wait_idle(qtbot, jobs)
    assert heard.said[-1] == ("a", "first")


@pytest.mark.parametrize("seed", range(5))
def test_whatever_is_asked_only_the_latest_of_each_kind_is_heard_and_to_its_end(qtbot, jobs, heard, seed):
    draw, latest, opened, stale = random.Random(seed), {}, set(), []

    def counted(number: int) -> Iterator[object]:
        opened.add(number)
        try:
            for step in range(number % 20):
                yield None if step % 3 else (number, step)
            yield (number, "end")
        finally:
            opened.remove(number)

    jobs.arrived.connect(lambda kind, result: stale.append(result) if result[0] != latest[kind] else None)
    for number in range(200):
        kind = draw.choice("abcd")
        jobs.request(kind, lambda number=number: counted(number), urgency=draw.randrange(3))
        latest[kind] = number
        if draw.random() < 0.3:
            QCoreApplication.processEvents()
    wait_idle(qtbot, jobs)
    assert stale == []
    assert opened == set()
    for kind, number in latest.items():
        assert [said for said in heard.said if kind in said][-2:] == [(kind, (number, "end")), ("finished", kind)]


def quick(log: list[object]) -> Iterator[object]:
    log.append(threading.current_thread())
    yield None
    yield "picture"


def known_as_short(qtbot: QtBot, jobs: Jobs, log: list[object], count: int = LATELY) -> None:
    """Let work for a hand be done often enough to be judged by."""
    for _ in range(count):
        jobs.request("plane", lambda: quick(log), hand="plane of lines")
        wait_idle(qtbot, jobs)


def test_what_a_hand_waits_for_is_done_by_the_worker_until_its_turns_were_short_three_times(qtbot, jobs, heard, log):
    known_as_short(qtbot, jobs, log)
    assert threading.main_thread() not in log
    known_as_short(qtbot, jobs, log, 1)
    assert log[LATELY:] == [threading.main_thread()]
    assert heard.said == [("plane", "picture"), ("finished", "plane")] * (LATELY + 1)


def test_under_another_name_it_is_judged_afresh(qtbot, jobs, log):
    known_as_short(qtbot, jobs, log)
    jobs.request("plane", lambda: quick(log), hand="plane of forests")
    wait_idle(qtbot, jobs)
    assert threading.main_thread() not in log


def test_work_with_a_long_turn_goes_to_the_worker(qtbot, jobs, log):
    def slow() -> Iterator[object]:
        end = time.thread_time() + 2 * SHORT
        while time.thread_time() < end:
            pass
        yield from quick(log)

    known_as_short(qtbot, jobs, log, LATELY - 1)
    jobs.request("plane", slow, hand="plane of lines")
    wait_idle(qtbot, jobs)
    known_as_short(qtbot, jobs, log, 1)
    assert threading.main_thread() not in log


def test_the_events_come_between_long_work_for_a_hand(qtbot, jobs, log):
    known_as_short(qtbot, jobs, log)
    seen: list[int] = []

    def long() -> Iterator[object]:
        end = time.thread_time() + 5 * FRAME
        while time.thread_time() < end:
            yield None
        seen.append(len(beats))
        yield "picture"

    beats: list[None] = []
    timer = QTimer()
    timer.timeout.connect(lambda: beats.append(None))
    timer.start(0)
    jobs.request("plane", long, hand="plane of lines")
    wait_idle(qtbot, jobs)
    timer.stop()
    assert seen[0] >= 3


def test_the_worker_rests_while_a_hand_waits_and_goes_on_afterwards(qtbot, jobs, heard, log):
    known_as_short(qtbot, jobs, log)
    heard.said.clear()
    inside = threading.Event()

    def study() -> Iterator[object]:
        inside.set()
        yield from range(3)

    def plane() -> Iterator[object]:
        yield None
        assert not inside.is_set()  # nobody else advances anything
        yield "picture"

    jobs.request("plane", plane, hand="plane of lines")
    jobs.request("study", study, urgency=2)
    wait_idle(qtbot, jobs)
    assert inside.is_set()
    assert [said for said in heard.said if said[0] == "plane"] == [("plane", "picture")]
    assert ("finished", "study") in heard.said


def test_a_newer_request_replaces_what_is_done_for_a_hand(qtbot, jobs, heard, log):
    known_as_short(qtbot, jobs, log)
    heard.said.clear()
    closed: list[str] = []

    def old() -> Iterator[object]:
        try:
            yield "old"
        finally:
            closed.append("old")

    jobs.request("plane", old, hand="plane of lines")
    jobs.request("plane", lambda: quick(log), hand="plane of lines")
    wait_idle(qtbot, jobs)
    assert heard.said == [("plane", "picture"), ("finished", "plane")]


def test_a_fault_in_work_for_a_hand_is_told_and_the_next_is_done(qtbot, jobs, heard, log):
    known_as_short(qtbot, jobs, log)
    heard.said.clear()
    error = ValueError("no")

    def broken() -> Iterator[object]:
        raise error
        yield

    jobs.request("plane", broken, hand="plane of lines")
    wait_idle(qtbot, jobs)
    known_as_short(qtbot, jobs, log, 1)
    assert heard.said == [("failed", "plane", error), ("plane", "picture"), ("finished", "plane")]
