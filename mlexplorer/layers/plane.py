"""The plane: the layers that the files of this room define, which are offered and switched on, and their marks."""

import importlib
import pkgutil
from dataclasses import replace

import numpy as np

import mlexplorer.layers
from mlexplorer.core.data import Dataset
from mlexplorer.layers.layer import LayerKind
from mlexplorer.marks.marks import Layer, Mark, Text
from mlexplorer.pipeline.attached import Attached
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.answers import hidden_runs
from mlexplorer.session.session import Session, View


def layers(snapshot: Snapshot) -> tuple[Layer, ...]:
    """Return the layers that are offered and switched on."""
    return tuple(Layer(kind.name, kind.marks(snapshot)) for kind in offered(snapshot) if is_shown(kind, snapshot))


def following(snapshot: Snapshot, session: Session, data: Dataset) -> tuple[Layer, ...]:
    """Return the layers that follow the points of a later session at once, before the next fit.

    Marks that stand at points go with them; where rows no longer mean the same points they wait for the fit.
    """
    now, same = snapshot.with_data(session, data), snapshot.has_rows_of(data)
    kinds = [kind for kind in offered(now) if is_shown(kind, now) and (kind.of_points or kind.follows)]
    return tuple(Layer(kind.name, kind.marks(now) if kind.of_points or same else ()) for kind in kinds)


def offered(snapshot: Snapshot) -> tuple[LayerKind, ...]:
    """Return the layers the shown step can show, in drawing order; of a hidden answer only the points.

    Points are always offered, the others as far as the view offers them.
    """
    known = _offered.get(snapshot)
    if known is None:
        hidden, view = snapshot.active in hidden_runs(snapshot.session), snapshot.session.view
        known = tuple(
            kind
            for kind in LAYERS
            if kind.offered(snapshot) and (kind.of_points or (not hidden and view.offers(kind.name)))
        )
        _offered[snapshot] = known  # asked for several times in every frame
    return known


COMMON = (
    *("regions", "boundary", "margins", "support", "errors", "curve", "residuals", "centres", "spokes", "gaussians"),
    *("density", "groups", "units", "heights", "walk", "weights", "pulls", "training", "test"),
)  # what is switched most: the first five that a step offers have a place of their own
FEW = 5


def common(snapshot: Snapshot) -> tuple[LayerKind, ...]:
    """Return the layers that are switched most, at most five, in the order of their places."""
    offers = {kind.name: kind for kind in offered(snapshot)}
    return tuple(offers[name] for name in COMMON if name in offers)[:FEW]


def is_shown(kind: LayerKind, snapshot: Snapshot) -> bool:
    """Return whether a layer is switched on."""
    return snapshot.session.view.shows(kind.name, kind.shown)


def title_of(name: str) -> str:
    """Return what a layer is called."""
    return next(kind.title for kind in LAYERS if kind.name == name)


def is_switched_on(name: str, view: View) -> bool:
    """Return whether a layer, or another switch, stands on: as it was switched, else as it usually does."""
    return view.shows(name, next((kind.shown for kind in LAYERS if kind.name == name), False))


def marks_at(snapshot: Snapshot, place: tuple[float, float]) -> tuple[Mark, ...]:
    """Return what the layers that are switched on show of the place under the pointer; nothing is fitted for it."""
    where = np.array(place)
    shown = [kind for kind in offered(snapshot) if is_shown(kind, snapshot)]
    marks = (mark for kind in shown for mark in kind.at(snapshot, where))
    return tuple(replace(mark, plate=True) if isinstance(mark, Text) else mark for mark in marks)


def _found() -> tuple[LayerKind, ...]:
    """Return the layers of every file in this room, from the lowest to the highest."""
    names = [info.name for info in pkgutil.iter_modules(mlexplorer.layers.__path__)]
    modules = [importlib.import_module(f"mlexplorer.layers.{name}") for name in names]
    found: list[LayerKind] = [kind for module in modules for kind in getattr(module, "LAYERS", ())]
    return tuple(sorted(found, key=lambda kind: kind.order))


LAYERS = _found()
_offered: Attached[tuple[LayerKind, ...]] = Attached()
