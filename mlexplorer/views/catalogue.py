"""The views there are, and what of them can be put on paper: the plane, and what plots offer beside it."""

import importlib
import pkgutil
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

import mlexplorer.views
from mlexplorer.core.params import nearest
from mlexplorer.layers import plane
from mlexplorer.marks.plot import Plot, ViewKind, never
from mlexplorer.pipeline.frame import is_locked, looked_at
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.views.landscape import has_surface

PLANE, LANDSCAPE, SURFACE = "plane", "landscape", "surface"
OTHER_NAMES = {"tree": ("structure", {}), SURFACE: (LANDSCAPE, {"landscape kind": "surface"})}  # with options
FOR_HANDS = ("handles",)  # layers that only a mouse needs


@cache
def all_kinds() -> dict[str, ViewKind]:
    """Return the views beside the plane by name, in the order of their tabs: of all plots that define one."""
    names = [info.name for info in pkgutil.iter_modules(mlexplorer.views.__path__)]
    modules = [importlib.import_module(f"mlexplorer.views.{name}") for name in names]
    found = [module.VIEW for module in modules if hasattr(module, "VIEW")]
    return {kind.name: kind for kind in sorted(found, key=lambda kind: kind.order)}


@cache
def kinds() -> dict[str, ViewKind]:
    """Return the views that can be put on paper."""
    return {name: kind for name, kind in all_kinds().items() if kind.prints is not never}


def names() -> tuple[str, ...]:
    """Return the names of all views."""
    return (PLANE, *kinds(), *OTHER_NAMES)


def offered(snapshot: Snapshot) -> tuple[str, ...]:
    """Return the names of the views that a snapshot has something for."""
    return (PLANE, *(name for name, kind in kinds().items() if _has_picture(kind, snapshot)))


def needs_results(names: Iterable[str]) -> bool:
    """Return whether one of some views shows what studies have found."""
    return any(all_kinds()[name].needs_results for name in names if name in all_kinds())


def is_by_class(snapshot: Snapshot, name: str) -> bool:
    """Return whether a view has the colours and shapes of the classes."""
    name = OTHER_NAMES[name][0] if name in OTHER_NAMES else name
    return name in all_kinds() and all_kinds()[name].by_class(snapshot)


def titles(snapshot: Snapshot) -> dict[str, str]:
    """Return the views that a snapshot has something for, by name, as a person reads them."""
    found = [*offered(snapshot)]
    if LANDSCAPE in found and has_surface(snapshot):
        found.insert(found.index(LANDSCAPE) + 1, SURFACE)
    return {name: kinds()[name].title if name in kinds() else name.capitalize() for name in found}


def _has_picture(kind: ViewKind, snapshot: Snapshot) -> bool:
    return kind.offered(snapshot) and kind.prints(snapshot)


def plots(snapshot: Snapshot, name: str) -> tuple[Plot, ...]:
    """Return the plots of a view, or raise a ValueError that says why there is none."""
    if name == SURFACE and not has_surface(snapshot):
        raise ValueError(f"The view surface has nothing to show for {snapshot.run.model.title.lower()}.")
    if name in OTHER_NAMES:
        name, options = OTHER_NAMES[name]
        for option, value in options.items():
            view = snapshot.session.view.with_option(option, value)
            snapshot = replace(snapshot, session=replace(snapshot.session, view=view))
    if name == PLANE:
        bounds, units = snapshot.frame.bounds, looked_at(snapshot.session).units
        layers = tuple(layer for layer in plane.layers(snapshot) if layer.name not in FOR_HANDS)
        return (Plot(layers, bounds, snapshot.coordinates, equal=is_locked(bounds, units)),)
    if name not in kinds():
        raise ValueError(f"There is no view {name!r}{nearest(name, names())}.")
    if not _has_picture(kinds()[name], snapshot):
        raise ValueError(f"The view {name} has nothing to show for {snapshot.run.model.title.lower()}.")
    drawn = kinds()[name].draw(snapshot)
    if not drawn.panels:
        raise ValueError(drawn.words or f"The view {name} has no picture.")
    return drawn.panels
