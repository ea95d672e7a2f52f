"""The studies of the document behind the hand: they go on while they are looked at, and never during a drag."""

from PySide6.QtCore import QObject, Signal

from mlexplorer.core.study import Result, Study, Task
from mlexplorer.pipeline.previews import PANEL, lies_on_plane, shown_study, strip_study
from mlexplorer.pipeline.snapshot import Frame, Results
from mlexplorer.pipeline.studying import Studying, still_known, task_of
from mlexplorer.session.session import Session
from mlexplorer.ui.jobs import Jobs
from mlexplorer.ui.store import Store

KIND = "studies"
MOST_FOUND = 8  # results that are at hand at once


class ResultsFollower(QObject):
    """Asks the worker for what the studies find; what is known already comes first, the rest from where it was left."""

    found = Signal(object)  # Results, one for each study of the document
    laid = Signal()  # something of what was found lies on the plane by itself

    def __init__(self, store: Store, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store, self._jobs = store, jobs
        self._studying = Studying()
        self._frame: Frame | None = None
        self._is_wanted = False
        self._asked: tuple[tuple[Study, Task], ...] = ()  # what the last request is about
        self._found: dict[tuple[Study, Task], Result] = {}
        store.changed.connect(self._on_changed)
        store.gesture_begun.connect(self._pause)
        store.gesture_ended.connect(self._ask)
        jobs.arrived.connect(self._on_arrived)

    def want(self, is_wanted: bool, frame: Frame) -> None:
        """Go on with the study of the view because it is looked at, or pause; in a moved frame begin anew."""
        before, seen = self._is_wanted, self._frame
        self._is_wanted, self._frame = is_wanted, frame
        moved = seen is not None and seen.bounds != frame.bounds and self._needs_bounds()
        if is_wanted != before or seen is None or moved:
            self._go_on()

    def known(self, session: Session) -> Results:
        """Return what is known of the studies of a session, if any of them is looked at."""
        return still_known(session, self._frame, self._found) if self._turns(session) else ()

    def _turns(self, session: Session) -> list[int]:
        """Return the studies that are looked at, in the order of their turns."""
        shown = [shown_study(session) if self._is_wanted else None, strip_study(session)]
        return [index for index in dict.fromkeys(shown) if index is not None]

    def _needs_bounds(self) -> bool:
        session = self._store.session
        return any(session.document.studies[index].needs_bounds() for index in self._turns(session))

    def _go_on(self) -> None:
        self._tell(self.known(self._store.session))
        self._pause()
        self._ask()

    def _ask(self) -> None:
        session, frame = self._store.session, self._frame
        turns = self._turns(session)
        if turns and not self._store.dragging:
            tasks = [(study, task_of(session, study, frame)) for study in session.document.studies]
            self._asked = tuple((study, study.kept(task)) for study, task in tasks)
            self._jobs.request(KIND, lambda: self._studying.results(session, frame, turns), urgency=2)

    def _pause(self) -> None:
        self._jobs.cancel(KIND)

    def _on_changed(self, old: Session, new: Session) -> None:
        same = old.document == new.document and old.active_run == new.active_run
        if not same or self._turns(old) != self._turns(new):
            self._go_on()

    def _on_arrived(self, kind: str, results: object) -> None:
        if kind == KIND and isinstance(results, tuple):
            for key, result in zip(self._asked, results, strict=True):
                if result is not None:
                    self._found.pop(key, None)
                    self._found[key] = result
            while len(self._found) > MOST_FOUND:
                self._found.pop(next(iter(self._found)))
            self._tell(results)

    def _tell(self, results: Results) -> None:
        self.found.emit(results)
        session = self._store.session
        index = shown_study(session) if session.view.panel == PANEL else None
        if index is not None and index < len(results) and lies_on_plane(results[index]):
            self.laid.emit()
