"""What a figure shows: which views, and whether they are repeated for moments, values of parameters or runs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QLineEdit, QVBoxLayout, QWidget

from mlexplorer.core.model import Model
from mlexplorer.core.params import Spec, specs
from mlexplorer.figures.scenes import some_values
from mlexplorer.figures.sheet import Sheet
from mlexplorer.session.session import Session
from mlexplorer.ui.forms.choosers import Choice
from mlexplorer.ui.forms.rows import Tick
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import Dressed
from mlexplorer.ui.look.plain import Label

ONCE, STEPS, VALUES, RUNS = "once", "steps", "values", "runs"
REPEATS = {ONCE: "Once", STEPS: "For moments of the timeline", VALUES: "For values of parameters"}
EVENLY = "6"  # moments a contact sheet begins with
COLUMNS = {"0": "Chosen for you"} | {str(count): str(count) for count in range(1, 10)}
NONE = ""


class PanelChoice(Dressed, QWidget):
    """Ticks for the views and the ways to repeat them; tells a new sheet at every change."""

    edited = Signal(object)  # Sheet

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sheet, self._model = Sheet(), session.run.model
        self.ticks: dict[str, Tick] = {}
        self.repeat, self.columns = Choice(REPEATS), Choice(COLUMNS)
        self.across, self.down = _Values("Across", self._model), _Values("Down", self._model)
        self.moments = _Words("Moments")
        self.moments.setToolTip("Numbers of steps such as 0, 3, end; one number alone means so many, evenly spread")
        self._grid, self._rows = QGridLayout(), dict[str, QWidget]()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(Label("What"))
        self._column.addLayout(self._grid)
        self._add("repeat", "Draw it", self.repeat)
        self._add(STEPS, "Moments, such as 0, 3, end", self.moments)
        self._add("across", "Across the columns", self.across)
        self._add("down", "Down the rows", self.down)
        self._add("columns", "Columns", self.columns)
        self.repeat.chosen.connect(self._on_repeat)
        self.columns.chosen.connect(lambda count: self._tell(columns=int(count)))
        self.moments.editingFinished.connect(self._on_moments)
        for part in (self.across, self.down):
            part.edited.connect(self._on_values)
        self.dress()

    def offer(self, views: Mapping[str, str], session: Session) -> None:
        """Offer the views there are, and the parameters and runs of a session."""
        if list(views) != list(self.ticks):
            self._make_ticks(views)
        runs = {RUNS: "For every run"} if len(session.document.runs) > 1 or self._sheet.runs else {}
        self.repeat.offer(REPEATS | runs)
        self._model = session.run.model
        self.show_sheet(self._sheet)

    def show_sheet(self, sheet: Sheet) -> None:
        """Show what a sheet says; nothing is told."""
        self._sheet = sheet
        for name, tick in self.ticks.items():
            tick.setChecked(name in sheet.views)
        kind = VALUES if sheet.vary else STEPS if sheet.steps else RUNS if sheet.runs else ONCE
        self.repeat.show_choice(kind)
        self.moments.show_words(sheet.steps)
        parts = [part for part in sheet.vary.split(";") if part.strip()]
        across, down = parts[-1] if parts else "", parts[0] if len(parts) > 1 else ""
        self.across.offer(self._model, is_needed=True, taken=down)
        self.down.offer(self._model, is_needed=False, taken=across)
        self.across.show_setting(across)
        self.down.show_setting(down)
        self.columns.show_choice(str(sheet.columns))
        shown = {STEPS: kind == STEPS, "across": kind == VALUES, "down": kind == VALUES}
        shown["columns"] = sheet.is_repeated or len(sheet.views) > 1
        for name, is_shown in shown.items():
            self._rows[name].setVisible(is_shown)

    def dress(self) -> None:
        """Take the spaces of the current scale."""
        self._column.setSpacing(theme.px(12))
        self._grid.setSpacing(theme.px(8))

    def _add(self, name: str, label: str, widget: QWidget) -> None:
        row = QWidget(self)
        column = QVBoxLayout(row)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(4))
        column.addWidget(Label(label))
        column.addWidget(widget)
        widget.setAccessibleName(label)
        self._rows[name] = row
        self._column.addWidget(row)

    def _make_ticks(self, views: Mapping[str, str]) -> None:
        for tick in self.ticks.values():
            self._grid.removeWidget(tick)
            tick.hide()
            tick.deleteLater()
        self.ticks = {name: Tick(title, self) for name, title in views.items()}
        for index, tick in enumerate(self.ticks.values()):
            self._grid.addWidget(tick, index // 2, index % 2)
            tick.clicked.connect(self._on_tick)

    def _tell(self, **changes: object) -> None:
        self._sheet = self._sheet.with_values(changes)
        self.edited.emit(self._sheet)

    def _on_tick(self) -> None:
        ticked = [name for name, tick in self.ticks.items() if tick.isChecked()]
        self._tell(view=" + ".join(ticked) if ticked else self._sheet.view)

    def _on_repeat(self, kind: str) -> None:
        plain = replace(self._sheet, steps="", vary="", runs=False)
        matters = sorted(_varied(self._model), key=lambda spec: spec.scale != "log")  # those that change most first
        name = matters[0].name if matters else ""
        match kind:
            case "steps":
                plain = replace(plain, steps=EVENLY)
            case "values":
                plain = replace(plain, vary=_setting(self._model, name))
            case "runs":
                plain = replace(plain, runs=True)
        self.edited.emit(plain)

    def _on_moments(self) -> None:
        if self.moments.text().strip() != self._sheet.steps:
            self._tell(steps=self.moments.text().strip() or EVENLY)

    def _on_values(self) -> None:
        settings = [part.setting for part in (self.down, self.across) if part.setting]
        self._tell(vary=";".join(settings))


class _Words(QLineEdit):
    """A line to type words."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)

    def show_words(self, words: str) -> None:
        """Show words; what is being typed stays if they are the same."""
        if self.text() != words:
            self.setText(words)


