"""Every command of the window in one table: its words, its keys and its menu."""

from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from mlexplorer.layers import plane

ICON = "icon name"


@dataclass(frozen=True)
class Command:
    """A command: the window's method `on_<name>` answers it; with an argument the name is `name:argument`."""

    name: str
    title: str
    keys: tuple[str, ...] = ()
    menu: str = ""
    icon: str = ""
    checkable: bool = False


COMMANDS: tuple[Command, ...] = (
    Command("new", "New", ("Ctrl+N",), "File", "new"),
    Command("open", "Open…", ("Ctrl+O",), "File", "open"),
    Command("save", "Save", ("Ctrl+S",), "File", "save"),
    Command("save_as", "Save as…", ("Ctrl+Shift+S",), "File"),
    Command("export", "Export a figure…", ("Ctrl+E",), "File", "figure"),
    Command("film", "Record a film…", ("Ctrl+Shift+F",), "File", "film"),
    Command("export_again", "Export again", ("Ctrl+Shift+E",), "File"),
    Command("export_points", "Export points…", ("Ctrl+Shift+P",), "File", "table"),
    Command("copy_literal", "Copy points as NumPy arrays", ("Ctrl+Shift+C",), "File"),
    Command("copy_python:mlexplorer", "Copy as Python", ("Ctrl+Shift+Y",), "File"),
    Command("copy_python:sklearn", "Copy as Python with scikit-learn", (), "File"),
    Command("print", "Print…", ("Ctrl+P",), "File"),
    Command("quit", "Quit", ("Ctrl+Q",), "File"),
    Command("undo", "Undo", ("Ctrl+Z",), "Edit", "undo"),
    Command("redo", "Redo", ("Ctrl+Shift+Z", "Ctrl+Y"), "Edit", "redo"),
    Command("cut", "Cut points", ("Ctrl+X",), "Edit"),
    Command("copy", "Copy points", ("Ctrl+C",), "Edit", "copy"),
    Command("paste", "Paste points", ("Ctrl+V",), "Edit", "paste"),
    Command("delete", "Remove points", ("Delete", "Backspace"), "Edit", "delete"),
    Command("select_all", "Select all points", ("Ctrl+A",), "Edit"),
    Command("drop", "Drop the selection", ("Escape",), "Edit"),
    Command("restart", "Back to the session as opened", ("Ctrl+R",), "Edit"),
    Command("rotate:15", "Rotate to the left by 15°", (",",), "Selection"),
    Command("rotate:-15", "Rotate to the right by 15°", (".",), "Selection"),
    Command("scale:1.1", "Stretch", ("+", "="), "Selection"),
    Command("scale:0.9", "Shrink", ("-",), "Selection"),
    Command("mirror:0", "Mirror left and right", ("M",), "Selection"),
    Command("mirror:1", "Mirror up and down", (), "Selection"),
    Command("jitter", "Jitter", ("J",), "Selection"),
    Command("gather", "Pull together", ("G",), "Selection"),
    Command("larger", "Larger brush", ("]",), "Tools"),
    Command("smaller", "Smaller brush", ("[",), "Tools"),
    Command("lock", "Lock to x₁", ("L",), "Tools", checkable=True),
    Command("show_all", "Show all points", ("F",), "View", "fit"),
    Command("zoom_in", "Zoom in", ("Ctrl++", "Ctrl+="), "View", "zoom in"),
    Command("zoom_out", "Zoom out", ("Ctrl+-",), "View", "zoom out"),
    Command("exported", "Regions as exported", ("Shift+F5",), "View", checkable=True),
    Command("data_table", "Data table", ("F4",), "View", "table", checkable=True),
    Command("theme:system", "Light or dark, as the system", (), "View", checkable=True),
    Command("theme:light", "Light", (), "View", "theme light", checkable=True),
    Command("theme:dark", "Dark", (), "View", "theme dark", checkable=True),
    Command("theme:projector", "Projector", (), "View", "theme projector", checkable=True),
    Command("present", "Present", ("F5",), "View", "present", checkable=True),
    Command("side_by_side", "Runs side by side", ("F6",), "View", "compare", checkable=True),
    Command("answer", "Hide or reveal the machine’s answer", ("F7",), "View", "hide"),
    Command("only_plane", "Only the plane", ("F11",), "View", checkable=True),
    Command("play", "Play or pause", ("Space",), "Steps", "play"),
    Command("back", "Step back", ("Left",), "Steps", "back"),
    Command("forward", "Step forward", ("Right",), "Steps", "forward"),
    Command("up", "Nudge up", ("Up",), "Selection"),
    Command("down", "Nudge down", ("Down",), "Selection"),
    Command("first", "First step", ("Home",), "Steps", "first"),
    Command("last", "Last step", ("End",), "Steps", "last"),
    Command("clean", "First step without errors", ("Ctrl+Home",), "Steps"),
    Command("lowest", "Step with the lowest objective", ("Ctrl+End",), "Steps"),
    Command("new_start", "New start", ("Ctrl+Shift+N",), "Steps", "new start"),
    Command("start_here", "Start from what is shown", ("Shift+Home",), "Steps", "goal"),
    Command("slow", "Slow motion: dwell on every phase of a step", ("Shift+Space",), "Steps", "film"),
    Command("influence", "Colour points by their influence", ("Ctrl+I",), "Fit"),
    Command("sample", "Draw new points from the fitted Gaussians", ("Ctrl+G",), "Fit"),
    Command("pin", "Pin this fit", ("Ctrl+D",), "Fit", "pin boundary"),
    Command("unpin", "Unpin the compared fit", ("Ctrl+Shift+D",), "Fit"),
    Command("rename_pin", "Rename the compared fit…", (), "Fit"),
    Command("copy_log:csv", "Copy the log book as CSV", (), "Fit"),
    Command("copy_log:latex", "Copy the log book as a LaTeX table", (), "Fit"),
    *(Command(f"class:{index}", f"Class {index}", (str(index + 1),), "Classes") for index in range(9)),
    Command("class:-1", "Unlabelled", ("0",), "Classes"),
    *(
        Command(f"layer:{kind.name}", kind.title, (f"Shift+{kind.key}",) if kind.key else (), "Layers")
        for kind in plane.LAYERS
    ),
    Command("keys", "Keys", ("F1",), "Help", "keys"),
    Command("about", "About ML Explorer", (), "Help", "note"),
)


