"""The commands on layers: one for each layer of the plane."""

from functools import partial
from typing import TYPE_CHECKING

from mlexplorer.layers import plane
from mlexplorer.layers.layer import LayerKind
from mlexplorer.ui.actions import command

if TYPE_CHECKING:
    from mlexplorer.ui.window import Window


def switch_layer(window: "Window", name: str) -> None:
    """Switch a layer on or off, if the model offers it."""
    picture = window.plane.picture
    offered = () if picture is None else plane.offered(picture.snapshot)
    kind = next((kind for kind in offered if kind.name == name), None)
    if kind is None:
        title = next(kind.title for kind in plane.LAYERS if kind.name == name)
        reached = window.store.session.view.offers(name)
        window.plane.toast(f"{title}: {'this model has none' if reached else 'the course has not reached it'}.")
        return
    window.plane.toggle_layer(name)
    shown = plane.is_switched_on(name, window.store.session.view)
    window.plane.toast(switched_words(kind, shown))


def switched_words(kind: LayerKind, shown: bool) -> str:
    """Return what the switch of a layer did, and the key that takes it back."""
    many = kind.title.split(" to ")[0].endswith("s")
    back = f" · Shift+{kind.key} {'hides' if shown else 'shows'} {'them' if many else 'it'}" if kind.key else ""
    return f"{kind.title} {'shown' if shown else 'hidden'}{back}"


for _kind in plane.LAYERS:
    command(f"layer:{_kind.name}", _kind.title, _kind.keys, "Layers")(partial(switch_layer, name=_kind.name))
