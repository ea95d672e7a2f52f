"""The bar at the top: menu, tools, classes, undo and redo, theme, present."""

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QToolButton, QWidget

from mlexplorer.core.data import MOST_CLASSES, Dataset
from mlexplorer.figures.paint import Pencil
from mlexplorer.marks.marks import Points
from mlexplorer.ui import theme
from mlexplorer.ui.brush_button import BrushButton
from mlexplorer.ui.tool import Tool


class ClassButton(QAbstractButton):
    """A class with its colour and shape; the current one also shows its name."""

    def __init__(self, label: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label, self.words = label, ""
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def describe(self, words: str, count: int, current: bool) -> None:
        """Say the name and the count."""
        key = "0" if self.label < 0 else str(self.label + 1)
        self.setToolTip(f"{words}: {count} {'point' if count == 1 else 'points'}  ({key})")
        self.words = words
        self.setChecked(current)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for the shape, and for the name of the current class."""
        width = theme.px(34)
        if self.isChecked():
            width += self.fontMetrics().horizontalAdvance(self.words) + theme.px(14)
        return QSize(width, theme.px(36))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the class."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
        if self.isChecked():
            painter.setPen(QPen(theme.colour("accent"), theme.px(2)))
            painter.setBrush(theme.colour(f"tint {self.label}"))
            painter.drawRoundedRect(box, theme.px(7), theme.px(7))
        elif self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("hover"))
            painter.drawRoundedRect(box, theme.px(7), theme.px(7))
        look = theme.current()
        middle = QPointF(theme.px(18), self.height() / 2)
        pencil = Pencil(painter, look.theme, lambda places: places, look.scale, marker=12)
        pencil.draw(Points(np.array([[middle.x(), middle.y()]]), f"class {self.label}", self.label))
        if self.isChecked():
            painter.setPen(theme.colour("text"))
            painter.setFont(theme.font("body", "control"))
            rest = self.rect().adjusted(theme.px(32), 0, -theme.px(6), 0)
            painter.drawText(rest, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.words)


class Toolbar(QFrame):
    """Shows the tools and the classes; tells which was chosen."""

    tool_chosen = Signal(str)
    class_chosen = Signal(int)

    def __init__(self, tools: tuple[type[Tool], ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "top bar")
        self._row = QHBoxLayout(self)
        self._dividers: list[QFrame] = []
        self._action_buttons: list[QToolButton] = []
        self.menu_button = self._button("menu", "Menu")
        self.menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._add_divider()
        self._tools = {tool.name: self._tool_button(tool) for tool in tools}
        self.brush_button = BrushButton(self)
        self._row.addWidget(self.brush_button)
        self._add_divider()
        self._classes = [self._class_button(label) for label in range(MOST_CLASSES)]
        self.add_class = self._button("add class", "Another class")
        self.add_class.clicked.connect(self._add_class)
        self._add_divider()
        self._actions = QHBoxLayout()
        self._row.addLayout(self._actions)
        self._row.addStretch(1)
        self._right = QHBoxLayout()
        self._row.addLayout(self._right)
        self._used = 2
        self.apply_theme()

    def apply_theme(self) -> None:
        """Take the sizes of the current scale."""
        self.setFixedHeight(theme.px(52))
        self._row.setContentsMargins(theme.px(12), 0, theme.px(12), 0)
        self._row.setSpacing(theme.px(4))
        for button in self._classes:
            button.updateGeometry()
        for line in self._dividers:
            line.setFixedSize(theme.px(17), theme.px(28))
        for shown in self._action_buttons:
            shown.setIconSize(QSize(theme.px(20), theme.px(20)))

    def show_tool(self, name: str, has_brush: bool) -> None:
        """Show which tool is in use."""
        self.brush_button.setVisible(has_brush)
        for other, button in self._tools.items():
            button.setChecked(other == name)

    def show_classes(self, data: Dataset, current: int) -> None:
        """Show the classes in use and one more on demand, with their counts."""
        used = max([int(data.labels.max(initial=-1)) + 1, current + 1, self._used])
        self._used = used
        for button in self._classes:
            count = int((data.labels == button.label).sum())
            button.setVisible(button.label < used)
            button.describe(data.class_names[button.label], count, button.label == current)
        self.add_class.setVisible(used < MOST_CLASSES)

    def forget_classes(self) -> None:
        """Show two classes again, as in a new session."""
        self._used = 2

    def add_action(self, action: QAction, right: bool = False, words: bool = False) -> QToolButton:
        """Add a button for an action, in the middle or at the right end."""
        button = QToolButton(self)
        button.setProperty("role", "tool" if not words else "words")
        button.setDefaultAction(action)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setIconSize(QSize(theme.px(20), theme.px(20)))
        self._action_buttons.append(button)
        if words:
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        (self._right if right else self._actions).addWidget(button)
        return button

    def _add_class(self) -> None:
        self._used = min(self._used + 1, MOST_CLASSES)
        self.class_chosen.emit(self._used - 1)

    def _button(self, icon: str, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setProperty("role", "tool")
        button.setToolTip(tip)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        theme.put_icon(button, icon, 20)
        self._row.addWidget(button)
        return button

    def _tool_button(self, tool: type[Tool]) -> QToolButton:
        button = self._button(tool.icon, f"{tool.title}: {tool.help}  ({tool.key})")
        button.setCheckable(True)
        button.clicked.connect(lambda _=False, name=tool.name: self.tool_chosen.emit(name))
        return button

    def _class_button(self, label: int) -> ClassButton:
        button = ClassButton(label, self)
        button.clicked.connect(lambda _=False, label=label: self.class_chosen.emit(label))
        self._row.addWidget(button)
        return button

    def _add_divider(self) -> None:
        line = QFrame(self)
        line.setProperty("role", "upright")
        self._dividers.append(line)
        self._row.addWidget(line)
