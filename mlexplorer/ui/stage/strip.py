"""The strip of the stage: which model, its main parameters, and what a lecturer reaches for; it comes and goes."""

from collections.abc import Callable
from itertools import pairwise

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QEnterEvent, QHideEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QFrame, QHBoxLayout, QMenu, QToolButton, QWidget

from mlexplorer.core import registry
from mlexplorer.core.model import MOST_MAIN, Model
from mlexplorer.core.params import Recipe
from mlexplorer.ui.forms.choosers import Choice
from mlexplorer.ui.forms.form import RecipeForm
from mlexplorer.ui.forms.rows import Row
from mlexplorer.ui.forms.scales import stepped
from mlexplorer.ui.guard import paints
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import Dressed, paint_box
from mlexplorer.ui.look.widgets import give_menu
from mlexplorer.ui.panels.left import Offer, Picker
from mlexplorer.ui.stage.fading import Fading

ARROW = 48  # design pixels beside the words of a choice
PICKER, NUMBER = 190, 128  # design pixels: of the list of models, and of a parameter at least
HANDLE = (60, 4)  # of what stays while the strip is away
FAINT = 0.28
KEY = Qt.Key
WALKING = frozenset(
    {KEY.Key_Left, KEY.Key_Right, KEY.Key_Home, KEY.Key_End, KEY.Key_PageUp, KEY.Key_PageDown, KEY.Key_Space}
)  # the stage walks with these, whatever has the focus
BUTTONS = {  # command: icon, word
    "stage:panel": ("left panel", "All"),
    "": ("layers", "Show"),
    "stage:pen": ("pen", "Pen"),
    "stage:light": ("laser", "Laser"),
    "stage:view": ("right panel", "View"),
    "stage:hold": ("pin boundary", "Keep"),
}


class MainForm(RecipeForm):
    """The main parameters of a model beside each other; keys that walk steps and scenes are left to the stage."""

    is_compact = True

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.most = MOST_MAIN  # that have room
        self._standing: tuple[Row, ...] = ()
        self._column.setDirection(QBoxLayout.Direction.LeftToRight)

    def wanted(self, recipe: Recipe) -> set[str]:
        """Return the main parameters."""
        return {spec.name for spec in recipe.main_parameters()[: self.most]} if isinstance(recipe, Model) else set()

    def show_most(self, most: int) -> None:
        """Show so many parameters at most."""
        if most != self.most and self.recipe is not None:
            self.most = most
            self.show_recipe(self.recipe)
        self._column.activate()

    @property
    def open_rows(self) -> tuple[Row, ...]:
        """The rows that are shown, from left to right: the main parameter first."""
        main = self.recipe.main_parameters()[: self.most] if isinstance(self.recipe, Model) else ()
        return tuple(self.row(spec.name) for spec in main)

    def show_recipe(self, recipe: Recipe) -> None:
        """Show a model; its rows leave keys alone, and are as wide as they need to be."""
        super().show_recipe(recipe)
        for row in self.rows:
            row.setMinimumWidth(_least(row))
            for stop in row.stops:
                if isinstance(stop, Dressed):
                    stop.left_alone = WALKING
        if self.open_rows != self._standing:
            self._stand()

    def _stand(self) -> None:
        """Put the rows that are shown in their order, for the eye and for Tab."""
        self._standing = self.open_rows
        stops = [stop for row in self._standing for stop in row.stops]
        for row in self._standing:
            self._column.removeWidget(row)
            self._column.addWidget(row)
        for one, two in pairwise(stops):
            QWidget.setTabOrder(one, two)

    def dress(self) -> None:
        """Take the spaces of the current scale."""
        self._column.setSpacing(theme.px(16))
        for row in self.rows:
            row.setMinimumWidth(_least(row))


def _least(row: Row) -> int:
    """Return how wide a row is at least, in pixels: a choice as wide as its longest words."""
    hand = row.hand
    titles = [hand.itemText(place) for place in range(hand.count())] if isinstance(hand, Choice) else []
    words = max((hand.fontMetrics().horizontalAdvance(title) for title in titles), default=0)
    return max(theme.px(NUMBER), words + theme.px(ARROW) if titles else 0)


