"""The commands on layers: one for each layer of the plane."""

from functools import partial
from typing import TYPE_CHECKING

from mlexplorer.layers import plane
from mlexplorer.ui.actions import command

if TYPE_CHECKING:
    from mlexplorer.ui.window import Window


def switch_layer(window: "Window", name: str) -> None:
    """Switch a layer on or off, if the model offers it."""
    picture = window.plane.picture
    if picture is not None and name in {kind.name for kind in plane.offered(picture.snapshot)}:
        window.plane.toggle_layer(name)


for _kind in plane.LAYERS:
    _keys = (f"Shift+{_kind.key}",) if _kind.key else ()
    command(f"layer:{_kind.name}", _kind.title, _keys, "Layers")(partial(switch_layer, name=_kind.name))
