"""The studies of a document: run in parts, remembered by value, and gone on with where they were left."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from mlexplorer.core.arrays import held_bytes
from mlexplorer.core.study import Result, Study, Task
from mlexplorer.pipeline.memo import Memo
from mlexplorer.pipeline.pipeline import prepare
from mlexplorer.pipeline.snapshot import Frame
from mlexplorer.session.session import Session

Results = tuple[Result | None, ...]  # one for each study of the document
MOST_SUSPENDED = 4  # studies that wait half done


def task_of(session: Session, study: Study, frame: Frame | None = None) -> Task:
    """Return what a study is about in a session: the active run on its points."""
    document, run = session.document, session.run
    bounds = frame.bounds if frame is not None and study.needs_bounds() else None
    source = document.source if document.points is None else None
    data = prepare(document).data
    return Task(run.model, data, run.start, document.rule, source, document.transforms, bounds)


@dataclass
class Studying:
    """Runs studies and remembers what they found; lives on the worker's side."""

    memo: Memo = field(default_factory=Memo)
    _suspended: dict[tuple[Study, Task], Iterator[Result | None]] = field(default_factory=dict)

    def results(self, session: Session, frame: Frame | None = None) -> Iterator[Results | None]:
        """Yield what the studies of a session have found so far; None where the work may be interrupted."""
        keys = [(study, task_of(session, study, frame)) for study in session.document.studies]
        known: list[Result | None] = [self.memo.get(key) for key in keys]
        yield tuple(known)
        for index, key in enumerate(keys):
            for result in self._of(*key):
                known[index] = result or known[index]
                yield tuple(known) if result is not None else None

    def last(self, session: Session, frame: Frame | None = None) -> Results:
        """Return what the studies of a session find in the end."""
        found: Results = ()
        for results in self.results(session, frame):
            found = results or found
        return found

    def _of(self, study: Study, task: Task) -> Iterator[Result | None]:
        """Yield the results of one study, from where it was left."""
        key = (study, task)
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