class _Values(QWidget):
    """A parameter and the values it takes, separated by commas."""

    edited = Signal()

    def __init__(self, name: str, model: Model, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.names, self.line = Choice({}), _Words(f"{name}: values")
        self.names.setAccessibleName(f"{name}: parameter")
        self.line.setToolTip("Values, separated by commas")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.names)
        column.addWidget(self.line)
        self.names.chosen.connect(self._on_name)
        self.line.editingFinished.connect(self.edited)

    @property
    def setting(self) -> str:
        """The parameter and its values as name=value,value; nothing if there is none."""
        words = self.line.text().strip()
        return f"{self.names.current}={words}" if self.names.current and words else ""

    def offer(self, model: Model, is_needed: bool, taken: str) -> None:
        """Offer the parameters of a model that can be varied, but the one taken, and none if that may be."""
        self._model = model
        titles = {spec.name: spec.label for spec in _varied(model) if spec.name != taken.partition("=")[0].strip()}
        self.names.offer(titles if is_needed else {NONE: "One row only"} | titles)

    def show_setting(self, setting: str) -> None:
        """Show a parameter and its values; nothing is told."""
        name, _, words = setting.partition("=")
        self.names.show_choice(name.strip())
        self.line.show_words(words.strip().replace(",", ", ").replace(",  ", ", "))
        self.line.setVisible(bool(name))

    def _on_name(self, name: str) -> None:
        self.line.show_words(_setting(self._model, name).partition("=")[2] if name else "")
        self.edited.emit()


def _varied(model: Model) -> Sequence[Spec]:
    """Return the parameters that matter and have several values to try."""
    return [spec for spec in model.shown() if spec.choices or not isinstance(spec.default, str)]


def _setting(model: Model, name: str) -> str:
    """Return a parameter with a few values around its present one, as name=value,value."""
    spec = next((spec for spec in specs(type(model)) if spec.name == name), None)
    if spec is None:
        return ""
    return f"{name}={','.join(map(_typed, some_values(spec, getattr(model, name))))}"


def _typed(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else f"{value:g}" if isinstance(value, float) else str(value)
