"""The studies of a document: run in parts, remembered by value, and gone on with where they were left."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from mlexplorer.core.arrays import held_bytes
from mlexplorer.core.study import Result, Rival, Study, Task
from mlexplorer.pipeline.memo import Memo
from mlexplorer.pipeline.pipeline import prepare
from mlexplorer.pipeline.snapshot import Frame, Results
from mlexplorer.session.naming import run_name, short_name
from mlexplorer.session.session import Session

Found = Mapping[tuple[Study, Task], Result]  # by study, and by the task as far as the answer hangs on it
MOST_SUSPENDED = 4  # studies that wait half done


def task_of(session: Session, study: Study, frame: Frame | None = None) -> Task:
    """Return what a study is about in a session: the active run on its points."""
    document, run = session.document, session.run
    bounds = frame.bounds if frame is not None and study.needs_bounds() else None
    source = document.source if document.points is None else None
    data = prepare(document).data
    return Task(run.model, data, run.start, document.rule, source, document.transforms, bounds, _rivals(session))


def _rivals(session: Session) -> tuple[Rival, ...]:
    """Return the other runs, then the pinned fits, the newest first."""
    runs, pins = session.document.runs, session.document.pins
    others = [run for index, run in enumerate(runs) if index != session.active_run]
    made = [Rival(short_name(session, run), run.model, run.start) for run in others]
    return (*made, *(Rival(pin.label or run_name(pin.run), pin.run.model, pin.run.start) for pin in reversed(pins)))


def still_known(session: Session, frame: Frame | None, found: "Found") -> Results:
    """Return what was found so far of the studies of a session, as far as it still holds."""
    tasks = [(study, task_of(session, study, frame)) for study in session.document.studies]
    known = [(study, task, found.get((study, study.kept(task)))) for study, task in tasks]
    return tuple(None if result is None else study.retold(result, task) for study, task, result in known)


@dataclass
class Studying:
    """Runs studies and remembers what they found; lives on the worker's side."""

    memo: Memo = field(default_factory=Memo)
    _suspended: dict[tuple[Study, Task], Iterator[Result | None]] = field(default_factory=dict)

    def results(
        self, session: Session, frame: Frame | None = None, only: Sequence[int] | None = None
    ) -> Iterator[Results | None]:
        """Yield what the studies of a session have found so far; None where the work may be interrupted.

        only: the numbers of those that go on, in the order of their turns; by default all.
        """
        studies = session.document.studies
        tasks = [(study, task_of(session, study, frame)) for study in studies]
        known = [self._known(*pair) for pair in tasks]
        yield tuple(known)
        for index in range(len(studies)) if only is None else only:
            study, task = tasks[index]
            for result in self._of(study, task):
                known[index] = known[index] if result is None else study.retold(result, task)
                yield tuple(known) if result is not None else None

    def last(self, session: Session, frame: Frame | None = None) -> Results:
        """Return what the studies of a session find in the end."""
        found: Results = ()
        for results in self.results(session, frame):
            found = results or found
        return found

    def _known(self, study: Study, task: Task) -> Result | None:
        known: Result | None = self.memo.get((study, study.kept(task)))
        return None if known is None else study.retold(known, task)

    def _of(self, study: Study, task: Task) -> Iterator[Result | None]:
        """Yield the results of one study, from where it was left."""
        key = (study, study.kept(task))
        known: Result | None = self.memo.get(key)
        if study.refusal(task) or (known is not None and known.done >= 1.0):
            return
        steps = self._suspended.pop(key, None) or study.run(task)
        self._suspended[key] = steps
        while len(self._suspended) > MOST_SUSPENDED:
            self._suspended.pop(next(iter(self._suspended)))
        for result in steps:
            if result is not None:
                self.memo.put(key, result, held_bytes([result]))
            yield result
        self._suspended.pop(key, None)
