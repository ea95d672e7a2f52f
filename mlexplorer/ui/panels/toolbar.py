"""The bar at the top: menu, tools, classes, undo and redo; at its right end what helps on, and the stage."""

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QWidget

from mlexplorer.ui.actions import ICON
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import Dressed
from mlexplorer.ui.panels.class_strip import SHAPES, ClassStrip
from mlexplorer.ui.plane.tool import Tool
from mlexplorer.ui.tools.brush_button import BrushButton

UNDER = Qt.ToolButtonStyle.ToolButtonTextUnderIcon
TIGHT, GUIDED, BOXED, ROOMY = 1120, 1260, 1400, 1560  # design pixels with room for words, guides, a box, wide words
MANY = 760  # design pixels that many classes take
FEW = 4  # buttons of classes that leave room for words
ICON_ONLY, WITH_WORDS = Qt.ToolButtonStyle.ToolButtonIconOnly, Qt.ToolButtonStyle.ToolButtonTextBesideIcon


class BarButton(Dressed, QToolButton):
    """A button of the bar, whose tip explains its technical words."""


class Toolbar(QFrame):
    """Shows the tools and the classes; tells which was chosen."""

    tool_chosen = Signal(str)

    def __init__(self, tools: tuple[type[Tool], ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "top bar")
        self._row = QHBoxLayout(self)
        self._dividers: list[QFrame] = []
        self._action_buttons: list[QToolButton] = []
        self._worded: list[QToolButton] = []
        self._guides: list[QToolButton] = []  # at the right end, with words below where there is room
        self._finder: QToolButton | None = None
        self.menu_button = self._button("menu", "Menu")
        self._add_divider()
        self.tool_buttons = {tool.name: self._tool_button(tool) for tool in tools}
        self.brush_button = BrushButton(self)
        self._row.addWidget(self.brush_button)
        self._add_divider()
        self.classes = ClassStrip(self)
        self._row.addWidget(self.classes)
        self._add_divider()
        self._actions = QHBoxLayout()
        self._row.addLayout(self._actions)
        self._row.addStretch(1)
        self._right = QHBoxLayout()
        self._row.addLayout(self._right)
        self.apply_theme()

    def apply_theme(self) -> None:
        """Take the sizes of the current scale."""
        self.setFixedHeight(theme.px(56))
        self._row.setContentsMargins(theme.px(12), 0, theme.px(12), 0)
        self._row.setSpacing(theme.px(4))
        for line in self._dividers:
            line.setFixedSize(theme.px(9), theme.px(28))
        for shown in self._action_buttons:
            shown.setIconSize(QSize(theme.px(20), theme.px(20)))

    def event(self, event: QEvent) -> bool:
        """Give the classes the room that is left whenever something changes its size."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit_tools()
            self._fit_classes()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the classes the room that is left."""
        super().resizeEvent(event)
        self._fit_tools()
        self._fit_classes()

    def _fit_tools(self) -> None:
        """Write words below the icons of tools and guides where there is room; guides go where there is little."""
        few = sum(not button.isHidden() for button in self.classes.buttons.values()) <= FEW
        room = self.width() - (0 if few else theme.px(MANY))
        role = "worded" if room >= theme.px(ROOMY) else "tight" if room >= theme.px(TIGHT) else "tool"
        for button in (*self.tool_buttons.values(), *self._guides):
            self._wear(button, role, ICON_ONLY if role == "tool" else UNDER)
        for button in self._guides:
            button.setVisible(room >= theme.px(GUIDED))
        if self._finder is not None:
            boxed = room >= theme.px(BOXED)
            self._wear(self._finder, "find" if boxed else "tool", WITH_WORDS if boxed else ICON_ONLY)

    @staticmethod
    def _wear(button: QToolButton, role: str, style: Qt.ToolButtonStyle) -> None:
        button.setToolButtonStyle(style)
        if button.property("role") != role:
            button.setProperty("role", role)
            button.style().polish(button)

    def _fit_classes(self) -> None:
        """Give the classes the room that is left; words beside icons go where even shapes have too little."""
        others = self._row.sizeHint().width() - self.classes.sizeHint().width()
        room = self.width() - others - sum(self._words_width(button) for button in self._worded if _is_bare(button))
        bare = room < self.classes.width_if(SHAPES)
        for button in self._worded:
            room += self._words_width(button) if bare else 0
            button.setToolButtonStyle(ICON_ONLY if bare else WITH_WORDS)
        self.classes.fit(room)

    @staticmethod
    def _words_width(button: QToolButton) -> int:
        return button.fontMetrics().horizontalAdvance(button.text()) + theme.px(4)

    def show_tool(self, name: str, has_brush: bool) -> None:
        """Show which tool is in use."""
        self.brush_button.setVisible(has_brush)
        for other, button in self.tool_buttons.items():
            button.setChecked(other == name)

    def add_action(self, action: QAction) -> QToolButton:
        """Add a button for an action in the middle."""
        return self._add(action, self._actions)

    def add_guide(self, action: QAction) -> None:
        """Add a button at the right end that goes where there is little room; its key and the menu stay."""
        self._guides.append(self._add(action, self._right))

    def add_finder(self, action: QAction) -> None:
        """Add what looks like a field to type into where there is room, and goes where there is little."""
        self._finder = self._add(action, self._right)

    def add_main(self, action: QAction) -> None:
        """Add the one button of the right end that nobody may overlook."""
        button = self._add(action, self._right)
        button.setProperty("role", "main")
        button.setToolButtonStyle(WITH_WORDS)
        theme.put_icon(action, str(action.property(ICON)), 20, bright=True)
        self._worded.append(button)

    def _add(self, action: QAction, where: QHBoxLayout) -> QToolButton:
        button = QToolButton(self)
        button.setProperty("role", "tool")
        theme.put_icon(action, str(action.property(ICON)), 20)
        button.setDefaultAction(action)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setIconSize(QSize(theme.px(20), theme.px(20)))
        self._action_buttons.append(button)
        where.addWidget(button)
        return button

    def _button(self, icon: str, tip: str) -> QToolButton:
        button = BarButton(self)
        button.setProperty("role", "tool")
        button.setToolTip(tip)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        theme.put_icon(button, icon, 20)
        self._row.addWidget(button)
        return button

    def _tool_button(self, tool: type[Tool]) -> QToolButton:
        button = self._button(tool.icon, f"{tool.title}: {tool.help}  ({tool.key})")
        button.setText(tool.title)
        button.setCheckable(True)
        button.clicked.connect(lambda _=False, name=tool.name: self.tool_chosen.emit(name))
        return button

    def _add_divider(self) -> None:
        line = QFrame(self)
        line.setProperty("role", "upright")
        self._dividers.append(line)
        self._row.addWidget(line)


def _is_bare(button: QToolButton) -> bool:
    return button.toolButtonStyle() == ICON_ONLY
