"""The contract of a layer: its chip, its key, when it is offered, what it draws, and where it lies among the others."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from mlexplorer.core.arrays import Array
from mlexplorer.marks.marks import Mark
from mlexplorer.pipeline.snapshot import Snapshot


def _nothing(snapshot: Snapshot) -> tuple[Mark, ...]:
    del snapshot
    return ()


def _nothing_at(snapshot: Snapshot, place: Array) -> tuple[Mark, ...]:
    del snapshot, place
    return ()


@dataclass(frozen=True)
class LayerKind:
    """One layer of the plane: its chip, its key, when it is offered, its marks, and those that follow the pointer."""

    name: str
    title: str
    help: str
    key: str  # with Shift; none if empty
    offered: Callable[[Snapshot], bool]
    marks: Callable[[Snapshot], tuple[Mark, ...]] = _nothing
    shown: bool = True
    of_points: bool = False  # follows the points at once, before the next fit
    follows: bool = False  # its marks stand at points, so that they too go with them at once
    at: Callable[[Snapshot, Array], tuple[Mark, ...]] = _nothing_at
    order: float = 1000.0  # layers with a larger one lie above
    group: Literal["model", "points"] = "model"  # of the list in which it can be switched

    @property
    def keys(self) -> tuple[str, ...]:
        """What switches it, as pressed together; nothing where no key was left for it."""
        return (f"Shift+{self.key}",) if self.key else ()


def has(kind: type) -> Callable[[Snapshot], bool]:
    """Return what tells whether the shown step has a capability."""
    return lambda snapshot: isinstance(snapshot.step, kind)
