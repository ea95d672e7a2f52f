"""The form of an import: which column is x₁, x₂ and the class, and what to do with the rest."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFormLayout, QWidget

from mlexplorer.core.data import CLASS_NAMES, MOST_CLASSES
from mlexplorer.core.table import Table
from mlexplorer.tables.classes import is_category
from mlexplorer.tables.importing import THIRDS, ColumnChoice, Imported, features, with_projection
from mlexplorer.ui.forms.choosers import Choice as Chooser
from mlexplorer.ui.forms.choosers import Segmented
from mlexplorer.ui.forms.rows import Tick
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.plain import Label

NONE = ""
PARTS = ("x", "y", "label")
TITLES = {"x": "x₁", "y": "x₂", "label": "Class"}
AS_THEY_ARE = "0"
REPLACE, ADD = "replace", "add"


@dataclass(frozen=True)
class Present:
    """What stands on the plane that a table comes to: how many points, the names of the classes, the one in use.

    ready does in the worker what would keep the window waiting once points are taken: for the points, and whether they
    are added to the others.
    """

    count: int = 0
    classes: tuple[str, ...] = CLASS_NAMES
    current: int = 0
    adds: bool = False  # whether the new points are usually added
    ready: Callable[[Imported, bool], object] = lambda imported, adds: (imported, adds)


class ImportForm(QWidget):
    """Shows a choice of columns and tells every change of it."""

    edited = Signal(object)  # Choice

    def __init__(
        self, table: Table, choice: ColumnChoice, parent: QWidget | None = None, present: Present | None = None
    ) -> None:
        super().__init__(parent)
        self._table, self._present = table, present or Present()
        self.choice = replace(choice, as_class=max(self._present.current, 0))
        self._features = features(table)
        self.choosers = {part: Chooser(self._titles(part), self) for part in PARTS}
        self.project = Tick("Project all columns of numbers on their first two principal components", self)
        self.standardise = Tick("Give every column the same weight", self)
        self.missing = Segmented({"skip": "Skip the row", "mean": "Use the mean"}, self)
        counts = {str(count): f"{count} by quantile" for count in range(2, MOST_CLASSES + 1)}
        self.quantiles = Chooser({AS_THEY_ARE: "One for each number", **counts}, self)
        self.as_class = Chooser({str(label): name for label, name in enumerate(self._present.classes)}, self)
        self.place = Segmented({REPLACE: "Replace the points", ADD: "Add to them"}, self)
        self.place.show_choice(ADD if self._present.adds and self._present.count else REPLACE)
        self._form = QFormLayout(self)
        self._build()
        self._show()

    @property
    def adds(self) -> bool:
        """Whether the points come to those that are there."""
        return self.place.current == ADD

    def _titles(self, part: str) -> dict[str, str]:
        columns = range(len(self._table.columns)) if part == "label" else self._features
        titles = {str(index): self._table.names[index] for index in columns}
        return titles if part == "x" else {NONE: "(none)", **titles}

    def _build(self) -> None:
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setSpacing(theme.px(10))
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for part, chooser in self.choosers.items():
            chooser.setAccessibleName(TITLES[part])
            self._form.addRow(Label(TITLES[part]), chooser)
            chooser.chosen.connect(lambda index, part=part: self._set(**{part: int(index) if index else None}))
        self.as_class.setAccessibleName("As class")
        self._form.addRow("As class", self.as_class)
        self.as_class.chosen.connect(lambda label: self._set(as_class=int(label)))
        self._form.addRow("Classes", self.quantiles)
        self._form.addRow("Missing values", self.missing)
        self._form.addRow(self.project)
        self._form.addRow(self.standardise)
        self._form.addRow("On the plane", self.place)
        self.place.chosen.connect(self._on_place)
        self.quantiles.chosen.connect(lambda count: self._set(quantiles=int(count)))
        self.missing.chosen.connect(lambda how: self._set(missing=how))
        self.project.clicked.connect(lambda on: self._edit(self._projected(on)))
        self.standardise.clicked.connect(lambda on: self._set(standardise=on))

    def _on_place(self, place: str) -> None:
        self.place.show_choice(place)
        self.edited.emit(self.choice)  # other points are worked out

    def _projected(self, on: bool) -> ColumnChoice:
        return with_projection(self._table, self.choice) if on else replace(self.choice, project=())

    def _set(self, **changes: object) -> None:
        choice = replace(self.choice, **changes)  # type: ignore[arg-type] # the fields' own names
        if "label" in changes:
            choice = replace(choice, quantiles=guess_quantiles(self._table, choice.label))
        self._edit(with_projection(self._table, choice) if choice.project else choice)

    def _edit(self, choice: ColumnChoice) -> None:
        self.choice = choice
        self._show()
        self.edited.emit(choice)

    def _show(self) -> None:
        choice = self.choice
        for part, chooser in self.choosers.items():
            index = getattr(choice, part)
            chooser.show_choice(NONE if index is None else str(index))
            chooser.setEnabled(part == "label" or not choice.project)
        self.project.setChecked(bool(choice.project))
        self.standardise.setChecked(choice.standardise)
        self.missing.show_choice(choice.missing)
        self.quantiles.show_choice(str(choice.quantiles))
        self.as_class.show_choice(str(choice.as_class))
        self._form.setRowVisible(self.as_class, choice.label is None)
        self._form.setRowVisible(self.place, self._present.count > 0)
        others = [index for index in self._features if index not in (choice.label, choice.held)]
        self._form.setRowVisible(self.project, len(others) > 2)
        self._form.setRowVisible(self.standardise, bool(choice.project))
        self._form.setRowVisible(self.quantiles, self._has_numeric_target())
        self._form.setRowVisible(self.missing, any(self._table.columns[index].missing.any() for index in others))

    def _has_numeric_target(self) -> bool:
        label = self.choice.label
        return label is not None and not self._table.columns[label].is_text


def guess_quantiles(table: Table, label: int | None) -> int:
    """Return into how many classes a target is divided unless another number is asked for; 0 leaves it as it is."""
    if label is None or table.columns[label].is_text or is_category(table.columns[label]):
        return 0
    return THIRDS
