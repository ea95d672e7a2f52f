"""The bar above the plane: the layers that are switched most, a list of all of them, units and zoom."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QWidget

from mlexplorer.layers.layer import LayerKind
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.term_tips import WordMenu
from mlexplorer.ui.look.widgets import Chip, give_menu

GROUPS = {"model": "The model", "points": "The points"}


class LayerBar(QFrame):
    """Shows which layers are on, and tells which is to be switched; nothing of it lies on the plane."""

    switched = Signal(str)
    zoomed = Signal(int)  # notches: 1 shows a smaller part, −1 a larger one
    fit_wanted = Signal()
    units_switched = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "layer bar")
        self._row = QHBoxLayout(self)
        self.chips: dict[str, Chip] = {}
        self.entries: dict[str, QAction] = {}
        self.units = QAction(self)
        self._told: tuple[object, ...] = ()
        self._kinds: tuple[LayerKind, ...] = ()
        self._common: tuple[LayerKind, ...] = ()
        self._chips = QHBoxLayout()
        self._row.addLayout(self._chips)
        self.list = WordMenu(self)
        self.list.setToolTipsVisible(True)
        self.list_button = self._button("layers", "Every layer this fit can show", None)
        self.list_button.setText(" Show…")
        self.list_button.setProperty("role", "list")
        self.list_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        give_menu(self.list_button, self.list)
        self._row.addStretch(1)
        self._buttons = (
            self._button("zoom out", "Zoom out  (Ctrl+−)", lambda: self.zoomed.emit(-1)),
            self._button("zoom in", "Zoom in  (Ctrl++)", lambda: self.zoomed.emit(1)),
            self._button("fit", "Show all points  (F)", self.fit_wanted.emit),
        )
        self.apply_theme()

    def apply_theme(self) -> None:
        """Take the sizes of the current scale."""
        self.setFixedHeight(theme.px(44))
        self._row.setContentsMargins(theme.px(12), 0, theme.px(8), 0)
        self._row.setSpacing(theme.px(6))
        self._chips.setSpacing(theme.px(6))
        self._fit()

    def show_layers(
        self, kinds: tuple[LayerKind, ...], common: tuple[LayerKind, ...], shown: Mapping[str, bool], locked: bool
    ) -> None:
        """Offer layers, those switched most as chips; say which are shown, and whether the units are equal."""
        if (kinds, common) != (self._kinds, self._common):
            self._kinds, self._common = kinds, common
            self._build_chips(common)
            self._build_list(kinds)
        for name, chip in self.chips.items():
            chip.setChecked(shown[name])
        for name, entry in self.entries.items():
            entry.setChecked(shown[name])
        self.units.setChecked(locked)
        told = (kinds, common, dict(shown))
        if told != self._told:  # at nearly every move of a drag it is the same
            self._told = told
            self._fit()

    def switch(self, name: str) -> None:
        """Switch a layer, as a click on its chip or its entry of the list does."""
        self.entries[name].trigger()

    def _build_chips(self, common: tuple[LayerKind, ...]) -> None:
        for chip in self.chips.values():
            self._chips.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self.chips = {kind.name: Chip(kind.title, self) for kind in common}
        for kind in common:
            chip = self.chips[kind.name]
            chip.setToolTip(_tip(kind))
            chip.clicked.connect(lambda _=False, name=kind.name: self.switched.emit(name))
            self._chips.addWidget(chip)

    def _build_list(self, kinds: tuple[LayerKind, ...]) -> None:
        self.list.clear()
        self.entries = {}
        for group, title in GROUPS.items():
            self.list.addSeparator()
            self.list.addAction(title).setEnabled(False)  # the title of a section is not painted
            for kind in (kind for kind in kinds if kind.group == group):
                entry = self.list.addAction("\t".join([kind.title, *kind.keys]))
                entry.setCheckable(True)
                entry.setToolTip(kind.help)
                entry.triggered.connect(lambda _=False, name=kind.name: self.switched.emit(name))
                self.entries[kind.name] = entry
        self.list.addSeparator()
        self.units = self.list.addAction("Equal units, 1 : 1")
        self.units.setCheckable(True)
        self.units.setToolTip("One unit is as long on both axes")
        self.units.triggered.connect(self.units_switched)

    def _button(self, icon: str, tip: str, action: object) -> QToolButton:
        button = QToolButton(self)
        button.setProperty("role", "float")
        button.setToolTip(tip)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        theme.put_icon(button, icon, 18)
        if action is not None:
            button.clicked.connect(action)
        self._row.addWidget(button)
        return button

    def _fit(self) -> None:
        """Show as many chips as there is room for; all layers are in the list."""
        others = (self.list_button, *self._buttons)
        room = self.width() - sum(other.sizeHint().width() + self._row.spacing() for other in others) - theme.px(24)
        for chip in self.chips.values():
            room -= chip.sizeHint().width() + theme.px(6)
            chip.setVisible(room >= 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many chips as there is room for now."""
        super().resizeEvent(event)
        self._fit()


def _tip(kind: LayerKind) -> str:
    return "  ".join([kind.help, *(f"({keys})" for keys in kind.keys)])
