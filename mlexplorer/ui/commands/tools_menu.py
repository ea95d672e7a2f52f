"""The commands on tools and their brush."""

from functools import partial
from typing import TYPE_CHECKING

from mlexplorer.pipeline.point_display import LOCK
from mlexplorer.ui.actions import command
from mlexplorer.ui.tools.toolbox import TOOLS

if TYPE_CHECKING:
    from mlexplorer.ui.window import Window


def use_tool(window: "Window", name: str) -> None:
    """Use a tool, on every plane."""
    window.use_tool(name)


for _tool in TOOLS:
    command(f"tool:{_tool.name}", _tool.title, (_tool.key,), "Tools")(partial(use_tool, name=_tool.name))


@command("larger", "Larger brush", ("]",), "Tools")
def larger(window: "Window") -> None:
    """Make the brush larger."""
    window.plane.desk.choose_brush(window.plane.desk.brush.resized(1))


@command("smaller", "Smaller brush", ("[",), "Tools")
def smaller(window: "Window") -> None:
    """Make the brush smaller."""
    window.plane.desk.choose_brush(window.plane.desk.brush.resized(-1))


@command("crosshair", "Crosshair: the keys as a hand", ("C",), "Tools", is_on=lambda window: window.crosshair.is_shown)
def crosshair(window: "Window") -> None:
    """Show a crosshair that the arrow keys move and Enter clicks with, or put it away."""
    if window.crosshair.is_shown:
        window.crosshair.hide()
    elif window.plane.isVisible():
        window.crosshair.show()
    else:
        window.plane.hint("The crosshair needs one plane: leave the planes side by side first (F6).")


@command("lock", "Lock to x₁", ("L",), "Tools", is_on=lambda window: window.store.session.view.shows(LOCK))
def lock(window: "Window") -> None:
    """Let the hand change x₁ only, or both coordinates again."""
    view = window.store.session.view
    window.store.look(view.switched(LOCK, not view.shows(LOCK)))
