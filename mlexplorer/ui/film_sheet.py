"""The film sheet: records the timeline, or a sweep of a parameter, to a file, in the background."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QDialog, QFileDialog, QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from mlexplorer.core.params import specs
from mlexplorer.figures import film, scenes
from mlexplorer.figures.sheet import Sheet
from mlexplorer.session.pipeline import Pipeline
from mlexplorer.session.session import Scene, Session
from mlexplorer.ui import theme
from mlexplorer.ui.choosers import Choice
from mlexplorer.ui.controls import RecipeForm
from mlexplorer.ui.export_sheet import ENTER, first_ending
from mlexplorer.ui.jobs import Jobs
from mlexplorer.ui.store import Store

KIND, TIMELINE = "film", ""
FILTER = "Animated GIF (*.gif);;Animated PNG (*.apng);;Numbered PNG pictures (*.png);;MP4 (*.mp4)"


class FilmSheet(QDialog):
    """Asks how large and how fast, records, and tells how far it is; closing it cancels."""

    told = Signal(str)

    def __init__(self, store: Store, jobs: Jobs, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Record a film")
        self._store, self._jobs = store, jobs
        self._path: Path | None = None
        self.form, self.what = RecipeForm(), Choice(self._titles())
        self.progress, self._words = QProgressBar(), QLabel("The steps of the timeline, one after the other.")
        self.record_button, self.cancel_button = QPushButton("Record…"), QPushButton("Cancel")
        self._build()
        self.form.show_recipe(film.Film())
        self.form.edited.connect(lambda recipe, _: self.form.show_recipe(recipe))
        jobs.arrived.connect(self._on_arrived)
        jobs.finished.connect(self._on_finished)
        jobs.failed.connect(self._on_failed)

    def record(self, path: Path) -> None:
        """Record to a file; its ending decides the format."""
        try:
            film.check_suffix(path.suffix)
        except ValueError as error:
            self._words.setText(str(error))
            return
        options, session, what = self.form.recipe, self._store.session, self.what.current
        assert isinstance(options, film.Film)
        sheet = replace(film.SHEET, theme=theme.current().theme.name)
        self._path = path
        self._show_busy(True)
        self._jobs.request(KIND, lambda: _recorded(session, what, options, path, sheet), urgency=3)

    def _titles(self) -> dict[str, str]:
        model = self._store.session.run.model
        numbers = [spec for spec in specs(type(model)) if spec.low is not None and spec.high is not None]
        return {TIMELINE: "The timeline"} | {spec.name: f"A sweep of {spec.label}" for spec in numbers}

    def _build(self) -> None:
        self.setMinimumWidth(theme.px(360))
        column = QVBoxLayout(self)
        self._words.setWordWrap(True)
        self._words.setProperty("role", "muted")
        self.progress.setRange(0, 100)
        self.progress.setTextVisible(False)
        for widget in (self.what, self.form, self.progress, self._words):
            column.addWidget(widget)
        row = QHBoxLayout()
        row.addStretch(1)
        for button in (self.cancel_button, self.record_button):
            row.addWidget(button)
        column.addLayout(row)
        self.record_button.clicked.connect(self._ask)
        self.cancel_button.clicked.connect(self._cancel)
        self._show_busy(False)

    def _ask(self) -> None:
        folder = str(self._store.path.parent) if self._store.path else str(Path.home())
        name, chosen = QFileDialog.getSaveFileName(self, "Record", folder, FILTER)
        if name:
            self.record(Path(name if Path(name).suffix else name + first_ending(chosen, ".gif")))

    def _cancel(self) -> None:
        self._jobs.cancel(KIND)
        self._show_busy(False)
        self._words.setText("Cancelled; nothing was written.")

    def _show_busy(self, busy: bool) -> None:
        self.progress.setVisible(busy)
        self.progress.setValue(0)
        self.cancel_button.setVisible(busy)
        self.record_button.setEnabled(not busy)

    def _on_arrived(self, kind: str, share: object) -> None:
        if kind == KIND and isinstance(share, float):
            self.progress.setValue(round(100 * share))
            self._words.setText(f"Recording: {share:.0%}")

    def _on_finished(self, kind: str) -> None:
        if kind == KIND and self._path is not None:
            self._show_busy(False)
            self._words.setText(f"Wrote {self._path.name}.")
            self.told.emit(f"Wrote {self._path.name}.")

    def _on_failed(self, kind: str, error: Exception) -> None:
        if kind == KIND:
            self._show_busy(False)
            self._words.setText(str(error))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter take what was typed into a field, without pressing a button."""
        if event.key() not in ENTER or isinstance(self.focusWidget(), QPushButton):
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Cancel what is under way."""
        self._jobs.cancel(KIND)
        super().closeEvent(event)


def _recorded(session: Session, what: str, options: film.Film, path: Path, sheet: Sheet) -> Iterator[float]:
    pipeline = Pipeline()
    yield from film.record(_scenes(session, what, options, pipeline), options, [path], sheet, pipeline)


def _scenes(session: Session, what: str, options: film.Film, pipeline: Pipeline) -> list[Scene]:
    if what == TIMELINE:
        return scenes.of_steps(session, scenes.all_steps(session, options.most, pipeline))
    spec = next(spec for spec in specs(type(session.run.model)) if spec.name == what)
    values = scenes.sweep(spec, float(spec.low or 0.0), float(spec.high or 1.0), min(options.most, 60))
    return scenes.of_values(session, {what: values})
