"""The form of a recipe, built from its declaration: a row for each parameter that matters, rare ones folded away."""

from typing import ClassVar

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QPushButton, QToolTip, QVBoxLayout, QWidget

from mlexplorer.core.params import Recipe, Value, specs
from mlexplorer.ui.forms.fields import NumberField
from mlexplorer.ui.forms.rows import NumberRow, Row, make_row
from mlexplorer.ui.forms.sliders import ValueSlider
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import Dressed

FEWEST = 2  # rare rows that are worth folding away


class RecipeForm(Dressed, QWidget):
    """Shows a recipe and tells every edit of it; rows stay while the recipe is of the same kind."""

    edited = Signal(object, str)  # the new recipe, and which parameter was edited
    gesture = Signal(bool)  # True when a drag begins, False when it ends
    is_compact: ClassVar[bool] = False  # rows as narrow as can be, and none folded away

    def __init__(self, parent: QWidget | None = None, leave_out: frozenset[str] = frozenset()) -> None:
        super().__init__(parent)
        self._leave_out = leave_out  # parameters that another widget serves
        self._recipe: Recipe | None = None
        self._rows: dict[str, Row] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.more = QPushButton(self)  # shows the rare rows
        self.more.setProperty("role", "link")
        self.more.clicked.connect(self._unfold)
        self.more.hide()
        self._is_unfolded = False
        self.dress()

    @property
    def recipe(self) -> Recipe | None:
        """The recipe shown."""
        return self._recipe

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows from top to bottom, hidden ones too."""
        return tuple(self._rows.values())

    def row(self, name: str) -> Row:
        """Return the row of a parameter."""
        return self._rows[name]

    @property
    def sliders(self) -> dict[str, ValueSlider]:
        """The sliders by parameter."""
        rows = {name: row for name, row in self._rows.items() if isinstance(row, NumberRow)}
        return {name: row.slider for name, row in rows.items() if row.slider is not None}

    @property
    def fields(self) -> dict[str, NumberField]:
        """The number fields by parameter."""
        return {name: row.field for name, row in self._rows.items() if isinstance(row, NumberRow)}

    def show_recipe(self, recipe: Recipe) -> None:
        """Show a recipe; rows are made anew only for another kind, so that a slider under the hand stays."""
        if type(recipe) is not type(self._recipe):
            self._build(recipe)
        self._recipe = recipe
        for name, value in recipe.values().items():
            self._rows[name].show_value(value)
        self._show_rows(recipe)

    def dress(self) -> None:
        """Take the spaces of the current scale."""
        self._column.setSpacing(theme.px(12))

    def _build(self, recipe: Recipe) -> None:
        for row in self._rows.values():
            row.hide()
            self._column.removeWidget(row)
            row.deleteLater()
        self._rows, self._is_unfolded = {}, False
        previous: QWidget = self
        for spec in specs(type(recipe)):
            row = make_row(spec, self, self.is_compact)
            row.edited.connect(lambda value, name=spec.name: self._edit(name, value))
            row.gesture.connect(self.gesture)
            self._rows[spec.name] = row
            self._column.addWidget(row)
            self._column.addWidget(self.more)  # stays the last
            for widget in row.stops:  # new widgets come last in the window's order otherwise
                QWidget.setTabOrder(previous, widget)
                previous = widget

    def wanted(self, recipe: Recipe) -> set[str]:
        """Return the parameters of a recipe that have a row here."""
        return {spec.name for spec in recipe.shown()}

    def reveal(self, name: str) -> None:
        """Show the row of a parameter that is folded away."""
        if name in self._rows and self._rows[name].isHidden():
            self._unfold()

    def _unfold(self) -> None:
        self._is_unfolded = True
        if self._recipe is not None:
            self._show_rows(self._recipe)

    def _folded(self, recipe: Recipe) -> set[str]:
        """Return the parameters whose rows are folded away: several rare ones that have their defaults."""
        rare = {spec.name for spec in recipe.shown() if spec.is_rare and recipe.values()[spec.name] == spec.default}
        return set() if self._is_unfolded or self.is_compact or len(rare) < FEWEST else rare

    def _show_rows(self, recipe: Recipe) -> None:
        folded = self._folded(recipe) - self._leave_out
        self.more.setText(f"More ({len(folded)})")
        self.more.setVisible(bool(folded))
        shown = self.wanted(recipe) - self._leave_out - folded
        for name, row in self._rows.items():
            row.setVisible(name in shown)  # said of new rows, too: the layout shows those that nobody hid
        if self.parentWidget() is not None:  # an empty form leaves no gap in its panel
            self.setVisible(bool(shown))

    def _edit(self, name: str, value: Value) -> None:
        if self._recipe is None or self._recipe.values().get(name) == value:
            return
        try:
            recipe = self._recipe.with_values({name: value})
        except ValueError as problem:  # a recipe may refuse what each limit alone allows
            row = self._rows[name]
            row.show_value(self._recipe.values()[name])
            QToolTip.showText(row.mapToGlobal(QPoint(0, row.height())), str(problem), row)
            return
        self.show_recipe(recipe)
        self.edited.emit(recipe, name)
