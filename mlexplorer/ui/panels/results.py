"""The studies of the document behind the hand: they go on while they are looked at, and never during a drag."""

from PySide6.QtCore import QObject, Signal

from mlexplorer.pipeline.snapshot import Frame
from mlexplorer.pipeline.studying import Results, Studying
from mlexplorer.session.session import Session
from mlexplorer.ui.jobs import Jobs
from mlexplorer.ui.store import Store

KIND = "studies"


class ResultsFollower(QObject):
    """Asks the worker for what the studies find; what is known already comes first, the rest from where it was left."""

    found = Signal(object)  # Results, one for each study of the document

    def __init__(self, store: Store, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store, self._jobs = store, jobs
        self._studying = Studying()
        self._frame: Frame | None = None
        self._is_wanted = False
        store.changed.connect(self._on_changed)
        store.gesture_begun.connect(self._pause)
        store.gesture_ended.connect(self._ask)
        jobs.arrived.connect(self._on_arrived)

    def want(self, is_wanted: bool, frame: Frame) -> None:
        """Go on with the studies because a view of them is looked at, or pause because none is."""
        before, self._frame = self._is_wanted, frame
        self._is_wanted = is_wanted
        if is_wanted and not before:
            self._ask()
        elif before and not is_wanted:
            self._pause()

    def _ask(self) -> None:
        session, frame = self._store.session, self._frame
        if self._is_wanted and session.document.studies and not self._store.dragging:
            self._jobs.request(KIND, lambda: self._studying.results(session, frame), urgency=2)

    def _pause(self) -> None:
        self._jobs.cancel(KIND)

    def _on_changed(self, old: Session, new: Session) -> None:
        if old.document != new.document or old.active_run != new.active_run:
            results: Results = ()
            self.found.emit(results)
            self._pause()
            self._ask()

    def _on_arrived(self, kind: str, results: object) -> None:
        if kind == KIND:
            self.found.emit(results)
