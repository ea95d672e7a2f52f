"""Exports the figure once more: to the file used last, with the options the document remembers, in the background."""

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from mlexplorer.core.writing import write_all
from mlexplorer.figures.exports import endings
from mlexplorer.figures.figure import snapshot_for
from mlexplorer.figures.sheet import remembered
from mlexplorer.pipeline.pipeline import Pipeline
from mlexplorer.session.session import Session
from mlexplorer.ui.jobs import Jobs
from mlexplorer.ui.sheets.export_sheet import FILE, remembering

KIND = "export again"


class ExportAgain(QObject):
    """Writes the figure and tells how it went."""

    told = Signal(str)

    def __init__(self, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        jobs.arrived.connect(self._on_arrived)
        jobs.failed.connect(self._on_failed)

    def begin(self, session: Session) -> bool:
        """Begin to write; False if there is no file yet."""
        name = session.view.option(FILE, "")
        if name:
            self._jobs.request(KIND, lambda: _written(session, Path(name)), urgency=1)
        return bool(name)

    def _on_arrived(self, kind: str, words: object) -> None:
        if kind == KIND:
            self.told.emit(str(words))

    def _on_failed(self, kind: str, error: Exception) -> None:
        if kind == KIND:
            self.told.emit(str(error))


def _written(session: Session, path: Path) -> Iterator[str]:
    sheet, pipeline = remembered(session.view), Pipeline()
    figure = remembering(session, sheet, pipeline)
    snapshot = snapshot_for(session, sheet, pipeline)
    write_all({path: endings.content(snapshot, figure, path.suffix.lower())})
    yield f"Wrote {path.name} again."
