"""Every command of the window in one table: its words, its keys, its menu and the function that answers it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

if TYPE_CHECKING:
    from mlexplorer.ui.window import Window  # it makes actions of the commands

ICON = "icon name"
MENUS = (
    *("File", "Edit", "Selection", "Tools", "View", "Stage", "Steps", "Scenes", "Fit", "Classes", "Layers", "Help"),
)

Answer: TypeAlias = Callable[["Window"], object]
Question: TypeAlias = Callable[["Window"], bool]


@dataclass(frozen=True)
class Command:
    """What a menu, a key or a button can ask of the window, and the function that does it.

    A command that is switched on and off says by `is_on` which of both it is.
    """

    name: str
    title: str
    answer: Answer
    keys: tuple[str, ...]
    menu: str
    icon: str
    in_menu: bool  # or only on the sheet of keys, under the name of the menu
    is_on: Question | None
    on_stage: bool = False  # only there, where its keys mean this and nothing else


COMMANDS: dict[str, Command] = {}


def command(  # noqa: PLR0913  each is a word of the table
    name: str,
    title: str,
    keys: tuple[str, ...] = (),
    menu: str = "",
    icon: str = "",
    *,
    in_menu: bool = True,
    is_on: Question | None = None,
    on_stage: bool = False,
) -> Callable[[Answer], Answer]:
    """Make the function below a command of the window: nothing else has to know of it."""

    def register(answer: Answer) -> Answer:
        if name in COMMANDS:
            raise ValueError(f"There are two commands {name!r}.")
        COMMANDS[name] = Command(name, title, answer, keys, menu, icon, in_menu, is_on, on_stage)
        return answer

    return register


def table() -> tuple[Command, ...]:
    """Return the commands in the order of the menus, and within a menu as they were written down."""
    order = {menu: number for number, menu in enumerate(MENUS)}
    return tuple(sorted(COMMANDS.values(), key=lambda command: order.get(command.menu, len(order))))


def make_actions(window: "Window", commands: tuple[Command, ...]) -> dict[str, QAction]:
    """Return an action for every command; once it is answered, every action shows again whether it is on."""
    actions: dict[str, QAction] = {}
    for command in commands:
        action = QAction(command.title, window)
        action.setShortcuts([QKeySequence(key) for key in command.keys])
        action.setCheckable(command.is_on is not None)
        action.setEnabled(not command.on_stage)
        if command.icon:
            action.setProperty(ICON, command.icon)  # drawn only where a button shows it: menus show none
        action.triggered.connect(lambda _=False, command=command: _answer(window, command))
        window.addAction(action)
        actions[command.name] = action
    return actions


def _answer(window: "Window", command: Command) -> None:
    command.answer(window)
    window.show_switches()


def fill_menu(menu: QMenu, actions: dict[str, QAction], commands: tuple[Command, ...]) -> dict[str, QMenu]:
    """Put every action into its submenu and return the submenus by name."""
    menus: dict[str, QMenu] = {}
    for command in commands:
        if command.menu and command.in_menu:
            if command.menu not in menus:
                menus[command.menu] = type(menu)(command.menu, menu)  # a child, so that it goes with its parent
                menu.addMenu(menus[command.menu])
            menus[command.menu].addAction(actions[command.name])
    return menus
