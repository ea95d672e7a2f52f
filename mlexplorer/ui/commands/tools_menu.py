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


@command("lock", "Lock to x₁", ("L",), "Tools", is_on=lambda window: window.store.session.view.shows(LOCK))
def lock(window: "Window") -> None:
    """Let the hand change x₁ only, or both coordinates again."""
    view = window.store.session.view
    window.store.look(view.switched(LOCK, not view.shows(LOCK)))
