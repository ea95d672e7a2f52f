"""Everything that can be put on paper: the plane, and each view that a plot offers beside it."""

import importlib
import pkgutil
from functools import cache

import mlexplorer.plots
from mlexplorer.core.params import nearest
from mlexplorer.marks.plot import Plot, ViewKind
from mlexplorer.plots import plane
from mlexplorer.session.frame import is_locked, looked_at
from mlexplorer.session.snapshot import Snapshot

PLANE = "plane"
FOR_HANDS = ("handles",)  # layers that only a mouse needs


@cache
def kinds() -> dict[str, ViewKind]:
    """Return the views beside the plane by name, in the order of their tabs."""
    names = [info.name for info in pkgutil.iter_modules(mlexplorer.plots.__path__)]
    modules = [importlib.import_module(f"mlexplorer.plots.{name}") for name in names]
    found = [module.VIEW for module in modules if hasattr(module, "VIEW") and module.VIEW.prints]
    return {kind.name: kind for kind in sorted(found, key=lambda kind: kind.place)}


def names() -> tuple[str, ...]:
    """Return the names of all views."""
    return (PLANE, *kinds())


def offered(snapshot: Snapshot) -> tuple[str, ...]:
    """Return the names of the views that a snapshot has something for."""
    return (PLANE, *(name for name, kind in kinds().items() if kind.offered(snapshot)))


def titles(snapshot: Snapshot) -> dict[str, str]:
    """Return the views that a snapshot has something for, by name, as a person reads them."""
    return {name: kinds()[name].title if name in kinds() else PLANE.capitalize() for name in offered(snapshot)}


def plots(snapshot: Snapshot, name: str) -> tuple[Plot, ...]:
    """Return the plots of a view, or raise a ValueError that says why there is none."""
    if name == PLANE:
        bounds, units = snapshot.frame.bounds, looked_at(snapshot.session).units
        layers = tuple(layer for layer in plane.layers(snapshot) if layer.name not in FOR_HANDS)
        return (Plot(layers, bounds, snapshot.coordinates, equal=is_locked(bounds, units)),)
    if name not in kinds():
        raise ValueError(f"There is no view {name!r}{nearest(name, names())}.")
    if not kinds()[name].offered(snapshot):
        raise ValueError(f"The view {name} has nothing to show for {snapshot.run.model.title.lower()}.")
    drawn = kinds()[name].draw(snapshot)
    if not drawn.panels:
        raise ValueError(drawn.words or f"The view {name} has no picture.")
    return drawn.panels
