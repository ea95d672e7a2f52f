"""Layers that were made before: switching one on or off makes that one anew and none of the others."""

from mlexplorer.layers import plane
from mlexplorer.layers.fading import FADE, SUPPORT
from mlexplorer.layers.points import LOSS_SHARES
from mlexplorer.layers.shading import EXPORTED, REGIONS, SCORE, SHADING
from mlexplorer.layers.shares import SHARES
from mlexplorer.marks.marks import Layer, Mark
from mlexplorer.pipeline.point_display import JITTER, LOCK
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.session import View
from mlexplorer.session.touching import PICTURE, changed

OF_POINTS = frozenset({"training", "test", "crowd", "errors"})
CHANGED = {  # switches that change what other layers show
    SHADING: frozenset({REGIONS}),
    SCORE: frozenset({REGIONS}),
    EXPORTED: frozenset({REGIONS}),
    FADE: OF_POINTS | {SUPPORT},
    SUPPORT: OF_POINTS,
    REGIONS: frozenset({"errors"}),
    SHARES: OF_POINTS | {"gaussians"},
    "classes": OF_POINTS | {"gaussians"},
    "weights": OF_POINTS,
    LOSS_SHARES: OF_POINTS,
}
STUDIED = ("ghost", "folds", "refits")  # layers of what studies have found
FOLLOWING = {SHADING, SCORE, "projection", *STUDIED}  # bars that go with the regions, an arrow that is turned
TURNED = frozenset({"switches", "direction", "arrow", "fit", "preview"})  # of the view: no other layer looks at them
WIDER = frozenset({"runners", JITTER, LOCK})  # layers whose switch changes more than themselves


class LayerMemo:
    """Makes the layers of snapshots and keeps their marks while only the choice of layers changes."""

    def __init__(self) -> None:
        self._snapshot: Snapshot | None = None
        self._known: dict[str, tuple[Mark, ...]] = {}

    def layers(self, snapshot: Snapshot) -> tuple[Layer, ...]:
        """Return the layers that are offered and switched on."""
        if self._snapshot is None or not is_same_but_layers(self._snapshot, snapshot):
            self._known = {}
        else:
            switched = switched_between(self._snapshot.session.view, snapshot.session.view)
            for name in {other for switch in switched for other in CHANGED.get(switch, ())}:
                self._known.pop(name, None)
        self._snapshot = snapshot
        kinds = [kind for kind in plane.offered(snapshot) if plane.is_shown(kind, snapshot)]
        for kind in kinds:
            if kind.name not in self._known or kind.name in FOLLOWING:
                self._known[kind.name] = kind.marks(snapshot)
        return tuple(Layer(kind.name, self._known[kind.name]) for kind in kinds)


def switched_between(old: View, new: View) -> frozenset[str]:
    """Return the names of what was switched between two views."""
    return frozenset(name for name, _ in set(old.switches) ^ set(new.switches))


def _plain() -> frozenset[str]:
    """Return the switches that show or hide a layer and do nothing else."""
    return frozenset(kind.name for kind in plane.LAYERS) - WIDER | {EXPORTED}


def is_same_but_layers(old: Snapshot, new: Snapshot) -> bool:
    """Return whether two snapshots show the same, apart from layers that are switched on or off by themselves."""
    one, two = old.session, new.session
    if not switched_between(one.view, two.view) <= _plain() or old.frame != new.frame:
        return False
    parts = ("data", "field", "predicted", "problem")
    same = all(getattr(old, name) is getattr(new, name) for name in parts)
    same &= len(old.shown) == len(new.shown) and all(a is b for a, b in zip(old.shown, new.shown, strict=True))
    same &= len(old.traces) == len(new.traces) and all(a is b for a, b in zip(old.traces, new.traces, strict=True))
    return same and old.pinned == new.pinned and changed(one, two, PICTURE) <= TURNED
