"""From a session to snapshots: coarse first, then fine; each replaces the one before."""

import operator
import time
from collections import deque
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TypeVar

import numpy as np

from mlexplorer.core.arrays import Array, Labels, held_bytes
from mlexplorer.core.capabilities import HasLandscape, HasMerges, HasScores
from mlexplorer.core.data import UNLABELLED, Dataset
from mlexplorer.core.decision import certainty, decide, decide_scores, preferences
from mlexplorer.core.grid import Grid
from mlexplorer.core.holdout import Deal, Holdout, deal_of
from mlexplorer.core.model import CanFollow, CanResume, Step
from mlexplorer.core.notice import CannotFit, Notice
from mlexplorer.core.source import Source
from mlexplorer.core.trace import Trace
from mlexplorer.core.transforms import transformed
from mlexplorer.pipeline.fitting import PATIENCE, Haste, fitted
from mlexplorer.pipeline.memo import Memo
from mlexplorer.pipeline.replays import Replays
from mlexplorer.pipeline.snapshot import Field, Frame, Prepared, Results, Snapshot
from mlexplorer.pipeline.ways_out import with_ways_out
from mlexplorer.session.session import Document, Pin, Run, Session, View

Item = TypeVar("Item")
COARSE, DRAGGED, FINE = 64, 128, 256  # places along the longer side of the field
FIRST_BLOCK, BLOCK = 1000, 20_000  # points that are decided without an interruption: at first, and at most
QUICK = 0.003  # seconds: while something is dragged a slower fit is resumed, a slower field made coarser
FOLLOWED = 0.01  # seconds: a slower fit is followed by its likeness, if the model has one
TAIL, SAMPLES = 4, 64  # steps of a trace that are weighed: the last ones, and some of all
BAND = 0.008  # seconds of a band of a field that takes long, or of a block of points
FAST = 0.012  # seconds of a fine field: a slower one has a coarse one before it


_recent: deque[tuple[tuple[object, ...], Prepared]] = deque(maxlen=4)  # what was asked for last, by the very objects


def prepare(document: Document) -> Prepared:
    """Return the points of a document as made or edited, and after hold-out and transforms."""
    parts = (document.source, document.points, document.holdout, document.transforms, document.dealt)
    for known, prepared in tuple(_recent):
        if all(map(operator.is_, known, parts)):  # a look at a million points asks often: comparing them takes 5 ms
            return prepared
    prepared = prepared_from(*parts)
    _recent.append((parts, prepared))
    return prepared


@lru_cache(maxsize=8)
def prepared_from(
    source: Source, points: Dataset | None, holdout: Holdout, transforms: tuple[str, ...], dealt: Deal | None
) -> Prepared:
    """Return what `prepare` says of these parts of a document; the last few are remembered."""
    raw = _made(source) if points is None else points
    return Prepared(raw, *transformed(holdout.applied(raw, dealt or _dealt_by(source)), transforms))


@lru_cache(maxsize=4)
def _made(source: Source) -> Dataset:
    return source.make()


@lru_cache(maxsize=4)
def _dealt_by(source: Source) -> Deal:
    return deal_of(_made(source))


def deal_among(document: Document) -> Deal:
    """Return among which points the hold-out of a document is dealt: those imported, or made by its source."""
    return document.dealt or _dealt_by(document.source)


