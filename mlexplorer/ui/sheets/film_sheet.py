"""The film sheet: records the timeline, or a sweep of a parameter, to a file, in the background."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from mlexplorer.core.knobs import spread
from mlexplorer.core.numbers import small
from mlexplorer.core.params import Spec, Value, specs
from mlexplorer.figures import scenes
from mlexplorer.figures.films import film
from mlexplorer.figures.sheet import Sheet
from mlexplorer.pipeline.pipeline import Pipeline
from mlexplorer.session.session import Scene, Session
from mlexplorer.ui.forms.choosers import Choice
from mlexplorer.ui.forms.fields import NumberField
from mlexplorer.ui.forms.form import RecipeForm
from mlexplorer.ui.forms.scales import Scale
from mlexplorer.ui.jobs import Jobs
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import ENTER, Dressed
from mlexplorer.ui.look.plain import Label
from mlexplorer.ui.sheets.export_sheet import first_ending
from mlexplorer.ui.store import Store
from mlexplorer.views.catalogue import PLANE

KIND, TIMELINE = "film", ""
STEPS = "The steps of the timeline, one after the other."
SWEEP = "One frame for each value, at the end of its fit."
FROM, TO = "From", "to"
MOST_STEPS, MOST_VALUES = film.Film().most, 60
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
FILTER = "Animated GIF (*.gif);;Animated PNG (*.apng);;Numbered PNG pictures (*.png);;MP4 (*.mp4)"


class FilmSheet(QDialog):
    """Asks how large and how fast, records, and tells how far it is; closing it cancels."""

    told = Signal(str)

    def __init__(self, store: Store, jobs: Jobs, parent: QWidget, views: Mapping[str, str] | None = None) -> None:
        """Offer views by their names; none: the plane alone."""
        super().__init__(parent)
        self.setWindowTitle("Record a film")
        self.views, self.heading = Choice(shown_titles(views or {})), QLineEdit()
        self._store, self._jobs = store, jobs
        self._path: Path | None = None
        self.form, self.what, self.sweep = RecipeForm(), Choice(self._titles()), _SweepRow()
        self.progress, self._words = QProgressBar(), Label(STEPS)
        self.record_button, self.cancel_button = QPushButton("Record…"), QPushButton("Cancel")
        self.still_button = QPushButton("Save this frame…")
        self._build()
        self.form.show_recipe(film.Film())
        self.what.chosen.connect(self._on_what)
        self.form.edited.connect(lambda recipe, _: self.form.show_recipe(recipe))
        jobs.arrived.connect(self._on_arrived)
        jobs.finished.connect(self._on_finished)
        jobs.failed.connect(self._on_failed)

    @property
    def words(self) -> str:
        """What was said last: what is recorded, a file that was written, or why it could not be."""
        return self._words.text()

    def record(self, path: Path) -> None:
        """Record to a file; its ending decides the format."""
        try:
            film.check_film(path.suffix)
        except ValueError as error:
            self._words.setText(str(error))
            return
        options, session = self.form.recipe, self._store.session
        assert isinstance(options, film.Film)
        swept = {} if self.what.current == TIMELINE else {self.what.current: self.sweep.values(options.most)}
        sheet, self._path = self._sheet(), path
        self._show_busy(True)
        self._jobs.request(KIND, lambda: _recorded(session, swept, options, path, sheet), urgency=3)

    def save_still(self, path: Path) -> None:
        """Write the frame of the moment that the timeline shows, as the film has it."""
        options, session, sheet = self.form.recipe, self._store.session, self._sheet()
        assert isinstance(options, film.Film)
        (moment,) = scenes.of_steps(session, [session.view.step])
        self._path = path
        self._show_busy(True)
        self._jobs.request(KIND, lambda: _stilled(moment, options, path, sheet), urgency=3)

    def _sheet(self) -> Sheet:
        """Return what every frame shows: the views and the words that were chosen, in the colours of the window."""
        name = theme.current().theme.name
        return replace(film.SHEET, theme=name, view=self.views.current, heading=self.heading.text().strip())

    def _titles(self) -> dict[str, str]:
        model = self._store.session.run.model
        numbers = [spec for spec in model.shown() if spec.low is not None and spec.high is not None]
        return {TIMELINE: "The timeline"} | {spec.name: f"A sweep of {spec.label}" for spec in numbers}

    def _on_what(self, name: str) -> None:
        known = {spec.name: spec for spec in specs(type(self._store.session.run.model))}
        self.sweep.show_spec(known.get(name))
        self._words.setText(STEPS if name == TIMELINE else SWEEP)
        options = self.form.recipe
        assert options is not None
        self.form.show_recipe(options.with_values({"most": MOST_STEPS if name == TIMELINE else MOST_VALUES}))

    def _build(self) -> None:
        self.setMinimumWidth(theme.px(360))
        column = QVBoxLayout(self)
        self._words.setWordWrap(True)
        self._words.setProperty("role", "muted")
        self.progress.setRange(0, 100)
        self.progress.setTextVisible(False)
        column.setSpacing(theme.px(12))
        self.what.setAccessibleName("Film of")
        self.views.setAccessibleName("Shows")
        self.heading.setAccessibleName("Title")
        self.heading.setPlaceholderText("Words above every frame")
        above = (Label("Film of"), self.what, self.sweep, Label("Shows"), self.views, Label("Title"), self.heading)
        for widget in (*above, self.form, self.progress, self._words):
            column.addWidget(widget)
        row = QHBoxLayout()
        row.addWidget(self.still_button)
        row.addStretch(1)
        for button in (self.cancel_button, self.record_button):
            row.addWidget(button)
        self.still_button.setAutoDefault(False)
        self.still_button.clicked.connect(self._ask_still)
        column.addLayout(row)
        self.record_button.clicked.connect(self._ask)
        self.cancel_button.clicked.connect(self._cancel)
        self._show_busy(False)

    def _ask(self) -> None:
        name, chosen = QFileDialog.getSaveFileName(self, "Record", self._store.folder, FILTER)
        if name:
            self.record(Path(name if Path(name).suffix else name + first_ending(chosen, ".gif")))

    def _ask_still(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, "Save this frame", self._store.folder, "PNG (*.png)")
        if name:
            self.save_still(Path(name).with_suffix(".png"))

    def _cancel(self) -> None:
        self._jobs.cancel(KIND)
        self._show_busy(False)
        self._words.setText("Cancelled; nothing was written.")

    def _show_busy(self, busy: bool) -> None:
        self.progress.setVisible(busy)
        self.progress.setValue(0)
        self.cancel_button.setVisible(busy)
        self.record_button.setEnabled(not busy)
        self.still_button.setEnabled(not busy)

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


class _SweepRow(Dressed, QWidget):
    """From where to where a parameter goes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._spec: Spec | None = None
        self.fields: dict[str, NumberField] = {}
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self.hide()

    def values(self, count: int) -> list[Value]:
        """Return so many values of the parameter, one for each frame."""
        assert self._spec is not None
        low, high = (float(self.fields[title].value) for title in (FROM, TO))
        return spread(self._spec, low, high, count)

    def show_spec(self, spec: Spec | None) -> None:
        """Offer the whole range of a parameter; none hides the row."""
        while (item := self._row.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self._spec, self.fields = spec, {}
        self.setVisible(spec is not None)
        if spec is None:
            return
        assert spec.low is not None
        assert spec.high is not None
        whole = isinstance(spec.default, int)
        ends = (int(spec.low), int(spec.high)) if whole else (spec.low, spec.high)
        for title, end in zip((FROM, TO), ends, strict=True):
            self.fields[title] = NumberField(Scale(replace(spec, default=end, label=title)), self)
            self._row.addWidget(Label(title), 0 if title == FROM else 1, RIGHT)
            self._row.addWidget(self.fields[title])
        self.dress()

    def dress(self) -> None:
        """Take the spaces of the current scale."""
        self._row.setSpacing(theme.px(6))


def shown_titles(views: Mapping[str, str]) -> dict[str, str]:
    """Return what a film can show: the plane, a view beside it, or a view alone, by their names joined by +."""
    others = {name: title for name, title in views.items() if name != PLANE}
    beside = {f"{PLANE}+{name}": f"The plane and {small(title)}" for name, title in others.items()}
    return {PLANE: "The plane", **beside, **others}


def _stilled(shown: Scene, options: film.Film, path: Path, sheet: Sheet) -> Iterator[float]:
    yield 0.0
    film.still(shown, options, path, sheet)
    yield 1.0


def _recorded(
    session: Session, swept: dict[str, list[Value]], options: film.Film, path: Path, sheet: Sheet
) -> Iterator[float]:
    pipeline = Pipeline()
    shown = scenes.of_values(session, swept) if swept else None
    shown = shown or scenes.of_steps(session, scenes.all_steps(session, options.most, pipeline))
    yield from film.record(shown, options, [path], sheet, pipeline)
