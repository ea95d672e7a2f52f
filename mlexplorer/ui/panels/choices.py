"""What can be chosen for a linked view, folded behind one button, and the buttons that enlarge the view."""

from PySide6.QtCore import QSettings, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QToolButton, QWidget

from mlexplorer.marks.plot import Option
from mlexplorer.ui.forms.choosers import Choice
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import Dressed
from mlexplorer.ui.look.plain import Label

OPEN = "view options open"  # the name of the setting
BUTTONS = {  # commands of the window: their icons and tips
    "swap_view": ("swap", "Exchange this view with the plane  (Ctrl+2)"),
    "enlarge_view": ("enlarge", "Give this view the whole middle, or give it back  (Ctrl+3)"),
}


class Choices(Dressed, QWidget):
    """A labelled list for each choice that a view offers."""

    chosen = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setColumnStretch(1, 1)
        self.lists: dict[str, Choice] = {}
        self._offered: list[tuple[str, tuple[tuple[str, str], ...]]] = []
        self.dress()

    def dress(self) -> None:
        """Take the spaces of the current scale."""
        self._grid.setHorizontalSpacing(theme.px(10))
        self._grid.setVerticalSpacing(theme.px(6))

    def show_options(self, options: tuple[Option, ...]) -> None:
        """Offer choices, and show the present ones."""
        wanted = [(option.name, tuple(option.choices.items())) for option in options]
        if wanted != self._offered:
            self._offered = wanted
            for old in self.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
                self._grid.removeWidget(old)
                old.hide()
                old.deleteLater()
            self.lists = {option.name: self._list(option, row) for row, option in enumerate(options)}
        for option in options:
            self.lists[option.name].show_choice(option.current)

    def _list(self, option: Option, row: int) -> Choice:
        choice, label = Choice(option.choices), Label(option.label)
        label.setProperty("role", "muted")
        choice.setToolTip(option.label)
        choice.setAccessibleName(option.label)
        choice.chosen.connect(lambda value, name=option.name: self.chosen.emit(name, value))
        choice.setMinimumContentsLength(8)
        choice.setSizeAdjustPolicy(Choice.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._grid.addWidget(label, row, 0)
        self._grid.addWidget(choice, row, 1)
        return choice


class ViewBar(Dressed, QWidget):
    """The row below the tabs: the button behind which the choices are folded, and those that make the view larger."""

    command_wanted = Signal(str)

    def __init__(self, choices: Choices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._choices = choices
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self.fold = QToolButton(self)
        self.fold.setProperty("role", "list")
        self.fold.setText(" Options")
        self.fold.setCheckable(True)
        self.fold.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.fold.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.fold.setToolTip("What this view can show in other ways")
        theme.put_icon(self.fold, "options", 16)
        self.fold.setChecked(QSettings().value(OPEN, False, bool) is True)
        self.fold.toggled.connect(self._on_toggled)
        self._row.addWidget(self.fold)
        self._row.addStretch(1)
        self.buttons = {name: self._button(name, *look) for name, look in BUTTONS.items()}
        self._has_options = self._stays = False
        self._show()

    def show_options(self, options: tuple[Option, ...]) -> None:
        """Offer the choices of a view, or none."""
        self._choices.show_options(options)
        self._has_options = bool(options)
        self._stays = any(option.stays for option in options)
        self._show()

    def _show(self) -> None:
        self.fold.setVisible(self._has_options and not self._stays)
        self._choices.setVisible(self._has_options and (self.fold.isChecked() or self._stays))

    def _on_toggled(self, is_open: bool) -> None:
        QSettings().setValue(OPEN, is_open)
        self._show()

    def _button(self, name: str, icon: str, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setProperty("role", "small")
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme.put_icon(button, icon, 16)
        button.clicked.connect(lambda: self.command_wanted.emit(name))
        self._row.addWidget(button)
        return button
