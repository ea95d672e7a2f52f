"""The width of a figure: a preset, or a number in millimetres, centimetres or inches."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from mlexplorer.core.params import Spec
from mlexplorer.figures.sheet import LEAST_MM, MM, MOST_MM, PRESETS
from mlexplorer.ui.forms.choosers import Choice
from mlexplorer.ui.forms.fields import NumberField
from mlexplorer.ui.forms.scales import Scale
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import Dressed
from mlexplorer.ui.look.plain import Label

UNITS = {"mm": "mm", "cm": "cm", "in": "inches"}
OWN = "own"
TITLES = {
    "column": "One column, 85 mm",
    "columns": "Two columns, 170 mm",
    "a4": "A4 text, 160 mm",
    "slide": "16:9 slide, 254 mm",
    "square": "Square, 120 mm",
    OWN: "Another width",
}


class WidthRow(Dressed, QWidget):
    """Shows a width in the unit the user likes; every change is told in millimetres."""

    chosen = Signal(float)
    preset_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.presets, self.units = Choice(TITLES), Choice(UNITS)
        self.presets.setAccessibleName("Size")
        self.units.setAccessibleName("Unit of the width")
        self._millimetres = PRESETS["column"]
        self.field = self._made_field()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._row = QHBoxLayout()
        self._row.addWidget(Label("Width"), 1)
        self._row.addWidget(self.field)
        self._row.addWidget(self.units)
        self._column.addWidget(Label("Size"))
        self._column.addWidget(self.presets)
        self._column.addLayout(self._row)
        self.presets.chosen.connect(self._on_preset)
        self.units.chosen.connect(self.show_unit)
        self.dress()

    @property
    def unit(self) -> str:
        """The unit the width is shown in."""
        return self.units.current

    def show_unit(self, unit: str) -> None:
        """Show the width in a unit; nothing is told."""
        if unit in UNITS:
            self.units.show_choice(unit)
            old, self.field = self.field, self._made_field()
            self._row.replaceWidget(old, self.field)
            old.hide()
            old.deleteLater()
            self.show_width(self._millimetres)

    def show_width(self, millimetres: float) -> None:
        """Show a width; nothing is told."""
        self._millimetres = millimetres
        self.field.show_value(millimetres / MM[self.unit])
        self.presets.show_choice(next((name for name, width in PRESETS.items() if width == millimetres), OWN))

    def dress(self) -> None:
        """Take the spaces of the current scale."""
        self._column.setSpacing(theme.px(6))
        self._row.setSpacing(theme.px(6))
        self.units.setFixedWidth(theme.px(92))

    def _made_field(self) -> NumberField:
        factor = MM[self.unit]
        low, high = round(LEAST_MM / factor, 2), round(MOST_MM / factor, 2)
        spec = Spec("width", PRESETS["column"] / factor, "Width", "Width of the figure", low, high)
        field = NumberField(Scale(spec), self)
        field.chosen.connect(lambda value: self.chosen.emit(float(value) * factor))
        return field

    def _on_preset(self, name: str) -> None:
        if name in PRESETS:
            self.preset_chosen.emit(name)
        else:
            self.field.setFocus()
            self.field.selectAll()