class StageStrip(QFrame):
    """Lies over the foot of the plane; tells which command a button stands for, and which model is wanted."""

    def __init__(self, parent: QWidget, run: Callable[[str], None], layers: QMenu, models: Offer) -> None:
        super().__init__(parent)
        self.setProperty("role", "strip")
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.is_kept: bool = False
        self._chosen = ""  # the parameter that ↑ and ↓ change
        self.picker = Picker(models, registry.model, self)
        self.picker.left_alone = WALKING
        self.form = MainForm(self)
        self.buttons: dict[str, QToolButton] = {}
        self._row = QHBoxLayout(self)
        self._row.addWidget(self.picker)
        self._row.addWidget(self.form)
        self._line = QFrame(self)
        self._line.setProperty("role", "upright")
        self._row.addWidget(self._line)
        self._tools = QHBoxLayout()
        self._row.addLayout(self._tools)
        for name, (icon, word) in BUTTONS.items():
            self.buttons[name] = self._button(icon, word)
            self.buttons[name].clicked.connect(lambda _=False, name=name: run(name) if name else None)
        give_menu(self.buttons[""], layers)
        self.handle = Handle(parent, self.come)
        self.fading = Fading(self, self._is_needed)
        self.go()
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._choose)

    def come(self) -> None:
        """Show the strip, until nobody needs it any more."""
        self.picker.fill()
        self.handle.hide()
        self.place()
        self.fading.show()

    def go(self) -> None:
        """Hide strip and handle at once."""
        self.fading.hide()
        self.handle.hide()

    def show_model(self, model: Model) -> None:
        """Show which model it is, and its main parameters."""
        self.picker.show_name(model.public_name())
        self.form.show_recipe(model)
        self.place()

    def step(self, steps: int) -> None:
        """Change the chosen parameter by some presses of a key."""
        self.come()
        row = self.take_keys()
        if row is not None and self.form.recipe is not None:
            row.edited.emit(stepped(row.spec, self.form.recipe.values()[row.spec.name], steps))

    def take_keys(self) -> Row | None:
        """Give the focus to the chosen parameter and return its row; None if the model has no parameters."""
        rows = {row.spec.name: row for row in self.form.open_rows}
        row = rows.get(self._chosen) or next(iter(rows.values()), None)
        if row is not None:
            row.hand.setFocus(Qt.FocusReason.ShortcutFocusReason)
        return row

    def _choose(self, before: QWidget | None, focus: QWidget | None) -> None:
        """Let ↑ and ↓ change the parameter that had the focus last."""
        del before
        for row in self.form.open_rows:
            if focus is not None and row.isAncestorOf(focus):
                self._chosen = row.spec.name

    def apply_theme(self) -> None:
        """Take the sizes of the current scale."""
        side = theme.px(12)
        self._row.setContentsMargins(side, theme.px(8), side, theme.px(8))
        self._row.setSpacing(theme.px(12))
        self._tools.setSpacing(theme.px(2))
        self.picker.setFixedWidth(theme.px(PICKER))
        self._line.setFixedSize(theme.px(9), theme.px(48))
        for button in self.buttons.values():
            button.setIconSize(QSize(theme.px(20), theme.px(20)))
        self.place()

    def put(self, foot: QPoint, room: int) -> None:
        """Stand with the middle of the foot at a place, in so many pixels from side to side."""
        self._foot, self._room = foot, room
        self.place()

    def place(self) -> None:
        """Take the place once more, with as many parameters as have room: the contents may have changed."""
        for most in range(MOST_MAIN, 0, -1):
            self.form.show_most(most)
            self._row.activate()
            if self.sizeHint().width() <= self._room:
                break
        size = self.sizeHint()
        width = min(size.width(), self._room)
        self.setGeometry(self._foot.x() - width // 2, self._foot.y() - size.height(), width, size.height())
        wide, tall = theme.px(HANDLE[0]), theme.px(HANDLE[1])
        self.handle.setGeometry(self._foot.x() - wide // 2, self._foot.y() - 3 * tall, wide, 3 * tall)

    _foot, _room = QPoint(), 1000

    def _is_needed(self) -> bool:
        popup = QApplication.activePopupWidget()
        held = any(slider.is_held for slider in self.form.sliders.values())
        return self.is_kept or self.underMouse() or popup is not None or held

    def _button(self, icon: str, word: str) -> QToolButton:
        button = QToolButton(self)
        button.setProperty("role", "strip")
        button.setText(word)
        button.setCheckable(True)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        theme.put_icon(button, icon, 20)
        self._tools.addWidget(button)
        return button

    def hideEvent(self, event: QHideEvent) -> None:
        """Leave the handle, and give the keys back."""
        super().hideEvent(event)
        self.handle.show()
        focus = QApplication.focusWidget()
        if focus is not None and self.isAncestorOf(focus):
            self.window().setFocus()


class Handle(QWidget):
    """What stays of the strip while it is away: a faint line that brings it back."""

    def __init__(self, parent: QWidget, come: Callable[[], None]) -> None:
        super().__init__(parent)
        self._come = come
        self.setAccessibleName("Show the strip")
        self.hide()

    @paints
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint a faint line with round ends."""
        del event
        with QPainter(self) as painter:
            painter.setOpacity(FAINT)
            tall = self.height() / 3
            paint_box(painter, QRectF(0, tall, self.width(), tall), tall / 2, "text")

    def enterEvent(self, event: QEnterEvent) -> None:
        """Come with the pointer."""
        super().enterEvent(event)
        self._come()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Come with a tap."""
        event.accept()
        self._come()