def make_actions(window: QWidget, commands: tuple[Command, ...]) -> dict[str, QAction]:
    """Return an action for every command, connected to the window's method of that name."""
    actions: dict[str, QAction] = {}
    for command in commands:
        action = QAction(command.title, window)
        action.setShortcuts([QKeySequence(key) for key in command.keys])
        action.setCheckable(command.checkable)
        if command.icon:
            action.setProperty(ICON, command.icon)  # drawn only where a button shows it: menus show none
        name, _, argument = command.name.partition(":")
        method = getattr(window, f"on_{name}")
        if argument:
            action.triggered.connect(lambda _=False, method=method, argument=argument: method(argument))
        else:
            action.triggered.connect(lambda _=False, method=method: method())
        window.addAction(action)
        actions[command.name] = action
    return actions


def fill_menu(menu: QMenu, actions: dict[str, QAction], commands: tuple[Command, ...]) -> dict[str, QMenu]:
    """Put every action into its submenu and return the submenus by name."""
    menus: dict[str, QMenu] = {}
    for command in commands:
        if command.menu:
            if command.menu not in menus:
                menus[command.menu] = QMenu(command.menu, menu)  # a child, so that it goes with its parent
                menu.addMenu(menus[command.menu])
            menus[command.menu].addAction(actions[command.name])
    return menus