@dataclass
class Pipeline:
    """Turns sessions into snapshots and remembers what it computed; lives on the worker's side."""

    memo: Memo = field(default_factory=Memo)
    replays: Replays = field(default_factory=Replays)
    _near: dict[int, tuple[Run, Step]] = field(default_factory=dict)
    _dragged: dict[type, float] = field(default_factory=dict)  # seconds of a field in the present drag, by kind of step
    _rates: dict[type, float] = field(default_factory=dict)  # seconds for a place of the last field, by kind of step
    _haste: dict[int, Haste] = field(default_factory=dict)  # of the runs of the present drag
    _sizes: dict[type, int] = field(default_factory=dict)  # bytes of the last trace, by kind of model; a drag keeps it
    seconds: dict[type, float] = field(default_factory=dict)  # of the last fit or fine field, by kind of model or step

    def snapshots(
        self, session: Session, frame: Frame, dragging: bool = False, results: Results = ()
    ) -> Iterator[Snapshot | None]:
        """Yield snapshots of a session, the last one finished; None where the work may be interrupted.

        results are what is known of the studies of the session.
        """
        prepared = prepare(session.document)
        known = tuple(self._known(pin) for pin in session.document.pins)
        snapshot = Snapshot(
            session, frame, prepared.data, prepared.affine, pinned=known, dragging=dragging, results=results
        )
        hasty = dragging and session.view.step is None
        for index in _order(session):
            run = session.document.runs[index]
            try:
                for trace in self._trace(run, index, prepared.data, hasty):
                    if trace is None:
                        yield None
                        continue
                    snapshot = _with_trace(snapshot, index, trace, run)
                    if trace.finished or hasty:
                        yield None
                    elif index == snapshot.active:  # with regions, or they would vanish while it goes on
                        yield (yield from self._with_field(snapshot, True))
                snapshot = yield from self._exactly(snapshot, index, run)
            except CannotFit as refusal:
                notice = with_ways_out(refusal.notice, run.model, prepared.data, session.document.source)
                snapshot = _with_problem(snapshot, index, notice)
            if index == snapshot.active:
                snapshot = yield from self._with_field(snapshot, dragging)
                if len(session.document.runs) > 1 or session.document.pins:
                    yield snapshot  # there is more to do; else it is finished at once
        snapshot = yield from self._with_pins(snapshot)
        yield replace(snapshot, finished=True)

    def _known(self, pin: Pin) -> Step | None:
        training = pin.run.model.training(pin.data)
        trace: Trace | None = self.memo.get(_trace_key(pin.run, training))
        if trace is not None and _is_left_out(trace, pin.step):
            trace = self.replays.known(_trace_key(pin.run, training), int(pin.step or 0))
        return None if trace is None else _shown(trace, pin.run, View(step=pin.step), training)

    def _with_pins(self, snapshot: Snapshot) -> Generator[None, None, Snapshot]:
        """Fit the pins nobody remembers; a pin that cannot be fitted stays open."""
        for index, pin in enumerate(snapshot.session.document.pins):
            if snapshot.pinned[index] is None:
                try:
                    yield from self._fit_pin(pin)
                except CannotFit:
                    continue
                snapshot = replace(snapshot, pinned=_put(snapshot.pinned, index, self._known(pin), None))
        return snapshot

    def _fit_pin(self, pin: Pin) -> Generator[None, None, None]:
        training = pin.run.model.training(pin.data)
        trace: Trace | None = self.memo.get(_trace_key(pin.run, training))
        for found in fitted(pin.run, pin.data) if trace is None else ():
            if found is not None and found.finished:
                trace = found
                self.know(pin.run, pin.data, trace)
            yield None
        if trace is not None and _is_left_out(trace, pin.step):
            yield from self._replay(pin.run, training, trace, int(pin.step or 0))

    def _replay(self, run: Run, training: Dataset, trace: Trace, number: int) -> Generator[None, None, None]:
        start = None if run.start is None else np.array(run.start)
        key = _trace_key(run, training)
        yield from self.replays.walk(key, lambda: run.model.again(training, start, trace.steps[0]), number)

    def _exactly(self, snapshot: Snapshot, index: int, run: Run) -> Generator[Snapshot | None, None, Snapshot]:
        """Return the snapshot with the very step that is looked at; if that takes long, the nearest one is yielded."""
        trace, number = snapshot.traces[index], snapshot.session.view.step_number
        if number is None or not _is_left_out(trace, number) or run.by_hand is not None:
            return snapshot
        training = run.model.training(snapshot.data)
        key, begun, waits = _trace_key(run, training), time.perf_counter(), index == snapshot.active
        if self.replays.known(key, number) is None:
            for _ in self._replay(run, training, trace, number):
                if waits and time.perf_counter() - begun > PATIENCE:
                    waits = False
                    yield (yield from self._with_field(snapshot, True))
                yield None
        stretch = self.replays.known(key, number)
        if stretch is None:
            return snapshot
        step = _shown(stretch, run, snapshot.session.view, training)
        stretches = _put(snapshot.stretches, index, stretch, Trace())
        return replace(snapshot, shown=_put(snapshot.shown, index, step, None), stretches=stretches)

    def last(self, session: Session, frame: Frame) -> Snapshot:
        """Return the finished snapshot of a session."""
        latest: Snapshot | None = None
        for snapshot in self.snapshots(session, frame):
            latest = snapshot or latest
        assert latest is not None
        return latest

    def know(self, run: Run, data: Dataset, trace: Trace) -> None:
        """Take note of a finished fit, so that it need not be done again."""
        training = run.model.training(data)
        self.memo.put(_trace_key(run, training), trace, size_of(trace))

    def _trace(self, run: Run, index: int, data: Dataset, hasty: bool) -> Iterator[Trace | None]:
        """Yield the trace of a run as far as it is fitted; in haste only its end, from that of a fit nearby."""
        training = run.model.training(data)
        key = _trace_key(run, training)
        known: Trace | None = self.memo.get(key)
        if known is not None:
            self._near[index] = (run, known.last)
            yield known
            return
        near = self._near.get(index)
        slow = self.seconds.get(type(run.model), 0.0) > QUICK
        if hasty and slow and near is not None and near[0] == run:
            found = self._from_near(run, index, training, near[1])
            if found is not None:
                yield Trace((found,), (found.iteration,), found.iteration + 1, True)
                return
        begun = time.perf_counter()
        haste = self._haste.setdefault(index, Haste()) if hasty else None
        if not hasty:
            self._haste.pop(index, None)  # the next drag is judged afresh
        for trace in fitted(run, data, haste):
            if trace is not None and trace.finished:
                self.seconds[type(run.model)] = time.perf_counter() - begun
                if not hasty or type(run.model) not in self._sizes:
                    self._sizes[type(run.model)] = size_of(trace)
                self.memo.put(key, trace, self._sizes[type(run.model)])
                self._near[index] = (run, trace.last)
            yield trace

    def _from_near(self, run: Run, index: int, training: Dataset, near: Step) -> Step | None:
        """Return the end of a fit from that of a fit nearby, or its likeness; None if the model has no such way."""
        run.model.refuse(training)
        if isinstance(run.model, CanResume):
            step = run.model.resume(training, near)
            self._near[index] = (run, step)
            return step
        if isinstance(run.model, CanFollow) and self.seconds[type(run.model)] > FOLLOWED:
            return run.model.follow(training, near)  # always from a fit itself: likenesses of likenesses would drift
        return None

    def _with_field(self, snapshot: Snapshot, dragging: bool) -> Generator[Snapshot | None, None, Snapshot]:
        """Return the snapshot with its field: a middling one while something is dragged, else coarse, then fine."""
        step = snapshot.step
        if isinstance(step, HasMerges):
            return replace(snapshot, predicted=_coloured(snapshot, step))
        if not isinstance(step, HasScores):
            return snapshot
        predicted = yield from self._predicted(snapshot, step)
        snapshot = replace(snapshot, predicted=predicted)
        if not dragging:
            self._dragged.clear()  # the next drag is judged afresh
        quick = self._dragged.get(type(step), 0.0) < QUICK
        grid = snapshot.frame.grid(FINE if not dragging else DRAGGED if quick else COARSE)
        known = self.memo.get(_field_key(snapshot, step, grid)) is not None
        if not dragging and not known and self.seconds.get(type(step), 1.0) > FAST:
            coarse = yield from self._field(snapshot, step, snapshot.frame.grid(COARSE))
            yield replace(snapshot, field=coarse)
        found = yield from self._field(snapshot, step, grid)
        return replace(snapshot, field=found)

    def _predicted(self, snapshot: Snapshot, step: HasScores) -> Generator[None, None, Labels]:
        """Return the decision for every point; the work may be interrupted between blocks of many."""
        rule, points = snapshot.session.document.rule, snapshot.data.points
        key = ("predicted", id(step), snapshot.data, rule)
        known = self.memo.get(key)
        if known is None:
            parts, done, block = [np.empty(0, np.intp)], 0, FIRST_BLOCK
            while done < len(points):
                begun = time.thread_time()
                parts.append(decide(step, points[done : done + block], rule))
                done, spent = done + block, time.thread_time() - begun
                block = min(BLOCK, max(FIRST_BLOCK // 4, int(block * BAND / max(spent, 1e-5))))
                if done < len(points):
                    yield None
            known = (step, np.concatenate(parts))  # the step is kept so that its id stays its own
            self.memo.put(key, known, 8 * len(points) + 200)
        labels: Labels = known[1]
        return labels

    def _field(self, snapshot: Snapshot, step: HasScores, grid: Grid) -> Generator[None, None, Field]:
        key = _field_key(snapshot, step, grid)
        known: tuple[HasScores, Field] | None = self.memo.get(key)
        if known is not None:
            return known[1]
        begun = time.perf_counter()
        scores = yield from self._scores(step, grid)
        candidates, values = preferences(step, scores, snapshot.session.document.rule)
        labels = decide_scores(step, scores, snapshot.session.document.rule)
        made = Field(grid, candidates, values, labels, certainty(step, scores), scores)
        longest = max(grid.rows, grid.columns)
        if longest in (FINE, DRAGGED):
            (self.seconds if longest == FINE else self._dragged)[type(step)] = time.perf_counter() - begun
        self.memo.put(key, (step, made), scores.nbytes * 2)
        return made

    def _scores(self, step: HasScores, grid: Grid) -> Generator[None, None, Array]:
        """Return the scores on a grid, remembered apart from the rule: dragging a threshold only decides anew.

        A field that would take long, by what a place of the last one took, is made in bands with pauses between them.
        """
        key = ("scores", id(step), grid)
        known: tuple[HasScores, Array] | None = self.memo.get(key)
        if known is None:
            rate, parts, spent = self._rates.get(type(step), 0.0), [], 0.0
            count = grid.rows * grid.columns
            is_long = rate * count > FAST
            for band in grid.bands(int(BAND / rate)) if is_long else (grid,):
                begun = time.thread_time()
                parts.append(step.field(band))
                spent += time.thread_time() - begun
                if is_long:
                    yield None
            self._rates[type(step)] = spent / count
            known = (step, np.concatenate(parts))
            self.memo.put(key, known, known[1].nbytes)
        return known[1]


def _is_left_out(trace: Trace, number: float | None) -> bool:
    """Return whether a step of a finished trace may have been left out when it was thinned."""
    return trace.finished and not trace.is_whole and number is not None and int(number) < trace.total - 1


def _order(session: Session) -> list[int]:
    """Return the runs, the active one first."""
    active = session.active_run
    return [active, *(index for index in range(len(session.document.runs)) if index != active)]


def _with_trace(snapshot: Snapshot, index: int, trace: Trace, run: Run) -> Snapshot:
    step = _shown(trace, run, snapshot.session.view, run.model.training(snapshot.data)) if trace.steps else None
    return replace(
        snapshot, traces=_put(snapshot.traces, index, trace, Trace()), shown=_put(snapshot.shown, index, step, None)
    )


def _with_problem(snapshot: Snapshot, index: int, notice: Notice) -> Snapshot:
    shown = _put(snapshot.shown, index, None, None)
    traces = _put(snapshot.traces, index, Trace(), Trace())
    problem = notice if index == snapshot.active else snapshot.problem
    return replace(snapshot, traces=traces, shown=shown, problem=problem)


def _shown(trace: Trace, run: Run, view: View, training: Dataset) -> Step:
    """Return the step a view looks at: the one held by hand, the one at its place on the timeline, or the last."""
    step = trace.at(view.step)
    if run.by_hand is not None and isinstance(step, HasLandscape):
        landscape = step.landscape(training)
        if len(run.by_hand) == len(landscape.names):
            return landscape.at(np.array(run.by_hand))
    return step


def _coloured(snapshot: Snapshot, step: HasMerges) -> Labels:
    """Return the cluster of every point; −1 for those that are alone or were not learned from."""
    labels = np.full(len(snapshot.data), UNLABELLED)
    labels[snapshot.training.rows] = step.colours
    return labels


def _put(items: tuple[Item, ...], index: int, item: Item, filler: Item) -> tuple[Item, ...]:
    padded = [*items, *[filler] * (index + 1 - len(items))]
    padded[index] = item
    return tuple(padded)


def _trace_key(run: Run, training: Dataset) -> tuple[object, ...]:
    return ("trace", run.model, run.start, training)


def _field_key(snapshot: Snapshot, step: Step, grid: Grid) -> tuple[object, ...]:
    return ("field", id(step), grid, snapshot.session.document.rule)


def size_of(trace: Trace) -> int:
    """Return about how many bytes a trace holds: what the last steps have of their own, or what many share in parts."""
    tail = trace.steps[-TAIL:]
    last, every = held_bytes(tail[-1:]), held_bytes(tail)
    own = last + (every - last) * (len(trace) - 1) // max(1, len(tail) - 1)
    return max(own, held_bytes(trace.steps[:: max(1, len(trace) // SAMPLES)]))
