"""Pictures of sessions: snapshots with the layers of the plane and the events of the timeline, made by the worker."""

import time
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass

from mlexplorer.core.trace import Trace
from mlexplorer.layers import layer_memo
from mlexplorer.marks.marks import Layer
from mlexplorer.pipeline.fitting import REST
from mlexplorer.pipeline.frame import framed, looked_at
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.pipeline.snapshot import Results, Snapshot
from mlexplorer.session.session import Session

CLEAN, LOWEST = "first step without errors", "lowest objective"  # events of a trace


@dataclass(frozen=True, eq=False)
class Picture:
    """A snapshot, the layers of the plane made from it, events worth a tick on the timeline, and the time it took."""

    snapshot: Snapshot
    layers: tuple[Layer, ...]
    events: Mapping[str, int]
    milliseconds: float


class Pictures:
    """Makes one picture after the other for one plane, and remembers what the next may have in common with the last."""

    def __init__(self, pipeline: Pipeline) -> None:
        self.pipeline = pipeline
        self._layers = layer_memo.LayerMemo()
        self._told: tuple[Trace, Mapping[str, int]] = (Trace(), {})

    def made(
        self, session: Session, size: tuple[int, int, float], dragging: bool, results: Results = ()
    ) -> Iterator[Picture | None]:
        """Yield pictures of a session on so many pixels of such a unit, each closer to the end; None may interrupt."""
        data = prepare(session.document).data
        frame = framed(data, looked_at(session), *size)
        begun = time.perf_counter()
        for snapshot in self.pipeline.snapshots(session, frame, dragging, results):
            if snapshot is None:
                yield None
            else:
                layers = self._layers.layers(snapshot)
                yield None  # what follows is told in the window, and takes its time in some models
                _ = snapshot.is_wrong, snapshot.note, dragging or (snapshot.step and snapshot.step.notice)
                marks = yield from self._events(snapshot.trace, dragging)
                yield Picture(snapshot, layers, marks, 1000 * (time.perf_counter() - begun))

    def _events(self, trace: Trace, dragging: bool) -> Generator[None, None, Mapping[str, int]]:
        """Return the events of a trace, looked for once, and not while the points move."""
        if self._told[0] is not trace and trace.finished and not dragging:
            found = yield from events(trace)
            self._told = (trace, found)
        return self._told[1] if self._told[0] is trace else {}


def events(trace: Trace) -> Generator[None, None, dict[str, int]]:
    """Return the numbers of the steps worth a tick: the first one without errors, and that of the lowest loss.

    Steps work out their losses and errors when they are asked, so there are pauses between them.
    """
    clean: int | None = None
    losses: list[tuple[float, int]] = []
    rested = time.perf_counter()
    for step, number in zip(trace.steps, trace.numbers, strict=True) if len(trace) > 1 else ():
        if clean is None and step.measures.get("errors") == 0:
            clean = number
        if step.loss is not None:
            losses.append((step.loss, number))
        if time.perf_counter() - rested > REST:
            yield None
            rested = time.perf_counter()
    found = {} if clean is None else {CLEAN: clean}
    return {**found, LOWEST: min(losses)[1]} if len(losses) > 1 else found
