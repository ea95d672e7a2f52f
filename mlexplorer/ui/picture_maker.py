"""From the store to the canvas by way of the worker: asks for snapshots, never faster than they can be shown."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from mlexplorer.layers.pictures import Pictures
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.pipeline.previews import PANEL
from mlexplorer.pipeline.snapshot import Results
from mlexplorer.session.session import Session
from mlexplorer.session.side_by_side import seen_alone
from mlexplorer.session.touching import PICTURE, changed
from mlexplorer.ui.jobs import Jobs
from mlexplorer.ui.store import Store

KIND = "plane"
REST = 120  # milliseconds without a change after which a hand that still holds something is at rest


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
        self._pictures = Pictures(self.pipeline)
        self.results_of: Callable[[Session], Results] = (lambda _: ()) if beside is None else beside.results_of
        self._size = (600, 600, 1.0)
        self._waiting = False
        self._pending = False
        self._begun = beside is not None
        self._is_resting = False
        self._rest = QTimer(self, singleShot=True, interval=REST)
        self._rest.timeout.connect(self._on_rest)
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
        session, size = self._store.session, self._size
        dragging = self._store.dragging and not self._is_resting
        if dragging:
            self._rest.start()
        if self.run is not None:
            if self.run >= len(session.document.runs):
                self._waiting = False
                return
            session = seen_alone(session, self.run)
        hand = f"{self._kind} {self._wanted(session)}" if dragging else ""
        work = partial(self._pictures.made, session, size, dragging, self.results_of(session))
        self._jobs.request(self._kind, work, int(self.run is not None), hand)

    def _wanted(self, session: Session) -> tuple[object, ...]:
        """Return what the time that a picture takes hangs on most: the models, and how many points there are, about."""
        document = session.document
        return (*(type(run.model).__name__ for run in document.runs), len(prepare(document).data).bit_length())

    def _on_changed(self, old: Session, new: Session) -> None:
        panels = {old.view.panel, new.view.panel}
        if changed(old, new, PICTURE) or (len(panels) > 1 and PANEL in panels):
            self._is_resting = False
            self.ask()

    def _on_rest(self) -> None:
        """Make the picture fine while something is held still."""
        if self._store.dragging:
            self._is_resting = True
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
