"""The button beside the tools that shows the size of the brush and opens its form."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QMenu, QToolButton, QVBoxLayout, QWidget, QWidgetAction

from mlexplorer.ui.forms.form import RecipeForm
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import Dressed
from mlexplorer.ui.plane.brush import Brush


class BrushButton(Dressed, QToolButton):
    """Shows the brush while a tool has one; a click opens size, law and rate."""

    edited = Signal(object)  # Brush

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.form = RecipeForm()
        self.form.edited.connect(lambda brush, _: self.edited.emit(brush))
        self._frame = QFrame()
        self._frame.setProperty("role", "panel")
        self._column = QVBoxLayout(self._frame)
        self._column.addWidget(self.form)
        menu = QMenu(self)
        action = QWidgetAction(menu)
        action.setDefaultWidget(self._frame)
        menu.addAction(action)
        self.setMenu(menu)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setToolTip("Size of the brush, law and rate of the spray  ([ and ], or Ctrl+wheel)")
        self.hide()
        self.dress()

    def show_brush(self, brush: Brush) -> None:
        """Show a brush."""
        self.form.show_recipe(brush)
        self.setText(f"{brush.size} px")

    def dress(self) -> None:
        """Take the sizes of the current scale."""
        self.setFont(theme.font("body", "control"))
        self._frame.setFixedWidth(theme.px(250))
        self._column.setContentsMargins(theme.px(12), theme.px(12), theme.px(12), theme.px(12))
        self.setMinimumSize(self.sizeHint())

    def sizeHint(self) -> QSize:
        """Return room for the widest size, so that nothing beside it moves."""
        return QSize(self.fontMetrics().horizontalAdvance("250 px") + theme.px(16), theme.px(36))
