"""From the store to the canvas by way of the worker: asks for snapshots, never faster than they can be shown."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from mlexplorer.core.trace import Trace
from mlexplorer.layers.layer_memo import LayerMemo
from mlexplorer.marks.marks import Layer
from mlexplorer.pipeline.frame import framed, looked_at
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.session import Session
from mlexplorer.session.side_by_side import seen_alone
from mlexplorer.ui.jobs import Jobs
from mlexplorer.ui.store import Store

KIND = "plane"
CLEAN, LOWEST = "first step without errors", "lowest objective"  # events of a trace


@dataclass(frozen=True, eq=False)
class Picture:
    """A snapshot, the layers of the plane made from it, events worth a tick on the timeline, and the time it took."""

    snapshot: Snapshot
    layers: tuple[Layer, ...]
    events: Mapping[str, int]
    milliseconds: float


class PictureMaker(QObject):
    """Keeps the picture up with the session.

    A request is only replaced once its first picture has arrived: otherwise a drag would restart a fit at every move
    and never see one finish. What was asked for in between is asked for then.
    """

    pictured = Signal(object)  # Picture
    failed = Signal(object)  # Exception

    def __init__(
        self,
        store: Store,
        jobs: Jobs,
        parent: QObject | None = None,
        beside: "PictureMaker | None" = None,
        run: int = 0,
    ) -> None:
        """Keep the picture of the active run; beside another work that of one run, with what the other remembers."""
        super().__init__(parent)
        self._store, self._jobs = store, jobs
        self.run = None if beside is None else run
        self._kind = KIND if beside is None else f"{KIND} {run}"
        self.pipeline: Pipeline = Pipeline() if beside is None else beside.pipeline
        self._size = (600, 600, 1.0)
        self._layers = LayerMemo()
        self._waiting = False
        self._pending = False
        self._begun = beside is not None
        self._told: tuple[Trace, Mapping[str, int]] = (Trace(), {})
        store.changed.connect(self._on_changed)
        store.gesture_ended.connect(self.ask)
        jobs.arrived.connect(self._on_arrived)
        jobs.finished.connect(self._on_finished)
        jobs.failed.connect(self._on_failed)

    def begin(self) -> None:
        """Begin to work: after the first paint, so that an empty window is not kept waiting by a fit."""
        if not self._begun:
            self._begun = True
            self.ask()

    def resize(self, width: int, height: int, unit: float) -> None:
        """Take note of how many pixels the plane has, and how large a design pixel is."""
        if (width, height, unit) != self._size:
            self._size = (width, height, unit)
            self.ask()

    def ask(self) -> None:
        """Ask for the picture of the present session."""
        if not self._begun:
            return
        if self._waiting:
            self._pending = True
            return
        self._waiting, self._pending = True, False
        session, size, dragging = self._store.session, self._size, self._store.dragging
        if self.run is not None:
            if self.run >= len(session.document.runs):
                self._waiting = False
                return
            session = seen_alone(session, self.run)
        self._jobs.request(
            self._kind, lambda: self._pictures(session, size, dragging), urgency=int(self.run is not None)
        )

    def _pictures(self, session: Session, size: tuple[int, int, float], dragging: bool) -> Iterator[Picture | None]:
        data = prepare(session.document).data
        frame = framed(data, looked_at(session), *size)
        begun = time.perf_counter()
        for snapshot in self.pipeline.snapshots(session, frame, dragging):
            if snapshot is None:
                yield None
            else:
                layers = self._layers.layers(snapshot)
                _ = snapshot.is_wrong, snapshot.step and snapshot.step.notice  # told in the window, worked out here
                marks = self._events(snapshot.trace, dragging)
                yield Picture(snapshot, layers, marks, 1000 * (time.perf_counter() - begun))

    def _events(self, trace: Trace, dragging: bool) -> Mapping[str, int]:
        """Return the events of a trace, looked for once, and not while the points move."""
        if self._told[0] is not trace and trace.finished and not dragging:
            self._told = (trace, events(trace))
        return self._told[1] if self._told[0] is trace else {}

    def _on_changed(self, old: Session, new: Session) -> None:
        if old.document != new.document or _looks_differently(old, new):
            self.ask()

    def _on_arrived(self, kind: str, result: object) -> None:
        if kind != self._kind:
            return
        self._waiting = False
        self.pictured.emit(result)
        if self._pending:
            self.ask()

    def _on_finished(self, kind: str) -> None:
        if kind == self._kind and self._waiting:
            self._waiting = False
            if self._pending:
                self.ask()

    def _on_failed(self, kind: str, error: Exception) -> None:
        if kind != self._kind:
            return
        self._waiting = False
        self.failed.emit(error)
        if self._pending:
            self.ask()


def events(trace: Trace) -> dict[str, int]:
    """Return the places of a trace worth a tick: its first step without errors, and its lowest loss."""
    pairs = list(zip(trace.steps, trace.numbers, strict=True))
    if len(pairs) < 2:
        return {}
    clean = next((place for step, place in pairs if step.measures.get("errors") == 0), None)
    losses = [(step.loss, place) for step, place in pairs if step.loss is not None]
    found = {} if clean is None else {CLEAN: clean}
    return {**found, LOWEST: min(losses)[1]} if len(losses) > 1 else found


def _looks_differently(old: Session, new: Session) -> bool:
    one, two = old.view, new.view
    names = ("step", "active", "bounds", "switches", "units", "ghost", "centre", "pin", "cell", "pointed", "options")
    return any(getattr(one, name) != getattr(two, name) for name in names)
