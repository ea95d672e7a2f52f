"""What a point does: the boundary without the one under the pointer, and discs for the influence of all."""

from collections.abc import Iterator, Mapping

import numpy as np
from PySide6.QtCore import QObject

from mlexplorer.core.arrays import Array
from mlexplorer.core.study import Result
from mlexplorer.layers import left_out
from mlexplorer.layers.points import nearest_row
from mlexplorer.marks.marks import Layer, Mark
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.pipeline.studying import task_of
from mlexplorer.session.session import Session
from mlexplorer.studies.influence import Influence, Shares, without
from mlexplorer.ui.jobs import Jobs
from mlexplorer.ui.plane.plane_view import PlaneView
from mlexplorer.ui.plane.tool import Tool
from mlexplorer.ui.store import Store

WITHOUT, INFLUENCE = "without", "influence"  # kinds of jobs, and layers


class LeaveOutTool(Tool):
    """Shows the boundary without the point under the pointer."""

    name, title, key, icon = "without", "Leave out", "O", "bayes"
    help = "Point at a point to see the boundary without it, also while the key is held; Ctrl+I measures all points"


class InfluenceFollower(QObject):
    """Asks the worker for fits without a point, and draws what comes back."""

    def __init__(self, view: PlaneView, store: Store, jobs: Jobs) -> None:
        super().__init__(view)
        self._view, self._store, self._jobs = view, store, jobs
        self._row: int | None = None
        self._found: Shares | None = None
        self._marks: dict[str, tuple[Mark, ...]] = {}
        view.hovered.connect(self._follow)
        view.pictured.connect(self._show)
        jobs.arrived.connect(self._on_arrived)
        jobs.finished.connect(self._on_finished)
        store.changed.connect(self._on_changed)

    @property
    def shares(self) -> Array | None:
        """How much of the view each point decides, as far as it was measured."""
        return None if self._found is None else self._found.shares

    @property
    def marks(self) -> Mapping[str, tuple[Mark, ...]]:
        """What is drawn over the plane: the boundary without a point, and discs for the influence of all."""
        return self._marks

    def measure(self) -> None:
        """Measure the influence of every point in the background, or forget what was measured."""
        picture = self._view.picture
        if self._found is not None:
            self._forget()
            return
        if picture is None:
            return
        snapshot = picture.snapshot
        refusal = Influence().refusal(task_of(snapshot.session, Influence()))
        if refusal:
            self._view.hint(refusal)
            return
        self._tell(0, snapshot)
        self._jobs.request(INFLUENCE, lambda: _shares(snapshot), urgency=2)

    def _follow(self, place: tuple[float, float] | None) -> None:
        picture = self._view.picture
        row = None
        if isinstance(self._view.tool, LeaveOutTool) and place is not None and picture is not None:
            row = nearest_row(picture.snapshot, np.array(place))
        if row == self._row:
            return
        self._row = row
        if row is None or picture is None:
            self._put(WITHOUT, ())
        else:
            snapshot = picture.snapshot
            self._jobs.request(WITHOUT, lambda: _without(snapshot, row), urgency=1)

    def _on_arrived(self, kind: str, result: object) -> None:
        if kind == WITHOUT and isinstance(result, tuple) and self._row is not None:
            self._put(WITHOUT, result)
        elif kind == INFLUENCE and isinstance(result, Shares) and self._view.picture is not None:
            self._found = result
            self._put(INFLUENCE, left_out.halos(self._view.picture.snapshot, result.shares))
            self._tell(len(result.order), self._view.picture.snapshot)

    def _on_finished(self, kind: str) -> None:
        if kind == INFLUENCE and self._found is not None and self._found.sentence:
            self._view.hint(self._found.sentence)

    def _on_changed(self, old: Session, new: Session) -> None:
        if old.document != new.document and self._found is not None:
            self._forget()

    def _forget(self) -> None:
        self._found = None
        self._jobs.request(INFLUENCE, lambda: iter(()), urgency=2)
        self._put(INFLUENCE, ())

    def _tell(self, count: int, snapshot: Snapshot) -> None:
        """Say how far it has come."""
        total = len(snapshot.training)
        self._view.hint(f"Leaving out one point after the other: {count} of {total}")

    def _put(self, name: str, marks: tuple[Mark, ...]) -> None:
        if marks or self._marks.get(name):
            self._marks[name] = marks
            self._show()

    def _show(self) -> None:
        layers = tuple(Layer(name, marks) for name, marks in self._marks.items())
        if layers:
            self._view.canvas.show_layers(layers, len(self._view.desk.data), partly=True)


def _without(snapshot: Snapshot, row: int) -> Iterator[tuple[Mark, ...] | None]:
    steps = without(snapshot.run.model, snapshot.data, row, _start(snapshot))
    for step in steps:
        yield None if step is None else left_out.marks_without(step, row, snapshot)


def _shares(snapshot: Snapshot) -> Iterator[Result | None]:
    return Influence().run(task_of(snapshot.session, Influence(), snapshot.frame))


def _start(snapshot: Snapshot) -> Array | None:
    start = snapshot.run.start
    return None if start is None else np.array(start)
